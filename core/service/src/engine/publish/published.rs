//! The snapshot under construction, and which of its parts are stale.

use crate::engine::publish::overlaid_table::OverlaidTable;
use crate::error::Error;
use crate::model::pending_writes::PendingWrites;
use crate::model::snapshot::{Coverage, Event, EventKind, Inbox, RequestLine};
use crate::model::storage_health::StorageHealth;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// The published parts, and which of them are out of date.
#[derive(Debug)]
pub(crate) struct PublishState {
    pub(in crate::engine) handled: u64,
    pub(in crate::engine) status_totals: Arc<BTreeMap<String, u64>>,
    pub(in crate::engine) coverage: Coverage,
    pub(in crate::engine) deals_error: Option<Error>,
    pub(crate) revision: u64,
    pub(crate) deals: OverlaidTable,
    pub(crate) writes: Arc<PendingWrites>,
    pub(crate) inbox: Arc<Inbox>,
    /// Requests made before this run.
    pub(in crate::engine) earlier_requests: Vec<RequestLine>,
    pub(crate) requests: Arc<Vec<RequestLine>>,
    pub(crate) events: VecDeque<Event>,
    pub(crate) shown_events: Arc<Vec<Event>>,
    pub(crate) event_seq: u64,
    pub(crate) base_url: Arc<str>,
    pub(crate) user: Arc<str>,
    pub(in crate::engine) settings: Option<Arc<BTreeMap<String, String>>>,
    pub(in crate::engine) storage_health: StorageHealth,
    pub(crate) stale: StaleParts,
    pub(crate) published: Option<Instant>,
}

#[derive(Debug, Default)]
pub(crate) struct StaleParts {
    pub(in crate::engine) any: bool,
    pub(crate) deals: bool,
    pub(crate) writes: bool,
    pub(crate) inbox: bool,
    pub(crate) requests: bool,
    pub(crate) events: bool,
}

impl PublishState {
    pub(in crate::engine) fn new(base_url: Arc<str>, user: Arc<str>) -> Self {
        Self {
            handled: 0,
            status_totals: Arc::default(),
            coverage: Coverage::default(),
            deals_error: None,
            revision: 0,
            deals: OverlaidTable::default(),
            writes: Arc::default(),
            inbox: Arc::default(),
            earlier_requests: Vec::new(),
            requests: Arc::default(),
            events: VecDeque::new(),
            shown_events: Arc::default(),
            event_seq: 0,
            base_url,
            user,
            settings: None,
            storage_health: StorageHealth::default(),
            stale: StaleParts::default(),
            published: None,
        }
    }

    /// Marks the snapshot as out of date.
    pub(in crate::engine) fn changed(&mut self) {
        self.stale.any = true;
    }

    /// Marks the confirmed deals as changed.
    pub(in crate::engine) fn deals_changed(&mut self) {
        self.stale.deals = true;
        self.changed();
    }

    /// Marks the outbox and everything that it overlays as changed.
    pub(in crate::engine) fn writes_changed(&mut self) {
        self.stale.writes = true;
        self.stale.inbox = true;
        self.deals_changed();
    }

    /// Marks the connection as changed. Pending writes stay unchanged, because the delay is shown with the connection.
    pub(in crate::engine) fn link_changed(&mut self) {
        self.changed();
    }

    /// Marks the notifications as changed.
    pub(in crate::engine) fn inbox_changed(&mut self) {
        self.stale.inbox = true;
        self.changed();
    }

    /// Marks the request log as changed.
    pub(in crate::engine) fn requests_changed(&mut self) {
        self.stale.requests = true;
        self.changed();
    }

    /// Returns the recent events, newest first.
    pub(in crate::engine) fn recent_events(&self) -> impl Iterator<Item = &EventKind> {
        self.events.iter().rev().map(|event| &event.kind)
    }

    /// Returns when the next publication is due, if any.
    pub(in crate::engine) fn publish_at(&self) -> Option<Instant> {
        self.stale.any.then(|| self.published.map_or_else(Instant::now, |at| at + PUBLISH_INTERVAL))
    }
}

/// Time within which changes are published together.
pub(crate) const PUBLISH_INTERVAL: Duration = Duration::from_millis(10);

/// Number of events retained for slow front ends.
pub(crate) const MAX_EVENTS: usize = 100;

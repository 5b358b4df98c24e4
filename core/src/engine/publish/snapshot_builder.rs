//! Making snapshots: at most one per burst of changes, and of each part only what changed is made anew.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use crate::engine::actor::Actor;
use crate::engine::link::request_window;
use crate::engine::overlay::counts;
use crate::error::Error;
use crate::model::pending_write::{PendingWrite, WriteKind};
use crate::model::pending_writes::Writes;
use crate::model::snapshot::{Coverage, Event, EventKind, Inbox, RequestLine, Snapshot};
use crate::model::storage_health::Keeping;

use super::overlaid_table::Seen;

/// Changes that come within this time are shown together.
const BURST: Duration = Duration::from_millis(10);
/// How many events are kept for a front end that looks late.
const EVENTS: usize = 100;

/// What is published, part by part, and which parts are out of date.
#[derive(Debug)]
pub(in crate::engine) struct View {
    pub(in crate::engine) handled: u64,
    pub(in crate::engine) status_totals: Arc<BTreeMap<String, u64>>,
    pub(in crate::engine) coverage: Coverage,
    pub(in crate::engine) deals_error: Option<Error>,
    revision: u64,
    deals: Seen,
    writes: Arc<Writes>,
    inbox: Arc<Inbox>,
    /// Those that were made before this run.
    pub(in crate::engine) earlier: Vec<RequestLine>,
    requests: Arc<Vec<RequestLine>>,
    events: VecDeque<Event>,
    shown_events: Arc<Vec<Event>>,
    event_seq: u64,
    base_url: Arc<str>,
    user: Arc<str>,
    pub(in crate::engine) settings: Option<Arc<BTreeMap<String, String>>>,
    pub(in crate::engine) keeping: Keeping,
    stale: Stale,
    published: Option<Instant>,
}

#[derive(Debug, Default)]
struct Stale {
    any: bool,
    deals: bool,
    writes: bool,
    inbox: bool,
    requests: bool,
    events: bool,
}

impl View {
    pub(in crate::engine) fn new(base_url: Arc<str>, user: Arc<str>) -> Self {
        Self {
            handled: 0,
            status_totals: Arc::default(),
            coverage: Coverage::default(),
            deals_error: None,
            revision: 0,
            deals: Seen::default(),
            writes: Arc::default(),
            inbox: Arc::default(),
            earlier: Vec::new(),
            requests: Arc::default(),
            events: VecDeque::new(),
            shown_events: Arc::default(),
            event_seq: 0,
            base_url,
            user,
            settings: None,
            keeping: Keeping::default(),
            stale: Stale::default(),
            published: None,
        }
    }

    /// Something small changed.
    pub(in crate::engine) fn changed(&mut self) {
        self.stale.any = true;
    }

    /// The confirmed deals changed.
    pub(in crate::engine) fn deals_changed(&mut self) {
        self.stale.deals = true;
        self.changed();
    }

    /// The outbox changed, and with it everything it lies over.
    pub(in crate::engine) fn writes_changed(&mut self) {
        self.stale.writes = true;
        self.stale.inbox = true;
        self.deals_changed();
    }

    /// The connection changed. What waits stays what it is: until when nothing leaves is said of the connection.
    pub(in crate::engine) fn link_changed(&mut self) {
        self.changed();
    }

    /// The notifications changed.
    pub(in crate::engine) fn inbox_changed(&mut self) {
        self.stale.inbox = true;
        self.changed();
    }

    /// A request was sent.
    pub(in crate::engine) fn requests_changed(&mut self) {
        self.stale.requests = true;
        self.changed();
    }

    /// What was told lately, newest first.
    pub(in crate::engine) fn told(&self) -> impl Iterator<Item = &EventKind> {
        self.events.iter().rev().map(|event| &event.kind)
    }

    /// When the next publication is due, if one is.
    pub(in crate::engine) fn publish_at(&self) -> Option<Instant> {
        self.stale
            .any
            .then(|| self.published.map_or_else(Instant::now, |at| at + BURST))
    }
}

impl Actor {
    /// Shows the newest requests of earlier runs and of commands: support asks for what happened before a restart too.
    pub(in crate::engine) fn load_requests(&mut self) {
        let logged = self.store.history().requests();
        let Some(logged) = self.kept(logged) else { return };
        self.view.earlier = request_window::newest(logged.into_iter().filter_map(request_window::earlier));
        self.view.requests_changed();
    }

    /// Tells the person something, once.
    pub(in crate::engine) fn tell(&mut self, kind: EventKind) {
        self.view.event_seq += 1;
        self.view.events.push_back(Event {
            seq: self.view.event_seq,
            kind,
        });
        if self.view.events.len() > EVENTS {
            self.view.events.pop_front();
        }
        self.view.stale.events = true;
        self.view.changed();
    }

    pub(in crate::engine) fn publish_if_due(&mut self) {
        if self.view.publish_at().is_some_and(|at| at <= Instant::now()) {
            self.publish();
        }
    }

    pub(in crate::engine) fn publish(&mut self) {
        let stale = std::mem::take(&mut self.view.stale);
        if stale.writes {
            self.view.writes = Arc::new(self.outbox.writes());
        }
        if stale.deals {
            let newcomers = self.newcomers();
            let View { deals, writes, .. } = &mut self.view;
            deals.follow(&self.confirmed, writes, &newcomers, |record| {
                self.outbox.of(record).map(|row| row.seq).rev().collect()
            });
        }
        if stale.inbox {
            self.view.inbox = Arc::new(self.inbox.shown(&self.view.writes, &self.settings.zone));
        }
        if stale.requests {
            let entries = self.client.observe().entries();
            let earlier = self.view.earlier.iter().cloned();
            let lines = earlier.chain(entries.iter().map(|entry| request_window::line(entry)));
            self.view.requests = Arc::new(request_window::newest(lines));
        }
        if stale.events {
            self.view.shown_events = Arc::new(self.view.events.iter().cloned().collect());
        }
        let view = &mut self.view;
        view.revision += 1;
        view.published = Some(Instant::now());
        let deals = view.deals.table();
        // Once everything is read a column counts its own cards.
        let status_totals = if view.coverage.complete_at.is_some() {
            view.status_totals.clone()
        } else {
            Arc::new(counts::statuses(&view.status_totals, &self.confirmed, &deals))
        };
        self.shared.publish(Snapshot {
            revision: view.revision,
            handled: view.handled,
            coverage: counts::coverage(view.coverage, &self.confirmed, &deals),
            deals,
            status_totals,
            deals_error: view.deals_error.clone(),
            observed: self.history.shown.clone(),
            writes: view.writes.clone(),
            connection: self.link.state().clone(),
            entity: self.details.entity.clone(),
            portfolio: self.details.portfolio.clone(),
            inbox: view.inbox.clone(),
            families: self.families.shown(),
            rights: self.families.shown_rights(),
            words: self.families.shown_words(),
            explored: self.explored.shown(),
            details: self.details.shown(),
            requests: view.requests.clone(),
            events: view.shown_events.clone(),
            base_url: view.base_url.clone(),
            user: view.user.clone(),
            settings: view.settings.clone(),
            keeping: view.keeping.clone(),
        });
    }

    /// The deals that appeared at the service since the oldest creation that left and whose answer never came.
    fn newcomers(&mut self) -> Vec<String> {
        let lost =
            |write: &&PendingWrite| write.kind == WriteKind::Create && write.attempts > 0 && !write.parked();
        let lost = self.view.writes.iter().filter(lost);
        let Some(since) = lost.map(|write| write.created_at).min() else {
            return Vec::new();
        };
        let appeared = self.store.history().appeared_since(since);
        self.kept(appeared).unwrap_or_default()
    }
}

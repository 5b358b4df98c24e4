//! Construction of snapshots: at most one per burst of changes, rebuilding only changed parts.

use crate::engine::actor::Actor;
use crate::engine::connection::shown_requests;
use crate::engine::overlay::{CreatedDeals, counts, find_created};
use crate::engine::publish::published::{MAX_EVENTS, PublishState};
use crate::model::pending_write::{PendingWrite, WriteKind};
use crate::model::snapshot::{Event, EventKind, Snapshot};
use std::sync::Arc;

use tokio::time::Instant;

impl Actor {
    /// Loads the newest requests of earlier runs and of commands; support needs them after a restart.
    pub(in crate::engine) fn load_requests(&mut self) {
        let logged = self.store.history().requests();
        let Some(logged) = self.ok_or_report(logged) else {
            return;
        };
        self.view.earlier_requests = shown_requests::newest_lines(logged.into_iter());
        self.view.requests_changed();
    }

    /// Adds an event for the user.
    pub(in crate::engine) fn push_event(&mut self, kind: EventKind) {
        self.view.event_seq += 1;
        self.view.events.push_back(Event { seq: self.view.event_seq, kind });
        if self.view.events.len() > MAX_EVENTS {
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
        self.check_rules();
        self.update_filter_data(self.view.stale.deals);
        let stale = std::mem::take(&mut self.view.stale);
        if stale.writes {
            self.view.writes = Arc::new(self.outbox.writes());
        }
        if stale.deals {
            let created = self.created_deals();
            let PublishState { deals, writes, .. } = &mut self.view;
            deals.update(&self.confirmed, writes, &created, |record| {
                self.outbox.entries_of(record).map(|row| row.seq).rev().collect()
            });
        }
        if stale.inbox {
            let mut inbox = self.inbox.overlaid(&self.view.writes, &self.settings.zone);
            self.rules.add_raised(&mut inbox);
            self.view.inbox = Arc::new(inbox);
        }
        if stale.requests {
            let entries = self.client.request_log().entries();
            let earlier = self.view.earlier_requests.iter().cloned();
            let lines = earlier.chain(entries.iter().map(|entry| shown_requests::request_line(entry)));
            self.view.requests = Arc::new(shown_requests::newest_lines(lines));
        }
        if stale.events {
            self.view.shown_events = Arc::new(self.view.events.iter().cloned().collect());
        }
        let view = &mut self.view;
        view.revision += 1;
        view.published = Some(Instant::now());
        let deals = view.deals.table();
        // After a full sync, each column counts its own deals.
        let status_totals = if view.coverage.complete_at.is_some() {
            view.status_totals.clone()
        } else {
            Arc::new(counts::statuses(&view.status_totals, &self.confirmed, &deals))
        };
        let present = Snapshot {
            revision: view.revision,
            handled: view.handled,
            as_of: None,
            coverage: counts::coverage(view.coverage, &self.confirmed, &deals),
            deals,
            status_totals,
            deals_error: view.deals_error.clone(),
            history: self.history.published.clone(),
            writes: view.writes.clone(),
            connection: self.link.state().clone(),
            entity: self.details.entity.clone(),
            portfolio: self.details.portfolio.clone(),
            flow: self.flow.published.clone(),
            filter_data: self.filter_data.published.clone(),
            inbox: view.inbox.clone(),
            resources: self.resource_lists.publish(),
            permissions: self.resource_lists.publish_permissions(),
            learned_codes: self.resource_lists.publish_codes(),
            loaded_routes: self.routes.publish(),
            details: self.details.publish(),
            requests: view.requests.clone(),
            events: view.shown_events.clone(),
            base_url: view.base_url.clone(),
            user: view.user.clone(),
            settings: view.settings.clone(),
            storage: view.storage_health.clone(),
        };
        let shown = self.with_past(present);
        self.shared.publish(shown);
    }

    /// Returns the deals that sent creations without a response have become.
    fn created_deals(&mut self) -> CreatedDeals {
        let is_lost = |write: &&PendingWrite| {
            write.kind == WriteKind::Create && write.attempts > 0 && !write.is_blocked()
        };
        let lost = self.view.writes.iter().filter(is_lost);
        let lost: Vec<_> =
            lost.map(|write| (write.record.as_str(), write.fields.clone(), write.created_at)).collect();
        let created = find_created(&self.store, &lost);
        let mut created = self.ok_or_report(created).unwrap_or_default();
        created.extend(self.unstored_creations());
        created
    }
}

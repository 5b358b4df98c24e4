//! Synchronisation of the outbox with other processes on the profile. They signal after changing the file, and this
//! process then checks once for all signals received together. Without signals the file is not polled.

use serde_json::value::RawValue;

use crate::contract::OperationId;
use crate::contract::ids::DealId;
use crate::contract::json::json_eq::is_same_value;
use crate::contract::models::deal::Deal;
use crate::contract::models::notification::Notification;
use crate::contract::patch::Fields;
use crate::engine::actor::Actor;
use crate::engine::connection::signal_receiver::SignalReceiver;
use crate::engine::messages::Msg;
use crate::engine::sync::rows::cached_rows::parse_body;
use crate::model::history::journal_entry::JournalEntry;
use crate::model::pending_write::{WriteId, WriteKind};
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::snapshot::EventKind;
use crate::store::{EntryState, OutboxEntry, RecordKind};

use super::entries::entry_conversion::{parse_fields, stored_rejection, write_kind};
use super::outbox_replica::{RemovedEntry, ReplicaDiff};

/// Maximum difference of two rate limits that count as equal; the clocks of client and store differ by less.
const LIMIT_TOLERANCE: std::time::Duration = std::time::Duration::from_secs(1);

impl Actor {
    /// Listens for signals from the other processes.
    pub(in crate::engine) fn listen(&self) {
        let Some(receiver) = SignalReceiver::bind(self.store.outbox()) else { return };
        let sender = self.sender.clone();
        tokio::spawn(async move { while sender.send(Msg::PeerSignal(receiver.recv().await)).is_ok() {} });
    }

    /// Reloads the outbox if another process changed it.
    pub(in crate::engine) fn follow_outbox(&mut self) {
        // A running bulk write has the file locked; reading it now would block.
        if self.bulk_write.is_some() {
            return;
        }
        self.on_limit_lifted();
        let version = self.store.outbox().version();
        let Some(version) = self.ok_or_report(version) else {
            return;
        };
        if self.outbox.version.replace(version) != Some(version) {
            self.reload_outbox();
            self.follow_rate_limit();
        }
    }

    /// Reloads the outbox.
    pub(in crate::engine) fn reload_outbox(&mut self) {
        let stored = self.store.outbox().all_entries();
        let Some(all) = self.ok_or_report(stored) else {
            return;
        };
        let (rows, unreadable) = self.without_completed(all);
        let ReplicaDiff { removed, resolved, blocked } = self.outbox.replace(rows, unreadable);
        self.view.writes_changed();
        if !removed.is_empty() {
            // The process that completed them has journalled their outcomes.
            self.follow_journal();
        }
        for (conflict, now) in resolved {
            self.on_peer_resolved(&conflict, (&parse_fields(&now.base), &parse_fields(&now.body)));
        }
        for RemovedEntry { entry, started_here } in removed {
            if started_here {
                self.report_peer_completed(&entry);
            }
            self.on_peer_removed(&entry);
        }
        for seq in blocked {
            self.on_peer_blocked(seq);
        }
        self.finish_cancelled_deletions();
    }

    /// Reports a row that another process found rejected or in conflict. It is reported as if this process had sent it,
    /// because it may be this user's.
    fn on_peer_blocked(&mut self, seq: i64) {
        let Some(entry) = self.outbox.get(seq).cloned() else {
            return;
        };
        let (record, label) = (entry.record.clone(), entry.label.clone());
        if entry.state == EntryState::Conflict {
            self.reload_and_count(&entry.record);
            return self.push_event(EventKind::Conflict { record, label });
        }
        self.push_event(EventKind::Rejected {
            kind: write_kind(entry.operation),
            record,
            label,
            problem: stored_rejection(&entry),
        });
    }

    /// Handles a row that another process removed, as applied or discarded. The server's response is in the store.
    fn on_peer_removed(&mut self, entry: &OutboxEntry) {
        let discarded = self.store.outbox().discard_progress(entry.seq);
        if let Some(reached) = self.ok_or_report(discarded).flatten() {
            let (record, label) = (entry.record.clone(), entry.label.clone());
            self.push_event(EventKind::DiscardedByPeer {
                write: WriteId(entry.seq),
                record,
                label,
                progress: reached,
            });
        }
        match entry.operation {
            OperationId::DealsCreate => {
                let server_id = self.store.outbox().resolve_temp_id(&entry.record);
                match self.ok_or_report(server_id).flatten().map(DealId::new) {
                    Some(Ok(deal)) => self.on_peer_created(entry, &deal),
                    _ => self.reload_deal(&entry.record),
                }
            }
            OperationId::NotificationsRead => {
                let stored = self.store.cache().get(RecordKind::Notification, "", &entry.record);
                let stored = self.ok_or_report(stored).flatten();
                if let Some(stored) = stored
                    && let Some(notification) = parse_body::<Notification>(&stored.body)
                {
                    self.inbox.confirm(notification, stored.fetched_at);
                    self.view.inbox_changed();
                }
            }
            OperationId::TasksUpdate => self.show_cached_list(ResourceKind::Tasks),
            OperationId::SavedViewsUpdate => self.show_cached_list(ResourceKind::SavedViews),
            _ => self.reload_and_count(&entry.record),
        }
    }

    /// Reports the end of a change that began here and another process completed. The journal tells what it replaced
    /// and whether there was anything to do.
    fn report_peer_completed(&mut self, entry: &OutboxEntry) {
        if !matches!(write_kind(entry.operation), WriteKind::Update | WriteKind::Task | WriteKind::View) {
            return;
        }
        let lines = self.store.history().journal_of_write(entry.seq);
        let lines = self.ok_or_report(lines).unwrap_or_default();
        let is_done = |line: &&JournalEntry| line.outcome.is_done();
        let Some(line) = lines.iter().rev().find(is_done) else {
            return;
        };
        if line.attempts == 0 {
            return self.report_unnecessary(entry);
        }
        let parse = |text: &Option<String>| parse_fields(text.as_deref().unwrap_or_default());
        self.on_peer_resolved(entry, (&parse(&line.before), &parse(&line.after)));
    }

    /// Reports a conflict of this process that another process resolved. `sent` is sent over the server's values, which
    /// it replaces.
    fn on_peer_resolved(&mut self, entry: &OutboxEntry, (service_values, sent_values): (&Fields, &Fields)) {
        let (base, own_values) = (parse_fields(&entry.base), parse_fields(&entry.body));
        let is_as_requested = |(name, target): (&str, &RawValue)| {
            let server_value = service_values.get(name);
            is_same_value(sent_values.get(name), Some(target))
                && (server_value.is_none() || is_same_value(server_value, base.get(name)))
        };
        if !own_values.iter().all(is_as_requested) {
            self.push_event(EventKind::ConflictResolvedByPeer {
                record: entry.record.clone(),
                base,
                fields: own_values,
                service_values: service_values.clone(),
                sent: sent_values.clone(),
            });
        }
    }

    fn on_peer_created(&mut self, entry: &OutboxEntry, deal: &DealId) {
        self.temp_ids.insert(entry.record.clone(), deal.clone());
        // The sender also renamed the settings of the temporary id; an older version may not have.
        self.rename_settings(&entry.record, deal.as_str(), self.now());
        self.load_settings();
        self.reload_and_count(deal.as_str());
        if self.details.rename(&entry.record, deal) {
            self.load_deal(deal);
        }
        self.push_event(EventKind::Applied {
            kind: crate::model::pending_write::WriteKind::Create,
            record: deal.as_str().to_owned(),
            label: entry.label.clone(),
            temp_id: Some(entry.record.clone()),
        });
    }

    /// Reloads a deal from the cache and updates the counts for its status.
    pub(in crate::engine) fn reload_and_count(&mut self, deal: &str) {
        let status = |actor: &Self| {
            let table = &actor.confirmed;
            let row = table.find(deal).and_then(|ix| table.row(ix));
            row.map(|row| row.status.to_owned())
        };
        let before = status(self);
        self.reload_deal(deal);
        let after = status(self);
        self.count_peer_move(before.as_deref(), after.as_deref());
        let stored = self.store.cache().get(RecordKind::Deal, "", deal);
        match self.ok_or_report(stored).flatten() {
            Some(stored) => {
                if let Some(deal) = parse_body::<Deal>(&stored.body) {
                    self.details.confirm(&deal, stored.fetched_at);
                }
            }
            None => self.details.forget(deal),
        }
    }

    /// Updates the counts after another user changed a deal. If the server has counted since, its counts already
    /// include the change.
    pub(super) fn count_peer_move(&mut self, from: Option<&str>, to: Option<&str>) {
        if self.is_counted(from, to) {
            self.count_cached_move(from, to);
        } else {
            self.count_move(from, to);
        }
    }

    /// Returns whether the server's counts already include a deal's status change. They do if they match the cached
    /// deals.
    fn is_counted(&self, from: Option<&str>, to: Option<&str>) -> bool {
        let table = &self.confirmed;
        let agrees = |code: &str| {
            let total = self.view.status_totals.get(code);
            total.is_none_or(|total| *total == table.count_of_status(code) as u64)
        };
        self.view.coverage.complete_at.is_some()
            && self.refresh.total == Some(table.len() as u64)
            && from.is_none_or(agrees)
            && to.is_none_or(agrees)
    }

    /// Applies a rate limit that another process received. A limit that the user lifted for the key no longer applies
    /// here.
    fn follow_rate_limit(&mut self) {
        let now = self.now();
        let rate_limit = self.store.outbox().rate_limit();
        let rate_limit = self.ok_or_report(rate_limit).flatten().filter(|until| *until > now);
        let Some(until) = rate_limit.filter(|_| !self.client.is_known_unlimited()) else {
            return;
        };
        let current = self.link.rate_limit();
        if current
            .is_none_or(|current| crate::engine::actor::clock::time_until(until, current) > LIMIT_TOLERANCE)
        {
            self.link.limit_until(until, now);
            self.client.start_rate_limit(until.try_into().unwrap_or(std::time::SystemTime::UNIX_EPOCH));
            self.view.link_changed();
        }
    }

    /// Handles the start or end of a rate limit in this client.
    pub(in crate::engine) fn on_rate_limit(&mut self, limited_until: Option<jiff::Timestamp>) {
        let now = self.now();
        if let Some(until) = limited_until {
            self.link.limit_until(until, now);
            self.view.link_changed();
            return self.store_rate_limit(until);
        }
        let stored = self.store.outbox().rate_limit();
        // The limit ended here; another process may have received a longer one.
        if self.ok_or_report(stored).flatten().is_some_and(|stored| stored <= now) {
            let result = self.store.outbox().set_rate_limit(None);
            self.ok_or_report(result);
        } else {
            self.follow_rate_limit();
        }
    }

    /// Stores a rate limit for later runs and peers, if later than the stored one. A limit is shown only once stored: a
    /// process killed in between would ignore it at the next start.
    pub(in crate::engine) fn store_rate_limit(&mut self, until: jiff::Timestamp) {
        let stored = self.store.outbox().rate_limit();
        let stored = self.ok_or_report(stored).flatten();
        if stored
            .is_none_or(|stored| crate::engine::actor::clock::time_until(until, stored) > LIMIT_TOLERANCE)
        {
            let result = self.store.outbox().set_rate_limit(Some(until));
            self.ok_or_report(result);
        }
    }

    /// Reads the entity from the token in use once the server answers.
    pub(in crate::engine) fn request_entity(&mut self) {
        let client = self.client.clone();
        self.spawn(async move {
            // Without a token, nothing can be sent either.
            let token = client.token().await.ok();
            Msg::Entity(token.and_then(|token| token.entity_slug().map(std::borrow::Cow::into_owned)))
        });
    }

    /// Stores the entity; writes for another entity stay locked.
    pub(in crate::engine) fn on_entity(&mut self, slug: Option<String>) {
        let Some(slug) = slug else { return };
        let learned = self.store.outbox().set_entity(&slug);
        if self.ok_or_report(learned) == Some(true) {
            self.reload_outbox();
        }
    }
}

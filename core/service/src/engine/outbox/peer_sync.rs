//! Synchronisation of the outbox with other processes on the profile. They signal after changing the file, and this
//! process then checks once for all signals received together. Without signals the file is not polled.

use serde_json::value::RawValue;

use crate::contract::OperationId;
use crate::contract::ids::DealId;
use crate::contract::json::json_eq::same;
use crate::contract::models::deal::Deal;
use crate::contract::models::notification::Notification;
use crate::contract::patch::Fields;
use crate::engine::actor::Actor;
use crate::engine::messages::Msg;
use crate::engine::sync::rows::cached_rows::read;
use crate::model::history::journal_entry::JournalEntry;
use crate::model::pending_write::{WriteId, WriteKind};
use crate::model::resources::resource_kind::Family;
use crate::model::snapshot::EventKind;
use crate::store::{Kind, Ring, Row, RowState};

use super::entries::entry_conversion::{fields, kind, refusal};
use super::outbox_replica::{Gone, Replaced};

/// Maximum difference of two rate limits that count as equal; the clocks of client and store differ by less.
const SAME_GATE: std::time::Duration = std::time::Duration::from_secs(1);

impl Actor {
    /// Listens for signals from the other processes.
    pub(in crate::engine) fn listen(&self) {
        let bell = self.store.outbox().bell();
        let (me, name) = (self.me.clone(), bell.name());
        let Some(door) = bell.socket() else { return };
        let door = match tokio::net::UdpSocket::from_std(door) {
            Ok(door) => door,
            Err(error) => return tracing::warn!(%error, "failed to listen for signals of other processes"),
        };
        tokio::spawn(async move {
            let mut heard = [0; 128];
            loop {
                // An error concerns a single datagram; usually a peer that was signalled has ended.
                let Ok(length) = door.recv(&mut heard).await else {
                    tokio::task::yield_now().await;
                    continue;
                };
                let said = Ring::of(&name, heard.get(..length).unwrap_or_default());
                if said.is_some_and(|said| me.send(Msg::Rung(said)).is_err()) {
                    return;
                }
            }
        });
    }

    /// Reloads the outbox if another process changed it.
    pub(in crate::engine) fn follow_outbox(&mut self) {
        // A running bulk write has the file locked; reading it now would block.
        if self.away.is_some() {
            return;
        }
        self.follow_lift();
        let version = self.store.outbox().version();
        let Some(version) = self.kept(version) else { return };
        if self.outbox.version.replace(version) != Some(version) {
            self.reload_outbox();
            self.follow_gate();
        }
    }

    /// Reloads the outbox.
    pub(in crate::engine) fn reload_outbox(&mut self) {
        let read = self.store.outbox().all();
        let Some(all) = self.kept(read) else {
            return;
        };
        let (rows, sealed) = self.not_over(all);
        let Replaced {
            gone,
            decided,
            parked,
        } = self.outbox.replace(rows, sealed);
        self.view.writes_changed();
        if !gone.is_empty() {
            // The process that completed them has journalled their outcomes.
            self.follow_journal();
        }
        for (stood, now) in decided {
            self.decided_elsewhere(&stood, (&fields(&now.base), &fields(&now.body)));
        }
        for Gone { row, begun } in gone {
            if begun {
                self.ended_elsewhere(&row);
            }
            self.settled_elsewhere(&row);
        }
        for seq in parked {
            self.parked_elsewhere(seq);
        }
        self.see_taken_back();
    }

    /// Reports a row that another process found refused or in conflict. It is reported as if this process had sent it,
    /// because it may be this user's.
    fn parked_elsewhere(&mut self, seq: i64) {
        let Some(row) = self.outbox.get(seq).cloned() else {
            return;
        };
        let (record, label) = (row.record.clone(), row.label.clone());
        if row.state == RowState::Conflict {
            self.recount(&row.record);
            return self.tell(EventKind::Conflict { record, label });
        }
        self.tell(EventKind::Refused {
            kind: kind(row.operation),
            record,
            label,
            problem: refusal(&row),
        });
    }

    /// Handles a row that another process removed, as applied or discarded. The server's answer is in the store.
    fn settled_elsewhere(&mut self, row: &Row) {
        let dropped = self.store.outbox().was_dropped(row.seq);
        if let Some(reached) = self.kept(dropped).flatten() {
            let (record, label) = (row.record.clone(), row.label.clone());
            self.tell(EventKind::DroppedElsewhere {
                write: WriteId(row.seq),
                record,
                label,
                reached,
            });
        }
        match row.operation {
            OperationId::DealsCreate => {
                let born = self.store.outbox().born(&row.record);
                match self.kept(born).flatten().map(DealId::new) {
                    Some(Ok(deal)) => self.born_elsewhere(row, &deal),
                    _ => self.reread_deal(&row.record),
                }
            }
            OperationId::NotificationsRead => {
                let stored = self.store.cache().get(Kind::Notification, "", &row.record);
                let stored = self.kept(stored).flatten();
                if let Some(stored) = stored
                    && let Some(notification) = read::<Notification>(&stored.body)
                {
                    self.inbox.confirm(notification, stored.fetched_at);
                    self.view.inbox_changed();
                }
            }
            OperationId::TasksUpdate => self.recall(Family::Tasks),
            OperationId::SavedViewsUpdate => self.recall(Family::SavedViews),
            _ => self.recount(&row.record),
        }
    }

    /// Reports the end of a change that began here and another process completed. The journal tells what it replaced
    /// and whether there was anything to do.
    fn ended_elsewhere(&mut self, row: &Row) {
        if !matches!(
            kind(row.operation),
            WriteKind::Update | WriteKind::Task | WriteKind::View
        ) {
            return;
        }
        let lines = self.store.history().journal_of_write(row.seq);
        let lines = self.kept(lines).unwrap_or_default();
        let done = |line: &&JournalEntry| line.outcome.is_done();
        let Some(line) = lines.iter().rev().find(done) else {
            return;
        };
        if line.attempts == 0 {
            return self.tell_found(row);
        }
        let read = |text: &Option<String>| fields(text.as_deref().unwrap_or_default());
        self.decided_elsewhere(row, (&read(&line.before), &read(&line.after)));
    }

    /// Reports a conflict of this process that another process resolved. `sent` is sent over the server's values, which
    /// it replaces.
    fn decided_elsewhere(&mut self, row: &Row, (over, sent): (&Fields, &Fields)) {
        let (base, asked) = (fields(&row.base), fields(&row.body));
        let as_it_was = |(name, wanted): (&str, &RawValue)| {
            let held = over.get(name);
            same(sent.get(name), Some(wanted)) && (held.is_none() || same(held, base.get(name)))
        };
        if !asked.iter().all(as_it_was) {
            self.tell(EventKind::DecidedElsewhere {
                record: row.record.clone(),
                base,
                fields: asked,
                over: over.clone(),
                sent: sent.clone(),
            });
        }
    }

    fn born_elsewhere(&mut self, row: &Row, deal: &DealId) {
        self.born.insert(row.record.clone(), deal.clone());
        // The sender also renamed the settings of the temporary id; an older version may not have.
        self.rename_settings(&row.record, deal.as_str(), self.now());
        self.load_settings();
        self.recount(deal.as_str());
        if self.details.rename(&row.record, deal) {
            self.load_deal(deal);
        }
        self.tell(EventKind::Applied {
            kind: crate::model::pending_write::WriteKind::Create,
            record: deal.as_str().to_owned(),
            label: row.label.clone(),
            was: Some(row.record.clone()),
        });
    }

    /// Reloads a deal from the cache and updates the counts for its status.
    pub(in crate::engine) fn recount(&mut self, deal: &str) {
        let status = |actor: &Self| {
            let table = &actor.confirmed;
            let row = table.find(deal).and_then(|ix| table.row(ix));
            row.map(|row| row.status.to_owned())
        };
        let before = status(self);
        self.reread_deal(deal);
        let after = status(self);
        self.follow_move(before.as_deref(), after.as_deref());
        let stored = self.store.cache().get(Kind::Deal, "", deal);
        match self.kept(stored).flatten() {
            Some(stored) => {
                if let Some(deal) = read::<Deal>(&stored.body) {
                    self.details.confirm(&deal, stored.fetched_at);
                }
            }
            None => self.details.forget(deal),
        }
    }

    /// Updates the counts after another user changed a deal. If the server has counted since, its counts already
    /// include the change.
    pub(super) fn follow_move(&mut self, from: Option<&str>, to: Option<&str>) {
        if self.is_counted(from, to) {
            self.count_held(from, to);
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
    fn follow_gate(&mut self) {
        let now = self.now();
        let gate = self.store.outbox().gate();
        let gate = self.kept(gate).flatten().filter(|until| *until > now);
        let Some(until) = gate.filter(|_| !self.client.is_known_open()) else {
            return;
        };
        let known = self.link.gate();
        if known.is_none_or(|known| crate::engine::actor::clock::until(until, known) > SAME_GATE) {
            self.link.close_until(until, now);
            self.client.close_gate_until(until.into());
            self.view.link_changed();
        }
    }

    /// Handles the start or end of a rate limit in this client.
    pub(in crate::engine) fn take_gate(&mut self, closed: Option<jiff::Timestamp>) {
        let now = self.now();
        if let Some(until) = closed {
            self.link.close_until(until, now);
            self.view.link_changed();
            return self.keep_gate(until);
        }
        let stored = self.store.outbox().gate();
        // The limit ended here; another process may have received a longer one.
        if self.kept(stored).flatten().is_some_and(|stored| stored <= now) {
            let kept = self.store.outbox().set_gate(None);
            self.kept(kept);
        } else {
            self.follow_gate();
        }
    }

    /// Stores a rate limit for later runs and peers, if later than the stored one. A limit is shown only once stored: a
    /// process killed in between would ignore it at the next start.
    pub(in crate::engine) fn keep_gate(&mut self, until: jiff::Timestamp) {
        let stored = self.store.outbox().gate();
        let stored = self.kept(stored).flatten();
        if stored.is_none_or(|stored| crate::engine::actor::clock::until(until, stored) > SAME_GATE) {
            let kept = self.store.outbox().set_gate(Some(until));
            self.kept(kept);
        }
    }

    /// Reads the entity from the token in use once the server answers.
    pub(in crate::engine) fn ask_entity(&mut self) {
        let client = self.client.clone();
        self.spawn(async move {
            // Without a token, nothing can be sent either.
            let token = client.token().await.ok();
            Msg::Entity(token.and_then(|token| token.entity_slug().map(std::borrow::Cow::into_owned)))
        });
    }

    /// Stores the entity; writes for another entity stay locked.
    pub(in crate::engine) fn take_entity(&mut self, slug: Option<String>) {
        let Some(slug) = slug else { return };
        let learned = self.store.outbox().learn_entity(&slug);
        if self.kept(learned) == Some(true) {
            self.reload_outbox();
        }
    }
}

//! Keeping in step with the other windows of the profile. They ring when they have changed the file; whoever is rung
//! looks, once for all rings that came together. Nothing is asked of the file while nobody rings.

use serde_json::value::RawValue;

use crate::contract::OperationId;
use crate::contract::ids::DealId;
use crate::contract::json::json_eq::same;
use crate::contract::models::deal::Deal;
use crate::contract::models::notification::Notification;
use crate::contract::patch::Fields;
use crate::engine::actor::initial_load::read;
use crate::engine::actor::{Actor, Msg};
use crate::model::journal_entry::JournalEntry;
use crate::model::pending_write::{WriteId, WriteKind};
use crate::model::resource_kind::Family;
use crate::model::snapshot::EventKind;
use crate::store::{Kind, Ring, Row, RowState};

use super::entry_conversion::{fields, kind, refusal};
use super::outbox_replica::{Gone, Replaced};

/// Gates closer together than this are one: the clocks of client and store differ by less.
const SAME_GATE: std::time::Duration = std::time::Duration::from_secs(1);

impl Actor {
    /// Waits at the door for the rings of the other windows.
    pub(in crate::engine) fn listen(&self) {
        let bell = self.store.outbox().bell();
        let (me, name) = (self.me.clone(), bell.name());
        let Some(door) = bell.socket() else { return };
        let door = match tokio::net::UdpSocket::from_std(door) {
            Ok(door) => door,
            Err(error) => return tracing::warn!(%error, "other windows are not heard at once"),
        };
        tokio::spawn(async move {
            let mut heard = [0; 128];
            loop {
                // An error is about one datagram, and most often that a store rung at is gone.
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

    /// Reads again what another process may have written, if it did.
    pub(in crate::engine) fn follow_outbox(&mut self) {
        // Whoever is keeping many writes has the file until they are kept; looking at it would be waiting for that.
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

    /// Reads the outbox again.
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
            // Whoever settled them has written down what became of them.
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

    /// Another process was told no for a row that waited here, perhaps for the person who is here: they are told as if
    /// this one had asked.
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

    /// A row has gone that we did not drop: another process had it applied, or gave it up. What the service answered is
    /// in the store.
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

    /// A change that was begun here is over by another process: what it was made over, and whether there was anything to do,
    /// is in the journal.
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

    /// A change that was begun here, and stood as `row`, is sent as `sent` over what the service held by another process's
    /// doing: that is what it takes the place of.
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
        // Whoever sent it took along what is kept of it; a version that does not left it here.
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

    /// Shows a deal as the store holds it now, and follows its status in the counts.
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

    /// Follows what somebody else did to a deal in the counts: in those of the service, where it has not counted since.
    pub(super) fn follow_move(&mut self, from: Option<&str>, to: Option<&str>) {
        if self.is_counted(from, to) {
            self.count_held(from, to);
        } else {
            self.count_move(from, to);
        }
    }

    /// Whether the service has counted since a deal came from one status to another: its counts are those of what is held.
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

    /// Closes our gate as another process was told to. A pause that was lifted for the key is lifted for whoever kept it,
    /// too.
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

    /// The service has closed or opened its gate for our client.
    pub(in crate::engine) fn take_gate(&mut self, closed: Option<jiff::Timestamp>) {
        let now = self.now();
        if let Some(until) = closed {
            self.link.close_until(until, now);
            self.view.link_changed();
            return self.keep_gate(until);
        }
        let stored = self.store.outbox().gate();
        // Ours has opened; another process may have been told to wait longer.
        if self.kept(stored).flatten().is_some_and(|stored| stored <= now) {
            let kept = self.store.outbox().set_gate(None);
            self.kept(kept);
        } else {
            self.follow_gate();
        }
    }

    /// Keeps a closed gate for the next process and for those beside this one, where the store says less. A gate is shown
    /// only once it is kept: who is killed in between would knock again.
    pub(in crate::engine) fn keep_gate(&mut self, until: jiff::Timestamp) {
        let stored = self.store.outbox().gate();
        let stored = self.kept(stored).flatten();
        if stored.is_none_or(|stored| crate::engine::actor::clock::until(until, stored) > SAME_GATE) {
            let kept = self.store.outbox().set_gate(Some(until));
            self.kept(kept);
        }
    }

    /// Asks the token in use whose entity it is for, when the service has begun to answer.
    pub(in crate::engine) fn ask_entity(&mut self) {
        let client = self.client.clone();
        self.spawn(async move {
            // Without a token nothing is sent either.
            let token = client.token().await.ok();
            Msg::Entity(token.and_then(|token| token.entity_slug().map(std::borrow::Cow::into_owned)))
        });
    }

    /// Another entity than before: what was written for that one stays shut.
    pub(in crate::engine) fn take_entity(&mut self, slug: Option<String>) {
        let Some(slug) = slug else { return };
        let learned = self.store.outbox().learn_entity(&slug);
        if self.kept(learned) == Some(true) {
            self.reload_outbox();
        }
    }
}

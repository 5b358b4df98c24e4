//! Messages deferred while a bulk write is using the outbox. Messages that need the outbox wait in order; all others
//! are handled at once, so the user is not blocked.

use crate::engine::outbox::state::deferred_commands::{BulkInProgress, Deferred};
use std::collections::VecDeque;

use tokio::time::Instant;

use crate::contract::OperationId;
use crate::contract::ids::is_temporary;
use crate::engine::actor::Actor;
use crate::engine::messages::Msg;
use crate::model::effect::Effect;
use crate::model::snapshot::EventKind;
use crate::store::{OutboxEntry, PeerSignal, StoreError};

use super::bulk_enqueue::{BULK_MIN, BulkEnqueued, BulkRequests};

impl Actor {
    /// Begins a bulk write in the background. Returns the effects if they must be handled inline.
    pub(in crate::engine) fn begin_bulk_write(&mut self, effects: Vec<Effect>) -> Result<(), Vec<Effect>> {
        if effects.len() < BULK_MIN {
            return Err(effects);
        }
        self.follow_outbox();
        let Some(requests) = BulkRequests::from_effects(&effects, &self.outbox) else {
            return Err(effects);
        };
        debug_assert!(self.bulk_write.is_none(), "a bulk write begins during another");
        let (store, sender, now) = (self.store.clone(), self.sender.clone(), self.now());
        tokio::spawn(async move {
            let result = crate::host::spawn_blocking(move || requests.store(&store, now)).await;
            let task_failed = |error| StoreError::Unreadable(format!("many writes at once: {error}"));
            let result = result.unwrap_or_else(|error| Err(task_failed(error)));
            // If the loop has ended, the next start finds the stored writes.
            let _ended = sender.send(Msg::BulkStored(result));
        });
        self.bulk_write = Some(BulkInProgress { effects, deferred: VecDeque::new() });
        Ok(())
    }

    /// Defers a message that needs the outbox while that is in use. Returns a message that can be handled now.
    pub(in crate::engine) fn defer(&mut self, message: Msg) -> Option<Msg> {
        if self.bulk_write.is_none() {
            return Some(message);
        }
        let later = match message {
            Msg::Effects(effects) => Deferred::Effects(self.handle_independent(effects)),
            Msg::Sent(..)
            | Msg::PeerSignal(PeerSignal::FilesChanged)
            | Msg::RateLimit(_)
            | Msg::Entity(_)
            | Msg::Close { .. } => Deferred::Message(message),
            other => return Some(other),
        };
        self.bulk_write.as_mut()?.deferred.push_back(later);
        None
    }

    fn handle_independent(&mut self, effects: Vec<Effect>) -> Vec<Option<Effect>> {
        let free = |effect: &Effect| match effect {
            Effect::LoadDeal(deal) => !is_temporary(deal.as_str()),
            other => other.needs_no_outbox(),
        };
        let effects = effects.into_iter().map(|effect| {
            if !free(&effect) {
                return Some(effect);
            }
            self.on_user_active(self.now());
            self.handle(effect);
            None
        });
        effects.collect()
    }

    /// Handles the end of the bulk write.
    pub(in crate::engine) fn finish_bulk_write(&mut self, result: Result<BulkEnqueued, StoreError>) {
        self.memory_trim.note_work(Instant::now());
        debug_assert!(self.bulk_write.is_some(), "a bulk write ends that did not begin");
        let Some(bulk_write) = self.bulk_write.take() else {
            return;
        };
        match result {
            Ok(result) => {
                self.apply_bulk_result(result);
                self.view.handled += bulk_write.effects.len() as u64;
                self.cancel_sent_deletions(&bulk_write.effects);
            }
            Err(error) => {
                // Each effect reports its own result.
                tracing::warn!(%error, "failed to store the bulk write; storing each write separately");
                self.handle_together(&bulk_write.effects);
            }
        }
        self.view.changed();
        for later in bulk_write.deferred {
            match later {
                Deferred::Message(message) => self.handle_message(message),
                Deferred::Effects(effects) => self.handle_deferred(effects),
            }
        }
    }

    /// Cancels the deletions that were sent before the bulk cancellation reached them.
    fn cancel_sent_deletions(&mut self, effects: &[Effect]) {
        let deletes = |entry: &OutboxEntry| entry.operation == OperationId::DealsDelete;
        for effect in effects {
            if let Effect::CancelDelete(deal) = effect
                && self.outbox.entries_of(deal.as_str()).any(deletes)
            {
                self.cancel_delete(deal);
            }
        }
    }

    pub(super) fn apply_bulk_result(&mut self, stored: BulkEnqueued) {
        let removed = self.outbox.remove_all(stored.dropped);
        let is_discarded = |entry: &OutboxEntry| entry.ever_sent || entry.state.is_blocked();
        let (is_discarded, cancelled): (Vec<OutboxEntry>, Vec<OutboxEntry>) =
            removed.into_iter().partition(is_discarded);
        self.journal_discarded(&is_discarded);
        self.journal_cancelled(cancelled);
        for replica_entry in stored.entries {
            self.outbox.put_entry(replica_entry);
        }
        self.view.writes_changed();
        if stored.waiting_changed {
            self.reload_outbox();
        }
        for (record, label, reason) in stored.undo_skipped {
            self.push_event(EventKind::UndoSkipped { record, label, reason });
        }
        for event in stored.already {
            self.push_event(event);
        }
    }

    /// Handles deferred effects; a new bulk write may defer them again.
    pub(in crate::engine) fn handle_deferred(&mut self, effects: Vec<Option<Effect>>) {
        if let Some(bulk_write) = &mut self.bulk_write {
            return bulk_write.deferred.push_back(Deferred::Effects(effects));
        }
        let mut waiting = Vec::new();
        let mut effects = effects.into_iter();
        for effect in effects.by_ref() {
            match effect {
                Some(effect) => waiting.push(effect),
                None if waiting.is_empty() => self.view.handled += 1,
                None => {
                    self.handle_all(std::mem::take(&mut waiting));
                    self.handle_deferred(std::iter::once(None).chain(effects).collect());
                    return;
                }
            }
        }
        self.handle_all(waiting);
    }
}

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
    pub(in crate::engine) fn begin_bulk_write(&mut self, asked: Vec<Effect>) -> Result<(), Vec<Effect>> {
        if asked.len() < BULK_MIN {
            return Err(asked);
        }
        self.follow_outbox();
        let Some(wishes) = BulkRequests::from_effects(&asked, &self.outbox) else {
            return Err(asked);
        };
        debug_assert!(self.bulk_write.is_none(), "a bulk write begins during another");
        let (store, me, now) = (self.store.clone(), self.sender.clone(), self.now());
        tokio::spawn(async move {
            let kept = tokio::task::spawn_blocking(move || wishes.store(&store, now)).await;
            let broken = |error| StoreError::Unreadable(format!("many writes at once: {error}"));
            let kept = kept.unwrap_or_else(|error| Err(broken(error)));
            // If the loop has ended, the next start finds the stored writes.
            let _ended = me.send(Msg::BulkStored(kept));
        });
        self.bulk_write = Some(BulkInProgress {
            effects: asked,
            deferred: VecDeque::new(),
        });
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
    pub(in crate::engine) fn finish_bulk_write(&mut self, kept: Result<BulkEnqueued, StoreError>) {
        self.memory_trim.note_work(Instant::now());
        debug_assert!(self.bulk_write.is_some(), "a bulk write ends that did not begin");
        let Some(away) = self.bulk_write.take() else {
            return;
        };
        match kept {
            Ok(kept) => {
                self.apply_bulk_result(kept);
                self.view.handled += away.effects.len() as u64;
                self.cancel_sent_deletions(&away.effects);
            }
            Err(error) => {
                // Each effect reports its own result.
                tracing::warn!(%error, "failed to store the bulk write; storing each write separately");
                self.handle_together(&away.effects);
            }
        }
        self.view.changed();
        for later in away.deferred {
            match later {
                Deferred::Message(message) => self.handle_message(message),
                Deferred::Effects(effects) => self.handle_deferred(effects),
            }
        }
    }

    /// Cancels the deletions that were sent before the bulk cancellation reached them.
    fn cancel_sent_deletions(&mut self, asked: &[Effect]) {
        let deletes = |row: &OutboxEntry| row.operation == OperationId::DealsDelete;
        for effect in asked {
            if let Effect::CancelDelete(deal) = effect
                && self.outbox.entries_of(deal.as_str()).any(deletes)
            {
                self.cancel_delete(deal);
            }
        }
    }

    fn apply_bulk_result(&mut self, kept: BulkEnqueued) {
        let dropped = self.outbox.remove_all(kept.dropped);
        let given_up = |row: &OutboxEntry| row.ever_sent || row.state.is_blocked();
        let (given_up, withdrawn): (Vec<OutboxEntry>, Vec<OutboxEntry>) =
            dropped.into_iter().partition(given_up);
        self.journal_discarded(&given_up);
        self.journal_cancelled(withdrawn);
        for held in kept.entries {
            self.outbox.put_entry(held);
        }
        self.view.writes_changed();
        if kept.waiting_changed {
            self.reload_outbox();
        }
        for (record, label, left) in kept.undo_skipped {
            self.push_event(EventKind::UndoSkipped { record, label, left });
        }
        for told in kept.already {
            self.push_event(told);
        }
    }

    /// Handles deferred effects; a new bulk write may defer them again.
    pub(in crate::engine) fn handle_deferred(&mut self, effects: Vec<Option<Effect>>) {
        if let Some(away) = &mut self.bulk_write {
            return away.deferred.push_back(Deferred::Effects(effects));
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

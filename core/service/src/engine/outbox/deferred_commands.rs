//! Messages deferred while a bulk write is using the outbox. Messages that need the outbox wait in order; all others
//! are handled at once, so the user is not blocked.

use crate::engine::outbox::state::deferred_commands::{Away, Later};
use std::collections::VecDeque;

use tokio::time::Instant;

use crate::contract::OperationId;
use crate::contract::ids::is_temporary;
use crate::engine::actor::Actor;
use crate::engine::messages::Msg;
use crate::model::effect::Effect;
use crate::model::snapshot::EventKind;
use crate::store::{Ring, Row, StoreError};

use super::bulk_enqueue::{MANY, ManyKept, Wishes};

impl Actor {
    /// Begins a bulk write in the background. Returns the effects if they must be handled inline.
    pub(in crate::engine) fn keep_many(&mut self, asked: Vec<Effect>) -> Result<(), Vec<Effect>> {
        if asked.len() < MANY {
            return Err(asked);
        }
        self.follow_outbox();
        let Some(wishes) = Wishes::of(&asked, &self.outbox) else {
            return Err(asked);
        };
        debug_assert!(self.away.is_none(), "a bulk write begins during another");
        let (store, me, now) = (self.store.clone(), self.me.clone(), self.now());
        tokio::spawn(async move {
            let kept = tokio::task::spawn_blocking(move || wishes.keep(&store, now)).await;
            let broken = |error| StoreError::Unreadable(format!("many writes at once: {error}"));
            let kept = kept.unwrap_or_else(|error| Err(broken(error)));
            // If the loop has ended, the next start finds the stored writes.
            let _ended = me.send(Msg::ManyKept(kept));
        });
        self.away = Some(Away {
            asked,
            later: VecDeque::new(),
        });
        Ok(())
    }

    /// Defers a message that needs the outbox while that is in use. Returns a message that can be handled now.
    pub(in crate::engine) fn put_off(&mut self, message: Msg) -> Option<Msg> {
        if self.away.is_none() {
            return Some(message);
        }
        let later = match message {
            Msg::Effects(effects) => Later::Effects(self.do_at_once(effects)),
            Msg::Sent(..) | Msg::Rung(Ring::Look) | Msg::Gate(_) | Msg::Entity(_) | Msg::Close { .. } => {
                Later::Message(message)
            }
            other => return Some(other),
        };
        self.away.as_mut()?.later.push_back(later);
        None
    }

    fn do_at_once(&mut self, effects: Vec<Effect>) -> Vec<Option<Effect>> {
        let free = |effect: &Effect| match effect {
            Effect::LoadDeal(deal) => !is_temporary(deal.as_str()),
            other => other.is_plain_read(),
        };
        let effects = effects.into_iter().map(|effect| {
            if !free(&effect) {
                return Some(effect);
            }
            self.wake(self.now());
            self.handle(effect);
            None
        });
        effects.collect()
    }

    /// Handles the end of the bulk write.
    pub(in crate::engine) fn take_many(&mut self, kept: Result<ManyKept, StoreError>) {
        self.tidy.worked(Instant::now());
        debug_assert!(self.away.is_some(), "a bulk write ends that did not begin");
        let Some(away) = self.away.take() else { return };
        match kept {
            Ok(kept) => {
                self.take_kept(kept);
                self.view.handled += away.asked.len() as u64;
                self.take_back_late(&away.asked);
            }
            Err(error) => {
                // Each effect reports its own result.
                tracing::warn!(%error, "failed to store the bulk write; storing each write separately");
                self.handle_together(&away.asked);
            }
        }
        self.view.changed();
        for later in away.later {
            match later {
                Later::Message(message) => self.take(message),
                Later::Effects(effects) => self.take_later(effects),
            }
        }
    }

    /// Cancels the deletions that were sent before the bulk cancellation reached them.
    fn take_back_late(&mut self, asked: &[Effect]) {
        let deletes = |row: &Row| row.operation == OperationId::DealsDelete;
        for effect in asked {
            if let Effect::CancelDelete(deal) = effect
                && self.outbox.of(deal.as_str()).any(deletes)
            {
                self.cancel_delete(deal);
            }
        }
    }

    fn take_kept(&mut self, kept: ManyKept) {
        let dropped = self.outbox.drop_rows(kept.dropped);
        let given_up = |row: &Row| row.ever_sent || row.state.is_parked();
        let (given_up, withdrawn): (Vec<Row>, Vec<Row>) = dropped.into_iter().partition(given_up);
        self.journal_discarded(&given_up);
        self.journal_withdrawn(withdrawn);
        for held in kept.rows {
            self.outbox.put_held(held);
        }
        self.view.writes_changed();
        if kept.behind {
            self.reload_outbox();
        }
        for (record, label, left) in kept.otherwise {
            self.tell(EventKind::ChangedSince { record, label, left });
        }
        for told in kept.already {
            self.tell(told);
        }
    }

    /// Handles deferred effects; a new bulk write may defer them again.
    pub(in crate::engine) fn take_later(&mut self, effects: Vec<Option<Effect>>) {
        if let Some(away) = &mut self.away {
            return away.later.push_back(Later::Effects(effects));
        }
        let mut waiting = Vec::new();
        let mut effects = effects.into_iter();
        for effect in effects.by_ref() {
            match effect {
                Some(effect) => waiting.push(effect),
                None if waiting.is_empty() => self.view.handled += 1,
                None => {
                    self.handle_all(std::mem::take(&mut waiting));
                    self.take_later(std::iter::once(None).chain(effects).collect());
                    return;
                }
            }
        }
        self.handle_all(waiting);
    }
}

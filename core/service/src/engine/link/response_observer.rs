//! Updates of connection and storage state from the results of requests and store calls.

use crate::error::{Error, ErrorKind};
use crate::store::StoreError;

use crate::engine::actor::Actor;
use crate::model::snapshot::EventKind;

impl Actor {
    /// Updates the connection state from an answer.
    pub(in crate::engine) fn heard<T>(&mut self, answer: &Result<T, Error>) {
        let now = self.now();
        let was_cut = self.link.is_cut();
        if let Err(error) = answer
            && error.local().is_some()
        {
            return self.failed_here(error);
        }
        let changed = match answer {
            Ok(_) => self.link.good(now),
            // The user lifted the rate limit while this refusal was in flight; the next request decides.
            Err(error) if error.kind() == ErrorKind::RateLimited && self.client.paused_until().is_none() => {
                self.link.lift()
            }
            Err(error) => self.link.failed(error, now),
        };
        if changed {
            if let Some(until) = self.link.gate() {
                self.keep_gate(until);
            }
            self.view.link_changed();
        }
        if changed && self.link.is_online() {
            self.ask_entity();
        }
        if answer.is_ok() && self.link.is_online() {
            self.tell_that_it_answers(changed, now);
        }
        if !was_cut && self.link.is_lost() {
            self.store.outbox().tell_that_it_is_silent();
        }
        if self.link.is_cut() {
            self.drain.losses.cut(now);
        } else if was_cut && self.link.is_online() {
            self.refresh.aside_due(now);
            if self.drain.losses.back(now) {
                let hurried = self.store.outbox().hurry(now);
                self.kept(hurried);
                self.reload_outbox();
            }
        }
    }

    /// Returns the value of a store result; an error is reported to the user.
    pub(in crate::engine) fn kept<T>(&mut self, result: Result<T, StoreError>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.store_failed(error);
                None
            }
        }
    }

    fn store_failed(&mut self, error: StoreError) {
        // The repair itself reports damage, and until then the wait for it.
        if error.is_damage() && self.met_damage() {
            tracing::warn!(%error, "a file of the store is damaged");
            return;
        }
        let error = self.store.diagnose(error);
        if let StoreError::Hindered(hindrance) = &error
            // The storage state shows this for as long as it lasts; the notice of the failure appears once.
            && !self.hindered(hindrance.clone())
        {
            return;
        }
        // A failing disk refuses every call; repeat the notice only after another one.
        let error_said = Error::from(error);
        let told = error_said.message();
        let repeated = matches!(self.view.told().next(), Some(EventKind::StoreFailed { error }) if error.message() == told);
        if !repeated {
            self.tell(EventKind::StoreFailed { error: error_said });
        }
    }

    /// Reports the files that were found damaged when the store was opened.
    pub(in crate::engine) fn tell_damaged(&mut self) {
        for found in self.store.damaged_now().to_vec() {
            self.tell(EventKind::Damaged { found });
        }
    }
}

//! Updates of connection and storage state from the results of requests and store calls.

use crate::error::{Error, ErrorKind};
use crate::store::StoreError;

use crate::engine::actor::Actor;
use crate::model::snapshot::EventKind;

impl Actor {
    /// Updates the connection state from a response.
    pub(in crate::engine) fn on_response<T>(&mut self, response: &Result<T, Error>) {
        let now = self.now();
        let was_cut = self.link.is_failing();
        if let Err(error) = response
            && error.disk_error().is_some()
        {
            return self.on_local_failure(error);
        }
        let changed = match response {
            Ok(_) => self.link.on_success(now),
            // The user lifted the rate limit while this rejection was in flight; the next request decides.
            Err(error)
                if error.kind() == ErrorKind::RateLimited && self.client.rate_limited_until().is_none() =>
            {
                self.link.lift_rate_limit()
            }
            Err(error) => self.link.on_failure(error, now),
        };
        if changed {
            if let Some(until) = self.link.rate_limit() {
                self.store_rate_limit(until);
            }
            self.view.link_changed();
        }
        if changed && self.link.is_online() {
            self.request_entity();
        }
        if response.is_ok() && self.link.is_online() {
            self.signal_up(changed, now);
        }
        if !was_cut && self.link.is_server_down() {
            self.store.outbox().signal_down();
        }
        if self.link.is_failing() {
            self.dispatcher.lost_responses.on_outage(now);
        } else if was_cut && self.link.is_online() {
            self.refresh.refresh_details(now);
            if self.dispatcher.lost_responses.on_recovery(now) {
                let result = self.store.outbox().retry_now(now);
                self.ok_or_report(result);
                self.reload_outbox();
            }
        }
    }

    /// Returns the value of a store result; an error is reported to the user.
    pub(in crate::engine) fn ok_or_report<T>(&mut self, result: Result<T, StoreError>) -> Option<T> {
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
        if error.is_damage() && self.schedule_repair() {
            tracing::warn!(%error, "a file of the store is damaged");
            return;
        }
        let error = self.store.diagnose(error);
        if let StoreError::Unavailable(failure) = &error
            // The storage state shows this for as long as it lasts; the notice of the failure appears once.
            && !self.on_storage_failure(failure.clone())
        {
            return;
        }
        // A failing disk refuses every call; repeat the notice only after another one.
        let event = Error::from(error);
        let event_message = event.message();
        let repeated = matches!(self.view.recent_events().next(), Some(EventKind::StoreFailed { error }) if error.message() == event_message);
        if !repeated {
            self.push_event(EventKind::StoreFailed { error: event });
        }
    }

    /// Reports the files that were found damaged when the store was opened.
    pub(in crate::engine) fn report_damaged(&mut self) {
        for file in self.store.damaged_at_open().to_vec() {
            self.push_event(EventKind::Damaged { file });
        }
    }
}

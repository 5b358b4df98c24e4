//! Data for filters: collected on request in the background, then kept up to date.

use std::sync::Arc;

use crate::engine::actor::Actor;
use crate::engine::blocking::blocking;
use crate::engine::filter_collection::{Collected, collect};
use crate::engine::messages::Msg;
use crate::error::Error;
use crate::model::snapshot::EventKind;
use crate::query::local_test::FilterNeeds;

impl Actor {
    /// Collects data for filters in addition to what earlier ones asked for.
    pub(in crate::engine) fn load_filter_data(&mut self, needs: FilterNeeds) {
        self.filter_data.requested.join(needs);
        self.filter_data.is_stale = true;
        self.update_filter_data(false);
    }

    /// Collects the data again if the deals have changed. During a full sync, it waits for the end.
    pub(in crate::engine) fn update_filter_data(&mut self, have_deals_changed: bool) {
        let state = &mut self.filter_data;
        state.is_stale |= have_deals_changed && !state.requested.is_empty();
        let is_covered = state.published.needs().covers(&state.requested);
        if !state.is_stale || state.is_running || is_covered && self.view.coverage.syncing {
            return;
        }
        (state.is_stale, state.is_running) = (false, true);
        let (store, sender, needs) = (self.store.clone(), self.sender.clone(), state.requested.clone());
        let (published, versions) = (state.published.clone(), state.versions);
        tokio::spawn(async move {
            let collected = blocking(move || collect(&store, needs, &published, versions)).await;
            // If the loop has ended, the data is not needed.
            let _ended = sender.send(Msg::FilterData(Box::new(collected)));
        });
    }

    /// Publishes collected data, and lets the rules use it.
    pub(in crate::engine) fn on_filter_data(&mut self, collected: Result<Collected, Error>) {
        self.filter_data.is_running = false;
        match collected {
            Ok(Some((versions, data))) => {
                self.filter_data.published = Arc::new(data);
                self.filter_data.versions = Some(versions);
                if self.rules.uses_local_data {
                    self.rules.settings = None;
                }
                self.view.changed();
            }
            Ok(None) => {}
            Err(error) => self.push_event(EventKind::StoreFailed { error }),
        }
        self.update_filter_data(false);
    }
}

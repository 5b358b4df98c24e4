//! `App` methods for follow-ups and what depends on them: filter, view counts, and the day.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Time;

use crate::changes::followups::actions::{due_filter, parse_followup};
use crate::foundation::cx::overlay_types::PaletteCommand;
use crate::model::effect::Effect;
use crate::model::local_deals::LocalDeals;
use crate::shell::app::App;
use crate::tools::palette::typed_commands::{OfferedCommand, without_small_words};

impl App {
    /// Reads the local data of deals if the settings have changed.
    pub(crate) fn update_local_deals(&mut self, before: Option<&Arc<BTreeMap<String, String>>>) {
        let Some(settings) = &self.cx.snapshot.settings else { return };
        if before.is_some_and(|before| Arc::ptr_eq(before, settings)) {
            return;
        }
        let local_deals = LocalDeals::from_settings(settings);
        if local_deals != *self.cx.local_deals {
            self.cx.local_deals = Arc::new(local_deals);
            self.on_local_deals_changed();
        }
    }

    /// Filters and counts again where the result depends on data of this device, or on the day.
    pub(crate) fn on_local_deals_changed(&mut self) {
        self.table.refilter_local(&mut self.pipeline, &mut self.cx);
        // The counts of the views cannot follow a change of what their conditions mean.
        self.views.counted_table = None;
        self.views.count_views(&mut self.pipeline, &mut self.cx);
    }

    /// Shows the deals whose follow-up is due.
    pub(crate) fn show_due(&mut self) -> Vec<Effect> {
        self.show_matching(due_filter(self.cx.lang()).into_owned())
    }

    /// Parses `followup tomorrow call`. A preposition before the date is skipped: `followup on 12/12 call`.
    pub(crate) fn followup_command(&self, typed: &str) -> OfferedCommand {
        let is_dated = |typed: &&str| parse_followup(typed, self.cx.today()).is_ok();
        let typed = [typed, without_small_words(typed)].into_iter().find(is_dated).unwrap_or(typed);
        (PaletteCommand::Followup(typed.to_owned()), self.pipeline.has_target(&self.cx))
    }

    /// Sets the typed follow-up of the selected deals, otherwise of the focused one.
    pub(crate) fn run_followup_command(&mut self, typed: &str) -> Vec<Effect> {
        let (deals, label) = self.target_deals();
        self.cx.set_followups(deals, label, typed)
    }

    /// Returns the end of the day, if an open follow-up then becomes more urgent.
    pub(crate) fn next_followup_day(&self) -> Option<Timestamp> {
        let mut followups = self.cx.local_deals.followups().values();
        followups.find(|followup| followup.done.is_none())?;
        let tomorrow = self.cx.today().tomorrow().ok()?;
        self.cx.options.zone.to_timestamp(tomorrow.to_datetime(Time::midnight())).ok()
    }
}

//! `App` methods for the inbox.

use crate::foundation::cx::overlay::Overlay;
use crate::foundation::cx::toast::SHORT;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::ResourceKind;
use crate::screens::inbox::inbox::{ALERTS, KINDS, LIST, PREFERENCES};
use crate::shell::app::App;

impl App {
    /// Handles Esc in the inbox, one step at a time: selection, pane, then the bulk marking. The bulk marking comes
    /// last, because the user may want the earlier meaning of Esc and not cancel deliberate work. The filter stays,
    /// since it has its own key. While a filter is set, Esc does not cancel the marking.
    pub(crate) fn leave_inbox(&mut self) -> Vec<Effect> {
        if self.inbox.esc_cancels_marking(&self.cx) {
            if let Some(effects) = self.inbox.cancel_run(&mut self.cx) {
                return effects;
            }
            if self.inbox.is_late_cancel(&mut self.cx) {
                return Vec::new();
            }
            return self.show(Screen::Pipeline);
        }
        if self.inbox.clear_range_or_selection() {
            return Vec::new();
        }
        if self.cx.pane != LIST {
            self.focus_pane(LIST);
            return Vec::new();
        }
        if self.inbox.mark_counts(&self.cx).is_some() {
            self.cx.notify(ToastContent::filter_stays(), SHORT);
            return Vec::new();
        }
        self.show(Screen::Pipeline)
    }

    /// Handles Enter: opens the deal, the alert or the user form, or filters by kind.
    pub(crate) fn open_from_inbox(&mut self) -> Vec<Effect> {
        debug_assert!(matches!(self.cx.overlay, Overlay::None) && self.cx.screen == Screen::Notifications);
        if self.cx.pane == ALERTS {
            let id = self.inbox.focused_alert(&self.cx).map(|alert| alert.id);
            if let Some(id) = id {
                self.show_record(ResourceKind::Alerts, &id);
            }
            return Vec::new();
        }
        if self.cx.pane == PREFERENCES {
            return self.begin_user_switch();
        }
        if self.cx.pane == KINDS {
            self.filter_kind();
            return Vec::new();
        }
        self.inbox.list_focus.is_user_set = true;
        if let Some(alert) = self.inbox.focused_summary(&self.cx) {
            return self.show_raised(&alert);
        }
        let deal = self
            .inbox
            .deal_of_notification(&self.cx)
            .and_then(|row| crate::contract::ids::DealId::new(row.id).ok());
        deal.map_or_else(Vec::new, |deal| self.open_deal(deal))
    }

    /// Unsnoozes the target notifications; otherwise opens the choice of a snooze.
    pub(crate) fn begin_snooze(&mut self) -> Vec<Effect> {
        if !self.inbox.are_targets_snoozed(&self.cx) {
            self.open_picker(crate::foundation::cx::overlay::PickerKind::Snooze);
            return Vec::new();
        }
        let count = self.inbox.snooze_until(None, &mut self.cx);
        self.cx.notify(ToastContent::counted("toast-unsnoozed", count), SHORT);
        self.inbox.save_triage(&mut self.cx)
    }

    /// Filters the list by the focused kind and focuses it.
    pub(crate) fn filter_kind(&mut self) {
        let Some(kind) = self.inbox.frequencies.kinds.get(self.inbox.kind_index) else {
            return;
        };
        let words = kind.label.split_whitespace();
        let words: Vec<&str> = words
            .map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()))
            .filter(|word| !word.is_empty())
            .collect();
        let filter = words.join(" ");
        self.inbox.filter_inbox(filter, &mut self.cx);
        self.inbox.kind_index = 0;
        self.focus_pane(LIST);
    }
}

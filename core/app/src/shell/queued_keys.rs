//! Keys pressed before their list is loaded. After a screen change the list is still being loaded; the first load on a
//! machine takes as long as the service needs. Actions on the list are queued until then and run in order once it is
//! loaded. Any other action clears the queue. An expired queue is dropped, with a message.

use crate::shell::app::QueuedKeys;
use jiff::Timestamp;

use crate::foundation::cx::change_types::RecordSource;
use crate::model::resources::resource_kind::ResourceKind;

use super::app::App;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::cx::overlay_types::InboxTab;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;

/// Maximum number of queued actions, because a held key repeats without limit.
const MAX_QUEUED: usize = 32;

/// Returns whether an action is disabled only because nothing is focused.
fn misses_focus(reason: DisabledReason) -> bool {
    matches!(
        reason,
        DisabledReason::NoTask
            | DisabledReason::NoNotification
            | DisabledReason::NothingUnread
            | DisabledReason::NoServiceView
            | DisabledReason::NothingToOpen
            | DisabledReason::NothingToCopy
    )
}

impl App {
    /// Queues `id` if its list is being loaded. Any other action clears the queue.
    pub(crate) fn queue_for_list(&mut self, id: ActionId) -> bool {
        if !self.is_list_loading() || !self.needs_list(id) {
            self.queued_keys = None;
            return false;
        }
        let (screen, pane, since) = (self.cx.screen, self.cx.pane, self.cx.now);
        let current = self.queued_keys.take().filter(|queued| (queued.screen, queued.pane) == (screen, pane));
        let mut queued = current.unwrap_or(QueuedKeys { screen, pane, actions: Vec::new(), since });
        if queued.actions.len() < MAX_QUEUED {
            queued.actions.push(id);
        }
        self.queued_keys = Some(queued);
        true
    }

    /// Drops an expired queue and reports that the list is not loaded yet.
    pub(crate) fn drop_expired_keys(&mut self) {
        let is_expired = |queued: &mut QueuedKeys| queued.expires_at() <= self.cx.now;
        let Some(queued) = self.queued_keys.take_if(is_expired) else {
            return;
        };
        let still_here = (queued.screen, queued.pane) == (self.cx.screen, self.cx.pane);
        if let Some(id) = queued.actions.last().filter(|_| still_here) {
            self.cx.refuse(*id, DisabledReason::Loading);
        }
    }

    /// Returns the time at which the queue expires, if there is one.
    pub(crate) fn queued_keys_expiry(&self) -> Option<Timestamp> {
        self.queued_keys.as_ref().map(QueuedKeys::expires_at)
    }

    fn needs_list(&self, id: ActionId) -> bool {
        match id {
            ActionId::FocusUp
            | ActionId::FocusDown
            | ActionId::PageUp
            | ActionId::PageDown
            | ActionId::FocusFirst
            | ActionId::FocusLast
            | ActionId::Open => true,
            ActionId::FocusLeft | ActionId::FocusRight => self.cx.screen == Screen::Tasks,
            other => self.enabled(other).is_err_and(misses_focus),
        }
    }

    /// Returns whether the focused list has never been loaded and is being loaded.
    pub(crate) fn is_list_loading(&self) -> bool {
        // Without a delegated user these lists are not requested.
        if self.cx.overlay != Overlay::None || self.offers_user_choice() {
            return false;
        }
        match self.cx.screen {
            Screen::Tasks => self.cx.awaits_kind(ResourceKind::Tasks),
            Screen::Notifications if self.cx.pane == crate::screens::inbox::inbox::LIST => {
                // The other tabs only filter loaded notifications.
                self.inbox.tab == InboxTab::default() && self.cx.awaits_inbox()
            }
            Screen::Notifications if self.cx.pane == crate::screens::inbox::inbox::ALERTS => {
                self.cx.awaits_kind(ResourceKind::Alerts)
            }
            Screen::Views => self.cx.server_view_kind().is_some_and(|kind| self.cx.awaits_kind(kind)),
            Screen::Explorer if self.cx.pane != crate::screens::explorer::explorer::SOURCES => {
                match self.explorer.focused_source() {
                    Some(RecordSource::Kind(kind)) => self.cx.awaits_kind(kind),
                    Some(RecordSource::Route(request)) => {
                        self.cx.response(&request).map_or(self.cx.has_unhandled_effects(), |response| {
                            response.loading && response.value.is_none() && response.error.is_none()
                        })
                    }
                    None => false,
                }
            }
            _ => false,
        }
    }
}

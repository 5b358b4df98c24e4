//! Keys pressed before their list is loaded. After a screen change the list is still being loaded; the first load on a
//! machine takes as long as the service needs. Actions on the list are queued until then and run in order once it is
//! loaded. Any other action clears the queue. An expired queue is dropped, with a message.

use crate::shell::key_queue::Ahead;
use jiff::Timestamp;

use crate::foundation::cx::change_types::Source;
use crate::model::resources::resource_kind::Family;

use super::app::App;
use crate::foundation::cx::overlay::Layer;
use crate::foundation::cx::overlay_types::InboxTab;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::Reason;

/// Maximum number of queued actions, because a held key repeats without limit.
const MOST: usize = 32;

/// Returns whether an action is disabled only because nothing is focused.
fn misses_focus(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::NoTask
            | Reason::NoNotification
            | Reason::NothingUnread
            | Reason::NoServiceView
            | Reason::NothingToOpen
            | Reason::NothingToCopy
    )
}

impl App {
    /// Queues `id` if its list is being loaded. Any other action clears the queue.
    pub(crate) fn keeps_for_list(&mut self, id: ActionId) -> bool {
        if !self.awaits_list() || !self.asks_of_list(id) {
            self.ahead = None;
            return false;
        }
        let (screen, pane, since) = (self.cx.screen, self.cx.pane, self.cx.now);
        let here = self
            .ahead
            .take()
            .filter(|ahead| (ahead.screen, ahead.pane) == (screen, pane));
        let mut ahead = here.unwrap_or(Ahead {
            screen,
            pane,
            asked: Vec::new(),
            since,
        });
        if ahead.asked.len() < MOST {
            ahead.asked.push(id);
        }
        self.ahead = Some(ahead);
        true
    }

    /// Drops an expired queue and reports that the list is not loaded yet.
    pub(crate) fn give_up_what_was_asked_ahead(&mut self) {
        let late = |ahead: &mut Ahead| ahead.until() <= self.cx.now;
        let Some(ahead) = self.ahead.take_if(late) else {
            return;
        };
        let still_here = (ahead.screen, ahead.pane) == (self.cx.screen, self.cx.pane);
        if let Some(id) = ahead.asked.last().filter(|_| still_here) {
            let kind = ToastKind::Disabled {
                id: Some(*id),
                reason: Reason::BeingRead.key(),
            };
            self.cx.say(kind, crate::foundation::cx::toast::SHORT);
        }
    }

    /// Returns the time at which the queue expires, if there is one.
    pub(crate) fn asked_ahead_until(&self) -> Option<Timestamp> {
        self.ahead.as_ref().map(Ahead::until)
    }

    fn asks_of_list(&self, id: ActionId) -> bool {
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
    pub(crate) fn awaits_list(&self) -> bool {
        // Without a delegated user these lists are not requested.
        if self.cx.layer != Layer::None || self.offers_user() {
            return false;
        }
        match self.cx.screen {
            Screen::Tasks => self.cx.awaits_family(Family::Tasks),
            Screen::Notifications if self.cx.pane == crate::screens::inbox::panes::LIST => {
                // The other tabs only filter loaded notifications.
                self.inbox.tab == InboxTab::default() && self.cx.awaits_inbox()
            }
            Screen::Notifications if self.cx.pane == crate::screens::inbox::panes::ALERTS => {
                self.cx.awaits_family(Family::Alerts)
            }
            Screen::Views => self
                .cx
                .library_family()
                .is_some_and(|family| self.cx.awaits_family(family)),
            Screen::Explorer if self.cx.pane != crate::screens::explorer::explorer::SOURCES => {
                match self.explorer.focused_source() {
                    Some(Source::Family(family)) => self.cx.awaits_family(family),
                    Some(Source::Route(asked)) => {
                        self.cx.answer(&asked).map_or(self.cx.unhandled(), |answer| {
                            answer.loading && answer.value.is_none() && answer.error.is_none()
                        })
                    }
                    None => false,
                }
            }
            _ => false,
        }
    }
}

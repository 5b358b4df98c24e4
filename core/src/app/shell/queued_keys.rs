//! Keys that come before what they are about. Right after a change of screen its list is still on its way, for the first
//! time on this machine for as long as the service takes. Rule: a key is about what the person will see. What is asked of
//! the list until then waits in the order it was asked in and is done when the list is there; whoever does anything else
//! meanwhile has given it up, and what waited too long is done no more and says so.

use crate::app::shell::key_queue::{Ahead};
use jiff::{SignedDuration, Timestamp};

use crate::app::foundation::cx::change_types::Source;
use crate::discovery::Family;
use crate::engine::Effect;

use super::app::App;
use crate::app::foundation::cx::overlay::Layer;
use crate::app::foundation::cx::overlay_types::InboxTab;
use crate::app::foundation::cx::toast_kind::ToastKind;
use crate::app::foundation::input::commands::ActionId;
use crate::app::foundation::input::context::Screen;
use crate::app::foundation::input::disabled_reason::Reason;

/// No more are kept: a key that is held down asks for as many as it likes.
const MOST: usize = 32;

/// Whether the reason an action is disabled for is that nothing is there to have the focus.
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
    /// Whether `id` is about a list that is on its way: then it is kept for that. Anything else gives up what was kept.
    pub(in crate::app) fn keeps_for_list(&mut self, id: ActionId) -> bool {
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

    /// Does what was asked ahead, once what it is about is there.
    pub(in crate::app) fn do_what_was_asked_ahead(&mut self) {
        if self.awaits_list() {
            return;
        }
        let Some(ahead) = self.ahead.take() else { return };
        if (ahead.screen, ahead.pane) != (self.cx.screen, self.cx.pane) || self.cx.layer != Layer::None {
            return;
        }
        for id in ahead.asked {
            let effects: Vec<Effect> = self.run(id);
            self.cx.afterwards.extend(effects);
        }
    }

    /// Gives up what waited too long, and says that its list is not there yet.
    pub(in crate::app) fn give_up_what_was_asked_ahead(&mut self) {
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
            self.cx.say(kind, crate::app::foundation::cx::toast::SHORT);
        }
    }

    /// When something that was asked ahead is done no more.
    pub(in crate::app) fn asked_ahead_until(&self) -> Option<Timestamp> {
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

    /// Whether the list that has the focus has never been there, and is on its way.
    fn awaits_list(&self) -> bool {
        // Where nobody is chosen to act for, what would be listed is not asked for.
        if self.cx.layer != Layer::None || self.offers_user() {
            return false;
        }
        match self.cx.screen {
            Screen::Tasks => self.cx.awaits_family(Family::Tasks),
            Screen::Notifications if self.cx.pane == crate::app::screens::inbox::panes::LIST => {
                // Of another tab the list is a choice of what is there.
                self.inbox.tab == InboxTab::default() && self.cx.awaits_inbox()
            }
            Screen::Notifications if self.cx.pane == crate::app::screens::inbox::panes::ALERTS => {
                self.cx.awaits_family(Family::Alerts)
            }
            Screen::Views => self
                .cx
                .library_family()
                .is_some_and(|family| self.cx.awaits_family(family)),
            Screen::Explorer if self.cx.pane != crate::app::screens::explorer::explorer::SOURCES => {
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

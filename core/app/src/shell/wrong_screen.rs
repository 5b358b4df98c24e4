//! Message for a key that is bound only on another screen.

use crate::foundation::cx::toast;

use super::app::App;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::cx::toast_content::{ToastArg, ToastContent};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::input::key::Key;
use crate::shell::action::Action;

impl App {
    /// Returns the report of the screens where a key works, if there are any. In the window, egui may use the key.
    pub(super) fn wrong_screen_hint(&self, key: Key) -> Option<Action> {
        if self.cx.options.split_view || self.cx.overlay != Overlay::None {
            return None;
        }
        let (id, screens) = self.cx.bound_on_other_screens(key)?;
        Some(Action::NameScreens { id, screens })
    }

    pub(crate) fn name_screens(&mut self, id: ActionId, screens: Vec<Screen>) {
        // The table is part of the board's screen, but this key works only on the board.
        if screens.contains(&self.cx.screen) {
            return self.cx.refuse(id, DisabledReason::BoardOnly);
        }
        let action = ToastArg::Message(id.spec().label_key);
        let content = ToastContent::new("toast-elsewhere").with_arg("action", action);
        self.cx.notify(content.with_arg("screens", ToastArg::Screens(screens)), toast::SHORT);
    }
}

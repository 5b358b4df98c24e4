//! A key that means nothing here and something on another screen: who presses it has lost their way, and is told where it works.

use jiff::Timestamp;

use crate::app::foundation::cx::toast;

use super::app::App;
use crate::app::foundation::cx::overlay::Layer;
use crate::app::foundation::cx::toast_kind::ToastKind;
use crate::app::foundation::input::disabled_reason::Reason;
use crate::app::foundation::input::key::Key;

impl App {
    /// Says where a key works that has no meaning on this screen. Returns whether there is such a place.
    pub fn say_elsewhere(&mut self, key: Key, now: Timestamp) -> bool {
        if self.cx.layer != Layer::None {
            return false;
        }
        let Some((id, screens)) = self.cx.bound_elsewhere(key) else {
            return false;
        };
        self.tick(now);
        // The table is on the screen of the board, and not what it is meant for.
        let said = if screens.contains(&self.cx.screen) {
            let reason = Reason::BoardAlone.key();
            ToastKind::Disabled { id: Some(id), reason }
        } else {
            ToastKind::Elsewhere { id, screens }
        };
        self.cx.say(said, toast::SHORT);
        true
    }
}

//! Message for a key that is bound only on another screen.

use jiff::Timestamp;

use crate::foundation::cx::toast;

use super::app::App;
use crate::foundation::cx::overlay::Layer;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::input::disabled_reason::Reason;
use crate::foundation::input::key::Key;

impl App {
    /// Reports the screens where a key works. Returns whether there are any.
    pub fn say_elsewhere(&mut self, key: Key, now: Timestamp) -> bool {
        if self.cx.layer != Layer::None {
            return false;
        }
        let Some((id, screens)) = self.cx.bound_elsewhere(key) else {
            return false;
        };
        self.tick(now);
        // The table is part of the board's screen, but this key works only on the board.
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

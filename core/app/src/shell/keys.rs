//! Keys: the action of a key. Both front ends share the order in which a key gets its meaning.

use super::app::App;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::foundation::input::key::{Key, KeyCode};
use crate::shell::action::Action;

impl App {
    /// Returns the action of a key; `None` if the front end may use the key itself. The first match applies:
    ///
    /// 1. On the terminal's line for another user, a character begins the identifier.
    /// 2. In the status menu, a character continues the search.
    /// 3. A bound key runs its action.
    /// 4. Any other key cancels the question before a deletion.
    /// 5. In the terminal, a key bound only on other screens names these screens.
    pub fn action_of(&self, key: Key) -> Option<Action> {
        let cancels = || self.deletion.armed_deletion(&self.cx).is_some();
        self.typed_on_line(key)
            .or_else(|| self.searched(key))
            .or_else(|| self.bound(key).map(Action::Run))
            .or_else(|| cancels().then_some(Action::CloseOverlay))
            .or_else(|| self.wrong_screen_hint(key))
    }

    /// Returns the action that a key is bound to in the current context.
    pub fn bound(&self, key: Key) -> Option<ActionId> {
        let keymap = &self.cx.options.keymap;
        // In the table beside an open deal, the keys that extend the cell selection do not move the deal.
        let cells = keymap.action(Context::Table, key);
        let cells = cells.filter(|id| self.table.extends_range_in_split(*id, &self.cx));
        let here = || keymap.action(self.table.context(&self.cx), key);
        let on_other_screen = || {
            let id = keymap.action(Context::Board, key)?;
            self.table.acts_on_split_view(id, &self.cx).then_some(id)
        };
        cells.or_else(here).or_else(on_other_screen).or_else(|| self.bound_above(key))
    }

    /// Returns the action of a key of the screen that also works in an overlay of the window.
    fn bound_above(&self, key: Key) -> Option<ActionId> {
        if !self.cx.options.split_view || !(key.ctrl || key.alt) {
            return None;
        }
        let id = self.cx.options.keymap.action(self.cx.screen.context(), key)?;
        // The filter line is part of its screen, so keys that are not typing work as on the screen. Zoom belongs to the
        // window and works under any overlay.
        let window = matches!(id, ActionId::ZoomIn | ActionId::ZoomOut | ActionId::ZoomReset);
        // Undo and redo work everywhere, or tell the user what to close first.
        let turns = matches!(id, ActionId::Undo | ActionId::Redo);
        (window || turns || matches!(self.cx.overlay, Overlay::Filter)).then_some(id)
    }

    fn typed_on_line(&self, key: Key) -> Option<Action> {
        match key.code {
            KeyCode::Char(letter) if !key.ctrl && !key.alt && letter != ' ' => {
                let types = !self.cx.options.split_view && self.cx.is_on_other_user();
                types.then(|| Action::SetText(letter.to_string()))
            }
            _ => None,
        }
    }
}

//! The pending write on the deal screen: change, state, and the key that acts on it.
//!
//! The key and the remaining undo window are never cut; the change is shortened instead.

use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::records::activity::view::writes::WriteView;
use encours_core::app::shell::app::App;
use ratatui::style::Style;

use crate::screens::layout;
use crate::widgets::{Canvas, text_width};

/// A pending-write line before its layout.
pub struct PendingWriteLine {
    mark: (String, Style),
    change: (String, Style),
    state: (String, Style),
    /// Key and its label; empty if no action is available.
    hint: Vec<(String, Style)>,
    is_scheduled: bool,
}

impl PendingWriteLine {
    /// Creates the line for a write.
    pub fn new(app: &App, canvas: &Canvas<'_>, write: &WriteView) -> Self {
        let theme = canvas.theme;
        // Conflicts are resolved on the activity screen.
        let action_hint = if write.conflict.is_some() {
            layout::action_hint(app, ActionId::ScreenActivity)
        } else {
            write.is_scheduled.then(|| layout::undo_hint(app)).flatten()
        };
        let hint = action_hint.map_or_else(Vec::new, |hint| {
            vec![(format!("  {}", hint.keys), theme.key()), (format!(" {}", hint.label), theme.second())]
        });
        Self {
            mark: (format!("{} ", write.mark.glyph()), theme.write_mark(write.mark)),
            change: (write.text.clone(), theme.text()),
            state: (format!("  {}", write.state), theme.second()),
            hint,
            is_scheduled: write.is_scheduled,
        }
    }

    fn hint_width(&self) -> u16 {
        self.hint.iter().map(|(text, _)| text_width(text)).sum()
    }

    /// Returns the full width.
    pub fn width(&self) -> u16 {
        text_width(&self.mark.0) + text_width(&self.change.0) + text_width(&self.state.0) + self.hint_width()
    }

    /// Draws the line in `max_width` columns. Returns the width used.
    pub fn draw(&self, canvas: &mut Canvas<'_>, x: u16, y: u16, max_width: u16) -> u16 {
        let available = max_width.saturating_sub(text_width(&self.mark.0) + self.hint_width());
        let (change, state) = (text_width(&self.change.0), text_width(&self.state.0));
        // The reason of a blocked write is a sentence that its pane shows in full, so keep part of the change.
        let min_width = if self.is_scheduled { 0 } else { available / 3 };
        let change = change.min(available.saturating_sub(state).max(min_width));
        let state = state.min(available.saturating_sub(change));
        let mut used = canvas.draw_text(x, y, max_width, &self.mark.0, self.mark.1);
        used += canvas.draw_text(x + used, y, change, &self.change.0, self.change.1);
        used += canvas.draw_text(x + used, y, state, &self.state.0, self.state.1);
        for (part, style) in &self.hint {
            used += canvas.draw_text(x + used, y, max_width.saturating_sub(used), part, *style);
        }
        used
    }
}

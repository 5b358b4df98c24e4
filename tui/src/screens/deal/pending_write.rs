//! The pending write on the deal screen: change, state, and the key that acts on it.
//!
//! The key and the remaining undo window are never cut; the change is shortened instead.

use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::records::activity::view::writes::WriteView;
use encours_core::app::shell::app::App;
use ratatui::style::Style;

use crate::screens::layout;
use crate::widgets::{Canvas, columns};

/// A pending-write line before its layout.
pub struct Waiting {
    mark: (String, Style),
    change: (String, Style),
    state: (String, Style),
    /// Key and its label; empty if no action is available.
    way: Vec<(String, Style)>,
    held: bool,
}

impl Waiting {
    /// Creates the line for a write.
    pub fn of(app: &App, canvas: &Canvas<'_>, write: &WriteView) -> Self {
        let theme = canvas.theme;
        // Conflicts are resolved on the activity screen.
        let wanted = if write.conflict.is_some() {
            layout::offer(app, ActionId::ScreenActivity)
        } else {
            write.held.then(|| layout::way_back(app)).flatten()
        };
        let way = wanted.map_or_else(Vec::new, |hint| {
            vec![
                (format!("  {}", hint.keys), theme.key()),
                (format!(" {}", hint.label), theme.second()),
            ]
        });
        Self {
            mark: (format!("{} ", write.mark.glyph()), theme.write(write.mark)),
            change: (write.text.clone(), theme.text()),
            state: (format!("  {}", write.state), theme.second()),
            way,
            held: write.held,
        }
    }

    fn way_width(&self) -> u16 {
        self.way.iter().map(|(text, _)| columns(text)).sum()
    }

    /// Returns the full width.
    pub fn width(&self) -> u16 {
        columns(&self.mark.0) + columns(&self.change.0) + columns(&self.state.0) + self.way_width()
    }

    /// Draws the line in `room` columns. Returns the width used.
    pub fn draw(&self, canvas: &mut Canvas<'_>, x: u16, y: u16, room: u16) -> u16 {
        let left = room.saturating_sub(columns(&self.mark.0) + self.way_width());
        let (change, state) = (columns(&self.change.0), columns(&self.state.0));
        // The reason of a blocked write is a sentence that its pane shows in full, so keep part of the change.
        let least = if self.held { 0 } else { left / 3 };
        let change = change.min(left.saturating_sub(state).max(least));
        let state = state.min(left.saturating_sub(change));
        let mut used = canvas.put(x, y, room, &self.mark.0, self.mark.1);
        used += canvas.put(x + used, y, change, &self.change.0, self.change.1);
        used += canvas.put(x + used, y, state, &self.state.0, self.state.1);
        for (part, style) in &self.way {
            used += canvas.put(x + used, y, room.saturating_sub(used), part, *style);
        }
        used
    }
}

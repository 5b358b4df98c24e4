//! Countdown and undo key of a scheduled change that is not the newest toast's.
//!
//! They follow the toast's text or have their own row, so that it is clear what undo reverts and how long that
//! is possible.

use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::app::App;
use encours_core::app::tools::toasts::view::HeldView;
use encours_core::text::{Clean, Words};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::layout;
use crate::widgets::{Canvas, Target, columns};

/// Minimum name width beside the toast's text.
const LEAST_NAME: u16 = 6;

/// A scheduled change, ready to be drawn.
pub struct Held {
    name: Clean,
    countdown: String,
    key: String,
    label: String,
}

impl Held {
    /// Returns its texts, with the key if undo reverts it.
    pub fn of(app: &App, view: HeldView) -> Self {
        let undo = view.undone.then(|| layout::way_back(app)).flatten();
        let (key, mut label) = undo.map(|hint| (hint.keys, hint.label)).unwrap_or_default();
        if view.deletes && !key.is_empty() {
            label = Words::new(app.cx.lang()).get("hint-keep-deal").into_owned();
        }
        Self {
            name: view.name,
            countdown: view.countdown,
            key,
            label,
        }
    }

    /// Returns the width of everything except the name.
    fn around(&self) -> u16 {
        let key = match columns(&self.key) {
            0 => 0,
            key => 2 + key + 1 + columns(&self.label),
        };
        columns("↑ ") + columns("  ") + columns(&self.countdown) + key
    }

    /// Returns the minimum width.
    pub fn least(&self) -> u16 {
        self.around() + columns(&self.name).min(LEAST_NAME)
    }

    /// Returns the full width.
    pub fn width(&self) -> u16 {
        self.around() + columns(&self.name)
    }

    /// Draws it in `room` columns, with the name cut if needed.
    pub fn draw(&self, canvas: &mut Canvas<'_>, x: u16, y: u16, room: u16) {
        let theme = canvas.theme;
        let name = Clean::line_of(&self.name, usize::from(room.saturating_sub(self.around()).max(1)));
        let gap = |text: &str| if text.is_empty() { "" } else { "  " };
        let parts: [(&str, Style); 8] = [
            ("↑ ", theme.pending()),
            (&name, theme.heading()),
            ("  ", theme.second()),
            (&self.countdown, theme.second()),
            (gap(&self.key), theme.second()),
            (&self.key, theme.key()),
            (if self.key.is_empty() { "" } else { " " }, theme.second()),
            (&self.label, theme.second()),
        ];
        let used = canvas.line(x, y, room, &parts);
        if !self.key.is_empty() {
            let width = columns(&self.key) + 1 + columns(&self.label);
            let place = Rect::new((x + used).saturating_sub(width), y, width, 1);
            canvas.hit(place, Target::Run(ActionId::Undo));
        }
    }
}

//! Countdown and undo key of a scheduled change that is not the newest toast's.
//!
//! They follow the toast's text or have their own row, so that it is clear what undo reverts and how long that
//! is possible.

use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::app::App;
use encours_core::app::tools::toasts::view::ScheduledView;
use encours_core::text::{Messages, SafeText};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::layout;
use crate::widgets::{Canvas, ClickTarget, text_width};

/// Minimum name width beside the toast's text.
const MIN_NAME_WIDTH: u16 = 6;

/// A scheduled change, ready to be drawn.
pub struct UndoCountdown {
    name: SafeText,
    countdown: String,
    key: String,
    label: String,
}

impl UndoCountdown {
    /// Returns its texts, with the key if undo reverts it.
    pub fn new(app: &App, view: ScheduledView) -> Self {
        let undo = view.undo_cancels.then(|| layout::undo_hint(app)).flatten();
        let (key, mut label) = undo.map(|hint| (hint.keys, hint.label)).unwrap_or_default();
        if view.deletes && !key.is_empty() {
            label = Messages::new(app.cx.lang()).get("hint-keep-deal").into_owned();
        }
        Self { name: view.name, countdown: view.countdown, key, label }
    }

    /// Returns the width of everything except the name.
    fn fixed_width(&self) -> u16 {
        let key = match text_width(&self.key) {
            0 => 0,
            key => 2 + key + 1 + text_width(&self.label),
        };
        text_width("↑ ") + text_width("  ") + text_width(&self.countdown) + key
    }

    /// Returns the minimum width.
    pub fn min_width(&self) -> u16 {
        self.fixed_width() + text_width(&self.name).min(MIN_NAME_WIDTH)
    }

    /// Returns the full width.
    pub fn width(&self) -> u16 {
        self.fixed_width() + text_width(&self.name)
    }

    /// Draws it in `max_width` columns, with the name cut if needed.
    pub fn draw(&self, canvas: &mut Canvas<'_>, x: u16, y: u16, max_width: u16) {
        let theme = canvas.theme;
        let name = SafeText::line_within(
            &self.name,
            usize::from(max_width.saturating_sub(self.fixed_width()).max(1)),
        );
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
        let used = canvas.draw_spans(x, y, max_width, &parts);
        if !self.key.is_empty() {
            let width = text_width(&self.key) + 1 + text_width(&self.label);
            let area = Rect::new((x + used).saturating_sub(width), y, width, 1);
            canvas.add_target(area, ClickTarget::Run(ActionId::Undo));
        }
    }
}

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

/// Countdown of a scheduled change, and the key that undoes it.
pub struct UndoTail {
    countdown: String,
    /// Undo key and its label; empty if nothing can be undone.
    pub key: String,
    pub label: String,
}

impl UndoTail {
    /// Returns its texts, with the key if `undoable`. `deletes` is true for the creation of a deal.
    pub fn new(app: &App, countdown: String, undoable: bool, deletes: bool) -> Self {
        let undo = undoable.then(|| layout::undo_hint(app)).flatten();
        let (key, mut label) = undo.map(|hint| (hint.keys, hint.label)).unwrap_or_default();
        if deletes && !key.is_empty() {
            // After the undo of a creation, the countdown leads to a deletion, so "undo" would be unclear: say
            // "keep the deal".
            label = Messages::new(app.cx.lang()).get("hint-keep-deal").into_owned();
        }
        Self { countdown, key, label }
    }

    fn spans(&self, second: Style, key: Style) -> [(&str, Style); 6] {
        let gap = |text: &str| if text.is_empty() { "" } else { "  " };
        [
            (gap(&self.countdown), second),
            (&self.countdown, second),
            (gap(&self.key), second),
            (&self.key, key),
            (if self.label.is_empty() { "" } else { " " }, second),
            (&self.label, second),
        ]
    }

    /// Returns the full width.
    pub fn width(&self) -> u16 {
        self.spans(Style::new(), Style::new()).iter().map(|(text, _)| text_width(text)).sum()
    }

    /// Draws countdown and key. The key can be clicked.
    pub fn draw(&self, canvas: &mut Canvas<'_>, x: u16, y: u16, max_width: u16) {
        let spans = self.spans(canvas.theme.second(), canvas.theme.key());
        let used = canvas.draw_spans(x, y, max_width, &spans);
        if !self.key.is_empty() {
            let width = text_width(&self.key) + 1 + text_width(&self.label);
            let area = Rect::new((x + used).saturating_sub(width), y, width, 1);
            canvas.add_target(area, ClickTarget::Run(ActionId::Undo));
        }
    }
}

/// A scheduled change, ready to be drawn.
pub struct UndoCountdown {
    name: SafeText,
    tail: UndoTail,
}

impl UndoCountdown {
    /// Returns its texts, with the key if undo reverts it.
    pub fn new(app: &App, view: ScheduledView) -> Self {
        Self { name: view.name, tail: UndoTail::new(app, view.countdown, view.undo_cancels, view.deletes) }
    }

    /// Returns the width of everything except the name.
    fn fixed_width(&self) -> u16 {
        text_width("↑ ") + self.tail.width()
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
        let name_width = max_width.saturating_sub(self.fixed_width()).max(1);
        let name = SafeText::line_within(&self.name, usize::from(name_width));
        let parts = [("↑ ", theme.pending()), (&*name, theme.heading())];
        let used = canvas.draw_spans(x, y, max_width, &parts);
        self.tail.draw(canvas, x + used, y, max_width.saturating_sub(used));
    }
}

//! The locked screen, which shows nothing of the content.

use encours_core::app::shell::app::App;
use encours_core::app::tools::session::view::locked::locked_view;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::theme::Theme;
use crate::widgets::{Canvas, FrameOutput, text_width};

/// Maximum width of the texts.
const MAX_WIDTH: u16 = 64;

/// Draws the locked screen with a mark for each of `typed` characters of the passphrase.
pub fn draw(app: &App, buffer: &mut Buffer, theme: Theme, typed: usize) -> FrameOutput {
    let mut canvas = Canvas::new(buffer, theme);
    let area = canvas.area();
    canvas.clear(area);
    let view = locked_view(app.cx.lang(), &app.session.idle_lock);
    let width = area.width.saturating_sub(2).min(MAX_WIDTH);
    let x = area.x + (area.width - width) / 2;
    let mut y = area.y + area.height / 4;
    let (strong, text, second) = (canvas.theme.heading(), canvas.theme.text(), canvas.theme.second());
    let hint = format!("{} {}", view.hint, view.quit);
    let parts = [(Some(&view.title), strong), (view.rejection.as_ref(), text), (Some(&hint), second)];
    for (part, style) in parts {
        if let Some(part) = part {
            let rest = Rect::new(x, y, width, area.bottom().saturating_sub(y));
            y += canvas.draw_wrapped(rest, part, style) + 1;
        }
    }
    if let Some(label) = view.input.filter(|_| y < area.bottom()) {
        let label = format!("{label}  ");
        canvas.draw_text(x, y, width, &label, second);
        let start = x + text_width(&label).min(width);
        let room = (x + width).saturating_sub(start + 1);
        let marks = "*".repeat(typed.min(usize::from(room)));
        let used = canvas.draw_text(start, y, room, &marks, text);
        canvas.set_cursor(start + used, y);
    }
    canvas.finish()
}

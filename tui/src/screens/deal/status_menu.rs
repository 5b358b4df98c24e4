//! A list of statuses to move a deal to.

use encours_core::app::changes::deal::view::status_menu;
use encours_core::app::foundation::cx::overlay::Menu;
use encours_core::app::shell::app::App;
use encours_core::text::Messages;
use ratatui::layout::Rect;

use crate::screens::layout;
use crate::widgets::{Canvas, ClickTarget, Pane, draw_frame_scroll_bar, draw_popup, first_line, text_width};

/// Draws the menu.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, state: &Menu) {
    let messages = Messages::new(app.cx.lang());
    let (title, lines) = status_menu::menu_view(app, state);
    let (typed, here) = (status_menu::typed_hint(app, state), messages.get("menu-current"));
    let widest = lines.iter().map(|line| text_width(&line.label)).max().unwrap_or(0);
    let width = (widest + text_width(&here) + 12)
        .max(text_width(&title) + 10)
        .max(text_width(&typed) + 4)
        .max(layout::overlay_hints_width(app) + 4);
    let screen = canvas.area();
    let height = (lines.len() as u16 + 4).min(screen.height.saturating_sub(2));
    let top = screen.height.saturating_sub(height) / 3;
    let inner = draw_popup(canvas, width, height, top, Pane::new(&title).focused(true));
    let list = Rect { height: inner.height.saturating_sub(2), ..inner };
    let first = first_line(state.selected.unwrap_or(0), lines.len(), usize::from(list.height));
    for (y, (at, line)) in (list.top()..list.bottom()).zip(lines.iter().enumerate().skip(first)) {
        let row = Rect { y, height: 1, ..list };
        let (text, second) = canvas.begin_row(row, Some(ClickTarget::Line(at)), line.selected);
        let glyph = canvas.theme.status_glyph(&line.status);
        let note = if line.current { &*here } else { "" };
        let used = canvas.draw_text_right(list.right(), y, list.width / 2, note, second);
        let available = list.width.saturating_sub(used + 1);
        let parts = [(glyph.as_str(), second), (" ", text), (&line.label, text)];
        canvas.draw_spans(list.x, y, available, &parts);
    }
    draw_frame_scroll_bar(canvas, list, first, lines.len());
    let style = if state.typed.is_empty() { canvas.theme.second() } else { canvas.theme.text() };
    canvas.draw_text(inner.x, list.bottom(), inner.width, &typed, style);
    layout::draw_overlay_hints(app, canvas, inner);
}

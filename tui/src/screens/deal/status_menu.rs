//! A list of statuses to move a deal to.

use encours_core::app::foundation::cx::overlay::Menu;
use encours_core::app::shell::app::App;
use encours_core::text::Messages;
use ratatui::layout::Rect;

use crate::screens::layout;
use crate::widgets::{Canvas, ClickTarget, Pane, draw_popup, draw_scroll_bar, first_line, text_width};

/// Draws the menu.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, state: &Menu) {
    let messages = Messages::new(app.cx.lang());
    let (title, lines) = encours_core::app::changes::deal::view::status_menu::menu_view(app, state);
    let (typed, here) = (
        encours_core::app::changes::deal::view::status_menu::typed_hint(app, state),
        messages.get("menu-current"),
    );
    let widest = lines.iter().map(|line| text_width(&line.label)).max().unwrap_or(0);
    let width = (widest + text_width(&here) + 12)
        .max(text_width(&title) + 10)
        .max(text_width(&typed) + 4)
        .max(layout::overlay_hints_width(app) + 4);
    let screen = canvas.area();
    let height = (lines.len() as u16 + 4).min(screen.height.saturating_sub(2));
    let top = screen.height.saturating_sub(height) / 3;
    let (area, inner) = draw_popup(canvas, width, height, top, Pane::new(&title).focused(true));
    let list = Rect { height: inner.height.saturating_sub(2), ..inner };
    let (theme, available) = (canvas.theme, usize::from(list.height));
    let first = first_line(state.selected.unwrap_or(0), lines.len(), available);
    for (y, (at, line)) in (list.top()..list.bottom()).zip(lines.iter().enumerate().skip(first)) {
        let (text, second) = if line.selected {
            canvas.draw_text(list.x - 1, y, 1, "▌", theme.accent());
            canvas.fill(Rect::new(list.x, y, list.width, 1), " ", theme.selection());
            (theme.selection(), theme.selection())
        } else {
            (theme.text(), theme.second())
        };
        canvas.add_target(Rect::new(list.x - 1, y, list.width + 1, 1), ClickTarget::Line(at));
        let glyph = theme.status_glyph(&line.status);
        let note = if line.current { &*here } else { "" };
        let used = canvas.draw_text_right(list.right(), y, list.width / 2, note, second);
        let available = list.width.saturating_sub(used + 1);
        canvas.draw_spans(
            list.x,
            y,
            available,
            &[(glyph.as_str(), second), (" ", text), (&line.label, text)],
        );
    }
    draw_scroll_bar(
        canvas,
        Rect::new(area.right().saturating_sub(1), list.y, 1, list.height),
        first,
        available,
        lines.len(),
    );
    let style = if state.typed.is_empty() { canvas.theme.second() } else { canvas.theme.text() };
    canvas.draw_text(inner.x, list.bottom(), inner.width, &typed, style);
    layout::draw_overlay_hints(app, canvas, inner);
}

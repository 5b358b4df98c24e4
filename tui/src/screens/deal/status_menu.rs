//! A list of statuses to move a deal to.

use encours_core::app::foundation::cx::overlay::Menu;
use encours_core::app::shell::app::App;
use encours_core::text::Words;
use ratatui::layout::Rect;

use crate::screens::layout;
use crate::widgets::{Canvas, Pane, Target, columns, first_line, popup, scroll_bar};

/// Draws the menu.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, state: &Menu) {
    let words = Words::new(app.cx.lang());
    let (title, lines) = encours_core::app::changes::deal::view::status_menu::menu(app, state);
    let (typed, here) = (
        encours_core::app::changes::deal::view::status_menu::menu_typed(app, state),
        words.get("menu-current"),
    );
    let widest = lines.iter().map(|line| columns(&line.label)).max().unwrap_or(0);
    let width = (widest + columns(&here) + 12)
        .max(columns(&title) + 10)
        .max(columns(&typed) + 4)
        .max(layout::layer_hints_width(app) + 4);
    let screen = canvas.area();
    let height = (lines.len() as u16 + 4).min(screen.height.saturating_sub(2));
    let top = screen.height.saturating_sub(height) / 3;
    let (area, inner) = popup(canvas, width, height, top, Pane::new(&title).focused(true));
    let list = Rect {
        height: inner.height.saturating_sub(2),
        ..inner
    };
    let (theme, room) = (canvas.theme, usize::from(list.height));
    let first = first_line(state.selected.unwrap_or(0), lines.len(), room);
    for (y, (at, line)) in (list.top()..list.bottom()).zip(lines.iter().enumerate().skip(first)) {
        let (text, second) = if line.selected {
            canvas.put(list.x - 1, y, 1, "▌", theme.accent());
            canvas.fill(Rect::new(list.x, y, list.width, 1), " ", theme.selection());
            (theme.selection(), theme.selection())
        } else {
            (theme.text(), theme.second())
        };
        canvas.hit(Rect::new(list.x - 1, y, list.width + 1, 1), Target::Line(at));
        let glyph = theme.ring(&line.status);
        let note = if line.current { &*here } else { "" };
        let used = canvas.put_right(list.right(), y, list.width / 2, note, second);
        let room = list.width.saturating_sub(used + 1);
        canvas.line(
            list.x,
            y,
            room,
            &[(glyph.as_str(), second), (" ", text), (&line.label, text)],
        );
    }
    scroll_bar(
        canvas,
        Rect::new(area.right().saturating_sub(1), list.y, 1, list.height),
        first,
        room,
        lines.len(),
    );
    let style = if state.typed.is_empty() {
        canvas.theme.second()
    } else {
        canvas.theme.text()
    };
    canvas.put(inner.x, list.bottom(), inner.width, &typed, style);
    layout::layer_hints(app, canvas, inner);
}

//! The entity of the key, with its fields in as many columns as fit.

use encours_core::app::screens::portfolio::view::entity::EntityLine;
use encours_core::app::screens::portfolio::view::portfolio::PortfolioView;
use encours_core::app::shell::app::App;
use encours_core::text::Messages;
use ratatui::layout::Rect;

use super::ENTITY_PANE;
use crate::screens::scroll_offset;
use crate::widgets::{Canvas, Pane, draw_frame_scroll_bar, draw_pane, text_width};

/// Width below which fields have short names.
const SHORT_NAMES_WIDTH: u16 = 40;

/// Draws the entity with `per_row` fields per row.
pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &PortfolioView, per_row: u16) {
    let messages = Messages::new(app.cx.lang());
    let title = messages.get("entity-title");
    let focused = app.cx.pane() == ENTITY_PANE;
    let pane = Pane::new(&title).note(&view.entity_age).number(ENTITY_PANE).focused(focused);
    let inner = draw_pane(canvas, area, pane);
    if inner.is_empty() {
        return;
    }
    let rows = view.entity.len().div_ceil(usize::from(per_row));
    let first = scroll_offset(app, canvas, ENTITY_PANE, rows, usize::from(inner.height));
    let width = (inner.width + 2) / per_row;
    for (column, lines) in view.entity.chunks(rows.max(1)).enumerate() {
        let x = inner.x + width * column as u16;
        let short = width < SHORT_NAMES_WIDTH;
        let label = lines.iter().map(|line| text_width(name(line, short))).max().unwrap_or(0).min(width / 2);
        for (y, line) in (inner.top()..inner.bottom()).zip(lines.iter().skip(first)) {
            let gap = if short { 1 } else { 2 };
            draw_field(canvas, x, y, width.saturating_sub(2), (name(line, short), label + gap), line);
        }
    }
    draw_frame_scroll_bar(canvas, inner, first, rows);
}

fn name(line: &EntityLine, short: bool) -> &str {
    if short { &line.short } else { &line.label }
}

/// Draws a field of the entity, with the start column of its value.
fn draw_field(
    canvas: &mut Canvas<'_>,
    x: u16,
    y: u16,
    width: u16,
    (label, start): (&str, u16),
    line: &EntityLine,
) {
    let theme = canvas.theme;
    canvas.draw_text(x, y, start.saturating_sub(1), label, theme.second());
    let style = if line.is_known { theme.text() } else { theme.second() };
    let used = canvas.draw_text(x + start, y, width.saturating_sub(start), &line.value, style);
    let max_width = width.saturating_sub(start + used + 1);
    if !line.note.is_empty() && max_width > 3 {
        canvas.draw_text(x + start + used + 1, y, max_width, &line.note, theme.second());
    }
}

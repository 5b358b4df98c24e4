//! The card of the entity that owns the portfolio.

use crate::prelude::*;
use encours_core::app::screens::explorer::named_routes::part_of_operation;
use encours_core::app::screens::portfolio::view::entity::EntityLine;
use encours_core::contract::OperationId;

use super::{GAP, draw_pane};

/// Height of a field, and the minimum if all have to fit.
const FIELD_HEIGHT: f32 = 29.0;
pub(super) const MIN_FIELD_HEIGHT: f32 = 25.0;
/// Height of a field if the whole portfolio has little height.
pub(super) const COMPACT_FIELD: f32 = 19.0;
/// Space for the title and below the fields.
const CARD_MARGIN: f32 = 52.0;

/// Returns the minimum height for a number of fields.
pub(super) fn min_height(lines: usize, field: f32) -> f32 {
    CARD_MARGIN + lines as f32 * field
}

/// Draws the card at `y` below the other panes. Returns its bottom edge with a gap.
pub(super) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, lines: &[EntityLine], column: Rect, y: f32) -> f32 {
    if lines.is_empty() {
        return y;
    }
    // Use two columns of fields if the card is wide.
    let across = if column.width() >= 760.0 { 2 } else { 1 };
    let card_height = CARD_MARGIN + lines.len().div_ceil(across) as f32 * FIELD_HEIGHT + 8.0;
    let rect = column.row(y, card_height);
    draw_card(ui, frame, lines, rect, (across, MIN_FIELD_HEIGHT));
    rect.bottom() + GAP
}

/// Draws the button to the server's compliance summary of the portfolio.
fn draw_summary_button(ui: &Ui, frame: &mut FrameCtx<'_>, header: Rect) {
    let Some(operation) = part_of_operation(OperationId::RcciSummary) else {
        return;
    };
    let button = Button::new(frame.message(operation.label_key)).with_icon(Icon::Arrow);
    let button = button.with_style(ButtonStyle::Link).with_action(Action::ShowPart(operation));
    let width = button.width(&frame.painter(ui));
    let button_rect =
        Rect::from_center_size(header.right_center() - vec2(width / 2.0, 0.0), vec2(width, 28.0));
    frame.press(ui, "rcci", button_rect, &button);
}

/// Draws the card in columns; its fields shrink to a minimum as needed.
pub(super) fn draw_card(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    lines: &[EntityLine],
    rect: Rect,
    (column_count, min): (usize, f32),
) {
    let rows = lines.len().div_ceil(column_count);
    let row_height = ((rect.height() - CARD_MARGIN) / rows.max(1) as f32).clamp(min, FIELD_HEIGHT);
    let (painter, colors) = frame.painter_and_colors(ui);
    draw_pane(&painter, rect);
    let header = Rect::from_min_size(rect.min + vec2(16.0, 13.0), vec2(rect.width() - 32.0, 20.0));
    painter.left(header, &frame.message("entity-title"), TextStyle::heading(), colors.text);
    draw_summary_button(ui, frame, header);
    let width = (rect.width() - 32.0 - 32.0 * (column_count - 1) as f32) / column_count as f32;
    for (at, line) in lines.iter().enumerate() {
        let (column_index, row) = (at / rows, at % rows);
        let field_rect = rect_at(
            rect.left() + 16.0 + column_index as f32 * (width + 32.0),
            rect.top() + 44.0 + row as f32 * row_height,
            width,
            row_height,
        );
        painter.horizontal_line(field_rect.x_range(), field_rect.top() + 0.5, colors.border);
        painter.left(
            field_rect.with_max_x(field_rect.left() + 140.0),
            &line.label,
            TextStyle::small(),
            colors.text_tertiary,
        );
        let color = if line.is_known { colors.text } else { colors.text_tertiary };
        let value = painter.left(field_rect.after(148.0), &line.value, TextStyle::body(), color);
        let note = field_rect.with_min_x(value.right() + 8.0);
        painter.left(
            note,
            &line.note,
            TextStyle::small().with_weight(FontWeight::Regular),
            colors.text_tertiary,
        );
        let a11y_text = format!("{} – {} {}", line.label, line.value, line.note);
        ui.describe(field_rect, ("entity", at), Role::Label, a11y_text.trim_end());
    }
}

//! A write in conflict as a table: one row per field with the base, local and server values.
//!
//! The selected side is highlighted, and nothing is sent until the user confirms. Other changed fields are listed
//! below; they need no decision.

use crate::prelude::*;
use encours_core::app::records::activity::view::conflict::{ConflictField, ConflictView};

/// Height of a field.
const FIELD_HEIGHT: f32 = 36.0;
/// Height of the table header.
const HEADER_HEIGHT: f32 = 28.0;
/// Height of the buttons.
const FOOTER_HEIGHT: f32 = 48.0;

/// Draws the conflict below `rect`. Returns its bottom edge.
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, conflict: &ConflictView) -> f32 {
    let table = rect_at(
        rect.left() + 48.0,
        rect.bottom() + 2.0,
        rect.width() - 64.0,
        HEADER_HEIGHT + conflict.fields.len() as f32 * FIELD_HEIGHT,
    );
    let (painter, colors) = frame.painter_and_colors(ui);
    painter.framed_box(table, frame.theme.tokens.radius.button, colors.surface, colors.border);
    // The column of names is a little narrower than each of the three value columns.
    let name = table.width() * 0.19;
    let value = (table.width() - name) / 3.0;
    let cell = |y: f32, height: f32, at: usize| {
        let cell_x = table.left() + name + at as f32 * value;
        rect_at(cell_x, y, value, height)
    };
    let sides = [&conflict.seen_label, &conflict.mine_label, &conflict.theirs_label];
    let timestamps = [conflict.seen_at.as_str(), "", &conflict.theirs_at];
    for (at, (label, timestamp)) in sides.into_iter().zip(timestamps).enumerate() {
        let cell_rect = cell(table.top(), HEADER_HEIGHT, at).narrowed(10.0);
        let label_rect = painter.left(cell_rect, label, TextStyle::label(), colors.text_secondary);
        let remaining = cell_rect.with_min_x(label_rect.right() + 8.0);
        painter.right(remaining, timestamp, TextStyle::small(), colors.text_tertiary);
        ui.describe(cell_rect, ("side-head", at), Role::Label, format!("{label} {timestamp}").trim());
        painter.vertical_line(cell(table.top(), 0.0, at).left(), table.y_range(), colors.border);
    }
    for (at, field) in conflict.fields.iter().enumerate() {
        let y = table.top() + HEADER_HEIGHT + at as f32 * FIELD_HEIGHT;
        let row = table.row(y, FIELD_HEIGHT);
        painter.horizontal_line(row.x_range(), y + 0.5, colors.border);
        let label = row.with_max_x(row.left() + name).narrowed(10.0);
        let weight = if field.focused { FontWeight::SemiBold } else { FontWeight::Regular };
        painter.left(label, &field.label, TextStyle::body().with_weight(weight), colors.text);
        let base = field.seen.as_deref().unwrap_or("–");
        let cell_rect = cell(y, FIELD_HEIGHT, 0).narrowed(10.0);
        painter.left(cell_rect, base, TextStyle::body(), colors.text_tertiary);
        for mine in [true, false] {
            let cell_rect = cell(y, FIELD_HEIGHT, if mine { 1 } else { 2 });
            draw_side(ui, frame, cell_rect, conflict, (at, field), mine);
        }
    }
    let bottom = draw_other_fields(ui, frame, table, conflict);
    draw_buttons(ui, frame, table.with_max_y(bottom), conflict)
}

/// Draws the other changed fields below the table. Returns their bottom edge.
fn draw_other_fields(ui: &Ui, frame: &FrameCtx<'_>, table: Rect, conflict: &ConflictView) -> f32 {
    if conflict.other_changes.is_empty() {
        return table.bottom();
    }
    let (painter, colors) = frame.painter_and_colors(ui);
    let (at, width) = (table.left_bottom() + vec2(10.0, 10.0), table.width() - 20.0);
    let label =
        painter.block(at, width, &conflict.other_changes_label, TextStyle::small(), colors.text_tertiary);
    let fields_text = conflict.other_changes.join(" · ");
    let at = pos2(at.x, label.bottom() + 2.0);
    let text = painter.block(at, width, &fields_text, TextStyle::small(), colors.text_secondary);
    let a11y_text = format!("{} {fields_text}", conflict.other_changes_label);
    ui.describe(label.union(text), "others", Role::Label, &a11y_text);
    text.bottom() + 2.0
}

/// Draws one side of a field; a click selects it.
fn draw_side(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    rect: Rect,
    conflict: &ConflictView,
    (at, field): (usize, &ConflictField),
    mine: bool,
) {
    let is_selected = mine == field.is_mine;
    let (label, value) =
        if mine { (&conflict.mine_label, &field.mine) } else { (&conflict.theirs_label, &field.theirs) };
    let response = ui.interact(rect, ui.scope_id().with(("side", at, mine)), Sense::click());
    let a11y_text = format!("{} – {label} {value}", field.label);
    set_a11y_choice(&response, Role::RadioButton, true, is_selected, &a11y_text);
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let inner = rect.shrink(3.0);
    let radius = theme.tokens.radius.chip;
    if is_selected {
        let edge = theme.hairline(colors.accent_line);
        painter.bordered_box(inner, radius, colors.accent_soft, edge);
    } else if response.hovered() {
        painter.fill(inner, radius, colors.hover);
    }
    if response.has_focus() || (field.focused && is_selected) {
        painter.focus_ring(inner.shrink(1.0), radius);
    }
    let mut text = rect.narrowed(10.0);
    if is_selected {
        let at = pos2(text.right() - 6.0, rect.center().y);
        painter.sized_icon(at, Icon::Check, 14.0, colors.accent_text);
        text.max.x -= 18.0;
    }
    let style = if is_selected { TextStyle::strong() } else { TextStyle::body() };
    let color = if is_selected { colors.text } else { colors.text_secondary };
    painter.left(text, value, style, color);
    if response.clicked() {
        frame.request(Action::ChooseSide { field: at, mine });
    }
}

/// Draws the buttons. For a single field, each side has its own button; for several fields, a third button sends the
/// selection. Returns their bottom edge.
fn draw_buttons(ui: &Ui, frame: &mut FrameCtx<'_>, table: Rect, conflict: &ConflictView) -> f32 {
    let row = Rect::from_min_size(table.left_bottom(), vec2(table.width(), FOOTER_HEIGHT));
    let mine = conflict.fields.iter().all(|field| field.is_mine);
    let kind = |is_chosen: bool| {
        if conflict.is_single_choice && is_chosen { ButtonStyle::Primary } else { ButtonStyle::Default }
    };
    let mut actions = vec![(ActionId::TakeTheirs, kind(!mine)), (ActionId::KeepMine, kind(mine))];
    actions.extend((!conflict.is_single_choice).then_some((ActionId::RetryWrite, ButtonStyle::Primary)));
    let buttons = actions.into_iter().map(|(id, kind)| {
        let label = match id {
            ActionId::TakeTheirs => conflict.keep_theirs.clone(),
            ActionId::KeepMine => conflict.keep_mine.clone(),
            _ => frame.message("conflict-send").into_owned(),
        };
        (("conflict", id), frame.button(id).with_label(label).with_style(kind))
    });
    let (painter, colors) = frame.painter_and_colors(ui);
    let end = pos2(row.right(), row.center().y);
    let buttons = ButtonRow::ending_at(ui, &painter, (end, 8.0), buttons);
    let right = buttons.left_edge(row.right()) - 8.0;
    let note = frame.message("conflict-nothing-sent");
    // A truncated note would be misleading.
    if painter.text_width(&note, TextStyle::small()) <= right - row.left() {
        let at = painter.left(row.with_max_x(right), &note, TextStyle::small(), colors.text_tertiary);
        ui.describe(at, "nothing-sent", Role::Label, &note);
    }
    buttons.show(ui, frame);
    row.bottom()
}

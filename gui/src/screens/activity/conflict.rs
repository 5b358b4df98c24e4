//! A write in conflict as a table: one row per field with the base, local and server values.
//!
//! The selected side is highlighted, and nothing is sent until the user confirms. Other changed fields are listed
//! below; they need no decision.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::records::activity::view::conflict::{ConflictField, ConflictView};
use encours_core::app::shell::action::Action;

use crate::frame_ctx::FrameCtx;
use crate::theme::{FontWeight, Icon, TextStyle};
use crate::widgets::{Button, ButtonStyle, Painter, set_a11y_choice, trailing_items};

/// Height of a field.
const FIELD_HEIGHT: f32 = 36.0;
/// Height of the table header.
const HEADER_HEIGHT: f32 = 28.0;
/// Height of the buttons.
const FOOTER_HEIGHT: f32 = 48.0;

/// Draws the conflict below `rect`. Returns its bottom edge.
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, conflict: &ConflictView) -> f32 {
    let colors = &frame.theme.colors;
    let table = Rect::from_min_size(
        pos2(rect.left() + 48.0, rect.bottom() + 2.0),
        vec2(rect.width() - 64.0, HEADER_HEIGHT + conflict.fields.len() as f32 * FIELD_HEIGHT),
    );
    let painter = Painter::new(ui.painter(), frame.theme);
    painter.bordered_box(
        table,
        frame.theme.tokens.radius.button,
        colors.surface,
        frame.theme.hairline(colors.border),
    );
    // The column of names is a little narrower than each of the three value columns.
    let name = table.width() * 0.19;
    let value = (table.width() - name) / 3.0;
    let cell = |y: f32, height: f32, at: usize| {
        let cell_x = table.left() + name + at as f32 * value;
        Rect::from_min_size(pos2(cell_x, y), vec2(value, height))
    };
    let sides = [&conflict.seen_label, &conflict.mine_label, &conflict.theirs_label];
    let moments = [conflict.seen_at.as_str(), "", &conflict.theirs_at];
    for (at, (label, timestamp)) in sides.into_iter().zip(moments).enumerate() {
        let cell_rect = cell(table.top(), HEADER_HEIGHT, at).shrink2(vec2(10.0, 0.0));
        let label_rect =
            painter.text(cell_rect, Align::Min, label, TextStyle::label(), colors.text_secondary);
        let remaining = cell_rect.with_min_x(label_rect.right() + 8.0);
        painter.text(remaining, Align::Max, timestamp, TextStyle::small(), colors.text_tertiary);
        let response = ui.interact(cell_rect, ui.scope_id().with(("side-head", at)), Sense::hover());
        response
            .widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{label} {timestamp}").trim()));
        painter.vertical_line(cell(table.top(), 0.0, at).left(), table.y_range(), colors.border);
    }
    for (at, field) in conflict.fields.iter().enumerate() {
        let y = table.top() + HEADER_HEIGHT + at as f32 * FIELD_HEIGHT;
        let row = Rect::from_min_size(pos2(table.left(), y), vec2(table.width(), FIELD_HEIGHT));
        painter.horizontal_line(row.x_range(), y + 0.5, colors.border);
        let label = row.with_max_x(row.left() + name).shrink2(vec2(10.0, 0.0));
        let weight = if field.focused { FontWeight::SemiBold } else { FontWeight::Regular };
        painter.text(label, Align::Min, &field.label, TextStyle::body().with_weight(weight), colors.text);
        let base = field.seen.as_deref().unwrap_or("–");
        let cell_rect = cell(y, FIELD_HEIGHT, 0).shrink2(vec2(10.0, 0.0));
        painter.text(cell_rect, Align::Min, base, TextStyle::body(), colors.text_tertiary);
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
    let colors = &frame.theme.colors;
    let painter = Painter::new(ui.painter(), frame.theme);
    let (at, width) = (table.left_bottom() + vec2(10.0, 10.0), table.width() - 20.0);
    let label =
        painter.block(at, width, &conflict.other_changes_label, TextStyle::small(), colors.text_tertiary);
    let fields_text = conflict.other_changes.join(" · ");
    let at = pos2(at.x, label.bottom() + 2.0);
    let text = painter.block(at, width, &fields_text, TextStyle::small(), colors.text_secondary);
    let a11y_text = format!("{} {fields_text}", conflict.other_changes_label);
    let response = ui.interact(label.union(text), ui.scope_id().with("others"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &a11y_text));
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
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let is_selected = mine == field.is_mine;
    let (label, value) =
        if mine { (&conflict.mine_label, &field.mine) } else { (&conflict.theirs_label, &field.theirs) };
    let response = ui.interact(rect, ui.scope_id().with(("side", at, mine)), Sense::click());
    let a11y_text = format!("{} – {label} {value}", field.label);
    set_a11y_choice(&response, Role::RadioButton, true, is_selected, &a11y_text);
    let painter = Painter::new(ui.painter(), theme);
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
    let mut text = rect.shrink2(vec2(10.0, 0.0));
    if is_selected {
        let at = pos2(text.right() - 6.0, rect.center().y);
        painter.sized_icon(at, Icon::Check, 14.0, colors.accent_text);
        text.max.x -= 18.0;
    }
    let style = if is_selected { TextStyle::strong() } else { TextStyle::body() };
    let color = if is_selected { colors.text } else { colors.text_secondary };
    painter.text(text, Align::Min, value, style, color);
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
    let button_labels = actions.iter().map(|(id, _)| {
        let label = match id {
            ActionId::TakeTheirs => conflict.keep_theirs.clone(),
            ActionId::KeepMine => conflict.keep_mine.clone(),
            _ => frame.message("conflict-send").into_owned(),
        };
        (label, frame.key_cap(*id), frame.disabled_reason(*id))
    });
    let button_labels: Vec<_> = button_labels.collect();
    let buttons: Vec<Button<'_>> = actions
        .iter()
        .zip(&button_labels)
        .map(|((_, kind), (label, key_cap, reason))| {
            Button::new(label).with_key_cap(key_cap).with_style(*kind).disabled_by(reason.as_deref())
        })
        .collect();
    let painter = Painter::new(ui.painter(), frame.theme);
    let widths: Vec<f32> = buttons.iter().map(|button| button.width(&painter)).collect();
    let rects = trailing_items::rects_ending_at(pos2(row.right(), row.center().y), 8.0, &widths);
    let right = trailing_items::left_edge(&rects, row.right()) - 8.0;
    let note = frame.message("conflict-nothing-sent");
    // A truncated note would be misleading.
    if painter.text_width(&note, TextStyle::small()) <= right - row.left() {
        let note = painter.text(
            row.with_max_x(right),
            Align::Min,
            &note,
            TextStyle::small(),
            frame.theme.colors.text_tertiary,
        );
        let response = ui.interact(note, ui.scope_id().with("nothing-sent"), Sense::hover());
        response.widget_info(|| {
            WidgetInfo::labeled(Role::Label, true, frame.message("conflict-nothing-sent").as_ref())
        });
    }
    for (((id, _), button), button_rect) in actions.into_iter().zip(buttons).zip(rects) {
        let name = ui.scope_id().with(("conflict", id));
        if button.show(ui, frame.theme, name, button_rect).clicked() {
            frame.request_command(id);
        }
    }
    row.bottom()
}

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
pub fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, rect: Rect, conflict: &ConflictView) -> f32 {
    let ink = &pass.theme.colors;
    let table = Rect::from_min_size(
        pos2(rect.left() + 48.0, rect.bottom() + 2.0),
        vec2(
            rect.width() - 64.0,
            HEADER_HEIGHT + conflict.fields.len() as f32 * FIELD_HEIGHT,
        ),
    );
    let pen = Painter::new(ui.painter(), pass.theme);
    pen.bordered_box(
        table,
        pass.theme.tokens.radius.button,
        ink.surface,
        pass.theme.hairline(ink.border),
    );
    // The column of names is a little narrower than each of the three value columns.
    let name = table.width() * 0.19;
    let value = (table.width() - name) / 3.0;
    let cell = |y: f32, height: f32, at: usize| {
        let left = table.left() + name + at as f32 * value;
        Rect::from_min_size(pos2(left, y), vec2(value, height))
    };
    let sides = [&conflict.seen_label, &conflict.mine_label, &conflict.theirs_label];
    let moments = [conflict.seen_at.as_str(), "", &conflict.theirs_at];
    for (at, (label, moment)) in sides.into_iter().zip(moments).enumerate() {
        let place = cell(table.top(), HEADER_HEIGHT, at).shrink2(vec2(10.0, 0.0));
        let said = pen.text(place, Align::Min, label, TextStyle::label(), ink.text_secondary);
        let rest = place.with_min_x(said.right() + 8.0);
        pen.text(rest, Align::Max, moment, TextStyle::small(), ink.text_tertiary);
        let response = ui.interact(place, ui.scope_id().with(("side-head", at)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{label} {moment}").trim()));
        pen.vertical_line(cell(table.top(), 0.0, at).left(), table.y_range(), ink.border);
    }
    for (at, field) in conflict.fields.iter().enumerate() {
        let y = table.top() + HEADER_HEIGHT + at as f32 * FIELD_HEIGHT;
        let row = Rect::from_min_size(pos2(table.left(), y), vec2(table.width(), FIELD_HEIGHT));
        pen.horizontal_line(row.x_range(), y + 0.5, ink.border);
        let label = row.with_max_x(row.left() + name).shrink2(vec2(10.0, 0.0));
        let weight = if field.focused {
            FontWeight::SemiBold
        } else {
            FontWeight::Regular
        };
        pen.text(
            label,
            Align::Min,
            &field.label,
            TextStyle::body().with_weight(weight),
            ink.text,
        );
        let seen = field.seen.as_deref().unwrap_or("–");
        let place = cell(y, FIELD_HEIGHT, 0).shrink2(vec2(10.0, 0.0));
        pen.text(place, Align::Min, seen, TextStyle::body(), ink.text_tertiary);
        for mine in [true, false] {
            let place = cell(y, FIELD_HEIGHT, if mine { 1 } else { 2 });
            draw_side(ui, pass, place, conflict, (at, field), mine);
        }
    }
    let bottom = draw_other_fields(ui, pass, table, conflict);
    draw_buttons(ui, pass, table.with_max_y(bottom), conflict)
}

/// Draws the other changed fields below the table. Returns their bottom edge.
fn draw_other_fields(ui: &Ui, pass: &FrameCtx<'_>, table: Rect, conflict: &ConflictView) -> f32 {
    if conflict.other_changes.is_empty() {
        return table.bottom();
    }
    let ink = &pass.theme.colors;
    let pen = Painter::new(ui.painter(), pass.theme);
    let (at, wide) = (table.left_bottom() + vec2(10.0, 10.0), table.width() - 20.0);
    let label = pen.block(
        at,
        wide,
        &conflict.other_changes_label,
        TextStyle::small(),
        ink.text_tertiary,
    );
    let said = conflict.other_changes.join(" · ");
    let at = pos2(at.x, label.bottom() + 2.0);
    let text = pen.block(at, wide, &said, TextStyle::small(), ink.text_secondary);
    let spoken = format!("{} {said}", conflict.other_changes_label);
    let response = ui.interact(label.union(text), ui.scope_id().with("others"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    text.bottom() + 2.0
}

/// Draws one side of a field; a click selects it.
fn draw_side(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    rect: Rect,
    conflict: &ConflictView,
    (at, field): (usize, &ConflictField),
    mine: bool,
) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let chosen = mine == field.is_mine;
    let (label, value) = if mine {
        (&conflict.mine_label, &field.mine)
    } else {
        (&conflict.theirs_label, &field.theirs)
    };
    let response = ui.interact(rect, ui.scope_id().with(("side", at, mine)), Sense::click());
    let spoken = format!("{} – {label} {value}", field.label);
    set_a11y_choice(&response, Role::RadioButton, true, chosen, &spoken);
    let pen = Painter::new(ui.painter(), look);
    let inner = rect.shrink(3.0);
    let radius = look.tokens.radius.chip;
    if chosen {
        let edge = look.hairline(ink.accent_line);
        pen.bordered_box(inner, radius, ink.accent_soft, edge);
    } else if response.hovered() {
        pen.fill(inner, radius, ink.hover);
    }
    if response.has_focus() || (field.focused && chosen) {
        pen.focus_ring(inner.shrink(1.0), radius);
    }
    let mut text = rect.shrink2(vec2(10.0, 0.0));
    if chosen {
        let at = pos2(text.right() - 6.0, rect.center().y);
        pen.sized_icon(at, Icon::Check, 14.0, ink.accent_text);
        text.max.x -= 18.0;
    }
    let face = if chosen {
        TextStyle::strong()
    } else {
        TextStyle::body()
    };
    let color = if chosen { ink.text } else { ink.text_secondary };
    pen.text(text, Align::Min, value, face, color);
    if response.clicked() {
        pass.request(Action::ChooseSide { field: at, mine });
    }
}

/// Draws the buttons. For a single field, each side has its own button; for several fields, a third button sends the
/// selection. Returns their bottom edge.
fn draw_buttons(ui: &Ui, pass: &mut FrameCtx<'_>, table: Rect, conflict: &ConflictView) -> f32 {
    let row = Rect::from_min_size(table.left_bottom(), vec2(table.width(), FOOTER_HEIGHT));
    let mine = conflict.fields.iter().all(|field| field.is_mine);
    let kind = |chosen: bool| {
        if conflict.is_single_choice && chosen {
            ButtonStyle::Primary
        } else {
            ButtonStyle::Default
        }
    };
    let mut verbs = vec![
        (ActionId::TakeTheirs, kind(!mine)),
        (ActionId::KeepMine, kind(mine)),
    ];
    verbs.extend((!conflict.is_single_choice).then_some((ActionId::RetryWrite, ButtonStyle::Primary)));
    let words = verbs.iter().map(|(id, _)| {
        let label = match id {
            ActionId::TakeTheirs => conflict.keep_theirs.clone(),
            ActionId::KeepMine => conflict.keep_mine.clone(),
            _ => pass.message("conflict-send").into_owned(),
        };
        (label, pass.key_cap(*id), pass.disabled_reason(*id))
    });
    let words: Vec<_> = words.collect();
    let buttons: Vec<Button<'_>> = verbs
        .iter()
        .zip(&words)
        .map(|((_, kind), (label, cap, reason))| {
            Button::new(label)
                .with_key_cap(cap)
                .with_style(*kind)
                .disabled_by(reason.as_deref())
        })
        .collect();
    let pen = Painter::new(ui.painter(), pass.theme);
    let widths: Vec<f32> = buttons.iter().map(|button| button.width(&pen)).collect();
    let places = trailing_items::rects_ending_at(pos2(row.right(), row.center().y), 8.0, &widths);
    let right = trailing_items::left_edge(&places, row.right()) - 8.0;
    let said = pass.message("conflict-nothing-sent");
    // A truncated note would be misleading.
    if pen.text_width(&said, TextStyle::small()) <= right - row.left() {
        let said = pen.text(
            row.with_max_x(right),
            Align::Min,
            &said,
            TextStyle::small(),
            pass.theme.colors.text_tertiary,
        );
        let response = ui.interact(said, ui.scope_id().with("nothing-sent"), Sense::hover());
        response.widget_info(|| {
            WidgetInfo::labeled(Role::Label, true, pass.message("conflict-nothing-sent").as_ref())
        });
    }
    for (((id, _), button), place) in verbs.into_iter().zip(buttons).zip(places) {
        let name = ui.scope_id().with(("conflict", id));
        if button.show(ui, pass.theme, name, place).clicked() {
            pass.request_command(id);
        }
    }
    row.bottom()
}

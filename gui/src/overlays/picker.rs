//! Pickers: saved views, columns, bulk changes, copy formats.
//!
//! All share the view model of `app::shell::view::sheet`.

mod changes;
mod rows;

use super::OverlayUiState;
use crate::frame_ctx::FrameCtx;
use crate::theme::{Icon, TextStyle};
use crate::widgets::{Button, ButtonStyle, Painter, keycap, trailing_items};
use egui::accesskit::Role as Part;
use egui::{Align, Color32, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::changes::bulk::model::BulkStage;
use encours_core::app::foundation::cx::bulk_row::BulkOp;
use encours_core::app::foundation::cx::sheet::PickerKind;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::presentation::sheet_view::PickerView;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::view::hint::Hint;
use encours_core::app::shell::view::{footer_keys, sheet};

use self::rows::PickerRows;

/// Height of the title.
const TITLE_HEIGHT: f32 = 44.0;
/// Height of a line of the description.
const LINE_HEIGHT: f32 = 20.0;

/// Maximum width of a picker with columns.
const MAX_WIDTH: f32 = 960.0;

/// Draws the open picker.
pub(super) fn show(ui: &Ui, pass: &mut FrameCtx<'_>, place: &mut OverlayUiState) {
    let Some(view) = sheet::picker_view(pass.app) else {
        return;
    };
    let pen = Painter::new(ui.painter(), pass.theme);
    let usual = pass.theme.tokens.size.palette;
    let wide = rows::full_width(&pen, &view)
        .ceil()
        .clamp(usual, MAX_WIDTH.max(usual));
    let across = super::box_rect(ui, pass, wide, 0.0).width() - 34.0;
    let told = view.summary.iter().enumerate();
    let rows: f32 = told
        .map(|(at, text)| row_count(&pen, text, across - space_before(&view, at)))
        .sum();
    let said = rows * LINE_HEIGHT + if view.summary.is_empty() { 0.0 } else { 8.0 };
    let foot = footer_height(pass, &pen, across + 34.0);
    let lines = PickerRows::layout(&pen, pass, &view, across + 34.0);
    let high = lines.total_height(view.count);
    let around = TITLE_HEIGHT + said + 6.0 + foot;
    let rect = super::box_rect(ui, pass, wide, around + high);
    // If the lines do not all fit, shrink the box so that no partial row leaves a gap.
    let spare = (rect.height() - around - super::MORE_HEIGHT).max(0.0) % lines.unfocused_height();
    let rect = if high > rect.height() - around + 0.5 {
        rect.with_max_y(rect.bottom() - spare)
    } else {
        rect
    };
    super::draw_box(ui, pass, &view.title.clone(), rect, |ui, pass| {
        draw_body(ui, pass, place, &view, rect, said);
    });
}

/// Offset of a warning's text after its icon.
const WARNING_OFFSET: f32 = 20.0;

/// Returns the space before a line of the description, for the warning icon.
fn space_before(view: &PickerView, at: usize) -> f32 {
    if view.warning_line == Some(at) {
        WARNING_OFFSET
    } else {
        0.0
    }
}

/// Returns the number of rows that a text takes.
fn row_count(pen: &Painter<'_>, text: &str, across: f32) -> f32 {
    let laid = pen.layout_wrapped(text, TextStyle::small(), Color32::PLACEHOLDER, across, usize::MAX);
    laid.rows.len() as f32
}

/// Height of each row of key hints after the first.
const HINT_ROW_HEIGHT: f32 = 26.0;

/// Returns the height of the footer: wrapped key hints, or a taller row of buttons.
fn footer_height(pass: &FrameCtx<'_>, pen: &Painter<'_>, wide: f32) -> f32 {
    let many = pass
        .app
        .cx
        .picker()
        .is_some_and(|sheet| sheet.kind == PickerKind::Bulk);
    if many {
        48.0
    } else {
        let lines = wrapped_hints(pass, pen, wide).len().max(1);
        pass.theme.tokens.size.palette_foot + (lines - 1) as f32 * HINT_ROW_HEIGHT
    }
}

/// Returns all key hints with their widths, wrapped into rows.
fn wrapped_hints(pass: &FrameCtx<'_>, pen: &Painter<'_>, wide: f32) -> Vec<Vec<(Hint, f32)>> {
    let mut lines: Vec<Vec<(Hint, f32)>> = Vec::new();
    let mut room = 0.0;
    for hint in footer_keys::hints(pass.app) {
        let own = keycap::width(pen, &hint.keys) + 6.0 + pen.text_width(&hint.label, TextStyle::small());
        match lines.last_mut() {
            Some(line) if own <= room => line.push((hint, own)),
            _ => {
                lines.push(vec![(hint, own)]);
                room = wide - 27.0;
            }
        }
        room -= own + 16.0;
    }
    lines
}

fn draw_body(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    place: &mut OverlayUiState,
    view: &PickerView,
    rect: Rect,
    said: f32,
) {
    let ink = &pass.theme.colors;
    let pen = Painter::new(ui.painter(), pass.theme);
    let foot_height = footer_height(pass, &pen, rect.width());
    let high = PickerRows::layout(&pen, pass, view, rect.width());
    let head = rect.with_max_y(rect.top() + TITLE_HEIGHT);
    pen.text(
        head.shrink2(vec2(17.0, 0.0)),
        Align::Min,
        &view.title,
        TextStyle::heading(),
        ink.text,
    );
    let mut top = head.bottom();
    for (at, text) in view.summary.iter().enumerate() {
        let across = rect.x_range().shrink(17.0);
        let rows = row_count(&pen, text, across.span() - space_before(view, at));
        let mut line = Rect::from_x_y_ranges(across, top..=top + rows * LINE_HEIGHT);
        top = line.bottom();
        if view.warning_line == Some(at) {
            let sign = pos2(line.left() + 7.0, line.top() + LINE_HEIGHT / 2.0);
            pen.sized_icon(sign, Icon::Info, 14.0, pass.theme.band_colors.watch);
            line = line.with_min_x(line.left() + WARNING_OFFSET);
        }
        if rows > 1.0 {
            pen.block(
                line.left_top(),
                line.width(),
                text,
                TextStyle::small(),
                ink.text_secondary,
            );
        } else {
            pen.text(line, Align::Min, text, TextStyle::small(), ink.text_secondary);
        }
        let response = ui.interact(line, ui.scope_id().with(("said", at)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text.as_str()));
    }
    if let Some(done) = view.progress {
        let corner = pos2(rect.left() + 17.0, head.bottom() + said - 5.0);
        let track = Rect::from_min_size(corner, vec2(rect.width() - 34.0, 3.0));
        pen.fill(track, 2, ink.share_track);
        let filled = vec2(track.width() * done.clamp(0.0, 1.0), 3.0);
        pen.fill(Rect::from_min_size(track.min, filled), 2, ink.accent);
    }
    let list = rect
        .with_min_y(head.bottom() + said)
        .with_max_y(rect.bottom() - foot_height - 6.0);
    // If the lines do not all fit, the marker for more lines gets its own row.
    let long = high.total_height(view.count) > list.height() + 0.5;
    let lines = list.with_max_y(list.bottom() - if long { super::MORE_HEIGHT } else { 0.0 });
    let fitting = high.fitting_lines(lines.height());
    let selected = view.focused().map_or(0, |(at, _)| at);
    let last = view.count.saturating_sub(fitting);
    let first = selected.saturating_sub(fitting / 2).min(last);
    if long {
        scroll_lines(
            ui,
            pass,
            place,
            (list, high.unfocused_height()),
            (first, last),
            fitting / 2,
        );
    }
    if first < last {
        super::draw_more(ui, pass, list.with_min_y(lines.bottom()));
    }
    let role = pass
        .app
        .cx
        .picker()
        .map_or(Part::List, |sheet| rows::a11y_role(sheet.kind));
    let inside = super::lines_ui(ui, list.shrink2(vec2(8.0, 0.0)), role, &view.title, view.count);
    let mut top = list.top();
    for (at, line) in view.lines_from(first).take(fitting) {
        let bottom = top + high.height_of(line);
        let stands = Rect::from_min_max(pos2(rect.left() + 8.0, top), pos2(rect.right() - 8.0, bottom));
        rows::draw_line(&inside, pass, place, at, line, (stands, &high));
        top = bottom;
    }
    let foot = rect.with_min_y(rect.bottom() - foot_height);
    if pass
        .app
        .cx
        .picker()
        .is_some_and(|sheet| sheet.kind == PickerKind::Bulk)
    {
        draw_buttons(ui, pass, foot);
    } else {
        draw_hints(ui, pass, foot);
    }
}

/// Scrolls the lines with the wheel. The visible lines surround the selected one, so the selection moves along.
fn scroll_lines(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    place: &mut OverlayUiState,
    (list, each): (Rect, f32),
    (first, last): (usize, usize),
    half: usize,
) {
    if !ui.rect_contains_pointer(list) {
        return;
    }
    place.wheel_rest -= ui.input(|input| input.smooth_scroll_delta().y);
    let by = (place.wheel_rest / each).trunc();
    if by == 0.0 {
        return;
    }
    place.wheel_rest -= by * each;
    let to = first.saturating_add_signed(by as isize).min(last);
    if to != first {
        pass.request(Action::FocusOverlayLine(to + half));
    }
}

/// Draws the buttons of a bulk change, as in other questions.
fn draw_buttons(ui: &Ui, pass: &mut FrameCtx<'_>, rect: Rect) {
    let pen = Painter::new(ui.painter(), pass.theme);
    pen.horizontal_line(rect.x_range(), rect.top() + 0.5, pass.theme.colors.border);
    let Some(bulk) = pass.app.bulk_change.bulk() else {
        return;
    };
    let counts = bulk.counts();
    let (apply, kind) = match bulk.op {
        BulkOp::Delete => ("bulk-apply-deletion", ButtonStyle::Danger),
        _ => ("bulk-apply", ButtonStyle::Primary),
    };
    let apply = pass
        .messages
        .with(apply, &[("n", (counts.planned as u64).into())]);
    let word = |key: &str| pass.message(key).into_owned();
    let mut offered: Vec<(ActionId, String, ButtonStyle)> = Vec::new();
    if bulk.stage() == BulkStage::Plan {
        offered.push((ActionId::Back, word("button-cancel"), ButtonStyle::Default));
        if counts.planned > 0 {
            offered.push((ActionId::Open, apply, kind));
        }
    } else {
        for (id, any) in [
            (ActionId::StopBulk, counts.waiting > 0),
            (ActionId::RetryBulk, counts.failed > 0),
        ] {
            if any {
                offered.push((id, pass.action_name(id), ButtonStyle::Default));
            }
        }
        offered.push((ActionId::Back, word("button-close"), ButtonStyle::Primary));
    }
    let caps: Vec<String> = offered.iter().map(|(id, ..)| pass.key_cap(*id)).collect();
    let buttons: Vec<Button<'_>> = offered
        .iter()
        .zip(&caps)
        .map(|((_, label, kind), cap)| Button::new(label).with_key_cap(cap).with_style(*kind))
        .collect();
    let widths: Vec<f32> = buttons.iter().map(|button| button.width(&pen)).collect();
    let places = trailing_items::rects_ending_at(pos2(rect.right() - 14.0, rect.center().y), 8.0, &widths);
    for (((id, ..), button), place) in offered.iter().zip(buttons).zip(places) {
        let name = ui.scope_id().with(("act", *id));
        if button.show(ui, pass.theme, name, place).clicked() {
            pass.request_command(*id);
        }
    }
}

/// Draws the key hints; each can also be clicked.
fn draw_hints(ui: &Ui, pass: &mut FrameCtx<'_>, rect: Rect) {
    let pen = Painter::new(ui.painter(), pass.theme);
    pen.horizontal_line(rect.x_range(), rect.top() + 0.5, pass.theme.colors.border);
    let lines = wrapped_hints(pass, &pen, rect.width());
    let above = (rect.height() - lines.len() as f32 * HINT_ROW_HEIGHT) / 2.0;
    let ink = pass.theme.colors.text_secondary;
    for (at, line) in lines.into_iter().enumerate() {
        let corner = pos2(rect.left(), rect.top() + above + at as f32 * HINT_ROW_HEIGHT);
        let row = Rect::from_min_size(corner, vec2(rect.width(), HINT_ROW_HEIGHT));
        let mut x = row.left() + 17.0;
        for (
            Hint {
                action, keys, label, ..
            },
            wide,
        ) in line
        {
            let place = row.with_min_x(x).with_max_x(x + wide);
            let end = keycap::paint_right_of(&pen, x, row.center().y, &keys) + 6.0;
            pen.text(row.with_min_x(end), Align::Min, &label, TextStyle::small(), ink);
            let response = ui.interact(place, ui.scope_id().with(("hint", action)), Sense::CLICK);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
            if response.clicked() {
                pass.request_command(action);
            }
            x = place.right() + 16.0;
        }
    }
}

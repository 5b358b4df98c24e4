//! Pickers: saved views, columns, bulk changes, copy formats.
//!
//! All share the view model of `app::shell::view::picker`.

mod changes;
mod rows;

use crate::prelude::*;
use encours_core::app::changes::bulk::model::BulkStage;
use encours_core::app::foundation::cx::bulk_row::BulkOp;
use encours_core::app::foundation::presentation::picker_view::PickerView;
use encours_core::app::shell::view::hint::Hint;
use encours_core::app::shell::view::{footer_keys, picker};

use self::rows::PickerRows;

/// Height of the title.
const TITLE_HEIGHT: f32 = 44.0;
/// Height of a line of the description.
const LINE_HEIGHT: f32 = 20.0;

/// Maximum width of a picker with columns.
const MAX_WIDTH: f32 = 960.0;

/// Draws the open picker.
pub(super) fn show(ui: &Ui, frame: &mut FrameCtx<'_>) {
    let Some(view) = picker::picker_view(frame.app) else {
        return;
    };
    let painter = frame.painter(ui);
    let usual = frame.theme.tokens.size.palette;
    let width = rows::full_width(&painter, &view).ceil().clamp(usual, MAX_WIDTH.max(usual));
    let text_width = super::box_rect(ui, frame, width, 0.0).width() - 34.0;
    let text_lines = view.summary.iter().enumerate();
    let rows: f32 =
        text_lines.map(|(at, text)| row_count(&painter, text, text_width - space_before(&view, at))).sum();
    let text_height = rows * LINE_HEIGHT + if view.summary.is_empty() { 0.0 } else { 8.0 };
    let footer = footer_height(frame, &painter, text_width + 34.0);
    let lines = PickerRows::layout(&painter, frame, &view, text_width + 34.0);
    let list_height = lines.total_height(view.count);
    let around = TITLE_HEIGHT + text_height + 6.0 + footer;
    let rect = super::box_rect(ui, frame, width, around + list_height);
    // If the lines do not all fit, shrink the box so that no partial row leaves a gap.
    let spare = (rect.height() - around - super::MORE_HEIGHT).max(0.0) % lines.line_height;
    let rect = if list_height > rect.height() - around + 0.5 {
        rect.with_max_y(rect.bottom() - spare)
    } else {
        rect
    };
    super::draw_box(ui, frame, &view.title.clone(), rect, |ui, frame| {
        draw_body(ui, frame, &view, rect, text_height);
    });
}

/// Offset of a warning's text after its icon.
const WARNING_OFFSET: f32 = 20.0;

/// Returns the space before a line of the description, for the warning icon.
fn space_before(view: &PickerView, at: usize) -> f32 {
    if view.warning_line == Some(at) { WARNING_OFFSET } else { 0.0 }
}

/// Returns the number of rows that a text takes.
fn row_count(painter: &Painter<'_>, text: &str, text_width: f32) -> f32 {
    let galley =
        painter.layout_wrapped(text, TextStyle::small(), Color32::PLACEHOLDER, text_width, usize::MAX);
    galley.rows.len() as f32
}

/// Height of each row of key hints after the first.
const HINT_ROW_HEIGHT: f32 = 26.0;

/// Returns the height of the footer: wrapped key hints, or a taller row of buttons.
pub(super) fn footer_height(frame: &FrameCtx<'_>, painter: &Painter<'_>, width: f32) -> f32 {
    let hint_rows = frame.app.cx.picker().is_some_and(|picker| picker.kind == PickerKind::Bulk);
    if hint_rows {
        48.0
    } else {
        let lines = wrapped_hints(frame, painter, width).len().max(1);
        frame.theme.tokens.size.palette_footer + (lines - 1) as f32 * HINT_ROW_HEIGHT
    }
}

/// Returns all key hints with their widths, wrapped into rows.
fn wrapped_hints(frame: &FrameCtx<'_>, painter: &Painter<'_>, width: f32) -> Vec<Vec<(Hint, f32)>> {
    let mut lines: Vec<Vec<(Hint, f32)>> = Vec::new();
    let mut remaining_width = 0.0;
    for hint in footer_keys::hints(frame.app) {
        let hint_width =
            keycap::width(painter, &hint.keys) + 6.0 + painter.text_width(&hint.label, TextStyle::small());
        match lines.last_mut() {
            Some(line) if hint_width <= remaining_width => line.push((hint, hint_width)),
            _ => {
                lines.push(vec![(hint, hint_width)]);
                remaining_width = width - 27.0;
            }
        }
        remaining_width -= hint_width + 16.0;
    }
    lines
}

fn draw_body(ui: &mut Ui, frame: &mut FrameCtx<'_>, view: &PickerView, rect: Rect, text_height: f32) {
    let (painter, colors) = frame.painter_and_colors(ui);
    let footer_height = footer_height(frame, &painter, rect.width());
    let row_layout = PickerRows::layout(&painter, frame, view, rect.width());
    let header = rect.top_part(TITLE_HEIGHT);
    painter.left(header.narrowed(17.0), &view.title, TextStyle::heading(), colors.text);
    let mut top = header.bottom();
    for (at, text) in view.summary.iter().enumerate() {
        let text_range = rect.x_range().shrink(17.0);
        let rows = row_count(&painter, text, text_range.span() - space_before(view, at));
        let mut line = Rect::from_x_y_ranges(text_range, top..=top + rows * LINE_HEIGHT);
        top = line.bottom();
        if view.warning_line == Some(at) {
            let icon_pos = pos2(line.left() + 7.0, line.top() + LINE_HEIGHT / 2.0);
            painter.sized_icon(icon_pos, Icon::Info, 14.0, frame.theme.band_colors.watch);
            line = line.after(WARNING_OFFSET);
        }
        if rows > 1.0 {
            painter.block(line.left_top(), line.width(), text, TextStyle::small(), colors.text_secondary);
        } else {
            painter.left(line, text, TextStyle::small(), colors.text_secondary);
        }
        ui.describe(line, ("said", at), Role::Label, text.as_str());
    }
    if let Some(done) = view.progress {
        let corner = pos2(rect.left() + 17.0, header.bottom() + text_height - 5.0);
        let track = Rect::from_min_size(corner, vec2(rect.width() - 34.0, 3.0));
        painter.progress(track, 2, colors.share_track, (done, colors.accent));
    }
    let list = rect.with_min_y(header.bottom() + text_height).with_max_y(rect.bottom() - footer_height - 6.0);
    // If the lines do not all fit, the marker for more lines gets its own row.
    let long = row_layout.total_height(view.count) > list.height() + 0.5;
    let lines = list.with_max_y(list.bottom() - if long { super::MORE_HEIGHT } else { 0.0 });
    let fitting = row_layout.fitting_lines(lines.height());
    let selected = view.focused().map_or(0, |(at, _)| at);
    let last = view.count.saturating_sub(fitting);
    let first = selected.saturating_sub(fitting / 2).min(last);
    if long {
        scroll_lines(ui, frame, (list, row_layout.line_height), (first, last), fitting / 2);
    }
    if first < last {
        super::draw_more(ui, frame, list.with_min_y(lines.bottom()));
    }
    let role = frame.app.cx.picker().map_or(Role::List, |picker| rows::a11y_role(picker.kind));
    let lines_area = super::lines_ui(ui, list.narrowed(8.0), role, &view.title, view.count);
    let mut top = list.top();
    for (at, line) in view.lines_from(first).take(fitting) {
        let bottom = top + row_layout.height_of(line);
        let list_rect = Rect::from_min_max(pos2(rect.left() + 8.0, top), pos2(rect.right() - 8.0, bottom));
        rows::draw_line(&lines_area, frame, at, line, (list_rect, &row_layout));
        top = bottom;
    }
    let footer = rect.with_min_y(rect.bottom() - footer_height);
    if frame.app.cx.picker().is_some_and(|picker| picker.kind == PickerKind::Bulk) {
        draw_buttons(ui, frame, footer);
    } else {
        draw_hints(ui, frame, footer);
    }
}

/// Scrolls the lines with the wheel. The visible lines surround the selected one, so the selection moves along.
fn scroll_lines(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    (list, each): (Rect, f32),
    (first, last): (usize, usize),
    half: usize,
) {
    if !ui.rect_contains_pointer(list) {
        return;
    }
    frame.state.overlays.wheel_rest -= ui.input(|input| input.smooth_scroll_delta().y);
    let by = (frame.state.overlays.wheel_rest / each).trunc();
    if by == 0.0 {
        return;
    }
    frame.state.overlays.wheel_rest -= by * each;
    let to = first.saturating_add_signed(by as isize).min(last);
    if to != first {
        frame.request(Action::FocusOverlayLine(to + half));
    }
}

/// Draws the buttons of a bulk change, as in other questions.
fn draw_buttons(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect) {
    let painter = frame.painter(ui);
    painter.horizontal_line(rect.x_range(), rect.top() + 0.5, frame.theme.colors.border);
    let Some(bulk) = frame.app.bulk_change.bulk() else {
        return;
    };
    let counts = bulk.counts();
    let (apply, kind) = match bulk.op {
        BulkOp::Delete => ("bulk-apply-deletion", ButtonStyle::Danger),
        _ => ("bulk-apply", ButtonStyle::Primary),
    };
    let apply = frame.messages.with(apply, &[("n", (counts.planned as u64).into())]);
    let button = |id: ActionId, label: String, style: ButtonStyle| {
        let button = Button::new(label).with_key_cap(frame.key_cap(id)).with_style(style);
        (("act", id), button.with_action(Action::Run(id)))
    };
    let back = |key: &str, style| button(ActionId::Back, frame.message(key).into_owned(), style);
    let buttons: Vec<_> = if bulk.stage() == BulkStage::Plan {
        let apply = (counts.planned > 0).then(|| button(ActionId::Open, apply, kind));
        [back("button-cancel", ButtonStyle::Default)].into_iter().chain(apply).collect()
    } else {
        let next = [(ActionId::StopBulk, counts.waiting > 0), (ActionId::RetryBulk, counts.failed > 0)];
        let next = next.into_iter().filter(|(_, any)| *any);
        let next = next.map(|(id, _)| button(id, frame.action_name(id), ButtonStyle::Default));
        next.chain([back("button-close", ButtonStyle::Primary)]).collect()
    };
    ButtonRow::ending_at(ui, &painter, (rect.near_right(14.0), 8.0), buttons).show(ui, frame);
}

/// Draws the key hints; each can also be clicked.
pub(super) fn draw_hints(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect) {
    let painter = frame.painter(ui);
    painter.horizontal_line(rect.x_range(), rect.top() + 0.5, frame.theme.colors.border);
    let lines = wrapped_hints(frame, &painter, rect.width());
    let above = (rect.height() - lines.len() as f32 * HINT_ROW_HEIGHT) / 2.0;
    let colors = frame.theme.colors.text_secondary;
    for (at, line) in lines.into_iter().enumerate() {
        let corner = pos2(rect.left(), rect.top() + above + at as f32 * HINT_ROW_HEIGHT);
        let row = Rect::from_min_size(corner, vec2(rect.width(), HINT_ROW_HEIGHT));
        let mut x = row.left() + 17.0;
        for (Hint { action, keys, label, .. }, width) in line {
            let hint_rect = row.with_min_x(x).with_max_x(x + width);
            let end = keycap::paint_right_of(&painter, x, row.center().y, &keys) + 6.0;
            painter.left(row.with_min_x(end), &label, TextStyle::small(), colors);
            let id = ui.scope_id().with(("hint", action));
            let response = ui.named_area(hint_rect, id, Sense::CLICK, (Role::Button, &label));
            if response.clicked() {
                frame.request_command(action);
            }
            x = hint_rect.right() + 16.0;
        }
    }
}

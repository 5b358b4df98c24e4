//! Repeated notifications: each kind with its count and a bar per hour or day, latest at the right.
//!
//! A click filters the list by that kind.

use crate::prelude::*;
use encours_core::app::screens::inbox::inbox::KINDS;
use encours_core::app::screens::inbox::view::frequency::{FrequencyLine, FrequencyView};

use super::super::lists;

/// Maximum number of kinds.
const MAX_KINDS: usize = 7;
/// Height of a line.
pub(super) const LINE_HEIGHT: f32 = 30.0;
/// Height of the highest bar.
const MAX_BAR_HEIGHT: f32 = 18.0;
/// Width of a count, including the gap to the bars.
const COUNT_WIDTH: f32 = 26.0;
/// Maximum share of the width for the bars.
const MAX_CHART_SHARE: f32 = 0.42;

/// Additional height of a line with two rows.
const SECOND_ROW_HEIGHT: f32 = 14.0;

/// Returns the height of the pane for a number of rows per line.
pub(super) fn height(view: &FrequencyView, rows: usize) -> f32 {
    lists::TITLE_HEIGHT + view.lines.len().clamp(1, MAX_KINDS) as f32 * line_height(rows) + 10.0
}

fn line_height(rows: usize) -> f32 {
    if rows > 1 { LINE_HEIGHT + SECOND_ROW_HEIGHT } else { LINE_HEIGHT }
}

/// Returns whether one row would truncate a name in a pane of this width.
pub(super) fn needs_two_rows(painter: &Painter<'_>, view: &FrequencyView, width: f32) -> bool {
    let line = rect_at(0.0, 0.0, width - 10.0, LINE_HEIGHT);
    let mut visible_lines = view.lines.iter().take(MAX_KINDS);
    visible_lines.any(|line_of| {
        let layout = FrequencyLayout::new(painter, line, line_of);
        painter.text_width(&line_of.label, TextStyle::body()) > layout.name_rect.width()
    })
}

/// Layout of a line.
struct FrequencyLayout {
    /// Area of the name.
    name_rect: Rect,
    /// Left edge of the bars, and distance between them.
    bars_x: f32,
    bar_pitch: f32,
}

impl FrequencyLayout {
    fn new(painter: &Painter<'_>, rect: Rect, line: &FrequencyLine) -> Self {
        let inner = rect.narrowed(10.0);
        let count = painter.text_width(&line.count, TextStyle::strong()) + 8.0;
        let chart = inner.with_max_x(inner.right() - COUNT_WIDTH.max(count));
        let bar_pitch = (chart.width() * MAX_CHART_SHARE / line.heights.len().max(1) as f32).clamp(3.0, 9.0);
        let bars_x = chart.right() - bar_pitch * line.heights.len() as f32;
        Self { name_rect: inner.with_max_x(bars_x - 10.0), bars_x, bar_pitch }
    }
}

/// Draws the pane.
pub(super) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, view: &FrequencyView, rows: usize) {
    let row_height = line_height(rows);
    let body = lists::draw_pane(ui, frame, rect, &view.title, &view.note, view.focused);
    let ui = super::super::labelled_part(ui, body, "kinds", Role::List, &view.title);
    if view.lines.is_empty() {
        lists::draw_empty_state(&ui, frame, body.shrink2(vec2(14.0, 10.0)), &view.empty);
        return;
    }
    let fit = ((body.height() - 8.0) / row_height).floor().max(1.0) as usize;
    // Keep the focused kind visible; without focus, start with the most frequent ones.
    let at = view.lines.iter().position(|line| line.selected).unwrap_or(0);
    let first = if view.focused { (at + 1).saturating_sub(fit) } else { 0 };
    for (slot, (at, line)) in view.lines.iter().enumerate().skip(first).take(fit).enumerate() {
        let corner = body.min + vec2(4.0, 4.0 + slot as f32 * row_height);
        let row = Rect::from_min_size(corner, vec2(body.width() - 8.0, row_height));
        draw_line(&ui, frame, row, at, line, view.focused);
    }
}

fn draw_line(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect, at: usize, line: &FrequencyLine, focused: bool) {
    let id = Id::unique(("kind", at));
    let here = line.selected && focused;
    let response = ui.item_area(rect, id, here);
    set_a11y_choice(&response, Role::ListItem, true, here, &line.a11y_text);
    frame.follow_focus(&response, here);
    let (painter, colors) = frame.painter_and_colors(ui);
    painter.row_background(rect, here, focused, response.hovered());
    let FrequencyLayout { name_rect: name, bars_x: start, bar_pitch: pitch } =
        FrequencyLayout::new(&painter, rect, line);
    let inner = rect.narrowed(10.0);
    painter.right(inner, &line.count, TextStyle::strong(), colors.text);
    let bars_bottom = rect.center().y + MAX_BAR_HEIGHT / 2.0;
    for (index, height) in line.heights.iter().enumerate() {
        let x = start + index as f32 * pitch;
        // A nonzero count always gets a visible bar.
        let bar_height = if *height > 0.0 { (MAX_BAR_HEIGHT * height).max(4.0) } else { 1.0 };
        let color = if *height > 0.0 { colors.bar } else { colors.border_strong };
        let bar = Rect::from_min_max(pos2(x, bars_bottom - bar_height), pos2(x + pitch - 1.0, bars_bottom));
        painter.fill(bar, 0, color);
    }
    let rows = if rect.height() > LINE_HEIGHT { 2 } else { 1 };
    let label_galley =
        painter.layout_wrapped(&line.label, TextStyle::body(), colors.text, name.width(), rows);
    let cut = label_galley.elided;
    if rows > 1 {
        let top = name.center().y - label_galley.size().y / 2.0;
        painter.inner.galley(pos2(name.left(), top), label_galley, colors.text);
    } else {
        painter.left(name, &line.label, TextStyle::body(), colors.text);
    }
    let response = if cut && frame.is_uncovered() { response.tooltip(&line.a11y_text) } else { response };
    if response.clicked() {
        frame.request(Action::FocusLine { pane: KINDS, line: at });
        frame.request_command(ActionId::Open);
    }
}

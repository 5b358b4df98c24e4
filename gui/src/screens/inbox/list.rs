//! The list of notifications under day headers.
//!
//! There are only two row heights, so positions can be computed.

mod row;

use encours_core::app::screens::inbox::inbox::LIST;
use encours_core::app::screens::inbox::view::inbox::{self, InboxLine, InboxView};

use crate::prelude::*;
use row::draw_row;
pub(super) use row::draw_unread_dot;

/// Width of the scroll bar; background and focus ring of a row stop before it.
const SCROLL_BAR_WIDTH: f32 = 11.0;

fn line_height(frame: &FrameCtx<'_>, line: &InboxLine) -> f32 {
    match line {
        InboxLine::Day { .. } => frame.theme.tokens.size.day_header,
        InboxLine::Row(_) | InboxLine::Unanswered { .. } => frame.theme.tokens.size.inbox_row,
    }
}

/// Draws the list.
pub(super) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, view: &InboxView) {
    let lines = inbox::inbox_lines(frame.app);
    // Compute the top of each line.
    let mut tops = Vec::with_capacity(lines.len() + 1);
    let mut top = 0.0;
    for line in &lines {
        tops.push(top);
        top += line_height(frame, line);
    }
    tops.push(top);
    let visible_height = rect.height() - toasts::covered_height(frame);
    let area = scroll_area("rows", scroll_to_focus(frame.state, &lines, &tops, visible_height));
    let name = view.tabs.iter().find(|tab| tab.current).map_or("", |tab| tab.label.as_str());
    let mut child = ui.named_part(rect, "list", (Role::List, name), rect);
    let positions = positions_by_line(&lines);
    let total = positions.last().map_or(0, |(_, row_rect)| *row_rect);
    set_a11y_count(&child, total);
    let total_height = top + toasts::covered_height(frame);
    frame.state.inbox.scroll_bar_width = if total_height > rect.height() { SCROLL_BAR_WIDTH } else { 0.0 };
    let output = area.show_viewport(&mut child, |ui, viewport| {
        ui.set_width(rect.width());
        // Leave space at the end, so that the last row can scroll above a toast.
        ui.set_height(total_height);
        let origin = ui.max_rect().min;
        let first = tops.partition_point(|y| *y <= viewport.top()).saturating_sub(1);
        for ((line, (day_label, position)), edges) in
            lines.iter().zip(&positions).zip(tops.windows(2)).skip(first)
        {
            let &[from, to] = edges else { break };
            if from > viewport.bottom() {
                break;
            }
            let row_rect = Rect::from_min_size(origin + vec2(0.0, from), vec2(rect.width(), to - from));
            match line {
                InboxLine::Day { label, count } => draw_day(ui, frame, row_rect, label, count),
                InboxLine::Row(row) => {
                    draw_row(ui, frame, row_rect, row, (day_label, *position, total));
                }
                InboxLine::Unanswered { id, reason, focused } => {
                    let visible_range =
                        row_rect.with_max_x(row_rect.right() - frame.state.inbox.scroll_bar_width);
                    draw_unknown(ui, frame, visible_range, (id, reason), *focused);
                }
            }
        }
    });
    frame.state.inbox.offset = output.state.clamped_offset().y;
    frame.state.inbox.focus_visible = focused_index(&lines).is_none_or(|at| {
        let visible_range = frame.state.inbox.offset - 1.0..=frame.state.inbox.offset + visible_height + 1.0;
        tops.get(at..=at + 1).is_some_and(|edges| edges.iter().all(|edge| visible_range.contains(edge)))
    });
}

/// Returns the index of the focused line.
fn focused_index(lines: &[InboxLine]) -> Option<usize> {
    lines.iter().position(|line| match line {
        InboxLine::Row(row) => row.focused,
        InboxLine::Unanswered { focused, .. } => *focused,
        InboxLine::Day { .. } => false,
    })
}

/// Draws a watched notification id for which the server returned nothing.
fn draw_unknown(ui: &Ui, frame: &FrameCtx<'_>, rect: Rect, (id, reason): (&str, &str), focused: bool) {
    let (painter, colors) = frame.painter_and_colors(ui);
    let row = rect.narrowed(16.0);
    let end = painter.left(row, id, TextStyle::body(), colors.text_secondary).right();
    painter.left(row.with_min_x(end + 12.0), reason, TextStyle::small(), colors.text_tertiary);
    if focused && frame.app.cx.pane() == LIST {
        draw_focus_ring(
            &painter,
            rect,
            super::super::has_other_focus(ui, ui.scope_id().with(("unknown", id))),
        );
    }
    ui.describe(rect, ("unknown", id), Role::Label, &format!("{id} {reason}"));
}

/// Draws the focus ring inside a row, quieter if the keyboard focus is elsewhere.
fn draw_focus_ring(painter: &Painter<'_>, rect: Rect, quiet: bool) {
    let stroke = if quiet { painter.theme.quiet_focus_ring() } else { painter.theme.focus_ring() };
    painter.inner.rect_stroke(rect.shrink(1.0), 2.0, stroke, StrokeKind::Inside);
}

/// Returns the scroll position that brings the focus into view, if it has left it.
fn scroll_to_focus(ui_state: &mut UiState, lines: &[InboxLine], tops: &[f32], height: f32) -> Option<f32> {
    let at = focused_index(lines)?;
    let here = match lines.get(at)? {
        InboxLine::Row(row) => row.id.as_str(),
        InboxLine::Unanswered { id, .. } => id.as_str(),
        InboxLine::Day { .. } => return None,
    };
    let available_height = std::mem::replace(&mut ui_state.inbox.visible_height, height);
    let same = ui_state.inbox.focus.as_deref() == Some(here);
    let first_time = ui_state.inbox.focus.replace(here.to_owned()).is_none();
    let offset = ui_state.inbox.offset;
    let middle = f32::midpoint(*tops.get(at)?, *tops.get(at + 1)?);
    // A row that the user scrolled out of view stays there, even if the area shrinks.
    let lost = available_height > height && (offset..offset + available_height).contains(&middle);
    if ui_state.focused_by_pointer || same && !lost && !ui_state.by_key {
        return None;
    }
    // The first row of a day brings its day header into view.
    let day =
        at.checked_sub(1).filter(|day_above| matches!(lines.get(*day_above), Some(InboxLine::Day { .. })));
    let (top, bottom) = (*tops.get(day.unwrap_or(at))?, *tops.get(at + 1)?);
    let target = offset.min(top).max(bottom - height);
    (!first_time && (target - offset).abs() > 0.5).then_some(target)
}

fn draw_day(ui: &Ui, frame: &FrameCtx<'_>, rect: Rect, label: &str, count: &str) {
    let (painter, colors) = frame.painter_and_colors(ui);
    painter.fill(rect, 0, colors.canvas);
    painter.horizontal_line(rect.x_range(), rect.bottom() - 0.5, colors.border);
    let row = rect.narrowed(16.0);
    let count_text = count;
    let count = painter.right(row, count, TextStyle::label(), colors.text_secondary);
    painter.left(row.with_max_x(count.left() - 8.0), label, TextStyle::label(), colors.text_secondary);
    ui.describe(rect, ("day", label), Role::Heading, &format!("{label} – {count_text}"));
}

/// Returns for each line its day and its row number, counted from one.
fn positions_by_line(lines: &[InboxLine]) -> Vec<(&str, usize)> {
    let mut positions = Vec::with_capacity(lines.len());
    let (mut day, mut rows) = ("", 0);
    for line in lines {
        match line {
            InboxLine::Day { label, .. } => day = label,
            InboxLine::Row(_) | InboxLine::Unanswered { .. } => rows += 1,
        }
        positions.push((day, rows));
    }
    positions
}

//! The list of notifications under day headers.
//!
//! There are only two row heights, so positions can be computed.

mod row;

use egui::scroll_area::ScrollSource;
use egui::{Align, Rect, Role, ScrollArea, Sense, StrokeKind, Ui, UiBuilder, WidgetInfo, vec2};
use encours_core::app::screens::inbox::panes::LIST;
use encours_core::app::screens::inbox::view::inbox::{self, InboxLine, InboxView};

use row::draw_row;
pub(super) use row::draw_unread_dot;

use super::super::{UiState, set_a11y_bounds};
use crate::frame_ctx::FrameCtx;
use crate::overlays::toasts;
use crate::theme::TextStyle;
use crate::widgets::{Painter, set_a11y_count};

/// Width of the scroll bar; background and focus ring of a row stop before it.
const SCROLL_BAR_WIDTH: f32 = 11.0;

fn line_height(frame: &FrameCtx<'_>, line: &InboxLine) -> f32 {
    match line {
        InboxLine::Day { .. } => frame.theme.tokens.size.day_head,
        InboxLine::Row(_) | InboxLine::Unanswered { .. } => frame.theme.tokens.size.inbox_row,
    }
}

/// Draws the list.
pub(super) fn show(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    ui_state: &mut UiState,
    rect: Rect,
    view: &InboxView,
) {
    let lines = inbox::inbox_lines(frame.app);
    // Compute the top of each line.
    let mut tops = Vec::with_capacity(lines.len() + 1);
    let mut top = 0.0;
    for line in &lines {
        tops.push(top);
        top += line_height(frame, line);
    }
    tops.push(top);
    let mut area = ScrollArea::vertical()
        .id_salt("rows")
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR);
    if let Some(offset) =
        scroll_to_focus(ui_state, &lines, &tops, rect.height() - toasts::covered_height(frame))
    {
        area = area.vertical_scroll_offset(offset);
    }
    let name = view.tabs.iter().find(|tab| tab.current).map(|tab| tab.label.clone()).unwrap_or_default();
    let mut child = ui.new_child(
        UiBuilder::new()
            .id_salt("list")
            .max_rect(rect)
            .accessibility_role(egui::accesskit::Role::List)
            .accessibility_label(name),
    );
    set_a11y_bounds(&child, rect);
    let positions = positions_by_line(&lines);
    let total = positions.last().map_or(0, |(_, row_rect)| *row_rect);
    set_a11y_count(&child, total);
    let total_height = top + toasts::list_tail(frame);
    ui_state.inbox.scroll_bar_width = if total_height > rect.height() { SCROLL_BAR_WIDTH } else { 0.0 };
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
                    draw_row(ui, frame, ui_state, row_rect, row, (day_label, *position, total));
                }
                InboxLine::Unanswered { id, reason, focused } => {
                    let visible_range =
                        row_rect.with_max_x(row_rect.right() - ui_state.inbox.scroll_bar_width);
                    draw_unknown(ui, frame, visible_range, (id, reason), *focused);
                }
            }
        }
    });
    ui_state.inbox.offset = output.state.clamped_offset().y;
    let available_height = rect.height() - toasts::covered_height(frame);
    ui_state.inbox.focus_visible = focused_index(&lines).is_none_or(|at| {
        let visible_range = ui_state.inbox.offset - 1.0..=ui_state.inbox.offset + available_height + 1.0;
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
    let painter = Painter::new(ui.painter(), frame.theme);
    let colors = &frame.theme.colors;
    let row = rect.shrink2(vec2(16.0, 0.0));
    let end = painter.text(row, Align::Min, id, TextStyle::body(), colors.text_secondary).right();
    painter.text(row.with_min_x(end + 12.0), Align::Min, reason, TextStyle::small(), colors.text_tertiary);
    if focused && frame.app.cx.pane() == LIST {
        draw_focus_ring(
            &painter,
            rect,
            super::super::has_other_focus(ui, ui.scope_id().with(("unknown", id))),
        );
    }
    let response = ui.interact(rect, ui.scope_id().with(("unknown", id)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{id} {reason}")));
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
    let colors = &frame.theme.colors;
    let painter = Painter::new(ui.painter(), frame.theme);
    painter.fill(rect, 0, colors.canvas);
    painter.horizontal_line(rect.x_range(), rect.bottom() - 0.5, colors.border);
    let row = rect.shrink2(vec2(16.0, 0.0));
    let count_text = count;
    let count = painter.text(row, Align::Max, count, TextStyle::label(), colors.text_secondary);
    painter.text(
        row.with_max_x(count.left() - 8.0),
        Align::Min,
        label,
        TextStyle::label(),
        colors.text_secondary,
    );
    let response = ui.interact(rect, ui.scope_id().with(("day", label)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, format!("{label} – {count_text}")));
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

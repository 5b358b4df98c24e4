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

fn line_height(pass: &FrameCtx<'_>, line: &InboxLine) -> f32 {
    match line {
        InboxLine::Day { .. } => pass.theme.tokens.size.day_head,
        InboxLine::Row(_) | InboxLine::Unanswered { .. } => pass.theme.tokens.size.inbox_row,
    }
}

/// Draws the list.
pub(super) fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, places: &mut UiState, rect: Rect, view: &InboxView) {
    let lines = inbox::inbox_lines(pass.app);
    // Compute the top of each line.
    let mut tops = Vec::with_capacity(lines.len() + 1);
    let mut top = 0.0;
    for line in &lines {
        tops.push(top);
        top += line_height(pass, line);
    }
    tops.push(top);
    let mut area = ScrollArea::vertical()
        .id_salt("rows")
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR);
    if let Some(offset) = scroll_to_focus(
        places,
        &lines,
        &tops,
        rect.height() - toasts::covered_height(pass),
    ) {
        area = area.vertical_scroll_offset(offset);
    }
    let name = view
        .tabs
        .iter()
        .find(|tab| tab.current)
        .map(|tab| tab.label.clone())
        .unwrap_or_default();
    let mut child = ui.new_child(
        UiBuilder::new()
            .id_salt("list")
            .max_rect(rect)
            .accessibility_role(egui::accesskit::Role::List)
            .accessibility_label(name),
    );
    set_a11y_bounds(&child, rect);
    let told = positions_by_line(&lines);
    let total = told.last().map_or(0, |(_, place)| *place);
    set_a11y_count(&child, total);
    let tall = top + toasts::list_tail(pass);
    places.inbox.scroll_bar_width = if tall > rect.height() {
        SCROLL_BAR_WIDTH
    } else {
        0.0
    };
    let output = area.show_viewport(&mut child, |ui, viewport| {
        ui.set_width(rect.width());
        // Leave space at the end, so that the last row can scroll above a toast.
        ui.set_height(tall);
        let origin = ui.max_rect().min;
        let first = tops.partition_point(|y| *y <= viewport.top()).saturating_sub(1);
        for ((line, (of, place_of)), edges) in lines.iter().zip(&told).zip(tops.windows(2)).skip(first) {
            let &[from, to] = edges else { break };
            if from > viewport.bottom() {
                break;
            }
            let place = Rect::from_min_size(origin + vec2(0.0, from), vec2(rect.width(), to - from));
            match line {
                InboxLine::Day { label, count } => draw_day(ui, pass, place, label, count),
                InboxLine::Row(row) => draw_row(ui, pass, places, place, row, (of, *place_of, total)),
                InboxLine::Unanswered { id, why, focused } => {
                    let seen = place.with_max_x(place.right() - places.inbox.scroll_bar_width);
                    draw_unknown(ui, pass, seen, (id, why), *focused);
                }
            }
        }
    });
    places.inbox.offset = output.state.clamped_offset().y;
    let room = rect.height() - toasts::covered_height(pass);
    places.inbox.focus_visible = focused_index(&lines).is_none_or(|at| {
        let seen = places.inbox.offset - 1.0..=places.inbox.offset + room + 1.0;
        tops.get(at..=at + 1)
            .is_some_and(|edges| edges.iter().all(|edge| seen.contains(edge)))
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
fn draw_unknown(ui: &Ui, pass: &FrameCtx<'_>, rect: Rect, (id, why): (&str, &str), focused: bool) {
    let pen = Painter::new(ui.painter(), pass.theme);
    let ink = &pass.theme.colors;
    let row = rect.shrink2(vec2(16.0, 0.0));
    let end = pen
        .text(row, Align::Min, id, TextStyle::body(), ink.text_secondary)
        .right();
    pen.text(
        row.with_min_x(end + 12.0),
        Align::Min,
        why,
        TextStyle::small(),
        ink.text_tertiary,
    );
    if focused && pass.app.cx.pane() == LIST {
        draw_focus_ring(
            &pen,
            rect,
            super::super::has_other_focus(ui, ui.scope_id().with(("unknown", id))),
        );
    }
    let response = ui.interact(rect, ui.scope_id().with(("unknown", id)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{id} {why}")));
}

/// Draws the focus ring inside a row, quieter if the keyboard focus is elsewhere.
fn draw_focus_ring(pen: &Painter<'_>, rect: Rect, quiet: bool) {
    let stroke = if quiet {
        pen.theme.quiet_focus_ring()
    } else {
        pen.theme.focus_ring()
    };
    pen.inner
        .rect_stroke(rect.shrink(1.0), 2.0, stroke, StrokeKind::Inside);
}

/// Returns the scroll position that brings the focus into view, if it has left it.
fn scroll_to_focus(places: &mut UiState, lines: &[InboxLine], tops: &[f32], height: f32) -> Option<f32> {
    let at = focused_index(lines)?;
    let here = match lines.get(at)? {
        InboxLine::Row(row) => row.id.as_str(),
        InboxLine::Unanswered { id, .. } => id.as_str(),
        InboxLine::Day { .. } => return None,
    };
    let room = std::mem::replace(&mut places.inbox.visible_height, height);
    let same = places.inbox.focus.as_deref() == Some(here);
    let first_time = places.inbox.focus.replace(here.to_owned()).is_none();
    let offset = places.inbox.offset;
    let middle = f32::midpoint(*tops.get(at)?, *tops.get(at + 1)?);
    // A row that the user scrolled out of view stays there, even if the area shrinks.
    let lost = room > height && (offset..offset + room).contains(&middle);
    if places.focused_by_pointer || same && !lost && !places.by_key {
        return None;
    }
    // The first row of a day brings its day header into view.
    let day = at
        .checked_sub(1)
        .filter(|before| matches!(lines.get(*before), Some(InboxLine::Day { .. })));
    let (top, bottom) = (*tops.get(day.unwrap_or(at))?, *tops.get(at + 1)?);
    let wanted = offset.min(top).max(bottom - height);
    (!first_time && (wanted - offset).abs() > 0.5).then_some(wanted)
}

fn draw_day(ui: &Ui, pass: &FrameCtx<'_>, rect: Rect, label: &str, count: &str) {
    let ink = &pass.theme.colors;
    let pen = Painter::new(ui.painter(), pass.theme);
    pen.fill(rect, 0, ink.canvas);
    pen.horizontal_line(rect.x_range(), rect.bottom() - 0.5, ink.border);
    let row = rect.shrink2(vec2(16.0, 0.0));
    let said = count;
    let count = pen.text(row, Align::Max, count, TextStyle::label(), ink.text_secondary);
    pen.text(
        row.with_max_x(count.left() - 8.0),
        Align::Min,
        label,
        TextStyle::label(),
        ink.text_secondary,
    );
    let response = ui.interact(rect, ui.scope_id().with(("day", label)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, format!("{label} – {said}")));
}

/// Returns for each line its day and its row number, counted from one.
fn positions_by_line(lines: &[InboxLine]) -> Vec<(&str, usize)> {
    let mut told = Vec::with_capacity(lines.len());
    let (mut day, mut rows) = ("", 0);
    for line in lines {
        match line {
            InboxLine::Day { label, .. } => day = label,
            InboxLine::Row(_) | InboxLine::Unanswered { .. } => rows += 1,
        }
        told.push((day, rows));
    }
    told
}

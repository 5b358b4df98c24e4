//! The list of notifications under day headers.
//!
//! There are only two row heights, so positions can be computed.

mod row;

use egui::scroll_area::ScrollSource;
use egui::{Align, Rect, Role, ScrollArea, Sense, StrokeKind, Ui, UiBuilder, WidgetInfo, vec2};
use encours_core::app::screens::inbox::panes::LIST;
use encours_core::app::screens::inbox::view::inbox::{self, InboxLine, InboxView};

use row::one;
pub(super) use row::unread;

use super::super::{Places, bounds};
use crate::frame_ctx::Pass;
use crate::overlays::toasts;
use crate::theme::Face;
use crate::widgets::{Pen, tell_size};

/// Width of the scroll bar; background and focus ring of a row stop before it.
const BAR: f32 = 11.0;

fn height(pass: &Pass<'_>, line: &InboxLine) -> f32 {
    match line {
        InboxLine::Day { .. } => pass.look.tokens.size.day_head,
        InboxLine::Row(_) | InboxLine::Unknown { .. } => pass.look.tokens.size.inbox_row,
    }
}

/// Draws the list.
pub(super) fn show(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places, rect: Rect, view: &InboxView) {
    let lines = inbox::lines(pass.app);
    // Compute the top of each line.
    let mut tops = Vec::with_capacity(lines.len() + 1);
    let mut top = 0.0;
    for line in &lines {
        tops.push(top);
        top += height(pass, line);
    }
    tops.push(top);
    let mut area = ScrollArea::vertical()
        .id_salt("rows")
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR);
    if let Some(offset) = follow(places, &lines, &tops, rect.height() - toasts::covered(pass)) {
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
    bounds(&child, rect);
    let told = told(&lines);
    let total = told.last().map_or(0, |(_, place)| *place);
    tell_size(&child, total);
    let tall = top + toasts::tail(pass);
    places.inbox.bar = if tall > rect.height() { BAR } else { 0.0 };
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
                InboxLine::Day { label, count } => day(ui, pass, place, label, count),
                InboxLine::Row(row) => one(ui, pass, places, place, row, (of, *place_of, total)),
                InboxLine::Unknown { id, why, focused } => {
                    let seen = place.with_max_x(place.right() - places.inbox.bar);
                    unknown(ui, pass, seen, (id, why), *focused);
                }
            }
        }
    });
    places.inbox.offset = output.state.clamped_offset().y;
    let room = rect.height() - toasts::covered(pass);
    places.inbox.in_sight = focus_at(&lines).is_none_or(|at| {
        let seen = places.inbox.offset - 1.0..=places.inbox.offset + room + 1.0;
        tops.get(at..=at + 1)
            .is_some_and(|edges| edges.iter().all(|edge| seen.contains(edge)))
    });
}

/// Returns the index of the focused line.
fn focus_at(lines: &[InboxLine]) -> Option<usize> {
    lines.iter().position(|line| match line {
        InboxLine::Row(row) => row.focused,
        InboxLine::Unknown { focused, .. } => *focused,
        InboxLine::Day { .. } => false,
    })
}

/// Draws a watched notification id for which the server returned nothing.
fn unknown(ui: &Ui, pass: &Pass<'_>, rect: Rect, (id, why): (&str, &str), focused: bool) {
    let pen = Pen::new(ui.painter(), pass.look);
    let ink = &pass.look.ink;
    let row = rect.shrink2(vec2(16.0, 0.0));
    let end = pen
        .text(row, Align::Min, id, Face::body(), ink.text_secondary)
        .right();
    pen.text(
        row.with_min_x(end + 12.0),
        Align::Min,
        why,
        Face::small(),
        ink.text_tertiary,
    );
    if focused && pass.app.cx.pane() == LIST {
        ring(
            &pen,
            rect,
            super::super::focus_is_elsewhere(ui, ui.scope_id().with(("unknown", id))),
        );
    }
    let response = ui.interact(rect, ui.scope_id().with(("unknown", id)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{id} {why}")));
}

/// Draws the focus ring inside a row, quieter if the keyboard focus is elsewhere.
fn ring(pen: &Pen<'_>, rect: Rect, quiet: bool) {
    let stroke = if quiet {
        pen.look.quiet_ring()
    } else {
        pen.look.ring()
    };
    pen.painter
        .rect_stroke(rect.shrink(1.0), 2.0, stroke, StrokeKind::Inside);
}

/// Returns the scroll position that brings the focus into view, if it has left it.
fn follow(places: &mut Places, lines: &[InboxLine], tops: &[f32], height: f32) -> Option<f32> {
    let at = focus_at(lines)?;
    let here = match lines.get(at)? {
        InboxLine::Row(row) => row.id.as_str(),
        InboxLine::Unknown { id, .. } => id.as_str(),
        InboxLine::Day { .. } => return None,
    };
    let room = std::mem::replace(&mut places.inbox.room, height);
    let same = places.inbox.focus.as_deref() == Some(here);
    let first_time = places.inbox.focus.replace(here.to_owned()).is_none();
    let offset = places.inbox.offset;
    let middle = f32::midpoint(*tops.get(at)?, *tops.get(at + 1)?);
    // A row that the user scrolled out of view stays there, even if the area shrinks.
    let lost = room > height && (offset..offset + room).contains(&middle);
    if places.touched || same && !lost && !places.by_key {
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

fn day(ui: &Ui, pass: &Pass<'_>, rect: Rect, label: &str, count: &str) {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    pen.fill(rect, 0, ink.canvas);
    pen.rule(rect.x_range(), rect.bottom() - 0.5, ink.border);
    let row = rect.shrink2(vec2(16.0, 0.0));
    let said = count;
    let count = pen.text(row, Align::Max, count, Face::label(), ink.text_secondary);
    pen.text(
        row.with_max_x(count.left() - 8.0),
        Align::Min,
        label,
        Face::label(),
        ink.text_secondary,
    );
    let response = ui.interact(rect, ui.scope_id().with(("day", label)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, format!("{label} – {said}")));
}

/// Returns for each line its day and its row number, counted from one.
fn told(lines: &[InboxLine]) -> Vec<(&str, usize)> {
    let mut told = Vec::with_capacity(lines.len());
    let (mut day, mut rows) = ("", 0);
    for line in lines {
        match line {
            InboxLine::Day { label, .. } => day = label,
            InboxLine::Row(_) | InboxLine::Unknown { .. } => rows += 1,
        }
        told.push((day, rows));
    }
    told
}

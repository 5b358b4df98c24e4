//! The list of notifications under its day heads. Heights are of two kinds, so a row is found by arithmetic.

use egui::scroll_area::ScrollSource;
use egui::{Align, Id, Rect, Role, ScrollArea, Sense, StrokeKind, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use encours_core::app::{Action, ActionId, LIST, Layer};
use encours_core::view::inbox::{self, InboxLine, InboxRow, InboxView};

use super::super::{Places, bounds};
use crate::layers::{context, toasts};
use crate::pass::Pass;
use crate::theme::{Face, Icon, Weight};
use crate::widgets::{Pen, tell_choice};

fn height(pass: &Pass<'_>, line: &InboxLine) -> f32 {
    match line {
        InboxLine::Day { .. } => pass.look.tokens.size.day_head,
        InboxLine::Row(_) | InboxLine::Unknown { .. } => pass.look.tokens.size.inbox_row,
    }
}

/// Draws the list.
pub(super) fn show(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places, rect: Rect, view: &InboxView) {
    let lines = inbox::lines(pass.app);
    // Where each line begins: heights are of two kinds, so a sum finds them.
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
    let output = area.show_viewport(&mut child, |ui, viewport| {
        ui.set_width(rect.width());
        // The last row can be brought above a toast.
        ui.set_height(top + toasts::tail(pass));
        let origin = ui.max_rect().min;
        let first = tops.partition_point(|y| *y <= viewport.top()).saturating_sub(1);
        for (line, edges) in lines.iter().zip(tops.windows(2)).skip(first) {
            let &[from, to] = edges else { break };
            if from > viewport.bottom() {
                break;
            }
            let place = Rect::from_min_size(origin + vec2(0.0, from), vec2(rect.width(), to - from));
            match line {
                InboxLine::Day { label, count } => day(ui, pass, place, label, count),
                InboxLine::Row(row) => one(ui, pass, places, place, row),
                InboxLine::Unknown { id, why, focused } => unknown(ui, pass, place, (id, why), *focused),
            }
        }
    });
    places.inbox.offset = output.state.clamped_offset().y;
}

/// A watched identifier of which the service gave nothing: to be read, copied, or watched no longer.
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
    if focused && pass.app.pane() == LIST {
        // Clear of the scroll bar, which would cut it.
        let ring = rect.shrink(1.0).with_max_x(rect.right() - 11.0);
        pen.painter
            .rect_stroke(ring, 2.0, pass.look.ring(), StrokeKind::Inside);
    }
    let response = ui.interact(rect, ui.scope_id().with(("unknown", id)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{id} {why}")));
}

/// Where to scroll to, if the focus has moved out of sight.
fn follow(places: &mut Places, lines: &[InboxLine], tops: &[f32], height: f32) -> Option<f32> {
    let at = lines.iter().position(|line| match line {
        InboxLine::Row(row) => row.focused,
        InboxLine::Unknown { focused, .. } => *focused,
        InboxLine::Day { .. } => false,
    })?;
    let here = match lines.get(at)? {
        InboxLine::Row(row) => row.id.as_str(),
        InboxLine::Unknown { id, .. } => id.as_str(),
        InboxLine::Day { .. } => return None,
    };
    let narrower = std::mem::replace(&mut places.inbox.room, height) > height;
    let same = places.inbox.focus.as_deref() == Some(here);
    if same && !narrower && !places.by_key {
        return None;
    }
    let first_time = places.inbox.focus.replace(here.to_owned()).is_none();
    // The head of its day comes along with the first row.
    let day = at
        .checked_sub(1)
        .filter(|before| matches!(lines.get(*before), Some(InboxLine::Day { .. })));
    let (top, bottom) = (*tops.get(day.unwrap_or(at))?, *tops.get(at + 1)?);
    let offset = places.inbox.offset;
    let wanted = offset.min(top).max(bottom - height);
    (!first_time && (wanted - offset).abs() > 0.5).then_some(wanted)
}

fn day(ui: &Ui, pass: &Pass<'_>, rect: Rect, label: &str, count: &str) {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    pen.fill(rect, 0, ink.canvas);
    pen.rule(rect.x_range(), rect.bottom() - 0.5, ink.border);
    let row = rect.shrink2(vec2(16.0, 0.0));
    let count = pen.text(row, Align::Max, count, Face::label(), ink.text_secondary);
    pen.text(
        row.with_max_x(count.left() - 8.0),
        Align::Min,
        label,
        Face::label(),
        ink.text_secondary,
    );
}

fn one(ui: &Ui, pass: &mut Pass<'_>, places: &mut Places, rect: Rect, row: &InboxRow) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let id = Id::unique(("notification", row.id.as_str()));
    let response = ui.interact(rect, id, if row.focused { Sense::click() } else { Sense::CLICK });
    let state = pass.word(if row.read {
        "notification-read"
    } else {
        "notification-unread"
    });
    let many = if row.together > 1 {
        pass.words.with("inbox-together", &[("n", row.together.into())])
    } else {
        String::new()
    };
    let star = if row.starred {
        pass.label(ActionId::Star)
    } else {
        String::new()
    };
    let said = [state.as_ref(), &row.time, &many, &star];
    let said: Vec<&str> = said.into_iter().filter(|part| !part.is_empty()).collect();
    let spoken = format!("{} – {}", row.title, said.join(" – "));
    tell_choice(&response, Role::ListItem, true, row.focused, &spoken);
    let here = row.focused && pass.app.pane() == LIST;
    if here && matches!(pass.app.layer(), Layer::None) {
        places.roving = Some(id);
        if places.by_key {
            response.request_focus();
        }
    }
    let pen = Pen::new(ui.painter(), look);
    let fill = match (row.armed, response.hovered() || row.focused) {
        (true, _) => ink.accent_soft,
        (false, true) => ink.hover,
        (false, false) => ink.surface,
    };
    pen.fill(rect, 0, fill);
    pen.rule(rect.x_range(), rect.bottom() - 0.5, ink.border);
    if here {
        // Clear of the scroll bar, which would cut it.
        let ring = rect.shrink(1.0).with_max_x(rect.right() - 11.0);
        pen.painter
            .rect_stroke(ring, 2.0, look.ring(), StrokeKind::Inside);
    }
    let mark = pos2(rect.left() + 18.0, rect.center().y);
    match (row.armed, row.read, row.pending) {
        (true, ..) => pen.icon_of(mark, Icon::Check, 14.0, ink.accent_text),
        (_, _, true) => pen.icon_of(mark, Icon::Pending, 14.0, ink.text_tertiary),
        (_, false, _) => {
            pen.painter.circle_filled(mark, 3.5, ink.accent);
        }
        (_, true, _) => {}
    }
    let inner = rect
        .with_min_x(rect.left() + 32.0)
        .with_max_x(rect.right() - 16.0);
    let time = pen.text(inner, Align::Max, &row.time, Face::small(), ink.text_tertiary);
    let mut right = time.left() - 12.0;
    if row.starred {
        pen.icon_of(
            pos2(right - 6.0, rect.center().y),
            Icon::StarFilled,
            13.0,
            ink.text_secondary,
        );
        right -= 20.0;
    }
    if !many.is_empty() {
        right = pill(&pen, inner.with_max_x(right), &many) - 10.0;
    }
    let weight = if row.read { Weight::Regular } else { Weight::Medium };
    let color = if row.read { ink.text_secondary } else { ink.text };
    pen.text(
        inner.with_max_x(right),
        Align::Min,
        &row.title,
        Face::body().weighing(weight),
        color,
    );
    if response.clicked() || response.secondary_clicked() {
        pass.act(Action::FocusNotification(row.id.clone()));
    }
    if response.double_clicked() {
        pass.run(ActionId::Open);
    }
    response.context_menu(|ui| context::notification(ui, pass));
}

/// How many stand together, at the right of a rectangle. Returns where it begins.
fn pill(pen: &Pen<'_>, rect: Rect, text: &str) -> f32 {
    let (look, ink) = (pen.look, &pen.look.ink);
    let wide = pen.width(text, Face::label()).ceil() + 16.0;
    let place = Rect::from_min_size(
        pos2(rect.right() - wide, rect.center().y - look.tokens.size.tag / 2.0),
        vec2(wide, look.tokens.size.tag),
    );
    pen.boxed(
        place,
        look.tokens.radius.pill,
        ink.surface,
        look.hairline(ink.border),
    );
    pen.text(place, Align::Center, text, Face::label(), ink.text_secondary);
    place.left()
}

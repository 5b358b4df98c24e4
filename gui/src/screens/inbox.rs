//! The notifications: tabs, a list under day heads, a preview that marks nothing.

use egui::scroll_area::ScrollSource;
use egui::{
    Align, Color32, Id, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo, pos2,
    vec2,
};
use encours_core::app::{Action, ActionId, Key, KeyCode, Layer, Screen};
use encours_core::view::inbox::{self, InboxLine, InboxRow, InboxTabView, InboxView, Preview};

use super::{Places, status};
use crate::keys;
use crate::pass::Pass;
use crate::theme::{Face, Icon, Weight};
use crate::widgets::{Button, Kind, Pen, card, keycap, problem};

/// What the list remembers between passes.
#[derive(Debug, Default)]
pub struct InboxPlace {
    focus: Option<String>,
    offset: f32,
}

/// Draws the notifications.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places) {
    let size = &pass.look.tokens.size;
    let full = ui.max_rect();
    let view = inbox::inbox(pass.app);
    let top = full.with_max_y(full.top() + size.topbar);
    let tabs = Rect::from_min_size(top.left_bottom(), vec2(full.width(), size.filterbar));
    head(ui, pass, top, &view);
    tab_row(ui, pass, tabs, &view.tabs);
    let rest = status::banner(ui, pass, full.with_min_y(tabs.bottom()));
    // Where room is short the list gives way, down to half.
    let wide = size.inbox_list.min(rest.width() * 0.52).max(280.0);
    let list = rest.with_max_x(rest.left() + wide);
    let preview = rest.with_min_x(list.right());
    rows(ui, pass, places, list, &view);
    let pen = Pen::new(ui.painter(), pass.look);
    pen.fill(preview, 0, pass.look.ink.surface);
    pen.pole(list.right() + 0.5, rest.y_range(), pass.look.ink.border);
    match &view.preview {
        Some(shown) => self::preview(ui, pass, preview, shown),
        None => empty(ui, pass, preview, &view),
    }
}

fn head(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, view: &InboxView) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let cap = pass.cap(ActionId::MarkAllRead);
    let label = match &view.armed {
        Some((label, _)) => label.clone(),
        None => pass.label(ActionId::MarkAllRead),
    };
    let reason = pass.reason(ActionId::MarkAllRead);
    let mut button = Button::new(&label).icon(Icon::Check).disabled(reason.as_deref());
    button = if view.armed.is_some() {
        button.kind(Kind::Primary)
    } else {
        button.key(&cap)
    };
    let width = button.width(&pen);
    let place = Rect::from_min_size(
        pos2(rect.right() - 16.0 - width, rect.center().y - 14.0),
        vec2(width, 28.0),
    );
    if button.show(ui, look, ui.scope_id().with("all"), place).clicked() {
        pass.run(ActionId::MarkAllRead);
    }
    let mut right = place.left() - 14.0;
    if let Some((_, left)) = &view.armed {
        pen.ring(place, look.tokens.radius.button);
        right = armed(&pen, pass, rect.with_max_x(right), *left, &cap);
    }
    let row = rect.with_min_x(rect.left() + 16.0).with_max_x(right);
    let title = pass.word(Screen::Notifications.label_key()).into_owned();
    let title = pen.text(row, Align::Min, &title, Face::title(), ink.text);
    pen.text(
        row.with_min_x(title.right() + 16.0),
        Align::Min,
        &view.mode,
        Face::small(),
        ink.text_tertiary,
    );
}

/// How to confirm or give up, beside the armed button. Returns where it begins.
fn armed(pen: &Pen<'_>, pass: &Pass<'_>, rect: Rect, left: u64, cap: &str) -> f32 {
    let ink = &pass.look.ink;
    let esc = keys::cap_of(pass.app, Key::plain(KeyCode::Esc));
    let left = format!("{left} {}", pass.word("unit-second"));
    let time = pen.text(rect, Align::Max, &left, Face::small(), ink.text_tertiary);
    let give_up = pass.words.with("armed-give-up", &[("key", esc.into())]);
    let confirm = pass.words.with("armed-confirm", &[("key", cap.into())]);
    let text = pen.text(
        rect.with_max_x(time.left() - 10.0),
        Align::Max,
        &format!("{confirm} · {give_up}"),
        Face::small(),
        ink.accent_text,
    );
    text.left() - 12.0
}

fn tab_row(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, tabs: &[InboxTabView]) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    pen.rule(rect.x_range(), rect.bottom() - 0.5, ink.border);
    let mut x = rect.left() + 16.0;
    for tab in tabs {
        let count = tab.count.to_string();
        let wide =
            pen.width(&tab.label, Face::strong()).ceil() + pen.width(&count, Face::small()).ceil() + 26.0;
        let place = Rect::from_min_size(pos2(x, rect.top() + 6.0), vec2(wide, 28.0));
        let response = ui.interact(
            place,
            ui.scope_id().with(("tab", tab.label.as_str())),
            Sense::click(),
        );
        let spoken = format!("{} {count}", tab.label);
        response.widget_info(|| WidgetInfo::selected(Role::Tab, true, tab.current, &spoken));
        let fill = match (tab.current, response.hovered()) {
            (true, _) => ink.pressed,
            (false, true) => ink.hover,
            (false, false) => Color32::TRANSPARENT,
        };
        let edge = if tab.current && look.edges() {
            look.hairline(ink.accent_line)
        } else {
            Stroke::NONE
        };
        pen.boxed(place, look.tokens.radius.button, fill, edge);
        if response.has_focus() {
            pen.ring(place, look.tokens.radius.button);
        }
        let color = if tab.current { ink.text } else { ink.text_secondary };
        let text = pen.text(
            place.with_min_x(x + 10.0),
            Align::Min,
            &tab.label,
            Face::strong(),
            color,
        );
        pen.text(
            place.with_min_x(text.right() + 6.0),
            Align::Min,
            &count,
            Face::small(),
            ink.text_tertiary,
        );
        if response.clicked() {
            pass.act(Action::ShowTab(tab.tab));
        }
        x = place.right() + 6.0;
    }
}

fn height(pass: &Pass<'_>, line: &InboxLine) -> f32 {
    match line {
        InboxLine::Day { .. } => pass.look.tokens.size.day_head,
        InboxLine::Row(_) => pass.look.tokens.size.inbox_row,
    }
}

fn rows(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places, rect: Rect, view: &InboxView) {
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
    if let Some(offset) = follow(places, &lines, &tops, rect.height()) {
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
    let output = area.show_viewport(&mut child, |ui, viewport| {
        ui.set_width(rect.width());
        ui.set_height(top);
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
            }
        }
    });
    places.inbox.offset = output.state.clamped_offset().y;
}

/// Where to scroll to, if the focus has moved out of sight.
fn follow(places: &mut Places, lines: &[InboxLine], tops: &[f32], height: f32) -> Option<f32> {
    let at = lines
        .iter()
        .position(|line| matches!(line, InboxLine::Row(row) if row.focused))?;
    let InboxLine::Row(row) = lines.get(at)? else {
        return None;
    };
    if places.inbox.focus.as_deref() == Some(row.id.as_str()) {
        return None;
    }
    let first_time = places.inbox.focus.replace(row.id.as_str().to_owned()).is_none();
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
    let spoken = format!("{} – {state} – {}", row.title, row.time);
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, row.focused, &spoken));
    if row.focused && matches!(pass.app.layer(), Layer::None) {
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
    if row.focused {
        pen.painter
            .rect_stroke(rect.shrink(1.0), 2.0, look.ring(), StrokeKind::Inside);
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
    let weight = if row.read { Weight::Regular } else { Weight::Medium };
    let color = if row.read { ink.text_secondary } else { ink.text };
    pen.text(
        inner.with_max_x(time.left() - 12.0),
        Align::Min,
        &row.title,
        Face::body().weighing(weight),
        color,
    );
    if response.clicked() {
        pass.act(Action::FocusNotification(row.id.clone()));
    }
}

fn preview(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, view: &Preview) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let name = pass.word("inbox-preview").into_owned();
    let mut child = super::part(ui, rect, "preview", egui::accesskit::Role::Complementary, &name);
    let ui = &mut child;
    let pen = Pen::new(ui.painter(), look);
    let column = rect.shrink2(vec2(24.0, 0.0));
    let column = column.with_max_x(column.right().min(column.left() + 560.0));
    let row = |y: f32, height: f32| Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), height));
    let mut y = rect.top() + 18.0;
    let line = row(y, 18.0);
    if view.read {
        pen.painter.circle_stroke(
            pos2(line.left() + 4.0, line.center().y),
            3.5,
            Stroke::new(1.5, ink.text_tertiary),
        );
    } else {
        pen.painter
            .circle_filled(pos2(line.left() + 4.0, line.center().y), 4.0, ink.accent);
    }
    pen.text(
        line.with_min_x(line.left() + 14.0),
        Align::Min,
        &view.state,
        Face::small(),
        ink.text_secondary,
    );
    pen.text(line, Align::Max, &view.place, Face::small(), ink.text_tertiary);
    y = pen
        .block(
            pos2(column.left(), y + 24.0),
            column.width(),
            &view.title,
            Face::title(),
            ink.text,
        )
        .bottom()
        + 14.0;
    let facts = [
        ("inbox-seen-here", view.seen.as_str(), true),
        ("inbox-service-date", &view.sent, view.dated),
    ];
    for (label, value, known) in facts {
        let line = row(y, 26.0);
        pen.text(
            line.with_max_x(line.left() + 108.0),
            Align::Min,
            &pass.word(label),
            Face::body(),
            ink.text_tertiary,
        );
        let color = if known { ink.text } else { ink.text_tertiary };
        pen.text(
            line.with_min_x(line.left() + 112.0),
            Align::Min,
            value,
            Face::body(),
            color,
        );
        y += 26.0;
    }
    let line = row(y, 26.0);
    pen.text(
        line.with_max_x(line.left() + 108.0),
        Align::Min,
        &pass.word("field-id"),
        Face::body(),
        ink.text_tertiary,
    );
    pen.text(
        line.with_min_x(line.left() + 112.0),
        Align::Min,
        &view.id,
        Face::code(),
        ink.text,
    );
    y += 40.0;
    y = verbs(ui, pass, row(y, 32.0)) + 8.0;
    let line = row(y, 18.0);
    pen.icon_of(
        pos2(line.left() + 7.0, line.center().y),
        Icon::Info,
        14.0,
        ink.text_tertiary,
    );
    let note = pass.word("inbox-preview-marks-nothing");
    pen.text(
        line.with_min_x(line.left() + 20.0),
        Align::Min,
        &note,
        Face::small(),
        ink.text_secondary,
    );
    y += 42.0;
    if let Some(deal) = &view.deal {
        pen.text(
            row(y, 20.0),
            Align::Min,
            &pass.word("inbox-same-deal"),
            Face::body().weighing(Weight::SemiBold),
            ink.text,
        );
        let place = Rect::from_min_size(
            pos2(column.left(), y + 28.0),
            vec2(column.width().min(376.0), look.tokens.size.card),
        );
        same_deal(ui, pass, place, deal);
        let note = pass.word("inbox-same-deal-note");
        pen.text(
            row(place.bottom() + 6.0, 18.0),
            Align::Min,
            &note,
            Face::small(),
            ink.text_tertiary,
        );
    }
}

/// What can be done with the notification, each with its key. Returns where they end.
fn verbs(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect) -> f32 {
    let wide = ((rect.width() - 8.0) / 2.0).min(184.0);
    let verbs = [
        (ActionId::MarkRead, Icon::Check, Kind::Primary),
        (ActionId::Copy, Icon::Copy, Kind::Default),
    ];
    for (at, (id, icon, kind)) in verbs.into_iter().enumerate() {
        let (label, cap, reason) = (pass.label(id), pass.cap(id), pass.reason(id));
        let kind = if reason.is_some() { Kind::Default } else { kind };
        let place = Rect::from_min_size(
            pos2(rect.left() + at as f32 * (wide + 8.0), rect.top()),
            vec2(wide, 32.0),
        );
        let button = Button::new(&label)
            .icon(icon)
            .key(&cap)
            .kind(kind)
            .disabled(reason.as_deref());
        if button
            .show(ui, pass.look, ui.scope_id().with(id), place)
            .clicked()
        {
            pass.run(id);
        }
    }
    rect.bottom()
}

fn same_deal(ui: &Ui, pass: &mut Pass<'_>, rect: Rect, deal: &encours_core::view::board::Card) {
    let response = ui.interact(rect, ui.scope_id().with("same-deal"), Sense::click());
    let name = format!("{} – {}", pass.label(ActionId::Open), deal.name);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let pen = Pen::new(ui.painter(), pass.look);
    let shown = encours_core::view::board::Card {
        focused: response.has_focus(),
        age: String::new(),
        write: None,
        ..deal.clone()
    };
    card::paint(
        &pen,
        rect,
        &shown,
        card::State {
            hovered: response.hovered(),
            floating: false,
        },
    );
    keycap::at_right(
        &pen,
        rect.right() - 12.0,
        rect.top() + 19.0,
        &pass.cap(ActionId::Open),
    );
    if response.clicked() {
        pass.act(Action::OpenDeal(deal.id.clone()));
    }
}

/// What stands in the place of the preview where no notification is shown.
fn empty(ui: &Ui, pass: &Pass<'_>, rect: Rect, view: &InboxView) {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    if let Some(failure) = &view.problem {
        problem::paint(
            &pen,
            rect.min + vec2(24.0, 24.0),
            (rect.width() - 48.0).min(480.0),
            pass.words,
            failure,
        );
        return;
    }
    let Some(text) = &view.empty else { return };
    let y = rect.top() + rect.height() * 0.3;
    pen.icon_of(pos2(rect.center().x, y), Icon::Inbox, 24.0, ink.text_secondary);
    let width = (rect.width() - 48.0).min(420.0);
    let galley = pen.wrapped(text, Face::body(), ink.text_secondary, width, 6);
    let at = pos2(rect.center().x - galley.size().x / 2.0, y + 24.0);
    let place = Rect::from_min_size(at, galley.size());
    pen.painter.galley(at, galley, ink.text_secondary);
    let response = ui.interact(place, ui.scope_id().with("empty"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
}

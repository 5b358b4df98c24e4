//! The body of the deal panel: name, writes that wait, fields, indicators, notes, requests.

use egui::{Align, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::{Action, ActionId, Screen};
use encours_core::view::board::WriteMark;
use encours_core::view::deal::{DealView, FieldLine};
use encours_core::view::writes::{RequestView, WriteView};

use crate::pass::Pass;
use crate::theme::{Face, Icon, Weight};
use crate::widgets::{Button, Kind, Pen, card, gauge, problem};

const PAD: f32 = 20.0;
const LABEL: f32 = 104.0;
const FIELD: f32 = 29.0;

/// Draws the body, from the top of the scrolled part.
pub(super) fn show(ui: &mut Ui, pass: &mut Pass<'_>, view: &DealView) {
    let width = ui.max_rect().width();
    let origin = ui.max_rect().min;
    let column = Rect::from_min_size(
        origin + vec2(PAD - 1.0, 0.0),
        vec2(width - 2.0 * PAD + 1.0, f32::INFINITY),
    );
    let mut y = origin.y + 14.0;
    y = title(ui, pass, view, column, y);
    for write in &view.writes {
        y = waiting(ui, pass, write, column, y) + 8.0;
    }
    if let Some(failure) = &view.problem {
        let pen = Pen::new(ui.painter(), pass.look);
        y += problem::paint(
            &pen,
            pos2(column.left(), y + 4.0),
            column.width(),
            pass.words,
            failure,
        ) + 16.0;
    }
    for line in &view.fields {
        field(
            ui,
            pass,
            line,
            Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), FIELD)),
        );
        y += FIELD;
    }
    y = indicators(ui, pass, view, column, y + 18.0);
    y = notes(ui, pass, view, column, y + 20.0);
    y = requests(ui, pass, &view.requests, column, y + 20.0);
    ui.set_min_size(vec2(width, y + 24.0 - origin.y));
}

fn title(ui: &Ui, pass: &Pass<'_>, view: &DealView, column: Rect, y: f32) -> f32 {
    let pen = Pen::new(ui.painter(), pass.look);
    let rect = pen.block(
        pos2(column.left(), y),
        column.width(),
        &view.name,
        Face::name(),
        pass.look.ink.text,
    );
    say(ui, rect, "name", Role::Heading, &view.name);
    rect.bottom() + 10.0
}

/// Names a painted part for screen readers.
fn say(ui: &Ui, rect: Rect, salt: impl egui::AsIdSalt, role: Role, text: &str) -> Response {
    let response = ui.interact(rect, ui.scope_id().with(salt), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(role, true, text));
    response
}

/// A write that waits: what it changes, when it leaves, and the way back while there is one.
fn waiting(ui: &mut Ui, pass: &mut Pass<'_>, write: &WriteView, column: Rect, y: f32) -> f32 {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let parked = matches!(write.mark, WriteMark::Refused | WriteMark::Conflict);
    let rect = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), 32.0));
    let (ground, ink_mark) = if parked {
        (look.bands.alert_soft, look.bands.alert)
    } else {
        (ink.accent_soft, ink.accent_text)
    };
    let edge = if look.edges() {
        look.hairline(ink_mark)
    } else {
        egui::Stroke::NONE
    };
    pen.boxed(rect, look.tokens.radius.button, ground, edge);
    pen.icon_of(
        pos2(rect.left() + 17.0, rect.center().y),
        card::write_icon(write.mark),
        14.0,
        ink_mark,
    );
    let salt = ("write", write.id.0);
    say(
        ui,
        rect.with_max_x(rect.left() + 28.0),
        salt,
        Role::Label,
        &format!("{} – {}", write.text, write.state),
    );
    let mut right = rect.right() - 8.0;
    if write.held || parked {
        let label = pass
            .word(if parked { "button-see" } else { "button-undo" })
            .into_owned();
        let cap = if parked {
            String::new()
        } else {
            pass.cap(ActionId::Undo)
        };
        let button = Button::new(&label).key(&cap).kind(Kind::Link);
        let wide = button.width(&pen) + 8.0;
        let place = Rect::from_min_size(pos2(right - wide, rect.center().y - 13.0), vec2(wide, 26.0));
        if button
            .show(ui, look, ui.scope_id().with((salt, "do")), place)
            .clicked()
        {
            if parked {
                pass.act(Action::FocusWrite(write.id));
                pass.act(Action::Show(Screen::Activity));
            } else {
                pass.run(ActionId::Undo);
            }
        }
        right = place.left() - 8.0;
    }
    let row = rect.with_min_x(rect.left() + 32.0).with_max_x(right);
    let state = pen.width(&write.state, Face::small()).min(row.width() * 0.55);
    let strong = Face::small().weighing(Weight::SemiBold);
    let text = pen.text(
        row.with_max_x(row.right() - state - 8.0),
        Align::Min,
        &write.text,
        strong,
        ink.text,
    );
    pen.text(
        row.with_min_x(text.right() + 8.0),
        Align::Min,
        &write.state,
        Face::small(),
        ink.text_secondary,
    );
    rect.bottom()
}

fn field(ui: &mut Ui, pass: &mut Pass<'_>, line: &FieldLine, rect: Rect) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    pen.text(
        rect.with_max_x(rect.left() + LABEL),
        Align::Min,
        &line.label,
        Face::body(),
        ink.text_tertiary,
    );
    let salt = ("field", line.label.clone());
    let edits = matches!(line.action, Some(ActionId::MoveTo | ActionId::EditDeal));
    let mut x = rect.left() + LABEL + if edits { 0.0 } else { 8.0 };
    if edits {
        x = editable(ui, pass, line, rect.with_min_x(x));
    } else {
        if let Some(code) = &line.class {
            pen.swatch(pos2(x + 5.0, rect.center().y), code);
            x += 16.0;
        }
        let copies = line.action == Some(ActionId::Copy);
        let face = if copies { Face::code() } else { Face::body() };
        let color = if line.known { ink.text } else { ink.text_tertiary };
        let text = pen.text(rect.with_min_x(x), Align::Min, &line.value, face, color);
        let spoken = format!("{} – {} {}", line.label, line.value, line.note);
        let response = say(ui, text, salt, Role::Label, spoken.trim());
        if copies {
            let response = response
                .interact(Sense::click())
                .on_hover_text(pass.label(ActionId::Copy));
            if response.clicked() {
                pass.run(ActionId::Copy);
            }
        }
        x = text.right();
    }
    if !line.note.is_empty() {
        x += 8.0;
        if line.class.is_some() {
            pen.icon_of(
                pos2(x + 7.0, rect.center().y),
                Icon::Lock,
                14.0,
                ink.text_tertiary,
            );
            x += 18.0;
        }
        let room = rect.with_min_x(x);
        let short = pass.word("deal-class-read-only-short");
        let fits = line.class.is_none() || pen.width(&line.note, Face::small()) <= room.width();
        pen.text(
            room,
            Align::Min,
            if fits { &line.note } else { &short },
            Face::small(),
            ink.text_tertiary,
        );
    }
}

/// A value that can be changed: a button that opens its menu or form. Returns where it ends.
fn editable(ui: &mut Ui, pass: &mut Pass<'_>, line: &FieldLine, rect: Rect) -> f32 {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let strong = Face::strong();
    let lead = if line.status.is_some() { 28.0 } else { 8.0 };
    let wide = (pen.width(&line.value, strong).ceil() + lead + 28.0).min(rect.width());
    let place = Rect::from_min_size(pos2(rect.left(), rect.center().y - 13.0), vec2(wide, 26.0));
    let response = ui.interact(place, ui.scope_id().with(("edit", &line.label)), Sense::click());
    let name = format!("{} – {}", line.label, line.value);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let fill = if response.hovered() {
        ink.hover
    } else {
        ink.surface
    };
    pen.boxed(
        place,
        look.tokens.radius.button,
        fill,
        look.hairline(ink.border_strong),
    );
    if response.has_focus() {
        pen.ring(place, look.tokens.radius.button);
    }
    if let Some(code) = &line.status {
        pen.status(
            pos2(place.left() + 15.0, place.center().y),
            code,
            ink.text_secondary,
        );
    }
    let text = place
        .with_min_x(place.left() + lead)
        .with_max_x(place.right() - 24.0);
    pen.text(
        text,
        Align::Min,
        &line.value,
        strong,
        if line.known { ink.text } else { ink.text_tertiary },
    );
    pen.icon_of(
        pos2(place.right() - 14.0, place.center().y),
        Icon::Down,
        12.0,
        ink.text_tertiary,
    );
    if let (true, Some(id)) = (response.clicked(), line.action) {
        pass.run(id);
    }
    let mut x = place.right();
    if let Some(mark) = line.write {
        pen.icon_of(
            pos2(x + 14.0, place.center().y),
            card::write_icon(mark),
            14.0,
            card::write_color(&pen, mark),
        );
        x += 22.0;
    }
    x
}

/// The head of a section. Returns where the section begins.
fn section(ui: &Ui, pass: &Pass<'_>, column: Rect, y: f32, words: [&str; 3]) -> f32 {
    let ink = &pass.look.ink;
    let [title, beside, right] = words;
    let pen = Pen::new(ui.painter(), pass.look);
    let row = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), 20.0));
    let end = pen
        .text(row, Align::Max, right, Face::small(), ink.text_tertiary)
        .left();
    let text = pen.text(
        row.with_max_x(end - 8.0),
        Align::Min,
        title,
        Face::body().weighing(Weight::SemiBold),
        ink.text,
    );
    say(ui, text, ("section", title.to_owned()), Role::Heading, title);
    pen.text(
        row.with_min_x(text.right() + 8.0).with_max_x(end - 8.0),
        Align::Min,
        beside,
        Face::small(),
        ink.text_tertiary,
    );
    row.bottom() + 8.0
}

fn indicators(ui: &Ui, pass: &Pass<'_>, view: &DealView, column: Rect, y: f32) -> f32 {
    let beside = if view.kpis.is_empty() {
        String::new()
    } else {
        pass.word("deal-limits-long").into_owned()
    };
    let read = if view.kpis.is_empty() { "" } else { &view.kpis_read };
    let mut y = section(ui, pass, column, y, [&pass.word("deal-pane-kpi"), &beside, read]);
    let pen = Pen::new(ui.painter(), pass.look);
    if view.kpis.is_empty() {
        return note_line(&pen, pass, column, y, &pass.word("kpi-received-none"));
    }
    let height = pass.look.tokens.size.kpi_row;
    for line in &view.kpis {
        let rect = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), height));
        gauge::paint(&pen, rect, line);
        let spoken = format!("{} {} {} {}", line.label, line.value, line.band_label, line.note);
        say(ui, rect, ("kpi", line.key), Role::Label, spoken.trim()).on_hover_text(&line.exact);
        y += height;
    }
    y
}

fn note_line(pen: &Pen<'_>, pass: &Pass<'_>, column: Rect, y: f32, text: &str) -> f32 {
    let row = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), 18.0));
    pen.text(row, Align::Min, text, Face::small(), pass.look.ink.text_tertiary);
    row.bottom()
}

fn notes(ui: &Ui, pass: &Pass<'_>, view: &DealView, column: Rect, y: f32) -> f32 {
    let ink = &pass.look.ink;
    let count = if view.notes.is_empty() {
        String::new()
    } else {
        view.notes.len().to_string()
    };
    let mut y = section(ui, pass, column, y, [&pass.word("deal-notes"), &count, ""]);
    let pen = Pen::new(ui.painter(), pass.look);
    if view.notes.is_empty() {
        let key = if view.notes_loading {
            "deal-notes-not-read"
        } else {
            "deal-notes-empty"
        };
        return note_line(&pen, pass, column, y, &pass.word(key));
    }
    for (at, note) in view.notes.iter().enumerate() {
        let text = pen.block(
            pos2(column.left() + 12.0, y),
            column.width() - 12.0,
            &note.content,
            Face::body(),
            ink.text,
        );
        let row = Rect::from_min_size(text.left_bottom(), vec2(column.width() - 12.0, 16.0));
        pen.text(row, Align::Min, &note.origin, Face::small(), ink.text_tertiary);
        let bar = Rect::from_min_max(pos2(column.left(), y), pos2(column.left() + 2.0, row.bottom()));
        pen.fill(bar, 0, ink.border_strong);
        say(ui, text, ("note", at), Role::Label, &note.content);
        y = row.bottom() + 10.0;
    }
    y - 10.0
}

fn requests(ui: &Ui, pass: &Pass<'_>, lines: &[RequestView], column: Rect, y: f32) -> f32 {
    let mut y = section(ui, pass, column, y, [&pass.word("activity-requests"), "", ""]);
    let pen = Pen::new(ui.painter(), pass.look);
    if lines.is_empty() {
        return note_line(&pen, pass, column, y, &pass.word("deal-requests-empty"));
    }
    for line in lines.iter().take(12) {
        request(
            &pen,
            pass,
            line,
            Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), 22.0)),
        );
        y += 22.0;
    }
    y
}

/// One request: when, what, the answer and its id.
pub(super) fn request(pen: &Pen<'_>, pass: &Pass<'_>, line: &RequestView, rect: Rect) {
    let ink = &pass.look.ink;
    pen.text(
        rect.with_max_x(rect.left() + 60.0),
        Align::Min,
        &line.time,
        Face::small(),
        ink.text_tertiary,
    );
    let id = pen.text(
        rect,
        Align::Max,
        &line.request_id,
        Face::code(),
        ink.text_tertiary,
    );
    let color = if line.good {
        ink.text_secondary
    } else {
        pass.look.bands.alert
    };
    let status = pen.text(
        rect.with_max_x(id.left() - 12.0),
        Align::Max,
        &line.status,
        Face::small(),
        color,
    );
    if !line.good {
        pen.icon_of(
            pos2(status.left() - 10.0, rect.center().y),
            Icon::Close,
            12.0,
            color,
        );
    }
    let place = Rect::from_x_y_ranges(rect.left() + 64.0..=status.left() - 22.0, rect.y_range());
    pen.text(place, Align::Min, &line.route, Face::code(), ink.text);
}

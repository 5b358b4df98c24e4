//! A pane with a list: title, note, lines with mark and note, or an empty state.
//!
//! Only visible lines are built.

pub(super) mod collapsed;
mod label;
pub(super) mod record_table;

use egui::accesskit::Role as Part;
use egui::scroll_area::ScrollSource;
use egui::{Align, Id, Rect, Response, Role, ScrollArea, Sense, Ui, UiBuilder, pos2, vec2};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::presentation::sheet_view::{Mark, SheetLine};
use encours_core::app::records::lists::view::ListView;
use encours_core::app::shell::action::Action;

use label::{SECOND, both_ends, branch, crowded, rows};

use super::Places;
use crate::frame_ctx::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::{Button, Pen, Tip, problem, skeleton, tell_choice, tell_place, tell_size};

/// Height of a pane's title.
pub(super) const HEAD: f32 = 40.0;

/// The effect of a click on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Press {
    /// Focuses the line; a second click opens it. Each line has one row, and its note takes precedence over a long
    /// name.
    Focuses,
    /// The same, but if a name does not fit, all lines have two rows.
    FocusesInRows,
    /// Opens the line at once.
    Opens,
    /// Opens a field of a record at once; field values are in a column beside the names.
    OpensInColumns,
}

/// Height of the button in an empty list.
const OFFER: f32 = 28.0;

/// Draws the frame and title of a pane and returns the area below. Its border shows the focus; the title colour never
/// changes.
pub(super) fn pane(ui: &Ui, pass: &Pass<'_>, rect: Rect, title: &str, note: &str, focused: bool) -> Rect {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let radius = look.tokens.radius.pane;
    let edge = if focused { ink.accent_line } else { ink.border };
    pen.boxed(rect, radius, ink.surface, look.hairline(edge));
    let head = rect.with_max_y(rect.top() + HEAD).shrink2(vec2(14.0, 0.0));
    let named = pen.width(title, Face::heading()).min(head.width() * 0.6);
    let beside = head.with_min_x(head.left() + named + 12.0);
    let said = pen.text(beside, Align::Max, note, Face::small(), ink.text_tertiary);
    if pen.width(note, Face::small()) > beside.width() && pass.uncovered() {
        let cut = ui.interact(said, ui.scope_id().with(("note", title)), Sense::hover());
        cut.tip(note);
    }
    let room = head.with_max_x(said.left() - 12.0);
    pen.text(room, Align::Min, title, Face::heading(), ink.text);
    pen.rule(
        rect.left() + 1.0..=rect.right() - 1.0,
        rect.top() + HEAD - 0.5,
        ink.border,
    );
    rect.with_min_y(rect.top() + HEAD).shrink(1.0)
}

/// Returns the row height of a list of this width in which long names wrap.
pub(super) fn row(pen: &Pen<'_>, wide: f32, view: &ListView) -> f32 {
    let second = if crowded(pen, wide, view) { SECOND } else { 0.0 };
    pen.look.tokens.size.row + second
}

/// Returns the height of a pane of this width without truncated names.
pub(super) fn whole(pen: &Pen<'_>, wide: f32, view: &ListView) -> f32 {
    HEAD + view.lines.len() as f32 * row(pen, wide, view) + 10.0
}

/// Draws a list as the pane with this number.
pub(super) fn show(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    number: usize,
    rect: Rect,
    view: &ListView,
    press: Press,
) {
    let body = pane(ui, pass, rect, &view.title, &view.note, view.focused);
    let mut ui = ui.new_child(
        UiBuilder::new()
            .id_salt(("pane", number))
            .max_rect(body)
            .accessibility_role(Part::List)
            .accessibility_label(&view.title),
    );
    super::bounds(&ui, body);
    tell_size(&ui, view.lines.len());
    let clip = ui.clip_rect();
    if view.lines.is_empty() {
        // Extend the clip area for the focus ring of the button near the edge.
        ui.set_clip_rect(body.expand(4.0).intersect(clip));
        return nothing(&ui, pass, body, view);
    }
    ui.set_clip_rect(body.intersect(clip));
    let two =
        press == Press::FocusesInRows && crowded(&Pen::new(ui.painter(), pass.look), body.width(), view);
    let row = pass.look.tokens.size.row + if two { SECOND } else { 0.0 };
    let mut area = ScrollArea::vertical()
        .id_salt(("lines", number))
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR);
    if let Some(offset) = places
        .panes
        .follow(number, view, body.height(), row, places.by_key)
    {
        area = area.vertical_scroll_offset(offset);
    }
    let marked = view.lines.iter().any(|line| line.mark != Mark::None);
    // Reserve space for fold arrows only if there are any.
    let flat =
        press == Press::OpensInColumns && !view.lines.iter().any(|line| branch(&line.label).1.is_some());
    let names = match press {
        Press::OpensInColumns => names_end(&Pen::new(ui.painter(), pass.look), body.width() - 8.0, view),
        _ => 0.0,
    };
    let output = area.show_viewport(&mut ui, |ui, viewport| {
        ui.set_width(body.width());
        ui.set_height(view.lines.len() as f32 * row + 8.0);
        let first = ((viewport.min.y - 4.0) / row).floor().max(0.0) as usize;
        let last = ((viewport.max.y / row).ceil().max(0.0) as usize).min(view.lines.len());
        let origin = ui.max_rect().min;
        for (at, line) in view.lines.iter().enumerate().take(last).skip(first) {
            let place = Rect::from_min_size(
                origin + vec2(4.0, 4.0 + at as f32 * row),
                vec2(body.width() - 8.0, row),
            );
            one(
                ui,
                pass,
                places,
                (number, at),
                line,
                place,
                (view, press, marked, two, flat, names),
            );
        }
    });
    places.panes.note(number, output.state.clamped_offset().y);
}

fn nothing(ui: &Ui, pass: &mut Pass<'_>, body: Rect, view: &ListView) {
    let place = body.shrink2(vec2(14.0, 12.0));
    if let Some(failure) = &view.problem {
        problem::paint(
            &Pen::new(ui.painter(), pass.look),
            place.min,
            place.width(),
            pass.words,
            &failure.told_on(pass.app.cx.screen()),
        );
        return;
    }
    let text = view.empty.as_deref().unwrap_or_default();
    let Some(action) = view.offer else {
        return blank(ui, pass, place, text);
    };
    let pen = Pen::new(ui.painter(), pass.look);
    let label = pass.label(action);
    let reason = pass.reason(action);
    let button = Button::new(&label).disabled(reason.as_deref());
    let size = vec2(button.width(&pen), OFFER);
    // If both do not fit, show the button alone: a clipped button could not be pressed.
    let both = offering(&pen, view, body.width()) <= body.height() + HEAD;
    let top = if both {
        said(ui, pass, place, text).bottom() + 10.0
    } else {
        place.top().min(body.bottom() - OFFER - 4.0)
    };
    let at = Rect::from_min_size(pos2(place.left(), top), size);
    let response = button.show(ui, pass.look, ui.scope_id().with("offer"), at);
    let response = if both { response } else { response.tip(text) };
    if response.clicked() {
        pass.run(action);
    }
}

/// Returns the height of a pane with an empty state and a button; zero if it has lines or no button.
pub(super) fn offering(pen: &Pen<'_>, view: &ListView, wide: f32) -> f32 {
    if !view.lines.is_empty() || view.offer.is_none() {
        return 0.0;
    }
    let text = view.empty.as_deref().unwrap_or_default();
    let said = pen.wrapped(text, Face::body(), pen.look.ink.text, wide - 28.0, usize::MAX);
    HEAD + 12.0 + said.size().y + 10.0 + OFFER + 8.0
}

/// Draws placeholders during the first load, else the empty state. The text is centred if the pane is tall.
pub(super) fn blank(ui: &Ui, pass: &Pass<'_>, place: Rect, text: &str) {
    /// Height from which the text is centred.
    const TALL: f32 = 150.0;
    let pen = Pen::new(ui.painter(), pass.look).within(place);
    if text == pass.word("status-reading") {
        for (at, share) in [0.62, 0.48, 0.56, 0.4].into_iter().enumerate() {
            let y = place.top() + 6.0 + at as f32 * 30.0;
            skeleton::bar(&pen, pos2(place.left(), y), place.width() * share, 10.0);
        }
        let response = ui.interact(place, ui.scope_id().with("reading"), Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(Role::Label, true, text));
        return;
    }
    if place.height() < TALL {
        said(ui, pass, place, text);
        return;
    }
    let color = pass.look.ink.text_secondary;
    let galley = pen.centred(text, Face::body(), color, place.width().min(380.0));
    let top = pos2(place.center().x, place.top() + place.height() * 0.3);
    let at = Rect::from_min_size(pos2(top.x - galley.size().x / 2.0, top.y), galley.size());
    pen.painter.galley(top, galley, color);
    let response = ui.interact(at, ui.scope_id().with(("blank", text)), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(Role::Label, true, text));
}

/// Draws the text of an empty list. Returns its area.
fn said(ui: &Ui, pass: &Pass<'_>, place: Rect, text: &str) -> Rect {
    let pen = Pen::new(ui.painter(), pass.look);
    let at = pen.block(
        place.min,
        place.width(),
        text,
        Face::body(),
        pass.look.ink.text_secondary,
    );
    let response = ui.interact(at, ui.scope_id().with(("said", text)), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(Role::Label, true, text));
    at
}

fn one(
    ui: &Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    (pane, at): (usize, usize),
    line: &SheetLine,
    rect: Rect,
    (view, press, marked, two, flat, names): (&ListView, Press, bool, bool, bool, f32),
) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let id = line_id(pass, pane, at);
    let here = line.selected && view.focused;
    let sense = if here {
        Sense::CLICK | Sense::FOCUSABLE
    } else {
        Sense::CLICK
    };
    let response = ui.interact(rect, id, sense);
    let (depth, open, label) = branch(&line.label);
    let name = format!("{label} {}", line.note);
    tell_choice(
        &response,
        Role::ListItem,
        line.enabled,
        line.selected,
        name.trim(),
    );
    tell_place(&response, at);
    if here && matches!(pass.app.cx.layer(), Layer::None) {
        places.roving = Some(id);
        if places.by_key {
            response.request_focus();
        }
    }
    let pen = Pen::new(ui.painter(), look).within(ui.clip_rect());
    // Only the list that drives the others shows its selection when unfocused; otherwise every list would look current.
    let chosen = line.selected && (view.focused || view.leads);
    pen.ground(rect, chosen, view.focused, response.hovered());
    pen.ring_within(rect, &response);
    let mut x = rect.left() + 10.0;
    // In a line of two rows, mark and fold arrow are in the first.
    let whole = rect;
    let rect = if two {
        rect.with_max_y(rect.bottom() - SECOND)
    } else {
        rect
    };
    pen.sign(pos2(x + 7.0, rect.center().y), line.mark);
    // If any line has a mark, all reserve space for it, so that the names align.
    x += if marked { 22.0 } else { 0.0 };
    x += if flat { 0.0 } else { depth as f32 * 16.0 };
    if let Some(open) = open {
        let icon = if open { Icon::Down } else { Icon::Right };
        pen.icon_of(pos2(x + 6.0, rect.center().y), icon, 12.0, ink.text_secondary);
        ui.ctx()
            .accesskit_node_builder(id, |node| node.set_expanded(open));
        x += 18.0;
    }
    let inner = rect.with_min_x(x).with_max_x(rect.right() - 10.0);
    let color = if line.enabled {
        ink.text
    } else {
        ink.text_secondary
    };
    if two {
        let cut = rows(&pen, inner, whole, label, (&line.note, color));
        let response = if cut && pass.uncovered() {
            response.tip(&name)
        } else {
            response
        };
        return clicked(pass, (pane, at), press, &response);
    }
    if press == Press::OpensInColumns {
        let cut = columns(&pen, inner, rect.left() + 10.0 + names, label, &line.note);
        let response = if cut && pass.uncovered() {
            response.tip(&name)
        } else {
            response
        };
        return clicked(pass, (pane, at), press, &response);
    }
    let wanted = pen.width(label, Face::body());
    // A short note leaves more space to the label; a long one is truncated.
    let noted = pen.width(&line.note, Face::small());
    let beside = inner.width() - noted.ceil() - 14.0;
    // A note of a word or two is never truncated: the start of a title is still clear, that of a severity is not.
    let share = if noted <= inner.width() * 0.45 {
        beside
    } else {
        beside.max(inner.width() * 0.62)
    };
    let half = inner.with_max_x(inner.left() + wanted.min(share) + 1.0);
    // If only a small part of the note fits, leave it to the tooltip and show the label in full.
    let left = inner.width() - wanted.min(share) - 12.0;
    let cramped = left < noted && (left < 96.0 || left < noted * 0.8);
    let room = if line.note.is_empty() || cramped {
        inner
    } else {
        half
    };
    both_ends(&pen, room, label, color);
    let rest = inner.with_min_x(room.right() + 12.0);
    if !line.note.is_empty() && !cramped {
        pen.text(rest, Align::Max, &line.note, Face::small(), ink.text_secondary);
    }
    let cut = wanted > room.width() || (!line.note.is_empty() && noted > rest.width());
    let response = if cut && pass.uncovered() {
        response.tip(&name)
    } else {
        response
    };
    clicked(pass, (pane, at), press, &response);
}

/// Returns the width of the names. It deviates from the default share if one side would be truncated and the other has
/// space.
fn names_end(pen: &Pen<'_>, wide: f32, view: &ListView) -> f32 {
    /// Share of the width for the names, with minimum and maximum.
    const NAMES: (f32, f32, f32) = (0.36, 130.0, 240.0);
    /// Number of lines to measure.
    const LOOKED_AT: usize = 60;
    let usual = (wide * NAMES.0).clamp(NAMES.1, NAMES.2);
    let (mut longest, mut held) = (0.0_f32, 0.0_f32);
    for line in view
        .lines
        .iter()
        .take(LOOKED_AT)
        .filter(|line| !line.note.is_empty())
    {
        let (depth, open, label) = branch(&line.label);
        let before = depth as f32 * 16.0 + if open.is_some() { 18.0 } else { 0.0 };
        longest = longest.max(before + pen.width(label, Face::body()) + 13.0);
        held = held.max(pen.width(&line.note, Face::body()) + 1.0);
    }
    let most = wide - 20.0 - held;
    if longest <= most {
        usual.max(longest).min(most)
    } else {
        usual.min(longest)
    }
}

/// Draws field name and value in aligned columns. Returns whether either is truncated.
fn columns(pen: &Pen<'_>, inner: Rect, from: f32, label: &str, held: &str) -> bool {
    let ink = &pen.look.ink;
    let names = inner.with_max_x(if held.is_empty() {
        inner.right()
    } else {
        from - 12.0
    });
    let values = inner.with_min_x(from.max(inner.left()));
    pen.text(names, Align::Min, label, Face::body(), ink.text_secondary);
    pen.text(values, Align::Min, held, Face::body(), ink.text);
    pen.width(label, Face::body()) > names.width() || pen.width(held, Face::body()) > values.width()
}

fn clicked(pass: &mut Pass<'_>, (pane, line): (usize, usize), press: Press, response: &Response) {
    if response.clicked() {
        pass.act(Action::FocusLine { pane, line });
    }
    let opened = match press {
        Press::Opens | Press::OpensInColumns => response.clicked(),
        Press::Focuses | Press::FocusesInRows => response.double_clicked(),
    };
    if opened {
        pass.run(ActionId::Open);
    }
}

/// Returns the widget id of a line in a pane of the current screen.
fn line_id(pass: &Pass<'_>, pane: usize, at: usize) -> Id {
    Id::unique(("line", pass.app.cx.screen(), pane, at))
}

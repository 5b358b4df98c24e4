//! The tasks board: one column per `statut`.
//!
//! A task is moved by a drag, by the keys of the deals board, or from a menu.

use egui::accesskit::Role as Part;
use egui::scroll_area::ScrollSource;
use egui::{Align, Id, Rect, Role, ScrollArea, Ui, UiBuilder, pos2, vec2};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::foundation::presentation::notice::Notice;
use encours_core::app::screens::tasks::view::{self, TaskCard, TaskLaneView, TasksView};
use encours_core::app::shell::action::Action;
use encours_core::app::shell::view::empty_state::Blank;

mod drag;

use drag::Dragged;
pub use drag::TasksPlace;

use super::board::drop_indicator;
use super::{Places, screen_header, scroll_sync, status};
use crate::frame_ctx::Pass;
use crate::input::input_queue;
use crate::overlays::{context_menu, toasts};
use crate::theme::{Face, Icon};
use crate::widgets::card::{self, State};
use crate::widgets::{Pen, column_header, empty_state, skeleton, tell_choice};

const MARGIN: f32 = 16.0;
const PAD: f32 = 12.0;
/// Heights of a column header, a normal card, and a card in a narrow column. A name never overlaps the details below
/// it.
const HEAD: f32 = 58.0;
const CARD: f32 = 10.0 + 2.0 * LINE + AIR + FOOT + 10.0;
const TALL: f32 = CARD + LINE;
/// Height of a name line, gap below the name, and height of the details.
const LINE: f32 = 18.0;
const AIR: f32 = 8.0;
const FOOT: f32 = 16.0;
/// Column width below which a name takes three lines.
const NARROW: f32 = 260.0;

/// Draws the tasks board.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places) {
    let full = ui.max_rect();
    let view = view::tasks(pass.app);
    let top = full.with_max_y(full.top() + pass.look.tokens.size.topbar);
    let title = pass.word(Screen::Tasks.label_key()).into_owned();
    let note = match view.provenance.mode.as_str() {
        "" => view.head.clone(),
        mode => format!("{} · {mode}", view.head),
    };
    let actions = [
        (ActionId::MoveTo, Icon::Arrow),
        (ActionId::EditTask, Icon::Edit),
        (ActionId::ForgetId, Icon::Close),
        (ActionId::Export, Icon::Export),
        (ActionId::AddIds, Icon::Plus),
    ];
    screen_header::show(ui, pass, top, (&title, &note), &actions);
    let rest = status::banner(ui, pass, full.with_min_y(top.bottom()));
    if let Some(blank) = &view.blank {
        return nothing(ui, pass, rest, &view, blank);
    }
    board(ui, pass, places, rest, &view);
}

fn nothing(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, view: &TasksView, blank: &Notice) {
    match &view.provenance.problem {
        Some(failure) => empty_state::failure(ui, pass, rect, failure),
        None if blank.reading => {
            let pen = Pen::new(ui.painter(), pass.look).within(rect);
            let size = &pass.look.tokens.size;
            let lanes = rect
                .with_min_x(rect.left() + MARGIN)
                .with_min_y(rect.top() + 12.0);
            skeleton::lanes(&pen, lanes, size.lane, (HEAD, TALL, TALL + size.card_gap));
            empty_state::tell_reading(ui, rect, blank);
        }
        None => empty_state::show(ui, pass, rect, &Blank::Notice(blank.clone()), Icon::Tasks),
    }
}

/// Returns the column width: columns share the available width within limits.
fn lane_width(pass: &Pass<'_>, rect: Rect, lanes: usize) -> f32 {
    /// Maximum width, beyond which a card is mostly empty.
    const WIDEST: f32 = 380.0;
    let size = &pass.look.tokens.size;
    let step = (rect.width() - 2.0 * MARGIN + size.lane_gap) / lanes.max(1) as f32;
    (step - size.lane_gap).clamp(size.lane, WIDEST).floor()
}

fn board(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places, rect: Rect, view: &TasksView) {
    let size = &pass.look.tokens.size;
    let wide = lane_width(pass, rect, view.lanes.len());
    let step = wide + size.lane_gap;
    let mut area = ScrollArea::horizontal()
        .id_salt("task-lanes")
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR);
    let focused = view.lanes.iter().position(|lane| lane.focused).unwrap_or(0);
    let pushed = places.panes.pushed(view.lanes.len());
    // The pane number after the last column represents the horizontal scroll position.
    let across = view.lanes.len();
    if let Some(offset) = places.panes.bring(
        across,
        (focused, across),
        rect.width() - MARGIN,
        step,
        places.by_key,
    ) {
        area = area.horizontal_scroll_offset(offset);
    }
    if let Some(offset) = pushed {
        area = area.horizontal_scroll_offset(offset);
    }
    let total = 2.0 * MARGIN - size.lane_gap + view.lanes.len() as f32 * step;
    let bottom = rect.bottom() - super::board::foot(ui, total, rect);
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect).id_salt("tasks"));
    let mut shown = Vec::new();
    let output = area.show_viewport(&mut child, |ui, viewport| {
        let origin = ui.max_rect().min;
        ui.set_width(total);
        ui.set_height(rect.height());
        for at in 0..view.lanes.len() {
            let x = MARGIN + at as f32 * step;
            if x + wide > viewport.left() && x < viewport.right() {
                let place = Rect::from_min_max(
                    pos2(origin.x + x, rect.top() + 12.0),
                    pos2(origin.x + x + wide, bottom),
                );
                self::lane(ui, pass, places, view, at, place);
                shown.push((at, place.intersect(rect)));
            }
        }
    });
    places.panes.note(across, output.state.clamped_offset().x);
    drag::finish(ui, pass, places, &shown, view, rect);
}

fn lane(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places, view: &TasksView, at: usize, rect: Rect) {
    let lane = &view.lanes[at];
    let name = format!("{} – {}", lane.label, lane.count);
    let mut child = ui.new_child(
        UiBuilder::new()
            .id_salt(("task-lane", at))
            .max_rect(rect)
            .accessibility_role(Part::List)
            .accessibility_label(name),
    );
    super::bounds(&child, rect.intersect(ui.clip_rect()));
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(child.painter(), look);
    let drag = places.tasks.drag.as_ref();
    let target = drag.is_some_and(|drag| drag.lands_in(view, at));
    column_header::ground(&pen, rect, target);
    let inner = rect.shrink2(vec2(10.0, 0.0));
    let first = Rect::from_min_size(pos2(inner.left(), rect.top() + 10.0), vec2(inner.width(), 18.0));
    let change = drag.and_then(|drag| drag.change(pass, view, at));
    let count = match &change {
        Some(then) => {
            let said = format!("{} → {then}", lane.count);
            pen.text(first, Align::Max, &said, Face::column(), ink.accent_text)
        }
        None => pen.text(first, Align::Max, &lane.count, Face::column(), ink.text),
    };
    pen.text(
        first.with_max_x(count.left() - 8.0),
        Align::Min,
        &lane.label,
        Face::column(),
        ink.text,
    );
    let second = Rect::from_min_size(pos2(inner.left(), rect.top() + 31.0), vec2(inner.width(), 14.0));
    let small = Face::label().weighing(crate::theme::Weight::Regular);
    pen.text(second, Align::Min, &lane.share, small, ink.text_tertiary);
    let track = Rect::from_min_size(pos2(inner.left(), rect.top() + 50.0), vec2(inner.width(), 2.0));
    pen.fill(track, 1, ink.share_track);
    let filled = vec2(track.width() * lane.fraction.clamp(0.0, 1.0), 2.0);
    pen.fill(Rect::from_min_size(track.min, filled), 1, ink.text_secondary);
    cards(
        &mut child,
        pass,
        places,
        view,
        at,
        rect.with_min_y(rect.top() + HEAD - 4.0),
    );
}

/// Returns the card height for a column width; names often differ only at their end, so they must fit.
fn card_height(wide: f32) -> f32 {
    if wide < NARROW { TALL } else { CARD }
}

fn cards(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places, view: &TasksView, at: usize, body: Rect) {
    let lane = &view.lanes[at];
    let slot = places.tasks.drag.as_ref();
    let slot = slot.and_then(|drag| drag.landing(pass, view, at));
    let high = card_height(body.width());
    let step = high + pass.look.tokens.size.card_gap;
    let mut area = ScrollArea::vertical()
        .id_salt("task-cards")
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR);
    if lane.focused {
        let place = lane.cards.iter().position(|card| card.focused).unwrap_or(0);
        let room = body.height() - toasts::covered(pass);
        if let Some(offset) = places
            .panes
            .bring(at, (place, lane.cards.len()), room, step, places.by_key)
        {
            area = area.vertical_scroll_offset(offset);
        }
    }
    if let Some(offset) = places.panes.pushed(at) {
        area = area.vertical_scroll_offset(offset);
    }
    let mut child = ui.new_child(UiBuilder::new().max_rect(body).id_salt("cards"));
    scroll_sync::beside_cards(&mut child);
    let output = area.show_viewport(&mut child, |ui, viewport| {
        ui.set_width(body.width());
        let rows = lane.cards.len() + usize::from(slot.is_some());
        ui.set_height(4.0 + rows as f32 * step + toasts::tail(pass));
        let first = ((viewport.min.y - 4.0) / step).floor().max(0.0) as usize;
        let last = ((viewport.max.y / step).ceil().max(0.0) as usize).min(lane.cards.len());
        let origin = ui.max_rect().min;
        let card_at = |row: usize| {
            let corner = origin + vec2(6.0, 4.0 + row as f32 * step);
            Rect::from_min_size(corner, vec2(body.width() - 12.0, high))
        };
        for (place, card) in lane
            .cards
            .iter()
            .enumerate()
            .take(last)
            .skip(first.saturating_sub(1))
        {
            // The cards after the drop slot move down by one.
            let row = place + usize::from(slot.is_some_and(|slot| slot <= place));
            one(ui, pass, places, (at, place), lane, card, card_at(row));
        }
        if let Some(row) = slot {
            let pen = Pen::new(ui.painter(), pass.look);
            let (drop, sorted) = (pass.word("drag-drop-task"), pass.word("drag-task-sorted"));
            drop_indicator::place(&pen, pass, card_at(row), &drop, &sorted);
        }
        slot.map(card_at)
    });
    if let (Some(slot), Some(row)) = (output.inner, slot) {
        let seen = body.with_max_y(body.bottom() - toasts::covered(pass));
        if !seen.y_range().contains(slot.center().y) {
            let said = drag::lands(pass, row, lane.cards.len() + 1);
            let pen = Pen::new(ui.painter(), pass.look);
            drop_indicator::slot_beyond(&pen, pass, seen, slot.center().y < seen.top(), &said);
        }
    }
    places.panes.note(at, output.state.clamped_offset().y);
}

fn one(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    (at, place): (usize, usize),
    lane: &TaskLaneView,
    shown: &TaskCard,
    rect: Rect,
) {
    let id = Id::unique(("task", shown.id.as_str()));
    let response = Places::card(ui, rect, id, shown.focused);
    let mut said = format!("{} – {}", shown.name, lane.label);
    for part in [
        shown.about.as_str(),
        &shown.due,
        shown.write.as_ref().map_or("", |(_, said)| said),
    ] {
        if !part.is_empty() {
            said = format!("{said} – {part}");
        }
    }
    tell_choice(&response, Role::ListItem, true, shown.focused, &said);
    if shown.focused && matches!(pass.app.cx.layer(), Layer::None) {
        places.rove(&response);
    }
    let held = places
        .tasks
        .drag
        .as_ref()
        .is_some_and(|drag| drag.card.id == shown.id);
    let pen = Pen::new(ui.painter(), pass.look);
    let pen = if held { pen.faded(0.38) } else { pen };
    let state = State {
        hovered: response.hovered() && !held,
        quiet: super::focus_is_elsewhere(ui, id),
        ..State::default()
    };
    paint(&pen, rect, shown, state);
    if response.drag_started_by(egui::PointerButton::Primary) {
        let from = response
            .ctx
            .input(|input| input.pointer.press_origin())
            .unwrap_or(rect.center());
        places.tasks.drag = Some(Dragged {
            card: shown.clone(),
            from: at,
            over: None,
            grab: from - rect.min,
            wide: rect.width(),
        });
        pass.act(Action::FocusLine {
            pane: at,
            line: place,
        });
    }
    if response.clicked() || response.secondary_clicked() {
        pass.act(Action::FocusLine {
            pane: at,
            line: place,
        });
    }
    if response.double_clicked() {
        pass.run(ActionId::Open);
    }
    input_queue::menu_of(&response).show(|ui| context_menu::task(ui, pass));
}

fn paint(pen: &Pen<'_>, rect: Rect, shown: &TaskCard, state: State) {
    let (look, ink) = (pen.look, &pen.look.ink);
    let (hovered, floating) = (state.hovered, state.floating);
    let radius = look.tokens.radius.card;
    if floating {
        pen.cast(rect, radius, look.cast.drag);
    } else if hovered {
        pen.cast(rect, radius, look.cast.hover);
    }
    let edge = match (floating, hovered) {
        (true, _) => ink.accent,
        (false, true) => ink.border_strong,
        (false, false) => ink.border,
    };
    pen.boxed(rect, radius, ink.surface, look.hairline(edge));
    if shown.focused && !floating {
        pen.mark(rect, radius, state.quiet);
    }
    let inner = rect.shrink2(vec2(PAD, 0.0));
    let row = |top: f32, height: f32| {
        Rect::from_min_size(pos2(inner.left(), rect.top() + top), vec2(inner.width(), height))
    };
    let lines = if rect.height() > CARD { 3 } else { 2 };
    let name = pen.wrapped(&shown.name, Face::strong(), ink.text, inner.width(), lines);
    pen.painter.galley(row(10.0, LINE).min, name, ink.text);
    let second = row(rect.height() - 10.0 - FOOT, FOOT);
    let right = if let Some((mark, said)) = &shown.write {
        let color = card::write_color(pen, *mark);
        let text = pen.text(second, Align::Max, said, Face::small(), color);
        pen.icon_of(
            pos2(text.left() - 11.0, second.center().y),
            card::write_icon(*mark),
            14.0,
            color,
        );
        text.left() - 22.0
    } else {
        let color = if shown.overdue {
            look.bands.alert
        } else {
            ink.text_tertiary
        };
        let due = pen.text(second, Align::Max, &shown.due_short, Face::small(), color);
        if shown.overdue {
            let clock = pos2(due.left() - 10.0, second.center().y);
            pen.icon_of(clock, Icon::Clock, 13.0, color);
        }
        due.left() - if shown.overdue { 24.0 } else { 8.0 }
    };
    pen.text(
        second.with_max_x(right),
        Align::Min,
        &shown.about,
        Face::small(),
        ink.text_secondary,
    );
}

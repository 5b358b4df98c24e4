//! The tasks board: one column per `statut`.
//!
//! A task is moved by a drag, by the keys of the deals board, or from a menu.

use egui::accesskit::Role as Part;
use egui::scroll_area::ScrollSource;
use egui::{Align, Id, Rect, Role, ScrollArea, Ui, UiBuilder, pos2, vec2};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::foundation::presentation::notice::EmptyStateText;
use encours_core::app::screens::tasks::view::{self, TaskCard, TaskColumnView, TasksView};
use encours_core::app::shell::action::Action;
use encours_core::app::shell::view::empty_state::ScreenPlaceholder;

mod drag;

use drag::TaskDrag;
pub use drag::TasksUiState;

use super::board::drop_indicator;
use super::{UiState, screen_header, scroll_sync, status};
use crate::frame_ctx::FrameCtx;
use crate::input::input_queue;
use crate::overlays::{context_menu, toasts};
use crate::theme::{Icon, TextStyle};
use crate::widgets::card::{self, CardState};
use crate::widgets::{Painter, column_header, empty_state, set_a11y_choice, skeleton};

const MARGIN: f32 = 16.0;
const PAD: f32 = 12.0;
/// Heights of a column header, a normal card, and a card in a narrow column. A name never overlaps the details below
/// it.
const HEADER_HEIGHT: f32 = 58.0;
const CARD_HEIGHT: f32 = 10.0 + 2.0 * NAME_LINE_HEIGHT + NAME_GAP + DETAILS_HEIGHT + 10.0;
const TALL_CARD_HEIGHT: f32 = CARD_HEIGHT + NAME_LINE_HEIGHT;
/// Height of a name line, gap below the name, and height of the details.
const NAME_LINE_HEIGHT: f32 = 18.0;
const NAME_GAP: f32 = 8.0;
const DETAILS_HEIGHT: f32 = 16.0;
/// Column width below which a name takes three lines.
const NARROW_COLUMN: f32 = 260.0;

/// Draws the tasks board.
pub fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, places: &mut UiState) {
    let full = ui.max_rect();
    let view = view::tasks_view(pass.app);
    let top = full.with_max_y(full.top() + pass.theme.tokens.size.topbar);
    let title = pass.message(Screen::Tasks.label_key()).into_owned();
    let note = match view.provenance.mode.as_str() {
        "" => view.header.clone(),
        mode => format!("{} · {mode}", view.header),
    };
    let actions = [
        (ActionId::MoveTo, Icon::Arrow),
        (ActionId::EditTask, Icon::Edit),
        (ActionId::ForgetId, Icon::Close),
        (ActionId::Export, Icon::Export),
        (ActionId::AddIds, Icon::Plus),
    ];
    screen_header::show(ui, pass, top, (&title, &note), &actions);
    let rest = status::draw_banner(ui, pass, full.with_min_y(top.bottom()));
    if let Some(blank) = &view.empty_state {
        return draw_empty(ui, pass, rest, &view, blank);
    }
    draw_board(ui, pass, places, rest, &view);
}

fn draw_empty(ui: &mut Ui, pass: &mut FrameCtx<'_>, rect: Rect, view: &TasksView, blank: &EmptyStateText) {
    match &view.provenance.problem {
        Some(failure) => empty_state::show_failure(ui, pass, rect, failure),
        None if blank.is_loading => {
            let pen = Painter::new(ui.painter(), pass.theme).clipped(rect);
            let size = &pass.theme.tokens.size;
            let lanes = rect
                .with_min_x(rect.left() + MARGIN)
                .with_min_y(rect.top() + 12.0);
            skeleton::paint_columns(
                &pen,
                lanes,
                size.lane,
                (HEADER_HEIGHT, TALL_CARD_HEIGHT, TALL_CARD_HEIGHT + size.card_gap),
            );
            empty_state::label_loading(ui, rect, blank);
        }
        None => empty_state::show(
            ui,
            pass,
            rect,
            &ScreenPlaceholder::Empty(blank.clone()),
            Icon::Tasks,
        ),
    }
}

/// Returns the column width: columns share the available width within limits.
fn column_width(pass: &FrameCtx<'_>, rect: Rect, lanes: usize) -> f32 {
    /// Maximum width, beyond which a card is mostly empty.
    const MAX_COLUMN_WIDTH: f32 = 380.0;
    let size = &pass.theme.tokens.size;
    let step = (rect.width() - 2.0 * MARGIN + size.lane_gap) / lanes.max(1) as f32;
    (step - size.lane_gap).clamp(size.lane, MAX_COLUMN_WIDTH).floor()
}

fn draw_board(ui: &mut Ui, pass: &mut FrameCtx<'_>, places: &mut UiState, rect: Rect, view: &TasksView) {
    let size = &pass.theme.tokens.size;
    let wide = column_width(pass, rect, view.columns.len());
    let step = wide + size.lane_gap;
    let mut area = ScrollArea::horizontal()
        .id_salt("task-lanes")
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR);
    let focused = view.columns.iter().position(|lane| lane.focused).unwrap_or(0);
    let pushed = places.pane_state.take_pushed(view.columns.len());
    // The pane number after the last column represents the horizontal scroll position.
    let across = view.columns.len();
    if let Some(offset) = places.pane_state.bring_row(
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
    let total = 2.0 * MARGIN - size.lane_gap + view.columns.len() as f32 * step;
    let bottom = rect.bottom() - super::board::scroll_bar_height(ui, total, rect);
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect).id_salt("tasks"));
    let mut shown = Vec::new();
    let output = area.show_viewport(&mut child, |ui, viewport| {
        let origin = ui.max_rect().min;
        ui.set_width(total);
        ui.set_height(rect.height());
        for at in 0..view.columns.len() {
            let x = MARGIN + at as f32 * step;
            if x + wide > viewport.left() && x < viewport.right() {
                let place = Rect::from_min_max(
                    pos2(origin.x + x, rect.top() + 12.0),
                    pos2(origin.x + x + wide, bottom),
                );
                self::draw_column(ui, pass, places, view, at, place);
                shown.push((at, place.intersect(rect)));
            }
        }
    });
    places
        .pane_state
        .record_offset(across, output.state.clamped_offset().x);
    drag::update_drag(ui, pass, places, &shown, view, rect);
}

fn draw_column(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    view: &TasksView,
    at: usize,
    rect: Rect,
) {
    let lane = &view.columns[at];
    let name = format!("{} – {}", lane.label, lane.count);
    let mut child = ui.new_child(
        UiBuilder::new()
            .id_salt(("task-lane", at))
            .max_rect(rect)
            .accessibility_role(Part::List)
            .accessibility_label(name),
    );
    super::set_a11y_bounds(&child, rect.intersect(ui.clip_rect()));
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(child.painter(), look);
    let drag = places.tasks.drag.as_ref();
    let target = drag.is_some_and(|drag| drag.drops_into(view, at));
    column_header::paint_background(&pen, rect, target);
    let inner = rect.shrink2(vec2(10.0, 0.0));
    let first = Rect::from_min_size(pos2(inner.left(), rect.top() + 10.0), vec2(inner.width(), 18.0));
    let change = drag.and_then(|drag| drag.changed_count(pass, view, at));
    let count = match &change {
        Some(then) => {
            let said = format!("{} → {then}", lane.count);
            pen.text(first, Align::Max, &said, TextStyle::column(), ink.accent_text)
        }
        None => pen.text(first, Align::Max, &lane.count, TextStyle::column(), ink.text),
    };
    pen.text(
        first.with_max_x(count.left() - 8.0),
        Align::Min,
        &lane.label,
        TextStyle::column(),
        ink.text,
    );
    let second = Rect::from_min_size(pos2(inner.left(), rect.top() + 31.0), vec2(inner.width(), 14.0));
    let small = TextStyle::label().with_weight(crate::theme::FontWeight::Regular);
    pen.text(second, Align::Min, &lane.share, small, ink.text_tertiary);
    let track = Rect::from_min_size(pos2(inner.left(), rect.top() + 50.0), vec2(inner.width(), 2.0));
    pen.fill(track, 1, ink.share_track);
    let filled = vec2(track.width() * lane.fraction.clamp(0.0, 1.0), 2.0);
    pen.fill(Rect::from_min_size(track.min, filled), 1, ink.text_secondary);
    draw_cards(
        &mut child,
        pass,
        places,
        view,
        at,
        rect.with_min_y(rect.top() + HEADER_HEIGHT - 4.0),
    );
}

/// Returns the card height for a column width; names often differ only at their end, so they must fit.
fn card_height(wide: f32) -> f32 {
    if wide < NARROW_COLUMN {
        TALL_CARD_HEIGHT
    } else {
        CARD_HEIGHT
    }
}

fn draw_cards(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    view: &TasksView,
    at: usize,
    body: Rect,
) {
    let lane = &view.columns[at];
    let slot = places.tasks.drag.as_ref();
    let slot = slot.and_then(|drag| drag.drop_position(pass, view, at));
    let high = card_height(body.width());
    let step = high + pass.theme.tokens.size.card_gap;
    let mut area = ScrollArea::vertical()
        .id_salt("task-cards")
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR);
    if lane.focused {
        let place = lane.cards.iter().position(|card| card.focused).unwrap_or(0);
        let room = body.height() - toasts::covered_height(pass);
        if let Some(offset) =
            places
                .pane_state
                .bring_row(at, (place, lane.cards.len()), room, step, places.by_key)
        {
            area = area.vertical_scroll_offset(offset);
        }
    }
    if let Some(offset) = places.pane_state.take_pushed(at) {
        area = area.vertical_scroll_offset(offset);
    }
    let mut child = ui.new_child(UiBuilder::new().max_rect(body).id_salt("cards"));
    scroll_sync::narrow_scroll_bar(&mut child);
    let output = area.show_viewport(&mut child, |ui, viewport| {
        ui.set_width(body.width());
        let rows = lane.cards.len() + usize::from(slot.is_some());
        ui.set_height(4.0 + rows as f32 * step + toasts::list_tail(pass));
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
            draw_card(ui, pass, places, (at, place), lane, card, card_at(row));
        }
        if let Some(row) = slot {
            let pen = Painter::new(ui.painter(), pass.theme);
            let (drop, sorted) = (pass.message("drag-drop-task"), pass.message("drag-task-sorted"));
            drop_indicator::draw_labelled_slot(&pen, pass, card_at(row), &drop, &sorted);
        }
        slot.map(card_at)
    });
    if let (Some(slot), Some(row)) = (output.inner, slot) {
        let seen = body.with_max_y(body.bottom() - toasts::covered_height(pass));
        if !seen.y_range().contains(slot.center().y) {
            let said = drag::position_text(pass, row, lane.cards.len() + 1);
            let pen = Painter::new(ui.painter(), pass.theme);
            drop_indicator::draw_edge_marker(&pen, pass, seen, slot.center().y < seen.top(), &said);
        }
    }
    places
        .pane_state
        .record_offset(at, output.state.clamped_offset().y);
}

fn draw_card(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    (at, place): (usize, usize),
    lane: &TaskColumnView,
    shown: &TaskCard,
    rect: Rect,
) {
    let id = Id::unique(("task", shown.id.as_str()));
    let response = UiState::card_response(ui, rect, id, shown.focused);
    let mut said = format!("{} – {}", shown.name, lane.label);
    for part in [
        shown.owner_or_note.as_str(),
        &shown.due,
        shown.write.as_ref().map_or("", |(_, said)| said),
    ] {
        if !part.is_empty() {
            said = format!("{said} – {part}");
        }
    }
    set_a11y_choice(&response, Role::ListItem, true, shown.focused, &said);
    if shown.focused && matches!(pass.app.cx.layer(), Layer::None) {
        places.move_focus(&response);
    }
    let held = places
        .tasks
        .drag
        .as_ref()
        .is_some_and(|drag| drag.card.id == shown.id);
    let pen = Painter::new(ui.painter(), pass.theme);
    let pen = if held { pen.with_opacity(0.38) } else { pen };
    let state = CardState {
        hovered: response.hovered() && !held,
        is_quiet: super::has_other_focus(ui, id),
        ..CardState::default()
    };
    paint_card(&pen, rect, shown, state);
    if response.drag_started_by(egui::PointerButton::Primary) {
        let from = response
            .ctx
            .input(|input| input.pointer.press_origin())
            .unwrap_or(rect.center());
        places.tasks.drag = Some(TaskDrag {
            card: shown.clone(),
            from: at,
            target_column: None,
            pointer_offset: from - rect.min,
            width: rect.width(),
        });
        pass.request(Action::FocusLine {
            pane: at,
            line: place,
        });
    }
    if response.clicked() || response.secondary_clicked() {
        pass.request(Action::FocusLine {
            pane: at,
            line: place,
        });
    }
    if response.double_clicked() {
        pass.request_command(ActionId::Open);
    }
    input_queue::context_menu(&response).show(|ui| context_menu::task_menu(ui, pass));
}

fn paint_card(pen: &Painter<'_>, rect: Rect, shown: &TaskCard, state: CardState) {
    let (look, ink) = (pen.theme, &pen.theme.colors);
    let (hovered, floating) = (state.hovered, state.floating);
    let radius = look.tokens.radius.card;
    if floating {
        pen.shadow(rect, radius, look.shadows.drag);
    } else if hovered {
        pen.shadow(rect, radius, look.shadows.hover);
    }
    let edge = match (floating, hovered) {
        (true, _) => ink.accent,
        (false, true) => ink.border_strong,
        (false, false) => ink.border,
    };
    pen.bordered_box(rect, radius, ink.surface, look.hairline(edge));
    if shown.focused && !floating {
        pen.app_focus_ring(rect, radius, state.is_quiet);
    }
    let inner = rect.shrink2(vec2(PAD, 0.0));
    let row = |top: f32, height: f32| {
        Rect::from_min_size(pos2(inner.left(), rect.top() + top), vec2(inner.width(), height))
    };
    let lines = if rect.height() > CARD_HEIGHT { 3 } else { 2 };
    let name = pen.layout_wrapped(&shown.name, TextStyle::strong(), ink.text, inner.width(), lines);
    pen.inner.galley(row(10.0, NAME_LINE_HEIGHT).min, name, ink.text);
    let second = row(rect.height() - 10.0 - DETAILS_HEIGHT, DETAILS_HEIGHT);
    let right = if let Some((mark, said)) = &shown.write {
        let color = card::write_color(pen, *mark);
        let text = pen.text(second, Align::Max, said, TextStyle::small(), color);
        pen.sized_icon(
            pos2(text.left() - 11.0, second.center().y),
            card::write_icon(*mark),
            14.0,
            color,
        );
        text.left() - 22.0
    } else {
        let color = if shown.overdue {
            look.band_colors.alert
        } else {
            ink.text_tertiary
        };
        let due = pen.text(second, Align::Max, &shown.due_short, TextStyle::small(), color);
        if shown.overdue {
            let clock = pos2(due.left() - 10.0, second.center().y);
            pen.sized_icon(clock, Icon::Clock, 13.0, color);
        }
        due.left() - if shown.overdue { 24.0 } else { 8.0 }
    };
    pen.text(
        second.with_max_x(right),
        Align::Min,
        &shown.owner_or_note,
        TextStyle::small(),
        ink.text_secondary,
    );
}

//! A column of the board: header, cards and drop target.

mod header;

use encours_core::app::deals::board::view::card as board_card;
use encours_core::app::deals::board::view::drag;

pub(crate) use header::{a11y_text, changed_count, draw_metric, draw_rail, make_collapsible};

use super as swimlanes;
use super::BoardUiState;
use super::drag::CardDrag;
use super::drop_indicator;
use crate::prelude::*;
use crate::screens::pipeline::selection_bar;
use crate::screens::scroll_sync;
use crate::widgets::{card, column_header, skeleton};

/// Extension of the scrolled area above the first card, for the focus ring.
const TOP_EXTENSION: f32 = 4.0;

/// Creates the accessible list of a column, which screen readers find even off-screen: its label and its number of
/// cards.
pub(crate) fn column_ui(ui: &mut Ui, header: &ColumnHeader, area: Rect) -> Ui {
    let list = ui.named_part(area, ("lane", &header.status), (Role::List, &a11y_text(header)), area);
    set_a11y_count(&list, header.cards);
    list
}

/// Draws a column into its area.
pub(crate) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, at: usize, header: &ColumnHeader, rect: Rect) {
    let mut child = column_ui(ui, header, rect);
    crate::screens::set_a11y_bounds(&child, rect.intersect(ui.clip_rect()));
    let ui = &mut child;
    let target = frame.state.board.moved_card().is_some_and(|drag| drag.drops_into(at, None));
    column_header::paint_background(&frame.painter(ui), rect, target);
    let change = changed_count(frame, frame.state.board.moved_card(), at, header);
    if header.collapsed {
        draw_rail(ui, frame, at, (header, change.as_deref()), rect);
        return;
    }
    let top = Rect::from_min_size(rect.min, vec2(rect.width(), swimlanes::header_height(frame)));
    let painter = frame.painter(ui);
    let metric_rect =
        column_header::paint(&painter, top, header, change.as_deref(), frame.state.board.second_line);
    make_collapsible(ui, frame, at, header, top);
    self::draw_metric(ui, frame, header, metric_rect);
    let body = rect.with_min_y(top.bottom() - TOP_EXTENSION);
    draw_cards(ui, frame, at, header, body);
}

fn draw_cards(ui: &mut Ui, frame: &mut FrameCtx<'_>, at: usize, header: &ColumnHeader, body: Rect) {
    let pitch = swimlanes::card_pitch(frame);
    // Draw placeholders for cards that are not loaded yet, because the total count is already known.
    let missing = if header.partial && !frame.app.pipeline.board().is_filtered() {
        header.total as usize - header.cards
    } else {
        0
    };
    let rows = header.cards + missing;
    // The cards after the drop position make space for the moved cards.
    let landing = frame.state.board.moved_card().and_then(|drag| {
        let drop_row = drag
            .drops_into(at, None)
            .then(|| frame.app.pipeline.drop_index(&drag.card.id, at, None, &frame.app.cx))?;
        Some((drop_row?, drag.deal_count))
    });
    let extra_rows = usize::from(landing.is_some());
    let after = |row: usize| usize::from(landing.is_some_and(|(drop_row, _)| row >= drop_row));
    let area = scroll_area("cards", frame.state.board.pending_scroll_y.remove(&at));
    let mut child = ui.part(body, "body");
    scroll_sync::narrow_scroll_bar(&mut child);
    let output = area.show_viewport(&mut child, |ui, viewport| {
        ui.set_width(body.width());
        // Leave space at the end, so that the last card can scroll above a toast.
        ui.set_height(TOP_EXTENSION + (rows + extra_rows) as f32 * pitch + toasts::covered_height(frame));
        let first =
            (((viewport.min.y - TOP_EXTENSION) / pitch).floor().max(0.0) as usize).saturating_sub(extra_rows);
        let last = ((viewport.max.y - TOP_EXTENSION) / pitch).ceil().max(0.0) as usize;
        let origin = ui.max_rect().min;
        let size = vec2(body.width() - 12.0, swimlanes::card_height(frame));
        let drop_row =
            |row: usize| Rect::from_min_size(origin + vec2(6.0, TOP_EXTENSION + row as f32 * pitch), size);
        for (row, card) in (first..).zip(board_card::cards(frame.app, at, first..last)) {
            let among = (row, header.cards);
            draw_card(ui, frame, at, header, among, &card, drop_row(row + after(row)));
        }
        let painter = frame.painter(ui);
        for row in first.max(header.cards)..last.min(rows) {
            skeleton::paint_card(&painter, drop_row(row + after(row)), row);
        }
        let slot = landing.map(|(at, count)| (drop_row(at), at, count));
        slot.inspect(|(slot, _, count)| drop_indicator::draw_slot(&painter, frame, *slot, *count))
            .map(|(slot, ..)| slot)
    });
    let drop_text = || {
        let drag = frame.state.board.moved_card()?;
        drag::drop_hint(frame.app, &drag.card.id, drag.deal_count > 1, at)
    };
    if let Some((slot, drop_text)) = output.inner.zip(drop_text()) {
        let painter = frame.painter(ui);
        // The selection bar is hidden during a drag.
        let bar = if frame.state.board.drag.is_some() { selection_bar::covered_height(frame) } else { 0.0 };
        let visible = body.with_max_y(body.bottom() - (toasts::covered_height(frame) - bar).max(0.0));
        if !visible.y_range().contains(slot.center().y) {
            let above = slot.center().y < visible.top();
            drop_indicator::draw_edge_marker(&painter, visible, above, &drop_text);
        }
    }
    let max = (output.content_size.y - body.height()).max(0.0);
    frame.state.board.max_scroll_y.insert(at, max);
    BoardUiState::record_scroll(frame, at, &header.status, output.state.clamped_offset().y);
    if rows == 0 {
        let row = rect_at(body.left() + 10.0, body.top() + 12.0, body.width() - 20.0, 18.0);
        let (painter, colors) = frame.painter_and_colors(ui);
        painter.left(row, &frame.message("empty-column"), TextStyle::small(), colors.text_tertiary);
    }
}

/// Draws a card of a column, at its place in the list that holds it.
pub(crate) fn draw_card(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    at: usize,
    header: &ColumnHeader,
    (row, row_count): (usize, usize),
    card: &Card,
    rect: Rect,
) {
    let id = swimlanes::card_id(card.id.as_str());
    let response = UiState::card_response(ui, rect, id, card.focused);
    let band = frame.message(card.field.band.key()).into_owned();
    let position = frame
        .messages
        .with("card-position", &[("place", ((row + 1) as u64).into()), ("total", (row_count as u64).into())]);
    let selected = frame.message("card-selected").into_owned();
    let a11y_text = card::a11y_text(card, &header.label, &band, &selected, &position);
    set_a11y_choice(&response, Role::ListItem, true, card.focused || card.selected, &a11y_text);
    set_a11y_position(&response, row);
    let calm = matches!(frame.app.cx.overlay(), Overlay::None);
    if card.focused && calm && frame.app.cx.screen() == Screen::Pipeline {
        frame.state.move_focus(&response);
    }
    let is_moved = frame
        .state
        .board
        .moved_card()
        .is_some_and(|drag| drag.card.id == card.id || (drag.deal_count > 1 && card.selected));
    let painter = frame.painter(ui);
    let is_hovered = response.contains_pointer() && frame.state.board.drag.is_none();
    let ticks = is_hovered || card.selected || !frame.app.pipeline.selection().is_empty();
    let tick = (ticks && frame.state.board.drag.is_none()).then(|| draw_checkbox(ui, frame, card, rect));
    let state = card::CardState {
        hovered: is_hovered,
        floating: false,
        checkbox: tick,
        is_quiet: crate::screens::has_other_focus(ui, response.id),
        layout: swimlanes::card_layout(frame),
    };
    if is_moved {
        card::paint(&painter.with_opacity(0.38), rect, &Card { focused: false, ..card.clone() }, state);
        // A card grabbed by keyboard keeps its ring until it moves to another column.
        let is_dragged = frame.state.board.moved_card();
        let stays = is_dragged
            .is_some_and(|drag| drag.target_column.is_none_or(|is_hovered| !drag.changes_column(is_hovered)));
        if card.focused && stays && frame.state.board.drag.is_none() {
            painter.focus_ring(rect, frame.theme.tokens.radius.card);
        }
    } else {
        card::paint(&painter, rect, card, state);
    }
    handle_clicks(frame, at, header, card, &response);
    let notes = card.slowness_reason.iter().chain(Some(&card.field.note).filter(|note| !note.is_empty()));
    let notes: Vec<&str> = notes.map(String::as_str).collect();
    // Screen readers get the tooltip as a description, without the parts that the card's name already contains.
    let lines = notes.iter().flat_map(|note| note.lines());
    let hidden_parts: Vec<&str> = lines.filter(|line| !a11y_text.contains(line)).collect();
    if !hidden_parts.is_empty() {
        let hidden_parts = hidden_parts.join("\n");
        response.ctx.accesskit_node_builder(response.id, |node| node.set_description(hidden_parts));
    }
    let free =
        frame.is_uncovered() && !frame.state.sign_out_question.is_shown() && frame.state.board.drag.is_none();
    if free && !notes.is_empty() && toasts::clears_toasts(ui.ctx(), frame, rect) {
        response.tooltip(notes.join("\n"));
    }
}

/// Draws the check box of a card. Returns whether it is hovered.
fn draw_checkbox(ui: &Ui, frame: &mut FrameCtx<'_>, card: &Card, rect: Rect) -> bool {
    let area = (card::checkbox_rect(rect), swimlanes::card_id(card.id.as_str()).with("tick"));
    let actions = [Action::ToggleSelected(card.id.clone()), Action::SelectTo(card.id.clone())];
    frame.select_area(ui, area, (&card.name, card.selected), actions).hovered()
}

fn handle_clicks(
    frame: &mut FrameCtx<'_>,
    at: usize,
    header: &ColumnHeader,
    card: &Card,
    response: &Response,
) {
    if response.drag_started_by(egui::PointerButton::Primary) {
        let from = response.ctx.input(|input| input.pointer.press_origin()).unwrap_or(response.rect.center());
        // Dragging a selected card moves the whole selection; another card moves alone.
        frame.state.board.scroll_at_grab = (frame.state.board.scroll_x, frame.state.board.scroll_y.clone());
        frame.state.board.drag = Some(CardDrag {
            pointer_offset: from - response.rect.min,
            size: response.rect.size(),
            ..CardDrag::start(frame, card, (at, &header.label), card.selected)
        });
        frame.request(Action::FocusDeal(card.id.clone()));
    }
    if response.clicked() {
        let modifiers = input_queue::click_modifiers(&response.ctx);
        frame.request(match (modifiers.shift, modifiers.command) {
            (true, _) => Action::SelectTo(card.id.clone()),
            (false, true) => Action::ToggleSelected(card.id.clone()),
            (false, false) => Action::OpenDeal(card.id.clone()),
        });
    }
    if response.secondary_clicked() {
        // The menu applies to this card, so focus it first.
        let is_focused = frame.app.cx.screen() == Screen::Pipeline;
        frame.request(if is_focused {
            Action::FocusDeal(card.id.clone())
        } else {
            Action::OpenDeal(card.id.clone())
        });
    }
    input_queue::context_menu(response).show(|ui| context_menu::card_menu(ui, frame));
}

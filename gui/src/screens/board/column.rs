//! A column of the board: header, cards and drop target.

mod header;

use egui::accesskit::Role as Part;
use egui::scroll_area::ScrollSource;
use egui::{Align, Rect, Response, Role, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use encours_core::app::deals::board::view::card::{self as board_card, Card};
use encours_core::app::deals::board::view::drag;
use encours_core::app::deals::board::view::head::ColumnHeader;
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;

pub(in crate::screens) use header::{a11y_text, changed_count, draw_metric, draw_rail, make_foldable};

use super as lanes;
use super::drag::CardDrag;
use super::drop_indicator;
use crate::frame_ctx::FrameCtx;
use crate::input::input_queue;
use crate::overlays::{context_menu, toasts};
use crate::screens::pipeline::selection_bar;
use crate::screens::{UiState, scroll_sync};
use crate::theme::TextStyle;
use crate::widgets::{
    Painter, TooltipExt, card, column_header, set_a11y_choice, set_a11y_count, set_a11y_position, skeleton,
};

/// Extension of the scrolled area above the first card, for the focus ring.
const TOP_EXTENSION: f32 = 4.0;

/// Creates the accessible list of a column, which screen readers find even off-screen: its label and its number of
/// cards.
pub(in crate::screens) fn column_ui(ui: &mut Ui, head: &ColumnHeader, rect: Rect) -> Ui {
    let list = ui.new_child(
        UiBuilder::new()
            .id_salt(("lane", &head.status))
            .max_rect(rect)
            .accessibility_role(Part::List)
            .accessibility_label(a11y_text(head)),
    );
    crate::screens::set_a11y_bounds(&list, rect);
    set_a11y_count(&list, head.cards);
    list
}

/// Draws a column into its area.
pub(in crate::screens) fn show(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    at: usize,
    head: &ColumnHeader,
    rect: Rect,
) {
    let mut child = column_ui(ui, head, rect);
    crate::screens::set_a11y_bounds(&child, rect.intersect(ui.clip_rect()));
    let ui = &mut child;
    let target = places
        .board
        .moved_card()
        .is_some_and(|drag| drag.drops_into(at, None));
    draw_background(ui, pass, rect, target);
    let change = changed_count(pass, places.board.moved_card(), at, head);
    if head.folded {
        draw_rail(ui, pass, at, (head, change.as_deref()), rect);
        return;
    }
    let top = Rect::from_min_size(rect.min, vec2(rect.width(), lanes::header_height(pass)));
    let pen = Painter::new(ui.painter(), pass.theme);
    let figure = column_header::paint(&pen, top, head, change.as_deref(), places.board.second_line);
    make_foldable(ui, pass, at, head, top);
    self::draw_metric(ui, pass, head, figure);
    let body = rect.with_min_y(top.bottom() - TOP_EXTENSION);
    draw_cards(ui, pass, places, at, head, body);
}

fn draw_background(ui: &Ui, pass: &FrameCtx<'_>, rect: Rect, target: bool) {
    column_header::paint_background(&Painter::new(ui.painter(), pass.theme), rect, target);
}

fn draw_cards(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    at: usize,
    head: &ColumnHeader,
    body: Rect,
) {
    let step = lanes::card_pitch(pass);
    // Draw placeholders for cards that are not loaded yet, because the total count is already known.
    let missing = if head.partial && !pass.app.pipeline.board().is_filtered() {
        head.total as usize - head.cards
    } else {
        0
    };
    let rows = head.cards + missing;
    // The cards after the drop position make space for the moved cards.
    let landing = places.board.moved_card().and_then(|drag| {
        let place = drag.drops_into(at, None).then(|| {
            pass.app
                .pipeline
                .drop_index(&drag.card.id, at, None, &pass.app.cx)
        })?;
        Some((place?, drag.deal_count))
    });
    let room = usize::from(landing.is_some());
    let after = |row: usize| usize::from(landing.is_some_and(|(place, _)| row >= place));
    let mut area = ScrollArea::vertical()
        .id_salt("cards")
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR);
    if let Some(offset) = places.board.pending_scroll_y.remove(&at) {
        area = area.vertical_scroll_offset(offset);
    }
    let mut child = ui.new_child(UiBuilder::new().max_rect(body).id_salt("body"));
    scroll_sync::narrow_scroll_bar(&mut child);
    let output = area.show_viewport(&mut child, |ui, viewport| {
        ui.set_width(body.width());
        // Leave space at the end, so that the last card can scroll above a toast.
        ui.set_height(TOP_EXTENSION + (rows + room) as f32 * step + toasts::list_tail(pass));
        let first =
            (((viewport.min.y - TOP_EXTENSION) / step).floor().max(0.0) as usize).saturating_sub(room);
        let last = ((viewport.max.y - TOP_EXTENSION) / step).ceil().max(0.0) as usize;
        let origin = ui.max_rect().min;
        let size = vec2(body.width() - 12.0, lanes::card_height(pass));
        let place =
            |row: usize| Rect::from_min_size(origin + vec2(6.0, TOP_EXTENSION + row as f32 * step), size);
        for (row, card) in (first..).zip(board_card::cards(pass.app, at, first..last)) {
            let among = (row, head.cards);
            draw_card(ui, pass, places, at, head, among, &card, place(row + after(row)));
        }
        let pen = Painter::new(ui.painter(), pass.theme);
        for row in first.max(head.cards)..last.min(rows) {
            skeleton::paint_card(&pen, place(row + after(row)), row);
        }
        let slot = landing.map(|(at, count)| (place(at), at, count));
        slot.inspect(|(slot, _, count)| drop_indicator::draw_slot(&pen, pass, *slot, *count))
            .map(|(slot, ..)| slot)
    });
    let said = || {
        let drag = places.board.moved_card()?;
        drag::drop_hint(pass.app, &drag.card.id, drag.deal_count > 1, at)
    };
    if let Some((slot, said)) = output.inner.zip(said()) {
        let pen = Painter::new(ui.painter(), pass.theme);
        // The selection bar is hidden during a drag.
        let bar = if places.board.drag.is_some() {
            selection_bar::covered_height(pass)
        } else {
            0.0
        };
        let seen = body.with_max_y(body.bottom() - (toasts::covered_height(pass) - bar).max(0.0));
        if !seen.y_range().contains(slot.center().y) {
            let above = slot.center().y < seen.top();
            drop_indicator::draw_edge_marker(&pen, pass, seen, above, &said);
        }
    }
    let most = (output.content_size.y - body.height()).max(0.0);
    places.board.max_scroll_y.insert(at, most);
    places
        .board
        .record_scroll(pass, at, &head.status, output.state.clamped_offset().y);
    if rows == 0 {
        let row = Rect::from_min_size(
            pos2(body.left() + 10.0, body.top() + 12.0),
            vec2(body.width() - 20.0, 18.0),
        );
        let pen = Painter::new(ui.painter(), pass.theme);
        pen.text(
            row,
            Align::Min,
            &pass.message("empty-column"),
            TextStyle::small(),
            pass.theme.colors.text_tertiary,
        );
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "a card is known by its column and its place in the list that holds it"
)]
pub(in crate::screens) fn draw_card(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    at: usize,
    head: &ColumnHeader,
    (row, of): (usize, usize),
    shown: &Card,
    rect: Rect,
) {
    let id = lanes::card_id(shown.id.as_str());
    let response = UiState::card_response(ui, rect, id, shown.focused);
    let band = pass.message(shown.field.band.key()).into_owned();
    let place = pass.messages.with(
        "card-position",
        &[
            ("place", ((row + 1) as u64).into()),
            ("total", (of as u64).into()),
        ],
    );
    let selected = pass.message("card-selected").into_owned();
    let spoken = card::a11y_text(shown, &head.label, &band, &selected, &place);
    set_a11y_choice(
        &response,
        Role::ListItem,
        true,
        shown.focused || shown.selected,
        &spoken,
    );
    set_a11y_position(&response, row);
    let calm = matches!(pass.app.cx.layer(), Layer::None);
    if shown.focused && calm && pass.app.cx.screen() == Screen::Pipeline {
        places.move_focus(&response);
    }
    let held = places
        .board
        .moved_card()
        .is_some_and(|drag| drag.card.id == shown.id || (drag.deal_count > 1 && shown.selected));
    let pen = Painter::new(ui.painter(), pass.theme);
    let over = response.contains_pointer() && places.board.drag.is_none();
    let ticks = over || shown.selected || !pass.app.pipeline.selection().is_empty();
    let tick = (ticks && places.board.drag.is_none()).then(|| draw_checkbox(ui, pass, shown, rect));
    let state = card::CardState {
        hovered: over,
        floating: false,
        checkbox: tick,
        is_quiet: crate::screens::has_other_focus(ui, response.id),
        layout: card::CardLayout::from_board(pass.app.pipeline.board_layout())
            .with_two_line_names(pass.app.cx.is_presenting()),
    };
    if held {
        card::paint(
            &pen.with_opacity(0.38),
            rect,
            &Card {
                focused: false,
                ..shown.clone()
            },
            state,
        );
        // A card grabbed by keyboard keeps its ring until it moves to another column.
        let carried = places.board.moved_card();
        let stays =
            carried.is_some_and(|drag| drag.target_column.is_none_or(|over| !drag.changes_column(over)));
        if shown.focused && stays && places.board.drag.is_none() {
            pen.focus_ring(rect, pass.theme.tokens.radius.card);
        }
    } else {
        card::paint(&pen, rect, shown, state);
    }
    handle_clicks(pass, places, at, head, shown, &response);
    let notes = shown
        .stale_reason
        .iter()
        .chain(Some(&shown.field.note).filter(|note| !note.is_empty()));
    let notes: Vec<&str> = notes.map(String::as_str).collect();
    // Screen readers get the tooltip as a description, without the parts that the card's name already contains.
    let lines = notes.iter().flat_map(|note| note.lines());
    let unsaid: Vec<&str> = lines.filter(|line| !spoken.contains(line)).collect();
    if !unsaid.is_empty() {
        let unsaid = unsaid.join("\n");
        response
            .ctx
            .accesskit_node_builder(response.id, |node| node.set_description(unsaid));
    }
    let free = pass.is_uncovered() && !places.sign_out_question.is_shown() && places.board.drag.is_none();
    if free && !notes.is_empty() && toasts::clears_toasts(ui.ctx(), pass, rect) {
        response.tooltip(notes.join("\n"));
    }
}

/// Draws the check box of a card. Returns whether it is hovered.
fn draw_checkbox(ui: &Ui, pass: &mut FrameCtx<'_>, shown: &Card, rect: Rect) -> bool {
    let id = lanes::card_id(shown.id.as_str()).with("tick");
    let response = ui.interact(card::checkbox_rect(rect), id, Sense::CLICK);
    let name = format!("{} – {}", pass.action_name(ActionId::SelectDeal), shown.name);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, shown.selected, &name));
    if response.clicked() {
        let range = input_queue::click_modifiers(ui.ctx()).shift;
        pass.request(if range {
            Action::SelectTo(shown.id.clone())
        } else {
            Action::ToggleSelected(shown.id.clone())
        });
    }
    response.hovered()
}

fn handle_clicks(
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    at: usize,
    head: &ColumnHeader,
    shown: &Card,
    response: &Response,
) {
    if response.drag_started_by(egui::PointerButton::Primary) {
        let from = response
            .ctx
            .input(|input| input.pointer.press_origin())
            .unwrap_or(response.rect.center());
        // Dragging a selected card moves the whole selection; another card moves alone.
        places.board.begin_drag(CardDrag {
            pointer_offset: from - response.rect.min,
            size: response.rect.size(),
            ..CardDrag::start(pass, shown, (at, &head.label), shown.selected)
        });
        pass.request(Action::FocusDeal(shown.id.clone()));
    }
    if response.clicked() {
        let held = input_queue::click_modifiers(&response.ctx);
        pass.request(match (held.shift, held.command) {
            (true, _) => Action::SelectTo(shown.id.clone()),
            (false, true) => Action::ToggleSelected(shown.id.clone()),
            (false, false) => Action::OpenDeal(shown.id.clone()),
        });
    }
    if response.secondary_clicked() {
        // The menu applies to this card, so focus it first.
        let here = pass.app.cx.screen() == Screen::Pipeline;
        pass.request(if here {
            Action::FocusDeal(shown.id.clone())
        } else {
            Action::OpenDeal(shown.id.clone())
        });
    }
    input_queue::context_menu(response).show(|ui| context_menu::card_menu(ui, pass));
}

//! A column of the board: header, cards and drop target.

mod header;

use egui::accesskit::Role as Part;
use egui::scroll_area::ScrollSource;
use egui::{Align, Rect, Response, Role, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use encours_core::app::deals::board::view::card::{self as board_card, Card};
use encours_core::app::deals::board::view::drag;
use encours_core::app::deals::board::view::head::ColumnHead;
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;

pub(in crate::screens) use header::{change, figure, fold, rail, said};

use super as lanes;
use super::drag::Drag;
use super::drop_indicator;
use crate::frame_ctx::Pass;
use crate::input::input_queue;
use crate::overlays::{context_menu, toasts};
use crate::screens::pipeline::selection_bar;
use crate::screens::{Places, scroll_sync};
use crate::theme::Face;
use crate::widgets::{Pen, Tip, card, column_header, skeleton, tell_choice, tell_place, tell_size};

/// Extension of the scrolled area above the first card, for the focus ring.
const LIFT: f32 = 4.0;

/// Creates the accessible list of a column, which screen readers find even off-screen: its label and its number of
/// cards.
pub(in crate::screens) fn name(ui: &mut Ui, head: &ColumnHead, rect: Rect) -> Ui {
    let list = ui.new_child(
        UiBuilder::new()
            .id_salt(("lane", &head.status))
            .max_rect(rect)
            .accessibility_role(Part::List)
            .accessibility_label(said(head)),
    );
    crate::screens::bounds(&list, rect);
    tell_size(&list, head.cards);
    list
}

/// Draws a column into its area.
pub(in crate::screens) fn show(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    at: usize,
    head: &ColumnHead,
    rect: Rect,
) {
    let mut child = name(ui, head, rect);
    crate::screens::bounds(&child, rect.intersect(ui.clip_rect()));
    let ui = &mut child;
    let target = places.board.carried().is_some_and(|drag| drag.lands_in(at, None));
    ground(ui, pass, rect, target);
    let change = change(pass, places.board.carried(), at, head);
    if head.folded {
        rail(ui, pass, at, (head, change.as_deref()), rect);
        return;
    }
    let top = Rect::from_min_size(rect.min, vec2(rect.width(), lanes::head_height(pass)));
    let pen = Pen::new(ui.painter(), pass.look);
    let figure = column_header::paint(&pen, top, head, change.as_deref(), places.board.second);
    fold(ui, pass, at, head, top);
    self::figure(ui, pass, head, figure);
    let body = rect.with_min_y(top.bottom() - LIFT);
    cards(ui, pass, places, at, head, body);
}

fn ground(ui: &Ui, pass: &Pass<'_>, rect: Rect, target: bool) {
    column_header::ground(&Pen::new(ui.painter(), pass.look), rect, target);
}

fn cards(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places, at: usize, head: &ColumnHead, body: Rect) {
    let step = lanes::step(pass);
    // Draw placeholders for cards that are not loaded yet, because the total count is already known.
    let missing = if head.partial && !pass.app.pipeline.board().filtered() {
        head.total as usize - head.cards
    } else {
        0
    };
    let rows = head.cards + missing;
    // The cards after the drop position make space for the moved cards.
    let landing = places.board.carried().and_then(|drag| {
        let place = drag
            .lands_in(at, None)
            .then(|| pass.app.pipeline.landing(&drag.card.id, at, None, &pass.app.cx))?;
        Some((place?, drag.count))
    });
    let room = usize::from(landing.is_some());
    let after = |row: usize| usize::from(landing.is_some_and(|(place, _)| row >= place));
    let mut area = ScrollArea::vertical()
        .id_salt("cards")
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR);
    if let Some(offset) = places.board.jump_down.remove(&at) {
        area = area.vertical_scroll_offset(offset);
    }
    let mut child = ui.new_child(UiBuilder::new().max_rect(body).id_salt("body"));
    scroll_sync::beside_cards(&mut child);
    let output = area.show_viewport(&mut child, |ui, viewport| {
        ui.set_width(body.width());
        // Leave space at the end, so that the last card can scroll above a toast.
        ui.set_height(LIFT + (rows + room) as f32 * step + toasts::tail(pass));
        let first = (((viewport.min.y - LIFT) / step).floor().max(0.0) as usize).saturating_sub(room);
        let last = ((viewport.max.y - LIFT) / step).ceil().max(0.0) as usize;
        let origin = ui.max_rect().min;
        let size = vec2(body.width() - 12.0, lanes::card_height(pass));
        let place = |row: usize| Rect::from_min_size(origin + vec2(6.0, LIFT + row as f32 * step), size);
        for (row, card) in (first..).zip(board_card::cards(pass.app, at, first..last)) {
            let among = (row, head.cards);
            one(ui, pass, places, at, head, among, &card, place(row + after(row)));
        }
        let pen = Pen::new(ui.painter(), pass.look);
        for row in first.max(head.cards)..last.min(rows) {
            skeleton::card(&pen, place(row + after(row)), row);
        }
        let slot = landing.map(|(at, count)| (place(at), at, count));
        slot.inspect(|(slot, _, count)| drop_indicator::slot(&pen, pass, *slot, *count))
            .map(|(slot, ..)| slot)
    });
    let said = || {
        let drag = places.board.carried()?;
        drag::lands(pass.app, &drag.card.id, drag.count > 1, at)
    };
    if let Some((slot, said)) = output.inner.zip(said()) {
        let pen = Pen::new(ui.painter(), pass.look);
        // The selection bar is hidden during a drag.
        let bar = if places.board.drag.is_some() {
            selection_bar::height(pass)
        } else {
            0.0
        };
        let seen = body.with_max_y(body.bottom() - (toasts::covered(pass) - bar).max(0.0));
        if !seen.y_range().contains(slot.center().y) {
            let above = slot.center().y < seen.top();
            drop_indicator::slot_beyond(&pen, pass, seen, above, &said);
        }
    }
    let most = (output.content_size.y - body.height()).max(0.0);
    places.board.most_down.insert(at, most);
    places
        .board
        .note(pass, at, &head.status, output.state.clamped_offset().y);
    if rows == 0 {
        let row = Rect::from_min_size(
            pos2(body.left() + 10.0, body.top() + 12.0),
            vec2(body.width() - 20.0, 18.0),
        );
        let pen = Pen::new(ui.painter(), pass.look);
        pen.text(
            row,
            Align::Min,
            &pass.word("empty-column"),
            Face::small(),
            pass.look.ink.text_tertiary,
        );
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "a card is known by its column and its place in the list that holds it"
)]
pub(in crate::screens) fn one(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    at: usize,
    head: &ColumnHead,
    (row, of): (usize, usize),
    shown: &Card,
    rect: Rect,
) {
    let id = lanes::card_id(shown.id.as_str());
    let response = Places::card(ui, rect, id, shown.focused);
    let band = pass.word(shown.field.band.key()).into_owned();
    let place = pass.words.with(
        "card-position",
        &[
            ("place", ((row + 1) as u64).into()),
            ("total", (of as u64).into()),
        ],
    );
    let selected = pass.word("card-selected").into_owned();
    let spoken = card::spoken(shown, &head.label, &band, &selected, &place);
    tell_choice(
        &response,
        Role::ListItem,
        true,
        shown.focused || shown.selected,
        &spoken,
    );
    tell_place(&response, row);
    let calm = matches!(pass.app.cx.layer(), Layer::None);
    if shown.focused && calm && pass.app.cx.screen() == Screen::Pipeline {
        places.rove(&response);
    }
    let held = places
        .board
        .carried()
        .is_some_and(|drag| drag.card.id == shown.id || (drag.count > 1 && shown.selected));
    let pen = Pen::new(ui.painter(), pass.look);
    let over = response.contains_pointer() && places.board.drag.is_none();
    let ticks = over || shown.selected || !pass.app.pipeline.selection().is_empty();
    let tick = (ticks && places.board.drag.is_none()).then(|| tick(ui, pass, shown, rect));
    let state = card::State {
        hovered: over,
        floating: false,
        tick,
        quiet: crate::screens::focus_is_elsewhere(ui, response.id),
        face: card::CardFace::of(pass.app.pipeline.board_look()).whole(pass.app.cx.presenting()),
    };
    if held {
        card::paint(
            &pen.faded(0.38),
            rect,
            &Card {
                focused: false,
                ..shown.clone()
            },
            state,
        );
        // A card grabbed by keyboard keeps its ring until it moves to another column.
        let carried = places.board.carried();
        let stays = carried.is_some_and(|drag| drag.over.is_none_or(|over| !drag.moves_to(over)));
        if shown.focused && stays && places.board.drag.is_none() {
            pen.ring(rect, pass.look.tokens.radius.card);
        }
    } else {
        card::paint(&pen, rect, shown, state);
    }
    clicks(pass, places, at, head, shown, &response);
    let notes = shown
        .stale
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
    let free = pass.uncovered() && !places.leave.asks() && places.board.drag.is_none();
    if free && !notes.is_empty() && toasts::leave_room(ui.ctx(), pass, rect) {
        response.tip(notes.join("\n"));
    }
}

/// Draws the check box of a card. Returns whether it is hovered.
fn tick(ui: &Ui, pass: &mut Pass<'_>, shown: &Card, rect: Rect) -> bool {
    let id = lanes::card_id(shown.id.as_str()).with("tick");
    let response = ui.interact(card::tick_place(rect), id, Sense::CLICK);
    let name = format!("{} – {}", pass.label(ActionId::SelectDeal), shown.name);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, shown.selected, &name));
    if response.clicked() {
        let range = input_queue::held_at_click(ui.ctx()).shift;
        pass.act(if range {
            Action::SelectTo(shown.id.clone())
        } else {
            Action::ToggleSelected(shown.id.clone())
        });
    }
    response.hovered()
}

fn clicks(
    pass: &mut Pass<'_>,
    places: &mut Places,
    at: usize,
    head: &ColumnHead,
    shown: &Card,
    response: &Response,
) {
    if response.drag_started_by(egui::PointerButton::Primary) {
        let from = response
            .ctx
            .input(|input| input.pointer.press_origin())
            .unwrap_or(response.rect.center());
        // Dragging a selected card moves the whole selection; another card moves alone.
        places.board.take(Drag {
            grab: from - response.rect.min,
            size: response.rect.size(),
            ..Drag::begin(pass, shown, (at, &head.label), shown.selected)
        });
        pass.act(Action::FocusDeal(shown.id.clone()));
    }
    if response.clicked() {
        let held = input_queue::held_at_click(&response.ctx);
        pass.act(match (held.shift, held.command) {
            (true, _) => Action::SelectTo(shown.id.clone()),
            (false, true) => Action::ToggleSelected(shown.id.clone()),
            (false, false) => Action::OpenDeal(shown.id.clone()),
        });
    }
    if response.secondary_clicked() {
        // The menu applies to this card, so focus it first.
        let here = pass.app.cx.screen() == Screen::Pipeline;
        pass.act(if here {
            Action::FocusDeal(shown.id.clone())
        } else {
            Action::OpenDeal(shown.id.clone())
        });
    }
    input_queue::menu_of(response).show(|ui| context_menu::card(ui, pass));
}

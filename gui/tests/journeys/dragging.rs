//! Moving one or several cards between columns, by mouse with scrolling edges and by keyboard.

use crate::support::hand::{displayed_status, focused_deal};
use crate::support::real::{GuiTest, LONG_UNDO_DELAY};
use crate::support::{CTRL, painted_texts, type_char};
use egui::accesskit::Role;
use egui::{Key, PointerButton};
use encours_core::text::Lang;

/// Selects two cards of the first column by mouse; returns their identifiers and a position.
pub(crate) fn select_two_cards(journey: &mut GuiTest) -> (Vec<String>, egui::Pos2) {
    let cards = journey.elements_of(Role::ListItem);
    let column = journey.rect_of(Role::List, "Sourcing – ");
    let places: Vec<_> = cards
        .iter()
        .map(|(_, place)| place.center())
        .filter(|at| column.contains(*at))
        .take(2)
        .collect();
    for at in &places {
        journey.press_at(*at, PointerButton::Primary, CTRL);
    }
    let rows = journey.app().selected_rows();
    let ids: Vec<String> = rows.iter().map(|row| row.id.to_owned()).collect();
    assert_eq!(ids.len(), 2, "two cards are selected");
    (ids, places[0])
}

#[test]
fn several_cards_are_dragged_at_once_and_taken_back() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let (ids, from) = select_two_cards(&mut journey);
    let to = journey.rect_of(Role::List, "Due diligence – ").center();
    journey.drag_over(from, to);
    assert!(
        journey.has_text(Role::Status, "2 deals"),
        "{:?}",
        journey.elements_of(Role::Status)
    );
    journey.window.drop_at(to);
    let moved = ids.clone();
    journey.until("both are there", move |app| {
        moved
            .iter()
            .all(|id| displayed_status(app, id) == "due_diligence")
    });
    journey.press_key_with(CTRL, Key::Z);
    journey.until("both are back", move |app| {
        ids.iter().all(|id| displayed_status(app, id) == "sourcing") && app.cx.snapshot().writes.is_empty()
    });
}

/// Simulates a slow frame: a press and several pointer moves at once.
fn press_and_move(journey: &mut GuiTest, from: egui::Pos2, over: &[egui::Pos2]) {
    journey.window.hover_at(from);
    journey.window.step();
    let moves = over.iter().map(|at| egui::Event::PointerMoved(*at));
    let press = egui::Event::PointerButton {
        pos: from,
        button: PointerButton::Primary,
        pressed: true,
        modifiers: egui::Modifiers::NONE,
    };
    let events = &mut journey.window.input_mut().events;
    events.push(press);
    events.extend(moves);
    journey.draw_frames(4);
}

#[test]
fn the_card_that_was_pressed_is_carried_however_fast_the_pointer_leaves_it() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let carries = |journey: &GuiTest| journey.has_text(Role::Status, "Sourcing → Screening");
    let sourcing = journey.rect_of(Role::List, "Sourcing – ");
    let screening = journey.rect_of(Role::List, "Screening – ");
    let cards = journey.elements_of(Role::ListItem);
    let mut own = cards
        .iter()
        .filter(|(_, place)| sourcing.contains(place.center()));
    let ((name, first), (_, second)) = (own.next().unwrap(), own.next().unwrap());
    let to = |y: f32| egui::pos2(screening.center().x, y);
    let over = [0.0, 10.0, 30.0].map(|down| to(first.center().y + down));
    // From the middle of the card, and from its edge, which is not covered by a scroll bar.
    for from in [first.center(), first.right_center() - egui::vec2(1.0, 0.0)] {
        press_and_move(&mut journey, from, &over);
        assert!(
            carries(&journey),
            "{from}: {:?}",
            journey.elements_of(Role::Status)
        );
        let carried = focused_deal(journey.app());
        let deals = &journey.app().cx.snapshot().deals;
        let row = deals.row(deals.find(&carried).unwrap()).unwrap();
        assert!(name.starts_with(row.name), "{name}: {}", row.name);
        journey.window.key_press(Key::Escape);
        journey.window.run();
        journey.window.drop_at(from);
        journey.window.run();
    }
    let gap = egui::pos2(first.center().x, f32::midpoint(first.bottom(), second.top()));
    press_and_move(&mut journey, gap, &over);
    assert!(!carries(&journey), "nothing was pressed");
    journey.window.drop_at(over[2]);
    journey.window.run();
    assert!(journey.app().cx.snapshot().writes.is_empty());
}

#[test]
fn escape_leaves_several_dragged_cards_where_they_were() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let (ids, from) = select_two_cards(&mut journey);
    let to = journey.rect_of(Role::List, "Due diligence – ").center();
    journey.drag_over(from, to);
    journey.press_key(Key::Escape);
    journey.window.drop_at(to);
    journey.window.run();
    assert!(journey.app().cx.snapshot().writes.is_empty());
    assert!(
        ids.iter()
            .all(|id| displayed_status(journey.app(), id) == "sourcing")
    );
    assert_eq!(journey.app().selected_rows().len(), 2, "they stay selected");
}

#[test]
fn another_button_gives_up_what_is_dragged_and_opens_no_menu() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let (ids, from) = select_two_cards(&mut journey);
    let to = journey.rect_of(Role::List, "Due diligence – ").center();
    journey.drag_over(from, to);
    assert!(journey.has_text(Role::Status, "2 deals"));
    for pressed in [true, false] {
        journey
            .window
            .input_mut()
            .events
            .push(egui::Event::PointerButton {
                pos: to,
                button: PointerButton::Secondary,
                pressed,
                modifiers: egui::Modifiers::NONE,
            });
        journey.draw_frames(4);
    }
    assert!(
        !journey.has_text(Role::Status, "2 deals"),
        "nothing is carried any more"
    );
    let opened = journey.elements_of(Role::MenuItem);
    assert!(opened.is_empty(), "{opened:?}");
    journey.window.drop_at(to);
    journey.window.run();
    assert!(journey.app().cx.snapshot().writes.is_empty());
    assert!(
        ids.iter()
            .all(|id| displayed_status(journey.app(), id) == "sourcing")
    );
    // After the drag has ended, the button opens the menu again.
    let from = journey.rect_of(Role::ListItem, "").center();
    journey.press_at(from, PointerButton::Secondary, egui::Modifiers::NONE);
    assert!(!journey.elements_of(Role::MenuItem).is_empty());
}

#[test]
fn several_cards_are_moved_by_keyboard() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    for key in [" ", "j", " ", "m"] {
        type_char(&mut journey.window, key);
    }
    let rows = journey.app().selected_rows();
    let ids: Vec<String> = rows.iter().map(|row| row.id.to_owned()).collect();
    assert_eq!(ids.len(), 2);
    // The menu's focus is on a status; Down and Enter select another one.
    journey.press_key(Key::ArrowDown);
    journey.press_key(Key::Enter);
    // The plan is shown before anything is requested.
    journey.press_key(Key::Enter);
    journey.until("both have moved, to one status", move |app| {
        let to = displayed_status(app, &ids[0]);
        to != "sourcing" && displayed_status(app, &ids[1]) == to
    });
}

#[test]
fn an_edge_scrolls_while_a_card_is_held() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    journey.window.set_size(egui::vec2(1024.0, 700.0));
    journey.window.run();
    let card = journey.rect_of(Role::ListItem, "").center();
    let column = journey.rect_of(Role::List, "Sourcing – ");
    let first = journey.elements_of(Role::ListItem)[0].clone();
    // Down, at the bottom of its own column.
    journey.drag_over(card, egui::pos2(column.center().x, column.bottom() - 30.0));
    for _ in 0..20 {
        journey.window.step();
    }
    let now = journey.elements_of(Role::ListItem);
    let same = now.iter().find(|(name, _)| *name == first.0);
    assert!(
        same.is_none_or(|(_, place)| place.top() < first.1.top() - 50.0),
        "the column goes on under the card: {same:?}"
    );
    // And to the right, up to the last column.
    journey.window.hover_at(egui::pos2(1020.0, 400.0));
    for _ in 0..400 {
        journey.window.step();
    }
    let last = journey.rect_of(Role::List, "Lost – ");
    assert!(last.right() <= 1024.0, "{last:?}");
    journey.window.drop_at(egui::pos2(last.center().x, 400.0));
    journey.window.step();
    journey.until("it is there", |app| !app.cx.snapshot().writes.is_empty());
    assert_eq!(journey.app().cx.snapshot().writes.len(), 1);
}

#[test]
fn escape_leaves_the_board_where_it_was_too_however_far_the_edges_have_scrolled_it() {
    for lanes in [false, true] {
        let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
        journey.window.set_size(egui::vec2(1024.0, 700.0));
        journey.window.run();
        if lanes {
            type_char(&mut journey.window, "O");
            journey.window.run();
        }
        let before = journey.elements_of(Role::ListItem);
        let card = before[0].1.center();
        journey.drag_over(card, egui::pos2(card.x, 640.0));
        journey.window.hover_at(egui::pos2(1020.0, 640.0));
        for _ in 0..60 {
            journey.window.step();
        }
        assert_ne!(
            journey.elements_of(Role::ListItem),
            before,
            "the edges have scrolled it"
        );
        journey.press_key(Key::Escape);
        journey.window.drop_at(egui::pos2(1020.0, 640.0));
        journey.window.run();
        assert_eq!(journey.elements_of(Role::ListItem), before, "lanes: {lanes}");
        assert!(journey.app().cx.snapshot().writes.is_empty());
    }
}

#[test]
fn a_card_is_taken_carried_and_let_go_by_keyboard() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "g");
    let id = focused_deal(journey.app());
    let from = displayed_status(journey.app(), &id);
    type_char(&mut journey.window, "x");
    journey.press_key(Key::ArrowRight);
    let over = journey
        .app()
        .card_move
        .dragged()
        .expect("a card is grabbed")
        .column;
    let to = journey.app().pipeline.filtered().columns[over].status.clone();
    assert_ne!(to, from);
    journey.press_key(Key::Escape);
    assert!(journey.app().card_move.dragged().is_none());
    assert_eq!(
        displayed_status(journey.app(), &id),
        from,
        "put back, nothing changed"
    );
    type_char(&mut journey.window, "x");
    journey.press_key(Key::ArrowRight);
    journey.press_key(Key::Enter);
    journey.until("the card is there", |app| displayed_status(app, &id) == to);
}

#[test]
fn a_drag_that_is_put_back_is_forgotten_by_the_next_move() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    journey.window.set_size(egui::vec2(1440.0, 700.0));
    type_char(&mut journey.window, "O");
    for _ in 0..3 {
        type_char(&mut journey.window, "j");
    }
    let id = focused_deal(journey.app());
    let taken = journey.finish_animations();
    let aside = taken.center() + egui::vec2(300.0, 0.0);
    journey.drag_over(taken.center(), aside);
    journey.window.key_press(Key::Escape);
    journey.window.run();
    journey.window.drop_at(aside);
    journey.window.run();
    assert_eq!(journey.finish_animations(), taken);
    journey.scroll_wheel(taken.center(), -200.0);
    let scrolled = journey.finish_animations();
    assert!(scrolled.top() < taken.top() - 100.0, "{scrolled:?} {taken:?}");
    type_char(&mut journey.window, "L");
    let moved = id.clone();
    journey.until("it is there", move |app| {
        displayed_status(app, &moved) == "screening"
    });
    journey.finish_animations();
    type_char(&mut journey.window, "u");
    let back = id.clone();
    journey.until("it is back", move |app| {
        displayed_status(app, &back) == "sourcing"
    });
    assert_eq!(journey.finish_animations(), scrolled);
}

#[test]
fn a_folded_column_tells_how_many_deals_it_will_hold() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    journey.click(Role::Button, "Fold the column – Due diligence");
    let to = journey.rect_of(Role::List, "Due diligence – ").center();
    let columns = &journey.app().pipeline.filtered().columns;
    let held = columns
        .iter()
        .find(|column| column.status == "due_diligence")
        .unwrap()
        .rows
        .len();
    let then = format!("→ {}", held + 1);
    let says = |journey: &GuiTest| painted_texts(&journey.window).contains(&(then.clone(), true));
    assert!(!says(&journey));
    let from = journey.elements_of(Role::ListItem)[0].1.center();
    journey.drag_over(from, to);
    assert!(says(&journey), "{:?}", painted_texts(&journey.window));
}

#[test]
fn a_folded_lane_tells_how_many_deals_it_will_hold() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "O");
    let (_, row) = journey.elements_of(Role::DisclosureTriangle)[1].clone();
    journey.press_at(
        row.left_center() + egui::vec2(40.0, 0.0),
        PointerButton::Primary,
        egui::Modifiers::NONE,
    );
    let lane = &journey.app().pipeline.board().swimlanes()[1];
    let (owner, said) = (
        lane.code.clone(),
        format!("{} → {}", lane.deal_count, lane.deal_count + 1),
    );
    let (_, row) = journey.elements_of(Role::DisclosureTriangle)[1].clone();
    let from = journey.elements_of(Role::ListItem)[0].1.center();
    let carried = focused_deal(journey.app());
    assert_ne!(
        crate::support::hand::displayed_owner(journey.app(), &carried),
        owner
    );
    let says = |journey: &GuiTest| painted_texts(&journey.window).contains(&(said.clone(), true));
    assert!(!says(&journey));
    let to = egui::pos2(from.x, row.center().y);
    journey.drag_over(from, to);
    assert!(says(&journey), "{said}: {:?}", painted_texts(&journey.window));
    journey.window.drop_at(to);
    journey.until("it is theirs", move |app| {
        let deals = &app.cx.snapshot().deals;
        deals.by_age().filter(|row| row.owner == owner).count() == second_number(&said)
    });
}

/// Returns the second number of `6 → 7`.
fn second_number(said: &str) -> usize {
    said.rsplit(' ').next().unwrap().parse().unwrap()
}

/// Returns the toasts that give a reason for a refused action.
fn rejection_toasts(journey: &GuiTest) -> Vec<String> {
    let toasts = journey.app().cx.toasts().iter();
    let reason = |toast: &encours_core::app::foundation::cx::toast::Toast| match &toast.kind {
        encours_core::app::foundation::cx::toast_kind::ToastContent::Disabled { reason, .. } => {
            Some((*reason).to_owned())
        }
        _ => None,
    };
    toasts.filter_map(reason).collect()
}

#[test]
fn a_drop_that_changes_nothing_says_why() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let from = journey.elements_of(Role::ListItem)[0].1.center();
    let own = journey.rect_of(Role::List, "Sourcing – ");
    for (to, why) in [
        (own.center(), "reason-dropped-in-place"),
        (egui::pos2(700.0, 30.0), "reason-dropped-outside"),
    ] {
        journey.drag_over(from, to);
        journey.window.drop_at(to);
        journey.window.run();
        assert!(
            rejection_toasts(&journey).contains(&why.to_owned()),
            "{why}: {:?}",
            rejection_toasts(&journey)
        );
        assert!(journey.app().cx.snapshot().writes.is_empty());
    }
}

#[test]
fn four_cards_dragged_beside_an_open_deal_move_or_say_why() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let cards = journey.elements_of(Role::ListItem);
    let column = journey.rect_of(Role::List, "Sourcing – ");
    let mine: Vec<_> = cards
        .iter()
        .map(|(_, at)| at.center())
        .filter(|at| column.contains(*at))
        .take(5)
        .collect();
    for at in &mine[..4] {
        journey.press_at(*at, PointerButton::Primary, CTRL);
    }
    let ids: Vec<String> = journey
        .app()
        .selected_rows()
        .iter()
        .map(|row| row.id.to_owned())
        .collect();
    assert_eq!(ids.len(), 4);
    journey.press_at(mine[4], PointerButton::Primary, egui::Modifiers::NONE);
    journey.draw_frames(40);
    assert_eq!(
        journey.app().cx.screen(),
        encours_core::app::foundation::input::context::Screen::Deal
    );
    let from = journey.elements_of(Role::ListItem)[0].1.center();
    let to = journey.rect_of(Role::List, "Screening – ").center();
    journey.drag_over(from, to);
    journey.window.drop_at(to);
    journey.until("all four are there", move |app| {
        ids.iter().all(|id| displayed_status(app, id) == "screening")
    });
}

//! Moving one or several cards between columns, by mouse with scrolling edges and by keyboard.

use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::simulated_input::{displayed_status, focused_deal};
use crate::support::{CTRL, painted_texts, type_char};
use egui::accesskit::Role;
use egui::{Key, PointerButton};
use encours_core::text::Lang;

/// Selects two cards of the first column by mouse; returns their identifiers and a position.
pub(crate) fn select_two_cards(test: &mut GuiTest) -> (Vec<String>, egui::Pos2) {
    let cards = test.elements_of(Role::ListItem);
    let column = test.rect_of(Role::List, "Sourcing – ");
    let centers: Vec<_> =
        cards.iter().map(|(_, rect)| rect.center()).filter(|at| column.contains(*at)).take(2).collect();
    for at in &centers {
        test.press_at(*at, PointerButton::Primary, CTRL);
    }
    let rows = test.app().selected_rows();
    let ids: Vec<String> = rows.iter().map(|row| row.id.to_owned()).collect();
    assert_eq!(ids.len(), 2, "two cards are selected");
    (ids, centers[0])
}

#[test]
fn several_cards_are_dragged_at_once_and_undone() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let (ids, from) = select_two_cards(&mut test);
    let to = test.rect_of(Role::List, "Due diligence – ").center();
    test.drag_over(from, to);
    assert!(test.has_text(Role::Status, "2 deals"), "{:?}", test.elements_of(Role::Status));
    test.window.drop_at(to);
    let moved_ids = ids.clone();
    test.until("both are there", move |app| {
        moved_ids.iter().all(|id| displayed_status(app, id) == "due_diligence")
    });
    test.press_key_with(CTRL, Key::Z);
    test.until("both are back", move |app| {
        ids.iter().all(|id| displayed_status(app, id) == "sourcing") && app.cx.snapshot().writes.is_empty()
    });
}

/// Simulates a slow frame: a press and several pointer moves at once.
fn press_and_move(test: &mut GuiTest, from: egui::Pos2, positions: &[egui::Pos2]) {
    test.window.hover_at(from);
    test.window.step();
    let moves = positions.iter().map(|at| egui::Event::PointerMoved(*at));
    let press = egui::Event::PointerButton {
        pos: from,
        button: PointerButton::Primary,
        pressed: true,
        modifiers: egui::Modifiers::NONE,
    };
    let events = &mut test.window.input_mut().events;
    events.push(press);
    events.extend(moves);
    test.draw_frames(4);
}

#[test]
fn fast_pointer_still_drags_the_pressed_card() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let carries = |test: &GuiTest| test.has_text(Role::Status, "Sourcing → Screening");
    let sourcing = test.rect_of(Role::List, "Sourcing – ");
    let screening = test.rect_of(Role::List, "Screening – ");
    let cards = test.elements_of(Role::ListItem);
    let mut column_cards = cards.iter().filter(|(_, rect)| sourcing.contains(rect.center()));
    let ((name, first), (_, second)) = (column_cards.next().unwrap(), column_cards.next().unwrap());
    let to = |y: f32| egui::pos2(screening.center().x, y);
    let positions = [0.0, 10.0, 30.0].map(|down| to(first.center().y + down));
    // From the middle of the card, and from its edge, which is not covered by a scroll bar.
    for from in [first.center(), first.right_center() - egui::vec2(1.0, 0.0)] {
        press_and_move(&mut test, from, &positions);
        assert!(carries(&test), "{from}: {:?}", test.elements_of(Role::Status));
        let carried = focused_deal(test.app());
        let deals = &test.app().cx.snapshot().deals;
        let row = deals.row(deals.find(&carried).unwrap()).unwrap();
        assert!(name.starts_with(row.name), "{name}: {}", row.name);
        test.window.key_press(Key::Escape);
        test.window.run();
        test.window.drop_at(from);
        test.window.run();
    }
    let gap = egui::pos2(first.center().x, f32::midpoint(first.bottom(), second.top()));
    press_and_move(&mut test, gap, &positions);
    assert!(!carries(&test), "nothing was pressed");
    test.window.drop_at(positions[2]);
    test.window.run();
    assert!(test.app().cx.snapshot().writes.is_empty());
}

#[test]
fn escape_cancels_a_drag_of_several_cards() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let (ids, from) = select_two_cards(&mut test);
    let to = test.rect_of(Role::List, "Due diligence – ").center();
    test.drag_over(from, to);
    test.press_key(Key::Escape);
    test.window.drop_at(to);
    test.window.run();
    assert!(test.app().cx.snapshot().writes.is_empty());
    assert!(ids.iter().all(|id| displayed_status(test.app(), id) == "sourcing"));
    assert_eq!(test.app().selected_rows().len(), 2, "they stay selected");
}

#[test]
fn secondary_button_cancels_a_drag_without_opening_a_menu() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let (ids, from) = select_two_cards(&mut test);
    let to = test.rect_of(Role::List, "Due diligence – ").center();
    test.drag_over(from, to);
    assert!(test.has_text(Role::Status, "2 deals"));
    for pressed in [true, false] {
        test.window.input_mut().events.push(egui::Event::PointerButton {
            pos: to,
            button: PointerButton::Secondary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        });
        test.draw_frames(4);
    }
    assert!(!test.has_text(Role::Status, "2 deals"), "nothing is carried any more");
    let opened = test.elements_of(Role::MenuItem);
    assert!(opened.is_empty(), "{opened:?}");
    test.window.drop_at(to);
    test.window.run();
    assert!(test.app().cx.snapshot().writes.is_empty());
    assert!(ids.iter().all(|id| displayed_status(test.app(), id) == "sourcing"));
    // After the drag has ended, the button opens the menu again.
    let from = test.rect_of(Role::ListItem, "").center();
    test.press_at(from, PointerButton::Secondary, egui::Modifiers::NONE);
    assert!(!test.elements_of(Role::MenuItem).is_empty());
}

#[test]
fn several_cards_are_moved_by_keyboard() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    for key in [" ", "j", " ", "m"] {
        type_char(&mut test.window, key);
    }
    let rows = test.app().selected_rows();
    let ids: Vec<String> = rows.iter().map(|row| row.id.to_owned()).collect();
    assert_eq!(ids.len(), 2);
    // The menu's focus is on a status; Down and Enter select another one.
    test.press_key(Key::ArrowDown);
    test.press_key(Key::Enter);
    // The plan is shown before anything is requested.
    test.press_key(Key::Enter);
    test.until("both have moved, to one status", move |app| {
        let to = displayed_status(app, &ids[0]);
        to != "sourcing" && displayed_status(app, &ids[1]) == to
    });
}

#[test]
fn dragging_a_card_to_an_edge_scrolls_the_board() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    test.window.set_size(egui::vec2(1024.0, 700.0));
    test.window.run();
    let card = test.rect_of(Role::ListItem, "").center();
    let column = test.rect_of(Role::List, "Sourcing – ");
    let first = test.elements_of(Role::ListItem)[0].clone();
    // Down, at the bottom of its own column.
    test.drag_over(card, egui::pos2(column.center().x, column.bottom() - 30.0));
    for _ in 0..20 {
        test.window.step();
    }
    let now = test.elements_of(Role::ListItem);
    let same = now.iter().find(|(name, _)| *name == first.0);
    assert!(
        same.is_none_or(|(_, place)| place.top() < first.1.top() - 50.0),
        "the column goes on under the card: {same:?}"
    );
    // And to the right, up to the last column.
    test.window.hover_at(egui::pos2(1020.0, 400.0));
    for _ in 0..400 {
        test.window.step();
    }
    let last = test.rect_of(Role::List, "Lost – ");
    assert!(last.right() <= 1024.0, "{last:?}");
    test.window.drop_at(egui::pos2(last.center().x, 400.0));
    test.window.step();
    test.until("it is there", |app| !app.cx.snapshot().writes.is_empty());
    assert_eq!(test.app().cx.snapshot().writes.len(), 1);
}

#[test]
fn escape_restores_the_board_scrolled_by_a_drag() {
    for swimlanes in [false, true] {
        let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
        test.window.set_size(egui::vec2(1024.0, 700.0));
        test.window.run();
        if swimlanes {
            type_char(&mut test.window, "O");
            test.window.run();
        }
        let before = test.elements_of(Role::ListItem);
        let card = before[0].1.center();
        test.drag_over(card, egui::pos2(card.x, 640.0));
        test.window.hover_at(egui::pos2(1020.0, 640.0));
        for _ in 0..60 {
            test.window.step();
        }
        assert_ne!(test.elements_of(Role::ListItem), before, "the edges have scrolled it");
        test.press_key(Key::Escape);
        test.window.drop_at(egui::pos2(1020.0, 640.0));
        test.window.run();
        assert_eq!(test.elements_of(Role::ListItem), before, "lanes: {swimlanes}");
        assert!(test.app().cx.snapshot().writes.is_empty());
    }
}

#[test]
fn card_is_grabbed_moved_and_dropped_by_keyboard() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "g");
    let id = focused_deal(test.app());
    let from = displayed_status(test.app(), &id);
    type_char(&mut test.window, "x");
    test.press_key(Key::ArrowRight);
    let target_column = test.app().card_move.dragged().expect("a card is grabbed").column;
    let to = test.app().pipeline.filtered().columns[target_column].status.clone();
    assert_ne!(to, from);
    test.press_key(Key::Escape);
    assert!(test.app().card_move.dragged().is_none());
    assert_eq!(displayed_status(test.app(), &id), from, "put back, nothing changed");
    type_char(&mut test.window, "x");
    test.press_key(Key::ArrowRight);
    test.press_key(Key::Enter);
    test.until("the card is there", |app| displayed_status(app, &id) == to);
}

#[test]
fn cancelled_drag_does_not_affect_the_next_undo() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    test.window.set_size(egui::vec2(1440.0, 700.0));
    type_char(&mut test.window, "O");
    for _ in 0..3 {
        type_char(&mut test.window, "j");
    }
    let id = focused_deal(test.app());
    let card_rect = test.finish_animations();
    let aside = card_rect.center() + egui::vec2(300.0, 0.0);
    test.drag_over(card_rect.center(), aside);
    test.window.key_press(Key::Escape);
    test.window.run();
    test.window.drop_at(aside);
    test.window.run();
    assert_eq!(test.finish_animations(), card_rect);
    test.scroll_wheel(card_rect.center(), -200.0);
    let scrolled = test.finish_animations();
    assert!(scrolled.top() < card_rect.top() - 100.0, "{scrolled:?} {card_rect:?}");
    type_char(&mut test.window, "L");
    let moved_id = id.clone();
    test.until("it is there", move |app| displayed_status(app, &moved_id) == "screening");
    test.finish_animations();
    type_char(&mut test.window, "u");
    let restored_id = id.clone();
    test.until("it is back", move |app| displayed_status(app, &restored_id) == "sourcing");
    assert_eq!(test.finish_animations(), scrolled);
}

#[test]
fn collapsed_column_previews_its_deal_count_during_a_drag() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    test.click(Role::Button, "Collapse the column – Due diligence");
    let to = test.rect_of(Role::List, "Due diligence – ").center();
    let columns = &test.app().pipeline.filtered().columns;
    let deal_count = columns.iter().find(|column| column.status == "due_diligence").unwrap().rows.len();
    let then = format!("→ {}", deal_count + 1);
    let is_painted = |test: &GuiTest| painted_texts(&test.window).contains(&(then.clone(), true));
    assert!(!is_painted(&test));
    let from = test.elements_of(Role::ListItem)[0].1.center();
    test.drag_over(from, to);
    assert!(is_painted(&test), "{:?}", painted_texts(&test.window));
}

#[test]
fn collapsed_swimlane_previews_its_deal_count_during_a_drag() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "O");
    let (_, row) = test.elements_of(Role::DisclosureTriangle)[1].clone();
    test.press_at(row.left_center() + egui::vec2(40.0, 0.0), PointerButton::Primary, egui::Modifiers::NONE);
    let swimlane = &test.app().pipeline.board().swimlanes()[1];
    let (owner, text) =
        (swimlane.code.clone(), format!("{} → {}", swimlane.deal_count, swimlane.deal_count + 1));
    let (_, row) = test.elements_of(Role::DisclosureTriangle)[1].clone();
    let from = test.elements_of(Role::ListItem)[0].1.center();
    let carried = focused_deal(test.app());
    assert_ne!(crate::support::simulated_input::displayed_owner(test.app(), &carried), owner);
    let is_painted = |test: &GuiTest| painted_texts(&test.window).contains(&(text.clone(), true));
    assert!(!is_painted(&test));
    let to = egui::pos2(from.x, row.center().y);
    test.drag_over(from, to);
    assert!(is_painted(&test), "{text}: {:?}", painted_texts(&test.window));
    test.window.drop_at(to);
    test.until("it is theirs", move |app| {
        let deals = &app.cx.snapshot().deals;
        deals.by_age().filter(|row| row.owner == owner).count() == second_number(&text)
    });
}

/// Returns the second number of `6 → 7`.
fn second_number(text: &str) -> usize {
    text.rsplit(' ').next().unwrap().parse().unwrap()
}

/// Returns the toasts that give a reason for a rejected action.
fn rejection_toasts(test: &GuiTest) -> Vec<String> {
    let toasts = test.app().cx.toasts().iter();
    toasts.filter_map(|toast| toast.content.disabled_reason().map(str::to_owned)).collect()
}

#[test]
fn drop_without_effect_explains_why() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let from = test.elements_of(Role::ListItem)[0].1.center();
    let source_rect = test.rect_of(Role::List, "Sourcing – ");
    for (to, reason) in [
        (source_rect.center(), "reason-dropped-in-place"),
        (egui::pos2(700.0, 30.0), "reason-dropped-outside"),
    ] {
        test.drag_over(from, to);
        test.window.drop_at(to);
        test.window.run();
        assert!(
            rejection_toasts(&test).contains(&reason.to_owned()),
            "{reason}: {:?}",
            rejection_toasts(&test)
        );
        assert!(test.app().cx.snapshot().writes.is_empty());
    }
}

#[test]
fn four_selected_cards_are_dragged_beside_an_open_deal() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let cards = test.elements_of(Role::ListItem);
    let column = test.rect_of(Role::List, "Sourcing – ");
    let mine: Vec<_> =
        cards.iter().map(|(_, at)| at.center()).filter(|at| column.contains(*at)).take(5).collect();
    for at in &mine[..4] {
        test.press_at(*at, PointerButton::Primary, CTRL);
    }
    let ids: Vec<String> = test.app().selected_rows().iter().map(|row| row.id.to_owned()).collect();
    assert_eq!(ids.len(), 4);
    test.press_at(mine[4], PointerButton::Primary, egui::Modifiers::NONE);
    test.draw_frames(40);
    assert_eq!(test.app().cx.screen(), encours_core::app::foundation::input::context::Screen::Deal);
    let from = test.elements_of(Role::ListItem)[0].1.center();
    let to = test.rect_of(Role::List, "Screening – ").center();
    test.drag_over(from, to);
    test.window.drop_at(to);
    test.until("all four are there", move |app| {
        ids.iter().all(|id| displayed_status(app, id) == "screening")
    });
}

//! The focused element stays visible after key presses, writes and resizes.

use crate::support::hand::{displayed_status, focused_deal};
use crate::support::real::{GuiTest, LONG_UNDO_DELAY};
use crate::support::{CTRL, InputPart, send_burst, type_char};
use egui::accesskit::Role;
use egui::{Key, PointerButton, Rect};
use egui_kittest::kittest::Queryable as _;
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::text::Lang;
use encours_core::theme::tokens;

/// Returns the area of the focused card, if it is drawn.
fn focused_card_rect(journey: &GuiTest) -> Option<Rect> {
    journey
        .window
        .query_by(|node| node.role() == Role::ListItem && node.is_selected() == Some(true))
        .map(|node| node.rect())
}

/// Returns the area for cards: below the headers, above the toasts and the status line.
fn card_area(journey: &GuiTest) -> Rect {
    let (size, screen) = (&tokens().size, journey.window.ctx.content_rect());
    let toasts = journey.app().cx.toasts().len() as f32;
    let covered = if toasts > 0.0 {
        44.0 + toasts * size.toast
    } else {
        0.0
    };
    screen
        .with_min_y(screen.top() + size.topbar + size.filterbar + size.lane_head)
        .with_max_y(screen.bottom() - size.statusbar - covered)
}

#[track_caller]
fn assert_card_visible(journey: &GuiTest, when: &str) {
    let (card, room) = (focused_card_rect(journey), card_area(journey));
    assert!(
        card.is_some_and(|card| room.contains_rect(card.shrink(1.0))),
        "{when}: {card:?} in {room:?}"
    );
}

#[test]
fn a_card_moved_by_key_stays_in_sight() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let id = journey.app().pipeline.board().cursor.deal.clone().unwrap();
    type_char(&mut journey.window, "L");
    journey.until("the move is seen", move |app| {
        let deals = &app.cx.snapshot().deals;
        deals.row(deals.find(id.as_str()).unwrap()).unwrap().status == "screening"
    });
    for step in 0..40 {
        journey.window.step();
        assert_card_visible(&journey, &format!("step {step}"));
    }
}

#[test]
fn a_new_deal_is_shown() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    type_char(&mut journey.window, "n");
    send_burst(
        &mut journey.window,
        &[InputPart::Text("Halle Nord"), InputPart::Key(Key::Enter)],
    );
    journey.until("it is there and has the focus", |app| {
        let row = app.pipeline.focused_row(&app.cx);
        row.is_some_and(|row| row.name == "Halle Nord")
    });
    for _ in 0..40 {
        journey.window.step();
    }
    assert_card_visible(&journey, "after the creation");
}

#[test]
fn the_last_card_stands_above_the_toast() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    // A refusal also shows a toast.
    type_char(&mut journey.window, "H");
    assert!(!journey.app().cx.toasts().is_empty());
    type_char(&mut journey.window, "G");
    assert_card_visible(&journey, "at the end of the column");
}

#[test]
fn a_lower_window_keeps_the_focus_in_sight() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    send_burst(&mut journey.window, &[InputPart::Text("jjjjjjj")]);
    assert_card_visible(&journey, "before");
    journey.window.set_size(egui::vec2(1024.0, 560.0));
    journey.window.run();
    assert_card_visible(&journey, "in a lower window");
    send_burst(&mut journey.window, &[InputPart::Text("lllll")]);
    assert_card_visible(&journey, "at the right");
    journey.window.set_size(egui::vec2(2600.0, 900.0));
    journey.window.run();
    let first = journey.window.get_by(|node| {
        node.role() == Role::List && node.label().is_some_and(|label| label.starts_with("Sourcing"))
    });
    assert!(
        first.rect().left() > 216.0 + 15.0,
        "the first column stands where it began: {:?}",
        first.rect()
    );
}

#[test]
fn the_wheel_takes_the_focus_out_of_sight_and_a_key_brings_it_back() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let over = focused_card_rect(&journey).unwrap().center();
    journey.scroll_wheel(over, -900.0);
    journey.draw_frames(30);
    assert!(focused_card_rect(&journey).is_none_or(|card| !card_area(&journey).contains_rect(card)));
    // The first column is the last to the left: the focus stays, and is scrolled into view.
    journey.window.key_press(Key::ArrowLeft);
    journey.window.run();
    assert_card_visible(&journey, "after a key that moves nothing");
}

#[test]
fn a_small_window_with_a_deal_open_keeps_its_filter() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    journey.window.set_size(egui::vec2(800.0, 560.0));
    journey.window.key_press(Key::Enter);
    journey.window.run();
    assert_eq!(journey.app().cx.screen(), Screen::Deal);
    let field = journey
        .window
        .get_by_role_and_label(Role::TextInput, "Filter")
        .rect();
    let fields = journey
        .window
        .get_by_role_and_label(Role::Button, "Fields LTV")
        .rect();
    assert!(
        field.width() > 100.0 && field.right() <= fields.left(),
        "{field:?} {fields:?}"
    );
}

/// Returns the name of the first visible card of a column.
fn first_card_name(journey: &GuiTest, column: &str) -> String {
    let column = journey.rect_of(Role::List, column);
    let cards = journey.elements_of(Role::ListItem).into_iter();
    let mut seen: Vec<(String, Rect)> = cards.filter(|(_, card)| column.contains(card.center())).collect();
    seen.sort_by(|a, b| a.1.top().total_cmp(&b.1.top()));
    seen.swap_remove(0).0
}

#[test]
fn a_dropped_card_keeps_the_focus_in_sight_and_undo_gives_its_column_back_as_it_was() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let id = focused_deal(journey.app());
    let (from, before) = (
        focused_card_rect(&journey).unwrap().center(),
        first_card_name(&journey, "Due diligence – "),
    );
    let to = journey.rect_of(Role::List, "Due diligence – ").center();
    journey.drag_over(from, to);
    journey.window.drop_at(to);
    let moved = id.clone();
    journey.until("it is there", move |app| {
        displayed_status(app, &moved) == "due_diligence"
    });
    for _ in 0..40 {
        journey.window.step();
    }
    assert_eq!(focused_deal(journey.app()), id);
    assert_card_visible(&journey, "after the drop");
    assert_ne!(
        first_card_name(&journey, "Due diligence – "),
        before,
        "it is long: the card is further down"
    );
    journey.press_key_with(CTRL, Key::Z);
    let back = id.clone();
    journey.until("it is back", move |app| {
        displayed_status(app, &back) == "sourcing"
    });
    for _ in 0..40 {
        journey.window.step();
    }
    assert_eq!(focused_deal(journey.app()), id);
    assert_card_visible(&journey, "after the undo");
    assert_eq!(first_card_name(&journey, "Due diligence – "), before);
}

#[test]
fn other_lanes_keep_the_focus_in_sight() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    send_burst(&mut journey.window, &[InputPart::Text("jjjjjjjjjj")]);
    let id = focused_deal(journey.app());
    for lanes in ["Swimlanes by owner", "Swimlanes by asset class", "No swimlanes"] {
        journey.click(Role::Button, "Display");
        journey.click(Role::MenuItemRadio, lanes);
        for _ in 0..20 {
            journey.window.step();
        }
        assert_eq!(focused_deal(journey.app()), id);
        assert_card_visible(&journey, lanes);
    }
    // With the keyboard, egui's focus moves along.
    for _ in 0..3 {
        type_char(&mut journey.window, "O");
        assert_card_visible(&journey, "by key");
        let roving = journey.window.state().roving_focus();
        assert_eq!(journey.window.ctx.memory(egui::Memory::focused), roving);
    }
}

#[test]
fn the_menu_of_a_column_acts_on_it_and_leaves_the_focus_alone() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    send_burst(&mut journey.window, &[InputPart::Text("jjjjjjj")]);
    let (id, first) = (
        focused_deal(journey.app()),
        first_card_name(&journey, "Sourcing – "),
    );
    let head = journey.rect_of(Role::List, "Screening – ").left_top() + egui::vec2(110.0, 20.0);
    journey.press_at(head, PointerButton::Secondary, egui::Modifiers::NONE);
    assert_eq!(focused_deal(journey.app()), id);
    assert_eq!(first_card_name(&journey, "Sourcing – "), first);
    journey.click(Role::MenuItem, "New deal");
    let Layer::Form(form) = journey.app().cx.layer() else {
        panic!("a form");
    };
    assert_eq!(form.value("status"), "screening", "in the column of the menu");
    journey.press_key(Key::Escape);
    journey.press_at(head, PointerButton::Secondary, egui::Modifiers::NONE);
    journey.click(Role::MenuItem, "Fold the column");
    assert!(journey.app().pipeline.board().folded.contains("screening"));
    assert_eq!(focused_deal(journey.app()), id);
}

#[test]
fn a_toast_lies_over_nothing_of_what_is_open() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    journey.window.set_size(egui::vec2(1024.0, 700.0));
    journey.window.run();
    let id = focused_deal(journey.app());
    type_char(&mut journey.window, "L");
    journey.until("the move is seen", move |app| {
        displayed_status(app, &id) != "sourcing"
    });
    let clear = |journey: &GuiTest, of: Rect| {
        let undo = journey.rect_of(Role::Button, "Undo");
        assert!(of.bottom() < undo.top() && of.top() > 0.0, "{of:?} {undo:?}");
    };
    journey.press_key_with(CTRL, Key::K);
    clear(&journey, journey.rect_of(Role::Dialog, "Commands"));
    journey.press_key(Key::Escape);
    // The help is as tall as the window allows.
    type_char(&mut journey.window, "?");
    let help = journey.elements_of(Role::Dialog).first().expect("the help").1;
    assert!(help.height() > 500.0, "{help:?}");
    clear(&journey, help);
}

#[test]
fn toasts_leave_the_side_bar_free_in_a_narrow_window() {
    let mut journey = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    for width in [800.0, 1024.0, 1190.0] {
        journey.window.set_size(egui::vec2(width, 700.0));
        journey.window.run();
        type_char(&mut journey.window, "L");
        let side = journey
            .elements_of(Role::Navigation)
            .first()
            .expect("the side bar")
            .1;
        let told = journey.elements_of(Role::Label);
        let toast = |(said, rect): &&(String, Rect)| said.contains('→') && rect.height() > 40.0;
        let (said, toast) = told.iter().find(toast).expect("a toast");
        assert!(toast.left() > side.right(), "{said}: {toast:?} {side:?}");
    }
}

#[test]
fn the_last_row_and_the_last_card_stand_above_all_toasts() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    for _ in 0..3 {
        type_char(&mut journey.window, "L");
        type_char(&mut journey.window, "j");
    }
    let toasts = journey.app().cx.toasts().len();
    assert!(toasts > 1, "{toasts}");
    type_char(&mut journey.window, "G");
    assert_card_visible(&journey, "the last card");
    type_char(&mut journey.window, "v");
    type_char(&mut journey.window, "G");
    let cells = journey.elements_of(Role::RowHeader);
    let last = cells.last().expect("a row").1;
    let top = journey.rect_of(Role::Button, "Undo").top() - 58.0 * (toasts - 1) as f32;
    assert!(last.bottom() < top, "{last:?} under {top}");
}

#[test]
fn a_presentation_keeps_the_focus_of_lanes_in_sight() {
    // A presentation has neither side bar nor filter bar.
    let seen = |journey: &GuiTest, when: &str| {
        let room = card_area(journey);
        let room = room.with_min_y(room.top() - tokens().size.filterbar);
        let card = focused_card_rect(journey);
        assert!(
            card.is_some_and(|card| room.contains_rect(card.shrink(1.0))),
            "{when}: {card:?} in {room:?}"
        );
    };
    for last in ["", "ll", "llll"] {
        let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
        journey.window.set_size(egui::vec2(1280.0, 800.0));
        send_burst(&mut journey.window, &[InputPart::Text(last)]);
        type_char(&mut journey.window, "O");
        type_char(&mut journey.window, "G");
        let id = focused_deal(journey.app());
        seen(&journey, "before");
        journey.press_key(Key::F11);
        for _ in 0..40 {
            journey.window.step();
        }
        assert!(journey.app().cx.is_presenting());
        seen(&journey, "in front of others");
        // The full-screen size arrives some time after the request.
        journey.window.set_size(egui::vec2(1440.0, 700.0));
        for _ in 0..40 {
            journey.window.step();
        }
        seen(&journey, "on a whole screen");
        journey.press_key(Key::Escape);
        for _ in 0..40 {
            journey.window.step();
        }
        assert_eq!(focused_deal(journey.app()), id);
        seen(&journey, "afterwards");
    }
}

#[test]
fn a_toast_leaves_the_sums_of_the_table_free_in_a_low_window() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    journey.window.set_size(egui::vec2(900.0, 560.0));
    type_char(&mut journey.window, "L");
    type_char(&mut journey.window, "v");
    let undo = journey.rect_of(Role::Button, "Undo");
    let foot = journey.rect_of(Role::Label, "24 of 24");
    assert!(undo.bottom() < foot.top(), "{undo:?} over {foot:?}");
    type_char(&mut journey.window, "G");
    let rows = journey.elements_of(Role::RowHeader);
    let last = rows.last().expect("a row").1;
    assert!(
        last.bottom() <= undo.top(),
        "the last row is free: {last:?} {undo:?}"
    );
}

#[test]
fn a_toast_leaves_the_bar_of_what_is_selected_free_on_board_and_table() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    journey
        .window
        .state_mut()
        .run_action(Action::Run(ActionId::SelectDeal));
    for shows in ["board", "table"] {
        // There is nothing to undo, and a toast says so.
        journey.window.state_mut().run_action(Action::Run(ActionId::Undo));
        journey.window.run();
        let close = journey.rect_of(Role::Button, "Close");
        let copy = journey.rect_of(Role::Button, "Copy");
        assert!(close.bottom() <= copy.top(), "{shows}: {close:?} over {copy:?}");
        type_char(&mut journey.window, "v");
    }
}

#[test]
fn a_card_is_read_from_its_top_where_it_has_no_room_under_the_name_of_its_lane() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    type_char(&mut journey.window, "O");
    journey.press_key(Key::F11);
    // As large as a screen of 900 × 600 in a presentation, and lower.
    for (step, high) in [348.0, 300.0, 270.0, 250.0, 230.0].into_iter().enumerate() {
        journey.window.set_size(egui::vec2(523.0, high));
        journey.window.run();
        type_char(&mut journey.window, "j");
        for _ in 0..20 {
            journey.window.step();
        }
        let card = focused_card_rect(&journey).expect("the card");
        let owner = journey
            .app()
            .pipeline
            .focused_row(&journey.app().cx)
            .unwrap()
            .owner
            .to_owned();
        let name = journey.rect_of(Role::DisclosureTriangle, &owner);
        assert!(
            card.top() >= name.bottom() - 1.0,
            "step {step}: {card:?} under {name:?}"
        );
    }
}

#[test]
fn a_toast_leaves_the_status_line_readable_in_a_low_window() {
    for size in [[900.0, 600.0], [1024.0, 560.0]] {
        let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
        journey.window.set_size(egui::Vec2::from(size));
        type_char(&mut journey.window, "L");
        let toast = journey.rect_of(Role::Button, "Undo");
        // The height of a toast is that of its token, with the button in its middle.
        let end = toast.center().y + tokens().size.toast / 2.0;
        let line = journey.window.ctx.content_rect().bottom() - tokens().size.statusbar;
        assert!(end <= line, "{end} over {line} at {size:?}");
    }
}

/// Returns the name and the position of each visible card.
fn card_positions(journey: &GuiTest) -> Vec<(String, [i32; 2])> {
    let cards = journey.elements_of(Role::ListItem).into_iter();
    cards
        .map(|(name, rect)| {
            // Leave out the position number, which changes of others affect.
            let name = name.split(" – ").next().unwrap_or_default().to_owned();
            (name, [rect.left().round() as i32, rect.top().round() as i32])
        })
        .collect()
}

#[test]
fn what_others_move_takes_the_focus_along_and_leaves_the_board_where_it_is() {
    for lanes in [false, true] {
        let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
        if lanes {
            type_char(&mut journey.window, "O");
        }
        send_burst(&mut journey.window, &[InputPart::Text("jjj")]);
        let id = focused_deal(journey.app());
        journey.finish_animations();
        let places = |journey: &GuiTest| -> Vec<_> {
            let columns = journey.elements_of(Role::Heading).into_iter();
            columns
                .map(|(name, rect)| (name.split(" – ").next().unwrap_or_default().to_owned(), rect))
                .collect()
        };
        let before = (places(&journey), journey.rect_of(Role::ListItem, ""));
        // Far away: another column, beyond the right edge.
        journey.move_as_other_client(std::slice::from_ref(&id), "closing");
        journey.draw_frames(40);
        assert_eq!(focused_deal(journey.app()), id, "the focus is the deal's");
        assert_eq!(displayed_status(journey.app(), &id), "closing");
        let after = (places(&journey), journey.rect_of(Role::ListItem, ""));
        assert_eq!(after, before, "lanes: {lanes}");
        // The user's next key brings it into view.
        journey.window.key_press(Key::ArrowDown);
        journey.window.run();
        journey.draw_frames(20);
        assert!(focused_card_rect(&journey).is_some(), "lanes: {lanes}");
    }
}

#[test]
fn what_others_do_moves_no_board_behind_a_dialog() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    send_burst(&mut journey.window, &[InputPart::Text("jjjjjj")]);
    let id = focused_deal(journey.app());
    let sourcing = crate::meeting::deal_ids(journey.app(), "sourcing");
    let above: Vec<String> = sourcing.into_iter().take_while(|deal| *deal != id).collect();
    assert!(above.len() > 3, "{above:?}");
    journey.finish_animations();
    let first = first_card_name(&journey, "Screening – ");
    let seen = card_positions(&journey).len();
    type_char(&mut journey.window, "n");
    journey.move_as_other_client(std::slice::from_ref(&id), "due_diligence");
    journey.draw_frames(40);
    assert_eq!(first_card_name(&journey, "Screening – "), first);
    journey.press_key(Key::Escape);
    journey.draw_frames(40);
    assert_eq!(focused_deal(journey.app()), id);
    assert!(
        card_positions(&journey).len() >= seen - 1,
        "the same columns are in sight"
    );
}

//! The focused element stays visible after key presses, writes and resizes.

use crate::support::hand::{focused, status};
use crate::support::real::{Journey, LONG};
use crate::support::{Burst, CTRL, burst, press};
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
fn card(journey: &Journey) -> Option<Rect> {
    journey
        .window
        .query_by(|node| node.role() == Role::ListItem && node.is_selected() == Some(true))
        .map(|node| node.rect())
}

/// Returns the area for cards: below the headers, above the toasts and the status line.
fn room(journey: &Journey) -> Rect {
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
fn assert_in_sight(journey: &Journey, when: &str) {
    let (card, room) = (card(journey), room(journey));
    assert!(
        card.is_some_and(|card| room.contains_rect(card.shrink(1.0))),
        "{when}: {card:?} in {room:?}"
    );
}

#[test]
fn a_card_moved_by_key_stays_in_sight() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    let id = journey.app().pipeline.board().cursor.deal.clone().unwrap();
    press(&mut journey.window, "L");
    journey.until("the move is seen", move |app| {
        let deals = &app.cx.snapshot().deals;
        deals.row(deals.find(id.as_str()).unwrap()).unwrap().status == "screening"
    });
    for step in 0..40 {
        journey.window.step();
        assert_in_sight(&journey, &format!("step {step}"));
    }
}

#[test]
fn a_new_deal_is_shown() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    press(&mut journey.window, "n");
    burst(
        &mut journey.window,
        &[Burst::Text("Halle Nord"), Burst::Key(Key::Enter)],
    );
    journey.until("it is there and has the focus", |app| {
        let row = app.pipeline.focused_row(&app.cx);
        row.is_some_and(|row| row.name == "Halle Nord")
    });
    for _ in 0..40 {
        journey.window.step();
    }
    assert_in_sight(&journey, "after the creation");
}

#[test]
fn the_last_card_stands_above_the_toast() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    // A refusal also shows a toast.
    press(&mut journey.window, "H");
    assert!(!journey.app().cx.toasts().is_empty());
    press(&mut journey.window, "G");
    assert_in_sight(&journey, "at the end of the column");
}

#[test]
fn a_lower_window_keeps_the_focus_in_sight() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    burst(&mut journey.window, &[Burst::Text("jjjjjjj")]);
    assert_in_sight(&journey, "before");
    journey.window.set_size(egui::vec2(1024.0, 560.0));
    journey.window.run();
    assert_in_sight(&journey, "in a lower window");
    burst(&mut journey.window, &[Burst::Text("lllll")]);
    assert_in_sight(&journey, "at the right");
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
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    let over = card(&journey).unwrap().center();
    journey.wheel(over, -900.0);
    journey.steps(30);
    assert!(card(&journey).is_none_or(|card| !room(&journey).contains_rect(card)));
    // The first column is the last to the left: the focus stays, and is scrolled into view.
    journey.window.key_press(Key::ArrowLeft);
    journey.window.run();
    assert_in_sight(&journey, "after a key that moves nothing");
}

#[test]
fn a_small_window_with_a_deal_open_keeps_its_filter() {
    let mut journey = Journey::begin(Lang::En, LONG);
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
fn first_of(journey: &Journey, column: &str) -> String {
    let column = journey.place_of(Role::List, column);
    let cards = journey.all(Role::ListItem).into_iter();
    let mut seen: Vec<(String, Rect)> = cards.filter(|(_, card)| column.contains(card.center())).collect();
    seen.sort_by(|a, b| a.1.top().total_cmp(&b.1.top()));
    seen.swap_remove(0).0
}

#[test]
fn a_dropped_card_keeps_the_focus_in_sight_and_undo_gives_its_column_back_as_it_was() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    let id = focused(journey.app());
    let (from, before) = (
        card(&journey).unwrap().center(),
        first_of(&journey, "Due diligence – "),
    );
    let to = journey.place_of(Role::List, "Due diligence – ").center();
    journey.drag_over(from, to);
    journey.window.drop_at(to);
    let moved = id.clone();
    journey.until("it is there", move |app| status(app, &moved) == "due_diligence");
    for _ in 0..40 {
        journey.window.step();
    }
    assert_eq!(focused(journey.app()), id);
    assert_in_sight(&journey, "after the drop");
    assert_ne!(
        first_of(&journey, "Due diligence – "),
        before,
        "it is long: the card is further down"
    );
    journey.key_with(CTRL, Key::Z);
    let back = id.clone();
    journey.until("it is back", move |app| status(app, &back) == "sourcing");
    for _ in 0..40 {
        journey.window.step();
    }
    assert_eq!(focused(journey.app()), id);
    assert_in_sight(&journey, "after the undo");
    assert_eq!(first_of(&journey, "Due diligence – "), before);
}

#[test]
fn other_lanes_keep_the_focus_in_sight() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    burst(&mut journey.window, &[Burst::Text("jjjjjjjjjj")]);
    let id = focused(journey.app());
    for lanes in ["Swimlanes by owner", "Swimlanes by asset class", "No swimlanes"] {
        journey.click(Role::Button, "Display");
        journey.click(Role::MenuItemRadio, lanes);
        for _ in 0..20 {
            journey.window.step();
        }
        assert_eq!(focused(journey.app()), id);
        assert_in_sight(&journey, lanes);
    }
    // With the keyboard, egui's focus moves along.
    for _ in 0..3 {
        press(&mut journey.window, "O");
        assert_in_sight(&journey, "by key");
        let roving = journey.window.state().roving();
        assert_eq!(journey.window.ctx.memory(egui::Memory::focused), roving);
    }
}

#[test]
fn the_menu_of_a_column_acts_on_it_and_leaves_the_focus_alone() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    burst(&mut journey.window, &[Burst::Text("jjjjjjj")]);
    let (id, first) = (focused(journey.app()), first_of(&journey, "Sourcing – "));
    let head = journey.place_of(Role::List, "Screening – ").left_top() + egui::vec2(110.0, 20.0);
    journey.press_at(head, PointerButton::Secondary, egui::Modifiers::NONE);
    assert_eq!(focused(journey.app()), id);
    assert_eq!(first_of(&journey, "Sourcing – "), first);
    journey.click(Role::MenuItem, "New deal");
    let Layer::Form(form) = journey.app().cx.layer() else {
        panic!("a form");
    };
    assert_eq!(form.value("status"), "screening", "in the column of the menu");
    journey.key(Key::Escape);
    journey.press_at(head, PointerButton::Secondary, egui::Modifiers::NONE);
    journey.click(Role::MenuItem, "Fold the column");
    assert!(journey.app().pipeline.board().folded.contains("screening"));
    assert_eq!(focused(journey.app()), id);
}

#[test]
fn a_toast_lies_over_nothing_of_what_is_open() {
    let mut journey = Journey::begin(Lang::En, LONG);
    journey.window.set_size(egui::vec2(1024.0, 700.0));
    journey.window.run();
    let id = focused(journey.app());
    press(&mut journey.window, "L");
    journey.until("the move is seen", move |app| status(app, &id) != "sourcing");
    let clear = |journey: &Journey, of: Rect| {
        let undo = journey.place_of(Role::Button, "Undo");
        assert!(of.bottom() < undo.top() && of.top() > 0.0, "{of:?} {undo:?}");
    };
    journey.key_with(CTRL, Key::K);
    clear(&journey, journey.place_of(Role::Dialog, "Commands"));
    journey.key(Key::Escape);
    // The help is as tall as the window allows.
    press(&mut journey.window, "?");
    let help = journey.all(Role::Dialog).first().expect("the help").1;
    assert!(help.height() > 500.0, "{help:?}");
    clear(&journey, help);
}

#[test]
fn toasts_leave_the_side_bar_free_in_a_narrow_window() {
    let mut journey = Journey::begin(Lang::Fr, LONG);
    for width in [800.0, 1024.0, 1190.0] {
        journey.window.set_size(egui::vec2(width, 700.0));
        journey.window.run();
        press(&mut journey.window, "L");
        let side = journey.all(Role::Navigation).first().expect("the side bar").1;
        let told = journey.all(Role::Label);
        let toast = |(said, rect): &&(String, Rect)| said.contains('→') && rect.height() > 40.0;
        let (said, toast) = told.iter().find(toast).expect("a toast");
        assert!(toast.left() > side.right(), "{said}: {toast:?} {side:?}");
    }
}

#[test]
fn the_last_row_and_the_last_card_stand_above_all_toasts() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    for _ in 0..3 {
        press(&mut journey.window, "L");
        press(&mut journey.window, "j");
    }
    let toasts = journey.app().cx.toasts().len();
    assert!(toasts > 1, "{toasts}");
    press(&mut journey.window, "G");
    assert_in_sight(&journey, "the last card");
    press(&mut journey.window, "v");
    press(&mut journey.window, "G");
    let cells = journey.all(Role::RowHeader);
    let last = cells.last().expect("a row").1;
    let top = journey.place_of(Role::Button, "Undo").top() - 58.0 * (toasts - 1) as f32;
    assert!(last.bottom() < top, "{last:?} under {top}");
}

#[test]
fn a_presentation_keeps_the_focus_of_lanes_in_sight() {
    // A presentation has neither side bar nor filter bar.
    let seen = |journey: &Journey, when: &str| {
        let room = room(journey);
        let room = room.with_min_y(room.top() - tokens().size.filterbar);
        let card = card(journey);
        assert!(
            card.is_some_and(|card| room.contains_rect(card.shrink(1.0))),
            "{when}: {card:?} in {room:?}"
        );
    };
    for last in ["", "ll", "llll"] {
        let mut journey = Journey::begin_with(Lang::En, LONG, 240);
        journey.window.set_size(egui::vec2(1280.0, 800.0));
        burst(&mut journey.window, &[Burst::Text(last)]);
        press(&mut journey.window, "O");
        press(&mut journey.window, "G");
        let id = focused(journey.app());
        seen(&journey, "before");
        journey.key(Key::F11);
        for _ in 0..40 {
            journey.window.step();
        }
        assert!(journey.app().cx.presenting());
        seen(&journey, "in front of others");
        // The full-screen size arrives some time after the request.
        journey.window.set_size(egui::vec2(1440.0, 700.0));
        for _ in 0..40 {
            journey.window.step();
        }
        seen(&journey, "on a whole screen");
        journey.key(Key::Escape);
        for _ in 0..40 {
            journey.window.step();
        }
        assert_eq!(focused(journey.app()), id);
        seen(&journey, "afterwards");
    }
}

#[test]
fn a_toast_leaves_the_sums_of_the_table_free_in_a_low_window() {
    let mut journey = Journey::begin(Lang::En, LONG);
    journey.window.set_size(egui::vec2(900.0, 560.0));
    press(&mut journey.window, "L");
    press(&mut journey.window, "v");
    let undo = journey.place_of(Role::Button, "Undo");
    let foot = journey.place_of(Role::Label, "24 of 24");
    assert!(undo.bottom() < foot.top(), "{undo:?} over {foot:?}");
    press(&mut journey.window, "G");
    let rows = journey.all(Role::RowHeader);
    let last = rows.last().expect("a row").1;
    assert!(
        last.bottom() <= undo.top(),
        "the last row is free: {last:?} {undo:?}"
    );
}

#[test]
fn a_toast_leaves_the_bar_of_what_is_selected_free_on_board_and_table() {
    let mut journey = Journey::begin(Lang::En, LONG);
    journey.window.state_mut().act(Action::Run(ActionId::SelectDeal));
    for shows in ["board", "table"] {
        // There is nothing to undo, and a toast says so.
        journey.window.state_mut().act(Action::Run(ActionId::Undo));
        journey.window.run();
        let close = journey.place_of(Role::Button, "Close");
        let copy = journey.place_of(Role::Button, "Copy");
        assert!(close.bottom() <= copy.top(), "{shows}: {close:?} over {copy:?}");
        press(&mut journey.window, "v");
    }
}

#[test]
fn a_card_is_read_from_its_top_where_it_has_no_room_under_the_name_of_its_lane() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    press(&mut journey.window, "O");
    journey.key(Key::F11);
    // As large as a screen of 900 × 600 in a presentation, and lower.
    for (step, high) in [348.0, 300.0, 270.0, 250.0, 230.0].into_iter().enumerate() {
        journey.window.set_size(egui::vec2(523.0, high));
        journey.window.run();
        press(&mut journey.window, "j");
        for _ in 0..20 {
            journey.window.step();
        }
        let card = card(&journey).expect("the card");
        let owner = journey
            .app()
            .pipeline
            .focused_row(&journey.app().cx)
            .unwrap()
            .owner
            .to_owned();
        let name = journey.place_of(Role::DisclosureTriangle, &owner);
        assert!(
            card.top() >= name.bottom() - 1.0,
            "step {step}: {card:?} under {name:?}"
        );
    }
}

#[test]
fn a_toast_leaves_the_status_line_readable_in_a_low_window() {
    for size in [[900.0, 600.0], [1024.0, 560.0]] {
        let mut journey = Journey::begin(Lang::En, LONG);
        journey.window.set_size(egui::Vec2::from(size));
        press(&mut journey.window, "L");
        let toast = journey.place_of(Role::Button, "Undo");
        // The height of a toast is that of its token, with the button in its middle.
        let end = toast.center().y + tokens().size.toast / 2.0;
        let line = journey.window.ctx.content_rect().bottom() - tokens().size.statusbar;
        assert!(end <= line, "{end} over {line} at {size:?}");
    }
}

/// Returns the name and the position of each visible card.
fn board(journey: &Journey) -> Vec<(String, [i32; 2])> {
    let cards = journey.all(Role::ListItem).into_iter();
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
        let mut journey = Journey::begin_with(Lang::En, LONG, 240);
        if lanes {
            press(&mut journey.window, "O");
        }
        burst(&mut journey.window, &[Burst::Text("jjj")]);
        let id = focused(journey.app());
        journey.settle();
        let places = |journey: &Journey| -> Vec<_> {
            let columns = journey.all(Role::Heading).into_iter();
            columns
                .map(|(name, rect)| (name.split(" – ").next().unwrap_or_default().to_owned(), rect))
                .collect()
        };
        let before = (places(&journey), journey.place_of(Role::ListItem, ""));
        // Far away: another column, beyond the right edge.
        journey.moved_by_another(std::slice::from_ref(&id), "closing");
        journey.steps(40);
        assert_eq!(focused(journey.app()), id, "the focus is the deal's");
        assert_eq!(status(journey.app(), &id), "closing");
        let after = (places(&journey), journey.place_of(Role::ListItem, ""));
        assert_eq!(after, before, "lanes: {lanes}");
        // The user's next key brings it into view.
        journey.window.key_press(Key::ArrowDown);
        journey.window.run();
        journey.steps(20);
        assert!(card(&journey).is_some(), "lanes: {lanes}");
    }
}

#[test]
fn what_others_do_moves_no_board_behind_a_dialog() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    burst(&mut journey.window, &[Burst::Text("jjjjjj")]);
    let id = focused(journey.app());
    let sourcing = crate::meeting::deals(journey.app(), "sourcing");
    let above: Vec<String> = sourcing.into_iter().take_while(|deal| *deal != id).collect();
    assert!(above.len() > 3, "{above:?}");
    journey.settle();
    let first = first_of(&journey, "Screening – ");
    let seen = board(&journey).len();
    press(&mut journey.window, "n");
    journey.moved_by_another(std::slice::from_ref(&id), "due_diligence");
    journey.steps(40);
    assert_eq!(first_of(&journey, "Screening – "), first);
    journey.key(Key::Escape);
    journey.steps(40);
    assert_eq!(focused(journey.app()), id);
    assert!(board(&journey).len() >= seen - 1, "the same columns are in sight");
}

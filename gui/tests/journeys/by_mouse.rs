//! A manager's day with the pointer alone, pressing only visible elements.

use std::time::Duration;

use crate::support::hand::{focused, status};
use crate::support::real::{Journey, LONG};
use egui::accesskit::Role;
use egui::{Modifiers, PointerButton};
use encours_core::app::foundation::input::context::Screen;
use encours_core::text::Lang;

/// Clicks the middle of the element with a role and a name prefix.
#[track_caller]
fn press(journey: &mut Journey, role: Role, begins: &str) {
    let at = journey.place_of(role, begins).center();
    journey.press_at(at, PointerButton::Primary, Modifiers::NONE);
}

#[test]
fn a_card_is_dragged_and_the_toast_takes_it_back() {
    let mut journey = Journey::begin(Lang::En, LONG);
    let from = journey.place_of(Role::ListItem, "").center();
    let to = journey.place_of(Role::List, "Term sheet – ").center();
    journey.drag_over(from, to);
    journey.window.drop_at(to);
    let id = focused(journey.app());
    let moved = id.clone();
    journey.until("it is there", move |app| status(app, &moved) == "term_sheet");
    press(&mut journey, Role::Button, "Undo");
    journey.until("it is back", move |app| {
        status(app, &id) == "sourcing" && app.cx.snapshot().writes.is_empty()
    });
}

#[test]
fn of_two_moves_that_are_held_each_toast_takes_its_own_back() {
    let mut journey = Journey::begin(Lang::En, LONG);
    let first = focused(journey.app());
    crate::support::press(&mut journey.window, "L");
    crate::support::press(&mut journey.window, "j");
    let second = focused(journey.app());
    assert_ne!(first, second);
    crate::support::press(&mut journey.window, "L");
    journey.until("both moves wait", |app| app.cx.snapshot().writes.len() == 2);
    let undo = |journey: &Journey| -> Vec<egui::Rect> {
        let all = journey.all(Role::Button).into_iter();
        let mut found: Vec<_> = all.filter(|(name, _)| name == "Undo").map(|(_, at)| at).collect();
        found.sort_by(|one, other| one.top().total_cmp(&other.top()));
        found
    };
    let [older, newer] = undo(&journey)[..] else {
        panic!("{:?}", undo(&journey))
    };
    assert!(older.width() < newer.width(), "only the newest has the key");
    journey.press_at(older.center(), PointerButton::Primary, Modifiers::NONE);
    let (id, other) = (first.clone(), second.clone());
    journey.until("the first is back, the second goes on", move |app| {
        status(app, &id) == "sourcing"
            && status(app, &other) != "sourcing"
            && app.cx.snapshot().writes.len() == 1
    });
    let [left] = undo(&journey)[..] else {
        panic!("{:?}", undo(&journey))
    };
    journey.press_at(left.center(), PointerButton::Primary, Modifiers::NONE);
    journey.until("both are back", move |app| {
        status(app, &second) == "sourcing" && app.cx.snapshot().writes.is_empty()
    });
}

#[test]
fn a_duplicate_is_deleted_from_its_menu_and_taken_back() {
    let mut journey = Journey::begin(Lang::En, LONG);
    let card = journey.place_of(Role::ListItem, "").center();
    journey.press_at(card, PointerButton::Secondary, Modifiers::NONE);
    press(&mut journey, Role::MenuItem, "Delete");
    press(&mut journey, Role::Button, "Delete");
    journey.until("the deletion is held", |app| app.cx.snapshot().writes.len() == 1);
    press(&mut journey, Role::Button, "Undo");
    journey.until("nothing waits", |app| app.cx.snapshot().writes.is_empty());
}

#[test]
fn what_no_toast_offers_any_more_is_taken_back_from_a_menu() {
    let mut journey = Journey::begin(Lang::En, Duration::ZERO);
    let (first, whole) = (
        focused(journey.app()),
        journey
            .app()
            .pipeline
            .focused_row(&journey.app().cx)
            .unwrap()
            .name
            .to_owned(),
    );
    let card = journey.place_of(Role::ListItem, "").center();
    journey.press_at(card, PointerButton::Secondary, Modifiers::NONE);
    assert!(!journey.tells(Role::MenuItem, "Undo"), "there is nothing to undo");
    press(&mut journey, Role::MenuItem, "Move to next status");
    journey.until("it has left", |app| {
        app.cx.snapshot().writes.is_empty() && !app.cx.snapshot().observed.journal.is_empty()
    });
    assert_eq!(status(journey.app(), &first), "screening");
    let card = journey.place_of(Role::ListItem, "").center();
    journey.press_at(card, PointerButton::Secondary, Modifiers::NONE);
    let begins: String = whole.chars().take(6).collect();
    press(&mut journey, Role::MenuItem, &format!("Undo “{begins}"));
    journey.until("it is back", |app| status(app, &first) == "sourcing");
}

#[test]
fn the_slow_deals_are_one_press_away_and_each_says_why() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    press(&mut journey, Role::Button, "Slow deals – ");
    let shown = journey.app().pipeline.lens().shown;
    assert!(shown > 0 && shown < 240, "{shown}");
    press(&mut journey, Role::ListItem, "");
    assert_eq!(journey.app().cx.screen(), Screen::Deal);
    assert!(journey.tells(Role::Label, "in this status"));
    press(&mut journey, Role::Button, "Close");
    press(&mut journey, Role::Button, "Slow deals – ");
    assert_eq!(journey.app().pipeline.lens().shown, 240);
}

#[test]
fn the_portfolio_its_concentration_and_its_entity_are_read_without_a_key() {
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey, Role::Tab, "Portfolio");
    journey.until("it is read", |app| {
        app.cx.screen() == Screen::Portfolio && app.cx.snapshot().portfolio.value.is_some()
    });
    for title in ["By status – Σ", "By asset class – Σ", "By investment type – Σ"] {
        let tables = journey.all(Role::Table);
        assert!(journey.tells(Role::Table, title), "{tables:?}");
    }
    for told in ["HHI", "Risk limit"] {
        let labels = journey.all(Role::Label);
        assert!(journey.tells(Role::Label, told), "{told}: {labels:?}");
    }
}

#[test]
fn the_accents_are_tried_one_after_the_other_while_their_menu_stays() {
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey, Role::Button, "User, theme, language and size");
    let before = journey.app().cx.options().accent;
    let mut seen = vec![before];
    for accent in ["Teal", "Rose"] {
        let at = journey.place_of(Role::MenuItemRadio, accent);
        assert!(at.width() >= 24.0 && at.height() >= 24.0, "{accent}: {at:?}");
        press(&mut journey, Role::MenuItemRadio, accent);
        let now = journey.app().cx.options().accent;
        assert!(!seen.contains(&now), "{accent} is another one");
        seen.push(now);
    }
    assert!(
        journey.tells(Role::MenuItemRadio, "Rose"),
        "the menu is still there"
    );
}

#[test]
fn the_tip_of_a_column_says_whether_its_key_folds_or_unfolds_it() {
    let mut journey = Journey::begin(Lang::En, LONG);
    let told = |journey: &mut Journey, role: Role| {
        // Near the start of the header, because its metric has a tooltip of its own.
        let at = journey.place_of(role, "Sourcing – ").left_top() + egui::vec2(34.0, 8.0);
        journey.window.hover_at(at);
        journey.steps(8);
        ["Fold the column", "Unfold the column"].map(|does| journey.tells(Role::Label, does))
    };
    assert_eq!(told(&mut journey, Role::Heading), [true, false]);
    journey.window.hover_at(egui::Pos2::ZERO);
    crate::support::press(&mut journey.window, "z");
    assert_eq!(told(&mut journey, Role::Button), [false, true]);
}

#[test]
fn a_card_takes_three_figures_and_says_why_it_takes_no_fourth() {
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey, Role::Button, "Fields ");
    assert!(journey.tells(Role::Label, "Up to 3 figures"));
    for figure in ["LTC", "DSCR"] {
        press(&mut journey, Role::MenuItemCheckBox, figure);
    }
    let three = journey.app().pipeline.card_numbers();
    assert_eq!(three.len(), 3);
    assert!(journey.tells(Role::Label, "Remove one first"));
    press(&mut journey, Role::MenuItemCheckBox, "ICR – remove one first");
    assert_eq!(
        journey.app().pipeline.card_numbers(),
        three,
        "none gives way unasked"
    );
    press(&mut journey, Role::MenuItemCheckBox, "LTC");
    press(&mut journey, Role::MenuItemCheckBox, "ICR");
    assert_eq!(journey.app().pipeline.card_numbers().len(), 3);
}

#[test]
fn the_menu_of_a_column_selects_that_column() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    let head = journey.place_of(Role::Heading, "Due diligence – ");
    let at = head.center_top() + egui::vec2(0.0, 12.0);
    journey.press_at(at, PointerButton::Secondary, Modifiers::NONE);
    press(&mut journey, Role::MenuItem, "Select column");
    let rows = journey.app().selected_rows();
    let mut columns = journey.app().pipeline.lens().columns.iter();
    let column = columns.find(|column| column.status == "due_diligence").unwrap();
    assert_eq!(rows.len(), column.rows.len());
    assert!(rows.iter().all(|row| row.status == "due_diligence"));
}

#[test]
fn a_box_that_is_ticked_scrolls_nothing_and_gives_its_card_the_focus() {
    for lanes in [false, true] {
        let mut journey = Journey::begin_with(Lang::En, LONG, 240);
        journey.window.set_size(egui::vec2(1024.0, 700.0));
        if lanes {
            crate::support::press(&mut journey.window, "O");
        }
        // Scrolled away from the focused card, horizontally and vertically.
        let over = journey.place_of(Role::ListItem, "").center();
        journey.window.event(egui::Event::PointerMoved(over));
        journey.window.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(-400.0, 0.0),
            modifiers: Modifiers::NONE,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
        });
        journey.steps(30);
        journey.wheel(egui::pos2(600.0, 500.0), -300.0);
        journey.steps(30);
        let window = journey.window.ctx.content_rect();
        for round in 0..3 {
            let before = journey.all(Role::ListItem);
            let seen = |(_, card): &&(String, egui::Rect)| window.shrink(200.0).contains(card.center());
            let (name, card) = before.iter().filter(seen).nth(round).unwrap().clone();
            journey.press_at(card.center(), PointerButton::Primary, crate::support::CTRL);
            journey.steps(20);
            let after = journey.all(Role::ListItem);
            let moved: Vec<_> = before
                .iter()
                .map(|(_, at)| at)
                .zip(after.iter().map(|(_, at)| at))
                .filter(|(was, is)| was != is)
                .collect();
            assert!(moved.is_empty(), "lanes {lanes}, round {round}: {moved:?}");
            let row = journey
                .app()
                .pipeline
                .focused_row(&journey.app().cx)
                .unwrap()
                .name
                .to_owned();
            assert!(name.starts_with(&row), "{name}: {row}");
        }
        assert_eq!(journey.app().selected_rows().len(), 3);
    }
}

#[test]
fn a_card_that_the_wheel_took_out_of_sight_is_not_brought_back_by_a_toast() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    let over = journey.place_of(Role::ListItem, "").center();
    journey.wheel(over, -900.0);
    journey.steps(30);
    let before = journey.all(Role::ListItem);
    journey
        .window
        .state_mut()
        .act(encours_core::app::shell::action::Action::DropRefused(
            encours_core::app::foundation::input::disabled_reason::Reason::DroppedOutside,
        ));
    journey.window.run();
    journey.steps(20);
    assert!(!journey.app().cx.toasts().is_empty());
    assert_eq!(journey.all(Role::ListItem), before);
}

#[test]
fn a_column_and_the_table_end_with_their_last_deal() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    for table in [false, true] {
        if table {
            crate::support::press(&mut journey.window, "v");
        }
        let role = if table { Role::Row } else { Role::ListItem };
        let over = egui::pos2(400.0, 500.0);
        for _ in 0..30 {
            journey.wheel(over, -4000.0);
            journey.steps(3);
        }
        journey.steps(30);
        let shown = journey.all(role);
        let under = shown.iter().filter(|(_, at)| at.x_range().contains(over.x));
        let last = under.map(|(_, at)| at.bottom()).fold(0.0, f32::max);
        let window = journey.window.ctx.content_rect();
        assert!(
            last > window.bottom() - 120.0,
            "table {table}: {last} of {window}"
        );
    }
}

//! A manager's day with the pointer alone, pressing only visible elements.

use std::time::Duration;

use crate::support::hand::{displayed_status, focused_deal};
use crate::support::real::{GuiTest, LONG_UNDO_DELAY};
use egui::accesskit::Role;
use egui::{Modifiers, PointerButton};
use encours_core::app::foundation::input::context::Screen;
use encours_core::text::Lang;

/// Clicks the middle of the element with a role and a name prefix.
#[track_caller]
fn click_middle(journey: &mut GuiTest, role: Role, begins: &str) {
    let at = journey.rect_of(role, begins).center();
    journey.press_at(at, PointerButton::Primary, Modifiers::NONE);
}

#[test]
fn a_card_is_dragged_and_the_toast_takes_it_back() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let from = journey.rect_of(Role::ListItem, "").center();
    let to = journey.rect_of(Role::List, "Term sheet – ").center();
    journey.drag_over(from, to);
    journey.window.drop_at(to);
    let id = focused_deal(journey.app());
    let moved = id.clone();
    journey.until("it is there", move |app| {
        displayed_status(app, &moved) == "term_sheet"
    });
    click_middle(&mut journey, Role::Button, "Undo");
    journey.until("it is back", move |app| {
        displayed_status(app, &id) == "sourcing" && app.cx.snapshot().writes.is_empty()
    });
}

#[test]
fn of_two_moves_that_are_held_each_toast_takes_its_own_back() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let first = focused_deal(journey.app());
    crate::support::type_char(&mut journey.window, "L");
    crate::support::type_char(&mut journey.window, "j");
    let second = focused_deal(journey.app());
    assert_ne!(first, second);
    crate::support::type_char(&mut journey.window, "L");
    journey.until("both moves wait", |app| app.cx.snapshot().writes.len() == 2);
    let undo = |journey: &GuiTest| -> Vec<egui::Rect> {
        let all = journey.elements_of(Role::Button).into_iter();
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
        displayed_status(app, &id) == "sourcing"
            && displayed_status(app, &other) != "sourcing"
            && app.cx.snapshot().writes.len() == 1
    });
    let [left] = undo(&journey)[..] else {
        panic!("{:?}", undo(&journey))
    };
    journey.press_at(left.center(), PointerButton::Primary, Modifiers::NONE);
    journey.until("both are back", move |app| {
        displayed_status(app, &second) == "sourcing" && app.cx.snapshot().writes.is_empty()
    });
}

#[test]
fn a_duplicate_is_deleted_from_its_menu_and_taken_back() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let card = journey.rect_of(Role::ListItem, "").center();
    journey.press_at(card, PointerButton::Secondary, Modifiers::NONE);
    click_middle(&mut journey, Role::MenuItem, "Delete");
    click_middle(&mut journey, Role::Button, "Delete");
    journey.until("the deletion is held", |app| app.cx.snapshot().writes.len() == 1);
    click_middle(&mut journey, Role::Button, "Undo");
    journey.until("nothing waits", |app| app.cx.snapshot().writes.is_empty());
}

#[test]
fn what_no_toast_offers_any_more_is_taken_back_from_a_menu() {
    let mut journey = GuiTest::start(Lang::En, Duration::ZERO);
    let (first, whole) = (
        focused_deal(journey.app()),
        journey
            .app()
            .pipeline
            .focused_row(&journey.app().cx)
            .unwrap()
            .name
            .to_owned(),
    );
    let card = journey.rect_of(Role::ListItem, "").center();
    journey.press_at(card, PointerButton::Secondary, Modifiers::NONE);
    assert!(
        !journey.has_text(Role::MenuItem, "Undo"),
        "there is nothing to undo"
    );
    click_middle(&mut journey, Role::MenuItem, "Move to next status");
    journey.until("it has left", |app| {
        app.cx.snapshot().writes.is_empty() && !app.cx.snapshot().history.journal.is_empty()
    });
    assert_eq!(displayed_status(journey.app(), &first), "screening");
    let card = journey.rect_of(Role::ListItem, "").center();
    journey.press_at(card, PointerButton::Secondary, Modifiers::NONE);
    let begins: String = whole.chars().take(6).collect();
    click_middle(&mut journey, Role::MenuItem, &format!("Undo “{begins}"));
    journey.until("it is back", |app| displayed_status(app, &first) == "sourcing");
}

#[test]
fn the_slow_deals_are_one_press_away_and_each_says_why() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    click_middle(&mut journey, Role::Button, "Slow deals – ");
    let shown = journey.app().pipeline.filtered().shown;
    assert!(shown > 0 && shown < 240, "{shown}");
    click_middle(&mut journey, Role::ListItem, "");
    assert_eq!(journey.app().cx.screen(), Screen::Deal);
    assert!(journey.has_text(Role::Label, "in this status"));
    click_middle(&mut journey, Role::Button, "Close");
    click_middle(&mut journey, Role::Button, "Slow deals – ");
    assert_eq!(journey.app().pipeline.filtered().shown, 240);
}

#[test]
fn the_portfolio_its_concentration_and_its_entity_are_read_without_a_key() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    click_middle(&mut journey, Role::Tab, "Portfolio");
    journey.until("it is read", |app| {
        app.cx.screen() == Screen::Portfolio && app.cx.snapshot().portfolio.value.is_some()
    });
    for title in ["By status – Σ", "By asset class – Σ", "By investment type – Σ"] {
        let tables = journey.elements_of(Role::Table);
        assert!(journey.has_text(Role::Table, title), "{tables:?}");
    }
    for told in ["HHI", "Risk limit"] {
        let labels = journey.elements_of(Role::Label);
        assert!(journey.has_text(Role::Label, told), "{told}: {labels:?}");
    }
}

#[test]
fn the_accents_are_tried_one_after_the_other_while_their_menu_stays() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    click_middle(&mut journey, Role::Button, "User, theme, language and size");
    let before = journey.app().cx.options().accent;
    let mut seen = vec![before];
    for accent in ["Teal", "Rose"] {
        let at = journey.rect_of(Role::MenuItemRadio, accent);
        assert!(at.width() >= 24.0 && at.height() >= 24.0, "{accent}: {at:?}");
        click_middle(&mut journey, Role::MenuItemRadio, accent);
        let now = journey.app().cx.options().accent;
        assert!(!seen.contains(&now), "{accent} is another one");
        seen.push(now);
    }
    assert!(
        journey.has_text(Role::MenuItemRadio, "Rose"),
        "the menu is still there"
    );
}

#[test]
fn the_tip_of_a_column_says_whether_its_key_folds_or_unfolds_it() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let told = |journey: &mut GuiTest, role: Role| {
        // Near the start of the header, because its metric has a tooltip of its own.
        let at = journey.rect_of(role, "Sourcing – ").left_top() + egui::vec2(34.0, 8.0);
        journey.window.hover_at(at);
        journey.draw_frames(8);
        ["Fold the column", "Unfold the column"].map(|does| journey.has_text(Role::Label, does))
    };
    assert_eq!(told(&mut journey, Role::Heading), [true, false]);
    journey.window.hover_at(egui::Pos2::ZERO);
    crate::support::type_char(&mut journey.window, "z");
    assert_eq!(told(&mut journey, Role::Button), [false, true]);
}

#[test]
fn a_card_takes_three_figures_and_says_why_it_takes_no_fourth() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    click_middle(&mut journey, Role::Button, "Fields ");
    assert!(journey.has_text(Role::Label, "Up to 3 figures"));
    for figure in ["LTC", "DSCR"] {
        click_middle(&mut journey, Role::MenuItemCheckBox, figure);
    }
    let three = journey.app().pipeline.card_numbers();
    assert_eq!(three.len(), 3);
    assert!(journey.has_text(Role::Label, "Remove one first"));
    click_middle(&mut journey, Role::MenuItemCheckBox, "ICR – remove one first");
    assert_eq!(
        journey.app().pipeline.card_numbers(),
        three,
        "none gives way unasked"
    );
    click_middle(&mut journey, Role::MenuItemCheckBox, "LTC");
    click_middle(&mut journey, Role::MenuItemCheckBox, "ICR");
    assert_eq!(journey.app().pipeline.card_numbers().len(), 3);
}

#[test]
fn the_menu_of_a_column_selects_that_column() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let head = journey.rect_of(Role::Heading, "Due diligence – ");
    let at = head.center_top() + egui::vec2(0.0, 12.0);
    journey.press_at(at, PointerButton::Secondary, Modifiers::NONE);
    click_middle(&mut journey, Role::MenuItem, "Select column");
    let rows = journey.app().selected_rows();
    let mut columns = journey.app().pipeline.filtered().columns.iter();
    let column = columns.find(|column| column.status == "due_diligence").unwrap();
    assert_eq!(rows.len(), column.rows.len());
    assert!(rows.iter().all(|row| row.status == "due_diligence"));
}

#[test]
fn a_box_that_is_ticked_scrolls_nothing_and_gives_its_card_the_focus() {
    for lanes in [false, true] {
        let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
        journey.window.set_size(egui::vec2(1024.0, 700.0));
        if lanes {
            crate::support::type_char(&mut journey.window, "O");
        }
        // Scrolled away from the focused card, horizontally and vertically.
        let over = journey.rect_of(Role::ListItem, "").center();
        journey.window.event(egui::Event::PointerMoved(over));
        journey.window.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(-400.0, 0.0),
            modifiers: Modifiers::NONE,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
        });
        journey.draw_frames(30);
        journey.scroll_wheel(egui::pos2(600.0, 500.0), -300.0);
        journey.draw_frames(30);
        let window = journey.window.ctx.content_rect();
        for round in 0..3 {
            let before = journey.elements_of(Role::ListItem);
            let seen = |(_, card): &&(String, egui::Rect)| window.shrink(200.0).contains(card.center());
            let (name, card) = before.iter().filter(seen).nth(round).unwrap().clone();
            journey.press_at(card.center(), PointerButton::Primary, crate::support::CTRL);
            journey.draw_frames(20);
            let after = journey.elements_of(Role::ListItem);
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
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let over = journey.rect_of(Role::ListItem, "").center();
    journey.scroll_wheel(over, -900.0);
    journey.draw_frames(30);
    let before = journey.elements_of(Role::ListItem);
    journey
        .window
        .state_mut()
        .run_action(encours_core::app::shell::action::Action::DropRejected(
            encours_core::app::foundation::input::disabled_reason::DisabledReason::DroppedOutside,
        ));
    journey.window.run();
    journey.draw_frames(20);
    assert!(!journey.app().cx.toasts().is_empty());
    assert_eq!(journey.elements_of(Role::ListItem), before);
}

#[test]
fn a_column_and_the_table_end_with_their_last_deal() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    for table in [false, true] {
        if table {
            crate::support::type_char(&mut journey.window, "v");
        }
        let role = if table { Role::Row } else { Role::ListItem };
        let over = egui::pos2(400.0, 500.0);
        for _ in 0..30 {
            journey.scroll_wheel(over, -4000.0);
            journey.draw_frames(3);
        }
        journey.draw_frames(30);
        let shown = journey.elements_of(role);
        let under = shown.iter().filter(|(_, at)| at.x_range().contains(over.x));
        let last = under.map(|(_, at)| at.bottom()).fold(0.0, f32::max);
        let window = journey.window.ctx.content_rect();
        assert!(
            last > window.bottom() - 120.0,
            "table {table}: {last} of {window}"
        );
    }
}

//! The board with swimlanes: visibility of their names and of the focus.

use crate::support::hand::focused;
use crate::support::press;
use crate::support::real::{Journey, LONG};
use egui::accesskit::{Role, Toggled};
use egui::{Key, Rect};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::deals::board::view::head::lane_name;
use encours_core::text::Lang;
use encours_core::vocabulary::{self, Family};

/// Returns the area of a text that is painted in a row.
fn painted_on(journey: &Journey, text: &str, row: Rect) -> Option<Rect> {
    let mut shapes = journey.window.output().shapes.iter();
    shapes.find_map(|clipped| match &clipped.shape {
        egui::Shape::Text(shape) if shape.galley.text() == text => {
            let place = shape.galley.rect.translate(shape.pos.to_vec2());
            row.contains_rect(place).then_some(place)
        }
        _ => None,
    })
}

/// Returns the painted name and the row of the first visible swimlane.
fn first_name(journey: &Journey) -> (Rect, Rect) {
    let lanes = journey.all(Role::DisclosureTriangle);
    let (said, row) = lanes.first().expect("a visible swimlane");
    let name = said.split(" – ").next().unwrap();
    let painted = painted_on(journey, name, *row);
    (
        painted.unwrap_or_else(|| panic!("{name} is painted whole in {row:?}")),
        *row,
    )
}

#[test]
fn the_names_of_lanes_stand_clear_of_the_columns_that_are_folded() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    press(&mut journey.window, "O");
    let (mut before, _) = first_name(&journey);
    for folded in 1..=2 {
        press(&mut journey.window, "z");
        let strips: Vec<Rect> = journey
            .all(Role::Button)
            .into_iter()
            .filter_map(|(label, place)| label.ends_with("folded").then_some(place))
            .filter(|place| place.left() < 600.0)
            .collect();
        assert_eq!(strips.len(), folded, "{:?}", journey.all(Role::Button));
        let (name, row) = first_name(&journey);
        assert!(
            strips.iter().all(|strip| name.left() > strip.right()) && name.left() > before.left(),
            "{name:?} in {row:?} beside {strips:?}"
        );
        before = name;
        press(&mut journey.window, "l");
    }
}

#[test]
fn the_menu_says_how_high_the_cards_are_and_changes_it() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    let height = |journey: &Journey| journey.place_of(Role::ListItem, "").height();
    let before = height(&journey);
    for (chosen, other) in [
        ("Comfortable cards", "Compact cards"),
        ("Compact cards", "Comfortable cards"),
    ] {
        journey.click(Role::Button, "Display");
        let so = |name: &str| {
            let row = journey.window.get_by_role_and_label(Role::MenuItemRadio, name);
            row.accesskit_node().toggled() == Some(Toggled::True)
        };
        assert!(so(chosen) && !so(other), "{chosen}");
        journey.click(Role::MenuItemRadio, other);
    }
    assert!((height(&journey) - before).abs() < 0.5, "and back");
    journey.click(Role::Button, "Display");
    journey.click(Role::MenuItemRadio, "Compact cards");
    assert!(height(&journey) < before);
}

#[test]
fn lanes_that_are_opened_begin_with_a_name_and_show_the_focus() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    let mut deep = 0;
    // The focus is in the first swimlanes, then in one below the visible area.
    for down in 0..4 {
        for _ in 0..down {
            press(&mut journey.window, "j");
        }
        let id = focused(journey.app());
        press(&mut journey.window, "O");
        journey.window.run();
        let card = journey
            .window
            .get_by(|node| node.role() == Role::ListItem && node.is_selected() == Some(true))
            .rect();
        let names = journey.all(Role::DisclosureTriangle);
        let heads = journey.place_of(Role::Group, "Column headers");
        let first = names[0].1;
        assert!(
            (first.top() - heads.bottom()).abs() < 1.0,
            "{names:?} under {heads:?}"
        );
        let board = journey.app().pipeline.board();
        let lane = board
            .lanes()
            .iter()
            .position(|lane| lane.places[board.cursor.column].contains(&board.cursor.index))
            .unwrap();
        let name = lane_name(journey.app(), &board.lanes()[lane].code);
        // Either nothing is scrolled, or the focused swimlane is the first visible one, with its first cards.
        let all = lane_name(journey.app(), &board.lanes()[0].code);
        let top = if names[0].0.starts_with(&all) { &all } else { &name };
        deep += usize::from(*top == name && lane > 0);
        assert!(
            names[0].0.starts_with(top.as_str()),
            "{names:?}, the focus is in {name}"
        );
        assert!(
            card.top() > first.bottom() - 1.0 && card.bottom() < 872.0,
            "{card:?}"
        );
        let cards = journey.all(Role::ListItem);
        let highest = cards
            .iter()
            .map(|(_, card)| card.top())
            .fold(f32::INFINITY, f32::min);
        assert!(
            highest > first.bottom() - 1.0,
            "the first card of the lane stands under its name: {highest}, {first:?}"
        );
        assert_eq!(focused(journey.app()), id);
        for _ in 0..2 {
            press(&mut journey.window, "O");
        }
    }
    assert!(deep > 0, "some lane was opened further down");
}

#[test]
fn a_lane_folded_by_keyboard_stays_so_until_the_focus_goes_on() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    // Tall enough for more than one swimlane, and low enough that content remains below after one is folded.
    journey.window.set_size(egui::vec2(1280.0, 2000.0));
    press(&mut journey.window, "O");
    journey.window.run();
    let second = |journey: &Journey| journey.all(Role::DisclosureTriangle)[1].1.top();
    let unfolded = second(&journey);
    let is_focused = |journey: &Journey| {
        let mut names = journey
            .window
            .query_all(egui_kittest::kittest::By::new().role(Role::DisclosureTriangle));
        names.any(|name| name.is_focused())
    };
    for _ in 0..12 {
        if is_focused(&journey) {
            break;
        }
        journey.key(egui::Key::Tab);
    }
    assert!(is_focused(&journey), "Tab leads to the name of a lane");
    journey.key(egui::Key::Enter);
    journey.window.run();
    let folded = second(&journey);
    assert!(folded < unfolded, "what is below comes up");
    for key in [egui::Key::Escape, egui::Key::Tab] {
        journey.key(key);
        journey.window.run();
        assert!((second(&journey) - folded).abs() < 1.0, "{key:?}");
    }
    // The focus moves inside the swimlane, so it must be visible.
    press(&mut journey.window, "j");
    journey.window.run();
    assert!((second(&journey) - unfolded).abs() < 1.0);
}

#[test]
fn the_focus_stays_on_a_column_that_is_folded_and_unfolded_by_keyboard() {
    let mut journey = Journey::begin(Lang::En, LONG);
    for lanes in [false, true] {
        if lanes {
            press(&mut journey.window, "O");
        }
        journey.tab_to(Role::Button, "Fold the column – Screening");
        journey.key(Key::Enter);
        assert!(journey.app().pipeline.board().folded.contains("screening"));
        let told = journey.told_of_focus();
        assert!(told.starts_with("Button Screening – "), "lanes {lanes}: {told}");
        journey.key(Key::Enter);
        assert!(!journey.app().pipeline.board().folded.contains("screening"));
        let told = journey.told_of_focus();
        assert_eq!(told, "Button Fold the column – Screening", "lanes {lanes}");
        // Tab continues with the next element.
        journey.key(Key::Tab);
        assert_eq!(
            journey.told_of_focus(),
            "Button Fold the column – Due diligence",
            "lanes {lanes}"
        );
        press(&mut journey.window, "j");
    }
}

#[test]
fn cards_leave_out_what_their_lane_says() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    let row = journey.app().pipeline.focused_row(&journey.app().cx).unwrap();
    let (class, owner) = (row.class.to_owned(), row.owner.to_owned());
    let class = vocabulary::label(Lang::En, Family::AssetClass, &class).into_owned();
    let times = |journey: &Journey, what: &str| {
        let texts = crate::support::painted(&journey.window);
        texts.iter().filter(|(text, _)| text == what).count()
    };
    let before = (times(&journey, &class), times(&journey, &owner));
    assert!(before.0 > 0 && before.1 > 1, "{class}, {owner}: {before:?}");
    press(&mut journey.window, "O");
    assert_eq!(times(&journey, &owner), 1, "the lane alone names its owner");
    press(&mut journey.window, "O");
    assert_eq!(times(&journey, &class), 1, "the lane alone names its class");
    assert!(
        times(&journey, &owner) > 0,
        "whose they are is said by the cards again"
    );
}

#[test]
fn lanes_that_are_opened_show_the_whole_card_with_the_focus() {
    let mut journey = Journey::begin_with(Lang::En, LONG, 240);
    journey.window.set_size(egui::vec2(1024.0, 760.0));
    journey.window.run();
    // Beyond the right edge: the columns are scrolled, and the swimlanes start at the same position.
    for _ in 0..6 {
        press(&mut journey.window, "l");
    }
    let id = focused(journey.app());
    for _ in 0..3 {
        press(&mut journey.window, "O");
        journey.window.run();
        let card = journey
            .window
            .get_by(|node| node.role() == Role::ListItem && node.is_selected() == Some(true))
            .rect();
        assert!(card.left() > 0.0 && card.right() < 1024.0, "{card:?}");
        assert_eq!(focused(journey.app()), id);
    }
}

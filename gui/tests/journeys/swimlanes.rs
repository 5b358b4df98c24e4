//! The board with swimlanes: visibility of their names and of the focus.

use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::simulated_input::focused_deal;
use crate::support::type_char;
use egui::accesskit::{Role, Toggled};
use egui::{Key, Rect};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::deals::board::view::header::swimlane_name;
use encours_core::text::Lang;
use encours_core::vocabulary::{self, CodeKind};

/// Returns the area of a text that is painted in a row.
fn painted_in_row(test: &GuiTest, text: &str, row: Rect) -> Option<Rect> {
    let mut shapes = test.window.output().shapes.iter();
    shapes.find_map(|clipped| match &clipped.shape {
        egui::Shape::Text(shape) if shape.galley.text() == text => {
            let rect = shape.galley.rect.translate(shape.pos.to_vec2());
            row.contains_rect(rect).then_some(rect)
        }
        _ => None,
    })
}

/// Returns the painted name and the row of the first visible swimlane.
fn first_swimlane_name(test: &GuiTest) -> (Rect, Rect) {
    let swimlanes = test.elements_of(Role::DisclosureTriangle);
    let (swimlane_name, row) = swimlanes.first().expect("a visible swimlane");
    let name = swimlane_name.split(" – ").next().unwrap();
    let painted = painted_in_row(test, name, *row);
    (painted.unwrap_or_else(|| panic!("{name} is painted whole in {row:?}")), *row)
}

#[test]
fn swimlane_names_do_not_overlap_collapsed_columns() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    type_char(&mut test.window, "O");
    let (mut before, _) = first_swimlane_name(&test);
    for is_collapsed in 1..=2 {
        type_char(&mut test.window, "z");
        let strips: Vec<Rect> = test
            .elements_of(Role::Button)
            .into_iter()
            .filter_map(|(label, rect)| label.ends_with("collapsed").then_some(rect))
            .filter(|rect| rect.left() < 600.0)
            .collect();
        assert_eq!(strips.len(), is_collapsed, "{:?}", test.elements_of(Role::Button));
        let (name, row) = first_swimlane_name(&test);
        assert!(
            strips.iter().all(|strip| name.left() > strip.right()) && name.left() > before.left(),
            "{name:?} in {row:?} beside {strips:?}"
        );
        before = name;
        type_char(&mut test.window, "l");
    }
}

#[test]
fn display_menu_shows_and_changes_the_card_height() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let height = |test: &GuiTest| test.rect_of(Role::ListItem, "").height();
    let before = height(&test);
    for (chosen, other) in [("Comfortable cards", "Compact cards"), ("Compact cards", "Comfortable cards")] {
        test.click(Role::Button, "Display");
        let so = |name: &str| {
            let row = test.window.get_by_role_and_label(Role::MenuItemRadio, name);
            row.accesskit_node().toggled() == Some(Toggled::True)
        };
        assert!(so(chosen) && !so(other), "{chosen}");
        test.click(Role::MenuItemRadio, other);
    }
    assert!((height(&test) - before).abs() < 0.5, "and back");
    test.click(Role::Button, "Display");
    test.click(Role::MenuItemRadio, "Compact cards");
    assert!(height(&test) < before);
}

#[test]
fn opened_swimlanes_start_with_a_name_and_show_focus() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let mut deep = 0;
    // The focus is in the first swimlanes, then in one below the visible area.
    for down in 0..4 {
        for _ in 0..down {
            type_char(&mut test.window, "j");
        }
        let id = focused_deal(test.app());
        type_char(&mut test.window, "O");
        test.window.run();
        let card = test
            .window
            .get_by(|node| node.role() == Role::ListItem && node.is_selected() == Some(true))
            .rect();
        let names = test.elements_of(Role::DisclosureTriangle);
        let headers = test.rect_of(Role::Group, "Column headers");
        let first = names[0].1;
        assert!((first.top() - headers.bottom()).abs() < 1.0, "{names:?} under {headers:?}");
        let board = test.app().pipeline.board();
        let swimlane = board
            .swimlanes()
            .iter()
            .position(|swimlane| swimlane.ranges[board.cursor.column].contains(&board.cursor.index))
            .unwrap();
        let name = swimlane_name(test.app(), &board.swimlanes()[swimlane].code);
        // Either nothing is scrolled, or the focused swimlane is the first visible one, with its first cards.
        let all = swimlane_name(test.app(), &board.swimlanes()[0].code);
        let top = if names[0].0.starts_with(&all) { &all } else { &name };
        deep += usize::from(*top == name && swimlane > 0);
        assert!(names[0].0.starts_with(top.as_str()), "{names:?}, the focus is in {name}");
        assert!(card.top() > first.bottom() - 1.0 && card.bottom() < 872.0, "{card:?}");
        let cards = test.elements_of(Role::ListItem);
        let highest = cards.iter().map(|(_, card)| card.top()).fold(f32::INFINITY, f32::min);
        assert!(
            highest > first.bottom() - 1.0,
            "the first card of the lane stands under its name: {highest}, {first:?}"
        );
        assert_eq!(focused_deal(test.app()), id);
        for _ in 0..2 {
            type_char(&mut test.window, "O");
        }
    }
    assert!(deep > 0, "some lane was opened further down");
}

#[test]
fn swimlane_stays_collapsed_until_the_focus_moves_into_it() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    // Tall enough for more than one swimlane, and low enough that content remains below after one is collapsed.
    test.window.set_size(egui::vec2(1280.0, 2000.0));
    type_char(&mut test.window, "O");
    test.window.run();
    let second = |test: &GuiTest| test.elements_of(Role::DisclosureTriangle)[1].1.top();
    let expanded = second(&test);
    let is_focused = |test: &GuiTest| {
        let mut names =
            test.window.query_all(egui_kittest::kittest::By::new().role(Role::DisclosureTriangle));
        names.any(|name| name.is_focused())
    };
    for _ in 0..12 {
        if is_focused(&test) {
            break;
        }
        test.press_key(egui::Key::Tab);
    }
    assert!(is_focused(&test), "Tab leads to the name of a lane");
    test.press_key(egui::Key::Enter);
    test.window.run();
    let is_collapsed = second(&test);
    assert!(is_collapsed < expanded, "what is below comes up");
    for key in [egui::Key::Escape, egui::Key::Tab] {
        test.press_key(key);
        test.window.run();
        assert!((second(&test) - is_collapsed).abs() < 1.0, "{key:?}");
    }
    // The focus moves inside the swimlane, so it must be visible.
    type_char(&mut test.window, "j");
    test.window.run();
    assert!((second(&test) - expanded).abs() < 1.0);
}

#[test]
fn focus_stays_on_a_column_toggled_by_keyboard() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    for with_swimlanes in [false, true] {
        if with_swimlanes {
            type_char(&mut test.window, "O");
        }
        test.tab_to(Role::Button, "Collapse the column – Screening");
        test.press_key(Key::Enter);
        assert!(test.app().pipeline.board().collapsed.contains("screening"));
        let announced = test.announced_focus();
        assert!(announced.starts_with("Button Screening – "), "lanes {with_swimlanes}: {announced}");
        test.press_key(Key::Enter);
        assert!(!test.app().pipeline.board().collapsed.contains("screening"));
        let announced = test.announced_focus();
        assert_eq!(announced, "Button Collapse the column – Screening", "lanes {with_swimlanes}");
        // Tab continues with the next element.
        test.press_key(Key::Tab);
        assert_eq!(
            test.announced_focus(),
            "Button Collapse the column – Due diligence",
            "lanes {with_swimlanes}"
        );
        type_char(&mut test.window, "j");
    }
}

#[test]
fn cards_omit_the_field_that_their_swimlane_names() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let row = test.app().pipeline.focused_row(&test.app().cx).unwrap();
    let (class, owner) = (row.class.to_owned(), row.owner.to_owned());
    let class = vocabulary::label(Lang::En, CodeKind::AssetClass, &class).into_owned();
    let times = |test: &GuiTest, what: &str| {
        let texts = crate::support::painted_texts(&test.window);
        texts.iter().filter(|(text, _)| text == what).count()
    };
    let before = (times(&test, &class), times(&test, &owner));
    assert!(before.0 > 0 && before.1 > 1, "{class}, {owner}: {before:?}");
    type_char(&mut test.window, "O");
    assert_eq!(times(&test, &owner), 1, "the lane alone names its owner");
    type_char(&mut test.window, "O");
    assert_eq!(times(&test, &class), 1, "the lane alone names its class");
    assert!(times(&test, &owner) > 0, "whose they are is said by the cards again");
}

#[test]
fn opened_swimlanes_show_the_focused_card_completely() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    test.window.set_size(egui::vec2(1024.0, 760.0));
    test.window.run();
    // Beyond the right edge: the columns are scrolled, and the swimlanes start at the same position.
    for _ in 0..6 {
        type_char(&mut test.window, "l");
    }
    let id = focused_deal(test.app());
    for _ in 0..3 {
        type_char(&mut test.window, "O");
        test.window.run();
        let card = test
            .window
            .get_by(|node| node.role() == Role::ListItem && node.is_selected() == Some(true))
            .rect();
        assert!(card.left() > 0.0 && card.right() < 1024.0, "{card:?}");
        assert_eq!(focused_deal(test.app()), id);
    }
}

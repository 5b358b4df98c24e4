//! The weekly meeting: the board in presentation mode, with swimlanes and dragged cards.
//!
//! Everything works by mouse and by keyboard.

use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::simulated_input::{displayed_status, focused_deal};
use crate::support::type_char;
use egui::accesskit::Role;
use egui::{Key, PointerButton};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::cx::overlay_types::Swimlanes;
use encours_core::app::shell::app::App;
use encours_core::dataset::column::DealColumn;
use encours_core::text::Lang;
use encours_core::vocabulary;

/// Returns the identifiers of the deals in a column.
pub fn deal_ids(app: &App, expected: &str) -> Vec<String> {
    let deals = &app.cx.snapshot().deals;
    let rows = deals.by_age().filter(|row| row.status == expected);
    rows.map(|row| row.id.to_owned()).collect()
}

#[test]
fn a_presentation_is_begun_and_ended_by_key() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    test.press_key(Key::F11);
    assert!(test.app().cx.is_presenting());
    assert!(!test.has_text(Role::Button, "New deal"), "nothing is created in front of others");
    assert!(test.elements_of(Role::Tab).is_empty(), "the deals alone are shown");
    // The focus moves as usual.
    let before = focused_deal(test.app());
    type_char(&mut test.window, "j");
    assert_ne!(focused_deal(test.app()), before);
    test.press_key(Key::F11);
    assert!(!test.app().cx.is_presenting() && test.has_text(Role::Tab, "Portfolio"));
}

#[test]
fn a_presentation_is_begun_and_ended_by_mouse() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let before = test.rect_of(Role::ListItem, "").height();
    test.click(Role::Button, "Display");
    test.click(Role::MenuItem, "Presentation");
    assert!(test.app().cx.is_presenting());
    let zoom = test.window.ctx.zoom_factor();
    assert!(zoom > 1.0, "its type is larger: {zoom} (a card was {before} high)");
    test.click(Role::Button, "Exit presentation");
    assert!(!test.app().cx.is_presenting());
}

#[test]
fn swimlanes_are_shown_stepped_through_and_collapsed_by_key() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "O");
    assert_eq!(test.app().pipeline.board_layout().swimlanes, Swimlanes::Owner);
    let swimlanes = test.elements_of(Role::DisclosureTriangle);
    assert!(swimlanes.len() > 2, "{swimlanes:?}");
    // Down moves through the swimlanes, and the focused card stays visible.
    for _ in 0..5 {
        type_char(&mut test.window, "j");
        let chosen =
            test.window.get_by(|node| node.role() == Role::ListItem && node.is_selected() == Some(true));
        assert!(chosen.rect().bottom() <= 872.0 && chosen.rect().top() >= 150.0, "{:?}", chosen.rect());
    }
    // The card's accessible name contains its position in its swimlane.
    let board = test.app().pipeline.board();
    let (column, index) = (board.cursor.column, board.cursor.index);
    let swimlane = board.swimlanes().iter().find(|swimlane| swimlane.ranges[column].contains(&index));
    let cell = &swimlane.unwrap().ranges[column];
    let position = format!("{} of {}", index - cell.start + 1, cell.len());
    let chosen = test.window.get_by(|node| node.role() == Role::ListItem && node.is_selected() == Some(true));
    let announced = chosen.accesskit_node().label().unwrap_or_default();
    assert!(announced.ends_with(&position), "{announced}: {position}");
    // Tab reaches a swimlane's name and Enter collapses it; a key that moves into it expands it.
    let open = |test: &GuiTest| {
        let mut names = test.window.query_all_by_role(Role::DisclosureTriangle);
        let name = names.find(egui_kittest::Node::is_focused).unwrap();
        name.accesskit_node().data().is_expanded()
    };
    let mut names = test.window.query_all_by_role(Role::DisclosureTriangle);
    names.next().unwrap().focus();
    drop(names);
    test.window.run();
    assert_eq!(open(&test), Some(true));
    test.press_key(Key::Enter);
    assert_eq!(open(&test), Some(false), "its cards are put away");
    type_char(&mut test.window, "O");
    assert_eq!(test.app().pipeline.board_layout().swimlanes, Swimlanes::Class);
    type_char(&mut test.window, "O");
    assert_eq!(test.app().pipeline.board_layout().swimlanes, Swimlanes::None);
}

#[test]
fn presentation_with_swimlanes_keeps_columns_open_on_scroll() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "O");
    test.press_key(Key::F11);
    let width = test.window.ctx.content_rect().width();
    let is_complete = |test: &GuiTest| {
        let headers = test.elements_of(Role::Heading);
        let columns = test.app().pipeline.filtered().columns.iter();
        let labels: Vec<String> =
            columns.map(|column| vocabulary::deal_status(Lang::En, &column.status).into_owned()).collect();
        let header_rect = |label: &String| {
            let mut headers = headers.iter();
            headers.any(|(name, rect)| name.starts_with(&format!("{label} –")) && rect.right() <= width)
        };
        labels.into_iter().filter(header_rect).count()
    };
    let open = test.app().pipeline.filtered().columns.iter();
    let open = open.filter(|column| !column.rows.is_empty()).count();
    assert!(is_complete(&test) >= open.min(6), "{} of {open}", is_complete(&test));
    // The headers leave room for the cards, which are taller than usual only by the second line of a name. Several fit
    // into a swimlane.
    let card = test.rect_of(Role::ListItem, "");
    assert!(card.height() <= 98.0, "{card:?}");
    assert!(card.top() <= 180.0, "{card:?}");
    let height = test.window.ctx.content_rect().height();
    let cards = test.elements_of(Role::ListItem).into_iter();
    let column: Vec<_> = cards
        .filter(|(_, rect)| (rect.left() - card.left()).abs() < 0.5 && rect.bottom() <= height - 28.0)
        .collect();
    assert!(column.len() >= 3, "{column:?}");
    // The open columns are those of the board, regardless of the visible swimlanes.
    let open = |test: &GuiTest| -> Vec<String> {
        let buttons = test.elements_of(Role::Button).into_iter();
        let names = buttons.map(|(name, _)| name);
        names.filter(|name| name.starts_with("Collapse the column – ")).collect()
    };
    let open_columns = open(&test);
    let position = test.rect_of(Role::ListItem, "").center();
    for _ in 0..12 {
        test.scroll_wheel(position, -260.0);
        test.draw_frames(12);
        assert_eq!(open(&test), open_columns);
    }
    for (at, column) in test.app().pipeline.filtered().columns.iter().enumerate() {
        let label = vocabulary::deal_status(Lang::En, &column.status);
        let fold = format!("Collapse the column – {label}");
        assert_eq!(
            open_columns.contains(&fold),
            !column.rows.is_empty() && !test.app().pipeline.board().collapsed.contains(&column.status),
            "{label} ({at}): {open_columns:?}"
        );
    }
}

#[test]
fn collapsed_columns_expand_by_click_in_a_presentation() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    test.press_key(Key::F11);
    // With a filter, some columns are empty.
    let first_focused = focused_deal(test.app());
    let name = test.app().pipeline.focused_row(&test.app().cx).unwrap().name.to_owned();
    test.window
        .state_mut()
        .run_action(encours_core::app::shell::action::Action::SetFilter(format!("\"{name}\"")));
    test.window.run();
    assert_eq!(focused_deal(test.app()), first_focused);
    let strips = |test: &GuiTest| -> Vec<(String, egui::Rect)> {
        let buttons = test.elements_of(Role::Button).into_iter();
        buttons.filter(|(name, _)| name.ends_with("– collapsed")).collect()
    };
    let all = strips(&test);
    assert!(all.len() > 3, "{all:?}");
    for with_swimlanes in [false, true] {
        if with_swimlanes {
            type_char(&mut test.window, "O");
        }
        let (name, rect) = strips(&test).swap_remove(1);
        let label = name.split(" – ").next().unwrap().to_owned();
        let fold = format!("Collapse the column – {label}");
        assert!(!test.has_text(Role::Button, &fold));
        test.press_at(rect.center(), PointerButton::Primary, egui::Modifiers::NONE);
        assert!(test.has_text(Role::Button, &fold), "{label}: {:?}", test.elements_of(Role::Button));
        test.click(Role::Button, &fold);
        assert!(!test.has_text(Role::Button, &fold));
    }
}

#[test]
fn swimlanes_collapse_and_accept_dragged_cards_by_mouse() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    test.click(Role::Button, "Display");
    // The key that switches between them is shown next to their names.
    assert!(test.has_text(Role::Heading, "Swimlanes"));
    let caps = crate::support::painted_texts(&test.window);
    assert!(caps.iter().any(|(text, _)| text == "⇧O"), "{caps:?}");
    test.click(Role::MenuItemRadio, "Swimlanes by owner");
    test.press_key(Key::Escape);
    let swimlanes = test.elements_of(Role::DisclosureTriangle);
    let cards = test.elements_of(Role::ListItem);
    let in_column = |test: &GuiTest, fragment: &str| {
        let lists = test.elements_of(Role::List);
        lists.iter().filter(|(name, _)| name.contains(fragment)).count()
    };
    assert!(in_column(&test, "Sourcing") > 0, "a lane names its columns");
    test.press_at(swimlanes[0].1.center(), PointerButton::Primary, egui::Modifiers::NONE);
    let is_collapsed = test.elements_of(Role::DisclosureTriangle);
    assert!(test.elements_of(Role::ListItem).iter().zip(&cards).any(|(now, was)| now.0 != was.0));
    assert!(is_collapsed[1].1.top() < swimlanes[1].1.top(), "what is below comes up");
    test.press_at(is_collapsed[0].1.center(), PointerButton::Primary, egui::Modifiers::NONE);
    let id = deal_ids(test.app(), "sourcing");
    let all = test.elements_of(Role::ListItem);
    let (_, card) = all.iter().find(|(name, _)| name.contains(" – Sourcing – ")).unwrap();
    let card = card.center();
    let to = egui::pos2(
        test.rect_of(Role::Button, "Collapse the column – Due diligence").center().x + 60.0,
        card.y,
    );
    test.drag_over(card, to);
    assert!(test.has_text(Role::Status, "Due diligence"), "the effect is announced");
    // The key shown beside it does the same; keys that move a card inside its own swimlane would not.
    let painted = crate::support::painted_texts(&test.window);
    let after = painted.iter().skip_while(|(text, _)| text != "keyboard:").skip(1);
    let caps = after.map(|(text, _)| text.as_str()).take_while(|text| text.chars().count() <= 2);
    let caps: Vec<&str> = caps.collect();
    assert_eq!(caps, ["X", "?"], "the help’s key follows: {painted:?}");
    test.window.drop_at(to);
    test.until("one deal has left the first column", move |app| {
        deal_ids(app, "sourcing").len() == id.len() - 1
    });
}

#[test]
fn a_column_is_collapsed_by_mouse_and_by_key() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let open = test.rect_of(Role::List, "Screening – ").width();
    test.click(Role::Button, "Collapse the column – Screening");
    let is_collapsed = test.rect_of(Role::List, "Screening – ").width();
    assert!(is_collapsed < open / 2.0, "{open} → {is_collapsed}");
    let rail = test.rect_of(Role::Button, "Screening – ").center();
    test.press_at(rail, PointerButton::Primary, egui::Modifiers::NONE);
    assert!((test.rect_of(Role::List, "Screening – ").width() - open).abs() < 1.0);
    type_char(&mut test.window, "z");
    assert!(test.rect_of(Role::List, "Sourcing – ").width() < open / 2.0);
    type_char(&mut test.window, "z");
    assert!((test.rect_of(Role::List, "Sourcing – ").width() - open).abs() < 1.0);
}

#[test]
fn slow_deal_shows_its_time_in_status() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let stale = "in this status";
    assert!(test.has_text(Role::ListItem, stale), "{:?}", test.elements_of(Role::ListItem));
    let all = test.elements_of(Role::ListItem);
    let (_, rect) = all.iter().find(|(name, _)| name.contains(stale)).unwrap();
    // By mouse: a tooltip.
    test.window.hover_at(rect.center());
    for _ in 0..8 {
        test.window.step();
    }
    assert!(test.has_text(Role::Label, stale), "the tip says why");
    // By keyboard: beside the board.
    type_char(&mut test.window, "g");
    test.press_key(Key::Enter);
    assert!(test.has_text(Role::Label, "In status – "));
}

#[test]
fn tooltip_hides_on_scroll_until_the_pointer_moves() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let stale = "in this status";
    // In a column taller than its area, whose first cards all have a warning.
    let rect = test.rect_of(Role::ListItem, "").center();
    test.window.hover_at(rect);
    test.draw_frames(8);
    assert!(test.has_text(Role::Label, stale), "the tip says why");
    test.window.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, -84.0),
        modifiers: egui::Modifiers::NONE,
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
    });
    test.draw_frames(20);
    assert!(!test.has_text(Role::Label, stale), "nobody has pointed at what is there now");
    test.window.hover_at(rect + egui::vec2(2.0, 0.0));
    test.draw_frames(8);
    assert!(test.has_text(Role::Label, stale), "now somebody has");
}

#[test]
fn cards_are_sorted_by_mouse_and_reversed_by_key() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    test.click(Role::Button, "Sort Time in status ↓");
    test.click(Role::MenuItemRadio, "Name");
    assert_eq!(test.app().pipeline.board_order().column, DealColumn::Name);
    assert!(test.has_text(Role::Button, "Sort Name ↑"));
    type_char(&mut test.window, "S");
    assert!(test.app().pipeline.board_order().descending);
}

#[test]
fn every_dialog_places_delete_right_of_keep_or_cancel() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "g");
    type_char(&mut test.window, "d");
    let button_rects = |test: &GuiTest, keeps: &str, deletes: &str| {
        (test.rect_of(Role::Button, keeps), test.rect_of(Role::Button, deletes))
    };
    let (keeps, deletes) = button_rects(&test, "Keep", "Delete");
    assert!(keeps.right() < deletes.left() && keeps.y_range() == deletes.y_range(), "{keeps:?} {deletes:?}");
    test.press_key(Key::Escape);
    crate::dragging::select_two_cards(&mut test);
    type_char(&mut test.window, "d");
    let (keeps, deletes) = button_rects(&test, "Cancel", "Delete 2 deals");
    assert!(keeps.right() < deletes.left() && keeps.y_range() == deletes.y_range(), "{keeps:?} {deletes:?}");
}

#[test]
fn esc_leaves_a_presentation() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    test.press_key(Key::F11);
    test.press_key(Key::Escape);
    assert!(!test.app().cx.is_presenting());
    assert!((test.window.ctx.zoom_factor() - 1.0).abs() < 0.01);
}

#[test]
fn undoing_a_move_restores_the_swimlane_scroll() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    test.window.set_size(egui::vec2(1440.0, 700.0));
    type_char(&mut test.window, "O");
    // Well above the area of toasts, so that toasts alone scroll nothing.
    for key in ["j", "j", "j", "j", "j", "k", "k", "k"] {
        type_char(&mut test.window, key);
    }
    let id = focused_deal(test.app());
    let initial_rect = test.finish_animations();
    // The position of the next card shows whether the swimlanes are scrolled.
    let deals_below = |test: &GuiTest| {
        let cards = test.elements_of(Role::ListItem).into_iter();
        let mut column: Vec<f32> = cards
            .filter(|(_, rect)| (rect.left() - initial_rect.left()).abs() < 1.0)
            .map(|(_, rect)| rect.top())
            .collect();
        column.sort_by(f32::total_cmp);
        column
    };
    let initial_deals = deals_below(&test);
    type_char(&mut test.window, "L");
    let moved_id = id.clone();
    test.until("it is there", move |app| displayed_status(app, &moved_id) == "screening");
    test.finish_animations();
    assert_ne!(deals_below(&test).first(), initial_deals.first(), "the lanes were scrolled to show it");
    type_char(&mut test.window, "u");
    let restored_id = id.clone();
    test.until("it is back", move |app| displayed_status(app, &restored_id) == "sourcing");
    assert_eq!(focused_deal(test.app()), id);
    assert_eq!(test.finish_animations(), initial_rect);
    assert_eq!(deals_below(&test).first(), initial_deals.first());
}

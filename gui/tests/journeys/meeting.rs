//! The weekly meeting: the board in presentation mode, with swimlanes and dragged cards.
//!
//! Everything works by mouse and by keyboard.

use crate::support::hand::{displayed_status, focused_deal};
use crate::support::real::{GuiTest, LONG_UNDO_DELAY};
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
pub fn deal_ids(app: &App, wanted: &str) -> Vec<String> {
    let deals = &app.cx.snapshot().deals;
    let rows = deals.by_age().filter(|row| row.status == wanted);
    rows.map(|row| row.id.to_owned()).collect()
}

#[test]
fn a_presentation_is_begun_and_ended_by_key() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    journey.press_key(Key::F11);
    assert!(journey.app().cx.is_presenting());
    assert!(
        !journey.has_text(Role::Button, "New deal"),
        "nothing is created in front of others"
    );
    assert!(
        journey.elements_of(Role::Tab).is_empty(),
        "the deals alone are shown"
    );
    // The focus moves as usual.
    let before = focused_deal(journey.app());
    type_char(&mut journey.window, "j");
    assert_ne!(focused_deal(journey.app()), before);
    journey.press_key(Key::F11);
    assert!(!journey.app().cx.is_presenting() && journey.has_text(Role::Tab, "Portfolio"));
}

#[test]
fn a_presentation_is_begun_and_ended_by_mouse() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let before = journey.rect_of(Role::ListItem, "").height();
    journey.click(Role::Button, "Display");
    journey.click(Role::MenuItem, "Presentation");
    assert!(journey.app().cx.is_presenting());
    let zoom = journey.window.ctx.zoom_factor();
    assert!(
        zoom > 1.0,
        "its type is larger: {zoom} (a card was {before} high)"
    );
    journey.click(Role::Button, "Exit presentation");
    assert!(!journey.app().cx.is_presenting());
}

#[test]
fn lanes_are_shown_stepped_through_and_folded_by_key() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "O");
    assert_eq!(journey.app().pipeline.board_layout().lanes, Swimlanes::Owner);
    let lanes = journey.elements_of(Role::DisclosureTriangle);
    assert!(lanes.len() > 2, "{lanes:?}");
    // Down moves through the swimlanes, and the focused card stays visible.
    for _ in 0..5 {
        type_char(&mut journey.window, "j");
        let chosen = journey
            .window
            .get_by(|node| node.role() == Role::ListItem && node.is_selected() == Some(true));
        assert!(
            chosen.rect().bottom() <= 872.0 && chosen.rect().top() >= 150.0,
            "{:?}",
            chosen.rect()
        );
    }
    // The card's accessible name contains its position in its swimlane.
    let board = journey.app().pipeline.board();
    let (column, index) = (board.cursor.column, board.cursor.index);
    let lane = board
        .swimlanes()
        .iter()
        .find(|lane| lane.ranges[column].contains(&index));
    let cell = &lane.unwrap().ranges[column];
    let place = format!("{} of {}", index - cell.start + 1, cell.len());
    let chosen = journey
        .window
        .get_by(|node| node.role() == Role::ListItem && node.is_selected() == Some(true));
    let heard = chosen.accesskit_node().label().unwrap_or_default();
    assert!(heard.ends_with(&place), "{heard}: {place}");
    // Tab reaches a swimlane's name and Enter folds it; a key that moves into it unfolds it.
    let open = |journey: &GuiTest| {
        let mut names = journey.window.query_all_by_role(Role::DisclosureTriangle);
        let name = names.find(egui_kittest::Node::is_focused).unwrap();
        name.accesskit_node().data().is_expanded()
    };
    let mut names = journey.window.query_all_by_role(Role::DisclosureTriangle);
    names.next().unwrap().focus();
    drop(names);
    journey.window.run();
    assert_eq!(open(&journey), Some(true));
    journey.press_key(Key::Enter);
    assert_eq!(open(&journey), Some(false), "its cards are put away");
    type_char(&mut journey.window, "O");
    assert_eq!(journey.app().pipeline.board_layout().lanes, Swimlanes::Class);
    type_char(&mut journey.window, "O");
    assert_eq!(journey.app().pipeline.board_layout().lanes, Swimlanes::None);
}

#[test]
fn a_presentation_in_lanes_shows_many_columns_and_scrolling_folds_none() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "O");
    journey.press_key(Key::F11);
    let width = journey.window.ctx.content_rect().width();
    let whole = |journey: &GuiTest| {
        let heads = journey.elements_of(Role::Heading);
        let columns = journey.app().pipeline.filtered().columns.iter();
        let labels: Vec<String> = columns
            .map(|column| vocabulary::deal_status(Lang::En, &column.status).into_owned())
            .collect();
        let head = |label: &String| {
            let mut heads = heads.iter();
            heads.any(|(name, place)| name.starts_with(&format!("{label} –")) && place.right() <= width)
        };
        labels.into_iter().filter(head).count()
    };
    let open = journey.app().pipeline.filtered().columns.iter();
    let open = open.filter(|column| !column.rows.is_empty()).count();
    assert!(whole(&journey) >= open.min(6), "{} of {open}", whole(&journey));
    // The headers leave room for the cards, which are taller than usual only by the second line of a name. Several fit
    // into a swimlane.
    let card = journey.rect_of(Role::ListItem, "");
    assert!(card.height() <= 98.0, "{card:?}");
    assert!(card.top() <= 180.0, "{card:?}");
    let height = journey.window.ctx.content_rect().height();
    let cards = journey.elements_of(Role::ListItem).into_iter();
    let column: Vec<_> = cards
        .filter(|(_, place)| (place.left() - card.left()).abs() < 0.5 && place.bottom() <= height - 28.0)
        .collect();
    assert!(column.len() >= 3, "{column:?}");
    // The open columns are those of the board, regardless of the visible swimlanes.
    let open = |journey: &GuiTest| -> Vec<String> {
        let buttons = journey.elements_of(Role::Button).into_iter();
        let names = buttons.map(|(name, _)| name);
        names
            .filter(|name| name.starts_with("Fold the column – "))
            .collect()
    };
    let before = open(&journey);
    let over = journey.rect_of(Role::ListItem, "").center();
    for _ in 0..12 {
        journey.scroll_wheel(over, -260.0);
        journey.draw_frames(12);
        assert_eq!(open(&journey), before);
    }
    for (at, column) in journey.app().pipeline.filtered().columns.iter().enumerate() {
        let label = vocabulary::deal_status(Lang::En, &column.status);
        let fold = format!("Fold the column – {label}");
        assert_eq!(
            before.contains(&fold),
            !column.rows.is_empty() && !journey.app().pipeline.board().folded.contains(&column.status),
            "{label} ({at}): {before:?}"
        );
    }
}

#[test]
fn every_strip_of_a_presentation_is_opened_by_a_click_and_folded_again() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    journey.press_key(Key::F11);
    // With a filter, some columns are empty.
    let one = focused_deal(journey.app());
    let name = journey
        .app()
        .pipeline
        .focused_row(&journey.app().cx)
        .unwrap()
        .name
        .to_owned();
    journey
        .window
        .state_mut()
        .run_action(encours_core::app::shell::action::Action::SetFilter(format!(
            "\"{name}\""
        )));
    journey.window.run();
    assert_eq!(focused_deal(journey.app()), one);
    let strips = |journey: &GuiTest| -> Vec<(String, egui::Rect)> {
        let buttons = journey.elements_of(Role::Button).into_iter();
        buttons.filter(|(name, _)| name.ends_with("– folded")).collect()
    };
    let all = strips(&journey);
    assert!(all.len() > 3, "{all:?}");
    for lanes in [false, true] {
        if lanes {
            type_char(&mut journey.window, "O");
        }
        let (name, place) = strips(&journey).swap_remove(1);
        let label = name.split(" – ").next().unwrap().to_owned();
        let fold = format!("Fold the column – {label}");
        assert!(!journey.has_text(Role::Button, &fold));
        journey.press_at(place.center(), PointerButton::Primary, egui::Modifiers::NONE);
        assert!(
            journey.has_text(Role::Button, &fold),
            "{label}: {:?}",
            journey.elements_of(Role::Button)
        );
        journey.click(Role::Button, &fold);
        assert!(!journey.has_text(Role::Button, &fold));
    }
}

#[test]
fn lanes_are_shown_and_folded_by_mouse_and_a_card_is_dragged_across_them() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    journey.click(Role::Button, "Display");
    // The key that switches between them is shown next to their names.
    assert!(journey.has_text(Role::Heading, "Swimlanes"));
    let caps = crate::support::painted_texts(&journey.window);
    assert!(caps.iter().any(|(text, _)| text == "⇧O"), "{caps:?}");
    journey.click(Role::MenuItemRadio, "Swimlanes by owner");
    journey.press_key(Key::Escape);
    let lanes = journey.elements_of(Role::DisclosureTriangle);
    let cards = journey.elements_of(Role::ListItem);
    let in_column = |journey: &GuiTest, part: &str| {
        let lists = journey.elements_of(Role::List);
        lists.iter().filter(|(name, _)| name.contains(part)).count()
    };
    assert!(in_column(&journey, "Sourcing") > 0, "a lane names its columns");
    journey.press_at(lanes[0].1.center(), PointerButton::Primary, egui::Modifiers::NONE);
    let folded = journey.elements_of(Role::DisclosureTriangle);
    assert!(
        journey
            .elements_of(Role::ListItem)
            .iter()
            .zip(&cards)
            .any(|(now, was)| now.0 != was.0)
    );
    assert!(folded[1].1.top() < lanes[1].1.top(), "what is below comes up");
    journey.press_at(
        folded[0].1.center(),
        PointerButton::Primary,
        egui::Modifiers::NONE,
    );
    let id = deal_ids(journey.app(), "sourcing");
    let all = journey.elements_of(Role::ListItem);
    let (_, card) = all
        .iter()
        .find(|(name, _)| name.contains(" – Sourcing – "))
        .unwrap();
    let card = card.center();
    let to = egui::pos2(
        journey
            .rect_of(Role::Button, "Fold the column – Due diligence")
            .center()
            .x
            + 60.0,
        card.y,
    );
    journey.drag_over(card, to);
    assert!(
        journey.has_text(Role::Status, "Due diligence"),
        "the effect is announced"
    );
    // The key shown beside it does the same; keys that move a card inside its own swimlane would not.
    let painted = crate::support::painted_texts(&journey.window);
    let after = painted.iter().skip_while(|(text, _)| text != "keyboard:").skip(1);
    let caps = after
        .map(|(text, _)| text.as_str())
        .take_while(|text| text.chars().count() <= 2);
    let caps: Vec<&str> = caps.collect();
    assert_eq!(caps, ["X", "?"], "the help’s key follows: {painted:?}");
    journey.window.drop_at(to);
    journey.until("one deal has left the first column", move |app| {
        deal_ids(app, "sourcing").len() == id.len() - 1
    });
}

#[test]
fn a_column_is_folded_by_mouse_and_by_key() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let open = journey.rect_of(Role::List, "Screening – ").width();
    journey.click(Role::Button, "Fold the column – Screening");
    let folded = journey.rect_of(Role::List, "Screening – ").width();
    assert!(folded < open / 2.0, "{open} → {folded}");
    let rail = journey.rect_of(Role::Button, "Screening – ").center();
    journey.press_at(rail, PointerButton::Primary, egui::Modifiers::NONE);
    assert!((journey.rect_of(Role::List, "Screening – ").width() - open).abs() < 1.0);
    type_char(&mut journey.window, "z");
    assert!(journey.rect_of(Role::List, "Sourcing – ").width() < open / 2.0);
    type_char(&mut journey.window, "z");
    assert!((journey.rect_of(Role::List, "Sourcing – ").width() - open).abs() < 1.0);
}

#[test]
fn a_deal_that_stalls_says_since_when() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let stale = "in this status";
    assert!(
        journey.has_text(Role::ListItem, stale),
        "{:?}",
        journey.elements_of(Role::ListItem)
    );
    let all = journey.elements_of(Role::ListItem);
    let (_, place) = all.iter().find(|(name, _)| name.contains(stale)).unwrap();
    // By mouse: a tooltip.
    journey.window.hover_at(place.center());
    for _ in 0..8 {
        journey.window.step();
    }
    assert!(journey.has_text(Role::Label, stale), "the tip says why");
    // By keyboard: beside the board.
    type_char(&mut journey.window, "g");
    journey.press_key(Key::Enter);
    assert!(journey.has_text(Role::Label, "Stage age – "));
}

#[test]
fn a_tip_goes_when_its_card_is_scrolled_away_and_no_other_comes_before_the_pointer_moves() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let stale = "in this status";
    // In a column taller than its area, whose first cards all have a warning.
    let place = journey.rect_of(Role::ListItem, "").center();
    journey.window.hover_at(place);
    journey.draw_frames(8);
    assert!(journey.has_text(Role::Label, stale), "the tip says why");
    journey.window.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, -84.0),
        modifiers: egui::Modifiers::NONE,
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
    });
    journey.draw_frames(20);
    assert!(
        !journey.has_text(Role::Label, stale),
        "nobody has pointed at what is there now"
    );
    journey.window.hover_at(place + egui::vec2(2.0, 0.0));
    journey.draw_frames(8);
    assert!(journey.has_text(Role::Label, stale), "now somebody has");
}

#[test]
fn the_cards_are_sorted_by_mouse_and_the_other_way_by_key() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    journey.click(Role::Button, "Sort Stage age ↓");
    journey.click(Role::MenuItemRadio, "Name");
    assert_eq!(journey.app().pipeline.board_order().column, DealColumn::Name);
    assert!(journey.has_text(Role::Button, "Sort Name ↑"));
    type_char(&mut journey.window, "S");
    assert!(journey.app().pipeline.board_order().descending);
}

#[test]
fn what_deletes_stands_at_the_right_of_what_keeps_in_every_question() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "g");
    type_char(&mut journey.window, "d");
    let places = |journey: &GuiTest, keeps: &str, deletes: &str| {
        (
            journey.rect_of(Role::Button, keeps),
            journey.rect_of(Role::Button, deletes),
        )
    };
    let (keeps, deletes) = places(&journey, "Keep", "Delete");
    assert!(
        keeps.right() < deletes.left() && keeps.y_range() == deletes.y_range(),
        "{keeps:?} {deletes:?}"
    );
    journey.press_key(Key::Escape);
    crate::dragging::select_two_cards(&mut journey);
    type_char(&mut journey.window, "d");
    let (keeps, deletes) = places(&journey, "Cancel", "Delete 2 deals");
    assert!(
        keeps.right() < deletes.left() && keeps.y_range() == deletes.y_range(),
        "{keeps:?} {deletes:?}"
    );
}

#[test]
fn esc_leaves_a_presentation() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    journey.press_key(Key::F11);
    journey.press_key(Key::Escape);
    assert!(!journey.app().cx.is_presenting());
    assert!((journey.window.ctx.zoom_factor() - 1.0).abs() < 0.01);
}

#[test]
fn a_move_that_is_taken_back_leaves_the_lanes_as_they_were() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    journey.window.set_size(egui::vec2(1440.0, 700.0));
    type_char(&mut journey.window, "O");
    // Well above the area of toasts, so that toasts alone scroll nothing.
    for key in ["j", "j", "j", "j", "j", "k", "k", "k"] {
        type_char(&mut journey.window, key);
    }
    let id = focused_deal(journey.app());
    let before = journey.finish_animations();
    // The position of the next card shows whether the swimlanes are scrolled.
    let under = |journey: &GuiTest| {
        let cards = journey.elements_of(Role::ListItem).into_iter();
        let mut column: Vec<f32> = cards
            .filter(|(_, rect)| (rect.left() - before.left()).abs() < 1.0)
            .map(|(_, rect)| rect.top())
            .collect();
        column.sort_by(f32::total_cmp);
        column
    };
    let stood = under(&journey);
    type_char(&mut journey.window, "L");
    let moved = id.clone();
    journey.until("it is there", move |app| {
        displayed_status(app, &moved) == "screening"
    });
    journey.finish_animations();
    assert_ne!(
        under(&journey).first(),
        stood.first(),
        "the lanes were scrolled to show it"
    );
    type_char(&mut journey.window, "u");
    let back = id.clone();
    journey.until("it is back", move |app| {
        displayed_status(app, &back) == "sourcing"
    });
    assert_eq!(focused_deal(journey.app()), id);
    assert_eq!(journey.finish_animations(), before);
    assert_eq!(under(&journey).first(), stood.first());
}

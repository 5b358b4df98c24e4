//! A manager's day with the pointer alone, pressing only visible elements.

use std::time::Duration;

use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::simulated_input::{displayed_status, focused_deal};
use egui::accesskit::Role;
use egui::{Modifiers, PointerButton};
use encours_core::app::foundation::input::context::Screen;
use encours_core::text::Lang;

/// Clicks the middle of the element with a role and a name prefix.
#[track_caller]
fn click_middle(test: &mut GuiTest, role: Role, prefix: &str) {
    let at = test.rect_of(role, prefix).center();
    test.press_at(at, PointerButton::Primary, Modifiers::NONE);
}

#[test]
fn toast_button_undoes_a_dragged_move() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let from = test.rect_of(Role::ListItem, "").center();
    let to = test.rect_of(Role::List, "Term sheet – ").center();
    test.drag_over(from, to);
    test.window.drop_at(to);
    let id = focused_deal(test.app());
    let moved_id = id.clone();
    test.until("it is there", move |app| displayed_status(app, &moved_id) == "term_sheet");
    click_middle(&mut test, Role::Button, "Undo");
    test.until("it is back", move |app| {
        displayed_status(app, &id) == "sourcing" && app.cx.snapshot().writes.is_empty()
    });
}

#[test]
fn each_toast_undoes_its_own_scheduled_move() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let first = focused_deal(test.app());
    crate::support::type_char(&mut test.window, "L");
    crate::support::type_char(&mut test.window, "j");
    let second = focused_deal(test.app());
    assert_ne!(first, second);
    crate::support::type_char(&mut test.window, "L");
    test.until("both moves wait", |app| app.cx.snapshot().writes.len() == 2);
    let undo = |test: &GuiTest| -> Vec<egui::Rect> {
        let all = test.elements_of(Role::Button).into_iter();
        let mut found: Vec<_> = all.filter(|(name, _)| name == "Undo").map(|(_, at)| at).collect();
        found.sort_by(|a, b| a.top().total_cmp(&b.top()));
        found
    };
    let [older, newer] = undo(&test)[..] else { panic!("{:?}", undo(&test)) };
    assert!(older.width() < newer.width(), "only the newest has the key");
    test.press_at(older.center(), PointerButton::Primary, Modifiers::NONE);
    let (id, b) = (first.clone(), second.clone());
    test.until("the first is back, the second goes on", move |app| {
        displayed_status(app, &id) == "sourcing"
            && displayed_status(app, &b) != "sourcing"
            && app.cx.snapshot().writes.len() == 1
    });
    let [remaining] = undo(&test)[..] else { panic!("{:?}", undo(&test)) };
    test.press_at(remaining.center(), PointerButton::Primary, Modifiers::NONE);
    test.until("both are back", move |app| {
        displayed_status(app, &second) == "sourcing" && app.cx.snapshot().writes.is_empty()
    });
}

#[test]
fn a_duplicate_is_deleted_from_its_menu_and_undone() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let card = test.rect_of(Role::ListItem, "").center();
    test.press_at(card, PointerButton::Secondary, Modifiers::NONE);
    click_middle(&mut test, Role::MenuItem, "Delete");
    click_middle(&mut test, Role::Button, "Delete");
    test.until("the deletion is held", |app| app.cx.snapshot().writes.len() == 1);
    click_middle(&mut test, Role::Button, "Undo");
    test.until("nothing waits", |app| app.cx.snapshot().writes.is_empty());
}

#[test]
fn context_menu_undoes_a_change_without_a_toast() {
    let mut test = GuiTest::start(Lang::En, Duration::ZERO);
    let (first, all_columns) =
        (focused_deal(test.app()), test.app().pipeline.focused_row(&test.app().cx).unwrap().name.to_owned());
    let card = test.rect_of(Role::ListItem, "").center();
    test.press_at(card, PointerButton::Secondary, Modifiers::NONE);
    assert!(!test.has_text(Role::MenuItem, "Undo"), "there is nothing to undo");
    click_middle(&mut test, Role::MenuItem, "Move to next status");
    test.until("it has left", |app| {
        app.cx.snapshot().writes.is_empty() && !app.cx.snapshot().history.journal.is_empty()
    });
    assert_eq!(displayed_status(test.app(), &first), "screening");
    let card = test.rect_of(Role::ListItem, "").center();
    test.press_at(card, PointerButton::Secondary, Modifiers::NONE);
    let prefix: String = all_columns.chars().take(6).collect();
    click_middle(&mut test, Role::MenuItem, &format!("Undo “{prefix}"));
    test.until("it is back", |app| displayed_status(app, &first) == "sourcing");
}

#[test]
fn slow_deals_button_filters_deals_that_show_their_reason() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    click_middle(&mut test, Role::Button, "Slow deals – ");
    let shown = test.app().pipeline.filtered().shown;
    assert!(shown > 0 && shown < 240, "{shown}");
    click_middle(&mut test, Role::ListItem, "");
    assert_eq!(test.app().cx.screen(), Screen::Deal);
    assert!(test.has_text(Role::Label, "in this status"));
    click_middle(&mut test, Role::Button, "Close");
    click_middle(&mut test, Role::Button, "Slow deals – ");
    assert_eq!(test.app().pipeline.filtered().shown, 240);
}

#[test]
fn portfolio_concentration_and_entity_are_reachable_by_mouse() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    click_middle(&mut test, Role::Tab, "Portfolio");
    test.until("it is read", |app| {
        app.cx.screen() == Screen::Portfolio && app.cx.snapshot().portfolio.value.is_some()
    });
    for title in ["By status – Σ", "By asset class – Σ", "By investment type – Σ"] {
        let tables = test.elements_of(Role::Table);
        assert!(test.has_text(Role::Table, title), "{tables:?}");
    }
    for text in ["HHI", "Risk threshold"] {
        let labels = test.elements_of(Role::Label);
        assert!(test.has_text(Role::Label, text), "{text}: {labels:?}");
    }
}

#[test]
fn accent_menu_stays_open_while_accents_are_tried() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    click_middle(&mut test, Role::Button, "User, theme, language and size");
    let before = test.app().cx.options().accent;
    let mut seen = vec![before];
    for accent in ["Teal", "Rose"] {
        let at = test.rect_of(Role::MenuItemRadio, accent);
        assert!(at.width() >= 24.0 && at.height() >= 24.0, "{accent}: {at:?}");
        click_middle(&mut test, Role::MenuItemRadio, accent);
        let now = test.app().cx.options().accent;
        assert!(!seen.contains(&now), "{accent} is another one");
        seen.push(now);
    }
    assert!(test.has_text(Role::MenuItemRadio, "Rose"), "the menu is still there");
}

#[test]
fn column_tooltip_names_the_collapse_or_expand_action() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let has_tooltip = |test: &mut GuiTest, role: Role| {
        // Near the start of the header, because its metric has a tooltip of its own.
        let at = test.rect_of(role, "Sourcing – ").left_top() + egui::vec2(34.0, 8.0);
        test.window.hover_at(at);
        test.draw_frames(8);
        ["Collapse the column", "Expand the column"].map(|does| test.has_text(Role::Label, does))
    };
    assert_eq!(has_tooltip(&mut test, Role::Heading), [true, false]);
    test.window.hover_at(egui::Pos2::ZERO);
    crate::support::type_char(&mut test.window, "z");
    assert_eq!(has_tooltip(&mut test, Role::Button), [false, true]);
}

#[test]
fn card_allows_three_metrics_and_explains_the_limit() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    click_middle(&mut test, Role::Button, "Fields ");
    assert!(test.has_text(Role::Label, "Up to 3 metrics"));
    for metric in ["LTC", "DSCR"] {
        click_middle(&mut test, Role::MenuItemCheckBox, metric);
    }
    let three = test.app().pipeline.card_numbers();
    assert_eq!(three.len(), 3);
    assert!(test.has_text(Role::Label, "Remove one first"));
    click_middle(&mut test, Role::MenuItemCheckBox, "ICR – remove one first");
    assert_eq!(test.app().pipeline.card_numbers(), three, "none gives way unasked");
    click_middle(&mut test, Role::MenuItemCheckBox, "LTC");
    click_middle(&mut test, Role::MenuItemCheckBox, "ICR");
    assert_eq!(test.app().pipeline.card_numbers().len(), 3);
}

#[test]
fn the_menu_of_a_column_selects_that_column() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let header = test.rect_of(Role::Heading, "Due diligence – ");
    let at = header.center_top() + egui::vec2(0.0, 12.0);
    test.press_at(at, PointerButton::Secondary, Modifiers::NONE);
    click_middle(&mut test, Role::MenuItem, "Select column");
    let rows = test.app().selected_rows();
    let mut columns = test.app().pipeline.filtered().columns.iter();
    let column = columns.find(|column| column.status == "due_diligence").unwrap();
    assert_eq!(rows.len(), column.rows.len());
    assert!(rows.iter().all(|row| row.status == "due_diligence"));
}

#[test]
fn selecting_a_card_focuses_it_without_scrolling() {
    for swimlanes in [false, true] {
        let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
        test.window.set_size(egui::vec2(1024.0, 700.0));
        if swimlanes {
            crate::support::type_char(&mut test.window, "O");
        }
        // Scrolled away from the focused card, horizontally and vertically.
        let position = test.rect_of(Role::ListItem, "").center();
        test.window.event(egui::Event::PointerMoved(position));
        test.window.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(-400.0, 0.0),
            modifiers: Modifiers::NONE,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
        });
        test.draw_frames(30);
        test.scroll_wheel(egui::pos2(600.0, 500.0), -300.0);
        test.draw_frames(30);
        let window = test.window.ctx.content_rect();
        for round in 0..3 {
            let before = test.elements_of(Role::ListItem);
            let visible = |(_, card): &&(String, egui::Rect)| window.shrink(200.0).contains(card.center());
            let (name, card) = before.iter().filter(visible).nth(round).unwrap().clone();
            test.press_at(card.center(), PointerButton::Primary, crate::support::CTRL);
            test.draw_frames(20);
            let after = test.elements_of(Role::ListItem);
            let moved: Vec<_> = before
                .iter()
                .map(|(_, at)| at)
                .zip(after.iter().map(|(_, at)| at))
                .filter(|(previous, is)| previous != is)
                .collect();
            assert!(moved.is_empty(), "lanes {swimlanes}, round {round}: {moved:?}");
            let row = test.app().pipeline.focused_row(&test.app().cx).unwrap().name.to_owned();
            assert!(name.starts_with(&row), "{name}: {row}");
        }
        assert_eq!(test.app().selected_rows().len(), 3);
    }
}

#[test]
fn toast_does_not_scroll_the_focused_card_into_view() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let position = test.rect_of(Role::ListItem, "").center();
    test.scroll_wheel(position, -900.0);
    test.draw_frames(30);
    let before = test.elements_of(Role::ListItem);
    test.window.state_mut().run_action(encours_core::app::shell::action::Action::DropRejected(
        encours_core::app::foundation::input::disabled_reason::DisabledReason::DroppedOutside,
    ));
    test.window.run();
    test.draw_frames(20);
    assert!(!test.app().cx.toasts().is_empty());
    assert_eq!(test.elements_of(Role::ListItem), before);
}

#[test]
fn column_and_table_end_with_their_last_deal() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    for table in [false, true] {
        if table {
            crate::support::type_char(&mut test.window, "v");
        }
        let role = if table { Role::Row } else { Role::ListItem };
        let position = egui::pos2(400.0, 500.0);
        for _ in 0..30 {
            test.scroll_wheel(position, -4000.0);
            test.draw_frames(3);
        }
        test.draw_frames(30);
        let items = test.elements_of(role);
        let in_column = items.iter().filter(|(_, at)| at.x_range().contains(position.x));
        let last = in_column.map(|(_, at)| at.bottom()).fold(0.0, f32::max);
        let window = test.window.ctx.content_rect();
        assert!(last > window.bottom() - 120.0, "table {table}: {last} of {window}");
    }
}

//! The focused element stays visible after key presses, writes and resizes.

use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::simulated_input::{displayed_status, focused_deal};
use crate::support::{CTRL, InputPart, send_burst, type_char};
use egui::accesskit::Role;
use egui::{Key, PointerButton, Rect};
use egui_kittest::kittest::Queryable as _;
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::text::Lang;
use encours_core::theme::tokens;

/// Returns the area of the focused card, if it is drawn.
fn focused_card_rect(test: &GuiTest) -> Option<Rect> {
    test.window
        .query_by(|node| node.role() == Role::ListItem && node.is_selected() == Some(true))
        .map(|node| node.rect())
}

/// Returns the area for cards: below the headers, above the toasts and the status line.
fn card_area(test: &GuiTest) -> Rect {
    let (size, screen) = (&tokens().size, test.window.ctx.content_rect());
    let toasts = test.app().cx.toasts().len() as f32;
    let covered = if toasts > 0.0 { 44.0 + toasts * size.toast } else { 0.0 };
    screen
        .with_min_y(screen.top() + size.topbar + size.filterbar + size.column_header)
        .with_max_y(screen.bottom() - size.statusbar - covered)
}

#[track_caller]
fn assert_card_visible(test: &GuiTest, when: &str) {
    let (card, area) = (focused_card_rect(test), card_area(test));
    assert!(card.is_some_and(|card| area.contains_rect(card.shrink(1.0))), "{when}: {card:?} in {area:?}");
}

#[test]
fn card_moved_by_key_stays_visible() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let id = test.app().pipeline.board().cursor.deal.clone().unwrap();
    type_char(&mut test.window, "L");
    test.until("the move is seen", move |app| {
        let deals = &app.cx.snapshot().deals;
        deals.row(deals.find(id.as_str()).unwrap()).unwrap().status == "screening"
    });
    for step in 0..40 {
        test.window.step();
        assert_card_visible(&test, &format!("step {step}"));
    }
}

#[test]
fn a_new_deal_is_shown() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    type_char(&mut test.window, "n");
    send_burst(&mut test.window, &[InputPart::Text("Halle Nord"), InputPart::Key(Key::Enter)]);
    test.until("it is there and has the focus", |app| {
        let row = app.pipeline.focused_row(&app.cx);
        row.is_some_and(|row| row.name == "Halle Nord")
    });
    for _ in 0..40 {
        test.window.step();
    }
    assert_card_visible(&test, "after the creation");
}

#[test]
fn last_card_stays_above_the_toast() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    // A rejection also shows a toast.
    type_char(&mut test.window, "H");
    assert!(!test.app().cx.toasts().is_empty());
    type_char(&mut test.window, "G");
    assert_card_visible(&test, "at the end of the column");
}

#[test]
fn focused_card_stays_visible_in_a_lower_window() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    send_burst(&mut test.window, &[InputPart::Text("jjjjjjj")]);
    assert_card_visible(&test, "before");
    test.window.set_size(egui::vec2(1024.0, 560.0));
    test.window.run();
    assert_card_visible(&test, "in a lower window");
    send_burst(&mut test.window, &[InputPart::Text("lllll")]);
    assert_card_visible(&test, "at the right");
    test.window.set_size(egui::vec2(2600.0, 900.0));
    test.window.run();
    let first = test.window.get_by(|node| {
        node.role() == Role::List && node.label().is_some_and(|label| label.starts_with("Sourcing"))
    });
    assert!(first.rect().left() > 216.0 + 15.0, "the first column stands where it began: {:?}", first.rect());
}

#[test]
fn key_scrolls_the_focus_back_after_the_wheel() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let position = focused_card_rect(&test).unwrap().center();
    test.scroll_wheel(position, -900.0);
    test.draw_frames(30);
    assert!(focused_card_rect(&test).is_none_or(|card| !card_area(&test).contains_rect(card)));
    // The first column is the last to the left: the focus stays, and is scrolled into view.
    test.window.key_press(Key::ArrowLeft);
    test.window.run();
    assert_card_visible(&test, "after a key that moves nothing");
}

#[test]
fn small_window_with_an_open_deal_keeps_its_filter() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    test.window.set_size(egui::vec2(800.0, 560.0));
    test.window.key_press(Key::Enter);
    test.window.run();
    assert_eq!(test.app().cx.screen(), Screen::Deal);
    let field = test.window.get_by_role_and_label(Role::TextInput, "Filter").rect();
    let fields = test.window.get_by_role_and_label(Role::Button, "Fields LTV").rect();
    assert!(field.width() > 100.0 && field.right() <= fields.left(), "{field:?} {fields:?}");
}

/// Returns the name of the first visible card of a column.
fn first_card_name(test: &GuiTest, column: &str) -> String {
    let column = test.rect_of(Role::List, column);
    let cards = test.elements_of(Role::ListItem).into_iter();
    let mut visible: Vec<(String, Rect)> = cards.filter(|(_, card)| column.contains(card.center())).collect();
    visible.sort_by(|a, b| a.1.top().total_cmp(&b.1.top()));
    visible.swap_remove(0).0
}

#[test]
fn drop_keeps_the_card_visible_and_undo_restores_scroll() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let id = focused_deal(test.app());
    let (from, initial_rect) =
        (focused_card_rect(&test).unwrap().center(), first_card_name(&test, "Due diligence – "));
    let to = test.rect_of(Role::List, "Due diligence – ").center();
    test.drag_over(from, to);
    test.window.drop_at(to);
    let moved_id = id.clone();
    test.until("it is there", move |app| displayed_status(app, &moved_id) == "due_diligence");
    for _ in 0..40 {
        test.window.step();
    }
    assert_eq!(focused_deal(test.app()), id);
    assert_card_visible(&test, "after the drop");
    assert_ne!(
        first_card_name(&test, "Due diligence – "),
        initial_rect,
        "it is long: the card is further down"
    );
    test.press_key_with(CTRL, Key::Z);
    let restored_id = id.clone();
    test.until("it is back", move |app| displayed_status(app, &restored_id) == "sourcing");
    for _ in 0..40 {
        test.window.step();
    }
    assert_eq!(focused_deal(test.app()), id);
    assert_card_visible(&test, "after the undo");
    assert_eq!(first_card_name(&test, "Due diligence – "), initial_rect);
}

#[test]
fn changing_swimlanes_keeps_the_focused_card_visible() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    send_burst(&mut test.window, &[InputPart::Text("jjjjjjjjjj")]);
    let id = focused_deal(test.app());
    for swimlanes in ["Swimlanes by owner", "Swimlanes by asset class", "No swimlanes"] {
        test.click(Role::Button, "Display");
        test.click(Role::MenuItemRadio, swimlanes);
        for _ in 0..20 {
            test.window.step();
        }
        assert_eq!(focused_deal(test.app()), id);
        assert_card_visible(&test, swimlanes);
    }
    // With the keyboard, egui's focus moves along.
    for _ in 0..3 {
        type_char(&mut test.window, "O");
        assert_card_visible(&test, "by key");
        let roving = test.window.state().roving_focus();
        assert_eq!(test.window.ctx.memory(egui::Memory::focused), roving);
    }
}

#[test]
fn column_menu_acts_on_its_column_without_moving_focus() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    send_burst(&mut test.window, &[InputPart::Text("jjjjjjj")]);
    let (id, first) = (focused_deal(test.app()), first_card_name(&test, "Sourcing – "));
    let header_pos = test.rect_of(Role::List, "Screening – ").left_top() + egui::vec2(110.0, 20.0);
    test.press_at(header_pos, PointerButton::Secondary, egui::Modifiers::NONE);
    assert_eq!(focused_deal(test.app()), id);
    assert_eq!(first_card_name(&test, "Sourcing – "), first);
    test.click(Role::MenuItem, "New deal");
    let Overlay::Form(form) = test.app().cx.overlay() else {
        panic!("a form");
    };
    assert_eq!(form.value("status"), "screening", "in the column of the menu");
    test.press_key(Key::Escape);
    test.press_at(header_pos, PointerButton::Secondary, egui::Modifiers::NONE);
    test.click(Role::MenuItem, "Collapse the column");
    assert!(test.app().pipeline.board().collapsed.contains("screening"));
    assert_eq!(focused_deal(test.app()), id);
}

#[test]
fn toast_does_not_cover_an_open_overlay() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    test.window.set_size(egui::vec2(1024.0, 700.0));
    test.window.run();
    let id = focused_deal(test.app());
    type_char(&mut test.window, "L");
    test.until("the move is seen", move |app| displayed_status(app, &id) != "sourcing");
    let is_clear = |test: &GuiTest, area: Rect| {
        let undo = test.rect_of(Role::Button, "Undo");
        assert!(area.bottom() < undo.top() && area.top() > 0.0, "{area:?} {undo:?}");
    };
    test.press_key_with(CTRL, Key::K);
    is_clear(&test, test.rect_of(Role::Dialog, "Commands"));
    test.press_key(Key::Escape);
    // The help is as tall as the window allows.
    type_char(&mut test.window, "?");
    let help = test.elements_of(Role::Dialog).first().expect("the help").1;
    assert!(help.height() > 500.0, "{help:?}");
    is_clear(&test, help);
}

#[test]
fn narrow_window_shows_toasts_beside_the_side_bar() {
    let mut test = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    for width in [800.0, 1024.0, 1190.0] {
        test.window.set_size(egui::vec2(width, 700.0));
        test.window.run();
        type_char(&mut test.window, "L");
        let side = test.elements_of(Role::Navigation).first().expect("the side bar").1;
        let labels = test.elements_of(Role::Label);
        let toast = |(label, rect): &&(String, Rect)| label.contains('→') && rect.height() > 40.0;
        let (label, toast) = labels.iter().find(toast).expect("a toast");
        assert!(toast.left() > side.right(), "{label}: {toast:?} {side:?}");
    }
}

#[test]
fn last_row_and_last_card_stay_above_all_toasts() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    for _ in 0..3 {
        type_char(&mut test.window, "L");
        type_char(&mut test.window, "j");
    }
    let toasts = test.app().cx.toasts().len();
    assert!(toasts > 1, "{toasts}");
    type_char(&mut test.window, "G");
    assert_card_visible(&test, "the last card");
    type_char(&mut test.window, "v");
    type_char(&mut test.window, "G");
    let cells = test.elements_of(Role::RowHeader);
    let last = cells.last().expect("a row").1;
    let top = test.rect_of(Role::Button, "Undo").top() - 58.0 * (toasts - 1) as f32;
    assert!(last.bottom() < top, "{last:?} under {top}");
}

#[test]
fn presentation_keeps_the_focused_swimlane_card_visible() {
    // A presentation has neither side bar nor filter bar.
    let assert_visible = |test: &GuiTest, when: &str| {
        let area = card_area(test);
        let area = area.with_min_y(area.top() - tokens().size.filterbar);
        let card = focused_card_rect(test);
        assert!(
            card.is_some_and(|card| area.contains_rect(card.shrink(1.0))),
            "{when}: {card:?} in {area:?}"
        );
    };
    for last in ["", "ll", "llll"] {
        let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
        test.window.set_size(egui::vec2(1280.0, 800.0));
        send_burst(&mut test.window, &[InputPart::Text(last)]);
        type_char(&mut test.window, "O");
        type_char(&mut test.window, "G");
        let id = focused_deal(test.app());
        assert_visible(&test, "before");
        test.press_key(Key::F11);
        for _ in 0..40 {
            test.window.step();
        }
        assert!(test.app().cx.is_presenting());
        assert_visible(&test, "in front of others");
        // The full-screen size arrives some time after the request.
        test.window.set_size(egui::vec2(1440.0, 700.0));
        for _ in 0..40 {
            test.window.step();
        }
        assert_visible(&test, "on a whole screen");
        test.press_key(Key::Escape);
        for _ in 0..40 {
            test.window.step();
        }
        assert_eq!(focused_deal(test.app()), id);
        assert_visible(&test, "afterwards");
    }
}

#[test]
fn low_window_shows_toast_above_the_table_footer() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    test.window.set_size(egui::vec2(900.0, 560.0));
    type_char(&mut test.window, "L");
    type_char(&mut test.window, "v");
    let undo = test.rect_of(Role::Button, "Undo");
    let footer = test.rect_of(Role::Label, "24 of 24");
    assert!(undo.bottom() < footer.top(), "{undo:?} over {footer:?}");
    type_char(&mut test.window, "G");
    let rows = test.elements_of(Role::RowHeader);
    let last = rows.last().expect("a row").1;
    assert!(last.bottom() <= undo.top(), "the last row is free: {last:?} {undo:?}");
}

#[test]
fn toast_does_not_cover_the_selection_bar() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    test.window.state_mut().run_action(Action::Run(ActionId::SelectDeal));
    for shows in ["board", "table"] {
        // There is nothing to undo, and a toast says so.
        test.window.state_mut().run_action(Action::Run(ActionId::Undo));
        test.window.run();
        let close = test.rect_of(Role::Button, "Close");
        let copy = test.rect_of(Role::Button, "Copy");
        assert!(close.bottom() <= copy.top(), "{shows}: {close:?} over {copy:?}");
        type_char(&mut test.window, "v");
    }
}

#[test]
fn focused_card_starts_below_the_name_of_its_swimlane() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    type_char(&mut test.window, "O");
    test.press_key(Key::F11);
    // As large as a screen of 900 × 600 in a presentation, and lower.
    for (attempt, height) in [348.0, 300.0, 270.0, 250.0, 230.0].into_iter().enumerate() {
        test.window.set_size(egui::vec2(523.0, height));
        test.window.run();
        type_char(&mut test.window, "j");
        for _ in 0..20 {
            test.window.step();
        }
        let card = focused_card_rect(&test).expect("the card");
        let owner = test.app().pipeline.focused_row(&test.app().cx).unwrap().owner.to_owned();
        let name = test.rect_of(Role::DisclosureTriangle, &owner);
        assert!(card.top() >= name.bottom() - 1.0, "step {attempt}: {card:?} under {name:?}");
    }
}

#[test]
fn low_window_shows_toast_above_the_status_line() {
    for size in [[900.0, 600.0], [1024.0, 560.0]] {
        let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
        test.window.set_size(egui::Vec2::from(size));
        type_char(&mut test.window, "L");
        let toast = test.rect_of(Role::Button, "Undo");
        // The height of a toast is that of its token, with the button in its middle.
        let end = toast.center().y + tokens().size.toast / 2.0;
        let line = test.window.ctx.content_rect().bottom() - tokens().size.statusbar;
        assert!(end <= line, "{end} over {line} at {size:?}");
    }
}

/// Returns the name and the position of each visible card.
fn card_positions(test: &GuiTest) -> Vec<(String, [i32; 2])> {
    let cards = test.elements_of(Role::ListItem).into_iter();
    cards
        .map(|(name, rect)| {
            // Leave out the position number, which changes of others affect.
            let name = name.split(" – ").next().unwrap_or_default().to_owned();
            (name, [rect.left().round() as i32, rect.top().round() as i32])
        })
        .collect()
}

#[test]
fn foreign_move_keeps_the_focus_without_scrolling_the_board() {
    for with_swimlanes in [false, true] {
        let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
        if with_swimlanes {
            type_char(&mut test.window, "O");
        }
        send_burst(&mut test.window, &[InputPart::Text("jjj")]);
        let id = focused_deal(test.app());
        test.finish_animations();
        let card_rects = |test: &GuiTest| -> Vec<_> {
            let columns = test.elements_of(Role::Heading).into_iter();
            columns
                .map(|(name, rect)| (name.split(" – ").next().unwrap_or_default().to_owned(), rect))
                .collect()
        };
        let initial = (card_rects(&test), test.rect_of(Role::ListItem, ""));
        // Far away: another column, beyond the right edge.
        test.move_as_other_client(std::slice::from_ref(&id), "closing");
        test.draw_frames(40);
        assert_eq!(focused_deal(test.app()), id, "the focus is the deal's");
        assert_eq!(displayed_status(test.app(), &id), "closing");
        let after = (card_rects(&test), test.rect_of(Role::ListItem, ""));
        assert_eq!(after, initial, "lanes: {with_swimlanes}");
        // The user's next key brings it into view.
        test.window.key_press(Key::ArrowDown);
        test.window.run();
        test.draw_frames(20);
        assert!(focused_card_rect(&test).is_some(), "lanes: {with_swimlanes}");
    }
}

#[test]
fn foreign_changes_never_scroll_the_board_behind_a_dialog() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    send_burst(&mut test.window, &[InputPart::Text("jjjjjj")]);
    let id = focused_deal(test.app());
    let sourcing = crate::presentation_mode::deal_ids(test.app(), "sourcing");
    let above: Vec<String> = sourcing.into_iter().take_while(|deal| *deal != id).collect();
    assert!(above.len() > 3, "{above:?}");
    test.finish_animations();
    let first = first_card_name(&test, "Screening – ");
    let card_count = card_positions(&test).len();
    type_char(&mut test.window, "n");
    test.move_as_other_client(std::slice::from_ref(&id), "due_diligence");
    test.draw_frames(40);
    assert_eq!(first_card_name(&test, "Screening – "), first);
    test.press_key(Key::Escape);
    test.draw_frames(40);
    assert_eq!(focused_deal(test.app()), id);
    assert!(card_positions(&test).len() >= card_count - 1, "the same columns are in sight");
}

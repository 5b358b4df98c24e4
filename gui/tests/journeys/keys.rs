//! Keyboard input: keys apply in the order in which they are pressed, and only one element has the focus.

use crate::support::InputPart::{Key as Press, Text};
use crate::support::hand::{displayed_status, focused_deal};
use crate::support::real::{GuiTest, LONG_UNDO_DELAY};
use crate::support::{CTRL, painted_texts, send_burst, type_char};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::app::App;
use encours_core::text::Lang;
use encours_core::theme::WindowTheme;
use encours_gui::theme::Theme;

/// Returns the names of the deals being created.
fn created_names(app: &App) -> Vec<String> {
    app.cx
        .snapshot()
        .writes
        .iter()
        .map(|write| write.label.clone())
        .collect()
}

/// Waits until a deal of a name is being created or exists.
fn wait_for_deal(journey: &mut GuiTest, name: &'static str) {
    journey.until("the deal is there under its whole name", move |app| {
        created_names(app).iter().any(|label| label == name)
            || app.cx.snapshot().deals.by_age().any(|row| row.name == name)
    });
}

#[test]
fn a_name_and_the_key_that_saves_it_may_come_in_one_frame() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "n");
    send_burst(
        &mut journey.window,
        &[Text("Tour Zénith, Brest"), Press(Key::Enter)],
    );
    assert!(matches!(journey.app().cx.layer(), Layer::None));
    wait_for_deal(&mut journey, "Tour Zénith, Brest");
}

#[test]
fn a_whole_creation_in_one_frame_is_done_in_its_order() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    // A move that an early `u` would undo.
    type_char(&mut journey.window, "L");
    journey.until("the move waits", |app| !app.cx.snapshot().writes.is_empty());
    let moved = created_names(journey.app());
    send_burst(
        &mut journey.window,
        &[Text("nudge Hall u"), Press(Key::Enter), Text("?")],
    );
    // The first letter opened the form, the next ones were typed into it, and after Enter the last one was a key
    // again.
    assert!(matches!(journey.app().cx.layer(), Layer::Help { .. }));
    wait_for_deal(&mut journey, "udge Hall u");
    let held = created_names(journey.app());
    assert!(
        moved.iter().all(|label| held.contains(label)),
        "no write was undone: {held:?}"
    );
}

#[test]
fn undo_after_enter_undoes_and_is_not_typed() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "e");
    send_burst(
        &mut journey.window,
        &[Text("Z. Nobody"), Press(Key::Enter), Text("u")],
    );
    assert!(matches!(journey.app().cx.layer(), Layer::None));
    assert!(
        journey.app().enabled(ActionId::Redo).is_ok(),
        "the edit was made, then undone"
    );
    journey.until("nothing is left of it", |app| {
        app.cx.snapshot().writes.is_empty()
            && !app
                .cx
                .snapshot()
                .deals
                .by_age()
                .any(|row| row.owner.contains("Nobody"))
    });
}

#[test]
fn a_filter_and_what_follows_it_may_come_in_one_frame() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    send_burst(
        &mut journey.window,
        &[Text("/status:ic"), Press(Key::Enter), Text("j")],
    );
    assert_eq!(journey.app().pipeline.board().filter, "status:ic");
    assert!(matches!(journey.app().cx.layer(), Layer::None));
    send_burst(&mut journey.window, &[Text("/x"), Press(Key::Escape), Text("?")]);
    assert_eq!(
        journey.app().pipeline.board().filter,
        "status:ic",
        "Esc gives the typing up"
    );
    assert!(matches!(journey.app().cx.layer(), Layer::Help { .. }));
    send_burst(&mut journey.window, &[Text("?")]);
    assert!(
        matches!(journey.app().cx.layer(), Layer::None),
        "the key that opened help closes it"
    );
}

#[test]
fn a_command_is_found_and_run_in_one_frame() {
    let mut journey = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    journey.window.key_press_modifiers(CTRL, Key::K);
    journey.window.run();
    send_burst(&mut journey.window, &[Text("langue"), Press(Key::Enter)]);
    assert_eq!(journey.app().cx.lang(), Lang::En);
    send_burst(&mut journey.window, &[Text("3")]);
    assert_eq!(journey.app().cx.screen(), Screen::Portfolio);
}

#[test]
fn a_list_of_the_form_is_used_by_keyboard() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "n");
    send_burst(
        &mut journey.window,
        &[Text("Halle Sud"), Press(Key::Tab), Press(Key::Space), Text(" ")],
    );
    let open = |journey: &GuiTest| egui::Popup::is_any_open(&journey.window.ctx);
    assert!(open(&journey), "space opens the list");
    let status = |journey: &GuiTest| match journey.app().cx.layer() {
        Layer::Form(form) => form.value("status").to_owned(),
        other => panic!("{other:?}"),
    };
    let before = status(&journey);
    journey.window.key_press(Key::Escape);
    journey.window.run();
    assert!(
        !open(&journey) && status(&journey) == before,
        "Esc closes the list alone"
    );
    send_burst(&mut journey.window, &[Press(Key::Space), Text(" ")]);
    journey.window.key_press(Key::ArrowDown);
    journey.window.run();
    journey.window.key_press(Key::Enter);
    journey.window.run();
    assert!(!open(&journey));
    let after = status(&journey);
    assert_ne!(after, before, "the next status was picked");
    assert!(
        journey
            .window
            .get_by_role_and_label(Role::ComboBox, "Status")
            .is_focused()
    );
    journey.window.key_press(Key::Enter);
    journey.until("it is created with it", move |app| {
        let mut deals = app.cx.snapshot().deals.by_age();
        deals.any(|row| row.name == "Halle Sud" && row.status == after)
    });
}

#[test]
fn arrows_move_one_focus_and_stop_at_the_edge() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "g");
    for key in [
        Key::ArrowUp,
        Key::ArrowUp,
        Key::ArrowLeft,
        Key::ArrowLeft,
        Key::ArrowLeft,
    ] {
        journey.window.key_press(key);
        journey.window.run();
    }
    let roving = journey.window.state().roving_focus();
    assert_eq!(journey.window.ctx.memory(egui::Memory::focused), roving);
    let focused = journey.app().pipeline.board().cursor.deal.clone();
    let folded = journey.app().pipeline.board().folded.clone();
    journey.window.key_press(Key::Enter);
    journey.window.run();
    assert_eq!(
        journey.app().cx.screen(),
        Screen::Deal,
        "Enter opens the card and presses nothing else"
    );
    assert_eq!(journey.app().pipeline.opened_deal().cloned(), focused);
    assert_eq!(journey.app().pipeline.board().folded, folded);
}

#[test]
#[allow(
    clippy::redundant_closure_for_method_calls,
    reason = "the method is not general enough over lifetimes"
)]
fn tab_goes_round_everything_and_through_the_filter() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "g");
    journey.window.key_press(Key::Enter);
    journey.window.run();
    assert_eq!(journey.app().cx.screen(), Screen::Deal);
    let mut names = Vec::new();
    for _ in 0..60 {
        journey.window.key_press(Key::Tab);
        journey.window.run();
        assert_eq!(
            journey.app().cx.screen(),
            Screen::Deal,
            "Tab closes nothing: {names:?}"
        );
        let focused = journey.window.query_all_by(|node| node.is_focused()).next();
        names.extend(focused.and_then(|node| egui_kittest::kittest::NodeT::accesskit_node(&node).label()));
    }
    for name in ["Filter", "More actions", "Close", "Search or run"] {
        assert!(
            names.iter().any(|seen| seen.contains(name)),
            "{name} is reached: {names:?}"
        );
    }
}

#[test]
fn a_deal_opened_from_a_notification_leads_back_to_it() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "4");
    journey.until("the notifications are read", |app| {
        app.inbox.unread_count(&app.cx) > 1
    });
    let mut met = false;
    for _ in 0..journey.app().inbox.visible_notifications(&journey.app().cx).len() {
        if journey
            .app()
            .inbox
            .deal_of_notification(&journey.app().cx)
            .is_some()
        {
            met = true;
            break;
        }
        type_char(&mut journey.window, "j");
    }
    assert!(met, "one of them names a deal");
    let focus = journey.app().inbox.inbox().focus.clone();
    journey.window.key_press(Key::Enter);
    journey.window.run();
    assert_eq!(journey.app().cx.screen(), Screen::Deal);
    journey.window.key_press(Key::Escape);
    journey.window.run();
    assert_eq!(journey.app().cx.screen(), Screen::Notifications);
    assert_eq!(journey.app().inbox.inbox().focus, focus);
}

#[test]
fn the_deals_key_opens_the_deal_that_has_the_focus() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "2");
    let first = journey.app().pipeline.opened_deal().cloned();
    journey.window.key_press(Key::Escape);
    journey.window.run();
    type_char(&mut journey.window, "j");
    let focused = journey.app().pipeline.board().cursor.deal.clone();
    assert_ne!(focused, first);
    type_char(&mut journey.window, "2");
    assert_eq!(journey.app().pipeline.opened_deal().cloned(), focused);
}

/// Returns whether a text is drawn.
fn is_text_drawn(journey: &GuiTest, text: &str) -> bool {
    painted_texts(&journey.window)
        .iter()
        .any(|(said, _)| said == text)
}

#[test]
fn the_foot_of_a_form_says_which_keys_a_list_in_it_takes() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    journey.press_key_with(CTRL, Key::E);
    assert!(
        is_text_drawn(&journey, "Space")
            && is_text_drawn(&journey, "open the list")
            && is_text_drawn(&journey, "Enter")
    );
    journey.press_key(Key::Space);
    assert!(journey.has_text(Role::ListBoxOption, "JSON"), "the list is open");
    assert!(is_text_drawn(&journey, "choose") && !is_text_drawn(&journey, "open the list"));
    journey.press_key(Key::ArrowDown);
    journey.press_key(Key::Enter);
    let Layer::Form(form) = journey.app().cx.layer() else {
        panic!("Enter chose from the list and exported nothing")
    };
    assert_eq!(form.value("export-form"), "csv");
    assert!(is_text_drawn(&journey, "open the list"));
}

/// Counts the complete focus rings.
fn count_full_rings(journey: &GuiTest) -> usize {
    fn count_rings(shape: &egui::Shape, ring: egui::Stroke) -> usize {
        match shape {
            egui::Shape::Rect(rect) => usize::from(rect.stroke == ring),
            egui::Shape::Circle(circle) => usize::from(circle.stroke == ring),
            egui::Shape::Vec(shapes) => shapes.iter().map(|shape| count_rings(shape, ring)).sum(),
            _ => 0,
        }
    }
    let ring = Theme::new(WindowTheme::Light).focus_ring();
    let shapes = journey.window.output().shapes.iter();
    shapes.map(|clipped| count_rings(&clipped.shape, ring)).sum()
}

#[test]
fn one_full_mark_alone_shows_where_the_next_key_goes() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "j");
    assert_eq!(count_full_rings(&journey), 1, "the card");
    journey.tab_to(Role::Button, "Fold the column – Sourcing");
    assert_eq!(count_full_rings(&journey), 1, "the button, and the card no more");
    type_char(&mut journey.window, "j");
    assert_eq!(count_full_rings(&journey), 1, "the card again");
    type_char(&mut journey.window, "v");
    type_char(&mut journey.window, "j");
    assert_eq!(count_full_rings(&journey), 1, "the cell");
    journey.tab_to(Role::Tab, "Portfolio");
    assert_eq!(
        count_full_rings(&journey),
        1,
        "the way to a screen, and the cell no more"
    );
}

#[test]
fn the_menu_of_what_has_the_focus_is_opened_walked_and_closed_by_keys() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let open = |journey: &GuiTest| journey.has_text(Role::MenuItem, "Move to");
    for table in [false, true] {
        if table {
            type_char(&mut journey.window, "v");
        }
        for by_menu_key in [false, true] {
            type_char(&mut journey.window, "j");
            let id = journey.app().pipeline.board().cursor.deal.clone();
            let before = id.clone().unwrap();
            if by_menu_key {
                journey.press_key(Key::Menu);
            } else {
                journey.press_key_with(egui::Modifiers::SHIFT, Key::F10);
            }
            assert!(open(&journey), "table {table}, by its own key {by_menu_key}");
            assert!(
                journey.announced_focus().starts_with("MenuItem"),
                "{}",
                journey.announced_focus()
            );
            journey.press_key(Key::Escape);
            assert!(!open(&journey));
            assert_eq!(
                journey.app().pipeline.board().cursor.deal,
                Some(before),
                "the focus stays"
            );
        }
    }
    // The menu acts on the focused card.
    type_char(&mut journey.window, "v");
    let id = crate::support::hand::focused_deal(journey.app());
    journey.press_key(Key::Menu);
    journey.press_key(Key::Enter);
    assert_eq!(
        journey
            .app()
            .pipeline
            .opened_deal()
            .map(|deal| deal.as_str().to_owned()),
        Some(id),
        "its first entry opens"
    );
}

#[test]
fn the_help_says_of_a_folded_column_what_cannot_be_done_key_by_key() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "z");
    type_char(&mut journey.window, "?");
    let reason = journey.rect_of(Role::Label, "Select a deal first");
    // Each action has its own row and key, and none is cut.
    let all = journey.elements_of(Role::Label);
    let mut under = reason;
    for name in ["Open – ", "Select – ", "Move to… – "] {
        let found = all.iter().find(|(label, place)| {
            label.starts_with(name)
                && place.top() >= under.bottom() - 1.0
                && (place.left() - reason.left()).abs() < 0.5
        });
        let (label, place) = found.unwrap_or_else(|| panic!("{name}: {all:?}"));
        assert!(!label.contains(", "), "{label}");
        under = *place;
    }
}

#[test]
fn a_key_that_stands_in_an_open_menu_presses_its_row_and_closes_it() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let open = |journey: &GuiTest| egui::Popup::is_any_open(&journey.window.ctx);
    let head = journey.rect_of(Role::Heading, "Screening");
    let place = head.left_top() + egui::vec2(60.0, 12.0);
    journey.press_at(place, egui::PointerButton::Secondary, egui::Modifiers::NONE);
    assert!(open(&journey));
    assert!(
        journey.has_text(Role::Heading, "Sort"),
        "what the last rows of it are for"
    );
    let focused = journey.app().pipeline.board().cursor.clone();
    type_char(&mut journey.window, "z");
    assert!(!open(&journey));
    assert!(journey.app().pipeline.board().folded.contains("screening"));
    assert_eq!(journey.app().pipeline.board().cursor.deal, focused.deal);
    // A key without an entry in the menu does nothing.
    journey.click(Role::Button, "Display");
    type_char(&mut journey.window, "n");
    assert!(open(&journey) && matches!(journey.app().cx.layer(), Layer::None));
}

/// Returns the highlighted status in the menu of a move.
fn highlighted_status(app: &App) -> Option<&str> {
    match app.cx.layer() {
        Layer::Menu(menu) => Some(&menu.statuses[menu.selected?]),
        other => panic!("{other:?}"),
    }
}

#[test]
fn letters_find_the_status_to_move_to() {
    let mut journey = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    let deal = focused_deal(journey.app());
    send_burst(&mut journey.window, &[Text("mclos")]);
    assert_eq!(highlighted_status(journey.app()), Some("closing"));
    assert!(painted_texts(&journey.window).contains(&("clos".to_owned(), true)));
    // Enter does nothing without a match, and neither does space, which is a letter of the search text here.
    send_burst(
        &mut journey.window,
        &[Press(Key::Space), Text(" zz"), Press(Key::Enter)],
    );
    assert_eq!(highlighted_status(journey.app()), None);
    assert!(journey.app().cx.snapshot().writes.is_empty());
    send_burst(&mut journey.window, &[Press(Key::Backspace); 7]);
    send_burst(
        &mut journey.window,
        &[Text("sans"), Press(Key::Space), Text(" suite"), Press(Key::Enter)],
    );
    journey.until("it is where the letters said", move |app| {
        displayed_status(app, &deal) == "lost"
    });
}

#[test]
fn letters_find_the_status_of_a_selection_and_of_a_cell() {
    let mut journey = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    send_burst(
        &mut journey.window,
        &[Text("V"), Press(Key::ArrowDown), Text("mclos")],
    );
    assert_eq!(highlighted_status(journey.app()), Some("closing"));
    send_burst(&mut journey.window, &[Press(Key::Escape), Press(Key::Escape)]);
    send_burst(&mut journey.window, &[Text("v"), Text("msans")]);
    assert_eq!(highlighted_status(journey.app()), Some("lost"));
}

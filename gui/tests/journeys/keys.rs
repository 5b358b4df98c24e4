//! Keyboard input: keys apply in the order in which they are pressed, and only one element has the focus.

use crate::support::InputPart::{Key as Press, Text};
use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::simulated_input::{displayed_status, focused_deal};
use crate::support::{CTRL, painted_texts, send_burst, type_char};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::app::App;
use encours_core::text::Lang;
use encours_core::theme::WindowTheme;
use encours_gui::theme::Theme;

/// Returns the names of the deals being created.
fn created_names(app: &App) -> Vec<String> {
    app.cx.snapshot().writes.iter().map(|write| write.label.clone()).collect()
}

/// Waits until a deal of a name is being created or exists.
fn wait_for_deal(test: &mut GuiTest, name: &'static str) {
    test.until("the deal is there under its whole name", move |app| {
        created_names(app).iter().any(|label| label == name)
            || app.cx.snapshot().deals.by_age().any(|row| row.name == name)
    });
}

#[test]
fn name_and_enter_in_one_frame_create_a_deal() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "n");
    send_burst(&mut test.window, &[Text("Tour Zénith, Brest"), Press(Key::Enter)]);
    assert!(matches!(test.app().cx.overlay(), Overlay::None));
    wait_for_deal(&mut test, "Tour Zénith, Brest");
}

#[test]
fn key_burst_in_one_frame_runs_in_order() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    // A move that an early `u` would undo.
    type_char(&mut test.window, "L");
    test.until("the move waits", |app| !app.cx.snapshot().writes.is_empty());
    let names_after = created_names(test.app());
    send_burst(&mut test.window, &[Text("nudge Hall u"), Press(Key::Enter), Text("?")]);
    // The first letter opened the form, the next ones were typed into it, and after Enter the last one was a key
    // again.
    assert!(matches!(test.app().cx.overlay(), Overlay::Help { .. }));
    wait_for_deal(&mut test, "udge Hall u");
    let still_created = created_names(test.app());
    assert!(
        names_after.iter().all(|label| still_created.contains(label)),
        "no write was undone: {still_created:?}"
    );
}

#[test]
fn undo_after_enter_undoes_and_is_not_typed() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "e");
    send_burst(&mut test.window, &[Text("Z. Nobody"), Press(Key::Enter), Text("u")]);
    assert!(matches!(test.app().cx.overlay(), Overlay::None));
    assert!(test.app().enabled(ActionId::Redo).is_ok(), "the edit was made, then undone");
    test.until("nothing is left of it", |app| {
        app.cx.snapshot().writes.is_empty()
            && !app.cx.snapshot().deals.by_age().any(|row| row.owner.contains("Nobody"))
    });
}

#[test]
fn filter_and_following_keys_work_in_one_frame() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    send_burst(&mut test.window, &[Text("/status:ic"), Press(Key::Enter), Text("j")]);
    assert_eq!(test.app().pipeline.board().filter, "status:ic");
    assert!(matches!(test.app().cx.overlay(), Overlay::None));
    send_burst(&mut test.window, &[Text("/x"), Press(Key::Escape), Text("?")]);
    assert_eq!(test.app().pipeline.board().filter, "status:ic", "Esc gives the typing up");
    assert!(matches!(test.app().cx.overlay(), Overlay::Help { .. }));
    send_burst(&mut test.window, &[Text("?")]);
    assert!(matches!(test.app().cx.overlay(), Overlay::None), "the key that opened help closes it");
}

#[test]
fn command_is_found_and_run_in_one_frame() {
    let mut test = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    test.window.key_press_modifiers(CTRL, Key::K);
    test.window.run();
    send_burst(&mut test.window, &[Text("langue"), Press(Key::Enter)]);
    assert_eq!(test.app().cx.lang(), Lang::En);
    send_burst(&mut test.window, &[Text("3")]);
    assert_eq!(test.app().cx.screen(), Screen::Portfolio);
}

#[test]
fn a_list_of_the_form_is_used_by_keyboard() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "n");
    send_burst(&mut test.window, &[Text("Halle Sud"), Press(Key::Tab), Press(Key::Space), Text(" ")]);
    let open = |test: &GuiTest| egui::Popup::is_any_open(&test.window.ctx);
    assert!(open(&test), "space opens the list");
    let status = |test: &GuiTest| match test.app().cx.overlay() {
        Overlay::Form(form) => form.value("status").to_owned(),
        other => panic!("{other:?}"),
    };
    let before = status(&test);
    test.window.key_press(Key::Escape);
    test.window.run();
    assert!(!open(&test) && status(&test) == before, "Esc closes the list alone");
    send_burst(&mut test.window, &[Press(Key::Space), Text(" ")]);
    test.window.key_press(Key::ArrowDown);
    test.window.run();
    test.window.key_press(Key::Enter);
    test.window.run();
    assert!(!open(&test));
    let after = status(&test);
    assert_ne!(after, before, "the next status was picked");
    assert!(test.window.get_by_role_and_label(Role::ComboBox, "Status").is_focused());
    test.window.key_press(Key::Enter);
    test.until("it is created with it", move |app| {
        let mut deals = app.cx.snapshot().deals.by_age();
        deals.any(|row| row.name == "Halle Sud" && row.status == after)
    });
}

#[test]
fn arrows_move_one_focus_and_stop_at_the_edge() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "g");
    for key in [Key::ArrowUp, Key::ArrowUp, Key::ArrowLeft, Key::ArrowLeft, Key::ArrowLeft] {
        test.window.key_press(key);
        test.window.run();
    }
    let roving = test.window.state().roving_focus();
    assert_eq!(test.window.ctx.memory(egui::Memory::focused), roving);
    let focused = test.app().pipeline.board().cursor.deal.clone();
    let is_collapsed = test.app().pipeline.board().collapsed.clone();
    test.window.key_press(Key::Enter);
    test.window.run();
    assert_eq!(test.app().cx.screen(), Screen::Deal, "Enter opens the card and presses nothing else");
    assert_eq!(test.app().pipeline.opened_deal().cloned(), focused);
    assert_eq!(test.app().pipeline.board().collapsed, is_collapsed);
}

#[test]
#[allow(
    clippy::redundant_closure_for_method_calls,
    reason = "the method is not general enough over lifetimes"
)]
fn tab_goes_round_everything_and_through_the_filter() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "g");
    test.window.key_press(Key::Enter);
    test.window.run();
    assert_eq!(test.app().cx.screen(), Screen::Deal);
    let mut names = Vec::new();
    for _ in 0..60 {
        test.window.key_press(Key::Tab);
        test.window.run();
        assert_eq!(test.app().cx.screen(), Screen::Deal, "Tab closes nothing: {names:?}");
        let focused = test.window.query_all_by(|node| node.is_focused()).next();
        names.extend(focused.and_then(|node| egui_kittest::kittest::NodeT::accesskit_node(&node).label()));
    }
    for name in ["Filter", "More actions", "Close", "Search or run"] {
        assert!(names.iter().any(|seen| seen.contains(name)), "{name} is reached: {names:?}");
    }
}

#[test]
fn escape_returns_from_a_deal_to_its_notification() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "4");
    test.until("the notifications are read", |app| app.inbox.unread_count(&app.cx) > 1);
    let mut met = false;
    for _ in 0..test.app().inbox.visible_notifications(&test.app().cx).len() {
        if test.app().inbox.deal_of_notification(&test.app().cx).is_some() {
            met = true;
            break;
        }
        type_char(&mut test.window, "j");
    }
    assert!(met, "one of them names a deal");
    let focus = test.app().inbox.focus.clone();
    test.window.key_press(Key::Enter);
    test.window.run();
    assert_eq!(test.app().cx.screen(), Screen::Deal);
    test.window.key_press(Key::Escape);
    test.window.run();
    assert_eq!(test.app().cx.screen(), Screen::Notifications);
    assert_eq!(test.app().inbox.focus, focus);
}

#[test]
fn deal_key_opens_the_focused_deal() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "2");
    let first = test.app().pipeline.opened_deal().cloned();
    test.window.key_press(Key::Escape);
    test.window.run();
    type_char(&mut test.window, "j");
    let focused = test.app().pipeline.board().cursor.deal.clone();
    assert_ne!(focused, first);
    type_char(&mut test.window, "2");
    assert_eq!(test.app().pipeline.opened_deal().cloned(), focused);
}

/// Returns whether a text is drawn.
fn is_text_drawn(test: &GuiTest, text: &str) -> bool {
    painted_texts(&test.window).iter().any(|(painted_text, _)| painted_text == text)
}

#[test]
fn form_footer_shows_the_keys_for_its_list() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    test.press_key_with(CTRL, Key::E);
    assert!(
        is_text_drawn(&test, "Space")
            && is_text_drawn(&test, "open the list")
            && is_text_drawn(&test, "Enter")
    );
    test.press_key(Key::Space);
    assert!(test.has_text(Role::ListBoxOption, "JSON"), "the list is open");
    assert!(is_text_drawn(&test, "choose") && !is_text_drawn(&test, "open the list"));
    test.press_key(Key::ArrowDown);
    test.press_key(Key::Enter);
    let Overlay::Form(form) = test.app().cx.overlay() else {
        panic!("Enter chose from the list and exported nothing")
    };
    assert_eq!(form.value("export-form"), "csv");
    assert!(is_text_drawn(&test, "open the list"));
}

/// Counts the complete focus rings.
fn count_full_rings(test: &GuiTest) -> usize {
    fn count_rings(shape: &egui::Shape, ring: egui::Stroke) -> usize {
        match shape {
            egui::Shape::Rect(rect) => usize::from(rect.stroke == ring),
            egui::Shape::Circle(circle) => usize::from(circle.stroke == ring),
            egui::Shape::Vec(shapes) => shapes.iter().map(|shape| count_rings(shape, ring)).sum(),
            _ => 0,
        }
    }
    let ring = Theme::new(WindowTheme::Light).focus_ring();
    let shapes = test.window.output().shapes.iter();
    shapes.map(|clipped| count_rings(&clipped.shape, ring)).sum()
}

#[test]
fn exactly_one_full_focus_ring_is_drawn() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "j");
    assert_eq!(count_full_rings(&test), 1, "the card");
    test.tab_to(Role::Button, "Collapse the column – Sourcing");
    assert_eq!(count_full_rings(&test), 1, "the button, and the card no more");
    type_char(&mut test.window, "j");
    assert_eq!(count_full_rings(&test), 1, "the card again");
    type_char(&mut test.window, "v");
    type_char(&mut test.window, "j");
    assert_eq!(count_full_rings(&test), 1, "the cell");
    test.tab_to(Role::Tab, "Portfolio");
    assert_eq!(count_full_rings(&test), 1, "the way to a screen, and the cell no more");
}

#[test]
fn menu_of_the_focused_item_works_by_keyboard() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let open = |test: &GuiTest| test.has_text(Role::MenuItem, "Move to");
    for table in [false, true] {
        if table {
            type_char(&mut test.window, "v");
        }
        for by_menu_key in [false, true] {
            type_char(&mut test.window, "j");
            let id = test.app().pipeline.board().cursor.deal.clone();
            let before = id.clone().unwrap();
            if by_menu_key {
                test.press_key(Key::Menu);
            } else {
                test.press_key_with(egui::Modifiers::SHIFT, Key::F10);
            }
            assert!(open(&test), "table {table}, by its own key {by_menu_key}");
            assert!(test.announced_focus().starts_with("MenuItem"), "{}", test.announced_focus());
            test.press_key(Key::Escape);
            assert!(!open(&test));
            assert_eq!(test.app().pipeline.board().cursor.deal, Some(before), "the focus stays");
        }
    }
    // The menu acts on the focused card.
    type_char(&mut test.window, "v");
    let id = crate::support::simulated_input::focused_deal(test.app());
    test.press_key(Key::Menu);
    test.press_key(Key::Enter);
    assert_eq!(
        test.app().pipeline.opened_deal().map(|deal| deal.as_str().to_owned()),
        Some(id),
        "its first entry opens"
    );
}

#[test]
fn help_lists_actions_unavailable_on_a_collapsed_column() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "z");
    type_char(&mut test.window, "?");
    let reason = test.rect_of(Role::Label, "Select a deal first");
    // Each action has its own row and key, and none is cut.
    let all = test.elements_of(Role::Label);
    let mut line_below = reason;
    for name in ["Open – ", "Select – ", "Move to… – "] {
        let found = all.iter().find(|(label, rect)| {
            label.starts_with(name)
                && rect.top() >= line_below.bottom() - 1.0
                && (rect.left() - reason.left()).abs() < 0.5
        });
        let (label, rect) = found.unwrap_or_else(|| panic!("{name}: {all:?}"));
        assert!(!label.contains(", "), "{label}");
        line_below = *rect;
    }
}

#[test]
fn shortcut_in_an_open_menu_runs_and_closes_it() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let open = |test: &GuiTest| egui::Popup::is_any_open(&test.window.ctx);
    let header = test.rect_of(Role::Heading, "Screening");
    let rect = header.left_top() + egui::vec2(60.0, 12.0);
    test.press_at(rect, egui::PointerButton::Secondary, egui::Modifiers::NONE);
    assert!(open(&test));
    assert!(test.has_text(Role::Heading, "Sort"), "what the last rows of it are for");
    let focused = test.app().pipeline.board().cursor.clone();
    type_char(&mut test.window, "z");
    assert!(!open(&test));
    assert!(test.app().pipeline.board().collapsed.contains("screening"));
    assert_eq!(test.app().pipeline.board().cursor.deal, focused.deal);
    // A key without an entry in the menu does nothing.
    test.click(Role::Button, "Display");
    type_char(&mut test.window, "n");
    assert!(open(&test) && matches!(test.app().cx.overlay(), Overlay::None));
}

/// Returns the highlighted status in the menu of a move.
fn highlighted_status(app: &App) -> Option<&str> {
    match app.cx.overlay() {
        Overlay::Menu(menu) => Some(&menu.statuses[menu.selected?]),
        other => panic!("{other:?}"),
    }
}

#[test]
fn letters_find_the_status_to_move_to() {
    let mut test = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    let deal = focused_deal(test.app());
    send_burst(&mut test.window, &[Text("mclos")]);
    assert_eq!(highlighted_status(test.app()), Some("closing"));
    assert!(painted_texts(&test.window).contains(&("clos".to_owned(), true)));
    // Enter does nothing without a match, and neither does space, which is a letter of the search text here.
    send_burst(&mut test.window, &[Press(Key::Space), Text(" zz"), Press(Key::Enter)]);
    assert_eq!(highlighted_status(test.app()), None);
    assert!(test.app().cx.snapshot().writes.is_empty());
    send_burst(&mut test.window, &[Press(Key::Backspace); 7]);
    send_burst(&mut test.window, &[Text("sans"), Press(Key::Space), Text(" suite"), Press(Key::Enter)]);
    test.until("it is where the letters said", move |app| displayed_status(app, &deal) == "lost");
}

#[test]
fn typed_letters_highlight_a_status_for_selection_and_cell() {
    let mut test = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    send_burst(&mut test.window, &[Text("V"), Press(Key::ArrowDown), Text("mclos")]);
    assert_eq!(highlighted_status(test.app()), Some("closing"));
    send_burst(&mut test.window, &[Press(Key::Escape), Press(Key::Escape)]);
    send_burst(&mut test.window, &[Text("v"), Text("msans")]);
    assert_eq!(highlighted_status(test.app()), Some("lost"));
}

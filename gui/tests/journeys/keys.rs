//! Keyboard input: keys apply in the order in which they are pressed, and only one element has the focus.

use crate::support::Burst::{Key as Press, Text};
use crate::support::hand::{focused, status};
use crate::support::real::{Journey, LONG};
use crate::support::{CTRL, burst, painted, press};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::app::App;
use encours_core::text::Lang;
use encours_core::theme::Theme;
use encours_gui::theme::Look;

/// Returns the names of the deals being created.
fn created(app: &App) -> Vec<String> {
    app.cx
        .snapshot()
        .writes
        .iter()
        .map(|write| write.label.clone())
        .collect()
}

/// Waits until a deal of a name is being created or exists.
fn until_there(journey: &mut Journey, name: &'static str) {
    journey.until("the deal is there under its whole name", move |app| {
        created(app).iter().any(|label| label == name)
            || app.cx.snapshot().deals.by_age().any(|row| row.name == name)
    });
}

#[test]
fn a_name_and_the_key_that_saves_it_may_come_in_one_frame() {
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey.window, "n");
    burst(
        &mut journey.window,
        &[Text("Tour Zénith, Brest"), Press(Key::Enter)],
    );
    assert!(matches!(journey.app().cx.layer(), Layer::None));
    until_there(&mut journey, "Tour Zénith, Brest");
}

#[test]
fn a_whole_creation_in_one_frame_is_done_in_its_order() {
    let mut journey = Journey::begin(Lang::En, LONG);
    // A move that an early `u` would undo.
    press(&mut journey.window, "L");
    journey.until("the move waits", |app| !app.cx.snapshot().writes.is_empty());
    let moved = created(journey.app());
    burst(
        &mut journey.window,
        &[Text("nudge Hall u"), Press(Key::Enter), Text("?")],
    );
    // The first letter opened the form, the next ones were typed into it, and after Enter the last one was a key
    // again.
    assert!(matches!(journey.app().cx.layer(), Layer::Help { .. }));
    until_there(&mut journey, "udge Hall u");
    let held = created(journey.app());
    assert!(
        moved.iter().all(|label| held.contains(label)),
        "no write was undone: {held:?}"
    );
}

#[test]
fn undo_after_enter_undoes_and_is_not_typed() {
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey.window, "e");
    burst(
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
    let mut journey = Journey::begin(Lang::En, LONG);
    burst(
        &mut journey.window,
        &[Text("/status:ic"), Press(Key::Enter), Text("j")],
    );
    assert_eq!(journey.app().pipeline.board().filter, "status:ic");
    assert!(matches!(journey.app().cx.layer(), Layer::None));
    burst(&mut journey.window, &[Text("/x"), Press(Key::Escape), Text("?")]);
    assert_eq!(
        journey.app().pipeline.board().filter,
        "status:ic",
        "Esc gives the typing up"
    );
    assert!(matches!(journey.app().cx.layer(), Layer::Help { .. }));
    burst(&mut journey.window, &[Text("?")]);
    assert!(
        matches!(journey.app().cx.layer(), Layer::None),
        "the key that opened help closes it"
    );
}

#[test]
fn a_command_is_found_and_run_in_one_frame() {
    let mut journey = Journey::begin(Lang::Fr, LONG);
    journey.window.key_press_modifiers(CTRL, Key::K);
    journey.window.run();
    burst(&mut journey.window, &[Text("langue"), Press(Key::Enter)]);
    assert_eq!(journey.app().cx.lang(), Lang::En);
    burst(&mut journey.window, &[Text("3")]);
    assert_eq!(journey.app().cx.screen(), Screen::Portfolio);
}

#[test]
fn a_list_of_the_form_is_used_by_keyboard() {
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey.window, "n");
    burst(
        &mut journey.window,
        &[Text("Halle Sud"), Press(Key::Tab), Press(Key::Space), Text(" ")],
    );
    let open = |journey: &Journey| egui::Popup::is_any_open(&journey.window.ctx);
    assert!(open(&journey), "space opens the list");
    let status = |journey: &Journey| match journey.app().cx.layer() {
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
    burst(&mut journey.window, &[Press(Key::Space), Text(" ")]);
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
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey.window, "g");
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
    let roving = journey.window.state().roving();
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
    assert_eq!(journey.app().pipeline.opened().cloned(), focused);
    assert_eq!(journey.app().pipeline.board().folded, folded);
}

#[test]
#[allow(
    clippy::redundant_closure_for_method_calls,
    reason = "the method is not general enough over lifetimes"
)]
fn tab_goes_round_everything_and_through_the_filter() {
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey.window, "g");
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
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey.window, "4");
    journey.until("the notifications are read", |app| app.inbox.unread(&app.cx) > 1);
    let mut met = false;
    for _ in 0..journey.app().inbox.shown_notifications(&journey.app().cx).len() {
        if journey
            .app()
            .inbox
            .deal_of_notification(&journey.app().cx)
            .is_some()
        {
            met = true;
            break;
        }
        press(&mut journey.window, "j");
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
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey.window, "2");
    let first = journey.app().pipeline.opened().cloned();
    journey.window.key_press(Key::Escape);
    journey.window.run();
    press(&mut journey.window, "j");
    let focused = journey.app().pipeline.board().cursor.deal.clone();
    assert_ne!(focused, first);
    press(&mut journey.window, "2");
    assert_eq!(journey.app().pipeline.opened().cloned(), focused);
}

/// Returns whether a text is drawn.
fn paints(journey: &Journey, text: &str) -> bool {
    painted(&journey.window).iter().any(|(said, _)| said == text)
}

#[test]
fn the_foot_of_a_form_says_which_keys_a_list_in_it_takes() {
    let mut journey = Journey::begin(Lang::En, LONG);
    journey.key_with(CTRL, Key::E);
    assert!(paints(&journey, "Space") && paints(&journey, "open the list") && paints(&journey, "Enter"));
    journey.key(Key::Space);
    assert!(journey.tells(Role::ListBoxOption, "JSON"), "the list is open");
    assert!(paints(&journey, "choose") && !paints(&journey, "open the list"));
    journey.key(Key::ArrowDown);
    journey.key(Key::Enter);
    let Layer::Form(form) = journey.app().cx.layer() else {
        panic!("Enter chose from the list and exported nothing")
    };
    assert_eq!(form.value("export-form"), "csv");
    assert!(paints(&journey, "open the list"));
}

/// Counts the complete focus rings.
fn full_marks(journey: &Journey) -> usize {
    fn count(shape: &egui::Shape, ring: egui::Stroke) -> usize {
        match shape {
            egui::Shape::Rect(rect) => usize::from(rect.stroke == ring),
            egui::Shape::Circle(circle) => usize::from(circle.stroke == ring),
            egui::Shape::Vec(shapes) => shapes.iter().map(|shape| count(shape, ring)).sum(),
            _ => 0,
        }
    }
    let ring = Look::new(Theme::Light).ring();
    let shapes = journey.window.output().shapes.iter();
    shapes.map(|clipped| count(&clipped.shape, ring)).sum()
}

#[test]
fn one_full_mark_alone_shows_where_the_next_key_goes() {
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey.window, "j");
    assert_eq!(full_marks(&journey), 1, "the card");
    journey.tab_to(Role::Button, "Fold the column – Sourcing");
    assert_eq!(full_marks(&journey), 1, "the button, and the card no more");
    press(&mut journey.window, "j");
    assert_eq!(full_marks(&journey), 1, "the card again");
    press(&mut journey.window, "v");
    press(&mut journey.window, "j");
    assert_eq!(full_marks(&journey), 1, "the cell");
    journey.tab_to(Role::Tab, "Portfolio");
    assert_eq!(
        full_marks(&journey),
        1,
        "the way to a screen, and the cell no more"
    );
}

#[test]
fn the_menu_of_what_has_the_focus_is_opened_walked_and_closed_by_keys() {
    let mut journey = Journey::begin(Lang::En, LONG);
    let open = |journey: &Journey| journey.tells(Role::MenuItem, "Move to");
    for table in [false, true] {
        if table {
            press(&mut journey.window, "v");
        }
        for by_menu_key in [false, true] {
            press(&mut journey.window, "j");
            let id = journey.app().pipeline.board().cursor.deal.clone();
            let before = id.clone().unwrap();
            if by_menu_key {
                journey.key(Key::Menu);
            } else {
                journey.key_with(egui::Modifiers::SHIFT, Key::F10);
            }
            assert!(open(&journey), "table {table}, by its own key {by_menu_key}");
            assert!(
                journey.told_of_focus().starts_with("MenuItem"),
                "{}",
                journey.told_of_focus()
            );
            journey.key(Key::Escape);
            assert!(!open(&journey));
            assert_eq!(
                journey.app().pipeline.board().cursor.deal,
                Some(before),
                "the focus stays"
            );
        }
    }
    // The menu acts on the focused card.
    press(&mut journey.window, "v");
    let id = crate::support::hand::focused(journey.app());
    journey.key(Key::Menu);
    journey.key(Key::Enter);
    assert_eq!(
        journey
            .app()
            .pipeline
            .opened()
            .map(|deal| deal.as_str().to_owned()),
        Some(id),
        "its first entry opens"
    );
}

#[test]
fn the_help_says_of_a_folded_column_what_cannot_be_done_key_by_key() {
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey.window, "z");
    press(&mut journey.window, "?");
    let reason = journey.place_of(Role::Label, "Select a deal first");
    // Each action has its own row and key, and none is cut.
    let all = journey.all(Role::Label);
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
    let mut journey = Journey::begin(Lang::En, LONG);
    let open = |journey: &Journey| egui::Popup::is_any_open(&journey.window.ctx);
    let head = journey.place_of(Role::Heading, "Screening");
    let place = head.left_top() + egui::vec2(60.0, 12.0);
    journey.press_at(place, egui::PointerButton::Secondary, egui::Modifiers::NONE);
    assert!(open(&journey));
    assert!(
        journey.tells(Role::Heading, "Sort"),
        "what the last rows of it are for"
    );
    let focused = journey.app().pipeline.board().cursor.clone();
    press(&mut journey.window, "z");
    assert!(!open(&journey));
    assert!(journey.app().pipeline.board().folded.contains("screening"));
    assert_eq!(journey.app().pipeline.board().cursor.deal, focused.deal);
    // A key without an entry in the menu does nothing.
    journey.click(Role::Button, "Display");
    press(&mut journey.window, "n");
    assert!(open(&journey) && matches!(journey.app().cx.layer(), Layer::None));
}

/// Returns the highlighted status in the menu of a move.
fn meant(app: &App) -> Option<&str> {
    match app.cx.layer() {
        Layer::Menu(menu) => Some(&menu.statuses[menu.selected?]),
        other => panic!("{other:?}"),
    }
}

#[test]
fn letters_find_the_status_to_move_to() {
    let mut journey = Journey::begin(Lang::Fr, LONG);
    let deal = focused(journey.app());
    burst(&mut journey.window, &[Text("mclos")]);
    assert_eq!(meant(journey.app()), Some("closing"));
    assert!(painted(&journey.window).contains(&("clos".to_owned(), true)));
    // Enter does nothing without a match, and neither does space, which is a letter of the search text here.
    burst(
        &mut journey.window,
        &[Press(Key::Space), Text(" zz"), Press(Key::Enter)],
    );
    assert_eq!(meant(journey.app()), None);
    assert!(journey.app().cx.snapshot().writes.is_empty());
    burst(&mut journey.window, &[Press(Key::Backspace); 7]);
    burst(
        &mut journey.window,
        &[Text("sans"), Press(Key::Space), Text(" suite"), Press(Key::Enter)],
    );
    journey.until("it is where the letters said", move |app| {
        status(app, &deal) == "lost"
    });
}

#[test]
fn letters_find_the_status_of_a_selection_and_of_a_cell() {
    let mut journey = Journey::begin(Lang::Fr, LONG);
    burst(
        &mut journey.window,
        &[Text("V"), Press(Key::ArrowDown), Text("mclos")],
    );
    assert_eq!(meant(journey.app()), Some("closing"));
    burst(&mut journey.window, &[Press(Key::Escape), Press(Key::Escape)]);
    burst(&mut journey.window, &[Text("v"), Text("msans")]);
    assert_eq!(meant(journey.app()), Some("lost"));
}

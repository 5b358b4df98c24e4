//! Tests of the letter search in the status menu.

use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::key::{Key, KeyCode};
use crate::shell::testing::*;

fn type_letters(app: &mut App, text: &str) {
    for letter in text.chars() {
        assert!(search_menu(app, Key::char(letter)), "{letter}");
    }
}

fn selected_status(app: &App) -> Option<&str> {
    match app.cx.overlay() {
        Overlay::Menu(menu) => Some(menu.statuses[menu.selected?].as_str()),
        _ => None,
    }
}

#[test]
fn menu_search_finds_a_status_by_name_or_code() {
    let mut app = app();
    run(&mut app, &[A::MoveTo]);
    type_letters(&mut app, "comite");
    assert_eq!(selected_status(&app), Some("ic"), "accents are ignored");
    run(&mut app, &[A::Back, A::MoveTo]);
    type_letters(&mut app, "lost");
    assert_eq!(selected_status(&app), Some("lost"), "a code");
    let effects = run(&mut app, &[A::Open]);
    assert_eq!(sent_updates(&effects)[0].1, "\"lost\"");
}

#[test]
fn enter_without_a_menu_match_reports_no_status() {
    let mut app = app();
    run(&mut app, &[A::MoveTo]);
    type_letters(&mut app, "xyz");
    assert_eq!(run(&mut app, &[A::Open]), []);
    assert!(matches!(app.cx.overlay(), Overlay::Menu(_)), "the menu stays");
    let reason = crate::foundation::input::disabled_reason::DisabledReason::NoStatusChosen.key();
    assert!(app.cx.toasts().last().unwrap().content.disabled_reason() == Some(reason));
    // After deleting the text, or moving with the arrow keys, a status can be chosen.
    for _ in 0..3 {
        assert!(search_menu(&mut app, Key::plain(KeyCode::Backspace)));
    }
    assert!(!search_menu(&mut app, Key::plain(KeyCode::Backspace)), "the search text is empty");
    run(&mut app, &[A::FocusDown]);
    assert!(selected_status(&app).is_some());
}

#[test]
fn keys_that_act_are_letters_once_something_is_typed() {
    let mut app = app();
    run(&mut app, &[A::MoveTo]);
    assert!(!search_menu(&mut app, Key::char('j')));
    type_letters(&mut app, "s");
    assert!(search_menu(&mut app, Key::char('j')));
    assert_eq!(selected_status(&app), None, "no status matches");
    assert!(!search_menu(&mut app, Key::char('s').with_ctrl()));
}

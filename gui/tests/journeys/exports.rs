//! Exports from screen headers and from the selection bar, by mouse and by keyboard.

use std::path::PathBuf;

use super::portfolio::portfolio;
use crate::support::real::{Journey, LONG};
use crate::support::{CTRL, press};
use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton};
use egui_kittest::kittest::Queryable as _;
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::cx::toast_kind::ToastKind;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::text::{Lang, Words};

/// Returns the path in the open export form.
fn file_of(journey: &Journey) -> PathBuf {
    let Layer::Form(form) = journey.app().cx.layer() else {
        panic!("no form")
    };
    PathBuf::from(form.value("export-path"))
}

/// Clicks the last button of a name, because overlays are drawn last.
fn confirm(journey: &mut Journey, name: &str) {
    let buttons = journey.window.query_all_by_role_and_label(Role::Button, name);
    buttons.last().unwrap().click();
    journey.window.run();
}

/// Exports to a file by keyboard and returns the file's contents.
#[track_caller]
fn exported(journey: &mut Journey, name: &str) -> Vec<u8> {
    let path = journey.place().join(name);
    journey.tab_to(Role::TextInput, "File");
    journey.key_with(CTRL, Key::A);
    press(&mut journey.window, &path.display().to_string());
    journey.key(Key::Enter);
    let wanted = path.clone();
    journey.until("the file is there", move |_| wanted.exists());
    journey.until("the form is closed", |app| matches!(app.cx.layer(), Layer::None));
    std::fs::read(path).unwrap()
}

#[test]
fn what_a_screen_lists_is_exported_from_its_head_by_mouse() {
    for lang in Lang::ALL {
        let export = Words::new(lang).get(ActionId::Export.spec().label_key);
        let tasks = match lang {
            Lang::Fr => "encours-taches-",
            Lang::En => "encours-tasks-",
        };
        for (key, file) in [("5", tasks), ("7", "encours-operations-")] {
            let mut journey = Journey::begin(lang, LONG);
            press(&mut journey.window, key);
            if key == "7" {
                journey.key(Key::Enter);
            }
            journey.until("there is something to export", |app| {
                app.enabled(ActionId::Export).is_ok()
            });
            let place = journey.place_of(Role::Button, &export).center();
            journey.press_at(place, PointerButton::Primary, egui::Modifiers::NONE);
            let path = file_of(&journey);
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            assert!(name.starts_with(file), "{lang:?}: {name}");
            confirm(&mut journey, &Words::new(lang).get("button-export"));
            journey.until("the file is there", move |_| path.exists());
        }
    }
}

#[test]
fn what_is_selected_is_exported_alone_from_its_bar() {
    for (lang, table) in [(Lang::En, false), (Lang::Fr, true)] {
        let mut journey = Journey::begin(lang, LONG);
        if table {
            press(&mut journey.window, "v");
        }
        press(&mut journey.window, "g");
        for _ in 0..2 {
            press(&mut journey.window, " ");
            journey.key(Key::ArrowDown);
        }
        let ids: Vec<String> = journey
            .app()
            .selected_rows()
            .iter()
            .map(|row| row.id.to_owned())
            .collect();
        assert_eq!(ids.len(), 2);
        let button = Words::new(lang).get("bar-export");
        journey.click(Role::Button, &button);
        let Layer::Form(form) = journey.app().cx.layer() else {
            panic!("no form")
        };
        let title = encours_core::app::changes::forms::view::form(journey.app(), form).title;
        assert_eq!(title, Words::new(lang).get("form-export-selected-title"));
        let path = file_of(&journey).with_extension("json");
        journey.tab_to(Role::TextInput, &Words::new(lang).get("field-export-path"));
        journey.key_with(crate::support::CTRL, Key::A);
        press(&mut journey.window, &path.display().to_string());
        journey.key(Key::Enter);
        let wanted = path.clone();
        journey.until("the file is there", move |_| wanted.exists());
        let text = std::fs::read_to_string(path).unwrap();
        for row in journey.app().cx.snapshot().deals.rows() {
            let selected = ids.iter().any(|id| id == row.id);
            assert_eq!(
                text.contains(row.id),
                selected,
                "{lang:?}: {} of {ids:?}",
                row.name
            );
        }
    }
}

#[test]
fn the_board_is_exported_by_keyboard() {
    let mut journey = Journey::begin(Lang::En, LONG);
    journey.key_with(CTRL, Key::E);
    let sheet = exported(&mut journey, "board.xlsx");
    assert!(
        sheet.starts_with(b"PK") && sheet.len() > 2_000,
        "{} bytes",
        sheet.len()
    );
    assert!(
        journey
            .app()
            .cx
            .toasts()
            .iter()
            .any(|toast| format!("{:?}", toast.kind).contains("Exported"))
    );
    // The toast opens the file. If that fails, a message says so and keeps the path.
    let place = journey.place().to_owned();
    for (button, wanted) in [("Open folder", place.clone()), ("Open", place.join("board.xlsx"))] {
        journey
            .window
            .query_by_role_and_label(Role::Button, button)
            .unwrap()
            .click();
        let wanted = wanted.display().to_string();
        journey.until("it is asked to be opened", move |app| {
            app.cx
                .toasts()
                .iter()
                .any(|toast| matches!(&toast.kind, ToastKind::OpenFailed { path, .. } if *path == wanted))
        });
    }
    // An existing file is replaced only after a confirmation.
    journey.key_with(CTRL, Key::E);
    journey.tab_to(Role::TextInput, "File");
    journey.key_with(CTRL, Key::A);
    let path = journey.place().join("board.xlsx").display().to_string();
    press(&mut journey.window, &path);
    journey.key(Key::Enter);
    journey.until(
        "it is asked again",
        |app| matches!(app.cx.layer(), Layer::Form(form) if form.error.is_some()),
    );
}

#[test]
fn the_portfolio_is_exported_as_a_page_by_mouse() {
    let mut journey = portfolio();
    journey.click(Role::Button, "Export");
    let file = file_of(&journey);
    confirm(&mut journey, "Export");
    let wanted = file.clone();
    journey.until("the file is there", move |_| wanted.exists());
    let bytes = std::fs::read(&file).unwrap();
    assert!(bytes.len() > 1_000, "{}: {} bytes", file.display(), bytes.len());
}

#[test]
fn the_page_and_the_log_of_writes_are_exported_by_keyboard_alone() {
    let mut journey = Journey::begin(Lang::En, LONG);
    press(&mut journey.window, "3");
    journey.until("the portfolio is read", |app| {
        app.cx.snapshot().portfolio.value.is_some()
    });
    journey.key_with(CTRL, Key::E);
    let page = file_of(&journey);
    journey.key(Key::Enter);
    journey.until("the page is there", move |_| page.exists());
    press(&mut journey.window, "8");
    journey.key_with(CTRL, Key::E);
    let log = file_of(&journey);
    journey.key(Key::Enter);
    journey.until("the log is there", move |_| log.exists());
}

#[test]
fn the_log_of_writes_is_exported_by_mouse_alone() {
    let mut journey = Journey::begin(Lang::En, LONG);
    let tab = journey.place_of(Role::Tab, "Activity").center();
    journey.press_at(tab, PointerButton::Primary, Modifiers::NONE);
    let export = journey.place_of(Role::Button, "Export").center();
    journey.press_at(export, PointerButton::Primary, Modifiers::NONE);
    let log = file_of(&journey);
    confirm(&mut journey, "Export");
    journey.until("the log is there", move |_| log.exists());
}

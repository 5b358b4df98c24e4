//! What is shown is exported from where it is shown: the heads of the screens, the bar of what is selected.

use std::path::PathBuf;

use crate::support::press;
use crate::support::real::{Journey, LONG};
use egui::accesskit::Role;
use egui::{Key, PointerButton};
use egui_kittest::kittest::Queryable as _;
use encours_core::app::{ActionId, Layer};
use encours_core::view::text::{Lang, Words};

/// The file that the open form would write.
fn file_of(journey: &Journey) -> PathBuf {
    let Layer::Form(form) = journey.app().layer() else {
        panic!("no form")
    };
    PathBuf::from(form.value("export-path"))
}

/// Presses the last of the buttons of a name: what lies over the screen is drawn last.
fn confirm(journey: &mut Journey, name: &str) {
    let buttons = journey.window.query_all_by_role_and_label(Role::Button, name);
    buttons.last().unwrap().click();
    journey.window.run();
}

#[test]
fn what_a_screen_lists_is_exported_from_its_head_by_mouse() {
    for lang in Lang::ALL {
        let export = Words::new(lang).get(ActionId::Export.spec().label_key);
        for (key, file) in [("5", "encours-tasks-"), ("7", "encours-operations-")] {
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
        let Layer::Form(form) = journey.app().layer() else {
            panic!("no form")
        };
        let title = encours_core::view::layers::form(journey.app(), form).title;
        assert_eq!(title, Words::new(lang).get("form-export-selected-title"));
        let path = file_of(&journey).with_extension("json");
        journey.tab_to(Role::TextInput, &Words::new(lang).get("field-export-path"));
        journey.key_with(crate::support::CTRL, Key::A);
        press(&mut journey.window, &path.display().to_string());
        journey.key(Key::Enter);
        let wanted = path.clone();
        journey.until("the file is there", move |_| wanted.exists());
        let text = std::fs::read_to_string(path).unwrap();
        for row in journey.app().snapshot().deals.rows() {
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

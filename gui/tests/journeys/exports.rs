//! Exports from screen headers and from the selection bar, by mouse and by keyboard.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::portfolio::open_portfolio;
use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::{CTRL, type_char};
use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton};
use egui_kittest::kittest::Queryable as _;
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::action::Action;
use encours_core::text::{Lang, Messages};

/// Returns the path in the open export form.
fn export_path(test: &GuiTest) -> PathBuf {
    let Overlay::Form(form) = test.app().cx.overlay() else { panic!("no form") };
    PathBuf::from(form.value("export-path"))
}

/// Clicks the last button of a name, because overlays are drawn last.
fn click_last_button(test: &mut GuiTest, name: &str) {
    let buttons = test.window.query_all_by_role_and_label(Role::Button, name);
    buttons.last().unwrap().click();
    test.window.run();
}

/// Exports to a file by keyboard and returns the file's contents.
#[track_caller]
fn export_file(test: &mut GuiTest, name: &str) -> Vec<u8> {
    let path = test.data_dir().join(name);
    test.tab_to(Role::TextInput, "File");
    test.press_key_with(CTRL, Key::A);
    type_char(&mut test.window, &path.display().to_string());
    test.press_key(Key::Enter);
    let expected = path.clone();
    test.until("the file is there", move |_| expected.exists());
    test.until("the form is closed", |app| matches!(app.cx.overlay(), Overlay::None));
    std::fs::read(path).unwrap()
}

#[test]
fn lists_are_exported_from_the_screen_header() {
    for lang in Lang::ALL {
        let export = Messages::new(lang).get(ActionId::Export.spec().label_key);
        let tasks = match lang {
            Lang::Fr => "encours-taches-",
            Lang::En => "encours-tasks-",
        };
        for (key, file) in [("5", tasks), ("7", "encours-operations-")] {
            let mut test = GuiTest::start(lang, LONG_UNDO_DELAY);
            type_char(&mut test.window, key);
            if key == "7" {
                test.press_key(Key::Enter);
            }
            test.until("there is something to export", |app| app.enabled(ActionId::Export).is_ok());
            let rect = test.rect_of(Role::Button, &export).center();
            test.press_at(rect, PointerButton::Primary, egui::Modifiers::NONE);
            let path = export_path(&test);
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            assert!(name.starts_with(file), "{lang:?}: {name}");
            click_last_button(&mut test, &Messages::new(lang).get("button-export"));
            test.until("the file is there", move |_| path.exists());
        }
    }
}

#[test]
fn selection_bar_exports_only_selected_deals() {
    for (lang, table) in [(Lang::En, false), (Lang::Fr, true)] {
        let mut test = GuiTest::start(lang, LONG_UNDO_DELAY);
        if table {
            type_char(&mut test.window, "v");
        }
        type_char(&mut test.window, "g");
        for _ in 0..2 {
            type_char(&mut test.window, " ");
            test.press_key(Key::ArrowDown);
        }
        let ids: Vec<String> = test.app().selected_rows().iter().map(|row| row.id.to_owned()).collect();
        assert_eq!(ids.len(), 2);
        let button = Messages::new(lang).get("bar-export");
        test.click(Role::Button, &button);
        let Overlay::Form(form) = test.app().cx.overlay() else { panic!("no form") };
        let title = encours_core::app::changes::forms::view::form_view(test.app(), form).title;
        assert_eq!(title, Messages::new(lang).get("form-export-selected-title"));
        let path = export_path(&test).with_extension("json");
        test.tab_to(Role::TextInput, &Messages::new(lang).get("field-export-path"));
        test.press_key_with(crate::support::CTRL, Key::A);
        type_char(&mut test.window, &path.display().to_string());
        test.press_key(Key::Enter);
        let expected = path.clone();
        test.until("the file is there", move |_| expected.exists());
        let text = std::fs::read_to_string(path).unwrap();
        for row in test.app().cx.snapshot().deals.rows() {
            let selected = ids.iter().any(|id| id == row.id);
            assert_eq!(text.contains(row.id), selected, "{lang:?}: {} of {ids:?}", row.name);
        }
    }
}

#[test]
fn the_board_is_exported_by_keyboard() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    test.press_key_with(CTRL, Key::E);
    let worksheet = export_file(&mut test, "board.xlsx");
    assert!(worksheet.starts_with(b"PK") && worksheet.len() > 2_000, "{} bytes", worksheet.len());
    assert!(test.app().cx.toasts().iter().any(|toast| toast.content.is_variant_of("exported")));
    // The toast opens the file. If that fails, a message says so and keeps the path.
    let export_dir = test.data_dir().to_owned();
    for (button, expected) in [("Open folder", export_dir.clone()), ("Open", export_dir.join("board.xlsx"))] {
        test.window.query_by_role_and_label(Role::Button, button).unwrap().click();
        let expected = expected.display().to_string();
        test.until("it is asked to be opened", move |app| {
            app.cx
                .toasts()
                .iter()
                .any(|toast| toast.content.is_variant_of("open-failed") && toast.content.subject == expected)
        });
    }
    // An existing file is replaced only after a confirmation.
    test.press_key_with(CTRL, Key::E);
    test.tab_to(Role::TextInput, "File");
    test.press_key_with(CTRL, Key::A);
    let path = test.data_dir().join("board.xlsx").display().to_string();
    type_char(&mut test.window, &path);
    test.press_key(Key::Enter);
    test.until(
        "it is asked again",
        |app| matches!(app.cx.overlay(), Overlay::Form(form) if form.error.is_some()),
    );
}

#[test]
fn the_portfolio_is_exported_as_a_page_by_mouse() {
    let mut test = open_portfolio();
    test.click(Role::Button, "Export");
    let file = export_path(&test);
    click_last_button(&mut test, "Export");
    let expected = file.clone();
    test.until("the file is there", move |_| expected.exists());
    let bytes = std::fs::read(&file).unwrap();
    assert!(bytes.len() > 1_000, "{}: {} bytes", file.display(), bytes.len());
}

#[test]
fn report_and_journal_are_exported_by_keyboard() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "3");
    test.until("the portfolio is read", |app| app.cx.snapshot().portfolio.value.is_some());
    test.press_key_with(CTRL, Key::E);
    let path = export_path(&test);
    test.press_key(Key::Enter);
    test.until("the page is there", move |_| path.exists());
    type_char(&mut test.window, "8");
    test.press_key_with(CTRL, Key::E);
    let log = export_path(&test);
    test.press_key(Key::Enter);
    test.until("the log is there", move |_| log.exists());
}

#[test]
fn the_log_of_writes_is_exported_by_mouse_alone() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let tab = test.rect_of(Role::Tab, "Activity").center();
    test.press_at(tab, PointerButton::Primary, Modifiers::NONE);
    let export = test.rect_of(Role::Button, "Export").center();
    test.press_at(export, PointerButton::Primary, Modifiers::NONE);
    let log = export_path(&test);
    click_last_button(&mut test, "Export");
    test.until("the log is there", move |_| log.exists());
}

#[test]
fn pack_of_the_selection_has_a_page_for_each_deal() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "v");
    type_char(&mut test.window, " ");
    let name = test.app().selected_rows()[0].name.to_owned();
    test.window.state_mut().run_action(Action::Run(ActionId::CommitteePack));
    test.window.run();
    let text = String::from_utf8(export_file(&mut test, "pack.md")).unwrap();
    assert!(text.starts_with("# Committee pack\n\n## 1 deal\n"), "{text}");
    assert!(
        text.contains(&format!("# {}", name.replace('&', "\\&"))) && text.contains("## Sources"),
        "{text}"
    );
    assert_eq!(text.lines().filter(|line| line.starts_with("# ")).count(), 2);
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("only the path is read".to_owned())
    }
}

#[test]
fn dropped_spreadsheet_opens_its_columns() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let path = test.data_dir().join("deals.csv");
    std::fs::write(&path, "nom;statut\nNeuf;ic\n").unwrap();
    let hovered = egui::HoveredFile { path: Some(path.clone()), ..Default::default() };
    test.window.input_mut().hovered_files = vec![hovered];
    test.window.step();
    test.window.input_mut().hovered_files.clear();
    test.window.input_mut().dropped_files = vec![Arc::new(Dropped(path))];
    test.window.step();
    test.until(
        "the columns are shown",
        |app| matches!(app.cx.overlay(), Overlay::Form(form) if form.value("status") == "statut"),
    );
}

//! Settings and the filter of the tasks in the terminal.

use std::path::Path;

use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::cx::output::FrontEndRequest;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::shell::app::App;
use encours_core::app::tools::settings::settings::SettingsRead;
use encours_core::config::{Environment, change_setting, setting_values};
use encours_core::model::resources::resource_kind::ResourceKind;
use encours_core::text::Lang;
use encours_tui::terminal::Frontend;

use crate::support::service::LiveFrontend;
use crate::support::{now, picture, plain, press, zone};

/// Carries out the requests like the event loop, on a real file.
fn serve(frontend: &mut Frontend, path: &Path) {
    for request in frontend.take_requests() {
        let FrontEndRequest::Settings(edit) = request else { continue };
        let options = frontend.app().cx.options().clone();
        let changed = change_setting(path, edit.as_ref(), Lang::En, |_| Ok(options.clone()));
        let read = changed.map(|(file, options)| SettingsRead {
            values: setting_values(&file, &Environment::default()),
            options: Box::new(options),
            rules: file.rule_config(),
        });
        let read = read.map_err(|error| error.text(Lang::En, ToString::to_string));
        frontend.on_settings(edit.as_ref(), read);
    }
}

#[test]
fn setting_is_edited_in_its_line_and_errors_stay_there() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("config.toml");
    std::fs::write(&path, "[settings]\nhistory_days = 30 # short\n").unwrap();
    let mut options = Options::new(Lang::En, Keymap::defaults(FrontEnd::Terminal).unwrap(), zone());
    options.config_file = Some(path.display().to_string());
    let mut frontend = Frontend::new(App::new(options, now()), plain(), (100, 32));
    press(&mut frontend, ",");
    serve(&mut frontend, &path);
    let screen = picture(&mut frontend);
    assert!(screen.contains("Days of history") && screen.contains("30 · config.toml"), "{screen}");
    press(&mut frontend, "jjjjjjjjj<enter>");
    let screen = picture(&mut frontend);
    let line = screen.lines().find(|line| line.contains("Days of history")).unwrap();
    assert!(line.contains("30") && !line.contains("config.toml"), "{line}");
    press(&mut frontend, "x<enter>");
    serve(&mut frontend, &path);
    let screen = picture(&mut frontend);
    assert!(screen.contains("Not a valid value") && screen.contains("30x"), "{screen}");
    press(&mut frontend, "<backspace>5<enter>");
    serve(&mut frontend, &path);
    let screen = picture(&mut frontend);
    assert!(screen.contains("305 · config.toml"), "{screen}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "[settings]\nhistory_days = 305 # short\n");
    press(&mut frontend, "<esc>u");
    serve(&mut frontend, &path);
    assert!(std::fs::read_to_string(&path).unwrap().contains("= 30 # short"));
}

#[test]
fn tasks_are_filtered_sorted_and_open_their_deal() {
    let mut service = LiveFrontend::new(Lang::En, (120, 40));
    service.press("5");
    service.list(ResourceKind::Tasks);
    service.press("/notaire<enter>");
    let screen = service.picture();
    assert!(screen.contains("shown · notaire"), "{screen}");
    service.press("s");
    assert!(service.picture().contains("by priority"), "{}", service.picture());
    service.press("<backspace>");
    assert!(!service.picture().contains("shown"), "{}", service.picture());
    let task = service.frontend.app().tasks.focused_task().unwrap().name().unwrap();
    let deal = task.split_once(" – ").unwrap().1.to_owned();
    service.press("<enter>");
    let app = service.frontend.app();
    assert_eq!(app.pipeline.opened_row(&app.cx).unwrap().name, deal);
}

//! Settings in the window: a value is changed in a form, applies at once, and a wrong one stays with its reason.

use std::time::Duration;

use clap::Parser as _;
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::cx::overlay_types::ThemeChoice;
use encours_core::config::Environment;
use encours_core::text::Lang;
use encours_gui::args::Args;
use encours_gui::launch_options::read_settings;

use crate::support::InputPart::Text;
use crate::support::real_engine::GuiTest;
use crate::support::{send_burst, type_char};
use egui::Key;
use egui::accesskit::Role;

#[test]
fn changed_setting_applies_at_once_and_a_wrong_one_stays() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("config.toml");
    std::fs::write(&path, "[settings]\ntheme = \"light\" # bright\n").unwrap();
    let mut test = GuiTest::start(Lang::En, Duration::ZERO)
        .reopen_with(|options| options.config_file = Some("config.toml".into()));
    let args = Args::parse_from(["encours-desktop", "--config-dir", &dir.path().display().to_string()]);
    let read = move |edit: Option<&_>, lang| read_settings(&args, &Environment::default(), edit, lang);
    test.window.state_mut().set_settings_file(read);
    type_char(&mut test.window, ",");
    for key in [Key::ArrowDown, Key::ArrowDown, Key::ArrowDown, Key::Enter] {
        test.press_key(key);
    }
    assert!(matches!(test.app().cx.overlay(), Overlay::Form(_)), "{:?}", test.app().cx.overlay());
    test.click(Role::ComboBox, "Value");
    test.click(Role::ListBoxOption, "dark");
    test.press_key(Key::Enter);
    test.window.run();
    assert_eq!(test.app().cx.options().theme, ThemeChoice::Dark);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "[settings]\ntheme = \"dark\" # bright\n");
    for key in [Key::ArrowDown, Key::Enter] {
        test.press_key(key);
    }
    send_burst(&mut test.window, &[Text("#12")]);
    test.press_key(Key::Enter);
    test.window.run();
    let Overlay::Form(form) = test.app().cx.overlay() else { panic!("{:?}", test.app().cx.overlay()) };
    assert_eq!(form.fields[0].text(), "#12");
    assert!(form.has_error());
}

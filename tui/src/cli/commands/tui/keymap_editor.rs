//! Lets the user edit `config.toml` from the help screen, at the keys of an action.
//!
//! A change is saved only if the file parses and all its keys are valid; it applies at once. A rejected text is
//! offered again for correction.

use std::path::PathBuf;

use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::input::commands::{ACTIONS, ActionId};
use encours_core::app::foundation::input::context::Context;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::shell::app::App;
use encours_core::app::tools::settings::settings::SettingsRead;
use encours_core::config::{self, ConfigFile, Environment, edit};
use encours_core::vocabulary::setting::SettingEdit;

use crate::cli::failure::from_config;
use crate::cli::prelude::*;
use crate::cli::report::message;
use crate::terminal::{KeyFile, KeyText};

/// Header of the key table in the file.
const TABLE_HEADER: &str = "[settings.keys]";

/// Builds the options that follow from a configuration.
type BuildOptions = Box<dyn Fn(&ConfigFile) -> Result<Options, Error> + Send>;

/// Configuration file of the user who edits keys or settings.
pub(super) struct ConfigKeyFile {
    path: PathBuf,
    env: Environment,
    /// Builds the options that follow from a configuration.
    options: BuildOptions,
    /// Last text that was rejected.
    rejected_text: Option<String>,
}

impl ConfigKeyFile {
    pub(super) fn new(path: PathBuf, env: Environment, options: BuildOptions) -> Self {
        Self { path, env, options, rejected_text: None }
    }
}

impl KeyFile for ConfigKeyFile {
    fn settings(&mut self, edit: Option<&SettingEdit>, lang: Lang) -> Result<SettingsRead, String> {
        let text = |error: &Error| message(error, Messages::new(lang));
        let check = |file: &ConfigFile| (self.options)(file).map_err(|error| text(&error));
        let changed = config::change_setting(&self.path, edit, lang, check);
        let (file, options) = changed.map_err(|error| error.text(lang, |error| text(&from_config(error))))?;
        let (values, rules) = (config::setting_values(&file, &self.env), file.rule_config());
        Ok(SettingsRead { values, options: Box::new(options), rules })
    }

    fn text(&mut self, action: Option<ActionId>, app: &App) -> Result<KeyText, String> {
        let text = match self.rejected_text.clone() {
            Some(text) => text,
            None => config::read_text(&self.path)
                .map_err(|error| message(&from_config(&error), Messages::new(app.cx.lang())))?
                .unwrap_or_default(),
        };
        let key_text = open_at_keys(text.trim_start_matches('\u{feff}').to_owned(), action, app);
        Ok(KeyText { text: edit::with_line_ends_of(&text, &key_text.text), ..key_text })
    }

    fn save(&mut self, text: &str, lang: Lang) -> Result<Keymap, String> {
        let result = self.check(text, lang).and_then(|keymap| {
            edit::replace_text(&self.path, text)
                .map(|()| keymap)
                .map_err(|error| message(&from_config(&error), Messages::new(lang)))
        });
        self.rejected_text = result.is_err().then(|| text.to_owned());
        result
    }
}

impl ConfigKeyFile {
    fn check(&self, text: &str, lang: Lang) -> Result<Keymap, String> {
        let file = ConfigFile::parse(&self.path, text)
            .map_err(|error| message(&from_config(&error), Messages::new(lang)))?;
        Keymap::with_custom(FrontEnd::Terminal, &file.settings().keys)
            .map_err(|error| super::keymap_error_text(&file, lang, &error))
    }
}

/// Returns the text with the line to open: the action's own keys, else the key table.
///
/// Without own keys, the current ones are inserted as comments.
fn open_at_keys(text: String, action: Option<ActionId>, app: &App) -> KeyText {
    let context = app.table.help_context(&app.cx);
    // An unparsable file opens at its beginning, so that the user sees the error.
    if let Ok(file) = ConfigFile::parse("".as_ref(), &text) {
        let name = action.map(|action| action.spec().name);
        let lines = name.map_or_else(Vec::new, |name| file.lines_of_keys(&key_names(name, context)));
        if let Some(line) = lines.last() {
            return KeyText { text, line: *line };
        }
        if let Some(header) = text.lines().position(|line| line.replace(' ', "") == TABLE_HEADER) {
            return insert_below(&text, header, action, app);
        }
        // If the keys use another TOML notation, insert nothing.
        if file.settings().keys.is_empty() {
            return with_header(text, action, app);
        }
    }
    KeyText { text, line: 1 }
}

/// Returns the names under which an action's keys may be set, the most specific last.
fn key_names(name: &str, context: Context) -> Vec<String> {
    let here =
        |context_name: &&str| Context::from_place(context_name).is_some_and(|names| names.contains(&context));
    let names = Context::place_names().filter(here);
    std::iter::once(name.to_owned())
        .chain(names.map(|context_name| format!("{context_name}.{name}")))
        .collect()
}

/// Returns the current keys of an action as a commented-out line.
fn proposal(action: ActionId, app: &App) -> String {
    let keys = app.cx.options().keymap.keys(app.table.help_context(&app.cx), action);
    let keys: Vec<String> = keys.iter().map(|key| format!("{:?}", key.to_string())).collect();
    format!("# {} = [{}]", action.spec().name, keys.join(", "))
}

fn insert_below(text: &str, header: usize, action: Option<ActionId>, app: &App) -> KeyText {
    let Some(action) = action else {
        return KeyText { text: text.to_owned(), line: header + 1 };
    };
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.insert(header + 1, proposal(action, app));
    KeyText { text: lines.join("\n") + "\n", line: header + 2 }
}

fn with_header(mut text: String, action: Option<ActionId>, app: &App) -> KeyText {
    if !text.is_empty() {
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text.push('\n');
    }
    let hint = Messages::new(app.cx.lang()).get("keys-file-hint");
    text.push_str(TABLE_HEADER);
    text.push_str("\n# ");
    text.push_str(&hint);
    text.push('\n');
    let line = text.lines().count() + 1;
    let all = ACTIONS.iter().filter(|spec| app.table.is_in_help(spec, &app.cx)).map(|spec| spec.id);
    let proposed: Vec<ActionId> = action.map_or_else(|| all.collect(), |action| vec![action]);
    for action in proposed {
        text.push_str(&proposal(action, app));
        text.push('\n');
    }
    KeyText { text, line }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use encours_core::app::foundation::input::key::Key;

    use crate::test_support::app;

    use super::*;

    fn key_file(path: PathBuf) -> ConfigKeyFile {
        ConfigKeyFile::new(path, Environment::default(), Box::new(|_| Ok(app().cx.options().clone())))
    }

    fn file(text: Option<&str>) -> (tempfile::TempDir, ConfigKeyFile) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("config.toml");
        if let Some(text) = text {
            fs::write(&path, text).unwrap();
        }
        (dir, key_file(path))
    }

    fn shown(found: &KeyText) -> &str {
        found.text.lines().nth(found.line - 1).unwrap()
    }

    #[test]
    fn keymap_editor_opens_at_the_binding_or_insert_position() {
        let app = app();
        let edit = Some(ActionId::EditDeal);
        for text in [
            "[settings]\nlang = \"fr\"\n[settings.keys]\nedit-deal = [\"f2\"]\n",
            "[settings.keys.pipeline]\nedit-deal = [\"f2\"]\n",
        ] {
            let found = file(Some(text)).1.text(edit, &app).unwrap();
            assert_eq!((found.text.as_str(), shown(&found)), (text, "edit-deal = [\"f2\"]"));
        }
        let begun = "[settings.keys]\nquit = [\"f10\"]\n";
        let found = file(Some(begun)).1.text(edit, &app).unwrap();
        assert_eq!(shown(&found), "# edit-deal = [\"e\"]");
        let found = file(Some("[settings]\nlang = \"fr\"")).1.text(edit, &app).unwrap();
        assert_eq!(shown(&found), "# edit-deal = [\"e\"]");
        let found = file(None).1.text(None, &app).unwrap();
        assert!(
            found.text.starts_with(TABLE_HEADER) && found.text.contains("# palette = [\":\", \"ctrl-p\"]")
        );
        // The offered text must parse as it is, and with each of its comment lines enabled.
        let bare: String = found.text.replace("# ", "");
        assert!(key_file(PathBuf::new()).check(&found.text, Lang::En).is_ok());
        let bare: Vec<&str> =
            bare.lines().filter(|line| line.contains(" = [") || *line == TABLE_HEADER).collect();
        key_file(PathBuf::new()).check(&bare.join("\n"), Lang::En).unwrap();
        let windows = "\u{feff}[settings.keys]\r\nquit = [\"f10\"]\r\n";
        let found = file(Some(windows)).1.text(edit, &app).unwrap();
        assert!(found.text.starts_with("\u{feff}[settings.keys]\r\n# edit-deal"), "{:?}", found.text);
        assert!(found.text.lines().count() == found.text.matches("\r\n").count());
        let broken = "[settings\n";
        assert_eq!(file(Some(broken)).1.text(edit, &app).unwrap().text, broken);
    }

    #[test]
    fn rejected_keymap_keeps_the_file_and_the_edited_text() {
        let before = "[settings.keys]\nquit = [\"f10\"]\n";
        let (dir, mut key_file) = file(Some(before));
        let path = dir.path().join("config.toml");
        let wrong = "[settings.keys]\nquit = [\"d\"]\n";
        let reason = key_file.save(wrong, Lang::En).unwrap_err();
        assert!(reason.contains("config.toml:2") && reason.contains("`delete-deal`"), "{reason}");
        assert_eq!(fs::read_to_string(&path).unwrap(), before);
        assert_eq!(key_file.text(None, &app()).unwrap().text, wrong);
        let keymap = key_file.save("[settings.keys]\nquit = [\"f9\"]\n", Lang::En).unwrap();
        let keys = keymap.keys(Context::Board, ActionId::Quit);
        let keys: Vec<String> = keys.iter().map(Key::to_string).collect();
        assert_eq!(keys, ["f9", "ctrl-c"], "Ctrl+C stays");
        assert!(fs::read_to_string(&path).unwrap().contains("f9"));
        assert!(!key_file.text(None, &app()).unwrap().text.contains("\"d\""));
    }
}

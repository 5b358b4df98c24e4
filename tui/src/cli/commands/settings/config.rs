//! `encours config …`: settings of `config.toml`, from the same table as the settings screen. Sends no request.

use encours_core::app::foundation::presentation::setting_text;
use encours_core::config::{ConfigFile, SettingError, change_setting, setting_key, setting_values};
use encours_core::vocabulary::setting::{SettingDoc, SettingEdit, SettingOrigin, SettingValue, key_text};

use crate::cli::args::ConfigCommand;
use crate::cli::commands::tui::options_of;
use crate::cli::failure::from_config;
use crate::cli::prelude::*;
use crate::cli::report::message;

/// `config …`
pub(in crate::cli::commands) fn run(context: &mut CommandContext, command: &ConfigCommand) -> CommandResult {
    if context.uses_demo_settings() {
        return Err(error_message::usage("usage-config-demo", &[]).into());
    }
    let path = context.options().paths()?.config_file();
    let file = ConfigFile::load(&path)?;
    let values = setting_values(&file, &context.env);
    let (key, value) = match command {
        ConfigCommand::List { changed } => {
            let shown = |value: &&SettingValue| {
                !(value.needs_name() || *changed && value.origin == SettingOrigin::Default)
            };
            let records = values.iter().filter(shown).map(|value| record(context, value));
            let records = records.collect::<Result<Vec<_>, _>>()?;
            return context.print_list(OutputKind::ConfigSetting, records);
        }
        ConfigCommand::Get { key } => {
            let (doc, key) = find(context, key)?;
            return print(context, doc, key, values);
        }
        ConfigCommand::Set { key, value } => (key, Some(value.clone())),
        ConfigCommand::Unset { key } => (key, None),
    };
    let (doc, key) = find(context, key)?;
    let seen = values.into_iter().find(|value| value.key == key).and_then(|value| value.own);
    let edit = SettingEdit { key, value, seen, is_undo: false };
    let lang = context.out.style().lang;
    let text = |error: &Error| message(error, context.report.messages());
    let check = |file: &ConfigFile| options_of(context, file).map_err(|error| text(&error));
    let changed = change_setting(&path, Some(&edit), lang, check);
    let (file, _) = changed.map_err(|error| failure(context, &error))?;
    let values = setting_values(&file, &context.env);
    print(context, doc, edit.key, values)
}

/// Returns the setting that a key names.
fn find(context: &CommandContext, text: &str) -> CommandResult<(&'static SettingDoc, Vec<String>)> {
    let found = SettingDoc::find(&setting_key(text));
    found.ok_or_else(|| failure(context, &SettingError::unknown(text)).into())
}

fn failure(context: &CommandContext, error: &SettingError) -> Error {
    match error {
        SettingError::Config(error) => from_config(error),
        other => Error::usage(other.text(context.out.style().lang, ToString::to_string)),
    }
}

/// Prints a setting; one that the file does not name has its default.
fn print(
    context: &mut CommandContext,
    doc: &'static SettingDoc,
    key: Vec<String>,
    values: Vec<SettingValue>,
) -> CommandResult {
    let unset = SettingValue { doc, key, value: None, own: None, origin: SettingOrigin::Default };
    let value = values.into_iter().find(|value| value.key == unset.key).unwrap_or(unset);
    let record = record(context, &value)?;
    Ok(context.out.record(OutputKind::ConfigSetting, &record)?)
}

/// Returns the record of a setting. Tables have origin and default in words, other formats as in the file.
fn record(context: &CommandContext, value: &SettingValue) -> Result<Record, Error> {
    let messages = context.report.messages();
    let (origin, default) = if context.out.style().format == OutputFormat::Table {
        (setting_text::origin_text(value.origin, messages), setting_text::default_text(value, messages))
    } else {
        let origin = match value.origin {
            SettingOrigin::Default => "default",
            SettingOrigin::File => "config.toml",
            SettingOrigin::Shared => "shared",
            SettingOrigin::Variable(name) => name,
        };
        (origin.to_owned(), value.doc.default.to_owned())
    };
    let mut fields = Fields::new();
    fields.set("key", &key_text(&value.key)).set("value", &value.value).set("origin", &origin);
    fields.set("default", &default).set("values", &value.doc.range(messages));
    fields.set("effect", &value.doc.explanation(messages));
    Ok(fields.to_record()?)
}

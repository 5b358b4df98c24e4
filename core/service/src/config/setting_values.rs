//! Values of the settings in `config.toml`: their list, and changes that preserve comments.

use std::fs;
use std::path::Path;

use toml::Value as Toml;
use toml_edit::{DocumentMut, Value};

use super::edit::{remove_value, set_value, with_line_ends_of, write_text};
use super::env::Environment;
use super::error::ConfigError;
use super::file::{ConfigFile, read_text};
use crate::text::{Lang, MessageArg, Messages};
use crate::theme::Accent;
use crate::vocabulary::setting::{
    SETTING_SECTIONS, SettingDoc, SettingEdit, SettingKind, SettingOrigin, SettingValue, is_placeholder,
    key_text, template,
};

/// Shown in place of a value that may contain a secret.
const HIDDEN: &str = "…";

/// The reason why a setting was not changed. The file is then unchanged.
#[derive(Debug, thiserror::Error)]
pub enum SettingError {
    /// The file cannot be read or written, or would be invalid.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A message key with its arguments.
    #[error("{0}")]
    Message(&'static str, Vec<(&'static str, String)>),
    /// The application rejects the value, for this reason.
    #[error("{0}")]
    Rejected(String),
}

impl SettingError {
    fn new(key: &'static str, args: &[(&'static str, &str)]) -> Self {
        Self::Message(key, args.iter().map(|(name, text)| (*name, (*text).to_owned())).collect())
    }

    /// Returns the error for a key that names no setting.
    pub fn unknown(key: &str) -> Self {
        Self::new("setting-unknown", &[("key", key)])
    }

    /// Returns the reason; `config` words an error of the file.
    pub fn text(&self, lang: Lang, config: impl Fn(&ConfigError) -> String) -> String {
        match self {
            Self::Config(error) => config(error),
            Self::Rejected(reason) => reason.clone(),
            Self::Message(key, args) => {
                let args: Vec<_> =
                    args.iter().map(|(name, text)| (*name, MessageArg::from(text.as_str()))).collect();
                Messages::new(lang).with(key, &args)
            }
        }
    }
}

/// Returns the parts of a key as written in the file: `rules."High LTV".when`.
pub fn setting_key(text: &str) -> Vec<String> {
    let parts = toml_edit::Key::parse(text).unwrap_or_default();
    parts.iter().map(|part| part.get().to_owned()).collect()
}

/// Returns every setting with its value and origin.
///
/// Profiles, statuses and rules of the file have a line for each setting. A setting with a placeholder as the name
/// follows where a new one makes sense.
pub fn setting_values(file: &ConfigFile, env: &Environment) -> Vec<SettingValue> {
    let own = file.text.parse().unwrap_or_default();
    let mut values = Vec::new();
    for (section, docs) in SETTING_SECTIONS {
        let parts = section.trim_matches(['[', ']']).split('.');
        let names: Vec<String> = match parts.clone().next_back().filter(|last| is_placeholder(last)) {
            None => vec![String::new()],
            Some(last) => {
                let mut table = parts.take_while(|part| !is_placeholder(part));
                let table = table.try_fold(&file.merged, |table, part| table.get(part)?.as_table());
                table.into_iter().flat_map(toml::Table::keys).cloned().chain([last.to_owned()]).collect()
            }
        };
        for name in names {
            // A rule begins with its filter, a requirement of a status with its fields or reason.
            let is_offered = |doc: &&SettingDoc| {
                !is_placeholder(&name) || matches!(doc.name, "when" | "requires" | "reason")
            };
            for doc in docs.iter().filter(is_offered) {
                let part = |part| if is_placeholder(part) { name.clone() } else { part.to_owned() };
                let key = template(section, doc).into_iter().map(part).collect();
                values.push(setting_value(doc, key, (&own, &file.merged), env));
            }
        }
    }
    values
}

fn setting_value(
    doc: &'static SettingDoc,
    key: Vec<String>,
    (own, all): (&toml::Table, &toml::Table),
    env: &Environment,
) -> SettingValue {
    let (own, shared) = (text_at(own, &key, doc), text_at(all, &key, doc));
    let variable = doc.variable.filter(|name| match doc.kind {
        SettingKind::Flag => env.is_enabled(name),
        _ => env.get(name).is_some(),
    });
    let (value, origin) = match (variable, &own) {
        (Some(name), _) => (env.get(name).map(str::to_owned), SettingOrigin::Variable(name)),
        (None, Some(_)) => (own.clone(), SettingOrigin::File),
        (None, None) if shared.is_some() => (shared, SettingOrigin::Shared),
        (None, None) => (None, SettingOrigin::Default),
    };
    let value =
        if doc.kind == SettingKind::Flag && variable.is_some() { Some("true".to_owned()) } else { value };
    SettingValue { doc, key, value, own, origin }
}

fn text_at(table: &toml::Table, key: &[String], doc: &SettingDoc) -> Option<String> {
    let (last, tables) = key.split_last()?;
    let table = tables.iter().try_fold(table, |table, part| table.get(part)?.as_table())?;
    let value = table.get(last)?;
    Some(if doc.is_secret() { HIDDEN.to_owned() } else { typed_text(value) })
}

/// Returns a value as a user types it: lists and tables without their brackets, texts without quotes where possible.
fn typed_text(value: &Toml) -> String {
    let is_plain =
        |text: &str| !text.is_empty() && !text.contains([',', '"', '[', '{']) && text.trim() == text;
    match value {
        Toml::String(text) => text.clone(),
        Toml::Array(items) => {
            let item = |item: &Toml| match item {
                Toml::String(text) if is_plain(text) => text.clone(),
                other => other.to_string(),
            };
            items.iter().map(item).collect::<Vec<_>>().join(", ")
        }
        Toml::Table(_) => value.to_string().trim_matches(['{', '}', ' ']).to_owned(),
        other => other.to_string(),
    }
}

/// Reads a typed value.
fn parse_typed(doc: &SettingDoc, typed: &str, lang: Lang) -> Result<Value, SettingError> {
    use SettingKind as K;
    let typed = typed.trim();
    let malformed = || SettingError::new("setting-malformed", &[("form", &doc.range(Messages::new(lang)))]);
    let toml = |text: &str| text.parse().map_err(|_| malformed());
    let choices = doc.choices();
    match doc.kind {
        K::Flag | K::Choice if choices.iter().all(|word| *word != typed) => {
            Err(SettingError::new("setting-no-choice", &[("known", &choices.join(", "))]))
        }
        K::Color if typed.parse::<Accent>().is_err() => {
            Err(SettingError::new("setting-no-choice", &[("known", doc.form)]))
        }
        K::Currency if typed.len() != 3 || !typed.bytes().all(|letter| letter.is_ascii_uppercase()) => {
            Err(malformed())
        }
        K::Choice | K::Color | K::Text | K::Currency => Ok(Value::from(typed)),
        K::Reason if matches!(typed, "true" | "false") => toml(typed),
        K::Texts | K::Reason | K::Limits if !typed.starts_with('[') => {
            let item = |text: &str| match text.parse::<Value>() {
                Ok(value) if value.is_str() || doc.kind == K::Limits => value,
                _ => Value::from(text),
            };
            let items = split_items(typed);
            Ok(Value::Array(
                items.iter().map(|text| text.trim()).filter(|it| !it.is_empty()).map(item).collect(),
            ))
        }
        K::Keys | K::Percentages | K::Tolerance if !typed.starts_with('{') => toml(&format!("{{ {typed} }}")),
        _ => toml(typed),
    }
}

/// Splits a list at its commas outside quotes.
fn split_items(text: &str) -> Vec<String> {
    let mut is_quoted = false;
    let parts = text.split(|c| {
        is_quoted ^= c == '"';
        c == ',' && !is_quoted
    });
    parts.map(str::to_owned).collect()
}

/// Changes one setting, or with `None` only reads and checks the file.
///
/// The newest text of the file is changed, so changes that an editor saved meanwhile stay. `check` may reject the
/// result.
///
/// # Errors
/// The file was changed at this setting since the user saw it, is invalid or read-only, or `check` rejects the result.
pub fn change_setting<T>(
    path: &Path,
    edit: Option<&SettingEdit>,
    lang: Lang,
    check: impl Fn(&ConfigFile) -> Result<T, String>,
) -> Result<(ConfigFile, T), SettingError> {
    if let Some(edit) = edit {
        write_setting(path, edit, lang, &check)?;
    }
    let file = ConfigFile::load(path)?;
    let checked = check(&file).map_err(SettingError::Rejected)?;
    Ok((file, checked))
}

fn write_setting<T>(
    path: &Path,
    edit: &SettingEdit,
    lang: Lang,
    check: impl Fn(&ConfigFile) -> Result<T, String>,
) -> Result<(), SettingError> {
    let before = read_text(path)?.unwrap_or_default();
    let old = ConfigFile::parse(path, &before)?;
    let name = key_text(&edit.key);
    let (doc, _) = SettingDoc::find(&edit.key)
        .filter(|_| !edit.key.iter().any(|part| is_placeholder(part) || part.is_empty()))
        .ok_or_else(|| SettingError::unknown(&name))?;
    let own_text = |file: &ConfigFile| text_at(&file.text.parse().unwrap_or_default(), &edit.key, doc);
    let now = own_text(&old);
    if now != edit.seen {
        let value = now.as_deref().unwrap_or("—");
        return Err(SettingError::new("setting-changed", &[("key", &name), ("value", value)]));
    }
    if fs::metadata(path).is_ok_and(|file| file.permissions().readonly()) {
        return Err(SettingError::new("setting-read-only", &[("file", &path.display().to_string())]));
    }
    let value = edit.value.as_deref().map(|typed| parse_typed(doc, typed, lang)).transpose()?;
    if let Some(typed) = edit.value.as_deref().filter(|_| doc.name == "default_profile")
        && let Err(ConfigError::UnknownProfile { name, known, .. }) =
            ConfigFile::load(path)?.profile(&typed.trim().parse()?)
    {
        let known = if known.is_empty() { "—".to_owned() } else { known.join(", ") };
        return Err(SettingError::new("setting-no-profile", &[("name", &name), ("known", &known)]));
    }
    let is_set = value.is_some();
    let structure = || SettingError::new("setting-structure", &[("key", &name)]);
    let mut document: DocumentMut = before.parse().map_err(|_| structure())?;
    let done = match value {
        Some(value) => set_value(document.as_table_mut(), &edit.key, value),
        // A rule without its filter is no rule.
        None if doc.name == "when" => {
            remove_value(document.as_table_mut(), edit.key.split_last().map_or(&[], |it| it.1))
        }
        None => remove_value(document.as_table_mut(), &edit.key),
    };
    let changed = with_line_ends_of(&before, &document.to_string());
    let new = ConfigFile::parse(path, &changed).map_err(|error| match error {
        // The place is one in a text that was never written.
        ConfigError::Syntax { reason, .. } => {
            let why = reason.strip_prefix("line ").and_then(|rest| rest.split_once(": "));
            let why = why.map_or(&*reason, |(_, why)| why);
            let form = doc.range(Messages::new(lang));
            let typed = edit.value.as_deref().filter(|_| !doc.is_secret()).unwrap_or(HIDDEN);
            let args = [("key", &*name), ("value", typed.trim()), ("why", why), ("form", &form)];
            SettingError::new("setting-invalid", &args)
        }
        other => other.into(),
    })?;
    if done.is_none() || own_text(&new).is_some() != is_set {
        return Err(structure());
    }
    if let [section, rule, _] = edit.key.as_slice()
        && section == "rules"
        && let Some(fault) = new.rule_fault(rule, lang)
    {
        return Err(SettingError::Rejected(fault));
    }
    check(&new).map_err(SettingError::Rejected)?;
    if changed != before {
        if read_text(path)?.unwrap_or_default() != before {
            return Err(SettingError::new("setting-changed", &[("key", &name), ("value", "?")]));
        }
        write_text(path, &changed)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;

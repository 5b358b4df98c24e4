//! Transfer of local settings between devices, or from a backup. Existing settings stay. Missing ones are added, stars
//! and snoozes are merged, and differences are reported. A different setting is replaced only if the user asks for it.

use std::collections::BTreeMap;

use crate::contract::record::{Record, raw_text};
use crate::import::mapping::MAPPING_SETTING;
use crate::model::local_deals::{
    DATED_NOTE_PREFIX, FOLLOWUP_PREFIX, LABELS_PREFIX, NOTE_PREFIX, STAR_PREFIX, parse_labels,
};
use crate::model::rule::SUBSCRIPTION_PREFIX;
use crate::screens::inbox::triage::{LocalTriage, TRIAGE_KEY};
use crate::screens::views::saved_view::{SavedView, parse_views};
use crate::screens::views::views::{VIEW_KEY_PREFIX as VIEW, setting_of_view, stored_views};

/// Format identifier of the text; later versions use another one.
const FORMAT_ID: &str = "encours-settings-1";

/// Setting keys with a single value, and prefixes of the other kinds.
const SINGLE_KEYS: [&str; 4] = ["me", "session", TRIAGE_KEY, MAPPING_SETTING];
const KEY_PREFIXES: [&str; 12] = [
    VIEW,
    "acted-for/",
    "draft/",
    FOLLOWUP_PREFIX,
    "label/",
    STAR_PREFIX,
    LABELS_PREFIX,
    NOTE_PREFIX,
    DATED_NOTE_PREFIX,
    "notification-note/",
    SUBSCRIPTION_PREFIX,
    "watched/",
];

/// Error in a text of settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransferError {
    /// Not a JSON object.
    #[error("{0}")]
    Json(String),
    /// Another format, or a later version.
    #[error("it is not what `encours settings export` of this version writes (\"form\": \"{FORMAT_ID}\")")]
    Format,
    /// Name of a setting that no version of this program writes or reads.
    #[error("{0}: no version of Encours writes that")]
    Unknown(String),
    /// Value that is not a string.
    #[error("the setting `{0}` is not text")]
    Value(String),
}

/// Outcome for one setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum MergeOutcome {
    /// Equal to the existing one.
    Same,
    /// Missing before, and added.
    Added,
    /// Merged with the existing one.
    #[strum(serialize = "joined")]
    Merged,
    /// Different from the existing one, which stays.
    Differs,
    /// Replaces the existing one.
    Replaced,
    /// Unreadable, and skipped.
    Unreadable,
}

impl MergeOutcome {
    /// Returns the name for scripts.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns whether the outcome writes a setting.
    pub fn changes(self) -> bool {
        matches!(self, Self::Added | Self::Merged | Self::Replaced)
    }
}

/// One imported setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedSetting {
    /// Name of the setting.
    pub name: String,
    /// Value to save, if the outcome writes it.
    pub value: String,
    /// Outcome of the import.
    pub outcome: MergeOutcome,
}

/// Serialises the settings for [`settings_from_text`].
pub fn settings_to_text(settings: &BTreeMap<String, String>) -> String {
    let document = serde_json::json!({ "form": FORMAT_ID, "settings": settings });
    format!("{document:#}\n")
}

/// Parses settings.
///
/// # Errors Not a text of this format; nothing is imported then.
pub fn settings_from_text(text: &str) -> Result<BTreeMap<String, String>, TransferError> {
    let document = Record::parse(text).map_err(|error| TransferError::Json(error.to_string()))?;
    let settings = document
        .object("settings")
        .filter(|_| document.text("form").is_some_and(|form| form == FORMAT_ID))
        .ok_or(TransferError::Format)?;
    let other_fields = document.fields().map(|(name, _)| name);
    let other_fields = other_fields.filter(|name| !["form", "settings"].contains(name));
    let unknown = settings.fields().map(|(name, _)| name).filter(|name| {
        let known = SINGLE_KEYS.contains(name) || KEY_PREFIXES.iter().any(|kind| name.starts_with(kind));
        !known
    });
    let unknown: Vec<String> = other_fields.chain(unknown).map(|name| format!("`{name}`")).collect();
    if !unknown.is_empty() {
        return Err(TransferError::Unknown(unknown.join(", ")));
    }
    let read = settings.fields().map(|(name, raw)| {
        let value = raw_text(raw).ok_or_else(|| TransferError::Value(name.to_owned()))?;
        Ok((name.to_owned(), value.into_owned()))
    });
    read.collect()
}

/// Merges the given settings into those of `here`; replaces different ones only with `replace`.
pub fn merge(
    current: &BTreeMap<String, String>,
    imported: &BTreeMap<String, String>,
    replace: bool,
) -> Vec<ImportedSetting> {
    let stays =
        |view: &SavedView| view.default && !(replace && imported.contains_key(&setting_of_view(view).0));
    let mut opened = stored_views(current).into_iter().find(stays).map(|view| view.name);
    let outcomes = imported.iter().map(|(name, text)| {
        let readable = normalized(name, text, &mut opened);
        let (value, fate) = match (readable, current.get(name)) {
            (None, _) => (text.clone(), MergeOutcome::Unreadable),
            (Some(value), None) => (value, MergeOutcome::Added),
            (Some(value), Some(existing)) if value == *existing || text == existing => {
                (value, MergeOutcome::Same)
            }
            (Some(value), Some(existing)) if name == TRIAGE_KEY => match merge_triage(existing, &value) {
                Some(both) if both == *existing => (both, MergeOutcome::Same),
                Some(both) => (both, MergeOutcome::Merged),
                None => (value, MergeOutcome::Differs),
            },
            (Some(value), Some(existing)) if name.starts_with(LABELS_PREFIX) && !replace => {
                // Labels of both, without duplicates.
                match parse_labels(&format!("{existing}\n{value}")).map(|labels| labels.join("\n")) {
                    Ok(both) if both == *existing => (both, MergeOutcome::Same),
                    Ok(both) => (both, MergeOutcome::Merged),
                    Err(_) => (value, MergeOutcome::Unreadable),
                }
            }
            (Some(value), Some(_)) if replace => (value, MergeOutcome::Replaced),
            (Some(value), Some(_)) => (value, MergeOutcome::Differs),
        };
        ImportedSetting { name: name.clone(), value, outcome: fate }
    });
    outcomes.collect()
}

/// Returns a setting in the form to save; `None` if it would be unreadable. At most one view opens at startup, and an
/// existing one takes precedence over an imported one.
fn normalized(name: &str, text: &str, opened: &mut Option<String>) -> Option<String> {
    if name == TRIAGE_KEY {
        return toml::from_str::<LocalTriage>(text).is_ok().then(|| text.to_owned());
    }
    if !name.starts_with(VIEW) {
        return Some(text.to_owned());
    }
    let mut views = parse_views(text).ok()?;
    let mut view = views.pop().filter(|view| views.is_empty() && setting_of_view(view).0 == name)?;
    if !view.default || opened.as_ref().is_some_and(|default| *default == view.name) {
        return Some(text.to_owned());
    }
    if opened.is_some() {
        view = SavedView { default: false, ..view };
        return Some(setting_of_view(&view).1);
    }
    *opened = Some(view.name);
    Some(text.to_owned())
}

/// Merges the stars, snoozes and unread marks of both; the existing end of a snooze stays.
fn merge_triage(current: &str, imported: &str) -> Option<String> {
    let [mut current, imported] =
        [current, imported].map(|text| toml::from_str::<LocalTriage>(text).unwrap_or_default());
    current.starred.extend(imported.starred);
    current.unread.extend(imported.unread);
    for (id, until) in imported.snoozed {
        current.snoozed.entry(id).or_insert(until);
    }
    current.to_text()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(all: &[(&str, &str)]) -> BTreeMap<String, String> {
        all.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    fn outcomes(all: &[ImportedSetting]) -> Vec<(&str, MergeOutcome)> {
        all.iter().map(|setting| (setting.name.as_str(), setting.outcome)).collect()
    }

    #[test]
    fn settings_are_read_as_they_were_written() {
        let all = settings(&[("note/é", "a\n\"b\"\u{1b}"), ("session", "screen = 1\n"), ("triage", "")]);
        let text = settings_to_text(&all);
        assert_eq!(settings_from_text(&text), Ok(all.clone()));
        assert!(!text.contains('\u{1b}'), "{text}");
        assert_eq!(settings_from_text(&format!("\u{feff}{}", text.replace('\n', "\r\n"))), Ok(all));
        assert_eq!(settings_from_text("{}"), Err(TransferError::Format));
        let later = text.replace("settings-1", "settings-2");
        assert_eq!(settings_from_text(&later), Err(TransferError::Format));
        assert!(matches!(settings_from_text("[[view]]"), Err(TransferError::Json(_))));
        for (from, to, named) in
            [("\"session\"", "\"sesion\"", "`sesion`"), ("\"form\"", "\"more\": 1, \"form\"", "`more`")]
        {
            let rejected = settings_from_text(&text.replace(from, to));
            assert_eq!(rejected, Err(TransferError::Unknown(named.into())));
        }
        let number = text.replace("\"\"", "3");
        assert_eq!(settings_from_text(&number), Err(TransferError::Value("triage".into())));
    }

    #[test]
    fn import_keeps_existing_settings_unless_replacing() {
        let here = settings(&[("note/a", "mine"), ("note/b", "same")]);
        let given = settings(&[("note/a", "theirs"), ("note/b", "same"), ("note/c", "new")]);
        let merged = merge(&here, &given, false);
        let text = [
            ("note/a", MergeOutcome::Differs),
            ("note/b", MergeOutcome::Same),
            ("note/c", MergeOutcome::Added),
        ];
        assert_eq!(outcomes(&merged), text);
        assert_eq!(merge(&here, &given, true)[0].outcome, MergeOutcome::Replaced);
    }

    #[test]
    fn import_merges_stars_and_snoozes_of_both() {
        let here = settings(&[(TRIAGE_KEY, "starred = [\"a\"]\nunread = []\n\n[snoozed]\nx = 5\n")]);
        let given = settings(&[(TRIAGE_KEY, "starred = [\"b\"]\n[snoozed]\nx = 9\ny = 7\n")]);
        for replace in [false, true] {
            let merged = merge(&here, &given, replace);
            assert_eq!(merged[0].outcome, MergeOutcome::Merged);
            let both = LocalTriage::parse(Some(&merged[0].value));
            assert_eq!(both.starred.len(), 2);
            assert_eq!(both.snoozed, [("x".to_owned(), 5), ("y".to_owned(), 7)].into());
            assert_eq!(
                merge(&settings(&[(TRIAGE_KEY, &merged[0].value)]), &given, replace)[0].outcome,
                MergeOutcome::Same
            );
        }
        let wrong = settings(&[(TRIAGE_KEY, "starred = 3")]);
        assert_eq!(merge(&here, &wrong, true)[0].outcome, MergeOutcome::Unreadable);
    }

    #[test]
    fn import_keeps_at_most_one_default_view() {
        let view = |name: &str, default| {
            setting_of_view(&SavedView { name: name.into(), default, ..SavedView::default() })
        };
        let all = |views: &[(String, String)]| views.iter().cloned().collect::<BTreeMap<_, _>>();
        let (here, given) = (all(&[view("a", true)]), all(&[view("b", true), view("c", true)]));
        let default_views = |replace| {
            let merged = merge(&here, &given, replace);
            let after =
                here.clone().into_iter().chain(merged.into_iter().map(|one| (one.name, one.value))).collect();
            let opened = stored_views(&after).into_iter().filter(|view| view.default);
            opened.map(|view| view.name).collect::<Vec<_>>()
        };
        assert_eq!((default_views(false), default_views(true)), (vec!["a".to_owned()], vec!["a".to_owned()]));
        let wrong =
            all(&[("view/x".to_owned(), view("y", false).1), ("view/z".to_owned(), "[[view]]".to_owned())]);
        assert!(merge(&here, &wrong, false).iter().all(|one| one.outcome == MergeOutcome::Unreadable));
    }
}

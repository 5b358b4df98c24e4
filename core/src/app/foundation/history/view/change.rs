//! A change of a field in words: its name, what it held and what it holds.

use serde_json::value::RawValue;

use crate::contract::num::Num;
use crate::contract::record::{Record, text_of};
use crate::contract::same::differing;
use crate::text::{Clean, Lang, Words, number};
use crate::vocabulary;

/// `Statut Sourcing → Comité`. Of an object, its members that changed.
pub fn change(lang: Lang, field: &str, before: Option<&RawValue>, after: Option<&RawValue>) -> String {
    together(parts(lang, field, before, after))
}

/// What changed, and from what to what: `Statut` and `Sourcing → Comité`. Of an object of which several members changed
/// both are said in the first, member by member.
pub(super) fn parts(
    lang: Lang,
    field: &str,
    before: Option<&RawValue>,
    after: Option<&RawValue>,
) -> (String, String) {
    let object = |raw: Option<&RawValue>| raw.and_then(|raw| Record::parse(raw.get()).ok());
    if let (Some(before), Some(after)) = (object(before), object(after)) {
        let mut changes: Vec<(String, String)> = differing(&before, &after)
            .into_iter()
            .map(|name| one_change(lang, name, before.raw(name), after.raw(name)))
            .collect();
        if changes.len() != 1 {
            let changes: Vec<String> = changes.into_iter().map(together).collect();
            return (changes.join(", "), String::new());
        }
        return changes.remove(0);
    }
    one_change(lang, field, before, after)
}

/// The two parts of what is told as one text.
pub(super) fn together((what, change): (String, String)) -> String {
    if change.is_empty() {
        what
    } else {
        format!("{what} {change}")
    }
}

fn one_change(
    lang: Lang,
    field: &str,
    before: Option<&RawValue>,
    after: Option<&RawValue>,
) -> (String, String) {
    let change = format!("{} → {}", value(lang, field, before), value(lang, field, after));
    (label(lang, field), change)
}

/// The name of a field in words, where the contract names it.
pub fn label(lang: Lang, field: &str) -> String {
    let key = match field {
        "name" => "field-name",
        "status" => "field-status",
        "responsable" => "field-owner",
        "classe_actif" => "field-class",
        other if vocabulary::kpi(other).is_some() => {
            return vocabulary::kpi_label(lang, other).into_owned();
        }
        other => return Clean::line_of(other, 30).to_string(),
    };
    Words::new(lang).get(key).into_owned()
}

/// Longest value of which a line tells, in characters.
const LONGEST: usize = 40;

/// A value of a field in words, or the words for its absence.
pub fn value(lang: Lang, field: &str, raw: Option<&RawValue>) -> String {
    said(lang, field, raw, |text| Clean::line_of(text, LONGEST))
}

/// The same, however long it is: for a file.
pub fn whole_value(lang: Lang, field: &str, raw: Option<&RawValue>) -> String {
    said(lang, field, raw, Clean::line)
}

fn said(lang: Lang, field: &str, raw: Option<&RawValue>, line: impl Fn(&str) -> Clean) -> String {
    let words = Words::new(lang);
    let Some(raw) = raw.filter(|raw| !matches!(raw.get(), "null" | "\"\"")) else {
        let key = if field == "responsable" {
            "owner-none"
        } else {
            "absent-not-provided"
        };
        return words.get(key).into_owned();
    };
    if vocabulary::kpi(field).is_some()
        && let Some(value) = Num::from_raw(raw).and_then(|num| num.value())
    {
        return vocabulary::kpi_value(lang, field, value, None);
    }
    match (field, text_of(raw)) {
        ("status", Some(code)) => vocabulary::deal_status(lang, &code).into_owned(),
        ("classe_actif", Some(code)) => vocabulary::asset_class(lang, &code).into_owned(),
        (_, Some(text)) => line(&text).to_string(),
        (_, None) => match Num::from_raw(raw).and_then(|num| num.value()) {
            Some(value) => number::exact(lang, value),
            None => line(raw.get()).to_string(),
        },
    }
}

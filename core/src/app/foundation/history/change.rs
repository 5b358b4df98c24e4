//! A change of a field in words: its name, what it held and what it holds.

use jiff::tz::TimeZone;
use serde_json::value::RawValue;

use crate::contract::json::json_eq::differing;
use crate::contract::json::num::Num;
use crate::contract::record::{Record, text_of};
use crate::model::resource_kind::Family;
use crate::open_json::{Called, How, Labels, field_name, field_value};
use crate::text::{Arg, Clean, Lang, Words};
use crate::vocabulary;

/// `Statut Sourcing → Comité`. Of an object, its members that changed.
pub fn change(
    lang: Lang,
    zone: &TimeZone,
    field: &str,
    before: Option<&RawValue>,
    after: Option<&RawValue>,
) -> String {
    together(parts(lang, zone, field, before, after))
}

/// The members of an object that a change gave or took away or changed, in order, before and after; nothing where it is no
/// object on either side. An object that was not there is one without members.
pub(super) fn members<'a>(
    before: Option<&'a Record>,
    after: Option<&'a Record>,
) -> Vec<(&'a str, Option<&'a RawValue>, Option<&'a RawValue>)> {
    let of = |record: Option<&'a Record>, name: &str| record.and_then(|record| record.raw(name));
    let names: Vec<&str> = match (before, after) {
        (Some(before), Some(after)) => differing(before, after).into_iter().collect(),
        (Some(one), None) | (None, Some(one)) => {
            let given = one.fields().filter(|(_, raw)| raw.get() != "null");
            given.map(|(name, _)| name).collect()
        }
        (None, None) => Vec::new(),
    };
    let one = |name: &'a str| (name, of(before, name), of(after, name));
    names.into_iter().map(one).collect()
}

/// A value as an object; `None` for what is none. A value that is not there is no object and no other value either.
pub(super) fn objects(
    before: Option<&RawValue>,
    after: Option<&RawValue>,
) -> Option<(Option<Record>, Option<Record>)> {
    let there = |raw: Option<&RawValue>| raw.is_some_and(|raw| !matches!(raw.get(), "null" | "\"\""));
    let object = |raw: Option<&RawValue>| raw.and_then(|raw| Record::parse(raw.get()).ok());
    let (one, other) = (object(before), object(after));
    let whole = there(before) == one.is_some() && there(after) == other.is_some();
    (whole && (one.is_some() || other.is_some())).then_some((one, other))
}

/// What changed, and from what to what: `Statut` and `Sourcing → Comité`. Of an object of which several members changed
/// both are said in the first, member by member. Members go by the name of their object too, but for those of the snapshot,
/// whose names say enough.
pub(super) fn parts(
    lang: Lang,
    zone: &TimeZone,
    field: &str,
    before: Option<&RawValue>,
    after: Option<&RawValue>,
) -> (String, String) {
    if let Some((one, other)) = objects(before, after) {
        let mut changes: Vec<(String, String)> = members(one.as_ref(), other.as_ref())
            .into_iter()
            .map(|(name, before, after)| one_change(lang, zone, name, before, after))
            .collect();
        let (what, change) = if changes.len() == 1 {
            changes.remove(0)
        } else {
            let changes: Vec<String> = changes.into_iter().map(together).collect();
            (changes.join(", "), String::new())
        };
        if field == "kpi_snapshot" {
            return (what, change);
        }
        return (format!("{} · {what}", label(lang, field)), change);
    }
    one_change(lang, zone, field, before, after)
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
    zone: &TimeZone,
    field: &str,
    before: Option<&RawValue>,
    after: Option<&RawValue>,
) -> (String, String) {
    let told = |raw| value(lang, zone, field, raw);
    (label(lang, field), format!("{} → {}", told(before), told(after)))
}

/// The name of a field in words: the contract's, else the dictionary's, else its key as a person would write it.
pub fn label(lang: Lang, field: &str) -> String {
    if vocabulary::kpi(field).is_some() {
        return vocabulary::kpi_label(lang, field).into_owned();
    }
    let named = field_name(&how(lang, &TimeZone::UTC), &Labels::default(), field);
    if named.as_str() != field {
        return named.to_string();
    }
    let key = Clean::line_of(field, 30);
    let words: Vec<&str> = key.split('_').filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        key.to_string()
    } else {
        words.join(" ")
    }
}

/// Longest value of which a line tells, in characters.
const LONGEST: usize = 40;

/// A value of a field in words, or the words for its absence.
pub fn value(lang: Lang, zone: &TimeZone, field: &str, raw: Option<&RawValue>) -> String {
    said(lang, zone, field, raw, |text| Clean::line_of(text, LONGEST))
}

/// The same, however long it is: for a file.
pub fn whole_value(lang: Lang, zone: &TimeZone, field: &str, raw: Option<&RawValue>) -> String {
    said(lang, zone, field, raw, Clean::line)
}

/// A statut is a task's: deals have a status.
fn how(lang: Lang, zone: &TimeZone) -> How {
    How {
        lang,
        zone: zone.clone(),
        called: Called::InWords(Some(Family::Tasks)),
        currency: None,
    }
}

fn said(
    lang: Lang,
    zone: &TimeZone,
    field: &str,
    raw: Option<&RawValue>,
    line: impl Fn(&str) -> Clean,
) -> String {
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
    if let ("status", Some(code)) = (field, text_of(raw)) {
        return vocabulary::deal_status(lang, &code).into_owned();
    }
    if let Some(value) = field_value(&how(lang, zone), field, raw) {
        return line(&value).to_string();
    }
    // Of what has parts of parts no more is told than how many.
    let parts = match Record::parse(raw.get()) {
        Ok(object) => object.fields().count(),
        Err(_) => serde_json::from_str::<Vec<&RawValue>>(raw.get()).map_or(0, |list| list.len()),
    };
    words.with("nested-elements", &[("n", Arg::from(parts))])
}

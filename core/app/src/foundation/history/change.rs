//! Formatting of a field change: its label, old value and new value.

use jiff::tz::TimeZone;
use serde_json::value::RawValue;

use crate::contract::json::json_eq::differing_fields;
use crate::contract::json::num::Num;
use crate::contract::record::{Record, raw_text};
use crate::model::resources::resource_kind::ResourceKind;
use crate::open_json::{FieldLabels, FormatOptions, NamingStyle, field_name, field_value};
use crate::text::{Lang, MessageArg, Messages, SafeText};
use crate::vocabulary;

/// Formats a change, such as `Statut Sourcing → Comité`. For an object, only the changed members appear.
pub fn describe_change(
    lang: Lang,
    zone: &TimeZone,
    field: &str,
    before: Option<&RawValue>,
    after: Option<&RawValue>,
) -> String {
    join_parts(change_parts(lang, zone, field, before, after))
}

/// Returns the object members that a change added, removed or modified, with both values. A missing object counts as an
/// object without members. The result is empty if both are missing.
pub(super) fn changed_members<'a>(
    before: Option<&'a Record>,
    after: Option<&'a Record>,
) -> Vec<(&'a str, Option<&'a RawValue>, Option<&'a RawValue>)> {
    let raw_of = |record: Option<&'a Record>, name: &str| record.and_then(|record| record.raw(name));
    let names: Vec<&str> = match (before, after) {
        (Some(before), Some(after)) => differing_fields(before, after).into_iter().collect(),
        (Some(single_record), None) | (None, Some(single_record)) => {
            let present = single_record.fields().filter(|(_, raw)| raw.get() != "null");
            present.map(|(name, _)| name).collect()
        }
        (None, None) => Vec::new(),
    };
    let single_record = |name: &'a str| (name, raw_of(before, name), raw_of(after, name));
    names.into_iter().map(single_record).collect()
}

/// Parses both values as objects. Returns `None` if a value is present but not an object, or if both are absent.
pub(super) fn parse_objects(
    before: Option<&RawValue>,
    after: Option<&RawValue>,
) -> Option<(Option<Record>, Option<Record>)> {
    let is_present = |raw: Option<&RawValue>| raw.is_some_and(|raw| !matches!(raw.get(), "null" | "\"\""));
    let object = |raw: Option<&RawValue>| raw.and_then(|raw| Record::parse(raw.get()).ok());
    let (old, new) = (object(before), object(after));
    let are_objects = is_present(before) == old.is_some() && is_present(after) == new.is_some();
    (are_objects && (old.is_some() || new.is_some())).then_some((old, new))
}

/// Returns a change in two parts: the subject (`Statut`) and the values (`Sourcing → Comité`).
///
/// If several members of an object changed, the first part lists them all and the second is empty. Member labels follow
/// the label of their object, except those of `kpi_snapshot`, which need no prefix.
pub(super) fn change_parts(
    lang: Lang,
    zone: &TimeZone,
    field: &str,
    before: Option<&RawValue>,
    after: Option<&RawValue>,
) -> (String, String) {
    if let Some((old, new)) = parse_objects(before, after) {
        let mut changes: Vec<(String, String)> = changed_members(old.as_ref(), new.as_ref())
            .into_iter()
            .map(|(name, before, after)| field_change(lang, zone, name, before, after))
            .collect();
        let (subject, values) = if changes.len() == 1 {
            changes.remove(0)
        } else {
            let changes: Vec<String> = changes.into_iter().map(join_parts).collect();
            (changes.join(", "), String::new())
        };
        if field == "kpi_snapshot" {
            return (subject, values);
        }
        return (format!("{} · {subject}", field_label(lang, field)), values);
    }
    field_change(lang, zone, field, before, after)
}

/// Joins the two parts of a change into one text.
pub(super) fn join_parts((subject, values): (String, String)) -> String {
    if values.is_empty() { subject } else { format!("{subject} {values}") }
}

fn field_change(
    lang: Lang,
    zone: &TimeZone,
    field: &str,
    before: Option<&RawValue>,
    after: Option<&RawValue>,
) -> (String, String) {
    let text_of = |raw| value_text(lang, zone, field, raw);
    (field_label(lang, field), format!("{} → {}", text_of(before), text_of(after)))
}

/// Returns the label of a field: from the contract, else the dictionary, else its key with spaces.
pub fn field_label(lang: Lang, field: &str) -> String {
    if vocabulary::metric(field).is_some() {
        return vocabulary::kpi_label(lang, field).into_owned();
    }
    let contract_name = field_name(&format_options(lang, &TimeZone::UTC), &FieldLabels::default(), field);
    if contract_name.as_str() != field {
        return contract_name.to_string();
    }
    let key = SafeText::line_within(field, 30);
    let parts: Vec<&str> = key.split('_').filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { key.to_string() } else { parts.join(" ") }
}

/// Maximum length of a value in a line, in characters.
const MAX_VALUE_CHARS: usize = 40;

/// Formats a field value, or the text for an absent one.
pub fn value_text(lang: Lang, zone: &TimeZone, field: &str, raw: Option<&RawValue>) -> String {
    format_value(lang, zone, field, raw, |text| SafeText::line_within(text, MAX_VALUE_CHARS))
}

/// Formats a field value at full length, for files.
pub fn full_value(lang: Lang, zone: &TimeZone, field: &str, raw: Option<&RawValue>) -> String {
    format_value(lang, zone, field, raw, SafeText::line)
}

/// Returns the formatting options. The resource kind is tasks, because `statut` exists only on tasks; deals have
/// `status`.
fn format_options(lang: Lang, zone: &TimeZone) -> FormatOptions {
    FormatOptions {
        lang,
        zone: zone.clone(),
        naming: NamingStyle::Localized(Some(ResourceKind::Tasks)),
        currency: None,
    }
}

fn format_value(
    lang: Lang,
    zone: &TimeZone,
    field: &str,
    raw: Option<&RawValue>,
    line: impl Fn(&str) -> SafeText,
) -> String {
    let messages = Messages::new(lang);
    let Some(raw) = raw.filter(|raw| !matches!(raw.get(), "null" | "\"\"")) else {
        let key = if field == "responsable" { "owner-none" } else { "absent-not-provided" };
        return messages.get(key).into_owned();
    };
    if vocabulary::metric(field).is_some()
        && let Some(value) = Num::from_raw(raw).and_then(|num| num.value())
    {
        return vocabulary::kpi_value(lang, field, value, None);
    }
    if let ("status", Some(code)) = (field, raw_text(raw)) {
        return vocabulary::deal_status(lang, &code).into_owned();
    }
    if let Some(value) = field_value(&format_options(lang, zone), field, raw) {
        return line(&value).to_string();
    }
    // For nested values, show only the number of elements.
    let count = match Record::parse(raw.get()) {
        Ok(object) => object.fields().count(),
        Err(_) => serde_json::from_str::<Vec<&RawValue>>(raw.get()).map_or(0, |list| list.len()),
    };
    messages.with("nested-elements", &[("n", MessageArg::from(count))])
}

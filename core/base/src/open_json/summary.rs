//! One-line summary of a nested value for a table cell.
//!
//! The tree beside the table shows the whole value, and copying copies the original.

use serde_json::value::RawValue;

use super::record_lines::field_value;

use super::value::is_nested;
use super::{FieldLabels, FormatOptions};
use crate::contract::record::Record;
use crate::text::{MessageArg, Messages, SafeText};

/// Longest summary, in characters.
const MAX_SUMMARY_CHARS: usize = 80;
/// Fields that identify a list element without a name.
const TYPE_FIELDS: [&str; 3] = ["type", "code", "id"];
/// Largest value that is examined, in bytes; of a larger one only the number of elements is shown.
const MAX_VALUE_BYTES: usize = 16_384;

/// Returns the summary of a nested value; `None` for a plain value.
///
/// It has plain values in a row, or an object's fields with their values. For a list of objects, it has the number of
/// elements and their names.
pub(super) fn summary(
    options: &FormatOptions,
    labels: &FieldLabels,
    field: &str,
    raw: &RawValue,
) -> Option<SafeText> {
    if !is_nested(raw) {
        return None;
    }
    let text = match Record::parse(raw.get()) {
        Ok(object) => format_pairs(options, labels, &object),
        Err(_) => format_list(options, labels, field, raw)?,
    };
    let messages = Messages::new(options.lang);
    Some(if text.is_empty() {
        SafeText::line(&messages.get("nested-empty"))
    } else {
        SafeText::line_within(&text, MAX_SUMMARY_CHARS)
    })
}

/// Formats `Type: Mortgage, rank: 1`; of a nested field, only the number of parts.
fn format_pairs(options: &FormatOptions, labels: &FieldLabels, object: &Record) -> String {
    let mut texts: Vec<String> = Vec::new();
    let mut length = 0;
    for (field, raw) in object.fields().filter(|(_, raw)| raw.get() != "null") {
        let label = labels.label(options, field);
        let value = field_value(options, field, raw)
            .map_or_else(|| part_count(options, raw), |value| value.to_string());
        let pair = Messages::new(options.lang).with(
            "nested-pair",
            &[("label", MessageArg::from(label.as_str())), ("value", MessageArg::from(value))],
        );
        length += pair.chars().count() + 2;
        texts.push(pair);
        // Longer text is cut anyway.
        if length > MAX_SUMMARY_CHARS {
            break;
        }
    }
    texts.join(", ")
}

/// Formats a list: plain values in a row, or the number and names of objects.
fn format_list(options: &FormatOptions, labels: &FieldLabels, field: &str, raw: &RawValue) -> Option<String> {
    if let Some(values) = field_value(options, field, raw) {
        return Some(values.to_string());
    }
    let elements: Vec<&RawValue> = serde_json::from_str(raw.get()).ok()?;
    let count = element_count(options, elements.len());
    if raw.get().len() > MAX_VALUE_BYTES {
        return Some(count);
    }
    if let [element] = elements.as_slice()
        && let Ok(object) = Record::parse(element.get())
    {
        return Some(format_pairs(options, labels, &object));
    }
    let names: Option<Vec<String>> = elements.iter().map(|raw| element_name(options, raw)).collect();
    Some(match names {
        Some(names) => {
            let names = names.join(", ");
            let args = [("count", MessageArg::from(count)), ("names", MessageArg::from(names))];
            Messages::new(options.lang).with("nested-named", &args)
        }
        None => count,
    })
}

/// Returns the name of a list element, if it has one.
fn element_name(options: &FormatOptions, raw: &RawValue) -> Option<String> {
    let object = Record::parse(raw.get()).ok()?;
    let field = NAME_FIELDS.iter().chain(&TYPE_FIELDS).find(|field| {
        let text = object.text(field);
        text.is_some_and(|text| !text.trim().is_empty())
    })?;
    Some(field_value(options, field, object.raw(field)?)?.to_string())
}

/// Returns the number of parts of a value.
fn part_count(options: &FormatOptions, raw: &RawValue) -> String {
    let count = match Record::parse(raw.get()) {
        Ok(object) => object.fields().count(),
        Err(_) => serde_json::from_str::<Vec<&RawValue>>(raw.get()).map_or(0, |elements| elements.len()),
    };
    element_count(options, count)
}

fn element_count(options: &FormatOptions, count: usize) -> String {
    Messages::new(options.lang).with("nested-elements", &[("n", MessageArg::from(count))])
}

/// Fields that contain a record's name, the contract's own first.
pub(crate) const NAME_FIELDS: [&str; 6] = ["name", "title", "titre", "nom", "label_fr", "label"];

#[cfg(test)]
mod tests {
    use jiff::tz::TimeZone;

    use crate::open_json::NamingStyle;
    use crate::text::Lang;

    use super::*;

    fn summary_text(lang: Lang, json: &str) -> Option<String> {
        let options =
            FormatOptions { lang, zone: TimeZone::UTC, naming: NamingStyle::Localized(None), currency: None };
        let raw = RawValue::from_string(json.to_owned()).unwrap();
        summary(&options, &FieldLabels::default(), "garanties", &raw).map(|said| said.to_string())
    }

    #[test]
    fn nested_json_is_summarized_in_words() {
        for (json, en, fr) in [
            (
                r#"{"name":"Caution","rang":1,"x":null,"parts":[{"a":1},{"a":2}]}"#,
                "Name: Caution, rang: 1, parts: 2 elements",
                "Nom\u{a0}: Caution, rang\u{a0}: 1, parts\u{a0}: 2 éléments",
            ),
            (r#"[{"rang":1}]"#, "rang: 1", "rang\u{a0}: 1"),
            (r#"[{"name":"A","rang":1},{"name":"B"}]"#, "2 elements: A, B", "2 éléments\u{a0}: A, B"),
            (r#"[{"rang":1},{"rang":2}]"#, "2 elements", "2 éléments"),
            ("[0.6, true]", "0.6, yes", "0,6, oui"),
            ("[]", "none", "aucun"),
            ("{}", "none", "aucun"),
        ] {
            assert_eq!(summary_text(Lang::En, json).as_deref(), Some(en), "{json}");
            assert_eq!(summary_text(Lang::Fr, json).as_deref(), Some(fr), "{json}");
        }
        assert_eq!(summary_text(Lang::En, "12"), None, "a plain value is none of it");
    }

    #[test]
    fn a_large_value_is_counted_alone() {
        let many: Vec<String> = (0..5_000).map(|n| format!(r#"{{"name":"n{n}"}}"#)).collect();
        let json = format!("[{}]", many.join(","));
        assert_eq!(summary_text(Lang::En, &json).as_deref(), Some("5,000 elements"));
    }
}

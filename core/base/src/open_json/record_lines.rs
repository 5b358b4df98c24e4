//! A record of unknown shape as readable lines.
//!
//! Each value follows its name. A nested value is named by its path, and a list of plain values is on one line.

use serde_json::value::RawValue;

use super::value::{format_field_value, is_nested};
use super::{FieldLabels, FormatOptions};
use crate::contract::record::{MAX_DEPTH, Record};
use crate::text::SafeText;

/// Most lines of one record.
const MAX_LINES: usize = 60;
/// Longest value, in characters.
const MAX_VALUE_CHARS: usize = 400;

/// A name and its value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordLine {
    /// Name of the field, with those of its parents.
    pub label: SafeText,
    /// Value of the field.
    pub value: SafeText,
}

/// Returns the name of a field in the style of `options`.
pub fn field_name(options: &FormatOptions, labels: &FieldLabels, field: &str) -> SafeText {
    labels.label(options, field)
}

/// Returns the value of a field on one line; plain list values are separated by commas.
///
/// Returns `None` for other nested values.
pub fn field_value(options: &FormatOptions, field: &str, raw: &RawValue) -> Option<SafeText> {
    if !is_nested(raw) {
        return Some(format_field_value(options, field, raw));
    }
    let elements: Vec<&RawValue> = serde_json::from_str(raw.get()).ok()?;
    if elements.iter().any(|raw| is_nested(raw)) {
        return None;
    }
    let values: Vec<String> =
        elements.iter().map(|raw| format_field_value(options, field, raw).to_string()).collect();
    Some(SafeText::line_within(&values.join(", "), MAX_VALUE_CHARS))
}

/// Returns the lines of a record, without the fields in `skip`.
pub fn field_lines(
    options: &FormatOptions,
    labels: &FieldLabels,
    record: &Record,
    skip: &[&str],
) -> Vec<RecordLine> {
    let mut lines = Vec::new();
    for (field, raw) in record.fields().filter(|(field, _)| !skip.contains(field)) {
        let label = labels.label(options, field).to_string();
        push_lines(options, labels, &mut lines, (&label, field), raw, 0);
    }
    lines
}

fn push_lines(
    options: &FormatOptions,
    labels: &FieldLabels,
    lines: &mut Vec<RecordLine>,
    (label, field): (&str, &str),
    raw: &RawValue,
    depth: usize,
) {
    if lines.len() >= MAX_LINES || depth > MAX_DEPTH {
        return;
    }
    if let Some(value) = field_value(options, field, raw) {
        let label = SafeText::line(label);
        return lines.push(RecordLine { label, value });
    }
    if let Ok(object) = Record::parse(raw.get()) {
        for (field, raw) in object.fields() {
            let label = format!("{label} › {}", labels.label(options, field));
            push_lines(options, labels, lines, (&label, field), raw, depth + 1);
        }
    } else if let Ok(elements) = serde_json::from_str::<Vec<&RawValue>>(raw.get()) {
        for (at, raw) in elements.into_iter().enumerate() {
            let label = format!("{label} {}", at + 1);
            push_lines(options, labels, lines, (&label, field), raw, depth + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::open_json::NamingStyle;
    use crate::text::Lang;

    use super::*;
    use jiff::tz::TimeZone;

    #[test]
    fn every_value_is_labelled_and_shows_no_json_tokens() {
        let options = FormatOptions {
            lang: Lang::En,
            zone: TimeZone::UTC,
            naming: NamingStyle::Localized(None),
            currency: None,
        };
        let record = Record::parse(
            r#"{"id":"x","statut":"en_cours","options":{"unit":"%","stops":[0.6,0.75]},"series":[{"a":1},{"a":null}],"none":[]}"#,
        )
        .unwrap();
        let lines: Vec<String> = field_lines(&options, &FieldLabels::default(), &record, &["id"])
            .into_iter()
            .map(|line| format!("{}: {}", line.label, line.value))
            .collect();
        assert_eq!(
            lines,
            [
                "Status: Performing",
                "options › Unit: %",
                "options › stops: 0.6, 0.75",
                "series 1 › a: 1",
                "series 2 › a: n/a",
                "none: "
            ]
        );
    }

    #[test]
    fn compliance_summary_is_shown_in_words() {
        let record = Record::parse(
            r#"{"date":"2026-11-20","total_operations":1280,"operations_en_difficulte":12,"kyc_a_revoir":3,
                "alertes_critiques":2}"#,
        )
        .unwrap();
        for lang in Lang::ALL {
            let options = FormatOptions {
                lang,
                zone: TimeZone::UTC,
                naming: NamingStyle::Localized(None),
                currency: None,
            };
            let lines = field_lines(&options, &FieldLabels::default(), &record, &[]);
            assert_eq!(lines.len(), 5);
            for line in lines {
                assert!(!line.label.contains('_') && line.label.starts_with(char::is_uppercase), "{line:?}");
                let value = line.value.as_str();
                assert!(!value.contains("2026-11") && !value.contains("1280"), "{line:?}");
            }
        }
    }
}

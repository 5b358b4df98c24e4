//! One record as lines of label and value: documented fields first, then all other fields.

use std::io::{self, Write};

use encours_core::contract::Record;
use encours_core::contract::models::kpi::KpiKey;
use encours_core::open_json;
use encours_core::text::{Messages, SafeText, pad, width};
use serde_json::value::RawValue;

use super::super::wrap;
use super::{OutputKind, OutputStyle, cell};

/// Minimum value width for wrapping; below it the terminal breaks lines.
const MIN_VALUE_WIDTH: usize = 20;

/// Writes one line per field; the members of a nested object follow it, indented.
pub(super) fn write(
    sink: &mut dyn Write,
    out_style: &OutputStyle,
    kind: OutputKind,
    record: &Record,
) -> io::Result<()> {
    let lines = record_lines(out_style, kind, record);
    let column = lines.iter().map(|line| width(&line.0)).max().unwrap_or_default();
    let max_width = out_style.width.map(|width| width.saturating_sub(column + 2));
    let max_width = max_width.filter(|max_width| *max_width >= MIN_VALUE_WIDTH);
    let indent = format!("\n{}", " ".repeat(column + 2));
    for (label, value) in lines {
        let label = pad(&label, column);
        let label = if out_style.color { format!("\x1b[1m{label}\x1b[0m") } else { label };
        // Long values wrap between words, indented to the value column.
        let value = wrap::wrap(&value, max_width).replace('\n', &indent);
        writeln!(sink, "{}", format!("{label}  {value}").trim_end_matches(' '))?;
    }
    Ok(())
}

fn record_lines(out_style: &OutputStyle, kind: OutputKind, record: &Record) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    let documented = kind.columns();
    for column in documented {
        // A token response without its token is normal, so no "missing" line.
        if column.field != "access_token" || record.has(column.field) {
            push_field(&mut lines, out_style, kind, column.field, record.raw(column.field), None);
        }
    }
    for (name, raw) in record.fields() {
        if !documented.iter().any(|column| column.field == name) {
            push_field(&mut lines, out_style, kind, name, Some(raw), None);
        }
    }
    lines
}

/// Position of a nested field.
#[derive(Clone, Copy)]
struct NestedField<'a> {
    object: &'a str,
    depth: usize,
}

fn push_field(
    lines: &mut Vec<(String, String)>,
    out_style: &OutputStyle,
    kind: OutputKind,
    name: &str,
    raw: Option<&RawValue>,
    inside: Option<NestedField<'_>>,
) {
    let depth = inside.map_or(0, |inside| inside.depth);
    let label = format!("{}{}", "  ".repeat(depth), field_label(out_style, kind, name, inside));
    let nested = raw.filter(|raw| raw.get().starts_with('{')).and_then(|raw| Record::parse(raw.get()).ok());
    match nested {
        // Deeper levels appear as JSON.
        Some(inner) if depth < 3 && inner.fields().next().is_some() => {
            lines.push((label, String::new()));
            let inside = NestedField { object: name, depth: depth + 1 };
            for (name, raw) in inner.fields() {
                push_field(lines, out_style, kind, name, Some(raw), Some(inside));
            }
        }
        _ => {
            let of_snapshot =
                inside.is_some_and(|inside| inside.depth == 1 && inside.object == "kpi_snapshot");
            let style = match inside {
                None => kind.style(name),
                // The unit of a number in an open object is unknown.
                Some(_) => OutputKind::Other.style(name).filter(|style| of_snapshot || !style.is_numeric()),
            };
            lines.push((
                label,
                match KpiKey::from_name(name).filter(|_| of_snapshot) {
                    Some(key) => cell::kpi_text(out_style, key, style, raw),
                    None => cell::cell_text(out_style, style, raw),
                },
            ));
        }
    }
}

/// Returns a field's label if the contract defines one. Members of open objects have none.
fn field_label(
    out_style: &OutputStyle,
    kind: OutputKind,
    name: &str,
    inside: Option<NestedField<'_>>,
) -> String {
    let messages = Messages::new(out_style.lang);
    let key = match inside {
        None => kind.label(name).or_else(|| open_json::label_key(name)),
        Some(NestedField { object, depth: 1 }) => match kind.code_kind(object) {
            Some(codes) => codes.find(name).map(|code| code.label),
            None if object == "kpi_snapshot" => OutputKind::Other.label(name),
            None => None,
        },
        Some(_) => None,
    };
    key.map_or_else(|| SafeText::line_within(name, 60).to_string(), |key| messages.get(key).into_owned())
}

#[cfg(test)]
mod tests {
    use encours_core::text::Lang;
    use jiff::Timestamp;

    use super::*;

    fn written(kind: OutputKind, json: &str) -> String {
        let out_style = OutputStyle::plain(Lang::En, Timestamp::UNIX_EPOCH);
        let mut out = Vec::new();
        write(&mut out, &out_style, kind, &Record::parse(json).unwrap()).unwrap();
        let text = String::from_utf8(out).unwrap();
        let squeezed = text.lines().map(|line| {
            let indent = line.len() - line.trim_start().len();
            let words: Vec<&str> = line.split_whitespace().collect();
            format!("{}{}", " ".repeat(indent), words.join(" "))
        });
        squeezed.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn record_text_names_breakdowns_and_metrics() {
        let text = written(
            OutputKind::Portfolio,
            r#"{"operations_by_status":{"cloture":2,"x_y":1},"operations_by_type_investissement":{"whole_loan":3}}"#,
        );
        assert!(text.contains("\n  Closed 2\n  x_y 1\n") && text.ends_with("\n  Whole loan 3"), "{text}");
        let text =
            written(OutputKind::Deal, r#"{"kpi_snapshot":{"ltv":"0.65"},"data":{"status":"ic"},"added":1}"#);
        assert!(text.contains("\n  LTV 65.0%\n") || text.contains("\n  LTV 65%\n"), "{text}");
        assert!(text.contains("\n  status ic\nadded 1"), "{text}");
    }

    #[test]
    fn mark_read_result_shows_exactly_two_fields() {
        let text = written(OutputKind::Marked, r#"{"id":"n-1","read":true}"#);
        assert_eq!(text.lines().count(), 2, "{text}");
    }
}

//! One record as lines of label and value: documented fields first, then everything else the service sent.

use std::io::{self, Write};

use encours_core::contract::Record;
use encours_core::view::text::{Clean, Words, pad, width};
use serde_json::value::RawValue;

use super::{Kind, Look, cell};

/// Writes one line per field; the members of a nested object follow it, indented.
pub(super) fn write(sink: &mut dyn Write, look: &Look, kind: Kind, record: &Record) -> io::Result<()> {
    let lines = lines(look, kind, record);
    let column = lines.iter().map(|line| width(&line.0)).max().unwrap_or_default();
    for (label, value) in lines {
        let label = pad(&label, column);
        let label = if look.color {
            format!("\x1b[1m{label}\x1b[0m")
        } else {
            label
        };
        writeln!(sink, "{}", format!("{label}  {value}").trim_end_matches(' '))?;
    }
    Ok(())
}

fn lines(look: &Look, kind: Kind, record: &Record) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    let documented = kind.columns();
    for column in documented {
        // A token response without its token is the usual one, not one that misses something.
        if column.field != "access_token" || record.has(column.field) {
            field(&mut lines, look, kind, column.field, record.raw(column.field), 0);
        }
    }
    for (name, raw) in record.fields() {
        if !documented.iter().any(|column| column.field == name) {
            field(&mut lines, look, kind, name, Some(raw), 0);
        }
    }
    lines
}

fn field(
    lines: &mut Vec<(String, String)>,
    look: &Look,
    kind: Kind,
    name: &str,
    raw: Option<&RawValue>,
    depth: usize,
) {
    let label = match kind.label(name).filter(|_| depth == 0) {
        Some(key) => Words::new(look.lang).get(key).into_owned(),
        None => Clean::line_of(name, 60).to_string(),
    };
    let label = format!("{}{label}", "  ".repeat(depth));
    let nested = raw
        .filter(|raw| raw.get().starts_with('{'))
        .and_then(|raw| Record::parse(raw.get()).ok());
    match nested {
        // Deeper than people read, an object shows as the JSON it is.
        Some(inner) if depth < 3 && inner.fields().next().is_some() => {
            lines.push((label, String::new()));
            for (name, raw) in inner.fields() {
                field(lines, look, kind, name, Some(raw), depth + 1);
            }
        }
        _ => {
            let style = if depth == 0 {
                kind.style(name)
            } else {
                Kind::Other.style(name)
            };
            lines.push((label, cell::shown(look, style, raw)));
        }
    }
}

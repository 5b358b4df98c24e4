//! Any JSON value as a tree of lines.
//!
//! Closed nodes are not visited, so that the cost of a large value depends on its visible part.

use serde_json::value::RawValue;

use crate::contract::record::{MAX_DEPTH, Record};
use crate::text::Clean;

use super::value::{is_nested, value_of};
use super::{How, Labels};

/// Most lines of one tree.
const MOST: usize = 20_000;

/// One line of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Position as a JSON pointer (RFC 6901), which identifies the node to open or close.
    pub pointer: String,
    /// Depth.
    pub depth: usize,
    /// Name of the field, or position in a list, from 1.
    pub label: Clean,
    /// Value, unless it is nested.
    pub value: Option<Clean>,
    /// Number of parts.
    pub parts: usize,
    /// True if its parts follow.
    pub open: bool,
}

/// Returns the lines of a value. `open` decides by pointer which nodes are open; the root always is.
pub fn tree(how: &How, labels: &Labels, raw: &RawValue, open: impl Fn(&str) -> bool) -> Vec<Line> {
    let mut lines = Vec::new();
    let walk = Walk {
        how,
        labels,
        open: &open,
    };
    walk.parts(&mut lines, "", 0, raw);
    lines
}

struct Walk<'a> {
    how: &'a How,
    labels: &'a Labels,
    open: &'a dyn Fn(&str) -> bool,
}

impl Walk<'_> {
    fn parts(&self, lines: &mut Vec<Line>, pointer: &str, depth: usize, raw: &RawValue) {
        if let Ok(object) = Record::parse(raw.get()) {
            for (name, raw) in object.fields() {
                let pointer = format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"));
                let label = self.labels.called(self.how, name);
                self.node(lines, &pointer, depth, (name, label), raw);
            }
        } else if let Some(elements) = elements(raw) {
            for (place, raw) in elements.into_iter().enumerate() {
                let label = Clean::line(&(place + 1).to_string());
                self.node(lines, &format!("{pointer}/{place}"), depth, ("", label), raw);
            }
        } else if depth == 0 {
            self.node(lines, "", depth, ("", Clean::default()), raw);
        }
    }

    fn node(
        &self,
        lines: &mut Vec<Line>,
        pointer: &str,
        depth: usize,
        (field, label): (&str, Clean),
        raw: &RawValue,
    ) {
        if lines.len() >= MOST || depth > MAX_DEPTH {
            return;
        }
        let parts = if is_nested(raw) { count(raw) } else { 0 };
        let open = parts > 0 && (self.open)(pointer);
        lines.push(Line {
            pointer: pointer.to_owned(),
            depth,
            label,
            value: (parts == 0).then(|| value_of(self.how, field, raw)),
            parts,
            open,
        });
        if open {
            self.parts(lines, pointer, depth + 1, raw);
        }
    }
}

fn elements(raw: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(raw.get()).ok()
}

fn count(raw: &RawValue) -> usize {
    match Record::parse(raw.get()) {
        Ok(object) => object.fields().count(),
        Err(_) => elements(raw).map_or(0, |elements| elements.len()),
    }
}

#[cfg(test)]
mod tests {
    use crate::open_json::Called;
    use crate::text::Lang;

    use super::*;
    use jiff::tz::TimeZone;

    fn lines(json: &str, open: impl Fn(&str) -> bool) -> Vec<String> {
        let how = How {
            lang: Lang::En,
            zone: TimeZone::UTC,
            called: Called::AsSent,
            currency: None,
        };
        let raw = RawValue::from_string(json.to_owned()).unwrap();
        tree(&how, &Labels::default(), &raw, open)
            .into_iter()
            .map(|line| {
                let value = line
                    .value
                    .map_or_else(|| format!("({})", line.parts), |value| value.to_string());
                format!(
                    "{}{} {value} @{}",
                    "  ".repeat(line.depth),
                    line.label,
                    line.pointer
                )
            })
            .collect()
    }

    #[test]
    fn only_what_is_open_is_walked() {
        let json = r#"{"a":1.50,"b":{"c/d":[true,{}]},"e":[]}"#;
        assert_eq!(lines(json, |_| false), ["a 1.5 @/a", "b (1) @/b", "e [] @/e"]);
        assert_eq!(
            lines(json, |_| true),
            [
                "a 1.5 @/a",
                "b (1) @/b",
                "  c/d (2) @/b/c~1d",
                "    1 yes @/b/c~1d/0",
                "    2 {} @/b/c~1d/1",
                "e [] @/e"
            ]
        );
        assert_eq!(lines("[1,2]", |_| true), ["1 1 @/0", "2 2 @/1"]);
        assert_eq!(lines("\"x\"", |_| true), [" x @"]);
    }

    #[test]
    fn a_deep_value_ends() {
        let deep = format!("{}{}", "[".repeat(100), "]".repeat(100));
        assert_eq!(lines(&deep, |_| true).len(), 99);
    }
}

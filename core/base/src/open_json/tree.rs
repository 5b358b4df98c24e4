//! Any JSON value as a tree of lines.
//!
//! Closed nodes are not visited, so that the cost of a large value depends on its visible part.

use serde_json::value::RawValue;

use crate::contract::record::{MAX_DEPTH, Record};
use crate::text::SafeText;

use super::value::{format_field_value, is_nested};
use super::{FieldLabels, FormatOptions};

/// Most lines of one tree.
const MAX_LINES: usize = 20_000;

/// One line of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeLine {
    /// Position as a JSON pointer (RFC 6901), which identifies the node to open or close.
    pub pointer: String,
    /// Depth.
    pub depth: usize,
    /// Name of the field, or position in a list, from 1.
    pub label: SafeText,
    /// Value, unless it is nested.
    pub value: Option<SafeText>,
    /// Number of parts.
    pub child_count: usize,
    /// True if its parts follow.
    pub is_open: bool,
}

/// Returns the lines of a value. `open` decides by pointer which nodes are open; the root always is.
pub fn tree_lines(
    options: &FormatOptions,
    labels: &FieldLabels,
    raw: &RawValue,
    open: impl Fn(&str) -> bool,
) -> Vec<TreeLine> {
    let mut lines = Vec::new();
    let builder = TreeBuilder { options, labels, is_open: &open };
    builder.push_children(&mut lines, "", 0, raw);
    lines
}

struct TreeBuilder<'a> {
    options: &'a FormatOptions,
    labels: &'a FieldLabels,
    is_open: &'a dyn Fn(&str) -> bool,
}

impl TreeBuilder<'_> {
    fn push_children(&self, lines: &mut Vec<TreeLine>, pointer: &str, depth: usize, raw: &RawValue) {
        if let Ok(object) = Record::parse(raw.get()) {
            for (name, raw) in object.fields() {
                let pointer = format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"));
                let label = self.labels.label(self.options, name);
                self.push_node(lines, &pointer, depth, (name, label), raw);
            }
        } else if let Some(elements) = elements(raw) {
            for (idx, raw) in elements.into_iter().enumerate() {
                let label = SafeText::line(&(idx + 1).to_string());
                self.push_node(lines, &format!("{pointer}/{idx}"), depth, ("", label), raw);
            }
        } else if depth == 0 {
            self.push_node(lines, "", depth, ("", SafeText::default()), raw);
        }
    }

    fn push_node(
        &self,
        lines: &mut Vec<TreeLine>,
        pointer: &str,
        depth: usize,
        (field, label): (&str, SafeText),
        raw: &RawValue,
    ) {
        if lines.len() >= MAX_LINES || depth > MAX_DEPTH {
            return;
        }
        let children = if is_nested(raw) { child_count(raw) } else { 0 };
        let open = children > 0 && (self.is_open)(pointer);
        lines.push(TreeLine {
            pointer: pointer.to_owned(),
            depth,
            label,
            value: (children == 0).then(|| format_field_value(self.options, field, raw)),
            child_count: children,
            is_open: open,
        });
        if open {
            self.push_children(lines, pointer, depth + 1, raw);
        }
    }
}

fn elements(raw: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(raw.get()).ok()
}

fn child_count(raw: &RawValue) -> usize {
    match Record::parse(raw.get()) {
        Ok(object) => object.fields().count(),
        Err(_) => elements(raw).map_or(0, |elements| elements.len()),
    }
}

#[cfg(test)]
mod tests {
    use crate::open_json::NamingStyle;
    use crate::text::Lang;

    use super::*;
    use jiff::tz::TimeZone;

    fn lines(json: &str, open: impl Fn(&str) -> bool) -> Vec<String> {
        let format_options = FormatOptions {
            lang: Lang::En,
            zone: TimeZone::UTC,
            naming: NamingStyle::AsSent,
            currency: None,
        };
        let raw = RawValue::from_string(json.to_owned()).unwrap();
        tree_lines(&format_options, &FieldLabels::default(), &raw, open)
            .into_iter()
            .map(|line| {
                let value =
                    line.value.map_or_else(|| format!("({})", line.child_count), |value| value.to_string());
                format!("{}{} {value} @{}", "  ".repeat(line.depth), line.label, line.pointer)
            })
            .collect()
    }

    #[test]
    fn only_expanded_nodes_are_traversed() {
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

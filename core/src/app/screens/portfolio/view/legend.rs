//! What a chart leaves out, in words: whoever sees less than is counted is told so.

use crate::text::{Arg, Clean, Lang, Words};

/// How many series are named.
const NAMED: usize = 3;

/// That a chart does not draw all it counts, and what: by name as far as that is short.
pub(crate) fn told(lang: Lang, names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    if names.is_empty() {
        return String::new();
    }
    let named = names.iter().take(NAMED).map(String::as_str);
    let named = Clean::line_of(&named.collect::<Vec<_>>().join(", "), 90);
    let args = [
        ("names", Arg::from(&named)),
        ("more", Arg::from(names.len().saturating_sub(NAMED))),
    ];
    Words::new(lang).with("series-left-out", &args)
}

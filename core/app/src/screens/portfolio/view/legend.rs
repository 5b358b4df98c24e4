//! Note about the series that a chart omits.

use crate::text::{Arg, Clean, Lang, Words};

/// Maximum number of series named.
const NAMED: usize = 3;

/// Returns the note that a chart omits series, with their names if short.
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

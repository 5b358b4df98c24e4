//! Note about the series that a chart omits.

use crate::text::{Lang, MessageArg, Messages, SafeText};

/// Maximum number of series named.
const MAX_NAMED_SERIES: usize = 3;

/// Returns the note that a chart omits series, with their names if short.
pub(crate) fn hidden_note(lang: Lang, names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    if names.is_empty() {
        return String::new();
    }
    let name_list = names.iter().take(MAX_NAMED_SERIES).map(String::as_str);
    let name_list = SafeText::line_within(&name_list.collect::<Vec<_>>().join(", "), 90);
    let args = [
        ("names", MessageArg::from(&name_list)),
        ("more", MessageArg::from(names.len().saturating_sub(MAX_NAMED_SERIES))),
    ];
    Messages::new(lang).with("series-left-out", &args)
}

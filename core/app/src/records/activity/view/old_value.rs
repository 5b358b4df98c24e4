//! The earlier value of a field, as text.

use crate::contract::record::Record;
use crate::text::{Lang, Messages};
use jiff::tz::TimeZone;

/// Returns the value of a field before a write; a value never loaded here is unknown, not absent.
pub(crate) fn value_before(lang: Lang, zone: &TimeZone, field: &str, before: Option<&Record>) -> String {
    match before.and_then(|before| before.raw(field)) {
        Some(raw) => crate::foundation::history::change::value_text(lang, zone, field, Some(raw)),
        None => Messages::new(lang).get("absent-unknown-here").into_owned(),
    }
}

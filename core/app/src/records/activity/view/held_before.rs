//! The earlier value of a field, as text.

use crate::contract::record::Record;
use crate::text::{Lang, Words};
use jiff::tz::TimeZone;

/// Returns the value of a field before a write; a value never loaded here is unknown, not absent.
pub(crate) fn held(lang: Lang, zone: &TimeZone, field: &str, before: Option<&Record>) -> String {
    match before.and_then(|before| before.raw(field)) {
        Some(raw) => crate::foundation::history::change::value(lang, zone, field, Some(raw)),
        None => Words::new(lang).get("absent-unknown-here").into_owned(),
    }
}

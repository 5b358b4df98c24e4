//! What a field held before a write, in words.

use jiff::tz::TimeZone;
use crate::contract::record::Record;
use crate::text::Lang;
use crate::text::Words;

/// What a field held before a write, in words: what was never read here is no value that was not given.
pub(in crate::app) fn held(lang: Lang, zone: &TimeZone, field: &str, before: Option<&Record>) -> String {
    match before.and_then(|before| before.raw(field)) {
        Some(raw) => crate::app::foundation::history::change::value(lang, zone, field, Some(raw)),
        None => Words::new(lang).get("absent-unknown-here").into_owned(),
    }
}

//! The filter of a check.

use crate::dataset::faulty_deals::BrokenCheck;
use crate::query;
use crate::text::{Lang, Messages};
use crate::vocabulary::Band;

/// Returns the filter of the deals that break a check.
#[must_use]
pub fn check_filter(lang: Lang, check: &BrokenCheck) -> String {
    let messages = Messages::new(lang);
    if check.is_threshold {
        return query::condition(lang, check.key, &messages.get(Band::Alert.key()));
    }
    query::condition(lang, &messages.get("filter-check"), check.key)
}

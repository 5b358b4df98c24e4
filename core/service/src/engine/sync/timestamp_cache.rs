//! A cache of parsed stage times. Thousands of deals share a few dates, so each text is parsed once.

use std::collections::HashMap;

use foldhash::fast::RandomState;
use jiff::tz::TimeZone;

use crate::contract::json::date_or_time::DateOrTime;
use crate::contract::paging::deal_page::DealSummary;
use crate::model::table::{Numbers, RowRef, StatusSince, TimePrecision};

/// Maximum number of cached texts; further ones are parsed each time.
const MAX_CACHED: usize = 4_096;

/// Cached results of parsing texts as timestamps.
pub(in crate::engine) struct TimestampCache {
    zone: TimeZone,
    parsed: HashMap<Box<str>, Option<i64>, RandomState>,
}

impl TimestampCache {
    pub(in crate::engine) fn new(zone: TimeZone) -> Self {
        Self { zone, parsed: HashMap::default() }
    }

    /// Returns the table row of a deal. `observed` is its stage time for a server that does not send it.
    pub(in crate::engine) fn row<'a>(
        &mut self,
        deal: &DealSummary<'a>,
        observed: Option<StatusSince>,
    ) -> RowRef<'a> {
        RowRef {
            id: deal.id,
            name: deal.name.unwrap_or_default(),
            status: deal.status.unwrap_or_default(),
            class: deal.classe_actif.unwrap_or_default(),
            owner: deal.responsable.unwrap_or_default(),
            since: self.first_timestamp(deal.status_since).or(observed),
            numbers: Numbers::Plain(deal.numbers),
        }
    }

    /// Returns the first of the texts that is a timestamp.
    fn first_timestamp(&mut self, texts: [Option<&str>; 2]) -> Option<StatusSince> {
        let at = texts.into_iter().flatten().find_map(|text| self.parse(text))?;
        Some(StatusSince { at, precision: TimePrecision::Received })
    }

    fn parse(&mut self, text: &str) -> Option<i64> {
        if let Some(cached) = self.parsed.get(text) {
            return *cached;
        }
        let at = DateOrTime::parse(text).map(|timestamp| timestamp.instant(&self.zone).as_second());
        if self.parsed.len() < MAX_CACHED {
            self.parsed.insert(text.into(), at);
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_text_that_is_a_timestamp_counts() {
        let mut cache = TimestampCache::new(TimeZone::UTC);
        let mut seconds = |texts| cache.first_timestamp(texts).map(|since| since.at);
        for _cached in 0..2 {
            assert_eq!(seconds([Some("1970-01-01T00:01:40Z"), Some("1970-01-02")]), Some(100));
            assert_eq!(seconds([Some("soon"), Some("1970-01-02")]), Some(86_400));
            assert_eq!(seconds([None, Some("soon")]), None);
        }
        assert_eq!(cache.parsed.len(), 3, "each text is parsed once");
    }

    #[test]
    fn number_of_cached_texts_is_limited() {
        let mut cache = TimestampCache::new(TimeZone::UTC);
        for second in 0..=MAX_CACHED {
            let text =
                format!("1970-01-01T{:02}:{:02}:{:02}Z", second / 3_600, second / 60 % 60, second % 60);
            assert_eq!(cache.parse(&text), Some(i64::try_from(second).unwrap()));
        }
        assert_eq!(cache.parsed.len(), MAX_CACHED);
    }
}

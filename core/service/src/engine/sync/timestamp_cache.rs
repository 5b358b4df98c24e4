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

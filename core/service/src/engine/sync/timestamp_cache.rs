//! A cache of parsed stage times. Thousands of deals share a few dates, so each text is parsed once.

use std::collections::HashMap;

use foldhash::fast::RandomState;
use jiff::tz::TimeZone;

use crate::contract::json::date_or_time::Moment;
use crate::model::table::{Bound, StageSince};

/// Maximum number of cached texts; further ones are parsed each time.
const MOST: usize = 4_096;

/// Cached results of parsing texts as timestamps.
pub(in crate::engine) struct Moments {
    zone: TimeZone,
    known: HashMap<Box<str>, Option<i64>, RandomState>,
}

impl Moments {
    pub(in crate::engine) fn new(zone: TimeZone) -> Self {
        Self {
            zone,
            known: HashMap::default(),
        }
    }

    /// Returns the first of the texts that is a timestamp.
    pub(in crate::engine) fn received(&mut self, texts: [Option<&str>; 2]) -> Option<StageSince> {
        let at = texts.into_iter().flatten().find_map(|text| self.read(text))?;
        Some(StageSince {
            at,
            bound: Bound::Received,
        })
    }

    fn read(&mut self, text: &str) -> Option<i64> {
        if let Some(known) = self.known.get(text) {
            return *known;
        }
        let at = Moment::parse(text).map(|moment| moment.instant(&self.zone).as_second());
        if self.known.len() < MOST {
            self.known.insert(text.into(), at);
        }
        at
    }
}

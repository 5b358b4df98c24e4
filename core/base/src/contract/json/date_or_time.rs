//! Business dates and date-times, as the contract distinguishes them.
//!
//! A business date (`YYYY-MM-DD`) has no time zone and is never converted through one. A date-time has one.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// A date or a point in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DateOrTime {
    /// Business date, the same day everywhere.
    Day(Date),
    /// Point in time.
    Instant(Timestamp),
}

impl DateOrTime {
    /// Parses `YYYY-MM-DD`, or a date-time with an offset or `Z` (ISO 8601, RFC 3339).
    ///
    /// A date-time without a zone is ambiguous and returns `None`.
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() == "YYYY-MM-DD".len() {
            return text.parse().ok().map(Self::Day);
        }
        text.parse().ok().map(Self::Instant)
    }

    /// Returns the calendar day: the business date, or the instant's date in `zone`.
    pub fn day(self, zone: &TimeZone) -> Date {
        match self {
            Self::Day(day) => day,
            Self::Instant(instant) => zone.to_datetime(instant).date(),
        }
    }

    /// Returns a point in time for ages and ordering.
    ///
    /// A business date counts from its start in `zone`.
    pub fn instant(self, zone: &TimeZone) -> Timestamp {
        match self {
            Self::Instant(instant) => instant,
            // A day at the edge of the calendar may have no instant; both edges are centuries away.
            Self::Day(day) => zone.to_timestamp(day.at(0, 0, 0, 0)).unwrap_or(Timestamp::MIN),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_date_is_not_a_date_time() {
        assert_eq!(DateOrTime::parse("2026-03-01"), Some(DateOrTime::Day(date(2026, 3, 1))));
        let instant = "2026-03-01T23:30:00Z".parse().unwrap();
        assert_eq!(DateOrTime::parse("2026-03-01T23:30:00Z"), Some(DateOrTime::Instant(instant)));
        assert_eq!(DateOrTime::parse("2026-03-02T00:30:00+01:00"), Some(DateOrTime::Instant(instant)));
        for text in ["", "2026-03-01T23:30:00", "01/03/2026", "2026-13-01", "soon", "20260301"] {
            assert_eq!(DateOrTime::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_business_date_is_the_same_everywhere() {
        let ahead = TimeZone::fixed(jiff::tz::offset(14));
        let behind = TimeZone::fixed(jiff::tz::offset(-11));
        for zone in [&ahead, &behind] {
            assert_eq!(DateOrTime::parse("2026-03-01").unwrap().day(zone), date(2026, 3, 1));
        }
        let instant = DateOrTime::parse("2026-03-01T10:30:00Z").unwrap();
        assert_eq!((instant.day(&ahead), instant.day(&behind)), (date(2026, 3, 2), date(2026, 2, 28)));
        let midnight = DateOrTime::parse("2026-03-01").unwrap().instant(&ahead);
        assert_eq!(midnight, "2026-02-28T10:00:00Z".parse().unwrap());
    }
}

//! Formatted dates relative to the time at which the data set is generated.

use jiff::{SignedDuration, Timestamp, tz::TimeZone};

use super::rng::Random;

/// The last half year before `now`, day by day.
#[derive(Debug)]
pub(crate) struct Calendar {
    now: Timestamp,
    days: Vec<String>,
}

impl Calendar {
    pub(crate) fn new(now: Timestamp) -> Self {
        let days = (0..200)
            .map(|days_ago| {
                let at = now.saturating_sub(SignedDuration::from_hours(24 * days_ago)).unwrap_or(now);
                at.to_zoned_datetime(TimeZone::UTC).date().to_string()
            })
            .collect();
        Self { now, days }
    }

    /// Returns the business date that many days ago, `YYYY-MM-DD`; at most half a year.
    pub(crate) fn date(&self, days_ago: i64) -> &str {
        let index = usize::try_from(days_ago).unwrap_or(0).min(self.days.len() - 1);
        &self.days[index]
    }

    /// Returns a date-time in the working hours of that day, never in the future.
    pub(crate) fn date_time(&self, days_ago: i64, random: &mut Random) -> String {
        let second = random.between(7 * 3600, 18 * 3600);
        if days_ago == 0 {
            return self.date_time_before(random.between(60, 3 * 3600));
        }
        let (h, m, s) = (second / 3600, second / 60 % 60, second % 60);
        format!("{}T{h:02}:{m:02}:{s:02}Z", self.date(days_ago))
    }

    /// Returns the date-time that many seconds ago.
    pub(crate) fn date_time_before(&self, seconds: i64) -> String {
        let at = self.now.saturating_sub(SignedDuration::from_secs(seconds)).unwrap_or(self.now);
        crate::clock::date_time(at)
    }

    /// Returns the business date that many days ahead, `YYYY-MM-DD`.
    pub(crate) fn date_in(&self, days: i64) -> String {
        let at = self.now.saturating_add(SignedDuration::from_hours(24 * days)).unwrap_or(self.now);
        at.to_zoned_datetime(TimeZone::UTC).date().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_count_back_from_now() {
        let calendar = Calendar::new("2026-03-01T08:00:00Z".parse().unwrap());
        assert_eq!(
            (calendar.date(0), calendar.date(1), calendar.date(365)),
            ("2026-03-01", "2026-02-28", calendar.date(199))
        );
        assert_eq!(calendar.date_time_before(3600), "2026-03-01T07:00:00Z");
        assert_eq!(calendar.date_in(31), "2026-04-01");
        let mut random = Random::new(1, "calendar");
        assert!((0..200).all(|_| calendar.date_time(0, &mut random).as_str() < "2026-03-01T08:00:00Z"));
        assert!(calendar.date_time(1, &mut random).starts_with("2026-02-28T"));
    }
}

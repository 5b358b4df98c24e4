//! The service's clock, measured from its responses.
//!
//! A signature carries a timestamp that the service compares with its own clock. If this device's clock is wrong, the
//! difference is measured from `Date` and corrected. `Date` has a resolution of one second. Cached or delayed responses
//! are ignored because they would mislead. A difference stored by an earlier process is used until the first usable
//! response. When this device's clock is set, the next response corrects the difference.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, SystemTime};

use http::HeaderMap;
use http::header::{AGE, DATE};

use crate::host;

/// Largest difference that `Date` and the network can explain; a larger one means a wrong clock.
const TOLERANCE_MS: i64 = 2_000;

/// Skew from which the user is warned.
pub(in crate::client) const WARNING_SKEW_MS: u64 = 60_000;

/// Round trip after which the response's `Date` is ignored.
const MAX_ROUND_TRIP: Duration = Duration::from_mins(15);

/// Stores the clock skew for the next process. Implementations report their own failures; these stop no call.
pub trait ClockSkewStore: fmt::Debug + Send + Sync {
    /// Returns service minus local time in milliseconds, if the stored value is still valid.
    fn load(&self) -> Option<i64>;

    /// Stores the measured skew; `None` means no significant difference.
    fn save(&self, skew_ms: Option<i64>);
}

/// Measured and stored skew of the service's clock.
#[derive(Debug)]
pub(in crate::client) struct ServiceClock {
    corrects: bool,
    store: Option<Arc<dyn ClockSkewStore>>,
    loaded: OnceLock<Option<i64>>,
    measured_skew: Mutex<Option<i64>>,
    /// Value of [`ServiceClock::date_correction_ms`].
    date_correction_ms: Mutex<Option<i64>>,
}

impl ServiceClock {
    /// Creates the clock; if `corrects` is true, timestamps follow the service's clock.
    pub(in crate::client) fn new(corrects: bool, store: Option<Arc<dyn ClockSkewStore>>) -> Self {
        Self {
            corrects,
            store: store.filter(|_| corrects),
            loaded: OnceLock::new(),
            measured_skew: Mutex::new(None),
            date_correction_ms: Mutex::new(None),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<i64>> {
        self.measured_skew.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Measures the skew from a response. Ignores 5xx, because proxies send those with their own clocks.
    pub(super) fn measure(
        &self,
        sent_at: SystemTime,
        received_at: SystemTime,
        status: u16,
        headers: &HeaderMap,
    ) {
        let Some(date) = date_header(headers) else { return };
        let Ok(round_trip) = received_at.duration_since(sent_at) else {
            return;
        };
        if status >= 500 || headers.contains_key(AGE) || round_trip > MAX_ROUND_TRIP {
            return;
        }
        // `Date` is truncated to the second; half a second is the average remainder.
        let service = millis(date) + 500;
        let local = millis(sent_at) + i64::try_from(round_trip.as_millis() / 2).unwrap_or(0);
        let skew = service - local;
        let before = self.skew_ms().unwrap_or(0);
        *self.lock() = Some(skew);
        if skew.abs() > TOLERANCE_MS && skew.abs_diff(before) > TOLERANCE_MS.unsigned_abs() {
            tracing::warn!(
                skew_ms = skew,
                corrected = self.corrects,
                "this device's clock differs from the server's"
            );
        }
    }

    /// Returns service minus local time, in milliseconds.
    pub(in crate::client) fn skew_ms(&self) -> Option<i64> {
        *self.lock()
    }

    /// Stores the skew for the next process, after the service accepted a signature.
    pub(in crate::client) fn save_skew(&self) {
        if let (Some(store), Some(_)) = (&self.store, self.skew_ms()) {
            let (skew, date_correction) = (self.correction_ms(), self.date_correction_ms());
            // Keep the steady value, so that timestamps stay consistent across processes.
            let steady = date_correction.unsigned_abs() > WARNING_SKEW_MS && is_near(date_correction, skew);
            store.save(Some(if steady { date_correction } else { skew }).filter(|skew| *skew != 0));
        }
    }

    /// Returns the correction for recorded timestamps, in milliseconds.
    ///
    /// The value stays the same, also across processes, while the measured skew is within a minute of it. `Date` is
    /// imprecise, and later events must get later timestamps.
    pub(in crate::client) fn date_correction_ms(&self) -> i64 {
        let measured = self.correction_ms();
        let mut correction = self.date_correction_ms.lock().unwrap_or_else(PoisonError::into_inner);
        let before = correction.or_else(|| self.loaded_skew()).filter(|_| self.corrects);
        *correction.insert(before.filter(|before| is_near(*before, measured)).unwrap_or(measured))
    }

    /// Returns the skew that an earlier process stored.
    fn loaded_skew(&self) -> Option<i64> {
        let store = self.store.as_ref()?;
        *self.loaded.get_or_init(|| store.load())
    }

    /// Returns the correction applied to timestamps, in milliseconds.
    pub(super) fn correction_ms(&self) -> i64 {
        self.skew_ms()
            .or_else(|| self.loaded_skew())
            .filter(|skew| self.corrects && skew.abs() > TOLERANCE_MS)
            .unwrap_or(0)
    }

    /// Returns the current time by the service's clock.
    pub(in crate::client) fn now(&self) -> SystemTime {
        let correction = Duration::from_millis(self.correction_ms().unsigned_abs());
        let now = host::now();
        let corrected =
            if self.correction_ms() < 0 { now.checked_sub(correction) } else { now.checked_add(correction) };
        corrected.unwrap_or(now)
    }

    /// Returns the Unix time in seconds for a signature.
    pub(in crate::client) fn timestamp(&self) -> u64 {
        self.now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())
    }
}

fn is_near(a: i64, b: i64) -> bool {
    a.abs_diff(b) <= WARNING_SKEW_MS
}

/// Returns the response's `Date`.
pub(super) fn date_header(headers: &HeaderMap) -> Option<SystemTime> {
    httpdate::parse_http_date(headers.get(DATE)?.to_str().ok()?).ok()
}

fn millis(time: SystemTime) -> i64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(date: SystemTime) -> HeaderMap {
        HeaderMap::from_iter([(DATE, httpdate::fmt_http_date(date).parse().unwrap())])
    }

    fn learn(offset_s: u64, ahead: bool, status: u16) -> ServiceClock {
        let clock = ServiceClock::new(true, None);
        let now = SystemTime::now();
        let offset = Duration::from_secs(offset_s);
        let date = if ahead { now + offset } else { now - offset };
        clock.measure(now, now, status, &headers(date));
        clock
    }

    #[test]
    fn a_wrong_clock_is_measured_and_corrected_both_ways() {
        for (ahead, sign) in [(true, 1), (false, -1)] {
            let clock = learn(600, ahead, 401);
            let skew = clock.skew_ms().unwrap();
            assert!((skew - sign * 600_000).abs() <= 1_000, "{skew}");
            let corrected = i64::try_from(clock.timestamp()).unwrap() - millis(SystemTime::now()) / 1000;
            assert!((corrected - sign * 600).abs() <= 1, "{corrected}");
        }
    }

    #[test]
    fn skew_is_measured_in_the_middle_of_the_round_trip() {
        let clock = ServiceClock::new(true, None);
        let sent_at = SystemTime::UNIX_EPOCH + Duration::from_hours(1);
        let date = sent_at + Duration::from_mins(1);
        clock.measure(sent_at, sent_at + Duration::from_secs(10), 200, &headers(date));
        // One minute, minus half of the round trip, plus the mean of the truncated fraction.
        assert_eq!(clock.skew_ms(), Some(60_000 - 5_000 + 500));
    }

    #[test]
    fn date_header_resolution_is_not_counted_as_skew() {
        assert_eq!(learn(1, true, 200).correction_ms(), 0);
    }

    #[test]
    fn misleading_answers_do_not_count() {
        assert_eq!(learn(600, true, 502).skew_ms(), None);
        let clock = ServiceClock::new(true, None);
        let now = SystemTime::now();
        let mut cached = headers(now - Duration::from_hours(1));
        cached.insert(AGE, "3600".parse().unwrap());
        clock.measure(now, now, 200, &cached);
        clock.measure(now - Duration::from_hours(1), now, 200, &headers(now));
        clock.measure(now, now, 200, &HeaderMap::new());
        assert_eq!(clock.skew_ms(), None);
    }

    /// The stored skews, and the value that `load` returns.
    #[derive(Debug, Default)]
    struct FakeSkewStore(Mutex<Vec<Option<i64>>>, Option<i64>);

    impl ClockSkewStore for FakeSkewStore {
        fn load(&self) -> Option<i64> {
            self.1
        }

        fn save(&self, skew_ms: Option<i64>) {
            self.0.lock().unwrap().push(skew_ms);
        }
    }

    #[test]
    fn stored_clock_skew_applies_until_it_is_measured() {
        let notes = Arc::new(FakeSkewStore(Mutex::default(), Some(600_000)));
        let clock = ServiceClock::new(true, Some(notes.clone()));
        assert_eq!((clock.skew_ms(), clock.correction_ms()), (None, 600_000));
        clock.save_skew();
        assert_eq!(*notes.0.lock().unwrap(), [], "nothing was measured");
        let now = SystemTime::now();
        clock.measure(now, now, 200, &headers(now));
        assert_eq!(clock.correction_ms(), 0, "the clock was set right since");
        clock.save_skew();
        clock.measure(now, now, 200, &headers(now + Duration::from_hours(1)));
        clock.save_skew();
        let noted = notes.0.lock().unwrap();
        assert!(matches!(**noted, [None, Some(3_599_000..=3_601_000)]), "{noted:?}");
    }

    #[test]
    fn skew_below_a_minute_is_stored_as_measured() {
        let notes = Arc::new(FakeSkewStore(Mutex::default(), Some(30_000)));
        let clock = ServiceClock::new(true, Some(notes.clone()));
        let now = SystemTime::UNIX_EPOCH + Duration::from_hours(1);
        clock.measure(now, now, 200, &headers(now + Duration::from_secs(40)));
        clock.save_skew();
        assert_eq!(*notes.0.lock().unwrap(), [Some(40_500)]);
    }

    #[test]
    fn date_correction_advances_when_the_server_clock_stops() {
        let notes = Arc::new(FakeSkewStore(Mutex::default(), Some(-90_000_000)));
        let clock = ServiceClock::new(true, Some(notes.clone()));
        let (now, stands) = (SystemTime::now(), SystemTime::now() - Duration::from_hours(25));
        for second in [0, 3, 30, 59] {
            let now = now + Duration::from_secs(second);
            clock.measure(now, now, 200, &headers(stands));
            assert_eq!(clock.date_correction_ms(), -90_000_000, "{second}");
            clock.save_skew();
        }
        assert!(notes.0.lock().unwrap().iter().all(|noted| *noted == Some(-90_000_000)));
        let later = now + Duration::from_mins(3);
        clock.measure(later, later, 200, &headers(stands));
        assert!(clock.date_correction_ms() < -90_100_000, "the text has changed since");
        clock.measure(now, now, 200, &headers(now));
        assert_eq!(clock.date_correction_ms(), 0, "set right");
    }

    #[test]
    fn correction_can_be_refused() {
        let clock = ServiceClock::new(false, None);
        let now = SystemTime::now();
        clock.measure(now, now, 200, &headers(now + Duration::from_hours(1)));
        assert!(clock.skew_ms().is_some());
        assert_eq!(clock.correction_ms(), 0);
    }
}

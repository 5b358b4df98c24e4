//! `Retry-After`: seconds or an HTTP-date (RFC 9110 §10.2.3).

use std::time::{Duration, SystemTime};

/// Parses the wait that the service asks for.
///
/// Returns `None` if the text has neither form, so that the caller's own back-off applies. A date is compared with
/// `server_now`, the `Date` of the same response, because the local clock may be wrong. A past date means now. Seconds
/// beyond the counter's range saturate.
pub fn parse(value: &str, server_now: SystemTime) -> Option<Duration> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(Duration::from_secs(value.parse().unwrap_or(u64::MAX)));
    }
    let until = httpdate::parse_http_date(value).ok()?;
    Some(until.duration_since(server_now).unwrap_or(Duration::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn table() {
        let now = httpdate::parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT").unwrap();
        let seconds = |count| Some(Duration::from_secs(count));
        for (value, expected) in [
            ("0", seconds(0)),
            ("120", seconds(120)),
            (" 7 ", seconds(7)),
            ("007", seconds(7)),
            ("99999999999999999999999", seconds(u64::MAX)),
            ("Sun, 06 Nov 1994 08:50:37 GMT", seconds(60)),
            ("Sunday, 06-Nov-94 08:50:37 GMT", seconds(60)),
            ("Sun Nov  6 08:50:37 1994", seconds(60)),
            ("Sun, 06 Nov 1994 08:00:00 GMT", seconds(0)),
            ("-5", None),
            ("+5", None),
            ("1.5", None),
            ("", None),
            ("soon", None),
            ("٣", None),
            ("12 minutes", None),
        ] {
            assert_eq!(parse(value, now), expected, "{value:?}");
        }
    }

    proptest! {
        #[test]
        fn retry_after_accepts_only_plain_seconds_or_dates(seconds in any::<u64>(), spaces in " {0,3}", other in "\\PC{0,24}") {
            let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
            let text = format!("{spaces}{seconds}{spaces}");
            prop_assert_eq!(parse(&text, now), Some(Duration::from_secs(seconds)));
            let digits = other.trim();
            let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            if !plain && httpdate::parse_http_date(digits).is_err() {
                prop_assert_eq!(parse(&other, now), None);
            }
        }

        #[test]
        fn a_date_is_the_span_from_the_services_clock(wait in -100_000i64..100_000, now in 0u64..4_000_000_000) {
            let now = SystemTime::UNIX_EPOCH + Duration::from_secs(now + 200_000);
            let span = Duration::from_secs(wait.unsigned_abs());
            let until = if wait < 0 { now - span } else { now + span };
            let expected = if wait < 0 { Duration::ZERO } else { span };
            prop_assert_eq!(parse(&httpdate::fmt_http_date(until), now), Some(expected));
        }
    }
}

//! `Retry-After`: seconds or an HTTP-date (RFC 9110 §10.2.3).

use std::time::{Duration, SystemTime};

/// How long the service asks to wait. `None` if the text is neither form, so that the caller's own backoff
/// applies.
///
/// A date is taken against `server_now`, the `Date` of the same answer: the local clock may be wrong. A date
/// already past means now. Seconds that no counter holds saturate.
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
}

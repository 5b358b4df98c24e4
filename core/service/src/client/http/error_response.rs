//! Conversion of an error response into an `Error`, and its `Retry-After`.

use std::time::{Duration, SystemTime};

use http::header::{CONTENT_TYPE, LOCATION, RETRY_AFTER};
use reqwest::Url;

use super::clock_skew;
use super::redact::SecretMask;
use super::transport::RawResponse;
use crate::contract::problem::{MEDIA_TYPE, Problem};
use crate::contract::retry_after;
use crate::error::Error;

/// Status of a network that requires a sign-in before it forwards requests (RFC 6585 §6).
const NETWORK_AUTH_REQUIRED: u16 = 511;

impl RawResponse {
    fn header(&self, name: http::HeaderName) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// Returns the wait that the service asks for.
    ///
    /// A date is compared with the response's own `Date`. Without one, it is compared with `service_now`, the estimated
    /// service time.
    pub(in crate::client) fn retry_after(&self, service_now: SystemTime) -> Option<Duration> {
        let now = clock_skew::date_header(&self.headers).unwrap_or(service_now);
        retry_after::parse(self.header(RETRY_AFTER)?, now)
    }

    /// Converts an error response to a request to `requested` into an error. The body is already masked.
    pub(super) fn into_error(self, mask: &SecretMask, requested: &Url) -> Error {
        let media_type = self.header(CONTENT_TYPE).unwrap_or_default();
        let mime_type = media_type.split(';').next().unwrap_or_default().trim();
        let declared = mime_type.eq_ignore_ascii_case(MEDIA_TYPE);
        let text = String::from_utf8_lossy(&self.body);
        let problem = Problem::parse(text.as_bytes(), declared);
        let recognised = problem.is_some();
        let error = Error::from_status(self.status, problem);
        if recognised {
            return error;
        }
        let redirect = (300..400).contains(&self.status).then(|| self.header(LOCATION).unwrap_or("nowhere"));
        let error = match redirect {
            Some(target) => {
                // The service itself would redirect only within its host.
                let is_other_host = requested.join(target).is_ok_and(|to| to.host() != requested.host());
                let target = mask.mask_text(target);
                error
                    .with_intercepted(is_other_host)
                    .with_message(format!("redirects are not followed. This one leads to {target}"))
                    .with_message_ref("cli-answer-redirect", &[("target", &target)])
            }
            None if text.trim_start().starts_with('<') => error
                .with_message(
                    "the response is a web page. It came from a proxy or a sign-in page, not from the server",
                )
                .with_message_ref("cli-answer-page", &[])
                .with_intercepted(self.status == NETWORK_AUTH_REQUIRED),
            None => error,
        };
        error.with_excerpt(&text)
    }
}

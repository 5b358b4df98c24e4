//! The combined faults of one request, in the order in which they apply.

use std::time::Duration;

use bytes::Bytes;
use jiff::Timestamp;

use crate::http_types::ApiResponse;
use crate::rules::query::QueryParams;

use super::canned::FaultTarget;
use super::{FaultKind, canned, mutate_body};

/// A fault that occurs while the response is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WireFault {
    /// The connection closes without a response.
    Drop,
    /// Half of the body, then the connection closes.
    Truncate,
    /// Half of the body, then the connection is reset.
    Reset,
    /// The body arrives in pieces.
    Drip(Duration),
}

/// The faults of one request.
#[derive(Debug, Clone, Default)]
pub(crate) struct FaultPlan(Vec<FaultKind>);

impl FaultPlan {
    pub(crate) fn new(kinds: Vec<FaultKind>) -> Self {
        Self(kinds)
    }

    /// Returns the delay before the request is handled.
    pub(crate) fn delay(&self) -> Option<Duration> {
        let millis: u64 =
            self.0.iter().map(|kind| if let FaultKind::Delay(ms) = kind { *ms } else { 0 }).sum();
        (millis > 0).then(|| Duration::from_millis(millis))
    }

    /// Returns the shortened lifetime of a bearer in seconds, if any.
    pub(crate) fn token_lifetime(&self) -> Option<u64> {
        self.0.iter().find_map(|kind| match kind {
            FaultKind::TokenLifetime(seconds) => Some(*seconds),
            _ => None,
        })
    }

    /// Returns whether the connection closes before the service sees the request.
    pub(crate) fn drops_before_commit(&self) -> bool {
        self.0.contains(&FaultKind::DropBeforeCommit)
    }

    /// Returns the response that replaces the service's: the first fault that provides one.
    pub(crate) fn canned_response(&self, target: FaultTarget<'_>) -> Option<ApiResponse> {
        self.0.iter().find_map(|kind| canned::canned_response(kind, target))
    }

    /// Changes the query parameters.
    pub(crate) fn change_query(&self, query: &mut QueryParams) {
        mutate_body::change_query(&self.0, query);
    }

    /// Changes the response.
    pub(crate) fn change_response(&self, response: &mut ApiResponse, now: Timestamp) {
        if response.status.is_success()
            && self.0.iter().any(mutate_body::changes_body)
            && let Ok(text) = std::str::from_utf8(&response.body)
        {
            response.body = mutate_body::change_body(&self.0, text).into();
        }
        if self.0.contains(&FaultKind::InvalidUtf8) {
            response.body = corrupt_utf8(&response.body);
        }
        for kind in &self.0 {
            canned::set_headers(kind, response, now);
        }
    }

    /// Returns the first fault that affects the sending of the response, if any.
    pub(crate) fn wire_fault(&self) -> Option<WireFault> {
        self.0.iter().find_map(|kind| match kind {
            FaultKind::DropAfterCommit => Some(WireFault::Drop),
            FaultKind::Truncate => Some(WireFault::Truncate),
            FaultKind::Reset => Some(WireFault::Reset),
            FaultKind::Drip(ms) => Some(WireFault::Drip(Duration::from_millis(*ms))),
            _ => None,
        })
    }

    /// Formats the faults as on the command line, for the request log.
    pub(crate) fn describe(&self) -> Option<String> {
        let names: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        (!names.is_empty()).then(|| names.join(" "))
    }
}

/// Sets one byte inside the body's first string to 0xFF, which is invalid in UTF-8.
fn corrupt_utf8(body: &Bytes) -> Bytes {
    let mut bytes = body.to_vec();
    let position = bytes.windows(3).position(|w| w[0] == b':' && w[1] == b'"').map_or(0, |at| at + 2);
    if let Some(byte) = bytes.get_mut(position) {
        *byte = 0xff;
    }
    bytes.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spoilt_body_is_not_utf_8() {
        let spoilt = corrupt_utf8(&Bytes::from_static(br#"{"id":"abc"}"#));
        assert!(std::str::from_utf8(&spoilt).is_err());
        assert_eq!(&spoilt[..7], br#"{"id":""#);
    }

    #[test]
    fn delays_add_up_and_the_first_wire_fault_wins() {
        let plan = FaultPlan::new(vec![
            FaultKind::Delay(5),
            FaultKind::Truncate,
            FaultKind::Delay(7),
            FaultKind::Reset,
        ]);
        assert_eq!(plan.delay(), Some(Duration::from_millis(12)));
        assert_eq!(plan.wire_fault(), Some(WireFault::Truncate));
        assert_eq!(plan.describe().unwrap(), "delay=5 truncate delay=7 reset");
        assert_eq!(
            (
                FaultPlan::default().describe(),
                FaultPlan::default().wire_fault(),
                FaultPlan::default().delay()
            ),
            (None, None, None)
        );
    }
}

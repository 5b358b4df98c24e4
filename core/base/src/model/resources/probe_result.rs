//! Interpretation of a route's response, and its lifetime.
//!
//! Pure: a response and a time are the input.

use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::contract::patch::Fields;
use crate::contract::problem::Problem;
use crate::error::{Error, ErrorKind};

const MINUTE: u64 = 60;
const DAY: u64 = 24 * 60 * MINUTE;

/// Conclusion about a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ProbeResult {
    /// 2xx: the route exists.
    Open,
    /// 404, 405, 410, 501: the route does not exist.
    Absent,
    /// 404 on a delegated user's route: the route or the user is unknown.
    Ambiguous,
    /// 403: the route exists, but the key has no permission.
    Forbidden,
    /// 400, 422: the route exists, but a parameter is missing.
    NeedsParameters,
    /// 5xx, or a response from elsewhere: to be requested again.
    Later,
}

impl ProbeResult {
    /// Returns the lifetime of the conclusion; `None` until another response.
    pub const fn lifetime(self) -> Option<Duration> {
        match self {
            Self::Open => None,
            Self::Absent => Some(Duration::from_secs(7 * DAY)),
            Self::Ambiguous | Self::Forbidden | Self::NeedsParameters => Some(Duration::from_secs(DAY)),
            Self::Later => Some(Duration::from_secs(5 * MINUTE)),
        }
    }

    /// Returns the name for scripts.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A stored response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbeOutcome {
    /// Conclusion about the route.
    pub result: ProbeResult,
    /// Requested path under the base URL.
    pub path: String,
    /// HTTP status, if any.
    pub status: Option<u16>,
    /// Scope named by the rejection, verbatim.
    pub scope: Option<String>,
    /// Reason in the service's own words; not sanitised yet.
    pub detail: Option<String>,
    /// Request id by which the service knows the call.
    pub request_id: Option<String>,
    /// Time of the response.
    pub at: Timestamp,
}

/// Stored part of a response.
#[derive(Serialize, Deserialize)]
struct StoredOutcome {
    verdict: ProbeResult,
    path: String,
    status: Option<u16>,
    scope: Option<String>,
    detail: Option<String>,
    request_id: Option<String>,
}

impl ProbeOutcome {
    /// Creates the response of an open route.
    pub fn for_open_route(path: &str, status: u16, at: Timestamp) -> Self {
        Self {
            result: ProbeResult::Open,
            path: path.to_owned(),
            status: Some(status),
            scope: None,
            detail: None,
            request_id: None,
            at,
        }
    }

    /// Derives a conclusion from a failure.
    ///
    /// Returns `None` if the failure says nothing about the route: no connection, a rejected key, a rate limit.
    /// `delegated` means that the route belongs to a delegated user.
    pub fn from_error(path: &str, error: &Error, delegated: bool, at: Timestamp) -> Option<Self> {
        let verdict = match (error.status(), error.kind()) {
            (Some(404), _) if delegated => ProbeResult::Ambiguous,
            (Some(404 | 405 | 410 | 501), _) => ProbeResult::Absent,
            (Some(403), _) => ProbeResult::Forbidden,
            (Some(400 | 422 | 428), _) => ProbeResult::NeedsParameters,
            (Some(500..), _) | (_, ErrorKind::Protocol) => ProbeResult::Later,
            _ => return None,
        };
        let problem = error.problem();
        let detail = problem.and_then(|problem| problem.detail().or_else(|| problem.title()));
        Some(Self {
            result: verdict,
            path: path.to_owned(),
            status: error.status(),
            scope: problem.and_then(Problem::scope).map(Into::into),
            detail: detail.map(Into::into),
            request_id: error.request_id().map(|id| id.as_str().to_owned()),
            at,
        })
    }

    /// Returns the stored part of the response's problem.
    pub fn problem(&self) -> Option<Problem> {
        let (status, detail) = (self.status?, self.detail.as_deref()?);
        let mut fields = Fields::new();
        fields.set_text("detail", detail).set_integer("status", status.into());
        if let Some(scope) = &self.scope {
            fields.set_text("scope", scope);
        }
        if let Some(id) = &self.request_id {
            fields.set_text("request_id", id);
        }
        Problem::parse(fields.to_body().as_bytes(), true)
    }

    /// Returns the expiry time; `None` until another response.
    pub fn expires_at(&self) -> Option<Timestamp> {
        let lifetime = self.result.lifetime()?;
        Some(self.at.saturating_add(lifetime).unwrap_or(Timestamp::MAX))
    }

    /// Returns whether the response is still valid.
    pub fn is_valid_at(&self, now: Timestamp) -> bool {
        self.expires_at().is_none_or(|until| now < until)
    }

    /// Returns the response as stored text.
    pub fn to_text(&self) -> String {
        let stored = StoredOutcome {
            verdict: self.result,
            path: self.path.clone(),
            status: self.status,
            scope: self.scope.clone(),
            detail: self.detail.clone(),
            request_id: self.request_id.clone(),
        };
        // Texts and a number always serialise.
        serde_json::to_string(&stored).unwrap_or_default()
    }

    /// Parses a stored response; `None` for another version, whose content is learned again.
    pub fn from_text(text: &str, at: Timestamp) -> Option<Self> {
        let stored: StoredOutcome = serde_json::from_str(text).ok()?;
        Some(Self {
            result: stored.verdict,
            path: stored.path,
            status: stored.status,
            scope: stored.scope,
            detail: stored.detail,
            request_id: stored.request_id,
            at,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::NetworkError;

    fn probe_result(status: u16, delegated: bool) -> Option<ProbeResult> {
        let error = Error::from_status(status, None);
        ProbeOutcome::from_error("/x", &error, delegated, Timestamp::UNIX_EPOCH).map(|outcome| outcome.result)
    }

    #[test]
    fn each_status_has_its_reading() {
        for (status, wanted) in [
            (404, ProbeResult::Absent),
            (405, ProbeResult::Absent),
            (403, ProbeResult::Forbidden),
            (400, ProbeResult::NeedsParameters),
            (422, ProbeResult::NeedsParameters),
            (500, ProbeResult::Later),
            (503, ProbeResult::Later),
        ] {
            assert_eq!(probe_result(status, false), Some(wanted), "{status}");
        }
        assert_eq!(probe_result(404, true), Some(ProbeResult::Ambiguous));
        assert_eq!(probe_result(405, true), Some(ProbeResult::Absent));
        assert_eq!((probe_result(401, false), probe_result(429, false)), (None, None));
        let lost = Error::unreachable(NetworkError::Connect, "refused");
        assert_eq!(ProbeOutcome::from_error("/x", &lost, false, Timestamp::UNIX_EPOCH), None);
    }

    #[test]
    fn missing_route_expires_weekly_and_open_routes_never() {
        let at = Timestamp::UNIX_EPOCH;
        let day = |days: i64| Timestamp::from_second(days * 86_400).unwrap();
        let absent = ProbeOutcome::from_error("/x", &Error::from_status(404, None), false, at).unwrap();
        assert!(absent.is_valid_at(day(6)) && !absent.is_valid_at(day(7)));
        assert!(ProbeOutcome::for_open_route("/x", 200, at).is_valid_at(day(10_000)));
        let later = ProbeOutcome::from_error("/x", &Error::from_status(502, None), false, at).unwrap();
        assert!(!later.is_valid_at(Timestamp::from_second(300).unwrap()));
    }

    #[test]
    fn probe_answer_survives_a_round_trip_through_text() {
        let problem = Problem::parse(br#"{"title":"Forbidden","detail":"no","scope":"tasks:read"}"#, true);
        let error = Error::from_status(403, problem);
        let outcome = ProbeOutcome::from_error("/tasks", &error, false, Timestamp::UNIX_EPOCH).unwrap();
        assert_eq!(outcome.scope.as_deref(), Some("tasks:read"));
        assert_eq!(ProbeOutcome::from_text(&outcome.to_text(), outcome.at).as_ref(), Some(&outcome));
        assert_eq!(ProbeOutcome::from_text("{}", outcome.at), None);
    }
}

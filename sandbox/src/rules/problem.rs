//! Errors of the service: `application/problem+json` with the contract's titles (contract, "Errors").

use axum::http::{HeaderName, HeaderValue, StatusCode, header};

use crate::SpecGaps;
use crate::http_types::ApiResponse;
use crate::json::Object;

/// The context shared by all problems of one request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ProblemContext<'a> {
    pub(crate) spec_gaps: &'a SpecGaps,
    /// The operation's identifier, if the route is one.
    pub(crate) route: Option<&'a str>,
    /// The `X-Request-ID` received.
    pub(crate) request_id: Option<&'a str>,
}

/// A rejection, before it becomes a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ApiProblem {
    pub(crate) status: u16,
    pub(crate) detail: String,
    pub(crate) scope: Option<String>,
    pub(crate) reason_code: Option<&'static str>,
    /// Seconds, for 429.
    pub(crate) retry_after: Option<u64>,
}

impl ApiProblem {
    pub(crate) fn new(status: u16, detail: impl Into<String>) -> Self {
        Self { status, detail: detail.into(), scope: None, reason_code: None, retry_after: None }
    }

    /// Creates a 400: a header that the contract specifies is missing or malformed.
    pub(crate) fn bad_request(detail: impl Into<String>) -> Self {
        Self::new(400, detail)
    }

    /// Creates a 401: no valid bearer, or a rejected token exchange.
    pub(crate) fn unauthorized(detail: impl Into<String>) -> Self {
        Self::new(401, detail)
    }

    /// Creates a 403: the key, the route, the address or the delegated user lacks a right.
    pub(crate) fn forbidden(detail: impl Into<String>) -> Self {
        Self::new(403, detail)
    }

    /// Creates a 404: the route or record does not exist.
    pub(crate) fn not_found(detail: impl Into<String>) -> Self {
        Self::new(404, detail)
    }

    /// Creates a 409: another write has the key or the reference.
    pub(crate) fn conflict(detail: impl Into<String>) -> Self {
        Self::new(409, detail)
    }

    /// Creates a 422: payload or parameters that the contract does not allow.
    pub(crate) fn invalid(detail: impl Into<String>) -> Self {
        Self::new(422, detail)
    }

    pub(crate) fn with_reason(mut self, code: &'static str) -> Self {
        self.reason_code = Some(code);
        self
    }

    pub(crate) fn with_scope(mut self, scope: &str) -> Self {
        self.scope = Some(scope.to_owned());
        self
    }

    /// Builds the problem body and its headers.
    pub(crate) fn to_response(&self, context: ProblemContext<'_>) -> ApiResponse {
        let spec_gaps = context.spec_gaps;
        let mut body = Object::new();
        body.set_text("type", "about:blank");
        let title = match self.status {
            404 => &spec_gaps.not_found_title,
            status => title(status),
        };
        body.set_text("title", title);
        body.set("status", self.status.to_string());
        body.set_text("detail", &self.detail);
        let optional = [
            ("request_id", context.request_id),
            ("scope", self.scope.as_deref()),
            ("route_id", context.route.filter(|_| spec_gaps.problem_codes)),
            ("reason_code", self.reason_code.filter(|_| spec_gaps.problem_codes)),
        ];
        for (name, value) in optional {
            if let Some(value) = value {
                body.set_text(name, value);
            }
        }
        let mut headers: Vec<(HeaderName, HeaderValue)> =
            vec![(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"))];
        if self.status == 401 {
            headers.push((header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer")));
        }
        if let Some(seconds) = self.retry_after {
            headers.push((header::RETRY_AFTER, HeaderValue::from(seconds)));
        }
        ApiResponse {
            status: StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
            headers,
            body: body.to_string().into(),
        }
    }
}

/// The contract's title of 422.
pub(crate) const UNPROCESSABLE: &str = "Unprocessable Content";

/// Returns the contract's title of a status; unlisted statuses (faults) take RFC 9110's.
pub(crate) fn title(status: u16) -> &'static str {
    match status {
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        409 => "Conflict",
        422 => UNPROCESSABLE,
        428 => "Precondition Required",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        other => {
            StatusCode::from_u16(other).ok().and_then(|status| status.canonical_reason()).unwrap_or("Error")
        }
    }
}

impl From<rusqlite::Error> for ApiProblem {
    fn from(error: rusqlite::Error) -> Self {
        tracing::error!(%error, "failed to access the sandbox's state");
        Self::new(500, "the service's state could not be read or written; nothing was changed")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(spec_gaps: &SpecGaps) -> ProblemContext<'_> {
        ProblemContext { spec_gaps, route: Some("deals_create"), request_id: Some("req-1") }
    }

    #[test]
    fn problem_body_matches_the_contract() {
        let response = ApiProblem::forbidden("this key may not write deals")
            .with_scope("deals:write")
            .with_reason("scope_missing")
            .to_response(asked(&SpecGaps::default()));
        assert_eq!(
            String::from_utf8(response.body.to_vec()).unwrap(),
            r#"{"type":"about:blank","title":"Forbidden","status":403,"detail":"this key may not write deals","request_id":"req-1","scope":"deals:write","route_id":"deals_create","reason_code":"scope_missing"}"#
        );
        assert_eq!(response.headers[0].1, "application/problem+json");
    }

    #[test]
    fn titles_are_the_contracts() {
        let table = [
            (400, "Bad Request"),
            (401, "Unauthorized"),
            (403, "Forbidden"),
            (409, "Conflict"),
            (422, "Unprocessable Content"),
            (428, "Precondition Required"),
            (429, "Too Many Requests"),
            (500, "Internal Server Error"),
        ];
        for (status, expected) in table {
            assert_eq!(title(status), expected);
        }
        assert_eq!(title(503), "Service Unavailable");
    }

    #[test]
    fn retry_after_is_an_integer_of_seconds() {
        let mut problem = ApiProblem::new(429, "slow down");
        problem.retry_after = Some(8);
        let response = problem.to_response(asked(&SpecGaps::default()));
        let header = response
            .headers
            .iter()
            .find(|(name, _)| name == header::RETRY_AFTER)
            .map(|(_, value)| value.clone());
        assert_eq!(header.unwrap(), "8");
    }
}

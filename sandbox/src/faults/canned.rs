//! Responses that simulate a proxy, a portal or a gateway before the service. The request has no effect.

use std::time::UNIX_EPOCH;

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use encours_core::contract::operation::Operation;
use jiff::Timestamp;

use crate::http_types::ApiResponse;
use crate::rules::problem::{ApiProblem, ProblemContext};

use super::{FaultKind, ForbiddenBy, RedirectHost, bomb};

const BAD_GATEWAY: &str = "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n\
<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n";

const PORTAL: &str = "<!doctype html><html><head><title>Connexion au réseau invité</title></head>\
<body><form action=\"/login\"><h1>Bienvenue</h1><button>Se connecter</button></form></body></html>";

/// The target of a request, for responses that mention it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FaultTarget<'a> {
    pub(crate) op: &'static Operation,
    pub(crate) context: ProblemContext<'a>,
    /// Path and query, without the host.
    pub(crate) target: &'a str,
    pub(crate) port: u16,
    pub(crate) now: Timestamp,
}

/// Returns the response a fault sends instead of the service's; `None` if the service answers.
pub(crate) fn canned_response(kind: &FaultKind, target: FaultTarget<'_>) -> Option<ApiResponse> {
    let problem = |problem: ApiProblem| Some(problem.to_response(target.context));
    match kind {
        FaultKind::Status(code) => problem(ApiProblem::new(*code, "a fault of the sandbox's menu")),
        FaultKind::Unauthorized => {
            problem(ApiProblem::unauthorized("the bearer token has expired").with_reason("bearer_expired"))
        }
        FaultKind::Forbidden(by) => problem(forbidden_problem(*by, target.op)),
        FaultKind::RetryAfter(text) => {
            let mut response = ApiProblem::new(429, "too many calls; a fault of the sandbox's menu")
                .with_reason("rate_limit")
                .to_response(target.context);
            let text = if text == "date" { date_in_two_seconds(target.now) } else { text.clone() };
            if let Ok(value) = HeaderValue::from_str(&text) {
                response.replace_header(header::RETRY_AFTER, value);
            }
            Some(response)
        }
        FaultKind::Ban(seconds) => {
            let mut ban_problem = ApiProblem::new(
                429,
                format!("call again in {seconds} s, not before; a fault of the sandbox's menu"),
            )
            .with_reason("progressive_ban");
            ban_problem.retry_after = Some(*seconds);
            problem(ban_problem)
        }
        FaultKind::NonceReused => {
            problem(ApiProblem::unauthorized("this nonce was used before").with_reason("nonce_reused"))
        }
        FaultKind::BareProblem(code) => {
            let body = format!("{{\"title\":\"{}\",\"status\":{code}}}", crate::rules::problem::title(*code));
            Some(response_of_type(*code, "application/problem+json", body))
        }
        FaultKind::Html502 => Some(response_of_type(502, "text/html", BAD_GATEWAY)),
        FaultKind::Empty => {
            Some(ApiResponse { status: StatusCode::OK, headers: Vec::new(), body: "".into() })
        }
        FaultKind::CaptivePortal => Some(response_of_type(200, "text/html; charset=utf-8", PORTAL)),
        FaultKind::Bomb(compression) => {
            let coding = match compression {
                super::Compression::Gzip => "gzip",
                super::Compression::Zstd => "zstd",
            };
            let response = ApiResponse::ok(bomb(*compression).0);
            Some(response.with_header(header::CONTENT_ENCODING, HeaderValue::from_static(coding)))
        }
        FaultKind::Redirect(host) => {
            let name = match host {
                RedirectHost::Same => "127.0.0.1",
                RedirectHost::Other => "localhost",
            };
            let location = format!("http://{name}:{}{}", target.port, target.target);
            let mut response = response_of_type(307, "text/plain", "");
            if let Ok(location) = HeaderValue::from_str(&location) {
                response.replace_header(header::LOCATION, location);
            }
            Some(response)
        }
        _ => None,
    }
}

/// Adds or changes the headers that a fault sets on any response.
pub(crate) fn set_headers(kind: &FaultKind, response: &mut ApiResponse, now: Timestamp) {
    match kind {
        FaultKind::Date(seconds) => {
            let skewed = now.saturating_add(jiff::SignedDuration::from_secs(*seconds)).unwrap_or(now);
            if let Ok(date) = HeaderValue::from_str(&http_date(skewed)) {
                response.replace_header(header::DATE, date);
            }
        }
        FaultKind::Age(seconds) => {
            response.replace_header(HeaderName::from_static("age"), HeaderValue::from(*seconds));
        }
        FaultKind::WrongMediaType => {
            response.replace_header(header::CONTENT_TYPE, HeaderValue::from_static("text/plain"));
        }
        _ => {}
    }
}

/// Formats a timestamp for HTTP headers (RFC 9110, 5.6.7).
pub(crate) fn http_date(at: Timestamp) -> String {
    let since = std::time::Duration::from_secs(u64::try_from(at.as_second()).unwrap_or(0));
    httpdate::fmt_http_date(UNIX_EPOCH + since)
}

fn date_in_two_seconds(now: Timestamp) -> String {
    http_date(now.saturating_add(jiff::SignedDuration::from_secs(2)).unwrap_or(now))
}

fn forbidden_problem(by: ForbiddenBy, op: &Operation) -> ApiProblem {
    match by {
        ForbiddenBy::Scope => {
            let scope = op.scope.unwrap_or("none");
            ApiProblem::forbidden(format!("this key lacks the scope {scope}"))
                .with_scope(scope)
                .with_reason("scope_missing")
        }
        ForbiddenBy::Ip => {
            ApiProblem::forbidden("this key may not be used from this address").with_reason("ip_not_allowed")
        }
        ForbiddenBy::Capability => {
            ApiProblem::forbidden("this key lacks a capability").with_reason("capability_missing")
        }
        ForbiddenBy::Route => {
            ApiProblem::forbidden("this key is restricted to other routes").with_reason("route_not_allowed")
        }
        ForbiddenBy::User => {
            ApiProblem::forbidden("this user is not on the key's allowlist").with_reason("user_not_allowed")
        }
    }
}

fn response_of_type(status: u16, media: &'static str, body: impl Into<bytes::Bytes>) -> ApiResponse {
    ApiResponse {
        status: StatusCode::from_u16(status).unwrap_or(StatusCode::OK),
        headers: vec![(header::CONTENT_TYPE, HeaderValue::from_static(media))],
        body: body.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_http_dates() {
        let at: Timestamp = "2026-11-20T08:41:00Z".parse().unwrap();
        assert_eq!(http_date(at), "Fri, 20 Nov 2026 08:41:00 GMT");
        assert_eq!(date_in_two_seconds(at), "Fri, 20 Nov 2026 08:41:02 GMT");
    }
}

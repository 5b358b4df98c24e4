//! Responses that simulate a proxy, a portal or a gateway before the service. The request has no effect.

use std::time::UNIX_EPOCH;

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use encours_core::contract::operation::Operation;
use jiff::Timestamp;

use crate::http_types::Answer;
use crate::rules::problem::{Asked, Problem};

use super::{FaultKind, ForbiddenBy, Host, bomb};

const BAD_GATEWAY: &str = "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n\
<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n";

const PORTAL: &str = "<!doctype html><html><head><title>Connexion au réseau invité</title></head>\
<body><form action=\"/login\"><h1>Bienvenue</h1><button>Se connecter</button></form></body></html>";

/// The target of a request, for responses that mention it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Towards<'a> {
    pub(crate) op: &'static Operation,
    pub(crate) asked: Asked<'a>,
    /// Path and query, without the host.
    pub(crate) target: &'a str,
    pub(crate) port: u16,
    pub(crate) now: Timestamp,
}

/// Returns the response a fault sends instead of the service's; `None` if the service answers.
pub(crate) fn answer(kind: &FaultKind, towards: Towards<'_>) -> Option<Answer> {
    let problem = |problem: Problem| Some(problem.answer(towards.asked));
    match kind {
        FaultKind::Status(code) => problem(Problem::new(*code, "a fault of the sandbox's menu")),
        FaultKind::Unauthorized => {
            problem(Problem::unauthorized("the bearer token has expired").reason("bearer_expired"))
        }
        FaultKind::Forbidden(by) => problem(forbidden(*by, towards.op)),
        FaultKind::RetryAfter(text) => {
            let mut answer = Problem::new(429, "too many calls; a fault of the sandbox's menu")
                .reason("rate_limit")
                .answer(towards.asked);
            let text = if text == "date" {
                date_in_two_seconds(towards.now)
            } else {
                text.clone()
            };
            if let Ok(value) = HeaderValue::from_str(&text) {
                answer.replace(header::RETRY_AFTER, value);
            }
            Some(answer)
        }
        FaultKind::Ban(seconds) => {
            let mut refusal = Problem::new(
                429,
                format!("call again in {seconds} s, not before; a fault of the sandbox's menu"),
            )
            .reason("progressive_ban");
            refusal.retry_after = Some(*seconds);
            problem(refusal)
        }
        FaultKind::NonceReused => {
            problem(Problem::unauthorized("this nonce was used before").reason("nonce_reused"))
        }
        FaultKind::BareProblem(code) => {
            let body = format!(
                "{{\"title\":\"{}\",\"status\":{code}}}",
                crate::rules::problem::title(*code)
            );
            Some(media(*code, "application/problem+json", body))
        }
        FaultKind::Html502 => Some(media(502, "text/html", BAD_GATEWAY)),
        FaultKind::Empty => Some(Answer {
            status: StatusCode::OK,
            headers: Vec::new(),
            body: "".into(),
        }),
        FaultKind::CaptivePortal => Some(media(200, "text/html; charset=utf-8", PORTAL)),
        FaultKind::Bomb(compression) => {
            let coding = match compression {
                super::Compression::Gzip => "gzip",
                super::Compression::Zstd => "zstd",
            };
            let answer = Answer::ok(bomb(*compression).0);
            Some(answer.with(header::CONTENT_ENCODING, HeaderValue::from_static(coding)))
        }
        FaultKind::Redirect(host) => {
            let name = match host {
                Host::Same => "127.0.0.1",
                Host::Other => "localhost",
            };
            let location = format!("http://{name}:{}{}", towards.port, towards.target);
            let mut answer = media(307, "text/plain", "");
            if let Ok(location) = HeaderValue::from_str(&location) {
                answer.replace(header::LOCATION, location);
            }
            Some(answer)
        }
        _ => None,
    }
}

/// Adds or changes the headers that a fault sets on any response.
pub(crate) fn mark(kind: &FaultKind, answer: &mut Answer, now: Timestamp) {
    match kind {
        FaultKind::Date(seconds) => {
            let skewed = now
                .saturating_add(jiff::SignedDuration::from_secs(*seconds))
                .unwrap_or(now);
            if let Ok(date) = HeaderValue::from_str(&http_date(skewed)) {
                answer.replace(header::DATE, date);
            }
        }
        FaultKind::Age(seconds) => {
            answer.replace(HeaderName::from_static("age"), HeaderValue::from(*seconds));
        }
        FaultKind::WrongMediaType => {
            answer.replace(header::CONTENT_TYPE, HeaderValue::from_static("text/plain"));
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
    http_date(
        now.saturating_add(jiff::SignedDuration::from_secs(2))
            .unwrap_or(now),
    )
}

fn forbidden(by: ForbiddenBy, op: &Operation) -> Problem {
    match by {
        ForbiddenBy::Scope => {
            let scope = op.scope.unwrap_or("none");
            Problem::forbidden(format!("this key lacks the scope {scope}"))
                .with_scope(scope)
                .reason("scope_missing")
        }
        ForbiddenBy::Ip => {
            Problem::forbidden("this key may not be used from this address").reason("ip_not_allowed")
        }
        ForbiddenBy::Capability => {
            Problem::forbidden("this key lacks a capability").reason("capability_missing")
        }
        ForbiddenBy::Route => {
            Problem::forbidden("this key is restricted to other routes").reason("route_not_allowed")
        }
        ForbiddenBy::User => {
            Problem::forbidden("this user is not on the key's allowlist").reason("user_not_allowed")
        }
    }
}

fn media(status: u16, media: &'static str, body: impl Into<bytes::Bytes>) -> Answer {
    Answer {
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

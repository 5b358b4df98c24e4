//! Parsing and formatting of faults, `NAME[=VALUE][@ROUTE][:TIMES]`.

use std::{fmt, str::FromStr};

use encours_core::contract::operation::{OPERATIONS, OperationId};

use super::{Fault, FaultKind};
use crate::ParseError;

impl FromStr for Fault {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (rest, times) = match text.rsplit_once(':') {
            Some((rest, digits)) if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) => {
                let times: u32 = digits
                    .parse()
                    .map_err(|_| ParseError(format!("`{digits}` is too many times in `{text}`")))?;
                if times == 0 {
                    return Err(ParseError(format!("`{text}` would never strike: write 1 or more times")));
                }
                (rest, Some(times))
            }
            _ => (text, None),
        };
        let (rest, route) = match rest.rsplit_once('@') {
            Some((rest, route)) if is_route(route) => (rest, Some(route.to_owned())),
            Some((_, route)) => {
                let hint = "Use an operation's name, or its method and path template";
                return Err(ParseError(format!("`{route}` is not a route in `{text}`. {hint}")));
            }
            None => (rest, None),
        };
        if let "unauthorized-once" = rest {
            return Ok(Self { kind: FaultKind::Unauthorized, route, times: times.or(Some(1)) });
        }
        let kind: FaultKind = rest.parse()?;
        if kind.is_exchange_only() && route.as_deref().is_some_and(|route| !is_exchange(route)) {
            return Err(ParseError(format!(
                "`{kind}` is a fault of the token exchange alone, not of `{text}`"
            )));
        }
        Ok(Self { kind, route, times })
    }
}

/// Returns whether a route is the token exchange.
fn is_exchange(route: &str) -> bool {
    let op = OperationId::AuthTokenExchange.spec();
    route == op.name || route.split_once(' ') == Some((op.method.as_str(), op.path))
}

/// Returns whether the table of operations contains the route: `deals_list`, `GET /deals`.
fn is_route(route: &str) -> bool {
    OPERATIONS
        .iter()
        .any(|op| route == op.name || route.split_once(' ') == Some((op.method.as_str(), op.path)))
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)?;
        if let Some(route) = &self.route {
            write!(f, "@{route}")?;
        }
        match self.times {
            Some(times) => write!(f, ":{times}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample_value(form: &str) -> &str {
        match form {
            "" => "",
            "MILLISECONDS" => "=50",
            "CODE" => "=503",
            "SECONDS" => "=120",
            "SECONDS|date|TEXT" => "=Fri, 20 Nov 2026 09:00:05 GMT",
            "FIELD" => "=responsable",
            "N" => "=10",
            "DELTA" => "=-3",
            "scope|ip|capability|route|user" => "=capability",
            "gzip|zstd" => "=zstd",
            "same|other" => "=other",
            other => panic!("no sample for {other}"),
        }
    }

    #[test]
    fn every_name_of_the_menu_reads_back() {
        for (name, form) in FaultKind::catalog() {
            let suffixes = ["", ":3", "@deals_list", "@POST /deals:1", "@PUT /deals/{deal_id}"];
            let exchange_suffixes = ["", ":3", "@auth_token_exchange", "@POST /auth/token:1"];
            let is_exchange_only = ["nonce-reused", "token-lifetime"].contains(&name);
            for suffix in if is_exchange_only { &exchange_suffixes[..] } else { &suffixes } {
                // The colons inside a date must not be parsed as the count.
                let text = format!("{name}{}{suffix}", sample_value(form));
                let fault: Fault = text.parse().unwrap();
                assert_eq!(fault.to_string(), text);
                assert_eq!(fault.to_string().parse(), Ok(fault));
            }
        }
    }

    #[test]
    fn once_suffix_limits_a_fault_to_one_use() {
        assert_eq!("unauthorized-once".parse(), Ok(Fault::new(FaultKind::Unauthorized).times(1)));
        assert_eq!(
            "unauthorized-once@deals_list".parse(),
            Ok(Fault::new(FaultKind::Unauthorized).on("deals_list").times(1))
        );
    }

    #[test]
    fn invalid_faults_are_rejected_with_the_valid_forms() {
        let rejection = |text: &str| text.parse::<Fault>().unwrap_err().to_string();
        assert!(rejection("dealy=3").contains("drop-before-commit"));
        assert!(rejection("delay").contains("delay=MILLISECONDS"));
        assert!(rejection("delay=").contains("delay=MILLISECONDS"));
        assert!(rejection("delay=-1").contains("delay=MILLISECONDS"));
        assert!(rejection("status=99").contains("status=CODE"));
        assert!(rejection("clamp=0").contains("clamp=N"));
        assert!(rejection("truncate=1").contains("takes no value"));
        assert!(rejection("truncate@").contains("not a route"));
        assert!(rejection("truncate@deal_list").contains("not a route"));
        assert!(rejection("truncate@PATCH /deals").contains("not a route"));
        assert!(rejection("truncate:99999999999").contains("too many"));
        assert!(rejection("truncate:0").contains("never strike"));
        assert!(rejection("ban=0").contains("ban=SECONDS"));
        assert!(rejection("token-lifetime=2@deals_list").contains("token exchange alone"));
    }
}

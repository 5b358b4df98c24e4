//! Parsing and formatting of faults, `NAME[=VALUE][@ROUTE][:TIMES]`.

use std::{fmt, str::FromStr};

use encours_core::contract::operation::{OPERATIONS, OperationId};

use super::{Compression, Fault, FaultKind, ForbiddenBy, RedirectHost};
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

/// The fault names with their value's form, in the order of the help text.
const CATALOG: [(&str, &str); 34] = [
    ("drop-before-commit", ""),
    ("drop-after-commit", ""),
    ("delay", "MILLISECONDS"),
    ("status", "CODE"),
    ("html-502", ""),
    ("truncate", ""),
    ("reset", ""),
    ("drip", "MILLISECONDS"),
    ("unauthorized", ""),
    ("forbidden", "scope|ip|capability|route|user"),
    ("retry-after", "SECONDS|date|TEXT"),
    ("ban", "SECONDS"),
    ("nonce-reused", ""),
    ("token-lifetime", "SECONDS"),
    ("bare-problem", "CODE"),
    ("empty", ""),
    ("captive-portal", ""),
    ("wrong-media-type", ""),
    ("invalid-utf8", ""),
    ("bomb", "gzip|zstd"),
    ("redirect", "same|other"),
    ("date", "SECONDS"),
    ("age", "SECONDS"),
    ("new-status", ""),
    ("new-field", ""),
    ("odd-kpi", ""),
    ("null", "FIELD"),
    ("flip-numbers", ""),
    ("long-decimal", ""),
    ("clamp", "N"),
    ("ignore-offset", ""),
    ("shift", ""),
    ("total", "DELTA"),
    ("duplicate", ""),
];

impl FaultKind {
    /// Returns every fault name with the form of its value (empty if it takes none).
    pub fn catalog() -> impl Iterator<Item = (&'static str, &'static str)> {
        CATALOG.into_iter()
    }
}

impl FromStr for FaultKind {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        let Some((_, form)) = CATALOG.iter().find(|(known, _)| *known == name) else {
            let names: Vec<&str> = CATALOG.iter().map(|(known, _)| *known).collect();
            return Err(ParseError(format!(
                "`{name}` is not a fault. Use unauthorized-once, {}",
                names.join(", ")
            )));
        };
        let invalid_value =
            || ParseError(format!("the fault `{name}` is written `{name}={form}`, not `{text}`"));
        let value = match (form.is_empty(), value) {
            (true, None) => "",
            (false, Some(value)) if !value.is_empty() => value,
            (true, Some(_)) => return Err(ParseError(format!("the fault `{name}` takes no value"))),
            (false, _) => return Err(invalid_value()),
        };
        let code = || value.parse().ok().filter(|code| (300..=599).contains(code)).ok_or_else(invalid_value);
        let seconds = || value.parse().ok().filter(|seconds| *seconds > 0);
        Ok(match name {
            "drop-before-commit" => Self::DropBeforeCommit,
            "drop-after-commit" => Self::DropAfterCommit,
            "delay" => Self::Delay(value.parse().map_err(|_| invalid_value())?),
            "status" => Self::Status(code()?),
            "html-502" => Self::Html502,
            "truncate" => Self::Truncate,
            "reset" => Self::Reset,
            "drip" => Self::Drip(value.parse().map_err(|_| invalid_value())?),
            "unauthorized" => Self::Unauthorized,
            "forbidden" => Self::Forbidden(match value {
                "scope" => ForbiddenBy::Scope,
                "ip" => ForbiddenBy::Ip,
                "capability" => ForbiddenBy::Capability,
                "route" => ForbiddenBy::Route,
                "user" => ForbiddenBy::User,
                _ => return Err(invalid_value()),
            }),
            "retry-after" => Self::RetryAfter(value.to_owned()),
            "ban" => Self::Ban(seconds().ok_or_else(invalid_value)?),
            "nonce-reused" => Self::NonceReused,
            "token-lifetime" => Self::TokenLifetime(seconds().ok_or_else(invalid_value)?),
            "bare-problem" => Self::BareProblem(code()?),
            "empty" => Self::Empty,
            "captive-portal" => Self::CaptivePortal,
            "wrong-media-type" => Self::WrongMediaType,
            "invalid-utf8" => Self::InvalidUtf8,
            "bomb" => Self::Bomb(match value {
                "gzip" => Compression::Gzip,
                "zstd" => Compression::Zstd,
                _ => return Err(invalid_value()),
            }),
            "redirect" => Self::Redirect(match value {
                "same" => RedirectHost::Same,
                "other" => RedirectHost::Other,
                _ => return Err(invalid_value()),
            }),
            "date" => Self::Date(value.parse().map_err(|_| invalid_value())?),
            "age" => Self::Age(value.parse().map_err(|_| invalid_value())?),
            "new-status" => Self::NewStatus,
            "new-field" => Self::NewField,
            "odd-kpi" => Self::OddKpi,
            "null" => Self::Null(value.to_owned()),
            "flip-numbers" => Self::FlipNumbers,
            "long-decimal" => Self::LongDecimal,
            "clamp" => Self::Clamp(value.parse().ok().filter(|n| *n > 0).ok_or_else(invalid_value)?),
            "ignore-offset" => Self::IgnoreOffset,
            "shift" => Self::Shift,
            "total" => Self::Total(value.parse().map_err(|_| invalid_value())?),
            _ => Self::Duplicate,
        })
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DropBeforeCommit => f.write_str("drop-before-commit"),
            Self::DropAfterCommit => f.write_str("drop-after-commit"),
            Self::Delay(ms) => write!(f, "delay={ms}"),
            Self::Status(code) => write!(f, "status={code}"),
            Self::Html502 => f.write_str("html-502"),
            Self::Truncate => f.write_str("truncate"),
            Self::Reset => f.write_str("reset"),
            Self::Drip(ms) => write!(f, "drip={ms}"),
            Self::Unauthorized => f.write_str("unauthorized"),
            Self::Forbidden(ForbiddenBy::Scope) => f.write_str("forbidden=scope"),
            Self::Forbidden(ForbiddenBy::Ip) => f.write_str("forbidden=ip"),
            Self::Forbidden(ForbiddenBy::Capability) => f.write_str("forbidden=capability"),
            Self::Forbidden(ForbiddenBy::Route) => f.write_str("forbidden=route"),
            Self::Forbidden(ForbiddenBy::User) => f.write_str("forbidden=user"),
            Self::RetryAfter(text) => write!(f, "retry-after={text}"),
            Self::Ban(seconds) => write!(f, "ban={seconds}"),
            Self::NonceReused => f.write_str("nonce-reused"),
            Self::TokenLifetime(seconds) => write!(f, "token-lifetime={seconds}"),
            Self::BareProblem(code) => write!(f, "bare-problem={code}"),
            Self::Empty => f.write_str("empty"),
            Self::CaptivePortal => f.write_str("captive-portal"),
            Self::WrongMediaType => f.write_str("wrong-media-type"),
            Self::InvalidUtf8 => f.write_str("invalid-utf8"),
            Self::Bomb(Compression::Gzip) => f.write_str("bomb=gzip"),
            Self::Bomb(Compression::Zstd) => f.write_str("bomb=zstd"),
            Self::Redirect(RedirectHost::Same) => f.write_str("redirect=same"),
            Self::Redirect(RedirectHost::Other) => f.write_str("redirect=other"),
            Self::Date(seconds) => write!(f, "date={seconds}"),
            Self::Age(seconds) => write!(f, "age={seconds}"),
            Self::NewStatus => f.write_str("new-status"),
            Self::NewField => f.write_str("new-field"),
            Self::OddKpi => f.write_str("odd-kpi"),
            Self::Null(field) => write!(f, "null={field}"),
            Self::FlipNumbers => f.write_str("flip-numbers"),
            Self::LongDecimal => f.write_str("long-decimal"),
            Self::Clamp(limit) => write!(f, "clamp={limit}"),
            Self::IgnoreOffset => f.write_str("ignore-offset"),
            Self::Shift => f.write_str("shift"),
            Self::Total(delta) => write!(f, "total={delta}"),
            Self::Duplicate => f.write_str("duplicate"),
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
    fn once_means_one_time() {
        assert_eq!("unauthorized-once".parse(), Ok(Fault::new(FaultKind::Unauthorized).times(1)));
        assert_eq!(
            "unauthorized-once@deals_list".parse(),
            Ok(Fault::new(FaultKind::Unauthorized).on("deals_list").times(1))
        );
    }

    #[test]
    fn invalid_faults_are_rejected_with_the_valid_forms() {
        let refusal = |text: &str| text.parse::<Fault>().unwrap_err().to_string();
        assert!(refusal("dealy=3").contains("drop-before-commit"));
        assert!(refusal("delay").contains("delay=MILLISECONDS"));
        assert!(refusal("delay=").contains("delay=MILLISECONDS"));
        assert!(refusal("delay=-1").contains("delay=MILLISECONDS"));
        assert!(refusal("status=99").contains("status=CODE"));
        assert!(refusal("clamp=0").contains("clamp=N"));
        assert!(refusal("truncate=1").contains("takes no value"));
        assert!(refusal("truncate@").contains("not a route"));
        assert!(refusal("truncate@deal_list").contains("not a route"));
        assert!(refusal("truncate@PATCH /deals").contains("not a route"));
        assert!(refusal("truncate:99999999999").contains("too many"));
        assert!(refusal("truncate:0").contains("never strike"));
        assert!(refusal("ban=0").contains("ban=SECONDS"));
        assert!(refusal("token-lifetime=2@deals_list").contains("token exchange alone"));
    }
}

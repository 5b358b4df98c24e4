//! The kinds of faults, one variant each.

use std::fmt;
use std::str::FromStr;

use crate::ParseError;
use crate::named_enums::named_enum;

named_enum! {
    /// The compression of a decompression bomb.
    Compression {
        /// `Content-Encoding: gzip`.
        Gzip = "gzip",
        /// `Content-Encoding: zstd`.
        Zstd = "zstd",
    }
}

named_enum! {
    /// The reason for a 403 answer.
    ForbiddenBy {
        /// The key lacks the operation's scope, which the problem names.
        Scope = "scope",
        /// The key may not be used from the client's address.
        Ip = "ip",
        /// The key lacks a capability.
        Capability = "capability",
        /// The route is not on the key's list of allowed routes.
        Route = "route",
        /// The delegated user is not on the key's allowlist.
        User = "user",
    }
}

named_enum! {
    /// The target of a redirect.
    RedirectHost {
        /// To the same authority.
        Same = "same",
        /// To another host name (`localhost` instead of `127.0.0.1`).
        Other = "other",
    }
}

/// Declares the faults with their names; one with a value also has the form of the value and its parser.
macro_rules! faults {
    ($($(#[$doc:meta])* $kind:ident $(($value:ty))? = $name:literal $(, $form:literal, $read:ident)?;)+) => {
        /// One kind of fault.
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum FaultKind {
            $($(#[$doc])* $kind $(($value))?,)+
        }

        /// The fault names with their value's form, in the order of the help text.
        const CATALOG: &[(&str, &str)] = &[$(($name, concat!($($form)?)),)+];

        impl FaultKind {
            /// Parses the value of a fault; `None` if it does not have the form.
            fn with_value(name: &str, value: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$kind $(($read::<$value>(value)?))?),)+
                    _ => None,
                }
            }
        }

        impl fmt::Display for FaultKind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let name = match self {
                    $(Self::$kind { .. } => $name,)+
                };
                f.write_str(name)?;
                match self {
                    $($(Self::$kind(value) => write!(f, "={}", value as &$value),)?)+
                    _ => Ok(()),
                }
            }
        }
    };
}

faults! {
    /// `drop-before-commit`: the connection closes without a response; the request has no effect.
    DropBeforeCommit = "drop-before-commit";
    /// `drop-after-commit`: the write is applied, then the connection closes without a response.
    DropAfterCommit = "drop-after-commit";
    /// `delay=MS`: the request waits that many milliseconds before it is handled.
    Delay(u64) = "delay", "MILLISECONDS", any;
    /// `status=CODE`: a problem with that status instead of the response; the request has no effect.
    Status(u16) = "status", "CODE", code;
    /// `html-502`: a proxy's HTML page with status 502; the request has no effect.
    Html502 = "html-502";
    /// `truncate`: half of the body, then the connection closes; the write is applied.
    Truncate = "truncate";
    /// `reset`: half of the body, then the connection is reset; the write is applied.
    Reset = "reset";
    /// `drip=MS`: the body arrives in 16 pieces, that many milliseconds apart.
    Drip(u64) = "drip", "MILLISECONDS", any;
    /// `unauthorized`: 401, as for a bearer that expired; `unauthorized-once` is this with `:1`.
    Unauthorized = "unauthorized";
    /// `forbidden=scope|ip|capability|route|user`: 403 for that reason.
    Forbidden(ForbiddenBy) = "forbidden", "scope|ip|capability|route|user", any;
    /// `retry-after=TEXT`: 429 with that `Retry-After`: seconds, an HTTP date, or any other text. `date` means a date
    /// two seconds ahead on the service's clock.
    RetryAfter(String) = "retry-after", "SECONDS|date|TEXT", any;
    /// `ban=SECONDS`: 429 with that cooldown, doubled at every further call, up to an hour.
    Ban(u64) = "ban", "SECONDS", above_zero;
    /// `nonce-reused`: the token exchange answers that the nonce was used before.
    NonceReused = "nonce-reused";
    /// `token-lifetime=SECONDS`: bearers issued while this is active expire after at most that time.
    TokenLifetime(u64) = "token-lifetime", "SECONDS", above_zero;
    /// `bare-problem=CODE`: a problem without the required `detail`.
    BareProblem(u16) = "bare-problem", "CODE", code;
    /// `empty`: 200 without a body; the request has no effect.
    Empty = "empty";
    /// `captive-portal`: 200 with a sign-in page in HTML; the request has no effect.
    CaptivePortal = "captive-portal";
    /// `wrong-media-type`: the normal body, declared as `text/plain`.
    WrongMediaType = "wrong-media-type";
    /// `invalid-utf8`: one byte of the body is not valid UTF-8.
    InvalidUtf8 = "invalid-utf8";
    /// `bomb=gzip|zstd`: a small body that decodes to a gigabyte of spaces.
    Bomb(Compression) = "bomb", "gzip|zstd", any;
    /// `redirect=same|other`: 307 to the same or to another host.
    Redirect(RedirectHost) = "redirect", "same|other", any;
    /// `date=SECONDS`: the `Date` header is off by that many seconds.
    Date(i64) = "date", "SECONDS", any;
    /// `age=SECONDS`: the response has an `Age` header, as from a cache.
    Age(u64) = "age", "SECONDS", any;
    /// `new-status`: the first record has a status that no vocabulary lists.
    NewStatus = "new-status";
    /// `new-field`: every record has a field that the contract does not list.
    NewField = "new-field";
    /// `odd-kpi`: one snapshot in sixteen has a value outside the contract's range.
    OddKpi = "odd-kpi";
    /// `null=FIELD`: that field of every record is `null`.
    Null(String) = "null", "FIELD", any;
    /// `flip-numbers`: numbers of a record become strings; decimal strings become numbers.
    FlipNumbers = "flip-numbers";
    /// `long-decimal`: every record has decimals that a binary float cannot represent.
    LongDecimal = "long-decimal";
    /// `clamp=N`: pages contain at most that many records, regardless of `limit`.
    Clamp(u32) = "clamp", "N", above_zero;
    /// `ignore-offset`: `offset` and `page` are ignored.
    IgnoreOffset = "ignore-offset";
    /// `shift`: a page starts one record earlier, as after an insertion before it.
    Shift = "shift";
    /// `total=DELTA`: `total` is off by that number.
    Total(i64) = "total", "DELTA", any;
    /// `duplicate`: the last record of a page appears twice.
    Duplicate = "duplicate";
}

/// Parses any value of the type.
fn any<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

/// Parses a number other than zero.
fn above_zero<T: FromStr + Default + PartialEq>(text: &str) -> Option<T> {
    any(text).filter(|number| *number != T::default())
}

/// Parses the status of a response that is no success.
fn code<T: FromStr + Copy + Into<u32>>(text: &str) -> Option<T> {
    any(text).filter(|code: &T| (300..=599).contains(&(*code).into()))
}

impl FaultKind {
    /// Returns every fault name with the form of its value (empty if it takes none).
    pub fn catalog() -> impl Iterator<Item = (&'static str, &'static str)> {
        CATALOG.iter().copied()
    }

    /// Returns whether the fault concerns only the token exchange.
    pub(crate) fn is_exchange_only(&self) -> bool {
        matches!(self, Self::NonceReused | Self::TokenLifetime(_))
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
        Self::with_value(name, value).ok_or_else(invalid_value)
    }
}

//! The kinds of faults, one variant each.

/// The compression of a decompression bomb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// `Content-Encoding: gzip`.
    Gzip,
    /// `Content-Encoding: zstd`.
    Zstd,
}

/// The reason for a 403 answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForbiddenBy {
    /// The key lacks the operation's scope, which the problem names.
    Scope,
    /// The key may not be used from the client's address.
    Ip,
    /// The key lacks a capability.
    Capability,
    /// The route is not on the key's list of allowed routes.
    Route,
    /// The delegated user is not on the key's allowlist.
    User,
}

/// The target of a redirect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RedirectHost {
    /// To the same authority.
    Same,
    /// To another host name (`localhost` instead of `127.0.0.1`).
    Other,
}

/// One kind of fault.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// `drop-before-commit`: the connection closes without an answer; the request has no effect.
    DropBeforeCommit,
    /// `drop-after-commit`: the write is applied, then the connection closes without an answer.
    DropAfterCommit,
    /// `delay=MS`: the request waits that many milliseconds before it is handled.
    Delay(u64),
    /// `status=CODE`: a problem with that status instead of the answer; the request has no effect.
    Status(u16),
    /// `html-502`: a proxy's HTML page with status 502; the request has no effect.
    Html502,
    /// `truncate`: half of the body, then the connection closes; the write is applied.
    Truncate,
    /// `reset`: half of the body, then the connection is reset; the write is applied.
    Reset,
    /// `drip=MS`: the body arrives in 16 pieces, that many milliseconds apart.
    Drip(u64),
    /// `unauthorized`: 401, as for a bearer that expired; `unauthorized-once` is this with `:1`.
    Unauthorized,
    /// `forbidden=scope|ip|capability|route|user`: 403 for that reason.
    Forbidden(ForbiddenBy),
    /// `retry-after=TEXT`: 429 with that `Retry-After`: seconds, an HTTP date, or any other text. `date` means a date
    /// two seconds ahead on the service's clock.
    RetryAfter(String),
    /// `ban=SECONDS`: 429 with that cooldown, doubled at every further call, up to an hour.
    Ban(u64),
    /// `nonce-reused`: the token exchange answers that the nonce was used before.
    NonceReused,
    /// `token-lifetime=SECONDS`: bearers issued while this is active expire after at most that time.
    TokenLifetime(u64),
    /// `bare-problem=CODE`: a problem without the required `detail`.
    BareProblem(u16),
    /// `empty`: 200 without a body; the request has no effect.
    Empty,
    /// `captive-portal`: 200 with a sign-in page in HTML; the request has no effect.
    CaptivePortal,
    /// `wrong-media-type`: the normal body, declared as `text/plain`.
    WrongMediaType,
    /// `invalid-utf8`: one byte of the body is not valid UTF-8.
    InvalidUtf8,
    /// `bomb=gzip|zstd`: a small body that decodes to a gigabyte of spaces.
    Bomb(Compression),
    /// `redirect=same|other`: 307 to the same or to another host.
    Redirect(RedirectHost),
    /// `date=SECONDS`: the `Date` header is off by that many seconds.
    Date(i64),
    /// `age=SECONDS`: the response has an `Age` header, as from a cache.
    Age(u64),
    /// `new-status`: the first record has a status that no vocabulary lists.
    NewStatus,
    /// `new-field`: every record has a field that the contract does not list.
    NewField,
    /// `odd-kpi`: one snapshot in sixteen has a value outside the contract's range.
    OddKpi,
    /// `null=FIELD`: that field of every record is `null`.
    Null(String),
    /// `flip-numbers`: numbers of a record become strings; decimal strings become numbers.
    FlipNumbers,
    /// `long-decimal`: every record has decimals that a binary float cannot represent.
    LongDecimal,
    /// `clamp=N`: pages contain at most that many records, regardless of `limit`.
    Clamp(u32),
    /// `ignore-offset`: `offset` and `page` are ignored.
    IgnoreOffset,
    /// `shift`: a page starts one record earlier, as after an insertion before it.
    Shift,
    /// `total=DELTA`: `total` is off by that number.
    Total(i64),
    /// `duplicate`: the last record of a page appears twice.
    Duplicate,
}

impl FaultKind {
    /// Returns whether the fault concerns only the token exchange.
    pub(crate) fn is_exchange_only(&self) -> bool {
        matches!(self, Self::NonceReused | Self::TokenLifetime(_))
    }
}

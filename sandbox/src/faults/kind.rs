//! What can go wrong, one variant each.

/// How a decompression bomb is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// `Content-Encoding: gzip`.
    Gzip,
    /// `Content-Encoding: zstd`.
    Zstd,
}

/// What a refusal with 403 rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForbiddenBy {
    /// The operation's scope, named in the problem.
    Scope,
    /// The caller's address.
    Ip,
    /// A capability of the key.
    Capability,
    /// The route, to which the key is not restricted.
    Route,
    /// The delegated user, who is not on the key's allowlist.
    User,
}

/// Where a redirect points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Host {
    /// To the same authority.
    Same,
    /// To another host name (`localhost` instead of `127.0.0.1`).
    Other,
}

/// One way of going wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// `drop-before-commit`: the connection closes without an answer; nothing was done.
    DropBeforeCommit,
    /// `drop-after-commit`: the write is applied, then the connection closes without an answer.
    DropAfterCommit,
    /// `delay=MS`: the request waits that many milliseconds before it is handled.
    Delay(u64),
    /// `status=CODE`: a problem with that status instead of the answer; nothing was done.
    Status(u16),
    /// `html-502`: a proxy's HTML page with status 502; nothing was done.
    Html502,
    /// `truncate`: half of the body, then the connection closes; the write is applied.
    Truncate,
    /// `reset`: half of the body, then the connection is reset; the write is applied.
    Reset,
    /// `drip=MS`: the body arrives in 16 pieces, that many milliseconds apart.
    Drip(u64),
    /// `unauthorized`: 401, as for a bearer that expired; `unauthorized-once` is this with `:1`.
    Unauthorized,
    /// `forbidden=scope|ip|capability|route|user`: 403 on that ground.
    Forbidden(ForbiddenBy),
    /// `retry-after=TEXT`: 429 with that `Retry-After`: seconds, an HTTP date, or anything else; `date` is a date
    /// two seconds ahead on the service's clock.
    RetryAfter(String),
    /// `ban=SECONDS`: 429 with that cooldown, twice as long at every call that follows, an hour at most.
    Ban(u64),
    /// `nonce-reused`: the token exchange answers that the nonce was used before.
    NonceReused,
    /// `token-lifetime=SECONDS`: bearers issued while this is on live no longer than that.
    TokenLifetime(u64),
    /// `bare-problem=CODE`: a problem without the required `detail`.
    BareProblem(u16),
    /// `empty`: 200 without a body; nothing was done.
    Empty,
    /// `captive-portal`: 200 with a sign-in page in HTML; nothing was done.
    CaptivePortal,
    /// `wrong-media-type`: the answer's own body, called `text/plain`.
    WrongMediaType,
    /// `invalid-utf8`: a byte of the body is not UTF-8.
    InvalidUtf8,
    /// `bomb=gzip|zstd`: a small body that decodes to a gigabyte of spaces.
    Bomb(Compression),
    /// `redirect=same|other`: 307 to the same or to another host.
    Redirect(Host),
    /// `date=SECONDS`: the `Date` header is off by that much.
    Date(i64),
    /// `age=SECONDS`: an `Age` header, as from a cache.
    Age(u64),
    /// `new-status`: the first record carries a status that no vocabulary lists.
    NewStatus,
    /// `new-field`: every record carries a field that the contract does not list.
    NewField,
    /// `odd-kpi`: one snapshot in sixteen holds a figure outside the contract's range.
    OddKpi,
    /// `null=FIELD`: that field of every record is `null`.
    Null(String),
    /// `flip-numbers`: numbers of a record become strings; decimal strings become numbers.
    FlipNumbers,
    /// `long-decimal`: every record carries decimals that no binary number holds.
    LongDecimal,
    /// `clamp=N`: pages hold at most that many records, whatever `limit` says.
    Clamp(u32),
    /// `ignore-offset`: `offset` and `page` are ignored.
    IgnoreOffset,
    /// `shift`: a page starts one record earlier, as after an insertion before it.
    Shift,
    /// `total=DELTA`: `total` is off by that much.
    Total(i64),
    /// `duplicate`: the last record of a page comes twice.
    Duplicate,
}

impl FaultKind {
    /// Whether it is about the token exchange, and about nothing else.
    pub(crate) fn of_the_exchange(&self) -> bool {
        matches!(self, Self::NonceReused | Self::TokenLifetime(_))
    }
}

//! Bearers, issued by the token exchange, stored as digests, valid until they expire.

use axum::http::{HeaderMap, header};
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};

use super::problem::ApiProblem;

/// Stores a newly issued bearer.
pub(crate) fn store(db: &Connection, token: &str, expires: Timestamp) -> Result<(), ApiProblem> {
    db.prepare_cached("INSERT INTO bearer (digest, expires) VALUES (?1, ?2)")?
        .execute(params![digest(token), expires.as_millisecond()])?;
    Ok(())
}

/// Answers 401 unless exactly one `Authorization` header has an unexpired bearer of this service.
pub(crate) fn check(db: &Connection, headers: &HeaderMap, now: Timestamp) -> Result<(), ApiProblem> {
    let mut sent = headers.get_all(header::AUTHORIZATION).iter();
    let (first, second) = (sent.next(), sent.next());
    if second.is_some() {
        return Err(ApiProblem::unauthorized("send one Authorization header").with_reason("bearer_ambiguous"));
    }
    let Some(token) = first.and_then(|value| value.to_str().ok()).and_then(token) else {
        return Err(ApiProblem::unauthorized("a valid bearer token is missing").with_reason("bearer_missing"));
    };
    let expires: Option<i64> = db
        .prepare_cached("SELECT expires FROM bearer WHERE digest = ?1")?
        .query_row([digest(token)], |row| row.get(0))
        .optional()?;
    match expires {
        Some(expires) if now.as_millisecond() < expires => Ok(()),
        Some(_) => {
            Err(ApiProblem::unauthorized("the bearer token has expired").with_reason("bearer_expired"))
        }
        None => Err(ApiProblem::unauthorized("the bearer token is not one of this service")
            .with_reason("bearer_unknown")),
    }
}

/// Revokes every bearer.
pub(crate) fn revoke_all(db: &Connection) -> rusqlite::Result<usize> {
    db.execute("DELETE FROM bearer", [])
}

/// Extracts the token. The scheme is case-insensitive (RFC 9110, 11.1), the token is not.
fn token(header: &str) -> Option<&str> {
    let (scheme, token) = header.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim()).filter(|token| !token.is_empty())
}

fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_bearer_scheme_carries_a_token() {
        assert_eq!(token("Bearer abc"), Some("abc"));
        assert_eq!(token("bearer  abc"), Some("abc"));
        for header in ["abc", "Basic abc", "Bearer", "Bearer ", ""] {
            assert_eq!(token(header), None, "{header}");
        }
    }
}

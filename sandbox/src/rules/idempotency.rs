//! Checks and stores `Idempotency-Key` (contract, "Write rules for POST /deals").
//!
//! A missing required key is 428 and a malformed one 400. The same write gets the stored response, and another write
//! with the key gets 409.
//!
//! "The same write" is the same method, path, delegated user and body, byte for byte. Only applied writes are stored;
//! a rejected write does not use up its key. The store is part of the write's own transaction.

use axum::http::{HeaderMap, StatusCode};
use encours_core::contract::operation::Operation;
use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};

use crate::http_types::ApiResponse;

use super::problem::ApiProblem;

/// The header's name in lower case.
pub(crate) const HEADER: &str = "idempotency-key";

/// The header's name as in the contract.
pub(crate) const HEADER_NAME: &str = "Idempotency-Key";

/// Longest key accepted (contract, "Limits").
const MAX_KEY_LENGTH: usize = 255;

/// A write with an idempotency key.
#[derive(Debug)]
pub(crate) struct KeyedWrite {
    key: String,
    target: String,
    payload: [u8; 32],
}

impl KeyedWrite {
    /// Parses the key of a write; `None` if the write has none and needs none.
    ///
    /// Each `owner`, an API key, has its own set of keys.
    pub(crate) fn read(
        op: &Operation,
        required: bool,
        owner: &str,
        headers: &HeaderMap,
        path: &str,
        user: Option<&str>,
        body: &[u8],
    ) -> Result<Option<Self>, ApiProblem> {
        let mut values = headers.get_all(HEADER).iter();
        let key = match (values.next(), values.next()) {
            (None, _) if required => {
                return Err(ApiProblem::new(428, "this write needs an Idempotency-Key")
                    .with_reason("idempotency_key_missing"));
            }
            (None, _) => return Ok(None),
            (Some(value), None) => value.as_bytes(),
            (Some(_), Some(_)) => return Err(malformed("it is given more than once")),
        };
        if key.is_empty() || key.len() > MAX_KEY_LENGTH {
            return Err(malformed("it must have 1 to 255 characters"));
        }
        if !key.iter().all(u8::is_ascii_graphic) {
            return Err(malformed("it must be visible ASCII without spaces"));
        }
        Ok(Some(Self {
            key: format!("{owner} {}", String::from_utf8_lossy(key)),
            target: format!("{} {path} {}", op.method, user.unwrap_or_default()),
            payload: Sha256::digest(body).into(),
        }))
    }

    /// Returns the stored response of the same write; 409 if the key belongs to another write.
    pub(crate) fn replay(&self, db: &Connection) -> Result<Option<ApiResponse>, ApiProblem> {
        let stored = db
            .prepare_cached("SELECT target, payload, status, body FROM keyed WHERE key = ?1")?
            .query_row([&self.key], |row| {
                Ok((
                    row.get::<_, String>(0)?,
                    row.get::<_, [u8; 32]>(1)?,
                    row.get::<_, u16>(2)?,
                    row.get::<_, String>(3)?,
                ))
            })
            .optional()?;
        let Some((target, payload, status, body)) = stored else {
            return Ok(None);
        };
        let conflict = |part: &str| {
            let detail = format!("this Idempotency-Key belongs to an earlier write with another {part}");
            Err(ApiProblem::conflict(detail).with_reason("idempotency_conflict"))
        };
        if target != self.target {
            return conflict("target");
        }
        if payload != self.payload {
            return conflict("payload");
        }
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
        Ok(Some(if status == StatusCode::NO_CONTENT {
            ApiResponse::no_content()
        } else {
            ApiResponse::json(status, body)
        }))
    }

    /// Stores the response of an applied write.
    pub(crate) fn store(&self, db: &Connection, response: &ApiResponse) -> Result<(), ApiProblem> {
        db.prepare_cached(
            "INSERT INTO keyed (key, target, payload, status, body) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![
            self.key,
            self.target,
            self.payload,
            response.status.as_u16(),
            String::from_utf8_lossy(&response.body)
        ])?;
        Ok(())
    }
}

fn malformed(reason: &str) -> ApiProblem {
    ApiProblem::bad_request(format!("the Idempotency-Key is malformed: {reason}"))
        .with_reason("idempotency_key_malformed")
}

#[cfg(test)]
mod tests {
    use encours_core::contract::operation::OperationId;

    use super::*;

    fn read(keys: &[&[u8]], required: bool) -> Result<Option<String>, u16> {
        let mut headers = HeaderMap::new();
        for key in keys {
            headers.append(HEADER, axum::http::HeaderValue::from_bytes(key).unwrap());
        }
        KeyedWrite::read(OperationId::DealsCreate.spec(), required, "key", &headers, "/deals", None, b"{}")
            .map(|write| write.map(|write| write.key))
            .map_err(|problem| problem.status)
    }

    #[test]
    fn the_key_is_visible_ascii_of_at_most_255() {
        let longest = [b'k'; 255];
        assert_eq!(read(&[&longest], true), Ok(Some(format!("key {}", "k".repeat(255)))));
        assert_eq!(read(&[b"!~"], true), Ok(Some("key !~".into())));
        for bad in [&[b'k'; 256][..], b"", b"a b", b"a\tb", "clé".as_bytes(), b"\x80"] {
            assert_eq!(read(&[bad], true), Err(400), "{bad:?}");
        }
        assert_eq!(read(&[b"a", b"b"], true), Err(400));
    }

    #[test]
    fn missing_idempotency_key_fails_only_if_required() {
        assert_eq!(read(&[], true), Err(428));
        assert_eq!(read(&[], false), Ok(None));
    }
}

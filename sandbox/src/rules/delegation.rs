//! Checks of delegated user routes (contract, "Delegated user routes").
//!
//! They require exactly one header (400) and a filled allowlist (403). The user must belong to the entity (404) and be
//! approved and allowed (403). A read-only user may not write (403).

use rusqlite::{Connection, OptionalExtension};

use crate::data::users;
use crate::http_types::{ReceivedRequest, header_text};

use super::api_key::ApiKey;
use super::problem::ApiProblem;

/// The documented header.
pub(crate) const HEADER: &str = "X-Service-Delegated-User-Id";

/// A delegated user that passed the checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RequestUser {
    pub(crate) id: String,
}

/// Returns the delegated user of the request, or the problem with it.
pub(crate) fn delegated_user(
    received: &ReceivedRequest,
    second_header: &str,
    key: &ApiKey,
    db: &Connection,
    is_write: bool,
) -> Result<RequestUser, ApiProblem> {
    let column = |header: &str| {
        if header.eq_ignore_ascii_case(HEADER) { "id" } else { "external_id" }
    };
    let candidates: Vec<(&str, String)> = [HEADER, second_header]
        .into_iter()
        .flat_map(|header| received.headers.get_all(header).iter().map(move |value| (header, value)))
        .map(|(header, value)| (column(header), header_text(value).trim().to_owned()))
        .collect();
    let (column, value) = match candidates.as_slice() {
        [(column, value)] if !value.is_empty() => (*column, &**value),
        [] | [_] => {
            let detail = format!("name the delegated user in {HEADER} or in {second_header}");
            return Err(ApiProblem::bad_request(detail).with_reason("delegated_user_missing"));
        }
        _ => {
            let detail = format!("send one of {HEADER} and {second_header}, once");
            return Err(ApiProblem::bad_request(detail).with_reason("delegated_user_ambiguous"));
        }
    };
    let user_row = db
        .prepare_cached(&format!("SELECT id, approved, read_only FROM user WHERE {column} = ?1"))?
        .query_row([value], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, bool>(1)?, row.get::<_, bool>(2)?))
        })
        .optional()?;
    let is_listed = key.lists_user(user_row.as_ref().map_or(value, |(id, ..)| id), || {
        users::is_on_sample_allowlist(user_row.as_ref().map_or("", |(id, ..)| id))
    });
    if is_listed.is_none() {
        let detail = "this key has no filled user allowlist; it may act for nobody";
        return Err(ApiProblem::forbidden(detail).with_reason("allowlist_empty"));
    }
    let Some((id, approved, read_only)) = user_row else {
        return Err(ApiProblem::not_found("this entity has no such user").with_reason("user_not_found"));
    };
    if !approved {
        return Err(ApiProblem::forbidden("this user is not approved").with_reason("user_not_approved"));
    }
    if is_listed == Some(false) {
        return Err(
            ApiProblem::forbidden("this user is not on the key's allowlist").with_reason("user_not_allowed")
        );
    }
    if is_write && read_only {
        return Err(ApiProblem::forbidden("this user may only read").with_reason("user_read_only"));
    }
    Ok(RequestUser { id })
}

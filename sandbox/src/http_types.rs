//! The request as a route sees it, and the route's response. This module is independent of sockets.

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use bytes::Bytes;
use jiff::Timestamp;
use rusqlite::Connection;

use crate::Config;
use crate::data::PageCursors;
use crate::duplicate_keys::keep_last_duplicates;
use crate::json::{Object, depth, has_paired_surrogates};
use crate::rules::delegation::RequestUser;
use crate::rules::problem::ApiProblem;
use crate::rules::query::QueryParams;

/// A request after the socket and before the rules.
#[derive(Debug)]
pub(crate) struct ReceivedRequest {
    pub(crate) path: String,
    pub(crate) params: Vec<(String, String)>,
    pub(crate) query: QueryParams,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    pub(crate) from: std::net::IpAddr,
    /// The shortened lifetime of a bearer in seconds, if a fault sets one.
    pub(crate) token_lifetime: Option<u64>,
    /// The reason why path, query or body could not be read; sent only to authorised clients.
    pub(crate) unreadable: Option<ApiProblem>,
}

impl ReceivedRequest {
    /// Returns whether exactly one `Content-Type` declares JSON, with no charset but UTF-8 (RFC 8259, 8.1).
    fn is_json(&self) -> bool {
        let mut sent = self.headers.get_all(header::CONTENT_TYPE).iter();
        let (first, second) = (sent.next(), sent.next());
        let media = first.and_then(|value| value.to_str().ok()).unwrap_or_default();
        let mut parts = media.split(';').map(str::trim);
        let essence = parts.next().unwrap_or_default();
        let other_charset = parts.filter_map(|part| part.split_once('=')).any(|(name, value)| {
            name.trim().eq_ignore_ascii_case("charset")
                && !["utf-8", "utf8"].contains(&&*value.trim().trim_matches('"').to_ascii_lowercase())
        });
        second.is_none() && essence.eq_ignore_ascii_case("application/json") && !other_charset
    }

    /// Returns whether the body is declared as compressed, which this service does not support.
    fn is_encoded(&self) -> bool {
        self.headers
            .get_all(header::CONTENT_ENCODING)
            .iter()
            .any(|value| !value.as_bytes().trim_ascii().eq_ignore_ascii_case(b"identity"))
    }
}

/// Decodes a header as UTF-8, or else as Latin-1, which some client libraries send.
pub(crate) fn header_text(value: &HeaderValue) -> String {
    let bytes = value.as_bytes();
    str::from_utf8(bytes).map_or_else(|_| bytes.iter().map(|byte| char::from(*byte)).collect(), str::to_owned)
}

/// The context of a route: a request that passed every rule, inside one transaction.
pub(crate) struct ApiCall<'a> {
    pub(crate) config: &'a Config,
    /// The port the service listens on.
    pub(crate) port: u16,
    pub(crate) key: &'a crate::rules::api_key::ApiKey,
    pub(crate) db: &'a Connection,
    pub(crate) page_cursors: &'a mut PageCursors,
    pub(crate) request: &'a ReceivedRequest,
    pub(crate) now: Timestamp,
    /// The delegated user, on delegated routes.
    pub(crate) user: Option<RequestUser>,
}

/// The result of a route; an error rolls the transaction back.
pub(crate) type HandlerResult = Result<ApiResponse, ApiProblem>;

impl ApiCall<'_> {
    /// Returns a decoded path parameter.
    pub(crate) fn param(&self, name: &str) -> &str {
        self.request.params.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value)
    }

    /// Returns the delegated user's identifier; empty on other routes.
    pub(crate) fn user_id(&self) -> &str {
        self.user.as_ref().map_or("", |user| &user.id)
    }

    /// Parses a path parameter that the contract calls a UUID.
    ///
    /// A malformed one is 422, or 404 if `malformed_id_is_404` is set.
    pub(crate) fn uuid(&self, name: &str) -> Result<uuid::Uuid, ApiProblem> {
        self.identifier(name, self.config.spec_gaps.malformed_id_is_404)
    }

    /// Parses a path parameter that the contract calls a string.
    ///
    /// A value that is not a UUID matches no record and is 404, or 422 if `every_id_is_a_uuid` is set.
    pub(crate) fn record_id(&self, name: &str) -> Result<uuid::Uuid, ApiProblem> {
        self.identifier(name, !self.config.spec_gaps.every_id_is_a_uuid)
    }

    fn identifier(&self, name: &str, unknown: bool) -> Result<uuid::Uuid, ApiProblem> {
        uuid(self.param(name)).ok_or_else(|| {
            if unknown {
                ApiProblem::not_found("there is no such record").with_reason("record_not_found")
            } else {
                ApiProblem::invalid(format!("`{name}` must be a UUID")).with_reason("invalid_parameter")
            }
        })
    }

    /// Returns the body as a JSON object with duplicate names resolved to the last; 422 otherwise.
    pub(crate) fn object(&self) -> Result<Object, ApiProblem> {
        let object = self.any_object()?;
        let text = object.to_string();
        let single = keep_last_duplicates(&text).and_then(|text| Object::parse(text.as_bytes()).ok());
        Ok(single.unwrap_or(object))
    }

    /// Returns the body as a JSON object; 422 also if a name is duplicated in one object.
    pub(crate) fn object_without_duplicates(&self) -> Result<Object, ApiProblem> {
        let object = self.any_object()?;
        let text = str::from_utf8(&self.request.body).unwrap_or_default();
        if keep_last_duplicates(text.trim_ascii()).is_some() {
            let detail = "an object of the body names one thing twice";
            return Err(ApiProblem::invalid(detail).with_reason("invalid_payload"));
        }
        Ok(object)
    }

    fn any_object(&self) -> Result<Object, ApiProblem> {
        let invalid = |detail: String| ApiProblem::invalid(detail).with_reason("invalid_payload");
        let body = &self.request.body;
        if body.is_empty() {
            return Err(invalid("a body is missing: send one JSON object".to_owned()));
        }
        if !self.request.is_json() {
            return Err(invalid("the body must be sent as application/json, in UTF-8".to_owned()));
        }
        if self.request.is_encoded() {
            return Err(invalid("the body must be sent without a Content-Encoding".to_owned()));
        }
        let (depth, max_depth) = (depth(body), self.config.spec_gaps.deepest_json);
        if depth > max_depth {
            let detail = format!("the body is nested {depth} levels deep; at most {max_depth} are read");
            return Err(invalid(detail));
        }
        if !has_paired_surrogates(body) {
            return Err(invalid("a string of the body holds half of a character".to_owned()));
        }
        Object::parse(body).map_err(|error| invalid(format!("the body must be one JSON object: {error}")))
    }

    /// Answers 422 if a write contains an unknown field and `refuse_unknown_fields` is set.
    pub(crate) fn check_known_fields(&self, fields: &Object, known: &[&str]) -> Result<(), ApiProblem> {
        let unknown = fields.iter().map(|(name, _)| name).find(|name| !known.contains(name));
        match unknown.filter(|_| self.config.spec_gaps.refuse_unknown_fields) {
            Some(name) => {
                let detail = format!("`{name}` is not a field of this write. Use {}", known.join(", "));
                Err(ApiProblem::invalid(detail).with_reason("unknown_field"))
            }
            None => Ok(()),
        }
    }
}

/// Parses a UUID of 36 characters, in either case.
pub(crate) fn uuid(text: &str) -> Option<uuid::Uuid> {
    Some(text).filter(|text| text.len() == 36).and_then(|text| uuid::Uuid::try_parse(text).ok())
}

/// The response to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ApiResponse {
    pub(crate) status: StatusCode,
    pub(crate) headers: Vec<(HeaderName, HeaderValue)>,
    pub(crate) body: Bytes,
}

impl ApiResponse {
    /// Creates a response with a JSON body.
    pub(crate) fn json(status: StatusCode, body: impl Into<Bytes>) -> Self {
        let headers = vec![(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
        Self { status, headers, body: body.into() }
    }

    /// Creates a 200 response with a JSON body.
    pub(crate) fn ok(body: impl Into<Bytes>) -> Self {
        Self::json(StatusCode::OK, body)
    }

    /// Creates a 204 response without a body.
    pub(crate) fn no_content() -> Self {
        Self { status: StatusCode::NO_CONTENT, headers: Vec::new(), body: Bytes::new() }
    }

    /// Adds a header.
    pub(crate) fn with_header(mut self, name: HeaderName, value: impl Into<HeaderValue>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Replaces all headers of that name.
    pub(crate) fn replace_header(&mut self, name: HeaderName, value: HeaderValue) {
        self.headers.retain(|(known, _)| *known != name);
        self.headers.push((name, value));
    }
}

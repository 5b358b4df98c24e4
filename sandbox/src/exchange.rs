//! One request as a route sees it, and what the route answers. Nothing here knows about sockets.

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use bytes::Bytes;
use jiff::Timestamp;
use rusqlite::Connection;

use crate::{
    Config,
    data::Bookmarks,
    json::Object,
    rules::{delegation::User, problem::Problem, query::Query},
};

/// A request after the socket and before the rules.
#[derive(Debug)]
pub(crate) struct Received {
    pub(crate) path: String,
    pub(crate) params: Vec<(String, String)>,
    pub(crate) query: Query,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    pub(crate) from: std::net::IpAddr,
}

impl Received {
    /// A header as text; `None` if it is absent or not visible ASCII.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}

/// What a route works with: a request that every rule has let through, inside one transaction.
pub(crate) struct Call<'a> {
    pub(crate) config: &'a Config,
    pub(crate) key: &'a crate::rules::key::ApiKey,
    pub(crate) db: &'a Connection,
    pub(crate) bookmarks: &'a mut Bookmarks,
    pub(crate) received: &'a Received,
    pub(crate) now: Timestamp,
    /// The delegated user, on the routes that have one.
    pub(crate) user: Option<User>,
}

/// What a route gives back; a refusal undoes the transaction.
pub(crate) type Outcome = Result<Answer, Problem>;

impl Call<'_> {
    /// A path parameter, decoded.
    pub(crate) fn param(&self, name: &str) -> &str {
        self.received
            .params
            .iter()
            .find(|(key, _)| key == name)
            .map_or("", |(_, value)| value)
    }

    /// The delegated user's identifier; empty on routes without one.
    pub(crate) fn user_id(&self) -> &str {
        self.user.as_ref().map_or("", |user| &user.id)
    }

    /// A path parameter that must be a UUID in its usual form; 422 otherwise.
    pub(crate) fn uuid(&self, name: &str) -> Result<uuid::Uuid, Problem> {
        let text = self.param(name);
        Some(text)
            .filter(|text| text.len() == 36)
            .and_then(|text| uuid::Uuid::try_parse(text).ok())
            .ok_or_else(|| Problem::invalid(format!("`{name}` must be a UUID")).reason("invalid_parameter"))
    }

    /// The body as a JSON object; 422 otherwise.
    pub(crate) fn object(&self) -> Result<Object, Problem> {
        let media = self.received.header("content-type").unwrap_or_default();
        let essence = media.split(';').next().unwrap_or_default().trim();
        if !essence.eq_ignore_ascii_case("application/json") {
            return Err(
                Problem::invalid("the body must be sent as application/json").reason("invalid_payload")
            );
        }
        Object::parse(&self.received.body).map_err(|error| {
            Problem::invalid(format!("the body must be one JSON object: {error}")).reason("invalid_payload")
        })
    }
}

/// What goes on the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: Vec<(HeaderName, HeaderValue)>,
    pub(crate) body: Bytes,
}

impl Answer {
    /// A JSON body.
    pub(crate) fn json(status: StatusCode, body: impl Into<Bytes>) -> Self {
        let headers = vec![(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
        Self {
            status,
            headers,
            body: body.into(),
        }
    }

    /// 200 with a JSON body.
    pub(crate) fn ok(body: impl Into<Bytes>) -> Self {
        Self::json(StatusCode::OK, body)
    }

    /// 204 without a body.
    pub(crate) fn no_content() -> Self {
        Self {
            status: StatusCode::NO_CONTENT,
            headers: Vec::new(),
            body: Bytes::new(),
        }
    }

    /// One more header.
    pub(crate) fn with(mut self, name: HeaderName, value: impl Into<HeaderValue>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Puts a header in the place of any of that name.
    pub(crate) fn replace(&mut self, name: HeaderName, value: HeaderValue) {
        self.headers.retain(|(known, _)| *known != name);
        self.headers.push((name, value));
    }
}

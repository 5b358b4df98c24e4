//! Calls and their responses, independent of the operation.

use std::borrow::Cow;
use std::time::Duration;

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderName, HeaderValue};

use crate::client::http::reserved_headers::is_reserved;
use crate::contract::ids::{IdempotencyKey, RequestId};
use crate::contract::json::diagnostic_excerpt::excerpt;
use crate::contract::json::response_schema;
use crate::contract::operation::{Method, OperationId};
use crate::contract::paging::deal_page::{DealPage, DealParts};
use crate::contract::paging::page::{Page, PageHeaders};
use crate::contract::record::Record;
use crate::contract::resource::Resource;
use crate::error::Error;

/// A call: an operation of the table, or any method and path.
#[derive(Debug, Clone)]
pub struct Call {
    pub(in crate::client) target: CallTarget,
    pub(in crate::client) query: Vec<(String, String)>,
    pub(in crate::client) headers: HeaderMap,
    pub(in crate::client) body: Option<Bytes>,
    pub(in crate::client) key: Option<IdempotencyKey>,
    pub(in crate::client) request_id: Option<RequestId>,
    pub(in crate::client) timeout: Option<Duration>,
    pub(in crate::client) anonymous: bool,
    pub(in crate::client) is_once: bool,
    pub(in crate::client) fails_if_rate_limited: bool,
    pub(in crate::client) stored_view: Option<Record>,
}

#[derive(Debug, Clone)]
pub(in crate::client) enum CallTarget {
    Operation { id: OperationId, parameters: Vec<(String, String)> },
    Raw { method: Method, path: String },
}

impl Call {
    /// Creates a call to an operation of the table.
    pub fn new(id: OperationId) -> Self {
        Self::with_target(CallTarget::Operation { id, parameters: Vec::new() })
    }

    /// Creates a call to any path under the base URL.
    ///
    /// The path is already percent-encoded and has no query. If it is the route of an operation in the table, that
    /// operation's rules apply.
    pub fn raw(method: Method, path: impl Into<String>) -> Self {
        Self::with_target(CallTarget::Raw { method, path: path.into() })
    }

    pub(super) fn with_target(target: CallTarget) -> Self {
        Self {
            target,
            query: Vec::new(),
            headers: HeaderMap::new(),
            body: None,
            key: None,
            request_id: None,
            timeout: None,
            anonymous: false,
            is_once: false,
            fails_if_rate_limited: false,
            stored_view: None,
        }
    }

    /// Sets a path parameter of the operation.
    #[must_use]
    pub fn parameter(mut self, name: &str, value: impl AsRef<str>) -> Self {
        if let CallTarget::Operation { parameters, .. } = &mut self.target {
            parameters.push((name.to_owned(), value.as_ref().to_owned()));
        }
        self
    }

    /// Adds a query parameter.
    #[must_use]
    pub fn query(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.query.push((name.into(), value.into()));
        self
    }

    /// Sets the JSON body. It is sent byte for byte, on every try.
    #[must_use]
    pub fn body(mut self, body: impl Into<Bytes>) -> Self {
        self.body = Some(body.into());
        self
    }

    /// Sets the idempotency key of a write. Without one, a fresh key is used for this call alone.
    #[must_use]
    pub fn key(mut self, key: &IdempotencyKey) -> Self {
        self.key = Some(key.clone());
        self
    }

    /// Sets the request id.
    #[must_use]
    pub fn request_id(mut self, request_id: RequestId) -> Self {
        self.request_id = Some(request_id);
        self
    }

    /// Sets the time limit of the whole call including retries.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Sets the stored view, against which an update is checked before it is sent.
    #[must_use]
    pub fn stored_view(mut self, view: &Record) -> Self {
        self.stored_view = Some(view.clone());
        self
    }

    /// Disables retries: any response or failure is final, also a 429.
    ///
    /// For a probe, which must not be repeated.
    #[must_use]
    pub fn no_retry(mut self) -> Self {
        self.is_once = true;
        self
    }

    /// Fails instead of waiting for a rate limit.
    ///
    /// Nothing was done in that case. The caller keeps the write and can report the pause while it lasts.
    #[must_use]
    pub fn fail_if_rate_limited(mut self) -> Self {
        self.fails_if_rate_limited = true;
        self
    }

    /// Sends the call without the bearer.
    #[must_use]
    pub fn anonymous(mut self) -> Self {
        self.anonymous = true;
        self
    }

    /// Adds a header. `Idempotency-Key` and `X-Request-ID` are validated by their own rules.
    ///
    /// # Errors
    /// [`Usage`](crate::error::ErrorKind::Usage) for an invalid header, or one that only the client may set.
    pub fn header(mut self, name: &str, value: &str) -> Result<Self, Error> {
        let header_error =
            |reason: &str| Error::usage(format!("the header `{name}` cannot be sent: {reason}"));
        if name.eq_ignore_ascii_case("idempotency-key") {
            self.key = Some(value.parse().map_err(|error| header_error(&format!("{error}")))?);
            return Ok(self);
        }
        if name.eq_ignore_ascii_case("x-request-id") {
            self.request_id = Some(value.parse().map_err(|error| header_error(&format!("{error}")))?);
            return Ok(self);
        }
        let name: HeaderName = name.parse().map_err(|_| header_error("it is not a header name"))?;
        if is_reserved(&name) {
            return Err(header_error("the client sets it"));
        }
        let value = HeaderValue::from_str(value).map_err(|_| header_error("its value is not text"))?;
        self.headers.append(name, value);
        Ok(self)
    }
}

/// A successful response.
#[derive(Debug, Clone)]
pub struct Response {
    /// HTTP status, 200 to 299.
    pub status: u16,
    /// Headers, including repeated ones.
    pub headers: HeaderMap,
    /// Decoded body, at most 16 MiB.
    pub body: Bytes,
    /// Request id of the call.
    pub request_id: RequestId,
    /// Idempotency key of a write.
    pub idempotency_key: Option<IdempotencyKey>,
    /// Operation, if the call matches one in the table.
    pub operation: Option<OperationId>,
    /// True if the write's own response was lost and a later read found it applied.
    pub is_verified: bool,
}

impl Response {
    /// Parses the body as one object.
    ///
    /// # Errors
    /// [`Protocol`](crate::error::ErrorKind::Protocol); the outcome of a write is then unknown.
    pub fn record(&self) -> Result<Record, Error> {
        Record::parse(&self.body).map_err(|error| self.invalid(error.into()))
    }

    /// Parses the body as a page of a list.
    ///
    /// # Errors
    /// As [`record`](Self::record).
    pub fn page(&self) -> Result<Page<Record>, Error> {
        let headers = PageHeaders::parse(|name| self.headers.get(name)?.to_str().ok());
        Page::parse(&self.body, headers).map_err(|error| self.invalid(error.into()))
    }

    /// Parses the body as a page of deals with the fields in `parts`.
    ///
    /// # Errors
    /// As [`record`](Self::record).
    pub fn deal_page(self, parts: DealParts) -> Result<DealPage, Error> {
        let headers = PageHeaders::parse(|name| self.headers.get(name)?.to_str().ok());
        // The body is not shared, so it moves without a copy; errors need only its beginning.
        let beginning = Bytes::copy_from_slice(self.body.get(..4_096).unwrap_or(&self.body));
        let (body, response) = (self.body, Response { body: beginning, ..self });
        DealPage::parse(body, headers, parts).map_err(|error| response.invalid(error.into()))
    }

    /// Parses the body as one object and checks the documented fields and their types.
    ///
    /// # Errors
    /// As [`record`](Self::record).
    pub fn documented_record(&self) -> Result<Record, Error> {
        let record = self.record()?;
        match self.operation.map(|operation| response_schema::check(operation, &record)) {
            Some(Err(error)) => Err(self.invalid(error.into())),
            Some(Ok(())) | None => Ok(record),
        }
    }

    /// Returns the record as one resource. A read tolerates fields of another type; a response to a write does not.
    pub(crate) fn documented_resource<T: Resource>(&self) -> Result<T, Error> {
        T::from_record(self.documented_record()?).map_err(|error| self.invalid(error.into()))
    }

    /// Rejects a body not declared as JSON (contract, "Endpoints": success bodies are `application/json`).
    pub(super) fn check_json(&self) -> Result<(), Error> {
        let declared = self.headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes);
        let declared = String::from_utf8_lossy(declared.unwrap_or_default());
        let mime_type = declared.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if mime_type == "application/json"
            || mime_type.ends_with("+json")
            || self.operation == Some(OperationId::PostmanGet)
        {
            return Ok(());
        }
        let declared =
            if declared.trim().is_empty() { "nothing".to_owned() } else { excerpt(&declared, 100) };
        let message = format!("the response is declared to be {declared}, not application/json");
        let error = Error::protocol(message).with_message_ref("cli-answer-type", &[("type", &declared)]);
        Err(self.invalid(error))
    }

    /// Rejects a response about another record than the one at `path`.
    pub(super) fn check_identity(&self, operation: OperationId, path: &str) -> Result<(), Error> {
        let parameter =
            operation == OperationId::DealsCreate || operation.spec().path_parameters().next().is_some();
        if !parameter {
            return Ok(());
        }
        let record = self.record()?;
        response_schema::check_identity(operation, path, &record).map_err(|error| self.invalid(error.into()))
    }

    /// Completes an error about this response without an excerpt, which may contain a bearer.
    pub(in crate::client) fn invalid_without_excerpt(&self, error: Error) -> Error {
        let error = Self::web_page_error(&self.excerpt())
            .unwrap_or(error)
            .with_status(self.status)
            .with_request_id(self.request_id.clone());
        match self.operation {
            Some(operation) => error.with_operation(operation),
            None => error,
        }
    }

    fn excerpt(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.body.get(..4_096).unwrap_or(&self.body))
    }

    /// Returns the error for a web page in place of a record: an intermediary has answered.
    fn web_page_error(text: &str) -> Option<Error> {
        let page = text.trim_start().starts_with('<');
        page.then(|| {
            Error::protocol(
                "the response is a web page. It came from a proxy or a sign-in page, not from the server",
            )
            .with_message_ref("cli-answer-page", &[])
            .with_intercepted(true)
        })
    }

    /// Adds status, request id and excerpt of this response to an error.
    pub(in crate::client) fn invalid(&self, error: Error) -> Error {
        let text = self.excerpt();
        let mut error = Self::web_page_error(&text)
            .unwrap_or(error)
            .with_status(self.status)
            .with_request_id(self.request_id.clone())
            .with_excerpt(&text)
            .with_outcome_unknown(self.idempotency_key.is_some());
        if let Some(key) = &self.idempotency_key {
            error = error.with_idempotency_key(key.clone());
        }
        match self.operation {
            Some(operation) => error.with_operation(operation),
            None => error,
        }
    }
}

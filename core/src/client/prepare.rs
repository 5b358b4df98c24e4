//! From a call to a request: everything that is the same on every try, checked before anything is sent.

use std::sync::Arc;

use bytes::Bytes;
use http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::Url;

use super::call::{Call, Target};
use super::checks;
use super::config::ClientConfig;
use super::fresh;
use super::retry::Repeat;
use crate::contract::base_url::{PathError, query_string};
use crate::contract::ids::{IdempotencyKey, RequestId};
use crate::contract::operation::{Bearer, Method, OperationId, Safety};
use crate::error::Error;

/// Headers that only the client sets, or that would change who is asked or how the message is framed.
const RESERVED: [&str; 14] = [
    "authorization",
    "connection",
    "content-encoding",
    "content-length",
    "expect",
    "host",
    "idempotency-key",
    "proxy-authorization",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "x-request-id",
    "x-service-delegated-user-id",
];

/// What to do where a route acts for a user and none is known.
pub(super) const NO_USER: &str =
    "this route acts for a delegated user: name one with --as-user, in ENCOURS_AS_USER or in the profile";

/// Whether a route that is not in the table acts for a delegated user, however its segments are encoded.
fn acts_for_a_user(path: &str) -> bool {
    let mut segments = path
        .split('/')
        .skip(1)
        .map(|segment| percent_encoding::percent_decode_str(segment).decode_utf8_lossy());
    segments.next().as_deref() == Some("users") && segments.next().as_deref() == Some("me")
}

/// Whether the header is the client's own.
pub(super) fn is_reserved(name: &HeaderName) -> bool {
    RESERVED.contains(&name.as_str())
}

/// A request, ready but for what changes with each try.
#[derive(Debug, Clone)]
pub(super) struct Prepared {
    pub(super) method: Method,
    pub(super) url: Url,
    /// Path under the base URL, for the log.
    pub(super) route: Arc<str>,
    pub(super) operation: Option<OperationId>,
    pub(super) headers: HeaderMap,
    pub(super) body: Option<Bytes>,
    pub(super) key: Option<IdempotencyKey>,
    pub(super) request_id: RequestId,
    pub(super) bearer: bool,
    pub(super) repeat: Repeat,
    pub(super) write: bool,
}

impl Prepared {
    /// Checks a call and builds its request.
    pub(super) fn new(call: Call, config: &ClientConfig) -> Result<Self, Error> {
        let request_id = call
            .request_id
            .or_else(|| config.request_id.clone())
            .unwrap_or_else(fresh::request_id);
        let route = Route::of(call.target, config)?;
        let spec = route.operation.map(OperationId::spec);
        let safety = spec.map_or_else(
            || raw_safety(route.method, call.key.is_some()),
            |spec| spec.safety,
        );
        checks::check(
            route.operation,
            &call.query,
            call.body.as_deref(),
            call.stored_view.as_ref(),
        )?;
        let exchange = route.operation == Some(OperationId::AuthTokenExchange);
        // A write without a safe repetition is still a write: its outcome matters.
        let write = !exchange && safety != Safety::Read;
        let key = if write {
            Some(call.key.unwrap_or_else(fresh::idempotency_key))
        } else {
            call.key
        };

        let mut headers = call.headers;
        headers.entry(ACCEPT).or_insert(HeaderValue::from_static(
            "application/json, application/problem+json",
        ));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if call.body.is_some() || exchange {
            headers
                .entry(CONTENT_TYPE)
                .or_insert(HeaderValue::from_static("application/json"));
        }
        headers.insert("x-request-id", visible(request_id.as_str())?);
        if let Some(key) = &key {
            headers.insert("idempotency-key", visible(key.as_str())?);
        }
        if spec.map_or_else(|| acts_for_a_user(&route.path), |spec| spec.delegated) {
            let user = call
                .user
                .as_ref()
                .or(config.delegated_user.as_ref())
                .ok_or_else(|| Error::usage(NO_USER))?;
            let (name, value) = user.header()?;
            headers.insert(name, value);
        }

        let text = format!("{}{}", route.url, query_string(call.query));
        let url = Url::parse(&text).map_err(|_| Error::usage("the URL cannot be used"))?;
        // The URL library must send what was built; were it to normalise, another record would be addressed.
        if url.as_str() != text {
            return Err(Error::usage("the path would be read as another one"));
        }
        Ok(Self {
            method: route.method,
            url,
            route: route.path.into(),
            operation: route.operation,
            headers,
            body: call.body,
            key,
            request_id,
            bearer: !call.anonymous && spec.is_none_or(|spec| spec.bearer != Bearer::Never),
            repeat: if exchange {
                Repeat::Exchange
            } else {
                Repeat::By(safety)
            },
            write,
        })
    }

    /// Says on an error which call it was. One that says so already, such as a failed exchange, keeps its own
    /// operation and request id.
    pub(super) fn sign(&self, error: Error, doubtful: bool) -> Error {
        let error = match self.operation {
            _ if error.request_id().is_some() => error,
            Some(operation) => error
                .with_operation(operation)
                .with_request_id(self.request_id.clone()),
            None => {
                let route = format!("{} {}", self.method, self.route);
                error.with_route(&route).with_request_id(self.request_id.clone())
            }
        };
        let error = error.with_outcome_unknown(self.write && doubtful);
        match self.key.as_ref().filter(|_| self.write) {
            Some(key) => error.with_idempotency_key(key.clone()),
            None => error,
        }
    }
}

struct Route {
    method: Method,
    operation: Option<OperationId>,
    path: String,
    url: String,
}

impl Route {
    fn of(target: Target, config: &ClientConfig) -> Result<Self, Error> {
        let unusable = |error: PathError| Error::usage(error.to_string());
        let base = &config.base_url;
        let (method, operation, url) = match target {
            Target::Operation {
                id: OperationId::PostmanGet,
                ..
            } => (Method::Get, Some(OperationId::PostmanGet), base.postman()),
            Target::Operation { id, parameters } => {
                let parameters: Vec<_> = parameters
                    .iter()
                    .map(|(name, value)| (name.as_str(), value.as_str()))
                    .collect();
                let spec = id.spec();
                (
                    spec.method,
                    Some(id),
                    base.operation(spec.path, &parameters).map_err(unusable)?,
                )
            }
            Target::Raw { method, path } => {
                let url = base.path(&path).map_err(unusable)?;
                let operation = OperationId::by_route(method, &path);
                if operation == Some(OperationId::AuthTokenExchange) {
                    return Err(Error::usage(
                        "the client signs in by itself, with a nonce and a signature of its own; see `encours token`",
                    ));
                }
                (method, operation, url)
            }
        };
        let path = url
            .strip_prefix(base.as_str())
            .unwrap_or("/postman.json")
            .to_owned();
        Ok(Self {
            method,
            operation,
            path,
            url,
        })
    }
}

/// Of a route that is not in the table: what a caller who gives a key vouches for, and no more.
fn raw_safety(method: Method, keyed: bool) -> Safety {
    match method {
        Method::Get => Safety::Read,
        Method::Put | Method::Delete => Safety::IdempotentWrite,
        Method::Post | Method::Patch if keyed => Safety::KeyedWrite,
        Method::Post | Method::Patch => Safety::Never,
    }
}

fn visible(text: &str) -> Result<HeaderValue, Error> {
    HeaderValue::from_str(text).map_err(|_| Error::usage("a header value is not text"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::config::{Delegated, SecretSource};
    use crate::contract::base_url::BaseUrl;
    use crate::contract::ids::UserId;
    use crate::error::ErrorKind;
    use proptest::prelude::*;
    use secrecy::SecretString;

    fn config() -> ClientConfig {
        let base = BaseUrl::parse("https://api.example.com/v1").unwrap();
        ClientConfig::new(base, "k", SecretSource::Fixed(SecretString::from("s")))
    }

    fn prepare(call: Call) -> Result<Prepared, Error> {
        Prepared::new(call, &config())
    }

    #[test]
    fn writes_always_have_a_key_and_reads_none() {
        for spec in crate::contract::OPERATIONS.iter().filter(|spec| !spec.delegated) {
            let call = spec
                .path_parameters()
                .fold(Call::new(spec.id), |call, name| call.parameter(name, "x"));
            let prepared = prepare(call).unwrap();
            let write = spec.safety != Safety::Read && spec.id != OperationId::AuthTokenExchange;
            assert_eq!(
                prepared.headers.contains_key("idempotency-key"),
                write,
                "{}",
                spec.name
            );
            assert!(prepared.headers.contains_key("x-request-id"));
            assert!(!prepared.headers.contains_key(Delegated::HEADER));
        }
    }

    #[test]
    fn delegated_routes_send_exactly_one_header() {
        let call = || Call::new(OperationId::AlertPreferencesList);
        assert_eq!(prepare(call()).unwrap_err().kind(), ErrorKind::Usage);
        let mut config = config();
        config.delegated_user = Some(Delegated {
            header: "X-Other-Id".to_owned(),
            id: UserId::new("u1").unwrap(),
        });
        let prepared = Prepared::new(call(), &config).unwrap();
        assert_eq!(prepared.headers.get_all("x-other-id").iter().count(), 1);
        assert!(!prepared.headers.contains_key(Delegated::HEADER));
        for path in ["/users/me/anything", "/users/me", "/users/m%65/x"] {
            let raw = Prepared::new(Call::raw(Method::Get, path), &config).unwrap();
            assert!(raw.headers.contains_key("x-other-id"), "{path}");
        }
        let other = Prepared::new(Call::raw(Method::Get, "/users/mentions"), &config).unwrap();
        assert!(!other.headers.contains_key("x-other-id"));
    }

    #[test]
    fn headers_of_the_client_cannot_be_given() {
        for name in [
            "Authorization",
            "Host",
            "X-Service-Delegated-User-Id",
            "Transfer-Encoding",
            "a b",
            "",
        ] {
            let error = Call::raw(Method::Get, "/x").header(name, "v").unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Usage, "{name}");
        }
        let call = Call::raw(Method::Post, "/x").header("idempotency-key", "k 1");
        assert!(call.is_err());
        let call = Call::raw(Method::Post, "/x")
            .header("Idempotency-Key", "k1")
            .unwrap();
        assert_eq!(prepare(call).unwrap().repeat, Repeat::By(Safety::KeyedWrite));
    }

    #[test]
    fn raw_paths_follow_the_table_where_they_can() {
        let prepared = prepare(Call::raw(Method::Post, "/deals")).unwrap();
        assert_eq!(
            (prepared.operation, prepared.repeat),
            (Some(OperationId::DealsCreate), Repeat::By(Safety::KeyedWrite))
        );
        let unknown = prepare(Call::raw(Method::Post, "/imports")).unwrap();
        assert_eq!(unknown.repeat, Repeat::By(Safety::Never));
        assert!(unknown.write && unknown.key.is_some());
    }

    #[test]
    fn what_the_contract_rules_out_is_not_sent() {
        let refused = |call| assert_eq!(prepare(call).unwrap_err().kind(), ErrorKind::Usage);
        let list = |id| Call::new(id);
        refused(
            list(OperationId::DealsList)
                .query("page", "1")
                .query("offset", "0"),
        );
        refused(
            Call::raw(Method::Get, "/operateurs")
                .query("name", "a")
                .query("search", "b"),
        );
        assert!(prepare(list(OperationId::OperateursList).query("name", "a")).is_ok());
        let misplaced = r#"{"data":{"ltv":0.5}}"#;
        refused(Call::new(OperationId::DealsCreate).body(misplaced));
        refused(Call::raw(Method::Put, "/deals/d1").body(misplaced));
        assert!(prepare(Call::raw(Method::Post, "/imports").body(misplaced)).is_ok());
        refused(Call::raw(Method::Post, "/auth/token").body("{}"));
    }

    #[test]
    fn a_view_that_breaks_its_limits_is_not_sent() {
        let mut config = config();
        config.delegated_user = Some(Delegated::new(UserId::new("u1").unwrap()));
        let update = |body: &'static str| {
            Call::new(OperationId::SavedViewsUpdate)
                .parameter("view_id", "v1")
                .body(body)
        };
        let status = r#"{"filters":{"status":"ic"}}"#;
        assert_eq!(
            Prepared::new(update(status), &config).unwrap_err().kind(),
            ErrorKind::Usage
        );
        let deals = crate::contract::Record::parse(r#"{"type":"deals"}"#).unwrap();
        assert!(Prepared::new(update(status).stored_view(&deals), &config).is_ok());
        assert!(Prepared::new(update(r#"{"name":"x","is_default":true}"#), &config).is_ok());
    }

    #[test]
    fn the_description_is_asked_at_the_host() {
        let base = BaseUrl::parse("https://api.example.com/partner/v1").unwrap();
        let config = ClientConfig {
            base_url: base,
            ..config()
        };
        let prepared = Prepared::new(Call::new(OperationId::PostmanGet).anonymous(), &config).unwrap();
        assert_eq!(prepared.url.as_str(), "https://api.example.com/v1/postman.json");
        assert!(!prepared.bearer);
    }

    proptest! {
        #[test]
        fn the_url_library_sends_what_was_built(id in "\\PC{1,20}|[./%?#\\\\ -~]{1,8}", value in "\\PC{0,20}") {
            let call = Call::new(OperationId::DealsNotesList).parameter("deal_id", &id).query("q", value.clone());
            if crate::contract::ids::check_segment(&id).is_err() {
                prop_assert!(prepare(call).is_err());
                return Ok(());
            }
            let url = prepare(call).unwrap().url;
            let segments: Vec<_> = url.path_segments().unwrap().collect();
            prop_assert_eq!(segments.len(), 4);
            prop_assert_eq!((segments[0], segments[1], segments[3]), ("v1", "deals", "notes"));
            let decoded = percent_encoding::percent_decode_str(segments[2]).decode_utf8().unwrap();
            prop_assert_eq!(&*decoded, id.as_str());
            let pairs: Vec<_> = url.query_pairs().into_owned().collect();
            prop_assert_eq!(pairs, vec![("q".to_owned(), value)]);
        }

        #[test]
        fn a_given_path_stays_under_the_base(path in "/[a-z./%2e\\\\?#:@ ]{0,20}") {
            if let Ok(prepared) = prepare(Call::raw(Method::Get, path)) {
                prop_assert!(prepared.url.as_str().starts_with("https://api.example.com/v1/"));
            }
        }
    }
}

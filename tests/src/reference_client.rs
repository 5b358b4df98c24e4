//! A minimal API client written from the contract alone, with its own HMAC.
//!
//! It uses plain HTTP. A misreading of the contract in the product's client therefore cannot hide the same misreading
//! in the sandbox.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::missing_panics_doc,
    reason = "everything here runs inside tests, where a panic is a failed test"
)]

use encours_sandbox::{Config, Sandbox};
use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use reqwest::{
    Method,
    header::{HeaderMap, HeaderName, HeaderValue},
};
use serde_json::Value;
use sha2::Sha256;

/// The fixed time of tests: Friday 20 November 2026, 08:41 UTC.
pub const NOW: &str = "2026-11-20T08:41:00Z";

/// Returns a configuration with the clock fixed at [`NOW`], a known key and few deals.
pub fn test_config() -> Config {
    Config {
        deals: 48,
        now: Some(NOW.parse().unwrap()),
        key_id: Some("key_demo_0001".to_owned()),
        secret: Some("demo-secret-do-not-use".into()),
        ..Config::default()
    }
}

/// A running sandbox with a signed-in client.
#[derive(Debug)]
pub struct ReferenceClient {
    /// The service.
    pub sandbox: Sandbox,
    http: reqwest::Client,
    bearer: Option<String>,
}

/// A complete response.
#[derive(Debug, Clone)]
pub struct HttpReply {
    /// HTTP status.
    pub status: u16,
    /// Headers as received.
    pub headers: HeaderMap,
    /// The body as text.
    pub text: String,
}

impl HttpReply {
    /// Returns the body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// Returns a header as text, empty if it is absent.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Asserts that this is a problem of the contract's shape with that status; returns it.
    pub fn problem(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        assert_eq!(self.header("content-type"), "application/problem+json");
        let problem = self.json();
        assert_eq!(problem["status"], status);
        assert!(problem["title"].as_str().is_some_and(|title| !title.is_empty()), "{problem}");
        assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{problem}");
        assert_eq!(problem["type"], "about:blank");
        problem
    }

    /// Asserts success with a JSON body; returns the body.
    pub fn success(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        assert_eq!(self.header("content-type"), "application/json");
        self.json()
    }
}

impl ReferenceClient {
    /// Starts a sandbox and signs in to it.
    pub async fn start(config: Config) -> Self {
        let mut client = Self::start_signed_out(config);
        client.sign_in().await;
        client
    }

    /// Starts a sandbox without signing in.
    pub fn start_signed_out(config: Config) -> Self {
        // Ignore proxies of the environment, and do not follow redirects, which tests check.
        let http = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .unwrap();
        Self { sandbox: Sandbox::start(config).unwrap(), http, bearer: None }
    }

    /// Exchanges a signature for a bearer and stores it for later calls.
    pub async fn sign_in(&mut self) {
        let nonce = format!("nonce-{}", self.sandbox.requests().total());
        let reply = self.exchange(&self.token_request(&nonce, self.sandbox.now().as_second())).await;
        self.bearer = Some(reply.success(200)["access_token"].as_str().unwrap().to_owned());
    }

    /// Returns the current bearer.
    pub fn bearer(&self) -> &str {
        self.bearer.as_deref().unwrap()
    }

    /// Sets another bearer; `None` sends none.
    pub fn set_bearer(&mut self, bearer: Option<&str>) {
        self.bearer = bearer.map(str::to_owned);
    }

    /// Returns the body of a token exchange, signed with the sandbox's own key.
    pub fn token_request(&self, nonce: &str, timestamp: i64) -> Value {
        let key_id = self.sandbox.key_id();
        let signature = sign(self.sandbox.secret().expose(), key_id, timestamp, nonce);
        serde_json::json!({"key_id": key_id, "timestamp": timestamp, "nonce": nonce, "signature": signature})
    }

    /// Sends `POST /auth/token` with that body.
    pub async fn exchange(&self, body: &Value) -> HttpReply {
        let request = self.http.post(self.url("/auth/token")).header("content-type", "application/json");
        read_reply(request.body(body.to_string()).send().await.unwrap()).await
    }

    /// Sends a `GET` with the bearer.
    pub async fn get(&self, path: &str) -> HttpReply {
        self.send(Method::GET, path, &[], None).await
    }

    /// Sends a `GET` for a delegated user.
    pub async fn get_as(&self, user: &str, path: &str) -> HttpReply {
        self.send(Method::GET, path, &[("X-Service-Delegated-User-Id", user)], None).await
    }

    /// Sends a `PUT` with the bearer.
    pub async fn put(&self, path: &str, body: &str) -> HttpReply {
        self.send(Method::PUT, path, &[], Some(body)).await
    }

    /// Sends a `DELETE` with the bearer.
    pub async fn delete(&self, path: &str) -> HttpReply {
        self.send(Method::DELETE, path, &[], None).await
    }

    /// Sends `POST /deals` with an idempotency key.
    pub async fn create(&self, key: &str, body: &str) -> HttpReply {
        self.send(Method::POST, "/deals", &[("Idempotency-Key", key)], Some(body)).await
    }

    /// Sends any request with the bearer and reads the whole response.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> HttpReply {
        read_reply(self.try_send(method, path, headers, body).await.unwrap()).await
    }

    /// Sends any request with the bearer; returns the response before its body is read.
    pub async fn try_send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> reqwest::Result<reqwest::Response> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(
                HeaderName::from_bytes(name.as_bytes()).unwrap(),
                HeaderValue::from_bytes(value.as_bytes()).unwrap(),
            );
        }
        let mut request = self.http.request(method, self.url(path)).headers(map);
        if let Some(bearer) = &self.bearer {
            request = request.header("authorization", format!("Bearer {bearer}"));
        }
        if let Some(body) = body {
            request = request.header("content-type", "application/json").body(body.to_owned());
        }
        request.send().await
    }

    /// Returns a URL of the service; a path that starts with `//` is outside the version prefix.
    pub fn url(&self, path: &str) -> String {
        let base = self.sandbox.base_url();
        match path.strip_prefix('/') {
            Some(unversioned_path) if unversioned_path.starts_with('/') => {
                format!("{}{unversioned_path}", base.strip_suffix("/v1").unwrap())
            }
            _ => format!("{base}{path}"),
        }
    }

    /// Fetches every record of a list, page by page.
    pub async fn fetch_all(&self, path: &str, limit: usize) -> Vec<Value> {
        let mut all = Vec::new();
        loop {
            let separator = if path.contains('?') { '&' } else { '?' };
            let page =
                self.get(&format!("{path}{separator}limit={limit}&offset={}", all.len())).await.success(200);
            let items = page.get("items").unwrap_or(&page).as_array().unwrap().clone();
            if items.is_empty() {
                return all;
            }
            all.extend(items);
        }
    }

    /// Returns the identifier of the first deal with a status.
    pub async fn first_deal(&self, status: &str) -> String {
        let page = self.get(&format!("/deals?status={status}&limit=1")).await.success(200);
        page["items"][0]["id"].as_str().unwrap().to_owned()
    }
}

/// Computes the signature of a token exchange (contract, "Token exchange") in lower-case hexadecimal.
pub fn sign(secret: &str, key_id: &str, timestamp: i64, nonce: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(format!("SERVICE-EXTERNAL-API-TOKEN-V1\n{key_id}\n{timestamp}\n{nonce}").as_bytes());
    mac.finalize().into_bytes().iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

/// Parses a timestamp.
pub fn timestamp(text: &str) -> Timestamp {
    text.parse().unwrap()
}

async fn read_reply(response: reqwest::Response) -> HttpReply {
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    HttpReply { status, headers, text: response.text().await.unwrap() }
}

//! A partner written from the contract alone: it signs with its own HMAC and speaks plain HTTP, so that a
//! misreading in the product's client cannot hide the same misreading in the sandbox.

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

/// The moment at which tests with a fixed clock take place: Friday 20 November 2026, 08:41 UTC.
pub const NOW: &str = "2026-11-20T08:41:00Z";

/// A sandbox configuration with the clock fixed at [`NOW`], a known key and few deals.
pub fn fixed() -> Config {
    Config {
        deals: 48,
        now: Some(NOW.parse().unwrap()),
        key_id: Some("key_demo_0001".to_owned()),
        secret: Some("demo-secret-do-not-use".into()),
        ..Config::default()
    }
}

/// A running sandbox and a signed-in partner of it.
#[derive(Debug)]
pub struct Partner {
    /// The service.
    pub sandbox: Sandbox,
    http: reqwest::Client,
    bearer: Option<String>,
}

/// An answer, read whole.
#[derive(Debug, Clone)]
pub struct Reply {
    /// HTTP status.
    pub status: u16,
    /// Headers as received.
    pub headers: HeaderMap,
    /// The body as text.
    pub text: String,
}

impl Reply {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// A header as text, empty if it is absent.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Asserts that this is a problem of the contract's shape with that status, and gives it back.
    pub fn problem(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        assert_eq!(self.header("content-type"), "application/problem+json");
        let problem = self.json();
        assert_eq!(problem["status"], status);
        assert!(
            problem["title"].as_str().is_some_and(|title| !title.is_empty()),
            "{problem}"
        );
        assert!(
            problem["detail"]
                .as_str()
                .is_some_and(|detail| !detail.is_empty()),
            "{problem}"
        );
        assert_eq!(problem["type"], "about:blank");
        problem
    }

    /// Asserts success with a JSON body and gives it back.
    pub fn success(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        assert_eq!(self.header("content-type"), "application/json");
        self.json()
    }
}

impl Partner {
    /// Starts a sandbox and signs in to it.
    pub async fn start(config: Config) -> Self {
        let mut partner = Self::stranger(config);
        partner.sign_in().await;
        partner
    }

    /// Starts a sandbox without signing in.
    pub fn stranger(config: Config) -> Self {
        // A proxy of the environment must not see loopback calls; a redirect must be seen, not followed.
        let http = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .unwrap();
        Self {
            sandbox: Sandbox::start(config).unwrap(),
            http,
            bearer: None,
        }
    }

    /// Exchanges a signature for a bearer, and keeps it for the calls that follow.
    pub async fn sign_in(&mut self) {
        let nonce = format!("nonce-{}", self.sandbox.requests().total());
        let reply = self
            .exchange(&self.token_request(&nonce, self.sandbox.now().as_second()))
            .await;
        self.bearer = Some(reply.success(200)["access_token"].as_str().unwrap().to_owned());
    }

    /// The bearer in use.
    pub fn bearer(&self) -> &str {
        self.bearer.as_deref().unwrap()
    }

    /// Puts another bearer in its place; `None` sends none.
    pub fn set_bearer(&mut self, bearer: Option<&str>) {
        self.bearer = bearer.map(str::to_owned);
    }

    /// The body of a token exchange, signed with the sandbox's own key.
    pub fn token_request(&self, nonce: &str, timestamp: i64) -> Value {
        let key_id = self.sandbox.key_id();
        let signature = sign(self.sandbox.secret().expose(), key_id, timestamp, nonce);
        serde_json::json!({"key_id": key_id, "timestamp": timestamp, "nonce": nonce, "signature": signature})
    }

    /// `POST /auth/token` with that body.
    pub async fn exchange(&self, body: &Value) -> Reply {
        let request = self
            .http
            .post(self.url("/auth/token"))
            .header("content-type", "application/json");
        read(request.body(body.to_string()).send().await.unwrap()).await
    }

    /// A `GET` with the bearer.
    pub async fn get(&self, path: &str) -> Reply {
        self.send(Method::GET, path, &[], None).await
    }

    /// A `GET` for a delegated user.
    pub async fn get_as(&self, user: &str, path: &str) -> Reply {
        self.send(Method::GET, path, &[("X-Service-Delegated-User-Id", user)], None)
            .await
    }

    /// A `PUT` with the bearer.
    pub async fn put(&self, path: &str, body: &str) -> Reply {
        self.send(Method::PUT, path, &[], Some(body)).await
    }

    /// A `DELETE` with the bearer.
    pub async fn delete(&self, path: &str) -> Reply {
        self.send(Method::DELETE, path, &[], None).await
    }

    /// `POST /deals` with a key.
    pub async fn create(&self, key: &str, body: &str) -> Reply {
        self.send(Method::POST, "/deals", &[("Idempotency-Key", key)], Some(body))
            .await
    }

    /// Any request with the bearer, read whole.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> Reply {
        read(self.try_send(method, path, headers, body).await.unwrap()).await
    }

    /// The same, as far as the head of the answer.
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
            request = request
                .header("content-type", "application/json")
                .body(body.to_owned());
        }
        request.send().await
    }

    /// A URL of the service; a path that starts with `//` stands outside the version prefix.
    pub fn url(&self, path: &str) -> String {
        let base = self.sandbox.base_url();
        match path.strip_prefix('/') {
            Some(outside) if outside.starts_with('/') => {
                format!("{}{outside}", base.strip_suffix("/v1").unwrap())
            }
            _ => format!("{base}{path}"),
        }
    }

    /// Every record of a list, page by page, as its own text.
    pub async fn crawl(&self, path: &str, limit: usize) -> Vec<Value> {
        let mut all = Vec::new();
        loop {
            let joint = if path.contains('?') { '&' } else { '?' };
            let page = self
                .get(&format!("{path}{joint}limit={limit}&offset={}", all.len()))
                .await
                .success(200);
            let items = page.get("items").unwrap_or(&page).as_array().unwrap().clone();
            if items.is_empty() {
                return all;
            }
            all.extend(items);
        }
    }

    /// The identifier of the first deal of a status.
    pub async fn a_deal(&self, status: &str) -> String {
        let page = self
            .get(&format!("/deals?status={status}&limit=1"))
            .await
            .success(200);
        page["items"][0]["id"].as_str().unwrap().to_owned()
    }
}

/// The signature of a token exchange (contract, "Token exchange"), in lower-case hexadecimal digits.
pub fn sign(secret: &str, key_id: &str, timestamp: i64, nonce: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(format!("SERVICE-EXTERNAL-API-TOKEN-V1\n{key_id}\n{timestamp}\n{nonce}").as_bytes());
    mac.finalize()
        .into_bytes()
        .iter()
        .fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

/// The moment of a text.
pub fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

async fn read(response: reqwest::Response) -> Reply {
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    Reply {
        status,
        headers,
        text: response.text().await.unwrap(),
    }
}

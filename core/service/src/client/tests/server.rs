//! A minimal HTTP/1.1 server that can misbehave on purpose.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A received request.
#[derive(Debug, Clone)]
pub(super) struct TestRequest {
    pub(super) method: String,
    /// Path and query.
    pub(super) target: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: String,
}

impl TestRequest {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(have, _)| have.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    pub(super) fn is_exchange(&self) -> bool {
        self.target.ends_with("/auth/token")
    }
}

/// Reaction of the server to a request.
pub(super) enum TestReply {
    Http {
        status: u16,
        headers: Vec<(&'static str, String)>,
        body: Vec<u8>,
    },
    /// These bytes, then the end of the connection.
    Raw(Vec<u8>),
    /// No response at all.
    Silence,
}

impl TestReply {
    pub(super) fn json(status: u16, body: &str) -> Self {
        Self::Http { status, headers: vec![("Content-Type", "application/json".into())], body: body.into() }
    }

    pub(super) fn problem(status: u16, body: &str) -> Self {
        Self::Http {
            status,
            headers: vec![("Content-Type", "application/problem+json".into())],
            body: body.into(),
        }
    }

    pub(super) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        if let Self::Http { headers, .. } = &mut self {
            headers.push((name, value.into()));
        }
        self
    }

    /// Closes the connection without a response.
    pub(super) fn cut() -> Self {
        Self::Raw(Vec::new())
    }
}

type TestHandler = dyn Fn(&TestRequest) -> TestReply + Send + Sync;

pub(super) struct TestServer {
    address: SocketAddr,
    requests: Arc<Mutex<Vec<TestRequest>>>,
    accept: tokio::task::JoinHandle<()>,
}

impl TestServer {
    /// Starts a server that answers exchanges with `t1`, `t2`, … and other requests with `handle`.
    pub(super) async fn start(handle: impl Fn(&TestRequest) -> TestReply + Send + Sync + 'static) -> Self {
        let exchanges = AtomicU32::new(0);
        Self::start_raw(move |request| {
            if !request.is_exchange() {
                return handle(request);
            }
            let number = exchanges.fetch_add(1, Ordering::SeqCst) + 1;
            TestReply::json(200, &format!(r#"{{"access_token":"canary-bearer-{number}","expires_in":900}}"#))
        })
        .await
    }

    /// Starts a server that answers every request with `handle`.
    pub(super) async fn start_raw(
        handle: impl Fn(&TestRequest) -> TestReply + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (seen, handle): (_, Arc<TestHandler>) = (requests.clone(), Arc::new(handle));
        let accept = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, seen.clone(), handle.clone()));
            }
        });
        Self { address, requests, accept }
    }

    pub(super) fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Returns the requests so far, without token exchanges.
    pub(super) fn calls(&self) -> Vec<TestRequest> {
        self.requests.lock().unwrap().iter().filter(|request| !request.is_exchange()).cloned().collect()
    }

    pub(super) fn exchanges(&self) -> Vec<TestRequest> {
        self.requests.lock().unwrap().iter().filter(|request| request.is_exchange()).cloned().collect()
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.accept.abort();
    }
}

async fn serve(mut stream: TcpStream, seen: Arc<Mutex<Vec<TestRequest>>>, handle: Arc<TestHandler>) {
    let mut buffer = Vec::new();
    while let Some(request) = read(&mut stream, &mut buffer).await {
        seen.lock().unwrap().push(request.clone());
        let bytes = match handle(&request) {
            TestReply::Silence => return std::future::pending().await,
            TestReply::Raw(bytes) => {
                let _ = stream.write_all(&bytes).await;
                return;
            }
            TestReply::Http { status, headers, body } => {
                let mut head = format!("HTTP/1.1 {status} X\r\n");
                for (name, value) in headers {
                    write!(head, "{name}: {value}\r\n").unwrap();
                }
                if status != 204 {
                    write!(head, "Content-Length: {}\r\n", body.len()).unwrap();
                }
                [head.as_bytes(), b"\r\n", &body].concat()
            }
        };
        if stream.write_all(&bytes).await.is_err() {
            return;
        }
    }
}

async fn read(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> Option<TestRequest> {
    let head_end = loop {
        if let Some(at) = buffer.windows(4).position(|window| window == b"\r\n\r\n") {
            break at;
        }
        if stream.read_buf(buffer).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8(buffer[..head_end].to_vec()).unwrap();
    let mut lines = head.lines();
    let mut start = lines.next()?.split(' ');
    let (method, target) = (start.next()?.to_owned(), start.next()?.to_owned());
    let headers: Vec<_> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_owned(), value.trim().to_owned()))
        .collect();
    let mut request = TestRequest { method, target, headers, body: String::new() };
    let length: usize = request.header("content-length").map_or(0, |length| length.parse().unwrap());
    while buffer.len() < head_end + 4 + length {
        if stream.read_buf(buffer).await.ok()? == 0 {
            return None;
        }
    }
    request.body = String::from_utf8(buffer[head_end + 4..head_end + 4 + length].to_vec()).unwrap();
    buffer.drain(..head_end + 4 + length);
    Some(request)
}

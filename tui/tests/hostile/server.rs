//! A service scripted by the test, and the binary run against it.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// The secret, which must never appear in output.
pub const SECRET: &str = "canary-secret-5f1c";
/// The prefix of every bearer.
pub const BEARER: &str = "canary-bearer-";

/// A received request.
#[derive(Debug, Clone)]
pub struct Request {
    pub method: String,
    /// Path and query.
    pub target: String,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Request {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(have, _)| have.eq_ignore_ascii_case(name));
        let value = found.next().map(|(_, value)| value.as_str());
        assert!(found.next().is_none(), "{name} was sent twice");
        value
    }

    /// Returns a query parameter without decoding it.
    pub fn query(&self, name: &str) -> Option<&str> {
        let (_, query) = self.target.split_once('?')?;
        query
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .find(|(have, _)| *have == name)
            .map(|(_, value)| value)
    }

    pub fn number(&self, name: &str) -> Option<usize> {
        self.query(name).map(|value| value.parse().unwrap())
    }

    pub fn is_exchange(&self) -> bool {
        self.target.ends_with("/auth/token")
    }
}

/// The response to a request.
#[derive(Debug, Clone)]
pub enum Reply {
    Http {
        status: u16,
        headers: Vec<(&'static str, String)>,
        body: Vec<u8>,
    },
    /// These bytes, then the end of the connection.
    Raw(Vec<u8>),
    /// No response, until the client closes the connection.
    Silence,
    /// A head, followed by this chunk for ever.
    Endless(&'static str, Vec<u8>),
}

impl Reply {
    pub fn json(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self::with_type(status, "application/json", body)
    }

    pub fn problem(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self::with_type(status, "application/problem+json", body)
    }

    pub fn with_type(status: u16, media_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self::Http { status, headers: vec![("Content-Type", media_type.to_owned())], body: body.into() }
    }

    /// Returns a reply that closes the connection without a response.
    pub fn cut() -> Self {
        Self::Raw(Vec::new())
    }

    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        if let Self::Http { headers, .. } = &mut self {
            headers.push((name, value.into()));
        }
        self
    }
}

type Handler = dyn Fn(&Request, usize) -> Reply + Send + Sync;

/// The received requests, with a condition variable for waiting.
#[derive(Default)]
struct ReceivedRequests {
    requests: Mutex<Vec<Request>>,
    added: Condvar,
}

/// The timeout, longer than any success even on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(2);

/// Polls a condition that has no notification.
#[track_caller]
pub fn wait_until(subject: &str, condition: impl Fn() -> bool) {
    /// The pause between polls, in which other threads get the lock or the processor.
    const PAUSE: Duration = Duration::from_millis(5);
    let end = Instant::now() + TIMEOUT;
    while !condition() {
        assert!(Instant::now() < end, "{subject}: not within {TIMEOUT:?}");
        std::thread::park_timeout(PAUSE);
    }
}

/// A running service and a user's directories.
pub struct Server {
    pub base_url: String,
    pub dir: TempDir,
    arrived: Arc<ReceivedRequests>,
}

impl Server {
    /// Starts a service that accepts every sign-in, with a new bearer each time.
    ///
    /// `handle` answers the other requests and gets their previous count.
    pub fn start(handle: impl Fn(&Request, usize) -> Reply + Send + Sync + 'static) -> Self {
        let count = std::sync::atomic::AtomicUsize::new(0);
        let exchanges = std::sync::atomic::AtomicUsize::new(0);
        Self::start_raw(move |request, _| {
            if request.is_exchange() {
                let number = exchanges.fetch_add(1, std::sync::atomic::Ordering::SeqCst) + 1;
                return Reply::json(200, token(number));
            }
            handle(request, count.fetch_add(1, std::sync::atomic::Ordering::SeqCst))
        })
    }

    /// Starts a service whose `handle` answers every request.
    pub fn start_raw(handle: impl Fn(&Request, usize) -> Reply + Send + Sync + 'static) -> Self {
        Self::start_over("http", |connection| connection, handle)
    }

    /// Starts a service whose connections pass through `wrap`, such as TLS.
    pub fn start_over<S: Read + Write>(
        scheme: &str,
        wrap: impl Fn(TcpStream) -> S + Send + Sync + 'static,
        handle: impl Fn(&Request, usize) -> Reply + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let base_url = format!("{scheme}://{}/v1", listener.local_addr().unwrap());
        let arrived = Arc::<ReceivedRequests>::default();
        let (arrivals, wrap, handle) = (arrived.clone(), Arc::new(wrap), Arc::new(handle));
        std::thread::spawn(move || {
            for connection in listener.incoming().map_while(Result::ok) {
                let (arrivals, wrap, handle) = (arrivals.clone(), wrap.clone(), handle.clone());
                std::thread::spawn(move || serve(wrap(connection), &arrivals, &*handle));
            }
        });
        Self { base_url, dir: tempfile::tempdir().unwrap(), arrived }
    }

    /// Waits for a request other than a token exchange.
    #[track_caller]
    pub fn await_call(&self) {
        let none = |requests: &mut Vec<Request>| requests.iter().all(Request::is_exchange);
        let requests = self.arrived.requests.lock().unwrap();
        let (_requests, waited) = self.arrived.added.wait_timeout_while(requests, TIMEOUT, none).unwrap();
        assert!(!waited.timed_out(), "nothing is asked within {TIMEOUT:?}");
    }

    pub fn requests(&self) -> Vec<Request> {
        self.arrived.requests.lock().unwrap().clone()
    }

    /// Returns the requests other than token exchanges.
    pub fn calls(&self) -> Vec<Request> {
        self.requests().into_iter().filter(|request| !request.is_exchange()).collect()
    }

    pub fn exchanges(&self) -> Vec<Request> {
        self.requests().into_iter().filter(Request::is_exchange).collect()
    }

    pub fn command(&self, line: &[&str]) -> Command {
        let mut command = bare(self.dir.path());
        command
            .env("ENCOURS_BASE_URL", &self.base_url)
            .env("ENCOURS_KEY_ID", "key_hostile_1")
            .env("ENCOURS_SECRET", SECRET)
            .args(line);
        command
    }

    pub fn run(&self, line: &[&str]) -> CliOutput {
        CliOutput::from_output(self.command(line).output().unwrap())
    }
}

/// Returns a token response.
pub fn token(number: usize) -> String {
    format!(
        r#"{{"access_token":"{BEARER}{number}","token_type":"Bearer","expires_in":900,"key_id":"key_hostile_1","environment":"live","entity_slug":"hostile"}}"#
    )
}

fn serve<S: Read + Write>(connection: S, arrived: &ReceivedRequests, handle: &Handler) {
    let mut reader = BufReader::new(connection);
    while let Some(request) = read(&mut reader) {
        let number = {
            let mut requests = arrived.requests.lock().unwrap();
            requests.push(request.clone());
            arrived.added.notify_all();
            requests.len() - 1
        };
        let reply = handle(&request, number);
        let writer = reader.get_mut();
        let bytes = match reply {
            Reply::Silence => {
                // Wait until the client closes the connection.
                let _ = reader.read_line(&mut String::new());
                return;
            }
            Reply::Raw(bytes) => {
                let _ = writer.write_all(&bytes);
                return;
            }
            Reply::Endless(header, chunk) => {
                let mut sent = writer.write_all(header.as_bytes());
                while sent.is_ok() {
                    sent = writer.write_all(&chunk);
                }
                return;
            }
            Reply::Http { status, headers, body } => {
                let mut header = format!("HTTP/1.1 {status} X\r\n");
                for (name, value) in headers {
                    write!(header, "{name}: {value}\r\n").unwrap();
                }
                if status != 204 {
                    write!(header, "Content-Length: {}\r\n", body.len()).unwrap();
                }
                [header.as_bytes(), b"\r\n", &body].concat()
            }
        };
        if writer.write_all(&bytes).is_err() {
            return;
        }
    }
}

/// Reads one request; `None` at the end of the connection.
fn read(reader: &mut impl BufRead) -> Option<Request> {
    let mut first = String::new();
    if reader.read_line(&mut first).unwrap_or(0) == 0 {
        return None;
    }
    let mut words = first.split_whitespace();
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 {
            return None;
        }
        match line.trim_end().split_once(':') {
            Some((name, value)) => headers.push((name.to_owned(), value.trim().to_owned())),
            None => break,
        }
    }
    let length = headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .map_or(0, |(_, length)| length.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Request { method, target, headers, body: String::from_utf8(body).unwrap() })
}

/// Returns the binary with an environment of the test's own and without a keyring.
pub fn bare(dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_encours"));
    command
        .env_clear()
        .env("ENCOURS_CONFIG_DIR", dir.join("config"))
        .env("ENCOURS_DATA_DIR", dir.join("data"))
        .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/no/such/bus")
        .env("LC_ALL", "C")
        .env("TZ", "UTC")
        .stdin(Stdio::null());
    command
}

/// The result of a run.
#[derive(Debug)]
pub struct CliOutput {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl CliOutput {
    pub fn from_output(output: Output) -> Self {
        Self {
            status: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Asserts success.
    pub fn assert_ok(self) -> Self {
        assert_eq!(self.status, 0, "{self:?}");
        self
    }

    /// Parses standard output as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Returns the identifiers of a list.
    pub fn ids(&self) -> Vec<String> {
        let list = self.json();
        let list = list.as_array().unwrap_or_else(|| panic!("{self:?}"));
        list.iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect()
    }

    /// Returns the kind of the only warning.
    pub fn warning(&self) -> String {
        let output: Value =
            serde_json::from_str(&self.stderr).unwrap_or_else(|_| panic!("one warning: {self:?}"));
        output["warning"]["kind"].as_str().unwrap_or_default().to_owned()
    }

    /// Asserts the exit status and the kind of the only error on standard error.
    pub fn failed(&self, status: i32, kind: &str) -> Value {
        assert_eq!(self.status, status, "{self:?}");
        let full: Value =
            serde_json::from_str(&self.stderr).unwrap_or_else(|error| panic!("{error}: {self:?}"));
        assert_eq!(full["error"]["kind"], kind, "{full}");
        full["error"].clone()
    }
}

/// Returns every file below a directory, with its bytes.
pub fn files(dir: &Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let (mut open, mut found) = (vec![dir.to_owned()], Vec::new());
    while let Some(dir) = open.pop() {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push((path.clone(), std::fs::read(&path).unwrap()));
            }
        }
    }
    found
}

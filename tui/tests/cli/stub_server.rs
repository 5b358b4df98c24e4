//! A service with responses that the sandbox does not produce, chosen by the test.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

use super::support::{CliOutput, bare};

const TOKEN: &str = r#""access_token":"canary-bearer","token_type":"Bearer","expires_in":900"#;

/// A service that accepts every sign-in and answers all other requests from one `Answer`.
pub struct Stub {
    base_url: String,
    /// The first line of each business request.
    pub requests: Receiver<String>,
    /// The body of each business request that has one.
    pub bodies: Receiver<String>,
    pub dir: tempfile::TempDir,
    entity: Arc<Mutex<Option<&'static str>>>,
}

/// A function from a request to status and body.
type Respond = dyn Fn(&str) -> (u16, String) + Send + Sync;

/// The response to business requests.
#[derive(Clone)]
pub enum Answer {
    /// Status 200 with this body.
    Body(String),
    /// Status and body computed from path and query.
    ByTarget(fn(&str) -> (u16, String)),
    /// Status and body computed from the first line of the request.
    ByClosure(Arc<Respond>),
    /// No response, for as long as the client waits.
    Silence,
}

pub fn start(answer: Answer) -> Stub {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
    let (requests_tx, requests) = channel();
    let (bodies_tx, bodies) = channel();
    let entity = Arc::new(Mutex::new(None));
    let acts_for = Arc::clone(&entity);
    std::thread::spawn(move || {
        for connection in listener.incoming().map_while(Result::ok) {
            let (answer, requests_tx, bodies_tx) = (answer.clone(), requests_tx.clone(), bodies_tx.clone());
            let acts_for = Arc::clone(&acts_for);
            std::thread::spawn(move || {
                serve(connection, &answer, &acts_for, &|line, body| {
                    drop(requests_tx.send(line));
                    if !body.is_empty() {
                        drop(bodies_tx.send(body));
                    }
                });
            });
        }
    });
    Stub { base_url, requests, bodies, dir: tempfile::tempdir().unwrap(), entity }
}

/// Returns the token response.
fn token(entity: Option<&str>) -> String {
    let entity = entity.map(|entity| format!(r#","entity_slug":"{entity}""#));
    format!("{{{TOKEN}{}}}", entity.unwrap_or_default())
}

fn serve(
    mut connection: TcpStream,
    answer: &Answer,
    acts_for: &Mutex<Option<&'static str>>,
    on_request: &dyn Fn(String, String),
) {
    let mut reader = BufReader::new(connection.try_clone().unwrap());
    loop {
        let mut first = String::new();
        if reader.read_line(&mut first).unwrap_or(0) == 0 {
            return;
        }
        let mut length = 0;
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line).unwrap_or(0) <= 2 {
                break;
            }
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut received = Vec::new();
        reader.by_ref().take(length).read_to_end(&mut received).unwrap();
        let target = first.split(' ').nth(1).unwrap_or_default().to_owned();
        let (status, body) = if first.contains("/auth/token") {
            (200, token(*acts_for.lock().unwrap()))
        } else {
            on_request(first.clone(), String::from_utf8(received).unwrap());
            match answer {
                Answer::Body(body) => (200, body.clone()),
                Answer::ByTarget(say) => say(&target),
                Answer::ByClosure(say) => say(&first),
                Answer::Silence => {
                    // Wait until the client closes the connection.
                    let _ = reader.read_line(&mut String::new());
                    return;
                }
            }
        };
        let header = format!(
            "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        if connection
            .write_all(header.as_bytes())
            .and_then(|()| connection.write_all(body.as_bytes()))
            .is_err()
        {
            return;
        }
    }
}

impl Stub {
    /// Changes the entity that the key acts for.
    pub fn set_entity(&self, entity: &'static str) {
        *self.entity.lock().unwrap() = Some(entity);
    }

    pub fn command(&self, line: &[&str]) -> std::process::Command {
        let mut command = bare(self.dir.path());
        command
            .env("ENCOURS_BASE_URL", &self.base_url)
            .env("ENCOURS_KEY_ID", "k")
            .env("ENCOURS_SECRET", "canary-secret")
            .args(line);
        command
    }

    pub fn run(&self, line: &[&str]) -> CliOutput {
        CliOutput::from_output(self.command(line).output().unwrap())
    }
}

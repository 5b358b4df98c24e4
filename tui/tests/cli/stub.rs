//! A service that answers with whatever a test wants, where the sandbox is too well-behaved to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};

use super::support::{Ran, bare};

const TOKEN: &str = r#"{"access_token":"canary-bearer","token_type":"Bearer","expires_in":900}"#;

/// A service that signs everybody in and answers every other request with one body.
pub struct Stub {
    base_url: String,
    /// One message per business request.
    pub asked: Receiver<String>,
    pub dir: tempfile::TempDir,
}

/// What a business request gets.
#[derive(Clone)]
pub enum Answer {
    /// Status 200 and this body.
    Body(String),
    /// Nothing, for as long as the client waits.
    Silence,
}

pub fn start(answer: Answer) -> Stub {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
    let (tell, asked) = channel();
    std::thread::spawn(move || {
        for connection in listener.incoming().map_while(Result::ok) {
            let (answer, tell) = (answer.clone(), tell.clone());
            std::thread::spawn(move || serve(connection, &answer, &|line| drop(tell.send(line))));
        }
    });
    Stub {
        base_url,
        asked,
        dir: tempfile::tempdir().unwrap(),
    }
}

fn serve(mut connection: TcpStream, answer: &Answer, asked: &dyn Fn(String)) {
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
        reader.by_ref().take(length).read_to_end(&mut Vec::new()).unwrap();
        let body = if first.contains("/auth/token") {
            TOKEN
        } else {
            asked(first);
            match answer {
                Answer::Body(body) => body,
                Answer::Silence => {
                    // Until the client goes away.
                    let _ = reader.read_line(&mut String::new());
                    return;
                }
            }
        };
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        if connection
            .write_all(head.as_bytes())
            .and_then(|()| connection.write_all(body.as_bytes()))
            .is_err()
        {
            return;
        }
    }
}

impl Stub {
    pub fn command(&self, line: &[&str]) -> std::process::Command {
        let mut command = bare(self.dir.path());
        command
            .env("ENCOURS_BASE_URL", &self.base_url)
            .env("ENCOURS_KEY_ID", "k")
            .env("ENCOURS_SECRET", "canary-secret")
            .args(line);
        command
    }

    pub fn run(&self, line: &[&str]) -> Ran {
        Ran::of(self.command(line).output().unwrap())
    }
}

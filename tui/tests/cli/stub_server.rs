//! A service with responses that the sandbox does not produce, chosen by the test.

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

use super::server::{CliOutput, Reply, Server, bare};

const TOKEN: &str = r#""access_token":"canary-bearer","token_type":"Bearer","expires_in":900"#;

/// A service that accepts every sign-in and answers all other requests from one `Response`.
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
pub enum Response {
    /// Status 200 with this body.
    Body(String),
    /// Status and body computed from path and query.
    ByTarget(fn(&str) -> (u16, String)),
    /// Status and body computed from the first line of the request.
    ByClosure(Arc<Respond>),
    /// No response, for as long as the client waits.
    Silence,
}

pub fn start(response: Response) -> Stub {
    let (requests_tx, requests) = channel();
    let (bodies_tx, bodies) = channel();
    let entity = Arc::new(Mutex::new(None));
    let acts_for = Arc::clone(&entity);
    let server = Server::start_raw(move |request, _| {
        if request.is_exchange() {
            return Reply::json(200, token(*acts_for.lock().unwrap()));
        }
        let line = format!("{} {} HTTP/1.1\r\n", request.method, request.target);
        drop(requests_tx.send(line.clone()));
        if !request.body.is_empty() {
            drop(bodies_tx.send(request.body.clone()));
        }
        let (status, body) = match &response {
            Response::Body(body) => (200, body.clone()),
            Response::ByTarget(say) => say(&request.target),
            Response::ByClosure(say) => say(&line),
            Response::Silence => return Reply::Silence,
        };
        Reply::json(status, body)
    });
    let Server { base_url, dir, .. } = server;
    Stub { base_url, requests, bodies, dir, entity }
}

/// Returns the token response.
fn token(entity: Option<&str>) -> String {
    let entity = entity.map(|entity| format!(r#","entity_slug":"{entity}""#));
    format!("{{{TOKEN}{}}}", entity.unwrap_or_default())
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

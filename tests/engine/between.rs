//! A listener of a test's own that stands between an engine and the service, for as long as it lives.

use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

pub struct Between {
    /// The base URL under which it is reached.
    pub at: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Between {
    /// Hands each client that comes to `serve`, with the address of the service behind `base_url`. Nobody else is
    /// accepted until `serve` returns.
    pub fn before(base_url: &str, serve: impl Fn(TcpStream, &str) + Send + 'static) -> Self {
        let target = address(base_url).to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = format!("http://{}/v1", listener.local_addr().unwrap());
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let thread = std::thread::spawn(move || {
            for client in listener.incoming() {
                if stopped.load(Ordering::SeqCst) {
                    return;
                }
                if let Ok(client) = client {
                    serve(client, &target);
                }
            }
        });
        Self {
            at,
            stop,
            thread: Some(thread),
        }
    }
}

impl Drop for Between {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        let _woken = TcpStream::connect(address(&self.at));
        self.thread.take().unwrap().join().unwrap();
    }
}

fn address(base_url: &str) -> &str {
    base_url.trim_start_matches("http://").trim_end_matches("/v1")
}

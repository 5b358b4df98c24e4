//! A test listener between an engine and the service, active until it is dropped.

use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

pub struct TestProxy {
    /// The base URL of the listener.
    pub base_url: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl TestProxy {
    /// Passes each client connection to `serve`, with the address of the service behind `base_url`.
    ///
    /// Connections are served one at a time.
    pub fn in_front_of(base_url: &str, serve: impl Fn(TcpStream, &str) + Send + 'static) -> Self {
        let target = address(base_url).to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let stop = Arc::new(AtomicBool::new(false));
        let stop_flag = stop.clone();
        let thread = std::thread::spawn(move || {
            for client in listener.incoming() {
                if stop_flag.load(Ordering::SeqCst) {
                    return;
                }
                if let Ok(client) = client {
                    serve(client, &target);
                }
            }
        });
        Self { base_url, stop, thread: Some(thread) }
    }
}

impl Drop for TestProxy {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        let _woken = TcpStream::connect(address(&self.base_url));
        self.thread.take().unwrap().join().unwrap();
    }
}

fn address(base_url: &str) -> &str {
    base_url.trim_start_matches("http://").trim_end_matches("/v1")
}

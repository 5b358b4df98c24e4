//! A proxy between engine and service that delays selected responses while it is shut.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};

use crate::harness::test_harness::TIMEOUT;
use crate::harness::test_proxy::TestProxy;

/// A proxy that delays some answers while it is shut.
pub struct BlockingProxy {
    pub proxy: TestProxy,
    blocked: Arc<(Mutex<bool>, Condvar)>,
    held_back_rx: Receiver<()>,
}

impl BlockingProxy {
    /// Creates the proxy; `should_block` selects the requests whose responses are delayed.
    pub fn in_front_of(base_url: &str, should_block: impl Fn(&str) -> bool + Send + Sync + 'static) -> Self {
        let should_block = Arc::new(should_block);
        let blocked = Arc::new((Mutex::new(false), Condvar::new()));
        let (held_back_tx, held_back_rx) = channel();
        let blocked_in_proxy = blocked.clone();
        let proxy = TestProxy::in_front_of(base_url, move |client, target| {
            let service = TcpStream::connect(target).unwrap();
            let is_blocked_request = Arc::new(AtomicBool::new(false));
            let (client_writer, service_writer) = (client.try_clone().unwrap(), service.try_clone().unwrap());
            let (request_flag, blocked, held_back_tx) =
                (is_blocked_request.clone(), blocked_in_proxy.clone(), held_back_tx.clone());
            let should_block = should_block.clone();
            std::thread::spawn(move || {
                copy_bytes(client, service_writer, |bytes| {
                    request_flag.store(should_block(&String::from_utf8_lossy(bytes)), Ordering::SeqCst);
                });
            });
            std::thread::spawn(move || {
                copy_bytes(service, client_writer, |_| {
                    if is_blocked_request.load(Ordering::SeqCst) {
                        wait_until_open(&blocked, &held_back_tx);
                    }
                });
            });
        });
        Self { proxy, blocked, held_back_rx }
    }

    pub fn block(&self) {
        *self.blocked.0.lock().unwrap() = true;
    }

    /// Waits until a response is being delayed.
    pub fn wait_until_blocking(&self) {
        self.held_back_rx.recv_timeout(TIMEOUT).unwrap();
    }

    pub fn unblock(&self) {
        *self.blocked.0.lock().unwrap() = false;
        self.blocked.1.notify_all();
    }
}

/// Reports a delayed response and waits until the proxy opens.
fn wait_until_open(blocked: &(Mutex<bool>, Condvar), held_back_tx: &Sender<()>) {
    let mut state = blocked.0.lock().unwrap();
    if *state {
        let _gone = held_back_tx.send(());
    }
    while *state {
        state = blocked.1.wait(state).unwrap();
    }
}

/// Copies bytes in one direction, after passing each part to `inspect`.
fn copy_bytes(mut from: TcpStream, mut to: TcpStream, inspect: impl Fn(&[u8])) {
    let mut bytes = [0; 16_384];
    loop {
        let length = from.read(&mut bytes).unwrap_or(0);
        if length > 0 {
            inspect(&bytes[..length]);
        }
        if length == 0 || to.write_all(&bytes[..length]).is_err() {
            let _gone = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
            return;
        }
    }
}

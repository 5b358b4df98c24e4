//! Starts and stops the service on its own thread with a small runtime.
//!
//! It can therefore run inside a terminal, a window or a test without sharing their event loop.

use std::{
    net::{Ipv4Addr, TcpListener},
    sync::{Arc, mpsc},
    thread::JoinHandle,
};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;

use crate::http::{self, ConnectionHandle, CuttableListener};
use crate::lock::lock;
use crate::rules::bearer;
use crate::server::ServerState;
use crate::{Config, Error, Faults, LoggedRequests, Secret, simulated_users};

/// A running service. It stops when this value is dropped.
#[derive(Debug)]
pub struct Sandbox {
    base_url: String,
    state: Arc<ServerState>,
    stop: watch::Sender<bool>,
    ended: watch::Receiver<bool>,
    thread: Option<JoinHandle<()>>,
}

impl Sandbox {
    /// Opens or generates the state, listens on 127.0.0.1 and returns.
    ///
    /// It blocks while the data is generated: a few milliseconds by default, under two seconds for 100,000 deals.
    ///
    /// # Errors
    /// When the port is taken, the state file cannot be used, or a setting contradicts itself.
    pub fn start(config: Config) -> Result<Self, Error> {
        let listen = |source| Error::Listen { port: config.port, source };
        // Bind the port first, so that a taken port is reported before the data is generated.
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, config.port)).map_err(listen)?;
        listener.set_nonblocking(true).map_err(listen)?;
        let port = listener.local_addr().map_err(listen)?.port();
        let state = Arc::new(ServerState::open(config)?);
        let (stop_tx, stop_rx) = watch::channel(false);
        let (ended_tx, ended_rx) = watch::channel(false);
        let (ready_tx, ready_rx) = mpsc::channel();
        let thread_state = state.clone();
        // The runtime is created and dropped on its own thread, because the caller may itself be inside a runtime.
        let thread = std::thread::Builder::new()
            .name("encours-sandbox".to_owned())
            .spawn(move || {
                serve(&thread_state, listener, port, stop_rx, &ready_tx);
                ended_tx.send_replace(true);
            })
            .map_err(Error::Thread)?;
        // A thread that ends without reporting has panicked, and the panic message is already printed.
        let report_missing = |_| Err(std::io::Error::other("it ended before it was listening"));
        ready_rx.recv().unwrap_or_else(report_missing).map_err(Error::Thread)?;
        Ok(Self {
            base_url: format!("http://127.0.0.1:{port}{}", http::PREFIX),
            state,
            stop: stop_tx,
            ended: ended_rx,
            thread: Some(thread),
        })
    }

    /// Returns the base URL, `http://127.0.0.1:PORT/v1`.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Returns the public identifier of the API key.
    pub fn key_id(&self) -> &str {
        &self.state.key.id
    }

    /// Returns the raw secret of the key.
    pub fn secret(&self) -> &Secret {
        &self.state.key.secret
    }

    /// Returns the faults, which can be changed while the service runs.
    pub fn faults(&self) -> &Faults {
        &self.state.faults
    }

    /// Returns the request log.
    pub fn requests(&self) -> &LoggedRequests {
        &self.state.requests
    }

    /// Returns the time on the service's clock.
    pub fn now(&self) -> Timestamp {
        self.state.clock.now()
    }

    /// Fixes the service's clock at `now`.
    pub fn set_now(&self, now: Timestamp) {
        self.state.clock.set(now);
    }

    /// Moves the service's clock and fixes it there; bearers and cooldowns expire without waiting.
    pub fn advance(&self, by: SignedDuration) {
        self.state.clock.advance(by);
    }

    /// Revokes every bearer: the next business call with one is answered 401.
    ///
    /// # Errors
    /// When the state cannot be written.
    pub fn revoke_tokens(&self) -> Result<(), Error> {
        bearer::revoke_all(&lock(&self.state.data).db)?;
        Ok(())
    }

    /// Simulates one action of another user: a deal moves or changes owner, a note or a notification arrives.
    ///
    /// The sequence is drawn from the seed. Returns the action, for logs and tests.
    ///
    /// # Errors
    /// When the state cannot be written.
    pub fn act(&self) -> Result<simulated_users::SimulatedAction, Error> {
        simulated_users::act(&self.state)
    }

    /// Resolves when the service has stopped.
    pub async fn wait(&self) {
        let mut ended = self.ended.clone();
        // An error means that the thread has ended, as awaited.
        let _ = ended.wait_for(|ended| *ended).await;
    }

    /// Stops the service and waits until its thread has ended and its port is free.
    pub fn shutdown(self) {
        drop(self);
    }
}

/// Runs the service's thread: a small runtime that serves until it is stopped.
fn serve(
    state: &Arc<ServerState>,
    listener: TcpListener,
    port: u16,
    mut stop_rx: watch::Receiver<bool>,
    ready_tx: &mpsc::Sender<std::io::Result<()>>,
) {
    let runtime_result =
        tokio::runtime::Builder::new_current_thread().enable_all().build().and_then(|runtime| {
            let cuttable_listener = {
                let _inside = runtime.enter();
                CuttableListener::new(
                    tokio::net::TcpListener::from_std(listener)?,
                    state.config.spec_gaps.time_limit(),
                )
            };
            Ok((cuttable_listener, runtime))
        });
    let (cuttable_listener, runtime) = match runtime_result {
        Ok(runtime_result) => runtime_result,
        Err(error) => return report(ready_tx, Err(error)),
    };
    report(ready_tx, Ok(()));
    runtime.block_on(async {
        let make_service =
            http::router(state, port).into_make_service_with_connect_info::<ConnectionHandle>();
        tokio::select! {
            outcome = axum::serve(cuttable_listener, make_service) => {
                if let Err(error) = outcome {
                    tracing::error!(%error, "the sandbox has stopped serving");
                }
            }
            () = simulated_users::run(state) => {}
            _ = stop_rx.wait_for(|stop| *stop) => {}
        }
    });
    // Dropping the runtime cancels running requests, so that stopping never waits for a slow response.
}

fn report(ready_tx: &mpsc::Sender<std::io::Result<()>>, outcome: std::io::Result<()>) {
    if ready_tx.send(outcome).is_err() {
        tracing::error!("failed to report the start of the sandbox");
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the sandbox's thread panicked");
        }
    }
}

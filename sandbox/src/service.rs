//! Starting and stopping the service: a thread of its own with a small runtime, so that it can live inside a
//! terminal, a window or a test without sharing their loop.

use std::{
    net::{Ipv4Addr, TcpListener},
    sync::{Arc, mpsc},
    thread::JoinHandle,
};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;

use crate::http::{self, Door, Line};
use crate::lock::lock;
use crate::rules::bearer;
use crate::server::State;
use crate::{Config, Error, Faults, Requests, Secret, simulated_users};

/// A running service. It stops when this is dropped.
#[derive(Debug)]
pub struct Sandbox {
    base_url: String,
    state: Arc<State>,
    stop: watch::Sender<bool>,
    ended: watch::Receiver<bool>,
    thread: Option<JoinHandle<()>>,
}

impl Sandbox {
    /// Makes or opens the state, listens on 127.0.0.1 and returns. It blocks for as long as the data takes: a few
    /// milliseconds for the default, under two seconds for 100,000 deals.
    ///
    /// # Errors
    /// When the port is taken, the state file cannot be used, or a setting contradicts itself.
    pub fn start(config: Config) -> Result<Self, Error> {
        let listen = |source| Error::Listen {
            port: config.port,
            source,
        };
        // The port comes first: nobody waits for a hundred thousand deals to hear that it is taken.
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, config.port)).map_err(listen)?;
        listener.set_nonblocking(true).map_err(listen)?;
        let port = listener.local_addr().map_err(listen)?.port();
        let state = Arc::new(State::open(config)?);
        let (stop, stopping) = watch::channel(false);
        let (ending, ended) = watch::channel(false);
        let (ready, started) = mpsc::channel();
        let served = state.clone();
        // The runtime lives and ends on its own thread: a caller may itself be inside one.
        let thread = std::thread::Builder::new()
            .name("encours-sandbox".to_owned())
            .spawn(move || {
                serve(&served, listener, port, stopping, &ready);
                ending.send_replace(true);
            })
            .map_err(Error::Thread)?;
        // A thread that ends without a word has panicked, which its runtime's report has said already.
        let silent = |_| Err(std::io::Error::other("it ended before it was listening"));
        started.recv().unwrap_or_else(silent).map_err(Error::Thread)?;
        Ok(Self {
            base_url: format!("http://127.0.0.1:{port}{}", http::PREFIX),
            state,
            stop,
            ended,
            thread: Some(thread),
        })
    }

    /// The base URL, `http://127.0.0.1:PORT/v1`.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// The public identifier of the one API key.
    pub fn key_id(&self) -> &str {
        &self.state.key.id
    }

    /// The raw secret of the key.
    pub fn secret(&self) -> &Secret {
        &self.state.key.secret
    }

    /// The faults, to be switched while the service runs.
    pub fn faults(&self) -> &Faults {
        &self.state.faults
    }

    /// The request log.
    pub fn requests(&self) -> &Requests {
        &self.state.requests
    }

    /// The time on the service's clock.
    pub fn now(&self) -> Timestamp {
        self.state.clock.now()
    }

    /// Stops the service's clock at `now`.
    pub fn set_now(&self, now: Timestamp) {
        self.state.clock.set(now);
    }

    /// Moves the service's clock and leaves it standing there: bearers expire and cooldowns end without waiting.
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

    /// Another user does one thing: moves or reassigns a deal, leaves a note, or an event sends a notification.
    /// The sequence is drawn from the seed. Returns what was done, in a word for logs and tests.
    ///
    /// # Errors
    /// When the state cannot be written.
    pub fn act(&self) -> Result<simulated_users::Act, Error> {
        simulated_users::act(&self.state)
    }

    /// Resolves when the service has stopped.
    pub async fn wait(&self) {
        let mut ended = self.ended.clone();
        // An error means that the thread is gone, which is what is waited for.
        let _ = ended.wait_for(|ended| *ended).await;
    }

    /// Stops the service and waits until its thread has ended and its port is free.
    pub fn shutdown(self) {
        drop(self);
    }
}

/// The thread's life: a small runtime that serves until it is told to stop.
fn serve(
    state: &Arc<State>,
    listener: TcpListener,
    port: u16,
    mut stopping: watch::Receiver<bool>,
    ready: &mpsc::Sender<std::io::Result<()>>,
) {
    let opened = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .and_then(|runtime| {
            let door = {
                let _inside = runtime.enter();
                Door::new(
                    tokio::net::TcpListener::from_std(listener)?,
                    state.config.open.patience(),
                )
            };
            Ok((door, runtime))
        });
    let (door, runtime) = match opened {
        Ok(opened) => opened,
        Err(error) => return report(ready, Err(error)),
    };
    report(ready, Ok(()));
    runtime.block_on(async {
        let make = http::router(state, port).into_make_service_with_connect_info::<Line>();
        tokio::select! {
            outcome = axum::serve(door, make) => {
                if let Err(error) = outcome {
                    tracing::error!(%error, "the sandbox has stopped serving");
                }
            }
            () = simulated_users::run(state) => {}
            _ = stopping.wait_for(|stop| *stop) => {}
        }
    });
    // Dropping the runtime here ends what is still under way: stopping never waits for a slow answer.
}

fn report(ready: &mpsc::Sender<std::io::Result<()>>, outcome: std::io::Result<()>) {
    if ready.send(outcome).is_err() {
        tracing::error!("nobody waits for the sandbox to start");
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the sandbox's thread ended in a panic");
        }
    }
}

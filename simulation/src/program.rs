//! One program of a simulation: an engine with its loop, on a runtime whose clock stands still between its turns.

use std::future::poll_fn;
use std::path::Path;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use encours_core::client::{ClientConfig, SecretSource};
use encours_core::engine::{Engine, Settings};
use encours_core::error::Error;
use encours_core::model::effect::Effect;
use encours_core::model::shutdown::ShutdownMode;
use encours_core::model::snapshot::Snapshot;
use jiff::tz::TimeZone;
use tokio::runtime::{Builder, Runtime};
use tokio::time::sleep;

use crate::{disk, world};

/// Public identifier of the key.
pub const KEY_ID: &str = "key_simulation";
/// Secret of the key, which no file may contain.
pub const SECRET: &str = "the secret of the simulation's key";

/// How a turn of a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It goes on.
    Over,
    /// The program has ended.
    Ended,
    /// The program was killed.
    Killed,
}

/// A running program.
pub struct Program {
    number: usize,
    engine: Engine,
    actor_loop: Pin<Box<dyn Future<Output = ()>>>,
    // Dropped last, with the tasks that still use the store.
    runtime: Runtime,
    /// Effects submitted so far.
    submitted: u64,
    /// Changes that no screen has shown yet: number of the effect, text of the change, newest event before.
    pub unanswered: Vec<(u64, String, u64)>,
    pub is_closing: bool,
}

/// Returns the configuration of a client of `program`.
pub fn client_config(program: usize) -> Result<ClientConfig, Error> {
    let base_url = "http://127.0.0.1:9/v1".parse().map_err(|_| Error::usage("the base URL is wrong"))?;
    let mut config = ClientConfig::new(base_url, KEY_ID, SecretSource::fixed(SECRET.to_owned()));
    config.local_transport = Some(world::network(program));
    Ok(config)
}

/// Returns a runtime of one thread with a simulated clock.
pub fn runtime() -> Result<Runtime, Error> {
    let built = Builder::new_current_thread().enable_time().start_paused(true).build();
    built.map_err(|error| Error::unexpected(error.to_string()))
}

/// Returns the number of the newest event.
pub fn newest_event(snapshot: &Snapshot) -> u64 {
    snapshot.events.last().map_or(0, |event| event.seq)
}

impl Program {
    /// Starts a program on the profile in `dir`.
    ///
    /// # Errors
    /// The store cannot be opened.
    pub fn start(number: usize, dir: &Path, seed: u64) -> Result<Self, Error> {
        let runtime = runtime()?;
        let mut settings = Settings::new(client_config(number)?, dir.to_owned());
        settings.zone = TimeZone::UTC;
        settings.seed = seed;
        disk::with(|disk| disk.set_current(number));
        let opened = runtime.block_on(async {
            world::with(|world| world.enter(number, true));
            Engine::open(settings, Arc::new(|| {}))
        });
        world::with(world::World::leave);
        let (engine, actor_loop) = opened?;
        let actor_loop = Box::pin(actor_loop);
        Ok(Self {
            number,
            engine,
            actor_loop,
            runtime,
            submitted: 0,
            unanswered: Vec::new(),
            is_closing: false,
        })
    }

    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.engine.snapshot()
    }

    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Submits an effect; `mark` is the text of the change, if it is one.
    pub fn submit(&mut self, effect: Effect, mark: Option<String>) {
        self.submitted += 1;
        if let Some(mark) = mark {
            self.unanswered.push((self.submitted, mark, newest_event(&self.snapshot())));
        }
        self.engine.submit(vec![effect]);
    }

    /// Lets the program end within `patience`.
    pub fn close(&mut self, patience: Duration) {
        self.is_closing = true;
        // The report is not awaited: the loop ends.
        drop(self.engine.begin_shut_down(patience, ShutdownMode::SendAll));
    }

    /// Runs the program for `span`.
    pub fn run(&mut self, span: Duration) -> Turn {
        let (number, actor_loop) = (self.number, &mut self.actor_loop);
        disk::with(|disk| disk.set_current(number));
        let turn = self.runtime.block_on(async {
            world::with(|world| world.enter(number, false));
            let mut end = pin!(sleep(span));
            poll_fn(|cx| {
                let is_dead = || disk::with(|disk| disk.is_dead(number)).unwrap_or_default();
                if is_dead() {
                    return Poll::Ready(Turn::Killed);
                }
                if actor_loop.as_mut().poll(cx).is_ready() {
                    return Poll::Ready(if is_dead() { Turn::Killed } else { Turn::Ended });
                }
                if is_dead() {
                    return Poll::Ready(Turn::Killed);
                }
                end.as_mut().poll(cx).map(|()| Turn::Over)
            })
            .await
        });
        world::with(world::World::leave);
        turn
    }

    /// Ends the program where it is.
    pub fn end(self) {
        let Self { number, engine, actor_loop, runtime, .. } = self;
        disk::with(|disk| disk.set_current(number));
        drop(engine);
        drop(actor_loop);
        drop(runtime);
    }
}

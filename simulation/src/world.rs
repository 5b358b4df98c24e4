//! What the programs of a simulation share: the clock, random numbers, the server and the network in front of it, and
//! the record of everything that happens.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use encours_core::client::LocalTransport;
use encours_core::error::NetworkError;
use encours_core::host::Host;
use encours_core::store::PeerSignal;
use encours_sandbox::InProcess;
use fastrand::Rng;
use http::{Method, Request, Response, StatusCode};
use jiff::Timestamp;
use tokio::time::{Instant, sleep};

use crate::disk;
use crate::ledger::{self, Ledger};

/// Number of the observer, a client without faults that reads the truth from the server.
pub const OBSERVER: usize = 2;
/// Header that makes a repeated write the same write.
const KEY: &str = "idempotency-key";
/// Lines of the record that a failure shows.
const SHOWN_LINES: usize = 60;

/// How the network treats a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Answered,
    Refused,
    /// Lost on the way to the server.
    LostRequest,
    /// Lost on the way back.
    LostResponse,
    /// Answered with an error status by something in front of the server.
    Status(u16),
}

/// The shared state of a simulation.
pub struct World {
    start: Timestamp,
    elapsed: Duration,
    /// How far a program has run in this turn, while others still have to.
    pub reached: Duration,
    /// Start of each program's runtime: its clock, and the simulation's.
    runtimes: [Option<(Instant, Duration)>; 3],
    current: usize,
    pub rng: Rng,
    identifiers: Rng,
    pub server: Arc<InProcess>,
    pub ledger: Ledger,
    /// Share of requests that meet a fault, in percent.
    pub fault_rate: u8,
    pub is_offline: bool,
    /// End of the rate limit that each program was told.
    limited_until: [Option<Timestamp>; 3],
    /// Writes on their way to the server.
    in_flight: BTreeMap<u64, (usize, Request<Bytes>)>,
    requests: u64,
    signals: Vec<(usize, PeerSignal)>,
    pub secrets: Vec<String>,
    /// Texts of deals, which the disk of an encrypted profile must not contain.
    pub deal_texts: Vec<String>,
    /// True if a repeated write gets a new key: a planted bug.
    pub renews_keys: bool,
    violation: Option<String>,
    hash: u64,
    lines: Vec<String>,
    pub is_verbose: bool,
}

thread_local! {
    static WORLD: RefCell<Option<World>> = const { RefCell::new(None) };
}

/// Sets the world of this thread.
pub fn set(world: Option<World>) {
    WORLD.set(world);
}

/// Uses the world of this thread.
///
/// # Panics
/// No simulation runs on this thread.
#[expect(clippy::expect_used, reason = "a caller outside of a simulation is a bug of the simulation")]
pub fn with<T>(use_world: impl FnOnce(&mut World) -> T) -> T {
    WORLD.with_borrow_mut(|world| use_world(world.as_mut().expect("a simulation runs")))
}

impl World {
    pub fn new(seed: u64, server: InProcess, start: Timestamp) -> Self {
        let mut rng = Rng::with_seed(seed);
        Self {
            start,
            elapsed: Duration::ZERO,
            reached: Duration::ZERO,
            runtimes: [None; 3],
            current: OBSERVER,
            identifiers: rng.fork(),
            rng,
            server: Arc::new(server),
            ledger: Ledger::default(),
            fault_rate: 0,
            is_offline: false,
            limited_until: [None; 3],
            in_flight: BTreeMap::new(),
            requests: 0,
            signals: Vec::new(),
            secrets: Vec::new(),
            deal_texts: vec![ledger::FIRST_MARKS.to_owned()],
            renews_keys: false,
            violation: None,
            hash: 0xcbf2_9ce4_8422_2325,
            lines: Vec::new(),
            is_verbose: false,
        }
    }

    /// Returns the simulated time.
    pub fn now(&self) -> Timestamp {
        let since_start = match self.runtimes.get(self.current).copied().flatten() {
            Some((started_at, from)) => from + started_at.elapsed(),
            None => self.elapsed,
        };
        self.start.saturating_add(since_start).unwrap_or(self.start)
    }

    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// Advances the clock of what is outside of the programs.
    pub fn advance(&mut self, by: Duration) {
        self.elapsed += by;
    }

    /// Sets the program that runs. Its runtime must be entered, and begins now if `is_new`.
    pub fn enter(&mut self, program: usize, is_new: bool) {
        self.current = program;
        if is_new && let Some(runtime) = self.runtimes.get_mut(program) {
            *runtime = Some((Instant::now(), self.elapsed));
        }
    }

    /// Ends the turn of the program that runs.
    pub fn leave(&mut self) {
        self.current = usize::MAX;
    }

    /// Forgets a program that has ended; returns its writes that were still on their way to the server.
    pub fn forget(&mut self, program: usize) -> Vec<Request<Bytes>> {
        self.current = usize::MAX;
        if let Some(runtime) = self.runtimes.get_mut(program) {
            *runtime = None;
        }
        if let Some(limit) = self.limited_until.get_mut(program) {
            *limit = None;
        }
        let (gone, left) =
            std::mem::take(&mut self.in_flight).into_iter().partition(|(_, (by, _))| *by == program);
        self.in_flight = left;
        let gone: BTreeMap<u64, (usize, Request<Bytes>)> = gone;
        gone.into_values().map(|(_, request)| request).collect()
    }

    /// Returns the signals sent since the last call, each with its sender.
    pub fn take_signals(&mut self) -> Vec<(usize, PeerSignal)> {
        std::mem::take(&mut self.signals)
    }

    /// Lifts the rate limit of a program, as its user asked for.
    pub fn lift_rate_limit(&mut self, program: usize) {
        if let Some(limit) = self.limited_until.get_mut(program) {
            *limit = None;
        }
    }

    /// Records an event.
    pub fn note(&mut self, event: &str) {
        let line = format!("{:>12.3} {event}", self.now().duration_since(self.start).as_secs_f64());
        for byte in line.bytes() {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        if self.is_verbose {
            eprintln!("{line}");
        }
        self.lines.push(line);
        if self.lines.len() > 2 * SHOWN_LINES {
            self.lines.drain(..SHOWN_LINES);
        }
    }

    /// Records that an invariant does not hold; the first one counts.
    pub fn fail(&mut self, violation: String) {
        self.note(&format!("VIOLATION {violation}"));
        self.violation.get_or_insert(violation);
    }

    pub fn violation(&self) -> Option<&str> {
        self.violation.as_deref()
    }

    /// Returns the hash of the record so far.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the newest lines of the record.
    pub fn last_lines(&self) -> &[String] {
        self.lines.get(self.lines.len().saturating_sub(SHOWN_LINES)..).unwrap_or_default()
    }

    fn draw_fate(&mut self, request: &Request<Bytes>) -> Fate {
        if self.is_offline {
            return Fate::Refused;
        }
        if self.rng.u8(..100) >= self.fault_rate {
            return Fate::Answered;
        }
        let is_sign_in = request.uri().path().contains("/auth/");
        match self.rng.u8(..6) {
            0 => Fate::Refused,
            1 => Fate::LostRequest,
            2 | 3 => Fate::LostResponse,
            4 if !is_sign_in => Fate::Status(429),
            _ => Fate::Status(if self.rng.bool() { 503 } else { 502 }),
        }
    }

    /// Checks and records a request that a program sends; returns its number, its fate and its delays.
    fn on_send(&mut self, program: usize, request: &mut Request<Bytes>) -> (u64, Fate, [Duration; 2]) {
        self.requests += 1;
        let number = self.requests;
        if program == OBSERVER {
            return (number, Fate::Answered, [Duration::ZERO; 2]);
        }
        let (now, is_write) = (self.now(), is_write(request));
        let limit = self.limited_until.get(program).copied().flatten();
        if limit.is_some_and(|until| now < until) {
            self.fail(format!("program {program} sends {} during a rate limit", request.uri().path()));
        }
        if is_write {
            let body = String::from_utf8_lossy(request.body()).into_owned();
            // A program that ran before in this turn may have ended undo windows by its clock.
            let latest = self.start.saturating_add(self.reached).unwrap_or(now).max(now);
            if let Err(early) = self.ledger.check_gate(&body, latest) {
                self.fail(early);
            }
            if disk::with(|disk| disk.is_synced("outbox.db-wal")) == Some(false) {
                self.fail(format!("program {program} sends a write before the outbox is on disk"));
            }
            if self.renews_keys
                && let Ok(key) = format!("00000000-0000-4000-8000-{number:012x}").parse()
            {
                request.headers_mut().insert(KEY, key);
            }
        }
        let fate = self.draw_fate(request);
        let mut delay = |slow: u64| {
            let longest = if self.rng.u8(..20) == 0 { slow } else { 120 };
            Duration::from_millis(self.rng.u64(5..longest))
        };
        let delays = [delay(8_000), delay(40_000)];
        self.note(&format!("{program} {} {} {fate:?}", request.method(), request.uri().path()));
        if is_write && matches!(fate, Fate::Answered | Fate::LostResponse) {
            self.in_flight.insert(number, (program, request.clone()));
        }
        (number, fate, delays)
    }

    /// Records the response of the server to a request.
    fn on_answer(&mut self, request: &Request<Bytes>, response: &Response<Bytes>) {
        let body = String::from_utf8_lossy(response.body()).into_owned();
        if request.uri().path().contains("/auth/")
            && let Ok(json) = serde_json::from_str::<serde_json::Value>(&body)
            && let Some(token) = json.get("access_token").and_then(serde_json::Value::as_str)
        {
            self.secrets.push(token.to_owned());
            // The oldest one has expired.
            if self.secrets.len() > 12 {
                self.secrets.remove(1);
            }
        }
        let is_replayed = self.server.requests().last().is_some_and(|logged| logged.replayed);
        if is_write(request) {
            let status = response.status();
            self.note(&format!("server {} {status} replayed={is_replayed}", request.uri().path()));
            if status.is_success() && !is_replayed {
                let sent = String::from_utf8_lossy(request.body()).into_owned();
                let applied = self.ledger.on_applied(request.method(), request.uri().path(), &sent, &body);
                if let Err(doubled) = applied {
                    self.fail(doubled);
                }
            }
        }
    }
}

/// Returns whether a request changes data at the server.
fn is_write(request: &Request<Bytes>) -> bool {
    request.method() != Method::GET && !request.uri().path().contains("/auth/")
}

/// Returns the network of a program.
pub fn network(program: usize) -> LocalTransport {
    LocalTransport::new(move |request| Box::pin(exchange(program, request)))
}

async fn exchange(program: usize, mut request: Request<Bytes>) -> Result<Response<Bytes>, NetworkError> {
    if is_dead(program) {
        std::future::pending::<()>().await;
    }
    let (number, fate, delays) = with(|world| world.on_send(program, &mut request));
    // A request that is on its way arrives even if the program no longer waits for the response.
    let travel = tokio::spawn(travel(number, request, fate, delays));
    let outcome = travel.await.unwrap_or(Err(NetworkError::Reset));
    if is_dead(program) {
        std::future::pending::<()>().await;
    }
    if let Ok(response) = &outcome
        && response.status() == StatusCode::TOO_MANY_REQUESTS
    {
        let wait = response.headers().get("retry-after").and_then(|wait| wait.to_str().ok()?.parse().ok());
        with(|world| {
            let until = world.now().saturating_add(Duration::from_secs(wait.unwrap_or(0))).ok();
            if let Some(limit) = world.limited_until.get_mut(program) {
                *limit = until.max(*limit);
            }
        });
    }
    outcome
}

async fn travel(
    number: u64,
    request: Request<Bytes>,
    fate: Fate,
    [up, down]: [Duration; 2],
) -> Result<Response<Bytes>, NetworkError> {
    if fate == Fate::Refused {
        return Err(NetworkError::Connect);
    }
    sleep(up).await;
    let response = match fate {
        Fate::LostRequest => return Err(NetworkError::Reset),
        Fate::Status(status) => refuse(status)?,
        _ => deliver(number, request).await?,
    };
    sleep(down).await;
    if fate == Fate::LostResponse { Err(NetworkError::Reset) } else { Ok(response) }
}

/// Returns the response of something in front of the server.
fn refuse(status: u16) -> Result<Response<Bytes>, NetworkError> {
    let mut response = Response::builder().status(status).header("content-type", "application/problem+json");
    if status == 429 {
        response = response.header("retry-after", with(|world| world.rng.u8(1..20)).to_string());
    }
    response.body(Bytes::from_static(b"{}")).map_err(|_| NetworkError::Reset)
}

/// Lets a request arrive at the server.
pub async fn deliver(number: u64, request: Request<Bytes>) -> Result<Response<Bytes>, NetworkError> {
    let server = with(|world| {
        world.in_flight.remove(&number);
        let now = world.now();
        world.server.set_now(now);
        world.server.clone()
    });
    let response = server.answer(request.clone()).await.ok_or(NetworkError::Reset)?;
    with(|world| world.on_answer(&request, &response));
    Ok(response)
}

fn is_dead(program: usize) -> bool {
    disk::with(|disk| disk.is_dead(program)).unwrap_or_default()
}

/// The machine that the programs run on.
pub struct Machine;

impl Host for Machine {
    fn now(&self) -> SystemTime {
        with(|world| world.now()).try_into().unwrap_or(SystemTime::UNIX_EPOCH)
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        with(|world| world.identifiers.fill(bytes));
    }

    fn send_signal(&self, datagram: &[u8]) {
        with(|world| {
            // The name ends with the port, which is 0 without a socket.
            let name_end = datagram.iter().position(|byte| *byte == b'-').map_or(0, |dash| dash + 2);
            let name = datagram.get(..name_end).and_then(|name| std::str::from_utf8(name).ok());
            let signal = name.and_then(|name| PeerSignal::parse(name, datagram));
            if let Some(signal) = signal.filter(|_| !is_dead(world.current)) {
                world.signals.push((world.current, signal));
            }
        });
    }
}

//! One simulation: two programs on one profile, a server, users, and faults, all drawn from one seed.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use encours_core::client::{Client, DealsQuery};
use encours_core::error::Error;
use encours_core::host;
use encours_core::model::effect::Effect;
use encours_core::store::{self, DataKey};
use encours_sandbox::{Config, InProcess, SimulatedAction};
use jiff::Timestamp;
use tokio::runtime::Runtime;

use crate::disk::DiskFault;
use crate::program::{KEY_ID, Program, SECRET, Turn, client_config, runtime};
use crate::search::Canary;
use crate::world::{Machine, OBSERVER, World, deliver};
use crate::{checks, disk, users, world};

/// How to simulate.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Number of steps before the faults end.
    pub steps: u32,
    /// A planted bug.
    pub canary: Option<Canary>,
    /// True to print the record while it is made.
    pub is_verbose: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { steps: 300, canary: None, is_verbose: false }
    }
}

/// The result of a simulation.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Hash of the record: the same for the same seed and options.
    pub hash: u64,
    /// Simulated time.
    pub simulated: Duration,
    /// The invariant that does not hold, if any.
    pub violation: Option<String>,
    /// The end of the record.
    pub last_lines: Vec<String>,
}

/// Key of the profile, 64 hexadecimal digits.
pub const DATA_KEY: &str = "5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed";

/// Runs one simulation on this thread. With the feature `encryption`, the profile is encrypted.
///
/// # Errors
/// The machine itself fails: no directory, no memory.
pub fn simulate(seed: u64, options: &Options) -> Result<Outcome, Error> {
    let failed = |error: std::io::Error| Error::storage(error.to_string());
    let memory = Path::new("/dev/shm");
    let dir =
        if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.map_err(failed)?;
    let root = dir.path().join("profile");
    std::fs::create_dir(&root).map_err(failed)?;
    disk::install(&root, OBSERVER + 1);
    let start = Timestamp::constant(1_767_603_600, 0);
    let config = Config {
        deals: 12,
        seed: seed % 7 + 1,
        key_id: Some(KEY_ID.to_owned()),
        secret: Some(SECRET.to_owned().into()),
        now: Some(start),
        ..Config::default()
    };
    let server = InProcess::open(config).map_err(|error| Error::unexpected(error.to_string()))?;
    let mut world = World::new(seed, server, start);
    world.secrets.push(SECRET.to_owned());
    world.is_verbose = options.is_verbose;
    world.renews_keys = options.canary == Some(Canary::RenewedKeys);
    world.fault_rate = if world.renews_keys { 40 } else { 0 };
    disk::with(|disk| disk.ignores_sync = options.canary == Some(Canary::ForgottenSync));
    world::set(Some(world));
    host::replace(Some(Rc::new(Machine)));
    let ran =
        catch_unwind(AssertUnwindSafe(|| Simulation::new(root).and_then(|mut run| run.run(options.steps))));
    let outcome = world::with(|world| {
        match ran {
            Ok(Ok(())) => {}
            Ok(Err(error)) => world.fail(error.to_string()),
            Err(_) => world.fail("a program panics".to_owned()),
        }
        Outcome {
            hash: world.hash(),
            simulated: world.elapsed(),
            violation: world.violation().map(str::to_owned),
            last_lines: world.last_lines().to_vec(),
        }
    });
    host::replace(None);
    world::set(None);
    disk::remove();
    Ok(outcome)
}

/// The programs, and the observer.
pub struct Simulation {
    dir: PathBuf,
    pub programs: [Option<Program>; 2],
    /// The last line about the programs.
    pub summary: String,
    observer: Client,
    observer_runtime: Runtime,
}

fn draw(below: u64) -> u64 {
    world::with(|world| world.rng.u64(..below))
}

fn note(event: &str) {
    world::with(|world| world.note(event));
}

impl Simulation {
    fn new(dir: PathBuf) -> Result<Self, Error> {
        if cfg!(feature = "encryption") {
            let key = DataKey::parse(&DATA_KEY.to_owned().into());
            store::encrypt(
                std::slice::from_ref(&dir),
                &key.ok_or_else(|| Error::unexpected("the key is wrong"))?,
            )?;
        }
        let observer = Client::new(client_config(OBSERVER)?)?;
        Ok(Self {
            dir,
            programs: [None, None],
            summary: String::new(),
            observer,
            observer_runtime: runtime()?,
        })
    }

    fn run(&mut self, steps: u32) -> Result<(), Error> {
        for deal in self.server_deals()? {
            world::with(|world| {
                world.ledger.add_owner(&deal.id, &deal.owner);
                world.deal_texts.push(deal.name);
            });
        }
        self.start(0)?;
        for _ in 0..steps {
            self.step()?;
            if world::with(|world| world.violation().is_some()) {
                return Ok(());
            }
        }
        self.settle()
    }

    /// Draws what happens next, and lets the programs run for a while.
    fn step(&mut self) -> Result<(), Error> {
        let number = draw(2) as usize;
        match draw(100) {
            0..40 => self.act(number),
            40..50 => self.start(number)?,
            50..52 => self.close(number),
            52..54 => {
                note(&format!("{number} ends at once"));
                self.end(number)?;
            }
            54..57 => self.kill(number)?,
            57..59 => self.cut_power()?,
            59..66 => arm_fault(),
            66..72 => server_acts()?,
            72..76 => world::with(|world| world.is_offline = !world.is_offline),
            76..80 => world::with(|world| world.fault_rate = [0, 0, 5, 40][world.rng.usize(..4)]),
            _ => {}
        }
        let (span, pieces) = match draw(100) {
            0..55 => (1 + draw(200), 1),
            55..88 => (200 + draw(3_000), 1),
            88..98 => (2_000, draw(40)),
            _ => (5_000, 120 + draw(1_200)),
        };
        for _ in 0..pieces.max(1) {
            self.turn(Duration::from_millis(span))?;
        }
        Ok(())
    }

    /// Lets each program run for `span`, passes signals on, and checks the invariants.
    fn turn(&mut self, span: Duration) -> Result<(), Error> {
        let first = draw(2) as usize;
        for number in [first, 1 - first] {
            let Some(program) = self.programs.get_mut(number).and_then(Option::as_mut) else { continue };
            let turn = program.run(span);
            world::with(|world| world.reached = world.elapsed() + span);
            match turn {
                Turn::Over => {}
                Turn::Ended => {
                    note(&format!("{number} has ended"));
                    self.end(number)?;
                }
                Turn::Killed => {
                    note(&format!("{number} was killed"));
                    self.bury(number)?;
                    if draw(3) == 0 {
                        self.cut_power()?;
                    }
                }
            }
        }
        world::with(|world| world.advance(span));
        for (sender, signal) in world::with(World::take_signals) {
            let receiver = self.programs.get(1 - sender.min(1)).and_then(Option::as_ref);
            if let Some(program) = receiver.filter(|_| draw(10) > 0) {
                program.engine().receive_signal(signal);
            }
        }
        for fault in disk::with(disk::Disk::take_fired).into_iter().flatten() {
            note(&format!("disk fault {fault:?}"));
        }
        checks::after_turn(self);
        Ok(())
    }

    fn act(&mut self, number: usize) {
        let program = self.programs.get_mut(number).and_then(Option::as_mut);
        if let Some(program) = program.filter(|program| !program.is_closing) {
            users::act(number, program);
        }
    }

    fn start(&mut self, number: usize) -> Result<(), Error> {
        let Some(slot @ None) = self.programs.get_mut(number) else { return Ok(()) };
        match Program::start(number, &self.dir, draw(u64::MAX)) {
            Ok(program) => {
                note(&format!("{number} starts"));
                *slot = Some(program);
                self.let_last_adopt();
            }
            Err(error) => {
                let reason = error.to_string().replace(&*self.dir.to_string_lossy(), "…");
                note(&format!("{number} cannot start: {reason}"));
                if disk::with(|disk| disk.is_dead(number)) == Some(true) {
                    self.bury(number)?;
                }
            }
        }
        Ok(())
    }

    fn close(&mut self, number: usize) {
        if let Some(program) = self.programs.get_mut(number).and_then(Option::as_mut) {
            note(&format!("{number} closes"));
            world::with(|world| {
                let now = world.now();
                world.ledger.open_gates(number, now);
            });
            program.close(Duration::from_secs(draw(8)));
        }
    }

    /// Notes that a program that runs alone may make the undo windows of others its own.
    fn let_last_adopt(&self) {
        let mut running =
            (0..).zip(&self.programs).filter_map(|(number, slot)| Some((number, slot.as_ref()?)));
        let (Some((number, program)), None) = (running.next(), running.next()) else { return };
        world::with(|world| {
            world.ledger.adopt(number);
            if program.is_closing {
                let now = world.now();
                world.ledger.open_gates(number, now);
            }
        });
    }

    fn kill(&mut self, number: usize) -> Result<(), Error> {
        if self.programs.get(number).is_some_and(Option::is_some) {
            note(&format!("{number} is killed"));
            disk::with(|disk| disk.kill(number)).transpose().map_err(io_failed)?;
            self.bury(number)?;
        }
        Ok(())
    }

    /// Drops a program; the fault of the disk may kill it now.
    fn end(&mut self, number: usize) -> Result<(), Error> {
        world::with(|world| world.forget(number));
        if let Some(program) = self.programs.get_mut(number).and_then(Option::take) {
            program.end();
        }
        self.let_last_adopt();
        if disk::with(|disk| disk.is_dead(number)) == Some(true) { self.bury(number) } else { Ok(()) }
    }

    /// Drops a killed program, with all that it did since.
    fn bury(&mut self, number: usize) -> Result<(), Error> {
        let late = world::with(|world| world.forget(number));
        if let Some(program) = self.programs.get_mut(number).and_then(Option::take) {
            program.end();
        }
        self.let_last_adopt();
        world::with(World::take_signals);
        disk::with(|disk| disk.bury(number)).transpose().map_err(io_failed)?;
        // What was on its way arrives or not, whether or not the program still runs.
        for request in late {
            if draw(2) == 0 {
                self.observe(async |_| drop(deliver(0, request).await));
            }
        }
        Ok(())
    }

    fn cut_power(&mut self) -> Result<(), Error> {
        note("the power is cut");
        for number in 0..self.programs.len() {
            self.kill(number)?;
        }
        let loss = [50, 100][draw(2) as usize];
        let cut = disk::with(|disk| disk.cut_power(|| draw(100) < loss));
        cut.transpose().map_err(io_failed)?;
        Ok(())
    }

    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Runs a call of the observer.
    fn observe<T>(&self, call: impl AsyncFnOnce(Client) -> T) -> T {
        let client = self.observer.clone();
        let result = self.observer_runtime.block_on(async {
            world::with(|world| world.enter(OBSERVER, true));
            call(client).await
        });
        world::with(World::leave);
        result
    }

    /// Returns the deals of the server, sorted.
    pub fn server_deals(&self) -> Result<Vec<checks::DealTruth>, Error> {
        self.observe(async |client| {
            let query = DealsQuery { limit: Some(500), ..DealsQuery::default() };
            let page = client.deals_page(&query).await?;
            let mut deals: Vec<_> = page.items.iter().map(checks::DealTruth::from_deal).collect();
            deals.sort();
            Ok(deals)
        })
    }

    /// Ends all faults, and checks that everything comes to rest as it should.
    fn settle(&mut self) -> Result<(), Error> {
        note("the faults end");
        disk::with(|disk| disk.arm(None));
        world::with(|world| (world.fault_rate, world.is_offline) = (0, false));
        for round in 0..1_800 {
            self.start(0)?;
            self.start(1)?;
            self.turn(Duration::from_secs(2))?;
            if world::with(|world| world.violation().is_some()) {
                return Ok(());
            }
            if round % 60 == 50 && checks::is_at_rest(self) {
                self.programs.iter_mut().flatten().for_each(|program| program.submit(Effect::Refresh, None));
            }
            if round % 60 == 59 && checks::is_at_rest(self) {
                let truth = self.server_deals()?;
                checks::at_rest(self, &truth);
                return Ok(());
            }
        }
        world::with(|world| world.fail("the programs do not come to rest within an hour".to_owned()));
        Ok(())
    }
}

/// Lets another user of the server act.
fn server_acts() -> Result<(), Error> {
    let server = world::with(|world| world.server.clone());
    let acted = server.act().map_err(|error| Error::unexpected(error.to_string()))?;
    note(&format!("{acted:?}"));
    if let SimulatedAction::Reassigned { deal_id, to } = acted {
        world::with(|world| world.ledger.add_owner(&deal_id, &to));
    }
    Ok(())
}

#[expect(clippy::needless_pass_by_value, reason = "a function for `map_err`")]
fn io_failed(error: std::io::Error) -> Error {
    Error::storage(error.to_string())
}

/// Lets a fault hit the disk soon.
fn arm_fault() {
    const FAULTS: [DiskFault; 6] = [
        DiskFault::Read,
        DiskFault::Write,
        DiskFault::ShortWrite,
        DiskFault::Full,
        DiskFault::Sync,
        DiskFault::Kill,
    ];
    let (fault, nth) = (FAULTS[draw(6) as usize], draw(60));
    note(&format!("{fault:?} is to hit operation {nth}"));
    disk::with(|disk| disk.arm(Some((fault, nth))));
}

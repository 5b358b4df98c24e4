//! Measures a bulk change of very many deals.
//!
//! It prints the time until the change is on disk and shown, and the delay of other requests meanwhile. It also prints
//! the cost in the application and in memory, the time of the undo, and the time to quit during the change. `cargo
//! bench -p encours-tests --bench bulk [-- WRITES]`

#![allow(
    clippy::expect_used,
    reason = "this is a bench target: without its service there is nothing to measure"
)]

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::client::{ClientConfig, SecretSource};
use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::engine::{Engine, Settings};
use encours_core::model::effect::Effect;
use encours_core::model::shutdown::ShutdownMode;
use encours_core::model::snapshot::Snapshot;
use encours_core::store::Store;
use encours_core::text::Lang;
use encours_sandbox::{Config, Sandbox, ServiceProfile};
use jiff::Timestamp;
use jiff::tz::TimeZone;

const DEALS: u32 = 100_000;
const TIMEOUT: Duration = Duration::from_mins(5);
/// The target status; deals that already have it are not moved.
const TARGET_STATUS: &str = "closing";
/// The scheduling interval between writes, the same as the application's.
const PACE: Duration = Duration::from_millis(100);

fn main() {
    let number = std::env::args().find_map(|text| text.parse().ok());
    let number: usize = number.unwrap_or(75_000);
    let sandbox =
        Sandbox::start(Config { deals: DEALS, profile: ServiceProfile::Extended, ..Config::default() })
            .expect("failed to start the sandbox");
    let dir = tempfile::tempdir().expect("failed to create a temporary directory");
    let running_engine = start_engine(&sandbox, dir.path());
    let is_synced = |s: &Snapshot| s.coverage.complete_at.is_some() && !s.coverage.syncing;
    let snapshot = running_engine.wait_until(TIMEOUT, is_synced).expect("failed to finish the first sync");
    let deals: Vec<(DealId, String)> = snapshot
        .deals
        .by_age()
        .filter(|row| row.status != TARGET_STATUS)
        .take(number)
        .map(|row| (DealId::new(row.id).expect("the deal has a valid id"), row.status.to_owned()))
        .collect();
    let options = Options::new(
        Lang::En,
        Keymap::defaults(FrontEnd::Terminal).expect("failed to load the default keys"),
        TimeZone::UTC,
    );
    let mut app = App::new(options, Timestamp::now());
    app.on_snapshot(snapshot);
    println!("{} deals, {} writes; resident {}", DEALS, deals.len(), resident());
    measure_by_key(&running_engine, &mut app);

    let undo_delay = Duration::from_secs(20);
    measure_effects("scheduled and shown", &running_engine, &mut app, move_effects(&deals, true, undo_delay));
    println!("resident after freed memory is returned: {}", resident_after_idle());
    measure_effects("taken back", &running_engine, &mut app, move_effects(&deals, false, Duration::ZERO));
    measure_effects("kept once more", &running_engine, &mut app, move_effects(&deals, true, Duration::ZERO));
    measure_sending(&running_engine, &mut app);
    measure_effects(
        "undone while being sent",
        &running_engine,
        &mut app,
        move_effects(&deals, false, Duration::from_hours(1)),
    );

    running_engine.submit(move_effects(&deals, true, undo_delay));
    let started_at = Instant::now();
    let summary = running_engine.shut_down(Duration::from_secs(2), ShutdownMode::SendNothing);
    println!("quit during the change after {:?}: {summary:?}", started_at.elapsed());
    let store = Store::open(dir.path(), Timestamp::now()).expect("failed to open the store");
    println!("kept: {}", store.outbox().entries().expect("the outbox is read").len());
    drop(store);
    drop(app);
    measure_starts(&sandbox, dir.path());
}

/// Moves all deals and undoes that by key, and measures the application's times.
fn measure_by_key(engine: &Engine, app: &mut App) {
    let press = |app: &mut App, action: Action| {
        let started_at = Instant::now();
        let effects = app.dispatch(action, Timestamp::now()).effects;
        (effects, started_at.elapsed())
    };
    let (_, selected) = press(app, Action::Run(ActionId::SelectAll));
    let (status, owner) = (TARGET_STATUS.to_owned(), None);
    let (_, planned) = press(app, Action::MoveSelected { status, owner });
    let (move_effects_made, submitted) = press(app, Action::Run(ActionId::Open));
    let number = move_effects_made.len();
    measure_effects("moved by key, kept and shown", engine, app, move_effects_made);
    let (undo_effects, undo_time) = press(app, Action::Run(ActionId::Undo));
    assert!(number > 1 && undo_effects.len() == number, "{number} moved, {} undone", undo_effects.len());
    measure_effects("undone by key and taken back", engine, app, undo_effects);
    println!(
        "of {number}, until the next frame: selected in {selected:?}, planned in {planned:?}, asked for in {submitted:?}, undone in {undo_time:?}"
    );
}

/// Measures starts until the board is shown, with all writes pending.
fn measure_starts(sandbox: &Sandbox, dir: &Path) {
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..5 {
        let started_at = Instant::now();
        let running_engine = start_engine(sandbox, dir);
        let first = running_engine.wait_until(TIMEOUT, |s| !s.deals.is_empty());
        assert!(first.is_ok(), "there is no board");
        times.push(started_at.elapsed());
        running_engine.shut_down(Duration::from_secs(2), ShutdownMode::SendNothing);
    }
    times.sort();
    println!("started with them waiting: the board after {:?}, at most {:?}", times[2], times[4]);
}

fn start_engine(sandbox: &Sandbox, dir: &Path) -> Engine {
    let base_url = sandbox.base_url().parse().expect("failed to parse the sandbox's address");
    let secret = SecretSource::fixed(sandbox.secret().expose().to_owned());
    let mut settings = Settings::new(ClientConfig::new(base_url, sandbox.key_id(), secret), dir.to_owned());
    settings.sync_interval = Duration::from_hours(1);
    settings.count_interval = settings.sync_interval;
    Engine::start(settings, Arc::new(|| {})).expect("failed to start the engine")
}

/// Builds a move of each deal to one status, or back.
fn move_effects(deals: &[(DealId, String)], forward: bool, undo_delay: Duration) -> Vec<Effect> {
    let field = |value: &str| {
        let mut fields = Fields::new();
        fields.set_text("status", value);
        fields
    };
    let effects = deals.iter().zip(0_u32..).map(|((deal, status), number)| {
        let (from, to) = (field(status), field(TARGET_STATUS));
        let (base, fields) = if forward { (from, to) } else { (to, from) };
        Effect::Update {
            deal: deal.clone(),
            fields,
            base,
            label: format!("deal {number}"),
            undo_delay: undo_delay + PACE * number,
        }
    });
    effects.collect()
}

/// Submits effects, and requests the portfolio repeatedly until all effects are shown.
///
/// The longest portfolio request is the worst delay that any other request meets.
fn measure_effects(label: &str, engine: &Engine, app: &mut App, effects: Vec<Effect>) {
    let until = engine.snapshot().handled + effects.len() as u64;
    let (started_at, cpu_before) = (Instant::now(), cpu_time());
    engine.submit(effects);
    let (mut max_latency, mut max_shown, mut request_count) = (Duration::ZERO, Duration::ZERO, 0);
    while engine.snapshot().handled < until + request_count {
        max_latency = max_latency.max(portfolio_latency(engine));
        request_count += 1;
        let snapshot = engine.snapshot();
        let shown_at = Instant::now();
        app.on_snapshot(snapshot);
        max_shown = max_shown.max(shown_at.elapsed());
    }
    println!(
        "{label}: {:?}, processor {:?}; longest delay of another request {max_latency:?}, snapshot applied in {max_shown:?}; {} pending, resident {}",
        started_at.elapsed(),
        cpu_time().saturating_sub(cpu_before),
        engine.snapshot().writes.len(),
        resident()
    );
}

/// Measures ten seconds while the writes are being sent.
fn measure_sending(engine: &Engine, app: &mut App) {
    let (started_at, cpu_before, before) = (Instant::now(), cpu_time(), engine.snapshot().writes.len());
    let (mut max_latency, mut max_shown) = (Duration::ZERO, Duration::ZERO);
    while started_at.elapsed() < Duration::from_secs(10) {
        max_latency = max_latency.max(portfolio_latency(engine));
        let snapshot = engine.snapshot();
        let shown_at = Instant::now();
        app.on_snapshot(snapshot);
        max_shown = max_shown.max(shown_at.elapsed());
        std::thread::sleep(Duration::from_millis(50));
    }
    println!(
        "ten seconds while it leaves: {} left, processor {:?}, deaf at most {max_latency:?}, absorbed in {max_shown:?}, resident {}",
        before - engine.snapshot().writes.len(),
        cpu_time().saturating_sub(cpu_before),
        resident()
    );
}

/// Requests the portfolio and returns the time until the response.
fn portfolio_latency(engine: &Engine) -> Duration {
    let (started_at, before) = (Instant::now(), engine.snapshot().portfolio.fetched_at);
    engine.submit(vec![Effect::LoadPortfolio]);
    let result = engine.wait_until(TIMEOUT, |s| s.portfolio.fetched_at != before);
    assert!(result.is_ok(), "the engine is dead");
    started_at.elapsed()
}

/// Returns the processor time of this process, which includes the service.
fn cpu_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    // `utime` and `stime`, fields 14 and 15, in hundredths of a second (proc(5)).
    let ticks = |at: usize| after_name.get(at).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    Duration::from_millis(10 * (ticks(11) + ticks(12)))
}

/// Returns the resident memory after the engine has freed memory, two seconds later.
fn resident_after_idle() -> String {
    std::thread::sleep(Duration::from_secs(4));
    resident()
}

fn resident() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS"));
    line.unwrap_or("unknown").trim_start_matches("VmRSS:").trim().to_owned()
}

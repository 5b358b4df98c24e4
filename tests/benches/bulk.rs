//! What a change of very many deals costs: until it is on the disk and shown, what else waits meanwhile, what the
//! application and the memory bear, how fast it is taken back, and how long leaving takes in the middle of it.
//! `cargo bench -p encours-tests --bench bulk [-- WRITES]`

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
use encours_core::engine::{Effect, Engine, Leave, Settings, Snapshot};
use encours_core::store::Store;
use encours_core::text::Lang;
use encours_sandbox::{Config, Profile, Sandbox};
use jiff::Timestamp;
use jiff::tz::TimeZone;

const DEALS: u32 = 100_000;
const BOUND: Duration = Duration::from_mins(5);
/// Where the deals are moved: a status that the service knows, so that what leaves is gone.
const THERE: &str = "closing";
/// As far apart as the application asks for.
const PACE: Duration = Duration::from_millis(100);

fn main() {
    let number = std::env::args().find_map(|text| text.parse().ok());
    let number: usize = number.unwrap_or(75_000);
    let sandbox = Sandbox::start(Config {
        deals: DEALS,
        profile: Profile::Extended,
        ..Config::default()
    })
    .expect("the sandbox starts");
    let dir = tempfile::tempdir().expect("a directory of one's own");
    let live = engine(&sandbox, dir.path());
    let read = |s: &Snapshot| s.coverage.complete_at.is_some() && !s.coverage.reading;
    let snapshot = live.wait_until(BOUND, read).expect("everything is read");
    let deals: Vec<(DealId, String)> = snapshot
        .deals
        .by_age()
        .filter(|row| row.status != THERE)
        .take(number)
        .map(|row| (DealId::new(row.id).expect("its id is one"), row.status.to_owned()))
        .collect();
    let options = Options::new(
        Lang::En,
        Keymap::defaults(FrontEnd::Terminal).expect("the keys are sound"),
        TimeZone::UTC,
    );
    let mut app = App::new(options, Timestamp::now());
    app.absorb(snapshot);
    println!("{} deals, {} writes; resident {}", DEALS, deals.len(), resident());
    by_key(&live, &mut app);

    let long = Duration::from_secs(20);
    told("kept and shown", &live, &mut app, moves(&deals, true, long));
    println!("resident when the room of that work is given back: {}", settled());
    told(
        "taken back",
        &live,
        &mut app,
        moves(&deals, false, Duration::ZERO),
    );
    told(
        "kept once more",
        &live,
        &mut app,
        moves(&deals, true, Duration::ZERO),
    );
    running(&live, &mut app);
    told(
        "taken back while it leaves",
        &live,
        &mut app,
        moves(&deals, false, Duration::from_hours(1)),
    );

    live.submit(moves(&deals, true, long));
    let began = Instant::now();
    let left = live.end(Duration::from_secs(2), Leave::Keep);
    println!("left in the middle of it after {:?}: {left:?}", began.elapsed());
    let store = Store::open(dir.path(), Timestamp::now()).expect("the store opens");
    println!(
        "kept: {}",
        store.outbox().rows().expect("the outbox is read").len()
    );
    drop(store);
    drop(app);
    starts(&sandbox, dir.path());
}

/// All that there is, moved and taken back as a person does it: what the application itself needs for each key.
fn by_key(live: &Engine, app: &mut App) {
    let press = |app: &mut App, action: Action| {
        let began = Instant::now();
        let effects = app.apply(action, Timestamp::now());
        (effects, began.elapsed())
    };
    let (_, selected) = press(app, Action::Run(ActionId::SelectAll));
    let (status, owner) = (THERE.to_owned(), None);
    let (_, planned) = press(app, Action::MoveSelected { status, owner });
    let (moved, asked) = press(app, Action::Run(ActionId::Open));
    let number = moved.len();
    told("moved by key, kept and shown", live, app, moved);
    let (back, undone) = press(app, Action::Run(ActionId::Undo));
    assert!(
        number > 1 && back.len() == number,
        "{number} moved, {} taken back",
        back.len()
    );
    told("undone by key and taken back", live, app, back);
    println!(
        "of {number}, until the next frame: selected in {selected:?}, planned in {planned:?}, asked for in {asked:?}, undone in {undone:?}"
    );
}

/// How long a start takes until the board is there, with all of them waiting.
fn starts(sandbox: &Sandbox, dir: &Path) {
    let mut took: Vec<Duration> = Vec::new();
    for _ in 0..5 {
        let began = Instant::now();
        let live = engine(sandbox, dir);
        let first = live.wait_until(BOUND, |s| !s.deals.is_empty());
        assert!(first.is_ok(), "there is no board");
        took.push(began.elapsed());
        live.end(Duration::from_secs(2), Leave::Keep);
    }
    took.sort();
    println!(
        "started with them waiting: the board after {:?}, at most {:?}",
        took[2], took[4]
    );
}

fn engine(sandbox: &Sandbox, dir: &Path) -> Engine {
    let base_url = sandbox.base_url().parse().expect("the sandbox gives its address");
    let secret = SecretSource::fixed(sandbox.secret().expose().to_owned());
    let mut settings = Settings::new(
        ClientConfig::new(base_url, sandbox.key_id(), secret),
        dir.to_owned(),
    );
    settings.refresh = Duration::from_hours(1);
    settings.tick = settings.refresh;
    Engine::start(settings, Arc::new(|| {})).expect("the engine starts")
}

/// A move of each deal to one status, or the way back.
fn moves(deals: &[(DealId, String)], there: bool, hold: Duration) -> Vec<Effect> {
    let field = |value: &str| {
        let mut fields = Fields::new();
        fields.set_text("status", value);
        fields
    };
    let each = deals.iter().zip(0_u32..).map(|((deal, status), number)| {
        let (from, to) = (field(status), field(THERE));
        let (base, fields) = if there { (from, to) } else { (to, from) };
        Effect::Update {
            deal: deal.clone(),
            fields,
            base,
            label: format!("deal {number}"),
            hold: hold + PACE * number,
        }
    });
    each.collect()
}

/// Hands effects in, and asks for the portfolio again and again until all of them are shown: nobody waits longer for
/// anything than for that.
fn told(what: &str, engine: &Engine, app: &mut App, effects: Vec<Effect>) {
    let until = engine.snapshot().handled + effects.len() as u64;
    let (began, worked) = (Instant::now(), processor());
    engine.submit(effects);
    let (mut deaf, mut shown, mut asked) = (Duration::ZERO, Duration::ZERO, 0);
    while engine.snapshot().handled < until + asked {
        deaf = deaf.max(ask(engine));
        asked += 1;
        let newest = engine.snapshot();
        let taken = Instant::now();
        app.absorb(newest);
        shown = shown.max(taken.elapsed());
    }
    println!(
        "{what}: {:?}, processor {:?}; deaf at most {deaf:?}, absorbed in {shown:?}; {} wait, resident {}",
        began.elapsed(),
        processor().saturating_sub(worked),
        engine.snapshot().writes.len(),
        resident()
    );
}

/// While the writes leave, one after the other.
fn running(engine: &Engine, app: &mut App) {
    let (began, worked, before) = (Instant::now(), processor(), engine.snapshot().writes.len());
    let (mut deaf, mut shown) = (Duration::ZERO, Duration::ZERO);
    while began.elapsed() < Duration::from_secs(10) {
        deaf = deaf.max(ask(engine));
        let newest = engine.snapshot();
        let taken = Instant::now();
        app.absorb(newest);
        shown = shown.max(taken.elapsed());
        std::thread::sleep(Duration::from_millis(50));
    }
    println!(
        "ten seconds while it leaves: {} left, processor {:?}, deaf at most {deaf:?}, absorbed in {shown:?}, resident {}",
        before - engine.snapshot().writes.len(),
        processor().saturating_sub(worked),
        resident()
    );
}

/// Asks for the portfolio, and waits for the answer.
fn ask(engine: &Engine) -> Duration {
    let (began, before) = (Instant::now(), engine.snapshot().portfolio.read_at);
    engine.submit(vec![Effect::LoadPortfolio]);
    let answered = engine.wait_until(BOUND, |s| s.portfolio.read_at != before);
    assert!(answered.is_ok(), "the engine is dead");
    began.elapsed()
}

/// What this process, the service in it, works and has worked.
fn processor() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name: Vec<&str> = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    // `utime` and `stime`, fields 14 and 15 of all, in hundredths of a second (proc(5)).
    let ticks = |at: usize| {
        after_name
            .get(at)
            .and_then(|text| text.parse::<u64>().ok())
            .unwrap_or(0)
    };
    Duration::from_millis(10 * (ticks(11) + ticks(12)))
}

/// What is resident once the engine has given back what its work took, which it does two seconds later.
fn settled() -> String {
    std::thread::sleep(Duration::from_secs(4));
    resident()
}

fn resident() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS"));
    line.unwrap_or("unknown")
        .trim_start_matches("VmRSS:")
        .trim()
        .to_owned()
}

//! What a key costs with 100,000 deals, from the event to the bytes for a terminal of 160 × 36: of that, what the
//! application does, and what drawing and writing take. In processor time of the drawing thread, so that what else the
//! machine does is not counted. `cargo bench -p encours-tui --bench keys` (`-- 20000` for another number)

use std::sync::Arc;
use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use encours_core::app::{App, FrontEnd, Keymap, Options};
use encours_core::contract::kpi::{KpiKey, Unit};
use encours_core::engine::{Bound, ColumnsBuilder, Connection, Coverage, RowData, Snapshot, StageSince};
use encours_core::view::text::Lang;
use encours_tui::terminal::Front;
use encours_tui::theme::{ColorChoice, Look};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use rust_decimal::Decimal;

type Fault = Box<dyn std::error::Error>;

const SIZE: (u16, u16) = (160, 36);
/// On how many tables each list of keys is typed, and how often on each.
const TABLES: usize = 5;
const TURNS: usize = 8;

/// What is measured: its name, the keys that lead there from the board, and those that are measured one by one.
const KEYS: [(&str, &str, &str); 6] = [
    ("a cursor key on the board", "", "jjjjjjjjkkkkkkkk"),
    ("a letter of the filter on the board", "/", "toulouse"),
    ("a letter of the filter in the table", "v/", "toulouse"),
    ("another order of the board", "", "ssssss"),
    ("another order of the table", "v", "slslslslslsl"),
    ("the other end of the table", "v", "GgGg"),
];

fn now() -> Timestamp {
    Timestamp::from_second(1_800_000_000).unwrap_or_default()
}

fn row(n: u32) -> RowData {
    let statuses = [
        "sourcing",
        "screening",
        "due_diligence",
        "ic",
        "term_sheet",
        "closing",
        "lost",
    ];
    let kinds = [
        "Résidence",
        "Le Parc",
        "Îlot",
        "Tour",
        "Halle",
        "Ateliers",
        "Campus",
        "Villa",
        "Clos",
        "Domaine",
        "Square",
    ];
    let whom = [
        "Cassiopée",
        "Sainte-Croix",
        "Méridienne",
        "Vauban",
        "Gambetta",
        "Ostara",
        "Héméra",
        "des Tanneurs",
        "Galilée",
        "Thiers",
        "des Ormes",
        "Junon",
        "de l’Arsenal",
    ];
    let places = [
        "Lyon",
        "Nantes",
        "Metz",
        "Toulouse",
        "Écully",
        "Rouen",
        "Paris 9e",
        "Bordeaux",
        "Lille",
        "Dijon",
        "Tours",
        "Le Havre",
        "Cannes",
        "Aix",
        "Brest",
        "Nîmes",
        "Montpellier",
    ];
    let pick = |texts: &[&str], by: u32| {
        texts[(n.wrapping_mul(2_654_435_761) >> by) as usize % texts.len()].to_owned()
    };
    let numbers = KpiKey::numeric().map(|key| match key.unit() {
        Unit::Money => (
            key,
            Decimal::new(
                i64::from(n.wrapping_mul(48_271) % 900_000) * 1_007 + 100_000_000,
                2,
            ),
        ),
        _ => (key, Decimal::new(i64::from(n.wrapping_mul(48_271) % 10_000), 4)),
    });
    RowData {
        id: format!("{n:08x}-0000-4000-8000-{n:012x}"),
        name: format!(
            "{} {} {}, {}",
            pick(&kinds, 4),
            pick(&whom, 9),
            n % 97,
            pick(&places, 15)
        ),
        status: statuses[n as usize % statuses.len()].to_owned(),
        class: ["bureaux", "commerces", "residentiel"][n as usize % 3].to_owned(),
        owner: format!("Responsable {}", n % 40),
        since: Some(StageSince {
            at: now().as_second() - i64::from(n % 90) * 86_400,
            bound: Bound::AtLeast,
        }),
        numbers: if n % 5 < 3 { numbers.collect() } else { Vec::new() },
    }
}

fn snapshot(deals: u32) -> Arc<Snapshot> {
    let mut builder = ColumnsBuilder::default();
    for n in 0..deals {
        builder.push(&row(n));
    }
    Arc::new(Snapshot {
        revision: 1,
        deals: Arc::new(builder.finish()),
        coverage: Coverage {
            read: u64::from(deals),
            total: Some(u64::from(deals)),
            complete_at: Some(now()),
            reading: false,
            unknown_status: 0,
            miscounted: false,
        },
        connection: Connection::Online,
        ..Snapshot::default()
    })
}

/// A terminal of sixteen colours that shows `snapshot`.
fn open(snapshot: &Arc<Snapshot>) -> Result<Front, Fault> {
    let options = Options::new(Lang::En, Keymap::defaults(FrontEnd::Terminal)?, TimeZone::UTC);
    let mut app = App::new(options, now());
    app.absorb(snapshot.clone());
    let set = [("TERM", "xterm-256color"), ("LANG", "C.UTF-8")];
    let var = |name: &str| {
        let found = set.iter().find(|(one, _)| *one == name);
        found.map(|(_, value)| (*value).to_owned())
    };
    Ok(Front::new(app, Look::detect(ColorChoice::Always, var), SIZE))
}

/// What a key took.
#[derive(Clone, Copy, Debug, Default)]
struct Took {
    all: Duration,
    /// Drawing and writing alone.
    frame: Duration,
    bytes: usize,
}

fn press(front: &mut Front, key: char) -> Result<Took, Fault> {
    let begun = spent();
    front.event(
        Event::Key(KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE)),
        now(),
    );
    front.settle(now());
    let applied = spent();
    let bytes = front.frame()?.len();
    let drawn = spent();
    Ok(Took {
        all: drawn.saturating_sub(begun),
        frame: drawn.saturating_sub(applied),
        bytes,
    })
}

/// The time that the processor has given to this thread: whatever else the machine does is not counted.
#[cfg(unix)]
fn spent() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(
        now.tv_sec.unsigned_abs(),
        u32::try_from(now.tv_nsec).unwrap_or_default(),
    )
}

#[cfg(not(unix))]
fn spent() -> Duration {
    static BEGAN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGAN.get_or_init(std::time::Instant::now).elapsed()
}

/// The one that this share of all of them does not exceed.
fn nth(tooks: &[Took], share: usize, of: impl Fn(&Took) -> Duration) -> Duration {
    let mut times: Vec<Duration> = tooks.iter().map(of).collect();
    times.sort_unstable();
    times.get(times.len() * share / 100).copied().unwrap_or_default()
}

/// The keys of one row of [`KEYS`], each typed as often as that says something: on tables of which nothing has been asked
/// yet but what the engine asks of each beside its loop, and on those again. The first and the others.
fn typed(deals: u32, lead: &str, keys: &str) -> Result<[Vec<Took>; 2], Fault> {
    let mut tooks = [Vec::new(), Vec::new()];
    for _ in 0..TABLES {
        let snapshot = snapshot(deals);
        snapshot.deals.put_in_order();
        for turn in 0..TURNS {
            let mut front = open(&snapshot)?;
            front.frame()?;
            for key in lead.chars() {
                press(&mut front, key)?;
            }
            for key in keys.chars() {
                tooks[usize::from(turn > 0)].push(press(&mut front, key)?);
            }
        }
    }
    Ok(tooks)
}

fn main() -> Result<(), Fault> {
    use std::io::Write as _;
    let deals = std::env::args()
        .skip(1)
        .find_map(|text| text.parse().ok())
        .unwrap_or(100_000);
    let mut out = std::io::stdout().lock();
    for (name, lead, keys) in KEYS {
        let [first, tooks] = typed(deals, lead, keys)?;
        writeln!(
            out,
            "{name}: median {:?} (frame {:?}), p99 {:?}; slowest on a new table {:?}; {} bytes at most",
            nth(&tooks, 50, |took| took.all),
            nth(&tooks, 50, |took| took.frame),
            nth(&tooks, 99, |took| took.all),
            first.iter().map(|took| took.all).max().unwrap_or_default(),
            tooks.iter().map(|took| took.bytes).max().unwrap_or_default(),
        )?;
    }
    Ok(())
}

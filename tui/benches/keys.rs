//! Cost of a key press with 100,000 deals, on a terminal of 160 × 36.
//!
//! Measured from the event to the bytes for the terminal, split into the application's share and drawing plus
//! writing. Times are processor time of the drawing thread, so other work on the machine does not count.
//!
//! `cargo bench -p encours-tui --bench keys` (`-- 20000` for another number of deals)

use std::sync::Arc;
use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::shell::app::App;
use encours_core::model::snapshot::Snapshot;
use encours_core::model::table::RowData;
use encours_core::text::Lang;
use encours_tests::cpu_time::cpu_time;
use encours_tests::sample::{self, now};
use encours_tui::terminal::Frontend;
use encours_tui::theme::{ColorMode, TerminalCaps};
use jiff::tz::TimeZone;

type Fault = Box<dyn std::error::Error>;

const SIZE: (u16, u16) = (160, 36);
/// Number of tables per list of keys, and number of runs on each table.
const TABLES: usize = 5;
const TURNS: usize = 8;

/// Name, keys that lead there from the board, and measured keys of each measurement.
const KEYS: [(&str, &str, &str); 6] = [
    ("a cursor key on the board", "", "jjjjjjjjkkkkkkkk"),
    ("a letter of the filter on the board", "/", "toulouse"),
    ("a letter of the filter in the table", "v/", "toulouse"),
    ("another order of the board", "", "ssssss"),
    ("another order of the table", "v", "slslslslslsl"),
    ("the other end of the table", "v", "GgGg"),
];

/// A deal with a realistic name, so that filters match as they would in production.
fn deal(n: u32) -> RowData {
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
    let name = format!("{} {} {}, {}", pick(&kinds, 4), pick(&whom, 9), n % 97, pick(&places, 15));
    sample::deal(n, name, n.wrapping_mul(48_271))
}

/// Opens a 16-colour terminal that shows `snapshot`.
fn open(snapshot: &Arc<Snapshot>) -> Result<Frontend, Fault> {
    let options = Options::new(Lang::En, Keymap::defaults(FrontEnd::Terminal)?, TimeZone::UTC);
    let mut app = App::new(options, now());
    app.on_snapshot(snapshot.clone());
    let set = [("TERM", "xterm-256color"), ("LANG", "C.UTF-8")];
    let var = |name: &str| {
        let found = set.iter().find(|(one, _)| *one == name);
        found.map(|(_, value)| (*value).to_owned())
    };
    Ok(Frontend::new(app, TerminalCaps::detect(ColorMode::Always, var), SIZE))
}

/// Cost of one key press.
#[derive(Clone, Copy, Debug, Default)]
struct KeyCost {
    all: Duration,
    /// Time for drawing and writing alone.
    frame: Duration,
    bytes: usize,
}

fn press(frontend: &mut Frontend, key: char) -> Result<KeyCost, Fault> {
    let begun = cpu_time();
    frontend.event(Event::Key(KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE)), now());
    frontend.commit_text(now());
    let applied = cpu_time();
    let bytes = frontend.frame()?.len();
    let drawn = cpu_time();
    Ok(KeyCost { all: drawn.saturating_sub(begun), frame: drawn.saturating_sub(applied), bytes })
}

/// Returns the percentile `share` of the times.
fn nth(tooks: &[KeyCost], share: usize, of: impl Fn(&KeyCost) -> Duration) -> Duration {
    let mut times: Vec<Duration> = tooks.iter().map(of).collect();
    times.sort_unstable();
    times.get(times.len() * share / 100).copied().unwrap_or_default()
}

/// Measures the keys of one row of [`KEYS`].
///
/// The first list has the runs on new tables, where only the order is computed in advance; the second has the
/// repeats.
fn typed_text(deals: u32, lead: &str, keys: &str) -> Result<[Vec<KeyCost>; 2], Fault> {
    let mut tooks = [Vec::new(), Vec::new()];
    for _ in 0..TABLES {
        let snapshot = sample::snapshot(1, sample::table(deals, deal));
        snapshot.deals.compute_ranks();
        for turn in 0..TURNS {
            let mut frontend = open(&snapshot)?;
            frontend.frame()?;
            for key in lead.chars() {
                press(&mut frontend, key)?;
            }
            for key in keys.chars() {
                tooks[usize::from(turn > 0)].push(press(&mut frontend, key)?);
            }
        }
    }
    Ok(tooks)
}

fn main() -> Result<(), Fault> {
    use std::io::Write as _;
    let deals = std::env::args().skip(1).find_map(|text| text.parse().ok()).unwrap_or(100_000);
    let mut out = std::io::stdout().lock();
    for (name, lead, keys) in KEYS {
        let [first, tooks] = typed_text(deals, lead, keys)?;
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

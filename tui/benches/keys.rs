//! What a key costs with 100,000 deals, from the event to the bytes for a terminal of 160 × 36: of that, what the
//! application does, and what drawing and writing take. In processor time of the drawing thread, so that what else the
//! machine does is not counted. `cargo bench -p encours-tui --bench keys` (`-- 20000` for another number)

use std::sync::Arc;
use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::shell::app::App;
use encours_core::engine::{RowData, Snapshot};
use encours_core::text::Lang;
use encours_tests::sample::{self, now};
use encours_tests::spent::spent;
use encours_tui::terminal::Front;
use encours_tui::theme::{ColorChoice, Look};
use jiff::tz::TimeZone;

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

/// A deal named like those of a house, so that a filter meets what it would there.
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
    let name = format!(
        "{} {} {}, {}",
        pick(&kinds, 4),
        pick(&whom, 9),
        n % 97,
        pick(&places, 15)
    );
    sample::deal(n, name, n.wrapping_mul(48_271))
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
        let snapshot = sample::snapshot(1, sample::table(deals, deal));
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

//! Shared helpers of the full-screen tests: sample data, and a screen without a terminal.

#![allow(dead_code, reason = "each test binary uses its own part of it")]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::shell::app::App;
use encours_core::contract::ids::{DealId, NotificationId};
use encours_core::contract::models::kpi::KpiKey;
use encours_core::contract::record::Record;
use encours_core::model::fetched::Fetched;
use encours_core::model::resources::list_source::ListMode;
use encours_core::model::snapshot::{
    ConnectionState, Coverage, DealDetail, Inbox, NotificationRow, RequestLine, Snapshot,
};
use encours_core::model::table::{ColumnStoreBuilder, DealTable, RowData, StatusSince, TimePrecision};
use encours_core::text::Lang;
use encours_tui::terminal::Frontend;
use encours_tui::theme::{ColorMode, TerminalCaps};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use ratatui::buffer::Buffer;

#[path = "../../../gui/tests/support/sample/flow.rs"]
mod flow;
pub mod service;

/// Returns the fixed time of the sample data.
pub fn now() -> Timestamp {
    "2026-11-20T08:41:09Z".parse().unwrap()
}

/// Returns the time zone of the sample data.
pub fn zone() -> TimeZone {
    TimeZone::fixed(jiff::tz::offset(1))
}

/// Returns a UTF-8 terminal without colours.
pub fn plain() -> TerminalCaps {
    TerminalCaps::detect(ColorMode::Never, |_| None)
}

/// Returns an application in `lang` with `snapshot`.
pub fn app(lang: Lang, snapshot: Snapshot) -> App {
    let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
    let mut app = App::new(Options::new(lang, keymap, zone()), now());
    app.on_snapshot(Arc::new(snapshot));
    app
}

/// Returns a full screen in `lang` that shows `snapshot`.
pub fn frontend(lang: Lang, snapshot: Snapshot, size: (u16, u16)) -> Frontend {
    Frontend::new(app(lang, snapshot), plain(), size)
}

/// Types keys: characters as they are, and names such as `<enter>`, `<esc>`, `<tab>`, `<ctrl-p>`.
pub fn press(app_frontend: &mut Frontend, keys: &str) {
    let mut remaining = keys;
    while let Some(first) = remaining.chars().next() {
        let (event, after) = if let Some((name, after)) =
            remaining.strip_prefix('<').and_then(|named| named.split_once('>'))
        {
            (key_named(name), after)
        } else {
            let event = KeyEvent::new(KeyCode::Char(first), KeyModifiers::NONE);
            (event, remaining.strip_prefix(first).unwrap_or_default())
        };
        app_frontend.event(Event::Key(event), now());
        remaining = after;
    }
    app_frontend.commit_text(now());
}

fn key_named(name: &str) -> KeyEvent {
    let code = match name {
        "enter" => KeyCode::Enter,
        "esc" => KeyCode::Esc,
        "tab" => KeyCode::Tab,
        "up" => KeyCode::Up,
        "down" => KeyCode::Down,
        "left" => KeyCode::Left,
        "right" => KeyCode::Right,
        "pagedown" => KeyCode::PageDown,
        "backspace" => KeyCode::Backspace,
        other => {
            let letter = other.strip_prefix("ctrl-").and_then(|letter| letter.chars().next());
            return KeyEvent::new(KeyCode::Char(letter.expect("a key that is known")), KeyModifiers::CONTROL);
        }
    };
    KeyEvent::new(code, KeyModifiers::NONE)
}

/// Returns the rows of a frame, without trailing blanks.
pub fn rows(buffer: &Buffer) -> Vec<String> {
    let area = buffer.area;
    (area.top()..area.bottom())
        .map(|y| {
            let mut row = String::new();
            let mut covered = 0;
            for x in area.left()..area.right() {
                let symbol = buffer[(x, y)].symbol();
                if covered > 0 {
                    covered -= 1;
                    continue;
                }
                covered = encours_core::text::width(symbol).saturating_sub(1);
                row.push_str(symbol);
            }
            row.trim_end().to_owned()
        })
        .collect()
}

/// Returns the frame as one text.
pub fn picture(app_frontend: &mut Frontend) -> String {
    rows(&app_frontend.draw().0).join("\n")
}

fn record<T>(
    json: &str,
    read: impl FnOnce(Record) -> Result<T, encours_core::contract::json::schema_error::ShapeError>,
) -> T {
    read(Record::parse(json.as_bytes()).unwrap()).unwrap()
}

fn fetched<T>(value: T) -> Fetched<T> {
    let mut remote = Fetched::default();
    remote.receive(value, "2026-11-20T08:40:57Z".parse().unwrap());
    remote
}

const STATUSES: [(&str, usize); 9] = [
    ("sourcing", 60),
    ("screening", 36),
    ("due_diligence", 24),
    ("ic", 14),
    ("term_sheet", 12),
    ("structuring", 10),
    ("closing", 12),
    ("on_hold", 24),
    ("lost", 48),
];

const NAMES: [&str; 8] = [
    "Terrain des Ormes, Nantes",
    "Le Parc, Lyon",
    "Clinique des Alpilles, Salon-de-Provence",
    "Îlot Sainte-Croix, Metz",
    "Tour Méridienne, Courbevoie",
    "Les Terrasses d’Arvor, Vannes",
    "Data Halle, Massy",
    "Clos des Tanneurs, Strasbourg",
];
const CLASSES: [&str; 5] = ["bureaux", "foncier", "hotels_tourisme", "logistique_activite", ""];
const OWNERS: [&str; 4] = ["L. Nguyen", "A. Martin", "C. Delaunay", ""];
const LTV: [&str; 5] = ["0.764", "0.525", "0.660", "0.7504", ""];

fn days_ago(days: i64) -> i64 {
    now().as_second() - days * 86_400
}

/// Returns a snapshot with 240 deals, as in the design.
pub fn snapshot() -> Snapshot {
    let mut builder = ColumnStoreBuilder::default();
    let mut number = 0_usize;
    for (status, count) in STATUSES {
        for env in 0..count {
            let since = days_ago(17 - (env * 17 / count).try_into().unwrap_or(0_i64));
            let ltv = LTV[(number * 3) % LTV.len()].parse().ok();
            builder.push(&RowData {
                id: format!("6f1c08d2-4b7e-4a55-9d10-{number:012}"),
                name: NAMES[number % NAMES.len()].to_owned(),
                status: status.to_owned(),
                class: CLASSES[number % CLASSES.len()].to_owned(),
                owner: OWNERS[number % OWNERS.len()].to_owned(),
                since: Some(StatusSince {
                    at: since,
                    precision: if env % 3 == 0 { TimePrecision::AtLeast } else { TimePrecision::Exact },
                }),
                numbers: ltv.map(|value| (KpiKey::Ltv, value)).into_iter().collect(),
            });
            number += 1;
        }
    }
    let deals: DealTable = builder.finish();
    Snapshot {
        revision: 1,
        flow: Some(Arc::new(flow::figures(&deals, now()))),
        deals: Arc::new(deals),
        status_totals: Arc::new(STATUSES.iter().map(|(code, n)| ((*code).to_owned(), *n as u64)).collect()),
        coverage: Coverage {
            fetched: 240,
            total: Some(240),
            complete_at: Some("2026-11-20T08:40:57Z".parse().unwrap()),
            syncing: false,
            in_unknown_status: 0,
            count_mismatch: false,
        },
        connection: ConnectionState::Online,
        portfolio: fetched(record(
            PORTFOLIO,
            encours_core::contract::models::portfolio::PortfolioSummary::from_record,
        )),
        entity: fetched(record(ENTITY, encours_core::contract::models::entity::Entity::from_record)),
        inbox: Arc::new(inbox()),
        details: Arc::new(details()),
        requests: Arc::new(requests()),
        base_url: "https://api.example.com/v1".into(),
        ..Snapshot::default()
    }
}

const PORTFOLIO: &str = r#"{
    "total_operations": 128, "total_nominal": "486215400.00", "total_fonds": 6, "total_spvs": 41,
    "total_operateurs": 57,
    "operations_by_status": {"in_progress": 61, "repaid": 17, "review": 14, "late": 36},
    "operations_by_classe_actif": {"residentiel": 31, "bureaux": 24, "mixte": 16, "commerces": 55},
    "operations_by_type_investissement": {"dette_senior": 38, "mezzanine": 18, "relais": 72}
}"#;

const ENTITY: &str = r#"{
    "id": "e-1", "name": "Corvane Crédit", "type": "societe_gestion", "siren": "732829320",
    "mode_reporting": "calendaire", "frequence_reporting": 3, "date_reference_reporting": "2025-12-31",
    "risk_threshold": 60, "zone_vacances": "C", "ai_enabled": true
}"#;

fn inbox() -> Inbox {
    let titles = [
        "LTV au-dessus du seuil (76,4 %) – Le Parc, Lyon",
        "Échéance dans 15 jours – Îlot Saint-Michel, Toulouse",
        "Pièce KYC expirée – SAS Horizon",
    ];
    let items = (0..12_i64)
        .map(|n| NotificationRow {
            id: NotificationId::new(format!("b41d7a90-{n:04}")).unwrap(),
            title: titles[n as usize % titles.len()].to_owned(),
            severity: String::new(),
            read: n % 4 == 3,
            pending: n == 5,
            rejected: false,
            created_at: (n % 2 == 0)
                .then(|| now().checked_sub(Duration::from_secs(n as u64 * 14_400)).unwrap()),
            first_seen: now().checked_sub(Duration::from_secs(n as u64 * 14_400)).unwrap(),
            local: None,
        })
        .collect();
    Inbox { items, mode: ListMode::Probed, fetched_at: Some(now()), error: None, loading: false }
}

fn details() -> BTreeMap<DealId, DealDetail> {
    let notes = [
        r#"{"id":"n1","content":"Bail principal renouvelé, 9 ans fermes ;\navenant à signer."}"#,
        r#"{"id":"n2","content":"Deuxième opération du sponsor, aucune prorogation."}"#,
    ];
    let notes =
        notes.map(|json| record(json, encours_core::contract::models::note::DealNote::from_record)).to_vec();
    let detail = DealDetail { deal: Fetched::default(), notes: fetched(notes), ..DealDetail::default() };
    let ids = (0..240).map(|n| DealId::new(format!("6f1c08d2-4b7e-4a55-9d10-{n:012}")).unwrap());
    ids.map(|id| (id, detail.clone())).collect()
}

fn requests() -> Vec<RequestLine> {
    let line = |method, path: &str, status, second: u64| RequestLine {
        at: now().checked_sub(Duration::from_secs(second)).unwrap(),
        method,
        path: path.to_owned(),
        status,
        fault: None,
        attempt: 1,
        request_id: "c1d94e2b-0000-4000-8000-000000000000".to_owned(),
        took: Duration::from_millis(40),
    };
    vec![
        line("PUT", "/deals/6f1c08d2-4b7e-4a55-9d10-000000000000", Some(403), 90),
        line("GET", "/deals/6f1c08d2-4b7e-4a55-9d10-000000000000/notes", Some(200), 60),
        line("GET", "/portfolio/summary", Some(200), 30),
        line("GET", "/entity", None, 5),
    ]
}

/// The keys that random tests press.
pub const PRESSED: &[&str] = &[
    "h",
    "j",
    "k",
    "l",
    "g",
    "G",
    " ",
    "V",
    "v",
    "s",
    "S",
    "C",
    "<",
    ">",
    "J",
    "K",
    "w",
    "W",
    "]",
    "[",
    "p",
    "*",
    "e",
    "E",
    "u",
    "d",
    "D",
    "m",
    "y",
    "Y",
    "c",
    "b",
    "L",
    "H",
    "z",
    "/",
    ":",
    "?",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "x",
    "X",
    "a",
    "o",
    "f",
    "t",
    "i",
    "n",
    "r",
    "<enter>",
    "<esc>",
    "<tab>",
    "<up>",
    "<down>",
    "<left>",
    "<right>",
    "<pagedown>",
    "<backspace>",
    "<ctrl-a>",
    "<ctrl-r>",
    "<ctrl-e>",
    "<ctrl-p>",
    "é",
];

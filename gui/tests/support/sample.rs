//! An application over invented data, without any service: for pictures of screens and states. What a journey does is
//! tested on the real engine and the real sandbox instead.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use encours_core::app::{App, ExportForm, FrontEnd, Keymap, Options, ThemeChoice};
use encours_core::contract::deal::Deal;
use encours_core::contract::entity::Entity;
use encours_core::contract::ids::{DealId, NotificationId};
use encours_core::contract::note::DealNote;
use encours_core::contract::patch::Fields;
use encours_core::contract::portfolio::PortfolioSummary;
use encours_core::contract::record::Record;
use encours_core::engine::{
    Bound, ColumnsBuilder, Connection, Coverage, DealDetail, DealTable, Effect, Inbox, ListMode,
    NotificationRow, Observed, PendingWrite, Point, Remote, RequestLine, RowData, Snapshot, StageSince,
    WriteId, WriteKind, WriteProblem, WriteState,
};
use encours_core::error::ErrorKind;
use encours_core::view::text::Lang;
use encours_gui::window::{Clock, Failure, Service, WindowState};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

/// The moment at which everything here happens: 20 November 2026, 09:41 in Paris.
pub fn now() -> Timestamp {
    "2026-11-20T08:41:00Z".parse().unwrap()
}

/// Always the same moment.
pub fn still() -> Clock {
    Box::new(now)
}

/// A service that holds one snapshot and takes note of nothing.
pub struct Still(pub Arc<Snapshot>);

impl Service for Still {
    fn submit(&mut self, _: Vec<Effect>) {}
    fn latest(&mut self) -> Option<Arc<Snapshot>> {
        Some(self.0.clone())
    }
    fn failure(&self) -> Option<&Failure> {
        None
    }
    fn begin_demo(&mut self) {}
    fn who(&self) -> &'static str {
        "A. Martin"
    }
    fn close(&mut self) {}
}

/// A service that could not be opened.
struct Unopened(Failure);

impl Service for Unopened {
    fn submit(&mut self, _: Vec<Effect>) {}
    fn latest(&mut self) -> Option<Arc<Snapshot>> {
        None
    }
    fn failure(&self) -> Option<&Failure> {
        Some(&self.0)
    }
    fn begin_demo(&mut self) {}
    fn who(&self) -> &'static str {
        ""
    }
    fn close(&mut self) {}
}

/// A window over a service that could not be opened.
pub fn unopened(failure: Failure, lang: Lang, theme: ThemeChoice) -> WindowState {
    let app = App::new(options(lang, theme), now());
    WindowState::new(app, Box::new(Unopened(failure)), still())
}

fn options(lang: Lang, theme: ThemeChoice) -> Options {
    let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
    let mut options = Options::new(lang, keymap, TimeZone::fixed(jiff::tz::offset(1)));
    options.theme = theme;
    options.demo = true;
    options.beside = true;
    options.exports = ExportForm::ALL.to_vec();
    "/home/a.martin/".clone_into(&mut options.export_to);
    options
}

/// A window over a snapshot.
pub fn window(snapshot: Snapshot, lang: Lang, theme: ThemeChoice) -> WindowState {
    let app = App::new(options(lang, theme), now());
    WindowState::new(app, Box::new(Still(Arc::new(snapshot))), still())
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

const NAMES: [&str; 16] = [
    "Maison Théodora, Nice",
    "Le Parc, Lyon",
    "Îlot Sainte-Croix, Metz",
    "Rue Vauquelin 12, Reims",
    "Parc Hélios, Toulouse",
    "Le Cours Mirande, Nîmes",
    "Résidence Ostara, Dijon",
    "Entrepôt Sud-Loire, Rezé",
    "Villa Sérène, Arcachon",
    "Tour Méridienne, Courbevoie",
    "Clinique des Alpilles, Salon",
    "Résidence Cassiopée, Montpellier",
    "Plateforme A13, Val-de-Reuil",
    "Galerie Sainte-Anne, Bordeaux",
    "Manufacture Thiers, Nancy",
    "Les Quais d’Or, Rouen",
];

const CLASSES: [&str; 11] = [
    "residences_gerees",
    "bureaux",
    "mixte",
    "residentiel",
    "commerces",
    "logistique_activite",
    "hotels_tourisme",
    "sante_education",
    "foncier",
    "alternatif",
    "gare_spatiale",
];

const OWNERS: [&str; 7] = [
    "\"L. Nguyen\"",
    "\"A. Martin\"",
    "\"C. Delaunay\"",
    "\"J. Roux\"",
    "\"S. Benali\"",
    "\"M. Ferrand\"",
    "null",
];

/// The id of the deal that pictures show: Le Parc, Lyon.
pub const LE_PARC: &str = "6f1c08d2-4b7e-4a55-9d10-2e77c1b9a0f4";

/// Two hundred and forty deals.
pub fn deals() -> DealTable {
    let mut builder = ColumnsBuilder::default();
    let mut n = 0_usize;
    for (status, count) in STATUSES {
        for row in 0..count {
            let at = (now()
                - SignedDuration::from_hours(24 * (17 - i64::try_from(row).unwrap_or(i64::MAX).min(16))))
            .as_second();
            let bound = if row < 3 { Bound::AtLeast } else { Bound::Exact };
            let deal = deal(status, n, status == "ic" && row == 1);
            builder.push(&RowData::from_deal(
                &deal,
                Some(StageSince { at, bound }),
                &TimeZone::UTC,
            ));
            n += 1;
        }
    }
    builder.finish()
}

fn deal(status: &str, n: usize, le_parc: bool) -> Deal {
    let kpi = match (le_parc, n % 4) {
        (true, _) => LE_PARC_KPI.to_owned(),
        (false, 3) => "null".to_owned(),
        (false, _) => format!(
            r#"{{"ltv": 0.{}, "ltc": 0.{}, "dscr": 1.{:02}, "icr": 1.{:02}, "crd_total": {}}}"#,
            480 + (n * 37) % 340,
            600 + (n * 53) % 300,
            (n * 31) % 70,
            (n * 41) % 100,
            4_100_000 + n * 83_000,
        ),
    };
    let id = if le_parc {
        LE_PARC.to_owned()
    } else {
        format!("00000000-0000-4000-8000-{n:012}")
    };
    let name = if le_parc {
        "Le Parc, Lyon"
    } else {
        NAMES[(n * 5) % NAMES.len()]
    };
    let class = if le_parc {
        "bureaux"
    } else {
        CLASSES[(n * 3) % CLASSES.len()]
    };
    let owner = if le_parc {
        "\"A. Martin\"".to_owned()
    } else {
        OWNERS[(n * 2) % OWNERS.len()].to_owned()
    };
    let json = format!(
        r#"{{"id": "{id}", "name": "{name}", "status": "{status}", "classe_actif": "{class}", "responsable": {owner}, "kpi_snapshot": {kpi}}}"#
    );
    Deal::from_record(record(&json)).unwrap()
}

const LE_PARC_KPI: &str = r#"{"ltv": 0.7640, "ltc": 0.742, "debt_yield": 0.0788, "dscr": 1.25, "icr": 1.66, "risk_score_simple": 62, "crd_total": "14100000.00"}"#;

fn record(json: &str) -> Record {
    Record::parse(json).unwrap()
}

/// Everything read a moment ago, one write waiting.
pub fn snapshot() -> Snapshot {
    let mut table = deals();
    let at = (now() - SignedDuration::from_hours(24 * 12)).as_second();
    let since = Some(StageSince {
        at,
        bound: Bound::AtLeast,
    });
    let data = RowData::from_deal(&deal("ic", 1, true), since, &TimeZone::UTC);
    let held = WriteState::Held {
        until: now() + SignedDuration::from_secs(6),
    };
    table.patch(data, Some(held.clone()));
    let read_at = now() - SignedDuration::from_secs(12);
    let status_totals = STATUSES
        .iter()
        .map(|(status, count)| ((*status).to_owned(), *count as u64))
        .collect();
    let mut entity = Remote::default();
    entity.receive(Entity::from_record(record(ENTITY)).unwrap(), read_at);
    let mut portfolio = Remote::default();
    portfolio.receive(PortfolioSummary::from_record(record(PORTFOLIO)).unwrap(), read_at);
    Snapshot {
        revision: 1,
        handled: 0,
        deals: Arc::new(table),
        status_totals: Arc::new(status_totals),
        coverage: Coverage {
            read: 240,
            total: Some(240),
            complete_at: Some(read_at),
            reading: false,
            unknown_status: 0,
        },
        writes: Arc::new(vec![owner_write(held)]),
        connection: Connection::Online,
        deals_error: None,
        entity,
        portfolio,
        inbox: Arc::new(inbox()),
        details: Arc::new(details(read_at)),
        requests: Arc::new(requests()),
        events: Arc::default(),
        observed: Arc::new(observed()),
        base_url: "http://127.0.0.1:4010/v1".into(),
        ..Snapshot::default()
    }
}

/// What this machine has seen of the totals since the third of November.
fn observed() -> Observed {
    let day = |day: i64| {
        "2026-11-03T08:00:00Z".parse::<Timestamp>().unwrap() + SignedDuration::from_hours(24 * day)
    };
    let series = |values: &[(i64, &str)]| {
        values
            .iter()
            .map(|(at, value)| Point {
                at: day(*at),
                value: (*value).to_owned(),
            })
            .collect::<Vec<_>>()
    };
    let all = [
        (
            "portfolio:total_operations",
            series(&[(0, "124"), (6, "125"), (9, "126"), (13, "127"), (16, "128")]),
        ),
        (
            "portfolio:total_nominal",
            series(&[(0, "473815400.00"), (9, "480215400.00"), (16, "486215400.00")]),
        ),
        ("portfolio:total_fonds", series(&[(0, "6")])),
        ("deals", series(&[(0, "228"), (5, "233"), (12, "240")])),
    ];
    Observed {
        begins: Some(day(0)),
        series: Arc::new(all.map(|(name, points)| (name.to_owned(), points)).into()),
        ..Observed::default()
    }
}

/// One deal alone.
pub fn one() -> RowData {
    RowData::from_deal(&deal("ic", 1, true), None, &TimeZone::UTC)
}

/// The change of an owner, in a state.
pub fn owner_write(state: WriteState) -> PendingWrite {
    let (mut fields, mut base) = (Fields::new(), Fields::new());
    fields.set_text("responsable", "A. Martin");
    base.set_text("responsable", "J. Roux");
    PendingWrite {
        id: WriteId(1),
        kind: WriteKind::Update,
        record: LE_PARC.to_owned(),
        label: "Le Parc, Lyon".to_owned(),
        fields,
        base,
        state,
        attempts: 0,
        created_at: now() - SignedDuration::from_secs(2),
        key: "5b0e7f3c-9a41-4c7d-b1d2-0d6f2f6f8a11".to_owned(),
    }
}

/// A refusal for want of a scope.
pub fn refusal() -> WriteProblem {
    WriteProblem {
        remains: false,
        kind: ErrorKind::Forbidden,
        status: Some(403),
        title: "Forbidden".to_owned(),
        detail: "Missing scope for this route".to_owned(),
        scope: Some("deals:write".to_owned()),
        request_id: Some("5b0e7f3c-9a41-4c7d-b1d2".to_owned()),
    }
}

const ENTITY: &str = r#"{"id": "e-1", "name": "Corvane Crédit", "type": "societe_gestion", "siren": "732829320", "mode_reporting": "calendaire", "frequence_reporting": 3, "date_reference_reporting": "2025-12-31", "risk_threshold": 60, "zone_vacances": "C", "ai_enabled": true}"#;

const PORTFOLIO: &str = r#"{"total_operations": 128, "total_nominal": 486215400.00, "total_fonds": 6, "total_spvs": 41, "total_operateurs": 57,
 "operations_by_status": {"en_cours": 61, "remboursee": 17, "instruction": 14, "prorogee": 12, "en_retard": 9, "cloture": 8, "precontentieux": 4, "contentieux": 3},
 "operations_by_classe_actif": {"residentiel": 31, "bureaux": 24, "mixte": 16, "commerces": 14, "logistique_activite": 13, "residences_gerees": 11, "hotels_tourisme": 8, "sante_education": 5, "foncier": 4},
 "operations_by_type_investissement": {"dette_senior": 38, "whole_loan": 24, "mezzanine": 18, "marchand_de_biens": 15, "bridge": 12, "obligations_convertibles": 9, "promotion": 8, "equity": 4}}"#;

const TITLES: [&str; 8] = [
    "LTV au-dessus du seuil (76,4 %) – Le Parc, Lyon",
    "Échéance dans 15 jours – Îlot Sainte-Croix, Metz",
    "DSCR sous le seuil (0,96x) – Tour Méridienne, Courbevoie",
    "Pièce KYC expirée – SAS Horizon",
    "Reporting dû – SPV Docks Nord",
    "Document manquant : assurance – Galerie Sainte-Anne, Bordeaux",
    "Échéance dans 30 jours – Tour Méridienne, Courbevoie",
    "Retard de paiement : 8 jours – Manufacture Thiers, Nancy",
];

/// Notifications of the last days.
pub fn inbox() -> Inbox {
    let items = (0..155)
        .map(|n: usize| {
            let at = now() - SignedDuration::from_mins(3 + i64::try_from(n).unwrap_or_default() * 97);
            NotificationRow {
                id: NotificationId::new(format!("b41d7a90-53c2-4e0f-8a6e-{n:012}")).unwrap(),
                title: TITLES[n % TITLES.len()].to_owned(),
                read: n % 4 == 3 || n > 48,
                pending: n == 3,
                created_at: (!n.is_multiple_of(5)).then_some(at),
                first_seen: at,
            }
        })
        .collect();
    Inbox {
        items,
        mode: ListMode::Probed,
        read_at: Some(now()),
        error: None,
        loading: false,
    }
}

fn details(read_at: Timestamp) -> BTreeMap<DealId, DealDetail> {
    let notes = [
        "Bail principal renouvelé, 9 ans fermes ; avenant à signer.",
        "Deuxième opération du sponsor, aucune prorogation.",
        "Expertise attendue en baisse : demander une contre-valeur avant le comité, et relire la clause de cession.",
    ];
    let notes = notes.iter().enumerate().map(|(n, text)| {
        DealNote::from_record(record(&format!(r#"{{"id": "n-{n}", "content": "{text}"}}"#))).unwrap()
    });
    let mut detail = DealDetail::default();
    detail.deal.receive(deal("ic", 1, true), read_at);
    detail.notes.receive(notes.collect(), read_at);
    BTreeMap::from([(DealId::new(LE_PARC).unwrap(), detail)])
}

fn requests() -> Vec<RequestLine> {
    let line = |seconds: i64, method, path: String, status| RequestLine {
        at: now() - SignedDuration::from_secs(seconds),
        method,
        path,
        status,
        request_id: format!("{:08x}-9a41", seconds * 7_919),
        took: Duration::from_millis(42),
    };
    vec![
        line(40, "GET", "/entity".into(), Some(200)),
        line(38, "GET", "/portfolio/summary".into(), Some(200)),
        line(30, "PUT", format!("/deals/{LE_PARC}"), Some(403)),
        line(12, "GET", "/deals?limit=500&offset=0".into(), Some(200)),
        line(11, "GET", format!("/deals/{LE_PARC}"), Some(200)),
        line(10, "GET", format!("/deals/{LE_PARC}/notes"), None),
    ]
}

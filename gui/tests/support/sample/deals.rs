//! Two hundred and forty invented deals.

use encours_core::contract::models::deal::Deal;
use encours_core::model::table::{ColumnStoreBuilder, DealTable, RowData, StatusSince, TimePrecision};
use jiff::SignedDuration;
use jiff::tz::TimeZone;

use super::{record, test_now};

/// The statuses, and how many deals each has.
pub const STATUSES: [(&str, usize); 9] = [
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

/// The id of the deal in the images: Le Parc, Lyon.
pub const LE_PARC: &str = "6f1c08d2-4b7e-4a55-9d10-2e77c1b9a0f4";

/// Returns two hundred and forty deals.
pub fn deals() -> DealTable {
    let mut builder = ColumnStoreBuilder::default();
    let mut n = 0_usize;
    for (status, count) in STATUSES {
        for row in 0..count {
            let at = (test_now()
                - SignedDuration::from_hours(24 * (17 - i64::try_from(row).unwrap_or(i64::MAX).min(16))))
            .as_second();
            let bound = if row < 3 { TimePrecision::AtLeast } else { TimePrecision::Exact };
            let deal = deal(status, n, status == "ic" && row == 1);
            builder.push(&RowData::from_deal(
                &deal,
                Some(StatusSince { at, precision: bound }),
                &TimeZone::UTC,
            ));
            n += 1;
        }
    }
    builder.finish()
}

/// Returns one of them.
pub fn deal(status: &str, n: usize, le_parc: bool) -> Deal {
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
    let id = if le_parc { LE_PARC.to_owned() } else { format!("00000000-0000-4000-8000-{n:012}") };
    let name = if le_parc { "Le Parc, Lyon" } else { NAMES[(n * 5) % NAMES.len()] };
    let class = if le_parc { "bureaux" } else { CLASSES[(n * 3) % CLASSES.len()] };
    let owner = if le_parc { "\"A. Martin\"".to_owned() } else { OWNERS[(n * 2) % OWNERS.len()].to_owned() };
    let json = format!(
        r#"{{"id": "{id}", "name": "{name}", "status": "{status}", "classe_actif": "{class}", "responsable": {owner}, "kpi_snapshot": {kpi}}}"#
    );
    Deal::from_record(record(&json)).unwrap()
}

const LE_PARC_KPI: &str = r#"{"ltv": 0.7640, "ltc": 0.742, "debt_yield": 0.0788, "dscr": 1.25, "icr": 1.66, "risk_score_simple": 62, "crd_total": "14100000.00"}"#;

/// Returns a single deal.
pub fn single_deal() -> RowData {
    RowData::from_deal(&deal("ic", 1, true), None, &TimeZone::UTC)
}

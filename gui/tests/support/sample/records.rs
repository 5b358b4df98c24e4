//! Invented records: entity, totals and their history, notifications, notes, requests.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::deals::{LE_PARC, deal};
use super::{record, test_now};
use encours_core::contract::ids::{DealId, NotificationId};
use encours_core::contract::json::dynamic_body::JsonBody;
use encours_core::contract::models::note::DealNote;
use encours_core::contract::paging::page::PageHeaders;
use encours_core::model::discovery::{DiscoveryState, ListStatus};
use encours_core::model::fetched::{Fetched, RouteRequest};
use encours_core::model::history::observed::ObservedHistory;
use encours_core::model::history::series::Point;
use encours_core::model::resources::list_source::ListMode;
use encours_core::model::resources::resource_kind::ResourceKind;
use encours_core::model::resources::resource_list::ResourceList;
use encours_core::model::snapshot::{DealDetail, Inbox, NotificationRow, RequestLine};
use jiff::{SignedDuration, Timestamp};

/// Returns the totals observed by this device since the third of November.
pub fn observed_history() -> ObservedHistory {
    let day = |day: i64| {
        "2026-11-03T08:00:00Z".parse::<Timestamp>().unwrap() + SignedDuration::from_hours(24 * day)
    };
    let series = |values: &[(i64, &str)]| {
        values
            .iter()
            .map(|(at, value)| Point { at: day(*at), value: (*value).to_owned() })
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
        ("deals:sourcing", series(&[(0, "52"), (5, "57"), (12, "60")])),
        ("deals:screening", series(&[(0, "41"), (3, "39"), (9, "36")])),
        ("deals:due_diligence", series(&[(0, "27"), (3, "29"), (9, "31"), (14, "24")])),
        ("deals:ic", series(&[(0, "9"), (9, "11"), (14, "14")])),
        ("deals:term_sheet", series(&[(0, "12"), (7, "10"), (14, "12")])),
        ("deals:structuring", series(&[(0, "8"), (7, "10")])),
        ("deals:closing", series(&[(0, "14"), (11, "12")])),
        ("deals:on_hold", series(&[(0, "21"), (6, "24")])),
        ("deals:lost", series(&[(0, "44"), (4, "46"), (10, "48")])),
    ];
    ObservedHistory {
        first_observed_at: Some(day(0)),
        series: Arc::new(all.map(|(name, points)| (name.to_owned(), points)).into()),
        ..ObservedHistory::default()
    }
}

/// The entity.
pub const ENTITY: &str = r#"{"id": "e-1", "name": "Corvane Crédit", "type": "societe_gestion", "siren": "732829320", "mode_reporting": "calendaire", "frequence_reporting": 3, "date_reference_reporting": "2025-12-31", "risk_threshold": 60, "zone_vacances": "C", "ai_enabled": true}"#;

/// The entity's totals.
pub const PORTFOLIO: &str = r#"{"total_operations": 128, "total_nominal": 486215400.00, "total_fonds": 6, "total_spvs": 41, "total_operateurs": 57,
 "operations_by_status": {"en_cours": 61, "remboursee": 17, "instruction": 14, "prorogation": 12, "retard": 9, "cloture": 8, "precontentieux": 4, "contentieux": 3},
 "operations_by_classe_actif": {"residentiel": 31, "bureaux": 24, "mixte": 16, "commerces": 14, "logistique_activite": 13, "residences_gerees": 11, "hotels_tourisme": 8, "sante_education": 5, "foncier": 4},
 "operations_by_type_investissement": {"dette_senior": 38, "whole_loan": 24, "dette_mezzanine": 18, "marchand_de_biens": 15, "bridge": 12, "obligations_convertibles": 9, "promotion": 8, "fonds_propres": 4}}"#;

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

/// Returns the notifications of the last days.
pub fn inbox() -> Inbox {
    let items = (0..155)
        .map(|n: usize| {
            let at = test_now() - SignedDuration::from_mins(3 + i64::try_from(n).unwrap_or_default() * 97);
            NotificationRow {
                id: NotificationId::new(format!("b41d7a90-53c2-4e0f-8a6e-{n:012}")).unwrap(),
                title: TITLES[n % TITLES.len()].to_owned(),
                severity: String::new(),
                read: n % 4 == 3 || n > 48,
                pending: n == 3,
                rejected: false,
                created_at: (!n.is_multiple_of(5)).then_some(at),
                first_seen: at,
                local: None,
            }
        })
        .collect();
    Inbox { items, mode: ListMode::Probed, fetched_at: Some(test_now()), error: None, loading: false }
}

/// Returns the details of the deal in the images.
pub fn details(read_at: Timestamp) -> BTreeMap<DealId, DealDetail> {
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

/// Returns the request log.
pub fn requests() -> Vec<RequestLine> {
    let line = |seconds: i64, method, path: String, status| RequestLine {
        at: test_now() - SignedDuration::from_secs(seconds),
        method,
        path,
        status,
        fault: None,
        attempt: 1,
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

const TASKS: [&str; 12] = [
    r#"{"id": "t-1", "statut": "prep", "title": "Relire le bail – Tour Méridienne, Courbevoie", "responsable": "A. Martin", "due_date": "2026-11-27"}"#,
    r#"{"id": "t-2", "statut": "prep", "title": "Demander la contre-valeur au deuxième expert", "responsable": "L. Nguyen", "due_date": "2026-12-04"}"#,
    r#"{"id": "t-7", "statut": "prep", "title": "Classer les pièces reçues – Cour des Arts, Tours", "responsable": "J. Roux", "due_date": "2026-12-08"}"#,
    r#"{"id": "t-8", "statut": "a_faire", "title": "Vérifier les polices d’assurance – Îlot Sainte-Croix, Metz", "responsable": "C. Delaunay", "due_date": "2026-11-18"}"#,
    r#"{"id": "t-9", "statut": "a_faire", "title": "Chiffrer les travaux restants – Place Carnot 3, Valence", "responsable": "M. Ferrand"}"#,
    r#"{"id": "t-3", "statut": "en_cours", "title": "Réunir les pièces de la SAS Horizon"}"#,
    r#"{"id": "t-4", "statut": "en_cours", "title": "Préparer le comité du 24 novembre", "responsable": "A. Martin", "due_date": "2026-11-18"}"#,
    r#"{"id": "t-10", "statut": "en_cours", "title": "Recalculer les ratios après révision des loyers – Clinique des Alpilles, Salon", "responsable": "S. Benali", "due_date": "2026-11-13"}"#,
    r#"{"id": "t-5", "statut": "geler", "title": "Reporting du SPV Docks Nord"}"#,
    r#"{"id": "t-6", "statut": "fait", "title": "Mettre à jour le tableau des échéances"}"#,
    r#"{"id": "t-11", "statut": "fait", "title": "Relancer le notaire – Villa Ombrine, Menton", "responsable": "S. Benali", "due_date": "2026-11-12"}"#,
    r#"{"id": "t-12", "statut": "fait", "title": "Obtenir l’accord du prêteur senior – Cité Lumen, Grenoble", "responsable": "L. Nguyen"}"#,
];

const SAVED_VIEWS: [&str; 4] = [
    r#"{"id": "v-1", "name": "Bureaux à plus de 65 %", "is_default": true, "type": "operations", "filters": {"classe_actif": ["bureaux"]}}"#,
    r#"{"id": "v-2", "name": "Échéances du trimestre", "is_default": false, "type": "operations"}"#,
    r#"{"id": "v-3", "name": "En retard ou contentieux", "is_default": false, "type": "operations", "filters": {"statut": ["retard", "contentieux"]}}"#,
    r#"{"id": "v-4", "name": "Dossiers en comité", "is_default": false, "type": "deals"}"#,
];

const DASHBOARDS: [&str; 2] = [
    r#"{"id": "b-1", "name": "Comité du mardi", "is_shared": true}"#,
    r#"{"id": "b-2", "name": "Suivi des échéances", "is_shared": false}"#,
];

const OPERATIONS: [&str; 3] = [
    r#"{"id": "o-1", "name": "Le Parc, Lyon", "statut": "en_cours", "operateur_id": "e301fe86-159e-4acc-bf38-9f756ac30232", "nominal": 14100000.00, "garanties": [{"type": "hypotheque", "rang": 1}]}"#,
    r#"{"id": "o-2", "name": "Maison Théodora, Nice", "statut": "prorogation", "operateur_id": "51c2a9d0-6f4b-4d3e-8a57-0b6f0c5d1e22", "nominal": 8250000.00}"#,
    r#"{"id": "o-3", "name": "Docks Nord, Saint-Ouen", "statut": "retard", "operateur_id": "9b7d3f10-2c84-4f6a-9e13-7a5d8c0b4f61", "nominal": 21700000.00}"#,
];

const OPERATORS: [&str; 2] = [
    r#"{"id": "e301fe86-159e-4acc-bf38-9f756ac30232", "name": "Foncière des Quais"}"#,
    r#"{"id": "51c2a9d0-6f4b-4d3e-8a57-0b6f0c5d1e22", "name": "Ville & Pierre Promotion"}"#,
];

const ALERTS: [&str; 4] = [
    r#"{"id": "7e02c4aa-0d19-4e0f-8a6e-00000000d19a", "title": "Échéances du trimestre : 5 prêts", "severity": "info"}"#,
    r#"{"id": "c83b19aa-04ef-4e0f-8a6e-0000000004ef", "title": "Trois reportings en retard – Docks Nord, Saint-Ouen", "severity": "warning"}"#,
    r#"{"id": "1fd5a7aa-72b0-4e0f-8a6e-0000000072b0", "title": "Retard de paiement : 38 jours – Manufacture Thiers, Nancy", "severity": "critical"}"#,
    r#"{"id": "a2c6e1aa-51d3-4e0f-8a6e-0000000051d3", "title": "Pièces KYC à renouveler, SAS Horizon"}"#,
];

/// Returns the lists that the contract does not document, as one service has them.
pub fn resource_lists() -> BTreeMap<ResourceKind, ResourceList> {
    let list = |kind: ResourceKind, mode: ListMode, records: &[&str]| {
        let list = ResourceList {
            status: ListStatus { mode, ..DiscoveryState::default().list_status(kind) },
            records: Arc::new(records.iter().map(|json| record(json)).collect()),
            watched: Arc::default(),
            fetched_at: Some(test_now()),
            error: None,
            loading: false,
        };
        (kind, list)
    };
    BTreeMap::from([
        list(ResourceKind::Tasks, ListMode::Discovered, &TASKS),
        list(ResourceKind::Alerts, ListMode::Probed, &ALERTS),
        list(ResourceKind::SavedViews, ListMode::Discovered, &SAVED_VIEWS),
        list(ResourceKind::CustomDashboards, ListMode::Discovered, &DASHBOARDS),
        list(ResourceKind::Operations, ListMode::Documented, &OPERATIONS),
        list(ResourceKind::Operateurs, ListMode::Documented, &OPERATORS),
    ])
}

/// The alert preferences, as the contract lists them.
const PREFERENCES: &str = r#"[{"alert_type": "echeance", "enabled": true, "min_severity": "warning"},
 {"alert_type": "retard", "enabled": true, "min_severity": "info"},
 {"alert_type": "seuil_ltv", "enabled": true, "min_severity": "warning"},
 {"alert_type": "document_manquant", "enabled": false, "min_severity": "info"}]"#;

/// Returns the responses of routes that the window has no list for.
pub fn route_bodies() -> BTreeMap<RouteRequest, Fetched<JsonBody>> {
    let route_request = RouteRequest { path: "/users/me/alert-preferences".to_owned(), query: Vec::new() };
    let mut fetched = Fetched::default();
    let body = JsonBody::parse(PREFERENCES.as_bytes(), PageHeaders::default()).unwrap();
    fetched.receive(body, test_now());
    BTreeMap::from([(route_request, fetched)])
}

//! Field definitions: the label and value type of each business field.

use std::fmt::Write as _;

use rusqlite::Connection;

use super::records::{NewRecord, RecordInserter};
use super::rng::Random;
use crate::{ServiceProfile, json::quote};

/// Key, French label, value type, importance, source type, unit.
type FieldSpec = (&'static str, &'static str, &'static str, &'static str, &'static str, Option<&'static str>);

/// The fields of deals, operations and snapshots.
const FIELDS: [FieldSpec; 26] = [
    ("name", "Nom", "text", "required", "manual", None),
    ("status", "Statut", "code", "required", "manual", None),
    ("classe_actif", "Classe d’actif", "code", "important", "taxonomy", None),
    ("responsable", "Responsable", "text", "important", "manual", None),
    ("status_since", "Dans ce statut depuis", "date", "optional", "computed", None),
    ("created_at", "Créé le", "datetime", "optional", "computed", None),
    ("ltv", "LTV (ratio prêt/valeur)", "decimal", "required", "kpi_snapshot", Some("fraction")),
    ("ltc", "LTC (prêt/coût)", "decimal", "important", "kpi_snapshot", Some("fraction")),
    ("debt_yield", "Rendement de la dette", "decimal", "important", "kpi_snapshot", Some("fraction")),
    (
        "dscr",
        "DSCR (couverture du service de la dette)",
        "decimal",
        "required",
        "kpi_snapshot",
        Some("multiple"),
    ),
    ("icr", "ICR (couverture des intérêts)", "decimal", "important", "kpi_snapshot", Some("multiple")),
    ("pct_perte_estimee", "Perte estimée", "decimal", "important", "kpi_snapshot", Some("fraction")),
    ("risk_score_simple", "Score de risque", "decimal", "important", "kpi_snapshot", Some("points")),
    ("crd_total", "Capital restant dû", "decimal", "required", "kpi_snapshot", Some("EUR")),
    ("crd_senior", "Capital restant dû senior", "decimal", "important", "kpi_snapshot", Some("EUR")),
    ("crd_mezzanine", "Capital restant dû mezzanine", "decimal", "important", "kpi_snapshot", Some("EUR")),
    ("crd_total_source", "Origine du capital restant dû", "code", "optional", "kpi_snapshot", None),
    ("valeur_venale", "Valeur vénale", "decimal", "required", "kpi_snapshot", Some("EUR")),
    ("noi", "Revenu net d’exploitation", "decimal", "important", "kpi_snapshot", Some("EUR")),
    ("service_dette", "Service de la dette", "decimal", "important", "kpi_snapshot", Some("EUR")),
    ("statut", "Statut", "code", "required", "manual", None),
    ("type_investissement", "Type d’investissement", "code", "required", "taxonomy", None),
    ("nominal", "Nominal", "decimal", "required", "manual", Some("EUR")),
    ("date_echeance", "Échéance", "date", "required", "manual", None),
    ("operateur_id", "Opérateur", "reference", "important", "manual", None),
    ("spv_id", "SPV", "reference", "important", "manual", None),
];

/// Writes all definitions.
pub(crate) fn generate(db: &Connection, seed: u64, profile: ServiceProfile) -> rusqlite::Result<()> {
    let mut random = Random::new(seed, "fields");
    let mut records = RecordInserter::new(db)?;
    for (key, label, value_type, importance, source, unit) in FIELDS {
        let id = random.uuid().to_string();
        let mut body = format!(
            "{{\"id\":\"{id}\",\"field_key\":\"{key}\",\"label_fr\":{},\"value_type\":\"{value_type}\",\
             \"importance\":\"{importance}\",\"source_type\":\"{source}\"",
            quote(label)
        );
        if profile != ServiceProfile::Strict {
            // Writing to a `String` cannot fail.
            let _ = write!(body, ",\"unit\":{}", unit.map_or("null".to_owned(), quote));
        }
        body.push('}');
        records.add(&NewRecord {
            kind: "field_definitions",
            id: &id,
            name: label,
            code: key,
            ..NewRecord::with_body(&body)
        })?;
    }
    Ok(())
}

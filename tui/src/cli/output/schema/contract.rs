//! Columns of the service's records, in the order of the contract's tables.

use encours_core::vocabulary::Family;

use super::{Column, Style, column};

pub(super) const DEAL: &[Column] = &[
    column("id", "field-id", Style::Id),
    column("name", "field-name", Style::Text),
    column("status", "field-status", Style::Named(Family::DealStatus)),
    column("classe_actif", "field-class", Style::Named(Family::AssetClass)).aside(4),
    column("responsable", "field-owner", Style::Text).aside(3),
];

pub(super) const NOTE: &[Column] = &[
    column("id", "field-id", Style::Id),
    column("content", "cli-note", Style::Text),
];

pub(super) const NOTIFICATION: &[Column] = &[
    column("id", "field-id", Style::Id),
    column("title", "cli-title", Style::Text),
    column("read", "notification-read", Style::Boolean),
];

pub(super) const MARKED: &[Column] = &[
    column("id", "field-id", Style::Id),
    column("read", "notification-read", Style::Boolean),
];

pub(super) const TASK: &[Column] = &[
    column("id", "field-id", Style::Id),
    column("statut", "field-status", Style::Named(Family::TaskStatut)),
];

pub(super) const VIEW: &[Column] = &[
    column("id", "field-id", Style::Id),
    column("name", "field-name", Style::Text),
    column("is_default", "cli-default", Style::Boolean),
    column("filters", "cli-field-filters", Style::Parts),
    column("columns", "cli-field-columns", Style::Parts),
    column("sort", "cli-field-sort", Style::Parts),
];

pub(super) const DASHBOARD: &[Column] = &[
    column("id", "field-id", Style::Id),
    column("name", "field-name", Style::Text),
    column("is_shared", "cli-field-shared", Style::Boolean),
];

pub(super) const ALERT_PREFERENCE: &[Column] = &[
    column("alert_type", "cli-field-alert", Style::Named(Family::AlertType)),
    column("enabled", "cli-field-enabled", Style::Boolean),
    column(
        "min_severity",
        "cli-field-severity",
        Style::Named(Family::Severity),
    ),
];

pub(super) const FIELD: &[Column] = &[
    column("id", "field-id", Style::Id),
    column("field_key", "cli-field-key", Style::Id),
    column("label_fr", "cli-field-label-fr", Style::Text),
    column(
        "value_type",
        "cli-field-value-type",
        Style::Named(Family::ValueType),
    ),
    column(
        "importance",
        "cli-field-importance",
        Style::Named(Family::Importance),
    ),
    column(
        "source_type",
        "cli-field-source",
        Style::Named(Family::FieldSource),
    ),
];

pub(super) const ALERT: &[Column] = &[
    column("id", "field-id", Style::Id),
    column("title", "cli-title", Style::Text),
];

pub(super) const ENTITY: &[Column] = &[
    column("id", "field-id", Style::Id),
    column("name", "entity-name", Style::Text),
    column("type", "entity-type", Style::Named(Family::EntityType)),
    column("siren", "entity-siren", Style::Siren),
    column(
        "mode_reporting",
        "entity-reporting",
        Style::Named(Family::ReportingMode),
    ),
    column("frequence_reporting", "entity-frequency", Style::Count),
    column("date_reference_reporting", "entity-reference-date", Style::Day),
    column("risk_threshold", "entity-risk", Style::Number),
    column("zone_vacances", "entity-holidays", Style::Code),
    column("ai_enabled", "entity-ai", Style::Boolean),
];

pub(super) const PORTFOLIO: &[Column] = &[
    column("total_operations", "portfolio-operations", Style::Count),
    column("total_nominal", "portfolio-nominal", Style::Amount),
    column("total_fonds", "portfolio-funds", Style::Count),
    column("total_spvs", "portfolio-spvs", Style::Count),
    column("total_operateurs", "portfolio-operators", Style::Count),
    column("operations_by_status", "breakdown-by-status", Style::Text),
    column("operations_by_classe_actif", "breakdown-by-class", Style::Text),
    column(
        "operations_by_type_investissement",
        "breakdown-by-type",
        Style::Text,
    ),
];

pub(super) const TOKEN: &[Column] = &[
    column("key_id", "cli-key-id", Style::Id),
    column("entity_slug", "entity-title", Style::Text),
    column("environment", "cli-environment", Style::Code),
    column("token_type", "cli-token-type", Style::Code),
    column("expires_in", "cli-expires-in", Style::Count),
    column("issued_at", "cli-issued-at", Style::Moment),
    column("expires_at", "cli-expires-at", Style::Moment),
    column("access_token", "cli-access-token", Style::Id),
];

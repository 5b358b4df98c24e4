//! Columns of the service's records, in the order of the contract's tables.

use encours_core::vocabulary::CodeKind;

use super::{ColumnSpec, ValueStyle, column};

pub(super) const DEAL: &[ColumnSpec] = &[
    column("id", "field-id", ValueStyle::Id),
    column("name", "field-name", ValueStyle::Text),
    column("status", "field-status", ValueStyle::Named(CodeKind::DealStatus)),
    column("classe_actif", "field-class", ValueStyle::Named(CodeKind::AssetClass)).with_drop_priority(4),
    column("responsable", "field-owner", ValueStyle::Text).with_drop_priority(3),
];

pub(super) const NOTE: &[ColumnSpec] =
    &[column("id", "field-id", ValueStyle::Id), column("content", "cli-note", ValueStyle::Text)];

pub(super) const NOTIFICATION: &[ColumnSpec] = &[
    column("id", "field-id", ValueStyle::Id),
    column("title", "cli-title", ValueStyle::Text),
    column("read", "notification-read", ValueStyle::Boolean),
];

pub(super) const MARKED: &[ColumnSpec] =
    &[column("id", "field-id", ValueStyle::Id), column("read", "notification-read", ValueStyle::Boolean)];

pub(super) const TASK: &[ColumnSpec] = &[
    column("id", "field-id", ValueStyle::Id),
    column("statut", "field-status", ValueStyle::Named(CodeKind::TaskStatut)),
];

pub(super) const VIEW: &[ColumnSpec] = &[
    column("id", "field-id", ValueStyle::Id),
    column("name", "field-name", ValueStyle::Text),
    column("is_default", "cli-default", ValueStyle::Boolean),
    column("filters", "cli-field-filters", ValueStyle::Parts),
    column("columns", "cli-field-columns", ValueStyle::Parts),
    column("sort", "cli-field-sort", ValueStyle::Parts),
];

pub(super) const DASHBOARD: &[ColumnSpec] = &[
    column("id", "field-id", ValueStyle::Id),
    column("name", "field-name", ValueStyle::Text),
    column("is_shared", "cli-field-shared", ValueStyle::Boolean),
];

pub(super) const ALERT_PREFERENCE: &[ColumnSpec] = &[
    column("alert_type", "cli-field-alert", ValueStyle::Named(CodeKind::AlertType)),
    column("enabled", "cli-field-enabled", ValueStyle::Boolean),
    column("min_severity", "cli-field-severity", ValueStyle::Named(CodeKind::Severity)),
];

pub(super) const FIELD: &[ColumnSpec] = &[
    column("id", "field-id", ValueStyle::Id),
    column("field_key", "cli-field-key", ValueStyle::Id),
    column("label_fr", "cli-field-label-fr", ValueStyle::Text),
    column("value_type", "cli-field-value-type", ValueStyle::Named(CodeKind::ValueType)),
    column("importance", "cli-field-importance", ValueStyle::Named(CodeKind::Importance)),
    column("source_type", "cli-field-source", ValueStyle::Named(CodeKind::FieldSource)),
];

pub(super) const ALERT: &[ColumnSpec] =
    &[column("id", "field-id", ValueStyle::Id), column("title", "cli-title", ValueStyle::Text)];

pub(super) const ENTITY: &[ColumnSpec] = &[
    column("id", "field-id", ValueStyle::Id),
    column("name", "entity-name", ValueStyle::Text),
    column("type", "entity-type", ValueStyle::Named(CodeKind::EntityType)),
    column("siren", "entity-siren", ValueStyle::Siren),
    column("mode_reporting", "entity-reporting", ValueStyle::Named(CodeKind::ReportingMode)),
    column("frequence_reporting", "entity-frequency", ValueStyle::Count),
    column("date_reference_reporting", "entity-reference-date", ValueStyle::Day),
    column("risk_threshold", "entity-risk", ValueStyle::Number),
    column("zone_vacances", "entity-holidays", ValueStyle::Code),
    column("ai_enabled", "entity-ai", ValueStyle::Boolean),
];

pub(super) const PORTFOLIO: &[ColumnSpec] = &[
    column("total_operations", "portfolio-operations", ValueStyle::Count),
    column("total_nominal", "portfolio-nominal", ValueStyle::Amount),
    column("total_fonds", "portfolio-funds", ValueStyle::Count),
    column("total_spvs", "portfolio-spvs", ValueStyle::Count),
    column("total_operateurs", "portfolio-operators", ValueStyle::Count),
    column("operations_by_status", "breakdown-by-status", ValueStyle::Text),
    column("operations_by_classe_actif", "breakdown-by-class", ValueStyle::Text),
    column("operations_by_type_investissement", "breakdown-by-type", ValueStyle::Text),
];

pub(super) const TOKEN: &[ColumnSpec] = &[
    column("key_id", "cli-key-id", ValueStyle::Id),
    column("entity_slug", "entity-title", ValueStyle::Text),
    column("environment", "cli-environment", ValueStyle::Code),
    column("token_type", "cli-token-type", ValueStyle::Code),
    column("expires_in", "cli-expires-in", ValueStyle::Count),
    column("issued_at", "cli-issued-at", ValueStyle::Moment),
    column("expires_at", "cli-expires-at", ValueStyle::Moment),
    column("access_token", "cli-access-token", ValueStyle::Id),
];

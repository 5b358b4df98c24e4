//! What is known of each kind of record: its columns, their labels and how their values read.

use encours_core::view::vocabulary::{Family, kpi};

/// How a value is shown in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Free text.
    Text,
    /// An identifier: never cut.
    Id,
    /// A code without a name, shown as it is.
    Code,
    /// A code that the dictionary may name.
    Named(Family),
    /// A whole number.
    Count,
    /// A decimal or an amount, with all its digits.
    Number,
    /// An amount with two digits. No currency is known.
    Amount,
    /// A fraction, shown as a percentage.
    Percent,
    /// A coverage multiple.
    Multiple,
    /// Points out of a hundred.
    Points,
    /// True or false.
    Boolean,
    /// Nine digits in groups of three.
    Siren,
    /// A date or a moment.
    Moment,
    /// A value with parts, which no column of a table holds.
    Parts,
}

impl Style {
    /// Whether it stands at the right of its column.
    pub fn is_numeric(self) -> bool {
        matches!(
            self,
            Self::Count | Self::Number | Self::Amount | Self::Percent | Self::Multiple | Self::Points
        )
    }
}

/// One field of a kind.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// The contract's name.
    pub field: &'static str,
    /// The key of its label.
    pub label: &'static str,
    /// How it reads.
    pub style: Style,
}

const fn column(field: &'static str, label: &'static str, style: Style) -> Column {
    Column { field, label, style }
}

/// A kind of record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A deal.
    Deal,
    /// A note of a deal.
    Note,
    /// A notification.
    Notification,
    /// What marking a notification read answers.
    Marked,
    /// A task of the board.
    Task,
    /// A saved view.
    View,
    /// A custom dashboard.
    Dashboard,
    /// What a delegated user wants to be alerted of.
    AlertPreference,
    /// A field definition.
    Field,
    /// An alert.
    Alert,
    /// A watched identifier.
    Watched,
    /// What is known of a family's list.
    Route,
    /// What a route answered this key last.
    Right,
    /// The entity.
    Entity,
    /// The portfolio summary.
    Portfolio,
    /// A token response.
    Token,
    /// A configured profile.
    Profile,
    /// A write that waits.
    Write,
    /// The same in words, for tables.
    WriteInWords,
    /// What the doctor finds.
    Check,
    /// What a deletion leaves.
    Deleted,
    /// A write that was kept instead of done.
    Queued,
    /// A change that was observed.
    Change,
    /// The same in words, for tables.
    ChangeInWords,
    /// A line of the journal of writes.
    Journal,
    /// A request of the log.
    Request,
    /// A file that was written.
    Exported,
    /// A record nothing is known about.
    Other,
}

impl Kind {
    /// Its documented columns, in order.
    pub fn columns(self) -> &'static [Column] {
        match self {
            Self::Deal => DEAL,
            Self::Note => NOTE,
            Self::Notification => NOTIFICATION,
            Self::Marked => MARKED,
            Self::Task => TASK,
            Self::View => VIEW,
            Self::Dashboard => DASHBOARD,
            Self::AlertPreference => ALERT_PREFERENCE,
            Self::Field => FIELD,
            Self::Alert => ALERT,
            Self::Watched => WATCHED,
            Self::Route => ROUTE,
            Self::Right => RIGHT,
            Self::Entity => ENTITY,
            Self::Portfolio => PORTFOLIO,
            Self::Token => TOKEN,
            Self::Profile => PROFILE,
            Self::Write => WRITE,
            Self::WriteInWords => WRITE_IN_WORDS,
            Self::Check => CHECK,
            Self::Deleted => DELETED,
            Self::Queued => QUEUED,
            Self::Change => CHANGE,
            Self::ChangeInWords => CHANGE_IN_WORDS,
            Self::Journal => JOURNAL,
            Self::Request => REQUEST,
            Self::Exported => EXPORTED,
            Self::Other => &[],
        }
    }

    /// The style of a field, documented or known by its name alone.
    pub fn style(self, field: &str) -> Option<Style> {
        let own = self.columns().iter().find(|column| column.field == field);
        own.map(|column| column.style).or_else(|| by_name(field))
    }

    /// The key of a field's label, if it has one.
    pub fn label(self, field: &str) -> Option<&'static str> {
        self.columns()
            .iter()
            .find(|column| column.field == field)
            .map(|column| column.label)
            .or_else(|| named(field))
    }

    /// The family of the codes that are the member names of an object (contract, "Portfolio summary").
    pub fn keys(self, field: &str) -> Option<Family> {
        match (self, field) {
            (Self::Portfolio, "operations_by_status") => Some(Family::OperationStatus),
            (Self::Portfolio, "operations_by_classe_actif") => Some(Family::AssetClass),
            (Self::Portfolio, "operations_by_type_investissement") => Some(Family::InvestmentType),
            _ => None,
        }
    }
}

/// The key of the label of a field that the contract names, whichever record it stands in.
fn named(field: &str) -> Option<&'static str> {
    Some(match field {
        "id" => "field-id",
        "name" => "field-name",
        "status" | "statut" => "field-status",
        "classe_actif" => "field-class",
        "responsable" => "field-owner",
        "type_investissement" => "cli-field-investment-type",
        "kpi_snapshot" => "cli-field-kpi",
        "crd_total_source" => "cli-field-crd-source",
        "title" => "cli-title",
        "content" => "cli-note",
        "read" => "notification-read",
        "is_default" => "cli-default",
        "is_shared" => "cli-field-shared",
        "filters" => "cli-field-filters",
        "columns" => "cli-field-columns",
        "sort" => "cli-field-sort",
        "field_key" => "cli-field-key",
        "label_fr" => "cli-field-label-fr",
        "value_type" => "cli-field-value-type",
        "importance" => "cli-field-importance",
        "source_type" => "cli-field-source",
        "alert_type" => "cli-field-alert",
        "enabled" => "cli-field-enabled",
        "min_severity" => "cli-field-severity",
        _ => return kpi(field).map(|figure| figure.label),
    })
}

/// The figures of `kpi_snapshot` (contract, "Financial snapshot"), wherever they stand.
fn by_name(field: &str) -> Option<Style> {
    let name = field.rsplit('.').next().unwrap_or(field);
    Some(match name {
        "ltv" | "ltc" | "debt_yield" | "pct_perte_estimee" => Style::Percent,
        "dscr" | "icr" => Style::Multiple,
        "risk_score_simple" => Style::Points,
        "crd_total" | "crd_senior" | "crd_mezzanine" | "valeur_venale" | "noi" | "service_dette" => {
            Style::Amount
        }
        "crd_total_source" => Style::Named(Family::CrdSource),
        "classe_actif" => Style::Named(Family::AssetClass),
        "type_investissement" => Style::Named(Family::InvestmentType),
        "alert_type" => Style::Named(Family::AlertType),
        "min_severity" | "severity" => Style::Named(Family::Severity),
        "unit" => Style::Named(Family::Unit),
        "siren" => Style::Siren,
        _ => return None,
    })
}

const DEAL: &[Column] = &[
    column("id", "field-id", Style::Id),
    column("name", "field-name", Style::Text),
    column("status", "field-status", Style::Named(Family::DealStatus)),
    column("classe_actif", "field-class", Style::Named(Family::AssetClass)),
    column("responsable", "field-owner", Style::Text),
];

const NOTE: &[Column] = &[
    column("id", "field-id", Style::Id),
    column("content", "cli-note", Style::Text),
];

const NOTIFICATION: &[Column] = &[
    column("id", "field-id", Style::Id),
    column("title", "cli-title", Style::Text),
    column("read", "notification-read", Style::Boolean),
];

const MARKED: &[Column] = &[
    column("id", "field-id", Style::Id),
    column("read", "notification-read", Style::Boolean),
];

const TASK: &[Column] = &[
    column("id", "field-id", Style::Id),
    column("statut", "field-status", Style::Named(Family::TaskStatut)),
];

const VIEW: &[Column] = &[
    column("id", "field-id", Style::Id),
    column("name", "field-name", Style::Text),
    column("is_default", "cli-default", Style::Boolean),
    column("filters", "cli-field-filters", Style::Parts),
    column("columns", "cli-field-columns", Style::Parts),
    column("sort", "cli-field-sort", Style::Parts),
];

const DASHBOARD: &[Column] = &[
    column("id", "field-id", Style::Id),
    column("name", "field-name", Style::Text),
    column("is_shared", "cli-field-shared", Style::Boolean),
];

const ALERT_PREFERENCE: &[Column] = &[
    column("alert_type", "cli-field-alert", Style::Named(Family::AlertType)),
    column("enabled", "cli-field-enabled", Style::Boolean),
    column(
        "min_severity",
        "cli-field-severity",
        Style::Named(Family::Severity),
    ),
];

const FIELD: &[Column] = &[
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

const ALERT: &[Column] = &[
    column("id", "field-id", Style::Id),
    column("title", "cli-title", Style::Text),
];

const WATCHED: &[Column] = &[
    column("id", "field-id", Style::Id),
    column("origin", "cli-origin", Style::Named(Family::Origin)),
    column("status", "cli-answer", Style::Code),
    column("reason", "cli-reason", Style::Text),
    column("added_at", "cli-added-at", Style::Moment),
    column("checked_at", "cli-checked-at", Style::Moment),
];

const ROUTE: &[Column] = &[
    column("family", "cli-family", Style::Text),
    column("mode", "cli-mode", Style::Text),
    column("path", "cli-path", Style::Code),
    column("status", "cli-answer", Style::Code),
    column("scope", "cli-scope", Style::Code),
    column("checked_at", "cli-checked-at", Style::Moment),
];

const RIGHT: &[Column] = &[
    column("method", "cli-method", Style::Code),
    column("path", "cli-path", Style::Code),
    column("granted", "cli-granted", Style::Boolean),
    column("status", "cli-answer", Style::Code),
    column("scope", "cli-scope", Style::Code),
    column("checked_at", "cli-checked-at", Style::Moment),
];

const ENTITY: &[Column] = &[
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
    column("date_reference_reporting", "entity-reference-date", Style::Moment),
    column("risk_threshold", "entity-risk", Style::Number),
    column("zone_vacances", "entity-holidays", Style::Code),
    column("ai_enabled", "entity-ai", Style::Boolean),
];

const PORTFOLIO: &[Column] = &[
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

const TOKEN: &[Column] = &[
    column("key_id", "cli-key-id", Style::Id),
    column("entity_slug", "entity-title", Style::Text),
    column("environment", "cli-environment", Style::Code),
    column("token_type", "cli-token-type", Style::Code),
    column("expires_in", "cli-expires-in", Style::Count),
    column("issued_at", "cli-issued-at", Style::Moment),
    column("expires_at", "cli-expires-at", Style::Moment),
    column("access_token", "cli-access-token", Style::Id),
];

const PROFILE: &[Column] = &[
    column("name", "cli-profile", Style::Id),
    column("base_url", "cli-base-url", Style::Text),
    column("key_id", "cli-key-id", Style::Id),
    column("as_user", "cli-as-user", Style::Text),
    column("secret", "cli-secret", Style::Code),
    column("default", "cli-default", Style::Boolean),
];

const WRITE: &[Column] = &[
    column("outbox_id", "cli-number", Style::Id),
    column("method", "cli-method", Style::Code),
    column("path", "cli-path", Style::Code),
    column("record", "cli-record", Style::Id),
    column("label", "field-name", Style::Text),
    column("state", "cli-state", Style::Code),
    column("attempts", "cli-attempts", Style::Count),
    column("created_at", "cli-created-at", Style::Moment),
    column("body", "cli-body", Style::Text),
];

const WRITE_IN_WORDS: &[Column] = &[
    column("outbox_id", "cli-number", Style::Id),
    column("label", "cli-record", Style::Text),
    column("change", "cli-change", Style::Text),
    column("state", "cli-state", Style::Text),
    column("attempts", "cli-attempts", Style::Count),
    column("created_at", "cli-created-at", Style::Moment),
    column("key", "cli-idempotency-key", Style::Text),
];

const CHANGE: &[Column] = &[
    column("deal_id", "field-id", Style::Id),
    column("name", "field-name", Style::Text),
    column("change", "cli-change", Style::Code),
    column("field", "cli-field", Style::Code),
    column("before", "cli-before", Style::Text),
    column("after", "cli-after", Style::Text),
    column("not_before", "cli-not-before", Style::Moment),
    column("observed_at", "cli-observed-at", Style::Moment),
    column("certainty", "cli-certainty", Style::Code),
    column("by", "cli-by", Style::Code),
];

const CHANGE_IN_WORDS: &[Column] = &[
    column("name", "field-name", Style::Text),
    column("text", "cli-change", Style::Text),
    column("when", "cli-when", Style::Text),
    column("by", "cli-by", Style::Text),
    column("deal_id", "field-id", Style::Id),
];

const JOURNAL: &[Column] = &[
    column("decided_at", "cli-decided-at", Style::Moment),
    column("operation", "cli-operation", Style::Code),
    column("label", "field-name", Style::Text),
    column("outcome", "cli-outcome", Style::Code),
    column("before", "cli-before", Style::Text),
    column("after", "cli-after", Style::Text),
    column("attempts", "cli-attempts", Style::Count),
    column("idempotency_key", "cli-idempotency-key", Style::Id),
    column("request_id", "cli-request-id", Style::Id),
];

const REQUEST: &[Column] = &[
    column("sent_at", "cli-when", Style::Moment),
    column("method", "cli-method", Style::Code),
    column("path", "cli-path", Style::Code),
    column("status", "cli-http-status", Style::Count),
    column("duration_ms", "cli-duration", Style::Count),
    column("attempt", "cli-attempts", Style::Count),
    column("fault", "cli-fault", Style::Code),
    column("request_id", "cli-request-id", Style::Id),
];

const EXPORTED: &[Column] = &[
    column("file", "cli-file", Style::Text),
    column("records", "cli-records", Style::Count),
    column("bytes", "cli-bytes", Style::Count),
];

const QUEUED: &[Column] = &[
    column("queued", "waiting", Style::Boolean),
    column("outbox_id", "cli-number", Style::Id),
    column("idempotency_key", "cli-idempotency-key", Style::Id),
];

const CHECK: &[Column] = &[
    column("check", "cli-doctor-check", Style::Id),
    column("result", "cli-doctor-result", Style::Id),
    column("detail", "cli-doctor-detail", Style::Text),
    column("advice", "cli-doctor-advice", Style::Text),
];

const DELETED: &[Column] = &[
    column("id", "field-id", Style::Id),
    column("deleted", "cli-deleted", Style::Boolean),
];

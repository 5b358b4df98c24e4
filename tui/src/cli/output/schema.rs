//! What is known of each kind of record: its columns, their labels and how their values read.

use encours_core::vocabulary::{Family, kpi};

mod contract;
mod local;

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
    /// How an answer failed to come.
    Fault,
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
    /// A business date, which no zone shifts: sent with a time or a zone, it is shown as it was sent.
    Day,
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
    /// How soon a table leaves it out on a terminal that has no room for all: 0 for never, 1 for the last.
    pub aside: u8,
}

const fn column(field: &'static str, label: &'static str, style: Style) -> Column {
    Column {
        field,
        label,
        style,
        aside: 0,
    }
}

impl Column {
    /// The same, left out of a table that has no room for all; the higher `aside`, the sooner.
    const fn aside(self, aside: u8) -> Self {
        Self { aside, ..self }
    }
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
    /// The same in words, for tables.
    JournalInWords,
    /// A request of the log.
    Request,
    /// A file that was written.
    Exported,
    /// A copy of what a person keeps.
    SettingsCopy,
    /// What became of a setting that was given.
    Setting,
    /// A record nothing is known about.
    Other,
}

impl Kind {
    /// Its documented columns, in order.
    pub fn columns(self) -> &'static [Column] {
        match self {
            Self::Deal => contract::DEAL,
            Self::Note => contract::NOTE,
            Self::Notification => contract::NOTIFICATION,
            Self::Marked => contract::MARKED,
            Self::Task => contract::TASK,
            Self::View => contract::VIEW,
            Self::Dashboard => contract::DASHBOARD,
            Self::AlertPreference => contract::ALERT_PREFERENCE,
            Self::Field => contract::FIELD,
            Self::Alert => contract::ALERT,
            Self::Watched => local::WATCHED,
            Self::Route => local::ROUTE,
            Self::Right => local::RIGHT,
            Self::Entity => contract::ENTITY,
            Self::Portfolio => contract::PORTFOLIO,
            Self::Token => contract::TOKEN,
            Self::Profile => local::PROFILE,
            Self::Write => local::WRITE,
            Self::WriteInWords => local::WRITE_IN_WORDS,
            Self::Check => local::CHECK,
            Self::Deleted => local::DELETED,
            Self::Queued => local::QUEUED,
            Self::Change => local::CHANGE,
            Self::ChangeInWords => local::CHANGE_IN_WORDS,
            Self::Journal => local::JOURNAL,
            Self::JournalInWords => local::JOURNAL_IN_WORDS,
            Self::Request => local::REQUEST,
            Self::Exported => local::EXPORTED,
            Self::SettingsCopy => local::SETTINGS_COPY,
            Self::Setting => local::SETTING,
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
        "age" => "export-age-days",
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
        "age" => Style::Count,
        "unit" => Style::Named(Family::Unit),
        "siren" => Style::Siren,
        _ => return None,
    })
}

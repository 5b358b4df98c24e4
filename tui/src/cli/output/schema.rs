//! Record kinds: their columns, labels and value styles.

use encours_core::contract::Record;
use encours_core::vocabulary::{CodeKind, metric};

mod kinds;

pub use kinds::OutputKind;

/// Style of a value in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueStyle {
    /// Free text.
    Text,
    /// An identifier: never cut.
    Id,
    /// A code without a name, shown as it is.
    Code,
    /// A code that the dictionary may name.
    Named(CodeKind),
    /// Reason of a failed request.
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
    /// A date or a timestamp.
    DateTime,
    /// A business date, independent of time zones. If it was sent with a time or a zone, it appears unchanged.
    Day,
    /// A value with members, which does not fit into a table column.
    Parts,
}

impl ValueStyle {
    /// True if the column is right-aligned.
    pub fn is_numeric(self) -> bool {
        matches!(
            self,
            Self::Count | Self::Number | Self::Amount | Self::Percent | Self::Multiple | Self::Points
        )
    }
}

/// One field of a kind.
#[derive(Debug, Clone, Copy)]
pub struct ColumnSpec {
    /// Field name in the contract.
    pub field: &'static str,
    /// Message key of the label.
    pub label: &'static str,
    /// Style of the values.
    pub style: ValueStyle,
    /// Priority for leaving the column out on a narrow terminal: 0 never, higher values first.
    pub drop_priority: u8,
}

impl OutputKind {
    /// Returns the style of a field, from the documentation or from its name alone.
    pub fn style(self, field: &str) -> Option<ValueStyle> {
        let documented = self.columns().iter().find(|column| column.field == field);
        documented.map(|column| column.style).or_else(|| kpi_style(field))
    }

    /// Returns the message key of a field's label, if it has one.
    pub fn label(self, field: &str) -> Option<&'static str> {
        self.columns()
            .iter()
            .find(|column| column.field == field)
            .map(|column| column.label)
            .or_else(|| label_key(field))
    }

    /// Returns whether tables have no such column, because the deals are not grouped by this field.
    pub fn leaves_out(self, field: &str, records: &[Record]) -> bool {
        let is_optional = match self {
            Self::DealGroup => matches!(field, "status" | "classe_actif" | "responsable"),
            Self::ComparedField => field.starts_with("deal_"),
            _ => false,
        };
        is_optional && !records.iter().any(|row| row.has(field))
    }

    /// Returns the code family of an object whose member names are codes (contract, "Portfolio summary").
    pub fn code_kind(self, field: &str) -> Option<CodeKind> {
        match (self, field) {
            (Self::Portfolio, "operations_by_status") => Some(CodeKind::OperationStatus),
            (Self::Portfolio, "operations_by_classe_actif") => Some(CodeKind::AssetClass),
            (Self::Portfolio, "operations_by_type_investissement") => Some(CodeKind::InvestmentType),
            _ => None,
        }
    }
}

/// Returns the label key of a contract field name, for any kind of record.
fn label_key(field: &str) -> Option<&'static str> {
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
        "followup" => "field-followup",
        "star" => "field-star",
        "labels" => "field-labels",
        "enabled" => "cli-field-enabled",
        "min_severity" => "cli-field-severity",
        _ => return metric(field).map(|kpi_info| kpi_info.label),
    })
}

/// Returns the style of `kpi_snapshot` fields in any position (contract, "Financial snapshot").
fn kpi_style(field: &str) -> Option<ValueStyle> {
    let name = field.rsplit('.').next().unwrap_or(field);
    Some(match name {
        "ltv" | "ltc" | "debt_yield" | "pct_perte_estimee" => ValueStyle::Percent,
        "dscr" | "icr" => ValueStyle::Multiple,
        "risk_score_simple" => ValueStyle::Points,
        "crd_total" | "crd_senior" | "crd_mezzanine" | "valeur_venale" | "noi" | "service_dette" => {
            ValueStyle::Amount
        }
        "crd_total_source" => ValueStyle::Named(CodeKind::CrdSource),
        "classe_actif" => ValueStyle::Named(CodeKind::AssetClass),
        "type_investissement" => ValueStyle::Named(CodeKind::InvestmentType),
        "alert_type" => ValueStyle::Named(CodeKind::AlertType),
        "min_severity" | "severity" => ValueStyle::Named(CodeKind::Severity),
        "age" => ValueStyle::Count,
        "followup" => ValueStyle::Day,
        "star" => ValueStyle::Boolean,
        "unit" => ValueStyle::Named(CodeKind::Unit),
        "siren" => ValueStyle::Siren,
        _ => return None,
    })
}

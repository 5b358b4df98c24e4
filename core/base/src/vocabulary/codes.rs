//! Dictionary of all codes with a display name.
//!
//! The contract attests `sourcing`, `ic`, `closing`, `instruction`, `cloture`, `prep` and the two origins of principal.
//! The others follow common market terms. The service's own labels take precedence.

/// A code family. The same code may differ in meaning between families (`en_cours`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(strum::VariantArray))]
pub enum CodeKind {
    /// Deal `status`, in the order of the default columns.
    DealStatus,
    /// Keys of `operations_by_status`, in the order of an operation's life.
    OperationStatus,
    /// Task `statut`, in the order of a task board.
    TaskStatut,
    /// `classe_actif`.
    AssetClass,
    /// `type_investissement`.
    InvestmentType,
    /// `alert_type` of the alert preferences.
    AlertType,
    /// `min_severity`, mildest first.
    Severity,
    /// `crd_total_source`: source of the outstanding principal.
    CrdSource,
    /// `mode_reporting` of the entity.
    ReportingMode,
    /// `value_type` of a field definition.
    ValueType,
    /// `importance` of a field definition.
    Importance,
    /// `source_type` of a field definition.
    FieldSource,
    /// `unit` of a field definition.
    Unit,
    /// Origin of a watched identifier.
    Origin,
    /// `type` of the entity.
    EntityType,
    /// Kind of a rule.
    RuleKind,
    /// `repeat` of a rule.
    Repeat,
}

/// One code with the message keys of its names.
#[derive(Debug, PartialEq, Eq)]
pub struct CodeEntry {
    /// Code as the service writes it.
    pub code: &'static str,
    /// Message key of the full name.
    pub label: &'static str,
    /// Message key of the short name; often the same.
    pub short: &'static str,
}

/// Builds the entries of codes from the prefix of their message keys. A code with `short` has a short name, too.
macro_rules! codes {
    ($prefix:literal: $($code:literal $($short:ident)?),+) => {
        &[$(codes!(@entry $prefix $code $($short)?)),+]
    };
    (@entry $prefix:literal $code:literal) => {
        CodeEntry { code: $code, label: concat!($prefix, $code), short: concat!($prefix, $code) }
    };
    (@entry $prefix:literal $code:literal short) => {
        CodeEntry { code: $code, label: concat!($prefix, $code), short: concat!($prefix, $code, "-short") }
    };
}

impl CodeKind {
    /// Returns the known codes, in their default order.
    #[must_use]
    pub const fn codes(self) -> &'static [CodeEntry] {
        match self {
            Self::DealStatus => codes!(
                "deal-status-":
                "sourcing", "screening" short, "due_diligence" short, "ic" short, "term_sheet" short,
                "structuring" short, "closing", "on_hold" short, "lost" short
            ),
            Self::OperationStatus => codes!(
                "operation-status-":
                "instruction", "en_cours", "prorogation", "retard", "precontentieux", "contentieux",
                "remboursee", "cloture"
            ),
            Self::TaskStatut => codes!(
                "task-statut-":
                "prep", "a_faire", "en_cours", "bloque", "revue", "fait"
            ),
            Self::AssetClass => codes!(
                "asset-class-":
                "bureaux", "commerces", "residentiel" short, "residences_gerees" short,
                "logistique_activite" short, "hotels_tourisme" short, "sante_education" short, "foncier",
                "mixte" short, "alternatif" short
            ),
            Self::InvestmentType => codes!(
                "investment-type-":
                "dette_senior", "whole_loan", "dette_mezzanine", "bridge", "marchand_de_biens", "promotion",
                "obligations_convertibles" short, "fonds_propres"
            ),
            Self::AlertType => codes!(
                "alert-type-":
                "echeance", "retard", "seuil_ltv", "seuil_dscr", "kyc_expire", "document_manquant",
                "reporting_du"
            ),
            Self::Severity => codes!("severity-": "info", "warning", "critical"),
            Self::CrdSource => codes!("crd-source-": "financing_tranches", "operation_data"),
            Self::ReportingMode => codes!("reporting-mode-": "calendaire", "glissant"),
            Self::ValueType => codes!(
                "value-type-":
                "text", "code", "date", "datetime", "decimal", "integer", "boolean", "reference"
            ),
            Self::Importance => codes!("importance-": "required", "important", "optional"),
            Self::FieldSource => codes!("field-source-": "manual", "computed", "taxonomy", "kpi_snapshot"),
            Self::Unit => codes!("unit-": "fraction", "multiple", "points"),
            Self::Origin => codes!("origin-": "given", "met"),
            Self::EntityType => codes!("entity-type-": "societe_gestion"),
            Self::RuleKind => codes!("rule-kind-": "rule", "subscription"),
            Self::Repeat => codes!("rule-repeat-": "once", "each", "daily"),
        }
    }

    /// Returns the entry of a code; `None` for a code of the service's own.
    #[must_use]
    pub fn find(self, code: &str) -> Option<&'static CodeEntry> {
        self.codes().iter().find(|entry| entry.code == code)
    }
}

#[cfg(test)]
mod tests {
    use strum::VariantArray as _;

    use crate::text::{Lang, Messages};

    use super::*;

    #[test]
    fn every_code_has_both_names_in_both_languages() {
        for lang in Lang::ALL {
            for known in CodeKind::VARIANTS.iter().flat_map(|kind| kind.codes()) {
                assert!(Messages::new(lang).has(known.label), "{} {}", lang.code(), known.label);
                assert!(Messages::new(lang).has(known.short), "{} {}", lang.code(), known.short);
            }
        }
    }

    #[test]
    fn no_code_is_listed_twice() {
        for kind in CodeKind::VARIANTS {
            for known in kind.codes() {
                assert_eq!(kind.codes().iter().filter(|other| other.code == known.code).count(), 1);
            }
        }
    }
}

//! Dictionary of all codes with a display name.
//!
//! The contract attests `sourcing`, `ic`, `closing`, `instruction`, `cloture`, `prep` and the two origins of principal.
//! The others follow common market terms. The service's own labels take precedence.

/// A code family. The same code may differ in meaning between families (`en_cours`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

impl CodeKind {
    /// All code families.
    pub const ALL: [Self; 17] = [
        Self::DealStatus,
        Self::OperationStatus,
        Self::TaskStatut,
        Self::AssetClass,
        Self::InvestmentType,
        Self::AlertType,
        Self::Severity,
        Self::CrdSource,
        Self::ReportingMode,
        Self::ValueType,
        Self::Importance,
        Self::FieldSource,
        Self::Unit,
        Self::Origin,
        Self::EntityType,
        Self::RuleKind,
        Self::Repeat,
    ];

    /// Returns the known codes, in their default order.
    #[must_use]
    pub const fn codes(self) -> &'static [CodeEntry] {
        match self {
            Self::DealStatus => &DEAL_STATUSES,
            Self::OperationStatus => &OPERATION_STATUSES,
            Self::TaskStatut => &TASK_STATUTS,
            Self::AssetClass => &ASSET_CLASSES,
            Self::InvestmentType => &INVESTMENT_TYPES,
            Self::AlertType => &ALERT_TYPES,
            Self::Severity => &SEVERITIES,
            Self::CrdSource => &CRD_SOURCES,
            Self::ReportingMode => &REPORTING_MODES,
            Self::ValueType => &VALUE_TYPES,
            Self::Importance => &IMPORTANCES,
            Self::FieldSource => &FIELD_SOURCES,
            Self::Unit => &UNITS,
            Self::Origin => &ORIGINS,
            Self::EntityType => &ENTITY_TYPES,
            Self::RuleKind => &RULE_KINDS,
            Self::Repeat => &REPEATS,
        }
    }

    /// Returns the entry of a code; `None` for a code of the service's own.
    #[must_use]
    pub fn find(self, code: &str) -> Option<&'static CodeEntry> {
        self.codes().iter().find(|entry| entry.code == code)
    }
}

const fn code_entry(code: &'static str, label: &'static str) -> CodeEntry {
    CodeEntry { code, label, short: label }
}

const fn code_entry_with_short(code: &'static str, label: &'static str, short: &'static str) -> CodeEntry {
    CodeEntry { code, label, short }
}

const DEAL_STATUSES: [CodeEntry; 9] = [
    code_entry("sourcing", "deal-status-sourcing"),
    code_entry_with_short("screening", "deal-status-screening", "deal-status-screening-short"),
    code_entry_with_short("due_diligence", "deal-status-due_diligence", "deal-status-due_diligence-short"),
    code_entry_with_short("ic", "deal-status-ic", "deal-status-ic-short"),
    code_entry_with_short("term_sheet", "deal-status-term_sheet", "deal-status-term_sheet-short"),
    code_entry_with_short("structuring", "deal-status-structuring", "deal-status-structuring-short"),
    code_entry("closing", "deal-status-closing"),
    code_entry_with_short("on_hold", "deal-status-on_hold", "deal-status-on_hold-short"),
    code_entry_with_short("lost", "deal-status-lost", "deal-status-lost-short"),
];

const OPERATION_STATUSES: [CodeEntry; 8] = [
    code_entry("instruction", "operation-status-instruction"),
    code_entry("en_cours", "operation-status-en_cours"),
    code_entry("prorogation", "operation-status-prorogation"),
    code_entry("retard", "operation-status-retard"),
    code_entry("precontentieux", "operation-status-precontentieux"),
    code_entry("contentieux", "operation-status-contentieux"),
    code_entry("remboursee", "operation-status-remboursee"),
    code_entry("cloture", "operation-status-cloture"),
];

const TASK_STATUTS: [CodeEntry; 6] = [
    code_entry("prep", "task-statut-prep"),
    code_entry("a_faire", "task-statut-a_faire"),
    code_entry("en_cours", "task-statut-en_cours"),
    code_entry("bloque", "task-statut-bloque"),
    code_entry("revue", "task-statut-revue"),
    code_entry("fait", "task-statut-fait"),
];

const ASSET_CLASSES: [CodeEntry; 10] = [
    code_entry("bureaux", "asset-class-bureaux"),
    code_entry("commerces", "asset-class-commerces"),
    code_entry_with_short("residentiel", "asset-class-residentiel", "asset-class-residentiel-short"),
    code_entry_with_short(
        "residences_gerees",
        "asset-class-residences_gerees",
        "asset-class-residences_gerees-short",
    ),
    code_entry_with_short(
        "logistique_activite",
        "asset-class-logistique_activite",
        "asset-class-logistique_activite-short",
    ),
    code_entry_with_short(
        "hotels_tourisme",
        "asset-class-hotels_tourisme",
        "asset-class-hotels_tourisme-short",
    ),
    code_entry_with_short(
        "sante_education",
        "asset-class-sante_education",
        "asset-class-sante_education-short",
    ),
    code_entry("foncier", "asset-class-foncier"),
    code_entry_with_short("mixte", "asset-class-mixte", "asset-class-mixte-short"),
    code_entry_with_short("alternatif", "asset-class-alternatif", "asset-class-alternatif-short"),
];

const INVESTMENT_TYPES: [CodeEntry; 8] = [
    code_entry("dette_senior", "investment-type-dette_senior"),
    code_entry("whole_loan", "investment-type-whole_loan"),
    code_entry("dette_mezzanine", "investment-type-dette_mezzanine"),
    code_entry("bridge", "investment-type-bridge"),
    code_entry("marchand_de_biens", "investment-type-marchand_de_biens"),
    code_entry("promotion", "investment-type-promotion"),
    code_entry_with_short(
        "obligations_convertibles",
        "investment-type-obligations_convertibles",
        "investment-type-obligations_convertibles-short",
    ),
    code_entry("fonds_propres", "investment-type-fonds_propres"),
];

const ALERT_TYPES: [CodeEntry; 7] = [
    code_entry("echeance", "alert-type-echeance"),
    code_entry("retard", "alert-type-retard"),
    code_entry("seuil_ltv", "alert-type-seuil_ltv"),
    code_entry("seuil_dscr", "alert-type-seuil_dscr"),
    code_entry("kyc_expire", "alert-type-kyc_expire"),
    code_entry("document_manquant", "alert-type-document_manquant"),
    code_entry("reporting_du", "alert-type-reporting_du"),
];

const SEVERITIES: [CodeEntry; 3] = [
    code_entry("info", "severity-info"),
    code_entry("warning", "severity-warning"),
    code_entry("critical", "severity-critical"),
];

const CRD_SOURCES: [CodeEntry; 2] = [
    code_entry("financing_tranches", "crd-source-financing_tranches"),
    code_entry("operation_data", "crd-source-operation_data"),
];

const REPORTING_MODES: [CodeEntry; 2] = [
    code_entry("calendaire", "reporting-mode-calendaire"),
    code_entry("glissant", "reporting-mode-glissant"),
];

const VALUE_TYPES: [CodeEntry; 8] = [
    code_entry("text", "value-type-text"),
    code_entry("code", "value-type-code"),
    code_entry("date", "value-type-date"),
    code_entry("datetime", "value-type-datetime"),
    code_entry("decimal", "value-type-decimal"),
    code_entry("integer", "value-type-integer"),
    code_entry("boolean", "value-type-boolean"),
    code_entry("reference", "value-type-reference"),
];

const IMPORTANCES: [CodeEntry; 3] = [
    code_entry("required", "importance-required"),
    code_entry("important", "importance-important"),
    code_entry("optional", "importance-optional"),
];

const FIELD_SOURCES: [CodeEntry; 4] = [
    code_entry("manual", "field-source-manual"),
    code_entry("computed", "field-source-computed"),
    code_entry("taxonomy", "field-source-taxonomy"),
    code_entry("kpi_snapshot", "field-source-kpi_snapshot"),
];

const UNITS: [CodeEntry; 3] = [
    code_entry("fraction", "unit-fraction"),
    code_entry("multiple", "unit-multiple"),
    code_entry("points", "unit-points"),
];

const ORIGINS: [CodeEntry; 2] = [code_entry("given", "origin-given"), code_entry("met", "origin-met")];

const ENTITY_TYPES: [CodeEntry; 1] = [code_entry("societe_gestion", "entity-type-societe_gestion")];

const RULE_KINDS: [CodeEntry; 2] =
    [code_entry("rule", "rule-configured"), code_entry("subscription", "rule-subscription")];

const REPEATS: [CodeEntry; 3] = [
    code_entry("once", "rule-repeat-once"),
    code_entry("each", "rule-repeat-each"),
    code_entry("daily", "rule-repeat-daily"),
];

#[cfg(test)]
mod tests {
    use crate::text::{Lang, Messages};

    use super::*;

    #[test]
    fn every_code_has_both_names_in_both_languages() {
        for lang in Lang::ALL {
            for known in CodeKind::ALL.iter().flat_map(|kind| kind.codes()) {
                assert!(Messages::new(lang).has(known.label), "{} {}", lang.code(), known.label);
                assert!(Messages::new(lang).has(known.short), "{} {}", lang.code(), known.short);
            }
        }
    }

    #[test]
    fn no_code_is_listed_twice() {
        for kind in CodeKind::ALL {
            for known in kind.codes() {
                assert_eq!(kind.codes().iter().filter(|other| other.code == known.code).count(), 1);
            }
        }
    }
}

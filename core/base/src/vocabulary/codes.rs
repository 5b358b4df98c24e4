//! Dictionary of all codes with a display name.
//!
//! The contract attests `sourcing`, `ic`, `closing`, `instruction`, `cloture`, `prep` and the two origins of principal.
//! The others follow common market terms. The service's own labels take precedence.

/// A code family. The same code may differ in meaning between families (`en_cours`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
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
}

/// One code with the message keys of its names.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// Code as the service writes it.
    pub code: &'static str,
    /// Message key of the full name.
    pub label: &'static str,
    /// Message key of the short name; often the same.
    pub short: &'static str,
}

impl Family {
    /// All code families.
    pub const ALL: [Self; 15] = [
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
    ];

    /// Returns the known codes, in their default order.
    #[must_use]
    pub const fn codes(self) -> &'static [Code] {
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
        }
    }

    /// Returns the entry of a code; `None` for a code of the service's own.
    #[must_use]
    pub fn find(self, code: &str) -> Option<&'static Code> {
        self.codes().iter().find(|known| known.code == code)
    }
}

const fn code(code: &'static str, label: &'static str) -> Code {
    Code {
        code,
        label,
        short: label,
    }
}

const fn shortened(code: &'static str, label: &'static str, short: &'static str) -> Code {
    Code { code, label, short }
}

const DEAL_STATUSES: [Code; 9] = [
    code("sourcing", "deal-status-sourcing"),
    shortened(
        "screening",
        "deal-status-screening",
        "deal-status-screening-short",
    ),
    shortened(
        "due_diligence",
        "deal-status-due_diligence",
        "deal-status-due_diligence-short",
    ),
    shortened("ic", "deal-status-ic", "deal-status-ic-short"),
    shortened(
        "term_sheet",
        "deal-status-term_sheet",
        "deal-status-term_sheet-short",
    ),
    shortened(
        "structuring",
        "deal-status-structuring",
        "deal-status-structuring-short",
    ),
    code("closing", "deal-status-closing"),
    shortened("on_hold", "deal-status-on_hold", "deal-status-on_hold-short"),
    shortened("lost", "deal-status-lost", "deal-status-lost-short"),
];

const OPERATION_STATUSES: [Code; 8] = [
    code("instruction", "operation-status-instruction"),
    code("en_cours", "operation-status-en_cours"),
    code("prorogation", "operation-status-prorogation"),
    code("retard", "operation-status-retard"),
    code("precontentieux", "operation-status-precontentieux"),
    code("contentieux", "operation-status-contentieux"),
    code("remboursee", "operation-status-remboursee"),
    code("cloture", "operation-status-cloture"),
];

const TASK_STATUTS: [Code; 6] = [
    code("prep", "task-statut-prep"),
    code("a_faire", "task-statut-a_faire"),
    code("en_cours", "task-statut-en_cours"),
    code("bloque", "task-statut-bloque"),
    code("revue", "task-statut-revue"),
    code("fait", "task-statut-fait"),
];

const ASSET_CLASSES: [Code; 10] = [
    code("bureaux", "asset-class-bureaux"),
    code("commerces", "asset-class-commerces"),
    shortened(
        "residentiel",
        "asset-class-residentiel",
        "asset-class-residentiel-short",
    ),
    shortened(
        "residences_gerees",
        "asset-class-residences_gerees",
        "asset-class-residences_gerees-short",
    ),
    shortened(
        "logistique_activite",
        "asset-class-logistique_activite",
        "asset-class-logistique_activite-short",
    ),
    shortened(
        "hotels_tourisme",
        "asset-class-hotels_tourisme",
        "asset-class-hotels_tourisme-short",
    ),
    shortened(
        "sante_education",
        "asset-class-sante_education",
        "asset-class-sante_education-short",
    ),
    code("foncier", "asset-class-foncier"),
    shortened("mixte", "asset-class-mixte", "asset-class-mixte-short"),
    shortened(
        "alternatif",
        "asset-class-alternatif",
        "asset-class-alternatif-short",
    ),
];

const INVESTMENT_TYPES: [Code; 8] = [
    code("dette_senior", "investment-type-dette_senior"),
    code("whole_loan", "investment-type-whole_loan"),
    code("dette_mezzanine", "investment-type-dette_mezzanine"),
    code("bridge", "investment-type-bridge"),
    code("marchand_de_biens", "investment-type-marchand_de_biens"),
    code("promotion", "investment-type-promotion"),
    shortened(
        "obligations_convertibles",
        "investment-type-obligations_convertibles",
        "investment-type-obligations_convertibles-short",
    ),
    code("fonds_propres", "investment-type-fonds_propres"),
];

const ALERT_TYPES: [Code; 7] = [
    code("echeance", "alert-type-echeance"),
    code("retard", "alert-type-retard"),
    code("seuil_ltv", "alert-type-seuil_ltv"),
    code("seuil_dscr", "alert-type-seuil_dscr"),
    code("kyc_expire", "alert-type-kyc_expire"),
    code("document_manquant", "alert-type-document_manquant"),
    code("reporting_du", "alert-type-reporting_du"),
];

const SEVERITIES: [Code; 3] = [
    code("info", "severity-info"),
    code("warning", "severity-warning"),
    code("critical", "severity-critical"),
];

const CRD_SOURCES: [Code; 2] = [
    code("financing_tranches", "crd-source-financing_tranches"),
    code("operation_data", "crd-source-operation_data"),
];

const REPORTING_MODES: [Code; 2] = [
    code("calendaire", "reporting-mode-calendaire"),
    code("glissant", "reporting-mode-glissant"),
];

const VALUE_TYPES: [Code; 8] = [
    code("text", "value-type-text"),
    code("code", "value-type-code"),
    code("date", "value-type-date"),
    code("datetime", "value-type-datetime"),
    code("decimal", "value-type-decimal"),
    code("integer", "value-type-integer"),
    code("boolean", "value-type-boolean"),
    code("reference", "value-type-reference"),
];

const IMPORTANCES: [Code; 3] = [
    code("required", "importance-required"),
    code("important", "importance-important"),
    code("optional", "importance-optional"),
];

const FIELD_SOURCES: [Code; 4] = [
    code("manual", "field-source-manual"),
    code("computed", "field-source-computed"),
    code("taxonomy", "field-source-taxonomy"),
    code("kpi_snapshot", "field-source-kpi_snapshot"),
];

const UNITS: [Code; 3] = [
    code("fraction", "unit-fraction"),
    code("multiple", "unit-multiple"),
    code("points", "unit-points"),
];

const ORIGINS: [Code; 2] = [code("given", "origin-given"), code("met", "origin-met")];

const ENTITY_TYPES: [Code; 1] = [code("societe_gestion", "entity-type-societe_gestion")];

#[cfg(test)]
mod tests {
    use crate::text::{Lang, Words};

    use super::*;

    #[test]
    fn every_code_has_both_names_in_both_languages() {
        for lang in Lang::ALL {
            for known in Family::ALL.iter().flat_map(|family| family.codes()) {
                assert!(
                    Words::new(lang).has(known.label),
                    "{} {}",
                    lang.code(),
                    known.label
                );
                assert!(
                    Words::new(lang).has(known.short),
                    "{} {}",
                    lang.code(),
                    known.short
                );
            }
        }
    }

    #[test]
    fn no_code_is_listed_twice() {
        for family in Family::ALL {
            for known in family.codes() {
                assert_eq!(
                    family
                        .codes()
                        .iter()
                        .filter(|other| other.code == known.code)
                        .count(),
                    1
                );
            }
        }
    }
}

//! Names of codes, in both languages.
//!
//! The service attests only a few codes; the others are from our dictionary, and the service's taxonomy may have more.
//! An unknown code is shown unchanged (sanitised), never renamed and never merged into another.

pub mod band;
pub mod codes;
pub mod kpi;
pub mod kpi_checks;
pub mod setting;
pub mod status;
mod status_order;
pub mod stress_scenarios;

pub use band::{
    Band, BandLimits, LimitKind, Thresholds, band_within, kpi_band, kpi_limits, may_have_thresholds,
};
pub use codes::{CodeEntry, CodeKind};
pub use kpi::{
    METRICS, Metric, MetricUnit, kpi_label, kpi_short, kpi_value, kpi_value_compact, kpi_value_rounded,
    kpi_values_apart, metric,
};
pub use status::{StatusRole, is_inactive_status, status_cmp, status_glyph, status_role};
pub use status_order::StatusOrder;

use std::borrow::Cow;

use super::text::{Lang, Messages, SafeText};

/// Returns the full name of a code.
#[must_use]
pub fn label(lang: Lang, kind: CodeKind, code: &str) -> Cow<'static, str> {
    match kind.find(code) {
        Some(entry) => Messages::new(lang).get(entry.label),
        None => raw_code(code),
    }
}

/// Returns the short name of a code, which may equal the full name.
#[must_use]
pub fn short_label(lang: Lang, kind: CodeKind, code: &str) -> Cow<'static, str> {
    match kind.find(code) {
        Some(entry) => Messages::new(lang).get(entry.short),
        None => raw_code(code),
    }
}

/// Returns the name of a deal status: `ic` is « Comité d’investissement ».
#[must_use]
pub fn deal_status(lang: Lang, code: &str) -> Cow<'static, str> {
    label(lang, CodeKind::DealStatus, code)
}

/// Returns the short name of a deal status: `ic` is « Comité ».
#[must_use]
pub fn deal_status_short(lang: Lang, code: &str) -> Cow<'static, str> {
    short_label(lang, CodeKind::DealStatus, code)
}

/// Returns the name of an asset class: `bureaux` is « Bureaux ».
#[must_use]
pub fn asset_class(lang: Lang, code: &str) -> Cow<'static, str> {
    label(lang, CodeKind::AssetClass, code)
}

/// Returns the short name of an asset class.
#[must_use]
pub fn asset_class_short(lang: Lang, code: &str) -> Cow<'static, str> {
    short_label(lang, CodeKind::AssetClass, code)
}

/// Returns the name of an operation status: `cloture` is « Clôture ».
#[must_use]
pub fn operation_status(lang: Lang, code: &str) -> Cow<'static, str> {
    label(lang, CodeKind::OperationStatus, code)
}

/// Returns the name of an investment type: `whole_loan` is « Prêt unitranche ».
#[must_use]
pub fn investment_type(lang: Lang, code: &str) -> Cow<'static, str> {
    label(lang, CodeKind::InvestmentType, code)
}

/// Returns the name of a task's `statut`: `prep` is « Préparation ».
#[must_use]
pub fn task_statut(lang: Lang, code: &str) -> Cow<'static, str> {
    label(lang, CodeKind::TaskStatut, code)
}

/// Returns the name of an alert type: `seuil_ltv` is « Seuil LTV ».
#[must_use]
pub fn alert_type(lang: Lang, code: &str) -> Cow<'static, str> {
    label(lang, CodeKind::AlertType, code)
}

/// Returns the name of a severity: `warning` is « avertissement ».
#[must_use]
pub fn severity(lang: Lang, code: &str) -> Cow<'static, str> {
    label(lang, CodeKind::Severity, code)
}

/// Returns the band whose shape represents a severity; `None` for an unknown code.
#[must_use]
pub fn severity_band(code: &str) -> Option<Band> {
    match code {
        "critical" => Some(Band::Alert),
        "warning" => Some(Band::Watch),
        "info" => Some(Band::None),
        _ => None,
    }
}

fn raw_code(code: &str) -> Cow<'static, str> {
    Cow::Owned(SafeText::line(code).as_str().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_codes_have_names_in_both_languages() {
        assert_eq!(deal_status(Lang::Fr, "ic"), "Comité d’investissement");
        assert_eq!(deal_status(Lang::En, "ic"), "Investment committee");
        assert_eq!(deal_status_short(Lang::Fr, "ic"), "Comité");
        assert_eq!(deal_status_short(Lang::En, "ic"), "Committee");
        assert_eq!(asset_class(Lang::En, "logistique_activite"), "Logistics & light industrial");
        assert_eq!(operation_status(Lang::Fr, "en_cours"), "En cours");
        assert_eq!(task_statut(Lang::En, "en_cours"), "In progress");
        assert_eq!(
            short_label(Lang::Fr, CodeKind::InvestmentType, "obligations_convertibles"),
            "Obl. convertibles"
        );
        assert_eq!(alert_type(Lang::Fr, "kyc_expire"), "KYC expiré");
        assert_eq!(severity(Lang::En, "critical"), "critical");
        for known in CodeKind::Severity.codes() {
            assert!(severity_band(known.code).is_some(), "{}", known.code);
        }
        assert_eq!(severity_band("gare_spatiale"), None);
    }

    #[test]
    fn an_unknown_code_is_shown_clean() {
        assert_eq!(deal_status(Lang::Fr, "pre_ic"), "pre_ic");
        assert_eq!(asset_class(Lang::En, "x\u{202e}y\n"), "x⟨U+202E⟩y ");
        assert_eq!(deal_status(Lang::Fr, ""), "");
    }
}

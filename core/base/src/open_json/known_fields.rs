//! Labels for fields and codes of any resource kind.
//!
//! They cover the contract's fields and those that similar services send. Others are shown unchanged.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::FormatOptions;
use crate::contract::json::num::Num;
use crate::contract::record::raw_text;
use crate::text::{Lang, SafeText, number};
use crate::vocabulary::{self, CodeKind};

/// Returns the message key of a common field that the contract does not name.
#[must_use]
pub fn label_key(field: &str) -> Option<&'static str> {
    Some(match field {
        "severity" => "cli-field-own-severity",
        "unit" => "cli-field-unit",
        "created_at" => "cli-field-created-at",
        "updated_at" => "cli-field-updated-at",
        "read_at" => "cli-field-read-at",
        "status_since" | "status_changed_at" => "cli-field-status-since",
        "echeance" | "date_echeance" => "cli-field-due",
        "operateur_id" => "cli-field-operator",
        "spv_id" => "cli-field-spv",
        "siren" => "entity-siren",
        "ville" => "cli-field-city",
        "forme_juridique" => "cli-field-legal-form",
        "kyc_valide" => "cli-field-kyc",
        "code_isin" => "cli-field-isin",
        "millesime" => "cli-field-vintage",
        "devise" => "cli-field-currency",
        "code" => "cli-field-code",
        "family" => "cli-family",
        "label_en" => "cli-field-label-en",
        "rank" => "cli-field-rank",
        "crd_total_source" => "cli-field-crd-source",
        "kpi_snapshot" => "field-source-kpi_snapshot",
        "date" => "cli-field-date",
        "operations_en_difficulte" => "cli-field-troubled",
        "kyc_a_revoir" => "cli-field-kyc-due",
        "alertes_critiques" => "cli-field-critical-alerts",
        "type" => "cli-field-type",
        "layout" => "cli-field-layout",
        "query" => "cli-field-query",
        "pinned" => "cli-field-pinned",
        "default" => "cli-default",
        "profile" => "cli-profile",
        "outbox_id" => "cli-number",
        "discarded" => "cli-discarded",
        "outcome_unknown" => "cli-outcome-unknown",
        "secret_removed" => "cli-secret-removed",
        "purged" => "cli-purged-field",
        "encrypted" => "cli-encrypted-field",
        _ => return None,
    })
}

/// Returns the message key of a common field, including those of the contract.
pub(super) fn any_label_key(field: &str) -> Option<&'static str> {
    Some(match field {
        "id" => "field-id",
        "name" => "field-name",
        "status" | "statut" => "field-status",
        "classe_actif" => "field-class",
        "type_investissement" => "field-investment-type",
        "responsable" => "field-owner",
        "title" => "cli-title",
        "content" => "cli-note",
        "is_default" => "cli-default",
        "is_shared" => "cli-field-shared",
        "filters" => "cli-field-filters",
        "columns" => "cli-field-columns",
        "sort" => "cli-field-sort",
        "alert_type" => "cli-field-alert",
        "min_severity" => "cli-field-severity",
        "enabled" => "cli-field-enabled",
        "field_key" => "cli-field-key",
        "label_fr" => "cli-field-label-fr",
        "value_type" => "cli-field-value-type",
        "importance" => "cli-field-importance",
        "source_type" => "cli-field-source",
        "total_operations" => "portfolio-operations",
        "nominal" => "field-nominal",
        "total_nominal" => "portfolio-nominal",
        "total_fonds" => "portfolio-funds",
        "total_spvs" => "portfolio-spvs",
        "total_operateurs" => "portfolio-operators",
        "operations_by_status" => "breakdown-by-status",
        "operations_by_classe_actif" => "breakdown-by-class",
        "operations_by_type_investissement" => "breakdown-by-type",
        name => return label_key(name),
    })
}

/// Returns whether a field is an amount. The contract sends decimals as texts, and only these are certain.
pub fn is_amount(field: &str) -> bool {
    matches!(field, "nominal" | "total_nominal")
}

/// Returns whether a field is a count, so that four digits are not a year.
fn is_count(field: &str) -> bool {
    matches!(
        field,
        "total_operations"
            | "total_fonds"
            | "total_spvs"
            | "total_operateurs"
            | "operations_en_difficulte"
            | "kyc_a_revoir"
            | "alertes_critiques"
    )
}

/// Returns the display name of a field's code, if it has one.
///
/// `kind` is the resource kind of the record, which distinguishes a task's `statut` from an operation's.
pub(super) fn code_label(
    options: &FormatOptions,
    kind: Option<crate::model::resources::resource_kind::ResourceKind>,
    field: &str,
    raw: &RawValue,
) -> Option<SafeText> {
    let lang = options.lang;
    if is_count(field) {
        let count = Num::from_raw(raw)?.value()?;
        return Some(SafeText::line(&number::exact(lang, count)));
    }
    let code = raw_text(raw)?;
    if field == "siren" {
        return Some(SafeText::line(&number::siren(&code)));
    }
    if is_amount(field) {
        let amount = crate::contract::json::num::parse_exact(&code)?;
        return Some(SafeText::line(&number::money(lang, amount, options.currency.as_deref())));
    }
    code_name(lang, kind, field, &code)
}

/// Returns the display name of a field's code, if it has one.
pub fn code_name(
    lang: Lang,
    kind: Option<crate::model::resources::resource_kind::ResourceKind>,
    field: &str,
    code: &str,
) -> Option<SafeText> {
    let code_kinds: &[CodeKind] = match field {
        "status" | "statut" => match kind {
            Some(crate::model::resources::resource_kind::ResourceKind::Tasks) => &[CodeKind::TaskStatut],
            Some(crate::model::resources::resource_kind::ResourceKind::Operations) => {
                &[CodeKind::OperationStatus]
            }
            _ => &[CodeKind::DealStatus, CodeKind::OperationStatus, CodeKind::TaskStatut],
        },
        "classe_actif" => &[CodeKind::AssetClass],
        "type_investissement" => &[CodeKind::InvestmentType],
        "alert_type" => &[CodeKind::AlertType],
        "severity" | "min_severity" => &[CodeKind::Severity],
        "crd_total_source" => &[CodeKind::CrdSource],
        "mode_reporting" => &[CodeKind::ReportingMode],
        "value_type" => &[CodeKind::ValueType],
        "importance" => &[CodeKind::Importance],
        "source_type" => &[CodeKind::FieldSource],
        "unit" => &[CodeKind::Unit],
        _ => return None,
    };
    let code_kind = code_kinds.iter().find(|code_kind| code_kind.find(code).is_some())?;
    let name: Cow<'_, str> = vocabulary::label(lang, *code_kind, code);
    Some(SafeText::line(&name))
}

#[cfg(test)]
mod tests {
    use crate::text::Messages;

    use super::*;

    #[test]
    fn every_word_is_in_both_languages() {
        let fields = [
            "id",
            "name",
            "statut",
            "type_investissement",
            "columns",
            "severity",
            "millesime",
            "total_fonds",
            "operateur_id",
            "spv_id",
        ];
        for field in fields {
            let key = any_label_key(field).unwrap();
            for lang in Lang::ALL {
                assert_ne!(Messages::new(lang).get(key), key, "{field}");
            }
        }
        assert_eq!(any_label_key("vendor_ref"), None);
    }

    #[test]
    fn code_label_depends_on_the_record_kind() {
        let in_currency = |currency: Option<&str>, of, field: &str, code: &str| {
            let raw = RawValue::from_string(format!("\"{code}\"")).unwrap();
            let options = FormatOptions {
                lang: Lang::En,
                zone: jiff::tz::TimeZone::UTC,
                naming: crate::open_json::NamingStyle::Localized(of),
                currency: currency.map(str::to_owned),
            };
            code_label(&options, of, field, &raw).map(|name| name.to_string())
        };
        let named = |of, field: &str, code: &str| in_currency(None, of, field, code);
        assert_eq!(
            in_currency(Some("€"), None, "nominal", "3814300.00").as_deref(),
            Some("€3,814,300.00"),
            "the person has said which currency it is"
        );
        let tasks = Some(crate::model::resources::resource_kind::ResourceKind::Tasks);
        assert_eq!(named(tasks, "statut", "en_cours").as_deref(), Some("In progress"));
        let operations = Some(crate::model::resources::resource_kind::ResourceKind::Operations);
        assert_eq!(named(operations, "statut", "en_cours").as_deref(), Some("Performing"));
        assert_eq!(named(None, "classe_actif", "bureaux").as_deref(), Some("Offices"));
        assert_eq!(named(None, "classe_actif", "lofts"), None, "what is not known stays as it was sent");
        assert_eq!(named(None, "name", "bureaux"), None, "a name is no code");
        assert_eq!(named(None, "nominal", "3814300.00").as_deref(), Some("3,814,300.00"));
        assert_eq!(named(None, "nominal", "many"), None);
        assert_eq!(
            named(None, "siren", "732829320").as_deref(),
            Some("732\u{202f}829\u{202f}320"),
            "a SIREN reads alike everywhere"
        );
    }
}

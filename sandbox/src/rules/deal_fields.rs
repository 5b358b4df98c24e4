//! Checks of the fields in `POST /deals` and `PUT /deals/{deal_id}`.
//!
//! An absent field and a field set to `null` differ (contract, "Data conventions"): the first is left unchanged, the
//! second is written. Fields that the contract does not list are stored and returned as received.

use super::problem::ApiProblem;
use super::{enum_values, kpi_fields};
use crate::{
    SpecGaps,
    data::vocabulary::{CLASSE_ACTIF, DEAL_STATUS},
    json::{JsonKind, Object, kind},
};

/// Returns the fields of a deal that are accepted when unknown fields are rejected.
pub(crate) fn known_fields(spec_gaps: &SpecGaps) -> [&str; 7] {
    [
        "name",
        "status",
        "classe_actif",
        "responsable",
        "kpi_snapshot",
        "data",
        &spec_gaps.external_reference_field,
    ]
}

/// The read-only fields: the identifier and, except in the strict profile, two dates.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ReadOnlyFields<'a> {
    /// A new deal: read-only fields must not be sent.
    New { dates: bool },
    /// A stored deal: read-only fields may be sent back unchanged and are ignored.
    Stored { deal: &'a Object, dates: bool },
}

impl ReadOnlyFields<'_> {
    /// Answers 422 if a read-only field is sent with another value.
    fn check(self, name: &str, json: &str) -> Result<bool, ApiProblem> {
        let (Self::New { dates } | Self::Stored { dates, .. }) = self;
        if !(name == "id" || dates && ["created_at", "status_since"].contains(&name)) {
            return Ok(false);
        }
        match self {
            Self::Stored { deal, .. } if is_same_text(deal.get(name), json) => Ok(true),
            _ => {
                Err(ApiProblem::invalid(format!("`{name}` is set by the service"))
                    .with_reason("field_read_only"))
            }
        }
    }
}

/// Returns whether two JSON strings are equal, ignoring case.
fn is_same_text(stored: Option<&str>, sent: &str) -> bool {
    let text = |json: &str| serde_json::from_str::<String>(json).ok();
    stored == Some(sent)
        || stored
            .and_then(text)
            .zip(text(sent))
            .is_some_and(|(stored, sent)| stored.eq_ignore_ascii_case(&sent))
}

/// Answers 422 unless a new deal has every required field and only allowed ones.
pub(crate) fn check_new(fields: &Object, dates: bool, spec_gaps: &SpecGaps) -> Result<(), ApiProblem> {
    let missing = spec_gaps.required_deal_fields.iter().find(|name| fields.get(name).is_none());
    if let Some(name) = missing {
        return Err(ApiProblem::invalid(format!("`{name}` is required")).with_reason("invalid_payload"));
    }
    check(fields, ReadOnlyFields::New { dates }, spec_gaps)
}

/// Answers 422 unless every field of a change is allowed.
pub(crate) fn check_change(
    fields: &Object,
    stored: &Object,
    dates: bool,
    spec_gaps: &SpecGaps,
) -> Result<(), ApiProblem> {
    let status = |deal: &Object| deal.text("status");
    if spec_gaps.guard_transitions
        && status(stored).as_deref() == Some(FINAL_STATUS)
        && fields.get("status").is_some()
        && status(fields).as_deref() != Some(FINAL_STATUS)
    {
        let detail = format!("a deal that is `{FINAL_STATUS}` moves no more");
        return Err(ApiProblem::invalid(detail).with_reason("transition_not_allowed"));
    }
    if spec_gaps.documented_updates_only
        && let Some(name) = ["name", "classe_actif"].into_iter().find(|name| fields.get(name).is_some())
    {
        return Err(ApiProblem::invalid(format!("`{name}` cannot be changed")).with_reason("field_read_only"));
    }
    check(fields, ReadOnlyFields::Stored { deal: stored, dates }, spec_gaps)
}

/// The final status: with `guard_transitions`, a deal does not leave it.
const FINAL_STATUS: &str = "lost";

fn check(fields: &Object, read_only: ReadOnlyFields<'_>, spec_gaps: &SpecGaps) -> Result<(), ApiProblem> {
    let reference = &*spec_gaps.external_reference_field;
    for (name, json) in fields.iter() {
        if read_only.check(name, json)? {
            continue;
        }
        match name {
            "status" => drop(enum_values::parse_code(name, json, DEAL_STATUS, spec_gaps)?),
            "classe_actif" | "responsable" if kind(json) == JsonKind::Null => {}
            "classe_actif" => {
                enum_values::parse_code_or_text(
                    name,
                    json,
                    CLASSE_ACTIF,
                    spec_gaps.accept_unknown_classes,
                    spec_gaps,
                )?;
            }
            "name" | "responsable" => check_text(name, &enum_values::parse_text(name, json)?, spec_gaps)?,
            "kpi_snapshot" => kpi_fields::check(json, spec_gaps.kpi_out_of_range)?,
            "data" => kpi_fields::check_open_data(json)?,
            name if name == reference && kind(json) != JsonKind::Null => {
                check_text(name, &enum_values::parse_text(name, json)?, spec_gaps)?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn check_text(name: &str, text: &str, spec_gaps: &SpecGaps) -> Result<(), ApiProblem> {
    let (length, max) = (text.chars().count(), spec_gaps.longest_text);
    if text.trim().is_empty() || length > max {
        let detail = format!("`{name}` must have 1 to {max} characters, not only spaces");
        return Err(ApiProblem::invalid(detail).with_reason("invalid_payload"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(json: &str) -> Result<(), u16> {
        let fields = Object::parse(json.as_bytes()).unwrap();
        check_new(&fields, true, &SpecGaps::default()).map_err(|problem| problem.status)
    }

    #[test]
    fn documented_and_unknown_fields_pass() {
        for good in [
            r#"{"name":"Le Parc, Lyon"}"#,
            r#"{"name":"Le Parc","status":"ic","classe_actif":"bureaux","responsable":null}"#,
            r#"{"name":"Le Parc","classe_actif":null,"notre_champ":{"x":[1,null]},"data":{"surface":1200}}"#,
            r#"{"name":"Le Parc","kpi_snapshot":{"ltv":"0.65","crd_total":14050000.00}}"#,
        ] {
            assert_eq!(new(good), Ok(()), "{good}");
        }
    }

    #[test]
    fn invalid_deal_fields_are_rejected() {
        for bad in [
            r"{}",
            r#"{"name":null}"#,
            r#"{"name":"  "}"#,
            r#"{"name":7}"#,
            r#"{"name":"a","status":null}"#,
            r#"{"name":"a","status":"signed"}"#,
            r#"{"name":"a","classe_actif":" "}"#,
            r#"{"name":"a","classe_actif":["bureaux"]}"#,
            r#"{"name":"a","responsable":3}"#,
            r#"{"name":"a","responsable":""}"#,
            r#"{"name":"a","id":"6f1c08d2-4b7e-4a55-9d10-2e77c1b9a0f4"}"#,
            r#"{"name":"a","status_since":"2026-11-20"}"#,
            r#"{"name":"a","data":{"ltv":0.65}}"#,
            r#"{"name":"a","kpi_snapshot":{"ltv":"65 %"}}"#,
        ] {
            assert_eq!(new(bad), Err(422), "{bad}");
        }
        assert_eq!(new(&format!(r#"{{"name":"{}"}}"#, "é".repeat(10_000))), Ok(()));
        assert_eq!(new(&format!(r#"{{"name":"{}"}}"#, "é".repeat(10_001))), Err(422));
    }

    #[test]
    fn a_change_needs_no_name_and_may_be_narrowed() {
        let fields = Object::parse(br#"{"classe_actif":"bureaux"}"#).unwrap();
        let narrow = SpecGaps { documented_updates_only: true, ..SpecGaps::default() };
        let stored = Object::new();
        assert_eq!(check_change(&fields, &stored, true, &SpecGaps::default()), Ok(()));
        assert_eq!(check_change(&fields, &stored, true, &narrow).unwrap_err().status, 422);
        assert_eq!(check_change(&Object::new(), &stored, true, &narrow), Ok(()));
    }

    #[test]
    fn unchanged_server_fields_may_be_sent_back() {
        let stored =
            Object::parse(br#"{"id":"AB-1","name":"a","status":"ic","created_at":"2026-11-20"}"#).unwrap();
        let change = |json: &str, dates: bool| {
            let fields = Object::parse(json.as_bytes()).unwrap();
            check_change(&fields, &stored, dates, &SpecGaps::default()).map_err(|problem| problem.status)
        };
        assert_eq!(change(&stored.to_string(), true), Ok(()));
        assert_eq!(change(r#"{"id":"ab-1"}"#, true), Ok(()));
        assert_eq!(change(r#"{"id":"ab-2"}"#, true), Err(422));
        assert_eq!(change(r#"{"id":null}"#, true), Err(422));
        assert_eq!(change(r#"{"created_at":"2020-01-01"}"#, true), Err(422));
        assert_eq!(
            change(r#"{"created_at":7}"#, false),
            Ok(()),
            "a field like any other in the strict service"
        );
    }

    #[test]
    fn guarded_deal_keeps_its_final_status() {
        let guarded = SpecGaps { guard_transitions: true, ..SpecGaps::default() };
        let lost = Object::parse(br#"{"status":"lost"}"#).unwrap();
        let change = |json: &str| {
            let fields = Object::parse(json.as_bytes()).unwrap();
            check_change(&fields, &lost, true, &guarded).map_err(|problem| problem.reason_code)
        };
        assert_eq!(change(r#"{"status":"ic"}"#), Err(Some("transition_not_allowed")));
        assert_eq!(change(r#"{"status":"lost","responsable":"A"}"#), Ok(()));
        assert_eq!(change(r#"{"responsable":"A"}"#), Ok(()));
    }
}

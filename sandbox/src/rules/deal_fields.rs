//! What a deal may be given by `POST /deals` and `PUT /deals/{deal_id}`.
//!
//! An absent field and a field set to `null` differ (contract, "Data conventions"): the first is left alone, the
//! second is written. Fields that the contract does not list are kept and given back as they came.

use super::{codes, kpi_fields, problem::Problem};
use crate::{
    OpenPoints,
    data::vocabulary::{CLASSE_ACTIF, DEAL_STATUS},
    json::{Kind, Object, kind},
};

/// Longest name or owner, in characters.
const LONGEST_TEXT: usize = 255;

/// Fields that belong to the service.
const OWN: [&str; 3] = ["id", "created_at", "status_since"];

/// 422 unless every field of a new deal is allowed and `name` is there.
pub(crate) fn check_new(fields: &Object, open: &OpenPoints) -> Result<(), Problem> {
    if fields.get("name").is_none() {
        return Err(Problem::invalid("`name` is required").reason("invalid_payload"));
    }
    check(fields, open)
}

/// 422 unless every field of a change is allowed.
pub(crate) fn check_change(fields: &Object, open: &OpenPoints) -> Result<(), Problem> {
    if open.documented_updates_only
        && let Some(name) = ["name", "classe_actif"]
            .into_iter()
            .find(|name| fields.get(name).is_some())
    {
        return Err(Problem::invalid(format!("`{name}` cannot be changed")).reason("field_read_only"));
    }
    check(fields, open)
}

fn check(fields: &Object, open: &OpenPoints) -> Result<(), Problem> {
    for (name, json) in fields.iter() {
        match name {
            "status" => drop(codes::code(name, json, DEAL_STATUS, open)?),
            "classe_actif" | "responsable" | "external_reference" if kind(json) == Kind::Null => {}
            "classe_actif" => drop(codes::code(name, json, CLASSE_ACTIF, open)?),
            "name" | "responsable" | "external_reference" => not_blank(name, &codes::text(name, json)?)?,
            "kpi_snapshot" => kpi_fields::check(json)?,
            "data" => kpi_fields::check_open_data(json)?,
            name if OWN.contains(&name) => {
                return Err(
                    Problem::invalid(format!("`{name}` is set by the service")).reason("field_read_only")
                );
            }
            _ => {}
        }
    }
    Ok(())
}

fn not_blank(name: &str, text: &str) -> Result<(), Problem> {
    let length = text.chars().count();
    if text.trim().is_empty() || length > LONGEST_TEXT {
        let detail = format!("`{name}` must have 1 to {LONGEST_TEXT} characters, not only spaces");
        return Err(Problem::invalid(detail).reason("invalid_payload"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(json: &str) -> Result<(), u16> {
        let fields = Object::parse(json.as_bytes()).unwrap();
        check_new(&fields, &OpenPoints::default()).map_err(|problem| problem.status)
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
    fn what_is_not_allowed_is_refused() {
        for bad in [
            r"{}",
            r#"{"name":null}"#,
            r#"{"name":"  "}"#,
            r#"{"name":7}"#,
            r#"{"name":"a","status":null}"#,
            r#"{"name":"a","status":"signed"}"#,
            r#"{"name":"a","classe_actif":"offices"}"#,
            r#"{"name":"a","responsable":3}"#,
            r#"{"name":"a","responsable":""}"#,
            r#"{"name":"a","id":"6f1c08d2-4b7e-4a55-9d10-2e77c1b9a0f4"}"#,
            r#"{"name":"a","status_since":"2026-11-20"}"#,
            r#"{"name":"a","data":{"ltv":0.65}}"#,
            r#"{"name":"a","kpi_snapshot":{"ltv":65}}"#,
        ] {
            assert_eq!(new(bad), Err(422), "{bad}");
        }
        assert_eq!(new(&format!(r#"{{"name":"{}"}}"#, "é".repeat(255))), Ok(()));
        assert_eq!(new(&format!(r#"{{"name":"{}"}}"#, "é".repeat(256))), Err(422));
    }

    #[test]
    fn a_change_needs_no_name_and_may_be_narrowed() {
        let fields = Object::parse(br#"{"classe_actif":"bureaux"}"#).unwrap();
        let narrow = OpenPoints {
            documented_updates_only: true,
            ..OpenPoints::default()
        };
        assert_eq!(check_change(&fields, &OpenPoints::default()), Ok(()));
        assert_eq!(check_change(&fields, &narrow).unwrap_err().status, 422);
        assert_eq!(check_change(&Object::new(), &narrow), Ok(()));
    }
}

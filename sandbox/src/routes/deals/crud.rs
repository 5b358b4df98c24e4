//! One deal: create, read, update and logical deletion.

use axum::http::StatusCode;
use rusqlite::{OptionalExtension, params};
use uuid::Uuid;

use crate::clock::date_time;
use crate::http_types::{ApiCall, ApiResponse, HandlerResult};
use crate::json::{Object, quote};
use crate::rules::deal_fields;
use crate::rules::problem::ApiProblem;

/// `GET /deals/{deal_id}`.
pub(crate) fn get(call: &mut ApiCall<'_>) -> HandlerResult {
    let (_, body) = find_live(call, call.uuid("deal_id")?)?;
    Ok(ApiResponse::ok(body))
}

/// `POST /deals`.
pub(crate) fn create(call: &mut ApiCall<'_>) -> HandlerResult {
    let fields = call.object()?;
    let spec_gaps = &call.config.spec_gaps;
    call.check_known_fields(&fields, &deal_fields::known_fields(spec_gaps))?;
    deal_fields::check_new(&fields, has_dates(call), spec_gaps)?;
    let reference = fields.text(&spec_gaps.external_reference_field);
    check_reference_free(call, reference.as_deref(), 0)?;
    let id = new_id(call)?;
    let mut deal = Object::new();
    deal.set_text("id", &id.to_string());
    // The name is a string even if the settings allow a deal without one.
    deal.set("name", fields.get("name").unwrap_or("\"\""));
    let status = fields.text("status").unwrap_or_else(|| spec_gaps.initial_status.clone());
    deal.set_text("status", &status);
    // In the strict service documented fields are strings, so it adds no `null` for missing ones.
    for name in ["classe_actif", "responsable"] {
        if let Some(value) = fields.get(name).or(has_dates(call).then_some("null")) {
            deal.set(name, value);
        }
    }
    merge_fields(&mut deal, &fields, spec_gaps);
    if has_dates(call) {
        deal.set_text("status_since", &business_date(call));
        deal.set_text("created_at", &date_time(call.now));
    }
    let body = deal.to_string();
    call.db
        .prepare_cached("INSERT INTO deal (id, status, reference, body) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![id.as_bytes(), status, reference, body])?;
    Ok(ApiResponse::json(StatusCode::CREATED, body))
}

/// `PUT /deals/{deal_id}`: writes the fields sent and leaves the others unchanged.
pub(crate) fn update(call: &mut ApiCall<'_>) -> HandlerResult {
    let id = call.uuid("deal_id")?;
    let fields = call.object()?;
    let (row, body) = find_live(call, id)?;
    let spec_gaps = &call.config.spec_gaps;
    let stored = parse(&body)?;
    if spec_gaps.refuse_unknown_fields {
        // Fields that this deal already has are known, so that a client may send back the whole deal it has read.
        let known: Vec<&str> =
            stored.iter().map(|(name, _)| name).chain(deal_fields::known_fields(spec_gaps)).collect();
        call.check_known_fields(&fields, &known)?;
    }
    deal_fields::check_change(&fields, &stored, has_dates(call), spec_gaps)?;
    let body = store_update(call, row, stored, &fields)?;
    Ok(ApiResponse::ok(body))
}

/// Returns whether deals have dates; the strict service has documented fields only.
fn has_dates(call: &ApiCall<'_>) -> bool {
    call.config.profile != crate::ServiceProfile::Strict
}

/// Writes the fields sent over a deal. The caller has checked that read-only fields are unchanged.
fn merge_fields(deal: &mut Object, fields: &Object, spec_gaps: &crate::SpecGaps) {
    let sent = fields.iter().filter(|(name, _)| *name != "id");
    deal.set_all(sent.map(|(name, json)| (name.to_owned(), json.into())));
    if spec_gaps.omit_unset_fields {
        for name in ["classe_actif", "responsable", &*spec_gaps.external_reference_field] {
            if deal.get(name) == Some("null") {
                deal.remove(name);
            }
        }
    }
}

/// Applies checked fields to a live deal and stores it.
fn store_update(
    call: &mut ApiCall<'_>,
    row: i64,
    mut deal: Object,
    fields: &Object,
) -> Result<String, ApiProblem> {
    let previous_status = deal.text("status");
    merge_fields(&mut deal, fields, &call.config.spec_gaps);
    let status = deal.text("status").unwrap_or_default();
    let status_changed = previous_status.as_deref() != Some(&*status);
    if status_changed && has_dates(call) {
        deal.set("status_since", quote(&business_date(call)));
    }
    let reference = deal.text(&call.config.spec_gaps.external_reference_field);
    check_reference_free(call, reference.as_deref(), row)?;
    let body = deal.to_string();
    call.db
        .prepare_cached("UPDATE deal SET body = ?2, reference = ?3 WHERE seq = ?1")?
        .execute(params![row, body, reference])?;
    if status_changed {
        call.db
            .prepare_cached("UPDATE deal SET status = ?2 WHERE seq = ?1")?
            .execute(params![row, status])?;
        call.page_cursors.clear();
    }
    Ok(body)
}

/// `DELETE /deals/{deal_id}`: marks the deal as deleted; no route returns it afterwards.
pub(crate) fn delete(call: &mut ApiCall<'_>) -> HandlerResult {
    let (row, _) = find_live(call, call.uuid("deal_id")?)?;
    call.db.prepare_cached("UPDATE deal SET deleted = 1 WHERE seq = ?1")?.execute([row])?;
    call.page_cursors.clear();
    Ok(ApiResponse::no_content())
}

/// Returns row and body of a live deal; 404 otherwise.
pub(crate) fn find_live(call: &ApiCall<'_>, id: Uuid) -> Result<(i64, String), ApiProblem> {
    call.db
        .prepare_cached("SELECT seq, body FROM deal WHERE id = ?1 AND deleted = 0")?
        .query_row([id.as_bytes()], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?
        .ok_or_else(|| {
            ApiProblem::not_found("there is no such deal, or it was deleted").with_reason("deal_not_found")
        })
}

/// Answers 409 if another live deal has the external reference.
fn check_reference_free(call: &ApiCall<'_>, reference: Option<&str>, own_row: i64) -> Result<(), ApiProblem> {
    let Some(reference) = reference else { return Ok(()) };
    let is_taken: bool = call
        .db
        .prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM deal WHERE reference = ?1 AND deleted = 0 AND seq <> ?2)",
        )?
        .query_row(params![reference, own_row], |row| row.get(0))?;
    if is_taken {
        let detail = "another deal carries this external reference";
        return Err(ApiProblem::conflict(detail).with_reason("external_reference_conflict"));
    }
    Ok(())
}

/// Returns a reproducible identifier, drawn from the seed and the deal count.
fn new_id(call: &ApiCall<'_>) -> Result<Uuid, ApiProblem> {
    let rows: i64 =
        call.db.prepare_cached("SELECT COALESCE(MAX(seq), 0) FROM deal")?.query_row([], |row| row.get(0))?;
    Ok(crate::data::rng::Random::new(call.config.seed, &format!("created deal {rows}")).uuid())
}

fn business_date(call: &ApiCall<'_>) -> String {
    call.now.to_zoned_datetime(jiff::tz::TimeZone::UTC).date().to_string()
}

fn parse(body: &str) -> Result<Object, ApiProblem> {
    Object::parse(body.as_bytes()).map_err(|error| {
        tracing::error!(%error, "failed to parse a stored deal");
        ApiProblem::new(500, "the stored deal could not be read")
    })
}

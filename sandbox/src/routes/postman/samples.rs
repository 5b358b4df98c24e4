//! The collection's variables and bodies, chosen so that its requests succeed.

use encours_core::contract::operation::OperationId;
use rusqlite::OptionalExtension;

use crate::data::users;
use crate::http::is_local;
use crate::http_types::ApiCall;
use crate::rules::problem::ApiProblem;

/// Returns every variable with its current value.
pub(super) fn variables(call: &ApiCall<'_>) -> Result<Vec<(&'static str, String)>, ApiProblem> {
    let first_id = |sql: &str| -> Result<String, ApiProblem> {
        let id = call.db.prepare_cached(sql)?.query_row([], |row| row.get(0)).optional()?;
        Ok(id.map_or_else(String::new, |id| uuid::Uuid::from_bytes(id).to_string()))
    };
    let user = delegated_user(call)?;
    let first_record = |kind: &str, owner: &str| -> Result<String, ApiProblem> {
        let id = call
            .db
            .prepare_cached(
                "SELECT id FROM record WHERE family = ?1 AND owner = ?2 AND deleted = 0 ORDER BY seq LIMIT 1",
            )?
            .query_row([kind, owner], |row| row.get(0))
            .optional()?;
        Ok(id.unwrap_or_default())
    };
    let include = call.config.spec_gaps.postman_carries_secret;
    let secret =
        call.key.publishable_secret(include).filter(|_| is_local(&call.request.headers)).unwrap_or_default();
    // A fixed clock is included, because the signature's timestamp must be close to it.
    let now = call.config.now.map_or_else(String::new, |_| call.now.as_second().to_string());
    Ok(vec![
        ("base_url", format!("http://127.0.0.1:{}{}", call.port, crate::http::PREFIX)),
        ("key_id", call.key.id.clone()),
        ("secret", secret.to_owned()),
        ("now", now),
        ("access_token", String::new()),
        ("deal_id", first_id("SELECT id FROM deal WHERE deleted = 0 ORDER BY seq LIMIT 1")?),
        ("created_deal_id", String::new()),
        ("operation_id", first_id("SELECT id FROM operation WHERE deleted = 0 ORDER BY seq LIMIT 1")?),
        ("spv_id", first_record("spvs", "")?),
        ("operateur_id", first_record("operateurs", "")?),
        ("fonds_id", first_record("fonds", "")?),
        ("task_id", first_record("tasks", "")?),
        ("alert_id", first_record("alerts", "")?),
        ("notification_id", notification(call)?),
        ("field_id", first_record("field_definitions", "")?),
        ("field_key", "ltv".to_owned()),
        ("job_id", first_record("ai_extraction_jobs", "")?),
        ("view_id", first_record("saved_views", &user)?),
        ("dashboard_id", first_record("dashboards", &user)?),
        ("user_id", user.clone()),
        ("delegated_user_id", user),
    ])
}

/// Returns an unread notification, so that the run can mark it as read; otherwise any.
fn notification(call: &ApiCall<'_>) -> Result<String, ApiProblem> {
    let id = call
        .db
        .prepare_cached(
            "SELECT id FROM record WHERE family = 'notifications' AND deleted = 0
             ORDER BY code <> 'unread', seq LIMIT 1",
        )?
        .query_row([], |row| row.get(0))
        .optional()?;
    Ok(id.unwrap_or_default())
}

/// Returns the first user the key may act for with full rights; empty if there is none.
fn delegated_user(call: &ApiCall<'_>) -> Result<String, ApiProblem> {
    let mut approved = call.db.prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM user WHERE id = ?1 AND approved = 1 AND read_only = 0)",
    )?;
    for id in users::ids() {
        let is_listed = call.key.lists_user(id, || users::is_on_sample_allowlist(id));
        if is_listed == Some(true) && approved.query_row([id], |row| row.get(0))? {
            return Ok(id.to_owned());
        }
    }
    Ok(String::new())
}

/// Returns a body that the operation accepts.
pub(super) fn body(id: OperationId) -> &'static str {
    match id {
        OperationId::AuthTokenExchange => {
            r#"{"key_id":"{{key_id}}","timestamp":{{timestamp}},"nonce":"{{nonce}}","signature":"{{signature}}"}"#
        }
        OperationId::DealsCreate => {
            r#"{"name":"Îlot de la collection, Lyon","status":"sourcing","classe_actif":"bureaux"}"#
        }
        OperationId::DealsUpdate => r#"{"responsable":"A. Martin"}"#,
        OperationId::TasksUpdate => r#"{"statut":"prep"}"#,
        OperationId::SavedViewsUpdate => r#"{"name":"Vue de la collection","is_default":false}"#,
        OperationId::WorkflowsPreview => r#"{"deal_id":"{{deal_id}}"}"#,
        OperationId::RefundsCreate => r#"{"operation_id":"{{operation_id}}","montant":"1000.00"}"#,
        OperationId::AiExtractionJobsCreate => r#"{"document":"bail_principal.pdf"}"#,
        _ => "{}",
    }
}

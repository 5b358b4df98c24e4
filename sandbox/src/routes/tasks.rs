//! Tasks: the documented update, and (extended) one task and the list.

use crate::data::vocabulary::TASK_STATUT;
use crate::http_types::{ApiCall, ApiResponse, HandlerResult};
use crate::json::Object;
use crate::rules::enum_values;
use crate::rules::problem::ApiProblem;

use super::record;

const KIND: &str = "tasks";

/// The final statut: with `guard_transitions`, a task does not leave it.
const FINAL_STATUT: &str = "fait";

/// `PUT /tasks/{task_id}`: returns `id`, `statut` and the other fields sent.
pub(crate) fn update(call: &mut ApiCall<'_>) -> HandlerResult {
    let id = call.record_id("task_id")?.to_string();
    let fields = call.object()?;
    let mut task = record::find_object(call, KIND, &id, "")?;
    call.check_known_fields(&fields, &["id", "statut"])?;
    let spec_gaps = &call.config.spec_gaps;
    let previous_statut = task.text("statut").unwrap_or_default();
    let mut response = Object::new();
    response.set_text("id", &id);
    response.set_text("statut", &previous_statut);
    for (name, json) in fields.iter() {
        match name {
            "id" if enum_values::parse_text(name, json)?.eq_ignore_ascii_case(&id) => continue,
            "id" => {
                return Err(ApiProblem::invalid("`id` is set by the service").with_reason("field_read_only"));
            }
            "statut" => {
                let statut = enum_values::parse_code_or_text(
                    name,
                    json,
                    TASK_STATUT,
                    spec_gaps.accept_unknown_statuts,
                    spec_gaps,
                )?;
                if spec_gaps.guard_transitions && previous_statut == FINAL_STATUT && statut != FINAL_STATUT {
                    let detail = format!("a task that is `{FINAL_STATUT}` moves no more");
                    return Err(ApiProblem::invalid(detail).with_reason("transition_not_allowed"));
                }
            }
            _ => {}
        }
        task.set(name, json);
        response.set(name, json);
    }
    let statut = task.text("statut").unwrap_or_default();
    record::store(call, KIND, &id, &statut, &task)?;
    Ok(ApiResponse::ok(response.to_string()))
}

/// `GET /tasks/{task_id}`.
pub(crate) fn get(call: &mut ApiCall<'_>) -> HandlerResult {
    let id = call.record_id("task_id")?.to_string();
    record::find(call, KIND, &id, "").map(ApiResponse::ok)
}

/// `GET /tasks`; filtered by `statut`.
pub(crate) fn list(call: &mut ApiCall<'_>) -> HandlerResult {
    let statut = call.request.query.get("statut")?;
    let mut conditions: Vec<record::Condition<'_>> = vec![("family = ?", &KIND)];
    if let Some(statut) = &statut {
        if !call.config.spec_gaps.accept_unknown_statuts {
            enum_values::check_code("statut", statut, TASK_STATUT, &call.config.spec_gaps)?;
        }
        conditions.push(("code = ?", statut));
    }
    record::list_page(call, &conditions, call.config.spec_gaps.lists_page)
}

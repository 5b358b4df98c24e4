//! Tasks: the documented update, and (extended) one task and the list.

use crate::data::vocabulary::TASK_STATUT;
use crate::http_types::{Answer, Call, Outcome};
use crate::json::Object;
use crate::rules::enum_values;
use crate::rules::problem::Problem;

use super::record;

const FAMILY: &str = "tasks";

/// The final statut: with `guard_transitions`, a task does not leave it.
const LAST: &str = "fait";

/// `PUT /tasks/{task_id}`: returns `id`, `statut` and the other fields sent.
pub(crate) fn update(call: &mut Call<'_>) -> Outcome {
    let id = call.record_id("task_id")?.to_string();
    let fields = call.object()?;
    let mut task = record::object(call, FAMILY, &id, "")?;
    call.known_fields(&fields, &["id", "statut"])?;
    let open = &call.config.open;
    let before = task.text("statut").unwrap_or_default();
    let mut answer = Object::new();
    answer.set_text("id", &id);
    answer.set_text("statut", &before);
    for (name, json) in fields.iter() {
        match name {
            "id" if enum_values::text(name, json)?.eq_ignore_ascii_case(&id) => continue,
            "id" => return Err(Problem::invalid("`id` is set by the service").reason("field_read_only")),
            "statut" => {
                let statut = enum_values::word(name, json, TASK_STATUT, open.accept_unknown_statuts, open)?;
                if open.guard_transitions && before == LAST && statut != LAST {
                    let detail = format!("a task that is `{LAST}` moves no more");
                    return Err(Problem::invalid(detail).reason("transition_not_allowed"));
                }
            }
            _ => {}
        }
        task.set(name, json);
        answer.set(name, json);
    }
    let statut = task.text("statut").unwrap_or_default();
    record::store(call, FAMILY, &id, &statut, &task)?;
    Ok(Answer::ok(answer.to_string()))
}

/// `GET /tasks/{task_id}`.
pub(crate) fn get(call: &mut Call<'_>) -> Outcome {
    let id = call.record_id("task_id")?.to_string();
    record::find(call, FAMILY, &id, "").map(Answer::ok)
}

/// `GET /tasks`; filtered by `statut`.
pub(crate) fn list(call: &mut Call<'_>) -> Outcome {
    let statut = call.received.query.one("statut")?;
    let mut conditions: Vec<record::Condition<'_>> = vec![("family = ?", &FAMILY)];
    if let Some(statut) = &statut {
        if !call.config.open.accept_unknown_statuts {
            enum_values::known("statut", statut, TASK_STATUT, &call.config.open)?;
        }
        conditions.push(("code = ?", statut));
    }
    record::items(call, &conditions, call.config.open.lists_page)
}

//! Tasks: the documented update, and (extended) one task and the list.

use super::record;
use crate::{
    data::vocabulary::TASK_STATUT,
    exchange::{Answer, Call, Outcome},
    rules::{codes, problem::Problem},
};

const FAMILY: &str = "tasks";

/// `PUT /tasks/{task_id}`: returns `id` and `statut`.
pub(crate) fn update(call: &mut Call<'_>) -> Outcome {
    let id = call.uuid("task_id")?.to_string();
    let fields = call.object()?;
    let mut task = record::object(call, FAMILY, &id, "")?;
    for (name, json) in fields.iter() {
        match name {
            "id" => return Err(Problem::invalid("`id` is set by the service").reason("field_read_only")),
            "statut" => drop(codes::code(name, json, TASK_STATUT, &call.config.open)?),
            _ => {}
        }
        task.set(name, json);
    }
    let statut = task.text("statut").unwrap_or_default();
    record::store(call, FAMILY, &id, &statut, &task)?;
    Ok(Answer::ok(format!("{{\"id\":\"{id}\",\"statut\":\"{statut}\"}}")))
}

/// `GET /tasks/{task_id}`.
pub(crate) fn get(call: &mut Call<'_>) -> Outcome {
    let id = call.uuid("task_id")?.to_string();
    record::find(call, FAMILY, &id, "").map(Answer::ok)
}

/// `GET /tasks`; `statut` narrows it.
pub(crate) fn list(call: &mut Call<'_>) -> Outcome {
    let statut = call.received.query.one("statut")?;
    let mut conditions: Vec<record::Condition<'_>> = vec![("family = ?", &FAMILY)];
    if let Some(statut) = &statut {
        codes::known("statut", statut, TASK_STATUT, &call.config.open)?;
        conditions.push(("code = ?", statut));
    }
    record::items(call, &conditions, call.config.open.lists_page)
}

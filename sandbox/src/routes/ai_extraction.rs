//! AI extraction jobs (named by the contract; scope `ai_extraction:*`): list, read and create.
//!
//! A job is queued, then runs, then is done, by the service's clock.

use axum::http::StatusCode;
use jiff::Timestamp;

use crate::clock::date_time;
use crate::data::records::{Record, Records};
use crate::http_types::{Answer, Call, Outcome};
use crate::json::Object;
use crate::rules::enum_values;
use crate::rules::paging::Window;
use crate::rules::problem::Problem;

use super::record;

const FAMILY: &str = "ai_extraction_jobs";

/// Seconds until a job starts, and until it is done.
const STEPS: (i64, i64) = (2, 10);

/// `GET /ai-extraction/jobs`.
pub(crate) fn list(call: &mut Call<'_>) -> Outcome {
    let open = &call.config.open;
    let window = Window::read(&call.received.query, open.lists_page, open)?;
    let (bodies, total) = record::page(call, "record", &[("family = ?", &FAMILY)], window)?;
    let jobs: Vec<String> = bodies
        .iter()
        .map(|body| render(body, call.now))
        .collect::<Result<_, _>>()?;
    Ok(record::object_page(&jobs, total, window))
}

/// `GET /ai-extraction/jobs/{job_id}`.
pub(crate) fn get(call: &mut Call<'_>) -> Outcome {
    let id = call.record_id("job_id")?.to_string();
    let body = record::find(call, FAMILY, &id, "")?;
    render(&body, call.now).map(Answer::ok)
}

/// `POST /ai-extraction/jobs`: `document` names the document to read.
pub(crate) fn create(call: &mut Call<'_>) -> Outcome {
    let fields = call.object()?;
    call.known_fields(&fields, &["document"])?;
    if let Some(name) = ["id", "status", "created_at", "result"]
        .into_iter()
        .find(|name| fields.get(name).is_some())
    {
        return Err(Problem::invalid(format!("`{name}` is set by the service")).reason("field_read_only"));
    }
    let document = enum_values::text("document", fields.get("document").unwrap_or("null"))?;
    if document.trim().is_empty() {
        return Err(Problem::invalid("`document` must not be empty").reason("invalid_payload"));
    }
    let id = record::fresh_id(call, FAMILY)?.to_string();
    let mut job = Object::new();
    job.set_text("id", &id);
    for (name, json) in fields.iter() {
        job.set(name, json);
    }
    job.set_text("created_at", &date_time(call.now));
    let body = job.to_string();
    Records::new(call.db)?.add(&Record {
        family: FAMILY,
        id: &id,
        ..Record::of(&body)
    })?;
    Ok(Answer::json(StatusCode::CREATED, render(&body, call.now)?))
}

/// Renders a job with its status at that time.
fn render(body: &str, now: Timestamp) -> Result<String, Problem> {
    let mut job = Object::parse(body.as_bytes()).map_err(|error| {
        tracing::error!(%error, "failed to parse a stored job");
        Problem::new(500, "the stored job could not be read")
    })?;
    let created = job
        .text("created_at")
        .and_then(|text| text.parse::<Timestamp>().ok());
    let age = created.map_or(i64::MAX, |created| now.as_second() - created.as_second());
    let status = match age {
        age if age < STEPS.0 => "queued",
        age if age < STEPS.1 => "running",
        _ => "done",
    };
    job.set_text("status", status);
    if status == "done" {
        job.set("result", r#"{"fields":[],"confidence":"0.94"}"#);
    }
    Ok(job.to_string())
}

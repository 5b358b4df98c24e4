//! AI extraction jobs (named by the contract; scope `ai_extraction:*`): list, read and create.
//!
//! A job is queued, then runs, then is done, by the service's clock.

use axum::http::StatusCode;
use jiff::Timestamp;

use crate::clock::date_time;
use crate::data::records::{NewRecord, RecordInserter};
use crate::http_types::{ApiCall, ApiResponse, HandlerResult};
use crate::json::Object;
use crate::rules::enum_values;
use crate::rules::paging::PageWindow;
use crate::rules::problem::ApiProblem;

use super::record;

const KIND: &str = "ai_extraction_jobs";

/// Seconds until a job starts, and until it is done.
const STEP_SECONDS: (i64, i64) = (2, 10);

/// `GET /ai-extraction/jobs`.
pub(crate) fn list(call: &mut ApiCall<'_>) -> HandlerResult {
    let spec_gaps = &call.config.spec_gaps;
    let window = PageWindow::read(&call.request.query, spec_gaps.lists_page, spec_gaps)?;
    let (bodies, total) = record::page(call, "record", &[("family = ?", &KIND)], window)?;
    let jobs: Vec<String> = bodies.iter().map(|body| render(body, call.now)).collect::<Result<_, _>>()?;
    Ok(record::object_page(&jobs, total, window))
}

/// `GET /ai-extraction/jobs/{job_id}`.
pub(crate) fn get(call: &mut ApiCall<'_>) -> HandlerResult {
    let id = call.record_id("job_id")?.to_string();
    let body = record::find(call, KIND, &id, "")?;
    render(&body, call.now).map(ApiResponse::ok)
}

/// `POST /ai-extraction/jobs`: `document` names the document to read.
pub(crate) fn create(call: &mut ApiCall<'_>) -> HandlerResult {
    let fields = call.object()?;
    call.check_known_fields(&fields, &["document"])?;
    if let Some(name) =
        ["id", "status", "created_at", "result"].into_iter().find(|name| fields.get(name).is_some())
    {
        return Err(
            ApiProblem::invalid(format!("`{name}` is set by the service")).with_reason("field_read_only")
        );
    }
    let document = enum_values::parse_text("document", fields.get("document").unwrap_or("null"))?;
    if document.trim().is_empty() {
        return Err(ApiProblem::invalid("`document` must not be empty").with_reason("invalid_payload"));
    }
    let id = record::new_id(call, KIND)?.to_string();
    let mut job = Object::new();
    job.set_text("id", &id);
    for (name, json) in fields.iter() {
        job.set(name, json);
    }
    job.set_text("created_at", &date_time(call.now));
    let body = job.to_string();
    RecordInserter::new(call.db)?.add(&NewRecord { kind: KIND, id: &id, ..NewRecord::with_body(&body) })?;
    Ok(ApiResponse::json(StatusCode::CREATED, render(&body, call.now)?))
}

/// Renders a job with its status at that time.
fn render(body: &str, now: Timestamp) -> Result<String, ApiProblem> {
    let mut job = Object::parse(body.as_bytes()).map_err(|error| {
        tracing::error!(%error, "failed to parse a stored job");
        ApiProblem::new(500, "the stored job could not be read")
    })?;
    let created = job.text("created_at").and_then(|text| text.parse::<Timestamp>().ok());
    let age = created.map_or(i64::MAX, |created| now.as_second() - created.as_second());
    let status = match age {
        age if age < STEP_SECONDS.0 => "queued",
        age if age < STEP_SECONDS.1 => "running",
        _ => "done",
    };
    job.set_text("status", status);
    if status == "done" {
        job.set("result", r#"{"fields":[],"confidence":"0.94"}"#);
    }
    Ok(job.to_string())
}

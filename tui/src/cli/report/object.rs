//! The error object for scripts, always in English. It is part of the command line's contract.

use encours_core::contract::Fields;
use encours_core::contract::record::compact;
use encours_core::error::{Error, whole_seconds};

/// Returns one JSON object on one line: the first error, with several also all of them under `errors`.
pub(super) fn json(errors: &[Error]) -> String {
    let mut first = errors.first().map(fields).unwrap_or_default();
    if errors.len() > 1 {
        let bodies: Vec<String> = errors.iter().map(|error| fields(error).to_body()).collect();
        // An array of objects always parses.
        if first.set_json("errors", &format!("[{}]", bodies.join(","))).is_err() {
            first.set_null("errors");
        }
    }
    format!("{{\"error\":{}}}", first.to_body())
}

fn fields(error: &Error) -> Fields {
    let mut fields = Fields::new();
    fields.set_text("kind", error.kind().name());
    fields.set_text("message", &error.to_string());
    match error.status() {
        Some(status) => fields.set_integer("status", status.into()),
        None => fields.set_null("status"),
    };
    match error.problem() {
        Some(problem) => {
            let body = compact(&Fields::from_record(problem.record()).to_body());
            // A parsed body always parses again.
            if fields.set_json("problem", &body).is_err() {
                fields.set_null("problem");
            }
        }
        None => {
            fields.set_null("problem");
        }
    }
    match error.request_id() {
        Some(id) => fields.set_text("request_id", id.as_str()),
        None => fields.set_null("request_id"),
    };
    match error.retry_after() {
        Some(wait) => {
            fields.set_integer("retry_after", i64::try_from(whole_seconds(wait)).unwrap_or(i64::MAX))
        }
        None => fields.set_null("retry_after"),
    };
    // A script needs these to continue: the record, and the write that stays in the outbox.
    if let Some(id) = error.record() {
        fields.set_text("id", id);
    }
    if let Some(id) = error.outbox_id() {
        fields.set_integer("outbox_id", id);
    }
    if let Some(key) = error.idempotency_key() {
        fields.set_text("idempotency_key", key.as_str());
        fields.set_boolean("outcome_unknown", error.outcome_unknown());
    }
    fields
}

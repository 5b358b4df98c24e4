//! The error object for scripts, always in English. It is part of the command line's contract.

use encours_core::contract::record::compact;
use encours_core::contract::{Fields, RequestId};
use encours_core::error::{Error, whole_seconds};

/// Returns one JSON object on one line: the first error, with several also all of them under `errors`.
pub(super) fn json(errors: &[Error]) -> String {
    let mut first = errors.first().map(fields).unwrap_or_default();
    if errors.len() > 1 {
        let bodies: Vec<String> = errors.iter().map(|error| fields(error).to_body()).collect();
        // An array of objects always parses.
        let _ = first.set_json("errors", &format!("[{}]", bodies.join(",")));
    }
    format!("{{\"error\":{}}}", first.to_body())
}

fn fields(error: &Error) -> Fields {
    let problem = error.problem().map(|problem| compact(&Fields::from_record(problem.record()).to_body()));
    let mut fields = Fields::new();
    fields
        .set("kind", error.kind().name())
        .set("message", &error.to_string())
        .set("status", &error.status())
        .set_null("problem");
    if let Some(problem) = problem {
        // A parsed body always parses again.
        let _ = fields.set_json("problem", &problem);
    }
    fields
        .set("request_id", &error.request_id().map(RequestId::as_str))
        .set("retry_after", &error.retry_after().map(whole_seconds));
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

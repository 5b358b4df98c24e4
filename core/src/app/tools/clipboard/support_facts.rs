//! What is copied for the partner's support: the facts of a request, and nothing that is secret.

use crate::model::pending_write::{PendingWrite, WriteState};
use crate::model::snapshot::RequestLine;
use crate::text::{Arg, Clean, Words};

/// The facts of a refused write and of the request that carried it, where it is still known.
pub fn refused_write(words: &'static Words, write: &PendingWrite, line: Option<&RequestLine>) -> String {
    let clean = |text: &str| Arg::from(Clean::line(text).to_string());
    let (status, title, detail, request) = match &write.state {
        WriteState::Refused(problem) => (
            problem
                .status
                .map_or_else(String::new, |status| status.to_string()),
            problem.title.clone(),
            problem.detail.clone(),
            problem.request_id.clone(),
        ),
        _ => Default::default(),
    };
    let named: Vec<(&str, &str)> = match &write.state {
        WriteState::Refused(problem) => problem.named().collect(),
        _ => Vec::new(),
    };
    let request = request.or_else(|| line.map(|line| line.request_id.clone()));
    let route = line.map_or_else(
        || route_of(write),
        |line| format!("{} {}", line.method, line.path),
    );
    let mut text = words.with(
        "copy-refusal",
        &[
            ("record", clean(&write.record)),
            ("route", clean(&route)),
            ("status", Arg::from(status)),
            ("title", clean(&title)),
            ("detail", clean(&detail)),
            ("id", clean(&request.unwrap_or_default())),
            ("key", clean(&write.key)),
        ],
    );
    // What the service named beside its words, by the contract's names; what it did not name has no line.
    for (name, value) in named {
        let args = [("name", Arg::from(name)), ("value", clean(value))];
        text.push('\n');
        text.push_str(&words.with("copy-member", &args));
    }
    text
}

/// The route by which a write goes, where its request is no longer known.
fn route_of(write: &PendingWrite) -> String {
    let Some(operation) = write.kind.operation() else {
        return String::new();
    };
    let spec = operation.spec();
    let segments = spec.path.split('/').map(|segment| {
        if segment.starts_with('{') {
            write.record.as_str()
        } else {
            segment
        }
    });
    let path: Vec<&str> = segments.collect();
    format!("{} {}", spec.method, path.join("/"))
}

/// A cell of a spreadsheet's clipboard: a text that would be taken for a formula is kept a text by an apostrophe.
#[must_use]
pub fn guarded(text: &str) -> String {
    crate::text::guarded(Clean::line(text).to_string().into()).into_owned()
}

//! Facts of a request for the partner's support, without secrets.

use crate::model::pending_write::{PendingWrite, WriteState};
use crate::model::snapshot::RequestLine;
use crate::text::{MessageArg, Messages, SafeText};

/// Formats the facts of a rejected write, and of its request if still known.
pub fn rejected_write_text(
    messages: &'static Messages,
    write: &PendingWrite,
    line: Option<&RequestLine>,
) -> String {
    let safe_text = |text: &str| MessageArg::from(SafeText::line(text).to_string());
    let (status, title, detail, request) = match &write.state {
        WriteState::Rejected(problem) => (
            problem.status.map_or_else(String::new, |status| status.to_string()),
            problem.title.clone(),
            problem.detail.clone(),
            problem.request_id.clone(),
        ),
        _ => Default::default(),
    };
    let facts: Vec<(&str, &str)> = match &write.state {
        WriteState::Rejected(problem) => problem.named_details().collect(),
        _ => Vec::new(),
    };
    let request = request.or_else(|| line.map(|line| line.request_id.clone()));
    let route = line.map_or_else(|| write_route(write), |line| format!("{} {}", line.method, line.path));
    let mut text = messages.with(
        "copy-refusal",
        &[
            ("record", safe_text(&write.record)),
            ("route", safe_text(&route)),
            ("status", MessageArg::from(status)),
            ("title", safe_text(&title)),
            ("detail", safe_text(&detail)),
            ("id", safe_text(&request.unwrap_or_default())),
            ("key", safe_text(&write.key)),
        ],
    );
    // Members of the service's problem response, by their names in the contract; absent ones have no line.
    for (name, value) in facts {
        let args = [("name", MessageArg::from(name)), ("value", safe_text(value))];
        text.push('\n');
        text.push_str(&messages.with("copy-member", &args));
    }
    text
}

/// Returns the route of a write whose request is no longer known.
fn write_route(write: &PendingWrite) -> String {
    let Some(operation) = write.kind.operation() else {
        return String::new();
    };
    let spec = operation.spec();
    let segments = spec
        .path
        .split('/')
        .map(|segment| if segment.starts_with('{') { write.record.as_str() } else { segment });
    let path: Vec<&str> = segments.collect();
    format!("{} {}", spec.method, path.join("/"))
}

/// Formats a clipboard cell; an apostrophe protects a text that a spreadsheet would take for a formula.
#[must_use]
pub fn formula_safe(text: &str) -> String {
    crate::text::guard_formula(SafeText::line(text).to_string().into()).into_owned()
}

/// Format of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyFormat {
    /// The identifier.
    Id,
    /// The name.
    Name,
    /// The link of each deal.
    Link,
    /// The link of the open view.
    ViewLink,
    /// The selected cells, with a header line.
    Cells,
    /// The focused or selected rows, with a header line; tabs separate the cells, as spreadsheets expect.
    Rows,
    /// All shown rows in display order, in the same format.
    VisibleRows,
    /// The handover text of a shift.
    Handover,
    /// The facts of the newest request about the focus.
    Request,
}

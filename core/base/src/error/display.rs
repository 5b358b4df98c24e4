//! Formatting of an error as one line for logs and scripts.
//!
//! Users see the message catalog of `text` instead.

use std::fmt;
use std::time::Duration;

use super::Error;
use crate::contract::json::diagnostic_excerpt::excerpt;
use crate::contract::operation::OperationId;

/// Returns a wait in whole seconds, rounded up.
pub fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs() + u64::from(wait.subsec_nanos() > 0)
}

/// Returns the reason phrase of a status; 422 as named by the contract and RFC 9110.
fn reason_phrase(status: u16) -> &'static str {
    match status {
        422 => "Unprocessable Content",
        _ => http::StatusCode::from_u16(status)
            .ok()
            .and_then(|status| status.canonical_reason())
            .unwrap_or_default(),
    }
}

/// Text of an error without its request id.
struct WithoutRequestId<'a>(&'a super::ErrorData);

impl fmt::Display for WithoutRequestId<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = self.0;
        let mut separator = "";
        let mut write_part = |f: &mut fmt::Formatter<'_>, text: &str| {
            let result = write!(f, "{separator}{text}");
            separator = if text.ends_with('.') { " " } else { ": " };
            result
        };
        if let Some(name) = inner.operation.map(OperationId::name).or(inner.route.as_deref()) {
            write_part(f, &excerpt(name, 200))?;
        }
        if let Some(status) = inner.status {
            write_part(f, format!("{status} {}", reason_phrase(status)).trim_end())?;
        }
        // The service's own explanation follows its status, before our texts.
        let problem = inner.problem.as_ref();
        if let Some(theirs) = problem.and_then(|problem| problem.detail().or(problem.title())) {
            write_part(f, &excerpt(&theirs, 500))?;
        }
        if let Some(id) = &inner.record {
            write_part(f, &excerpt(id, 200))?;
        }
        if !inner.message.is_empty() {
            write_part(f, &excerpt(&inner.message, 500))?;
        }
        if let Some(wait) = inner.retry_after {
            write_part(f, &format!("retry after {} s", whole_seconds(wait)))?;
        }
        Ok(())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        WithoutRequestId(&self.0).fmt(f)?;
        match &self.0.request_id {
            Some(request_id) => write!(f, " (request {request_id})"),
            None => Ok(()),
        }
    }
}

impl Error {
    /// Returns whether both errors are equal except for the request id.
    pub fn same_except_request_id(&self, other: &Self) -> bool {
        let same = self.kind() == other.kind() && self.0.message_ref == other.0.message_ref;
        same && WithoutRequestId(&self.0).to_string() == WithoutRequestId(&other.0).to_string()
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({}, {self})", self.0.kind.name())
    }
}

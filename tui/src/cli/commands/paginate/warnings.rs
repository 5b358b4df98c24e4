//! Findings of a walk besides the records, and their warnings.

use encours_core::contract::json::schema_error::ShapeError;
use encours_core::error::Error;
use encours_core::text::MessageArg;

use super::super::super::context::CommandContext;
use super::super::super::report::{join_sentences, message};
use super::super::super::{CommandFailure, CommandResult};

/// Findings of a walk besides the records.
#[derive(Debug, Default)]
pub struct WalkFindings {
    /// Reasons for elements that are not records.
    pub rejected: Vec<ShapeError>,
    /// Deviations of records from the documentation.
    pub nonconforming: Vec<ShapeError>,
    /// Number of records, if the service repeated a page and gave no total.
    pub unpaged: Option<u64>,
    /// True if the contract documents the paging of the list.
    pub has_paging: bool,
    /// True if the list changed during the walk.
    pub has_changed: bool,
    /// Number of distinct records, if a whole list had fewer than the service announced.
    pub short_count: Option<u64>,
    /// Total of the whole list, if the service gives it.
    pub total: Option<u64>,
    /// Error that ended the walk after some records.
    pub error: Option<Error>,
}

/// Returns the failure for an incomplete list.
fn incomplete_list(missing: String) -> CommandFailure {
    CommandFailure::Named("incomplete", Error::protocol(missing))
}

/// Returns the failure for a list that broke off after its first records were printed.
pub fn broken_list(reason: Error) -> CommandFailure {
    CommandFailure::Named("partial", reason)
}

impl WalkFindings {
    /// Prints the warnings, after the list has been written.
    pub fn warn(&self, context: &CommandContext) -> CommandResult {
        let messages = context.report.error_messages();
        // A list that ended regularly but is shorter than announced is a warning. With `--strict` or other
        // defects it is an error.
        let fails = context.global.strict || !self.rejected.is_empty() || !self.nonconforming.is_empty();
        let fewer = |key: &str, text: &[(&str, MessageArg<'_>)]| {
            if fails {
                return Some(messages.with(key, text));
            }
            context.report.warning("incomplete", key, text);
            None
        };
        let missing = match (self.short_count, self.total, self.unpaged) {
            (Some(received), Some(total), _) => {
                let text = [("received", received.into()), ("total", total.into())];
                fewer("cli-note-fewer", &text)
            }
            (Some(received), None, _) => fewer("cli-note-ended-early", &[("received", received.into())]),
            (None, _, Some(received)) => {
                let text = [("received", received.into())];
                // A route without documented pages may send its whole list each time.
                if !self.has_paging {
                    context.report.warning("not_paged", "cli-note-not-paged", &text);
                }
                self.has_paging.then(|| messages.with("cli-note-not-paged", &text))
            }
            _ if self.has_changed && self.rejected.is_empty() && self.error.is_none() => {
                context.report.remark(&context.report.messages().get("cli-doubt-list-moved"));
                None
            }
            _ => None,
        };
        let nonconforming = match (self.rejected.first(), self.nonconforming.first()) {
            (Some(first), _) => Some((self.rejected.len(), "cli-unread-elements", first)),
            (None, Some(first)) => Some((self.nonconforming.len(), "cli-odd-elements", first)),
            (None, None) => None,
        };
        let nonconforming = nonconforming.map(|(count, key, reason)| {
            let reason = message(&Error::from(reason.clone()), messages);
            format!("{} ({reason})", messages.with(key, &[("n", count.into())]))
        });
        let with_odd = |text: String| match &nonconforming {
            Some(nonconforming) => join_sentences(&text, nonconforming),
            None => text,
        };
        match (&self.error, missing) {
            (Some(reason), _) if nonconforming.is_none() => Err(broken_list(reason.clone())),
            (Some(reason), _) => {
                let text = with_odd(message(reason, messages));
                Err(broken_list(reason.clone().with_message(text)))
            }
            (None, Some(missing)) => Err(incomplete_list(with_odd(missing))),
            (None, None) if !self.rejected.is_empty() => Err(incomplete_list(with_odd(String::new()))),
            (None, None) if nonconforming.is_some() => {
                Err(CommandFailure::Named("odd", Error::protocol(with_odd(String::new()))))
            }
            (None, None) => Ok(()),
        }
    }

    /// Turns a broken walk into an error, for callers that cannot use a partial list.
    pub fn complete(mut self) -> Result<Self, Error> {
        match self.error.take() {
            Some(reason) => Err(reason),
            None => Ok(self),
        }
    }

    /// Merges the findings of another walk.
    pub fn merge(&mut self, other: Self) {
        self.rejected.extend(other.rejected);
        self.nonconforming.extend(other.nonconforming);
        self.has_changed |= other.has_changed;
        self.has_paging |= other.has_paging;
        self.unpaged = self.unpaged.or(other.unpaged);
        self.error = self.error.take().or(other.error);
        if other.short_count.is_some() {
            (self.short_count, self.total) = (other.short_count, other.total);
        }
    }
}

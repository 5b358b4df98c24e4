//! Warnings about what a walk over a list found besides the records.

use encours_core::engine::WalkFindings;

use super::super::report::{join_sentences, message};
use crate::cli::prelude::*;

/// Returns the failure for an incomplete list.
fn incomplete_list(missing: String) -> CommandFailure {
    CommandFailure::Named("incomplete", Error::protocol(missing))
}

/// Returns the failure for a list that broke off after its first records were printed.
pub fn broken_list(reason: Error) -> CommandFailure {
    CommandFailure::Named("partial", reason)
}

/// Returns the findings of a complete walk, for callers that cannot use a list without some records.
///
/// # Errors
/// The walk broke off, or an element is not a record.
pub fn all_records(findings: WalkFindings) -> Result<WalkFindings, Error> {
    let findings = findings.complete()?;
    findings.rejected.first().map_or(Ok(()), |first| {
        let count = findings.rejected.len();
        Err(Error::protocol(format!("{count} elements of the list are not records: {first}")))
    })?;
    Ok(findings)
}

/// Prints the warnings, after the list has been written.
pub fn warn_incomplete(context: &CommandContext, findings: &WalkFindings) -> CommandResult {
    let messages = context.report.error_messages();
    // A list that ended regularly but is shorter than announced is a warning. With `--strict` or other
    // defects it is an error.
    let fails = context.global.strict || !findings.rejected.is_empty() || !findings.nonconforming.is_empty();
    let fewer = |key: &str, text: &[(&str, MessageArg<'_>)]| {
        if fails {
            return Some(messages.with(key, text));
        }
        context.report.warning("incomplete", key, text);
        None
    };
    let missing = match (findings.short_count, findings.total, findings.unpaged) {
        (Some(received), Some(total), _) => {
            let text = [("received", received.into()), ("total", total.into())];
            fewer("cli-note-fewer", &text)
        }
        (Some(received), None, _) => fewer("cli-note-ended-early", &[("received", received.into())]),
        (None, _, Some(received)) => {
            let text = [("received", received.into())];
            // A route without documented pages may send its whole list each time.
            if !findings.has_paging {
                context.report.warning("not_paged", "cli-note-not-paged", &text);
            }
            findings.has_paging.then(|| messages.with("cli-note-not-paged", &text))
        }
        _ if findings.has_changed && findings.rejected.is_empty() && findings.error.is_none() => {
            context.report.remark(&context.report.messages().get("cli-doubt-list-moved"));
            None
        }
        _ => None,
    };
    let nonconforming = match (findings.rejected.first(), findings.nonconforming.first()) {
        (Some(first), _) => Some((findings.rejected.len(), "cli-unread-elements", first)),
        (None, Some(first)) => Some((findings.nonconforming.len(), "cli-odd-elements", first)),
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
    match (&findings.error, missing) {
        (Some(reason), _) if nonconforming.is_none() => Err(broken_list(reason.clone())),
        (Some(reason), _) => {
            let text = with_odd(message(reason, messages));
            Err(broken_list(reason.clone().with_message(text)))
        }
        (None, Some(missing)) => Err(incomplete_list(with_odd(missing))),
        (None, None) if !findings.rejected.is_empty() => Err(incomplete_list(with_odd(String::new()))),
        (None, None) if nonconforming.is_some() => {
            Err(CommandFailure::Named("odd", Error::protocol(with_odd(String::new()))))
        }
        (None, None) => Ok(()),
    }
}

//! State texts of entries with a temporary rejection, including the time of the next attempt.

use encours_core::engine::stored_rejection;

use crate::cli::prelude::*;

/// Returns the temporary error status of the last attempt of a pending entry.
fn transient_status(row: &OutboxEntry) -> Option<u16> {
    let waits = row.state == EntryState::Waiting && row.locked_by.is_none();
    let status = stored_rejection(row).status.filter(|_| waits)?;
    (status == 429 || status >= 500).then_some(status)
}

/// Returns a short state text, or `None` if the last attempt got no response.
pub(super) fn state_text(messages: &'static Messages, row: &OutboxEntry) -> Option<String> {
    let status = transient_status(row)?;
    let args = [("status", status.to_string().into())];
    Some(match (status, row.outcome_unknown) {
        (429, false) => messages.get("cli-state-too-many").into_owned(),
        // The doubt comes from an earlier attempt.
        (429, true) => format!("{}, {}", messages.get("write-doubtful"), messages.get("cli-state-too-many")),
        (_, true) => messages.with("cli-state-answered-doubtful", &args),
        (_, false) => messages.with("cli-state-answered", &args),
    })
}

/// Returns the consequence: applied or not, and the time of the next attempt. `pause` is the end of a rate
/// limit.
pub(super) fn reason(
    out_style: &OutputStyle,
    row: &OutboxEntry,
    pause: Option<Timestamp>,
    now: Timestamp,
) -> Option<String> {
    transient_status(row)?;
    let messages = Messages::new(out_style.lang);
    let again = row.not_before.max(pause.unwrap_or(row.not_before));
    let key = if row.outcome_unknown { "cli-waits-once" } else { "cli-waits-not-applied" };
    if again <= now {
        return Some(messages.get(key).into_owned());
    }
    let (again, today) = (date::local(again, &out_style.zone), date::local(now, &out_style.zone).date());
    let at =
        if again.date() == today { date::time_seconds(again.time()) } else { date::date_time_short(again) };
    let again = messages.with("cli-waits-again", &[("at", at.into())]);
    Some(format!("{} · {again}", messages.get(key)))
}

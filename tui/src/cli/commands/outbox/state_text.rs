//! State texts of entries with a temporary rejection, including the time of the next attempt.

use encours_core::engine::refusal;
use encours_core::store::{Row, RowState};
use encours_core::text::{Words, date};
use jiff::Timestamp;

use super::super::super::output::Look;

/// Returns the temporary error status of the last attempt of a pending entry.
fn answered(row: &Row) -> Option<u16> {
    let waits = row.state == RowState::Waiting && row.locked.is_none();
    let status = refusal(row).status.filter(|_| waits)?;
    (status == 429 || status >= 500).then_some(status)
}

/// Returns a short state text, or `None` if the last attempt got no answer.
pub(super) fn standing(words: &'static Words, row: &Row) -> Option<String> {
    let status = answered(row)?;
    let args = [("status", status.to_string().into())];
    Some(match (status, row.doubtful) {
        (429, false) => words.get("cli-state-too-many").into_owned(),
        // The doubt comes from an earlier attempt.
        (429, true) => format!(
            "{}, {}",
            words.get("write-doubtful"),
            words.get("cli-state-too-many")
        ),
        (_, true) => words.with("cli-state-answered-doubtful", &args),
        (_, false) => words.with("cli-state-answered", &args),
    })
}

/// Returns the consequence: applied or not, and the time of the next attempt. `pause` is the end of a rate
/// limit.
pub(super) fn reason(look: &Look, row: &Row, pause: Option<Timestamp>, now: Timestamp) -> Option<String> {
    answered(row)?;
    let words = Words::new(look.lang);
    let again = row.not_before.max(pause.unwrap_or(row.not_before));
    let key = if row.doubtful {
        "cli-waits-once"
    } else {
        "cli-waits-not-applied"
    };
    if again <= now {
        return Some(words.get(key).into_owned());
    }
    let (again, today) = (
        date::local(again, &look.zone),
        date::local(now, &look.zone).date(),
    );
    let at = if again.date() == today {
        date::time_seconds(again.time())
    } else {
        date::date_time_short(again)
    };
    let again = words.with("cli-waits-again", &[("at", at.into())]);
    Some(format!("{} · {again}", words.get(key)))
}

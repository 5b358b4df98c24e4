//! How a write stands that the service did not take when it was sent: that it was refused for now is no silence, and says
//! when it is tried again.

use encours_core::engine::refusal;
use encours_core::store::{Row, RowState};
use encours_core::text::{Words, date};
use jiff::Timestamp;

use super::super::super::output::Look;

/// The answer for now that a waiting write had to its last try.
fn answered(row: &Row) -> Option<u16> {
    let waits = row.state == RowState::Waiting && row.locked.is_none();
    let status = refusal(row).status.filter(|_| waits)?;
    (status == 429 || status >= 500).then_some(status)
}

/// How it stands, in a few words; `None` where nothing is known but that it waits.
pub(super) fn standing(words: &'static Words, row: &Row) -> Option<String> {
    let status = answered(row)?;
    let args = [("status", status.to_string().into())];
    Some(match (status, row.doubtful) {
        (429, false) => words.get("cli-state-too-many").into_owned(),
        // An earlier try is what may have been applied.
        (429, true) => format!(
            "{}, {}",
            words.get("write-doubtful"),
            words.get("cli-state-too-many")
        ),
        (_, true) => words.with("cli-state-answered-doubtful", &args),
        (_, false) => words.with("cli-state-answered", &args),
    })
}

/// What that means: whether it is done, and from when on it is tried again. `pause`: until when nothing may be sent.
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

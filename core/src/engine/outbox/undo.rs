//! Whether there is anything to take back. Rule: taking back is a write only where what it takes back came to the service.
//! What stands parked is given up instead; what never came, or is no more there, is left as it is, and that is said: moving
//! on from a value that somebody else has given the record would be writing over theirs.

use crate::contract::OperationId;
use crate::contract::ids::is_temporary;
use crate::contract::json::json_eq::same;
use crate::contract::patch::Fields;
use crate::model::journal_entry::{JournalEntry, Outcome};
use crate::model::snapshot::LeftAs;
use crate::store::{Kind, Row, Store, StoreError};

use super::deleted_conflict::last_known;
use super::entry_conversion::fields;
use super::merge_target::{Belongs, Waiting};

/// What taking a change back comes to, beyond where it belongs among what waits.
#[derive(Debug, PartialEq)]
pub(super) enum Taking<'a> {
    /// What it takes back stands parked: that write is given up, and nothing is sent.
    GiveUp(&'a Row),
    /// Nothing is done.
    Leave(LeftAs),
    /// It is a write as any other, or part of one.
    Write,
}

/// What taking `seen` back to `wanted` comes to, which `belongs` among the writes of its record that wait.
///
/// # Errors
/// The disk fails, or what is kept cannot be read.
pub(super) fn taking<'a>(
    store: &Store,
    (operation, record): (OperationId, &str),
    (wanted, seen): (&Fields, &Fields),
    (belongs, waiting): (&Belongs<'a>, &[Waiting]),
) -> Result<Taking<'a>, StoreError> {
    match belongs {
        Belongs::Otherwise => Ok(Taking::Leave(LeftAs::Changed)),
        Belongs::Stood(row) if !came_after(store, row, (wanted, seen))? => {
            let set = fields(&row.body);
            let whole = set.names().all(|name| wanted.touches(name));
            Ok(if whole {
                Taking::GiveUp(row)
            } else {
                Taking::Leave(LeftAs::ToDecide)
            })
        }
        Belongs::Behind | Belongs::Stood(_) => {
            if operation == OperationId::DealsUpdate && is_deleted(store, record)? {
                return Ok(Taking::Leave(LeftAs::Deleted));
            }
            let word = |one: &Waiting| {
                let set = fields(&one.row.body);
                wanted.names().any(|name| set.touches(name))
            };
            let never = !waiting.iter().any(word) && never_came(store, (operation, record), (wanted, seen))?;
            Ok(if never {
                Taking::Leave(LeftAs::Never)
            } else {
                Taking::Write
            })
        }
        Belongs::Over(_) | Belongs::Back(_) => Ok(Taking::Write),
    }
}

/// Whether a deal that was known here is deleted.
fn is_deleted(store: &Store, deal: &str) -> Result<bool, StoreError> {
    let held = store.cache().get(Kind::Deal, "", deal)?.is_some();
    Ok(!held && !is_temporary(deal) && last_known(store, deal)?.is_some())
}

/// Whether a later write of the same came to the service: then it is that one which is taken back.
fn came_after(store: &Store, row: &Row, (wanted, seen): (&Fields, &Fields)) -> Result<bool, StoreError> {
    let lines = store.history().journal_of(&row.record)?;
    let same_kind = |line: &&JournalEntry| line.operation == row.operation && line.outbox_id > row.seq;
    let mut later = lines.iter().filter(same_kind);
    Ok(later.any(|line| came(line) && sets(line, wanted, seen) == Some(true)))
}

/// Whether the journal knows of writes that were to make the record as it was `seen`, and of none that did.
fn never_came(
    store: &Store,
    (operation, record): (OperationId, &str),
    (wanted, seen): (&Fields, &Fields),
) -> Result<bool, StoreError> {
    let lines = store.history().journal_of(record)?;
    let mut never = false;
    for line in lines.iter().rev().filter(|line| line.operation == operation) {
        match sets(line, wanted, seen) {
            // Our last word that the service has heard was another one, or this.
            Some(so) if came(line) => return Ok(never && !so),
            Some(true) if over_unsent(line) => never = true,
            _ => {}
        }
    }
    Ok(never)
}

/// Whether a line is of a write that sets any of these fields, and to what was seen of all of them.
fn sets(line: &JournalEntry, wanted: &Fields, seen: &Fields) -> Option<bool> {
    let after = fields(line.after.as_deref()?);
    let touches = wanted.names().any(|name| after.touches(name));
    let so = |name: &str| after.touches(name) && seen.touches(name) && same(after.get(name), seen.get(name));
    touches.then(|| wanted.names().all(so))
}

/// Whether a write reached the service, as far as is known: what left without an answer and was found done did.
fn came(line: &JournalEntry) -> bool {
    line.outcome.is_done() && line.attempts > 0
}

/// Whether a write was over without having been sent: given up, taken back, replaced, or found to be so already.
fn over_unsent(line: &JournalEntry) -> bool {
    let over = matches!(
        line.outcome,
        Outcome::Applied | Outcome::Discarded | Outcome::Withdrawn | Outcome::Replaced
    );
    over && line.attempts == 0
}

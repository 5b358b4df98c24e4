//! Cancelling of unsent writes. A write is cancelled only in its known form, identified by its key; later changes by
//! others stay. The writes behind it were based on it, so they are rebased to its own base. Otherwise they would
//! conflict with a write that was never sent.

use jiff::Timestamp;
use rusqlite::{Connection, params};

use crate::contract::ids::IdempotencyKey;
use crate::contract::json::json_eq::is_same_value;
use crate::contract::patch::Fields;
use crate::store::{EntryState, Outbox, OutboxEntry, StoreError};

use super::discarded;
use super::entry::{self, SELECT};
use super::transition::EntryBeforeChange;

/// The new form of an unsent write.
#[derive(Debug)]
pub struct EntryRewrite<'a> {
    /// The body to send.
    pub body: &'a str,
    /// The values that the user saw before it.
    pub base: &'a str,
    /// Its key, because it is another write.
    pub key: &'a IdempotencyKey,
    /// Time before which it is not sent.
    pub not_before: Timestamp,
    /// True if it is in its undo window until then.
    pub scheduled: bool,
}

impl Outbox {
    /// Cancels unsent writes in their known form; returns the removed numbers. [`restore`](Self::restore) restores
    /// them.
    ///
    /// # Errors
    /// The disk fails; nothing is changed.
    pub fn cancel(&self, rows: &[&OutboxEntry]) -> Result<Vec<i64>, StoreError> {
        self.transact(|tx| {
            let mut unchanged = Vec::with_capacity(rows.len());
            for row in rows {
                if is_unsent(tx, row)? {
                    rebase(tx, row, &Fields::new())?;
                    unchanged.push(row.seq);
                }
            }
            discarded::discard_entries(tx, &unchanged, false)
        })
    }

    /// Rewrites an unsent write that is still in its known form. `None` if it is not, or if another write of its record
    /// waits behind it, because that one was requested earlier.
    ///
    /// # Errors
    /// The disk fails; nothing is changed.
    pub fn rewrite(
        &self,
        old: &OutboxEntry,
        new_form: &EntryRewrite<'_>,
    ) -> Result<Option<OutboxEntry>, StoreError> {
        let identity = self.identity_id();
        self.transact(|tx| {
            let newest = "SELECT NOT EXISTS (SELECT 1 FROM outbox WHERE record = ?1 AND seq > ?2)";
            let newest =
                tx.prepare_cached(newest)?.query_row(params![old.record, old.seq], |row| row.get(0))?;
            if newest { store_rewrite(tx, old, new_form, identity) } else { Ok(None) }
        })
    }

    /// Cancels a part of such a write, even with others behind it.
    ///
    /// # Errors
    /// The disk fails; nothing is changed.
    pub fn cancel_part(
        &self,
        old: &OutboxEntry,
        new_form: &EntryRewrite<'_>,
    ) -> Result<Option<OutboxEntry>, StoreError> {
        let identity = self.identity_id();
        self.transact(|tx| {
            let changed = store_rewrite(tx, old, new_form, identity)?;
            if changed.is_some() {
                rebase(tx, old, &parse_fields(new_form.body)?)?;
            }
            Ok(changed)
        })
    }
}

/// Returns whether a row is still the same unsent write.
fn is_unsent(tx: &Connection, row: &OutboxEntry) -> Result<bool, StoreError> {
    let exists = "SELECT EXISTS (SELECT 1 FROM outbox WHERE seq = ?1 AND idem_key = ?2 AND ever_sent = 0
         AND state IN ('held', 'waiting'))";
    Ok(tx.prepare_cached(exists)?.query_row(params![row.seq, row.key.as_str()], |row| row.get(0))?)
}

fn store_rewrite(
    tx: &Connection,
    old: &OutboxEntry,
    new_form: &EntryRewrite<'_>,
    identity: Option<i64>,
) -> Result<Option<OutboxEntry>, StoreError> {
    let state = if new_form.scheduled { EntryState::Scheduled } else { EntryState::Waiting };
    let before = EntryBeforeChange::read(tx, old.seq);
    let changed = tx
        .prepare_cached(
            "UPDATE outbox SET body = ?3, base = ?4, not_before = ?5, state = ?6, idem_key = ?7
             WHERE seq = ?1 AND idem_key = ?2 AND ever_sent = 0 AND state IN ('held', 'waiting')",
        )?
        .execute(params![
            old.seq,
            old.key.as_str(),
            new_form.body,
            new_form.base,
            new_form.not_before.as_microsecond(),
            state.name(),
            new_form.key.as_str()
        ])?;
    if changed == 0 { Ok(None) } else { before.after_new_write(identity, state) }
}

/// Rebases the writes behind `old` to the values that now precede them. Those are the fields that it sets `now`, else
/// its own base. If a later write sets a field, that value applies to all writes after it.
fn rebase(tx: &Connection, old: &OutboxEntry, now: &Fields) -> Result<(), StoreError> {
    // Usually no writes wait behind it, which this query finds without reading them.
    let behind = "SELECT EXISTS (SELECT 1 FROM outbox WHERE record = ?1 AND seq > ?2)";
    let has_later: bool =
        tx.prepare_cached(behind)?.query_row(params![old.record, old.seq], |row| row.get(0))?;
    if !has_later {
        return Ok(());
    }
    let later = later_unsent(tx, old)?;
    let (set, old_base) = (parse_fields(&old.body)?, parse_fields(&old.base)?);
    let mut names: Vec<&str> = set
        .names()
        .filter(|name| !now.touches(name) || !is_same_value(now.get(name), set.get(name)))
        .collect();
    for row in later {
        let (mut base, body) = (parse_fields(&row.base)?, parse_fields(&row.body)?);
        let before = base.clone();
        for name in &names {
            if !base.touches(name) || !is_same_value(base.get(name), set.get(name)) {
                continue;
            }
            match now.get(name).or_else(|| old_base.get(name)) {
                Some(raw) => {
                    base.set_raw(name, raw.to_owned());
                }
                // The original value was not seen, so the field is unguarded.
                None => {
                    base.remove(name);
                }
            }
        }
        if base != before {
            tx.prepare_cached("UPDATE outbox SET base = ?2 WHERE seq = ?1")?
                .execute(params![row.seq, base.to_body()])?;
        }
        names.retain(|name| !body.touches(name));
    }
    Ok(())
}

/// Returns the unsent writes of the same record after `old`. A write that this version cannot read is skipped.
fn later_unsent(tx: &Connection, old: &OutboxEntry) -> Result<Vec<OutboxEntry>, StoreError> {
    let mut statement = tx.prepare_cached(&format!(
        "{SELECT} WHERE o.record = ?1 AND o.seq > ?2 AND o.ever_sent = 0 AND o.state IN ('held', 'waiting')
         ORDER BY o.seq"
    ))?;
    let mut rows = statement.query(params![old.record, old.seq])?;
    let mut later = Vec::new();
    while let Some(row) = rows.next()? {
        match entry::parse(row, None, None) {
            Ok(row) if row.subject() == old.subject() => later.push(row),
            Ok(_) | Err(StoreError::Unreadable(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(later)
}

/// Parses the fields of a row's text: an object, or nothing.
fn parse_fields(text: &str) -> Result<Fields, StoreError> {
    if text.is_empty() {
        return Ok(Fields::new());
    }
    Fields::parse(text).map_err(|error| StoreError::Unreadable(error.to_string()))
}

#[cfg(test)]
#[path = "cancel_tests.rs"]
mod tests;

//! Restores blocked writes whose retry got no response. They are blocked again with the earlier reason. Otherwise an
//! outage would turn a rejected write into one that is about to be sent.

use rusqlite::params;

use crate::store::{Outbox, OutboxEntry, StoreError};

use super::fetch_entry;
use super::transition::EntryBeforeChange;

impl Outbox {
    /// Restores a write's blocked form, if its retry cannot have reached the server. The write must be waiting or
    /// scheduled; `retried` is its form in the retry. Returns the row; `None` if another process has it or completed
    /// it, or if it may have been applied.
    ///
    /// # Errors
    /// The disk fails; nothing is changed.
    pub fn restore_blocked(
        &self,
        blocked: &OutboxEntry,
        retried: &OutboxEntry,
    ) -> Result<Option<OutboxEntry>, StoreError> {
        let identity = self.identity_id();
        debug_assert!(blocked.state.is_blocked() && blocked.seq == retried.seq);
        self.transact(|tx| {
            let before = EntryBeforeChange::read(tx, blocked.seq);
            let changed = tx.execute(
                "UPDATE outbox SET state = ?2, not_before = ?3, created_at = ?4, body = ?5, base = ?6, idem_key = ?7,
                     ever_sent = ?8, doubtful = ?9, last_problem = ?10, lease_owner = NULL, lease_until = NULL
                 WHERE seq = ?1 AND idem_key = ?11
                 AND (state IN ('held', 'waiting') AND (doubtful = 0 OR ?12)
                     OR state = 'sending' AND lease_owner = ?13 AND attempts = ?14)",
                params![
                    blocked.seq,
                    blocked.state.name(),
                    blocked.not_before.as_microsecond(),
                    blocked.created_at.as_microsecond(),
                    blocked.body,
                    blocked.base,
                    blocked.key.as_str(),
                    blocked.ever_sent,
                    blocked.outcome_unknown,
                    blocked.last_problem,
                    retried.key.as_str(),
                    retried.outcome_unknown,
                    self.presence.name(),
                    blocked.attempts,
                ],
            )?;
            if changed == 0 {
                return Ok(None);
            }
            before.check(blocked.state);
            let back = fetch_entry(tx, blocked.seq, identity)?;
            debug_assert!(back.as_ref().is_none_or(|row| row.is_same_write(blocked)));
            Ok(back)
        })
    }

    /// Removes the unsent replacements of a blocked row and restores that row. Returns the row; `None` if a replacement
    /// is in flight or was sent.
    ///
    /// # Errors
    /// The disk fails; nothing is changed.
    pub fn restore_replaced(
        &self,
        blocked: i64,
        replacements: &[OutboxEntry],
    ) -> Result<Option<OutboxEntry>, StoreError> {
        self.atomically(|| {
            let Some(first) = replacements.first() else {
                return Ok(None);
            };
            let unsent = match self.get(first.seq)? {
                Some(now) => now.key == first.key && (now.is_unsent() || self.requeue_unsent(&now)?),
                None => false,
            };
            if !unsent {
                return Ok(None);
            }
            let all: Vec<i64> = replacements.iter().map(|row| row.seq).collect();
            self.discard(&all, false)?;
            let restored = self.restore(blocked, first.not_before, false)?;
            Ok(restored.into_iter().next())
        })
    }

    /// Requeues a row that this store has claimed but not sent; returns whether it did.
    fn requeue_unsent(&self, entry: &OutboxEntry) -> Result<bool, StoreError> {
        if entry.ever_sent {
            return Ok(false);
        }
        let requeued = self.requeue(entry.seq, entry.not_before, (false, false), None)?;
        Ok(requeued.is_some())
    }
}

#[cfg(test)]
mod tests {
    use crate::store::EntryState;

    use super::super::tests::{TERM, at, enqueue_one, new_write, open};
    use super::*;

    /// Returns a row that the server rejected, with its reason.
    fn rejected(outbox: &Outbox) -> OutboxEntry {
        let row = enqueue_one(outbox);
        assert_eq!(outbox.lease(at(10), TERM, true).unwrap(), None);
        outbox.claim(row.seq, at(10), TERM).unwrap().unwrap();
        assert!(outbox.mark_sent(row.seq, at(10), TERM).unwrap());
        outbox.block(row.seq, EntryState::Rejected, at(10), r#"{"status":422}"#).unwrap().unwrap()
    }

    #[test]
    fn blocked_entry_is_restored_after_an_attempt_without_effect() {
        let tmp = tempfile::tempdir().unwrap();
        let store = open(&tmp);
        let outbox = store.outbox();
        let blocked = rejected(outbox);
        outbox.release(blocked.seq, at(20)).unwrap();
        outbox.claim(blocked.seq, at(20), TERM).unwrap().unwrap();
        let sent = (blocked.ever_sent, false);
        outbox.requeue(blocked.seq, at(20), sent, Some(r#"{"fault":"reset"}"#)).unwrap();
        assert_eq!(outbox.restore_blocked(&blocked, &blocked).unwrap(), Some(blocked.clone()));
        assert_eq!(outbox.get(blocked.seq).unwrap(), Some(blocked));
    }

    #[test]
    fn only_an_unsent_retry_restores_the_blocked_entry() {
        let tmp = tempfile::tempdir().unwrap();
        let store = open(&tmp);
        let outbox = store.outbox();
        let blocked = rejected(outbox);
        outbox.release(blocked.seq, at(20)).unwrap();
        outbox.claim(blocked.seq, at(20), TERM).unwrap().unwrap();
        assert_eq!(outbox.restore_blocked(&blocked, &blocked).unwrap(), Some(blocked.clone()));
        outbox.release(blocked.seq, at(30)).unwrap();
        outbox.claim(blocked.seq, at(30), TERM).unwrap().unwrap();
        assert!(outbox.mark_sent(blocked.seq, at(30), TERM).unwrap());
        assert_eq!(outbox.restore_blocked(&blocked, &blocked).unwrap(), None, "it is on its way");
        outbox.requeue(blocked.seq, at(30), (true, true), None).unwrap();
        assert_eq!(outbox.restore_blocked(&blocked, &blocked).unwrap(), None, "it may have been applied");
    }

    #[test]
    fn undone_decision_restores_the_conflict_with_its_key() {
        let tmp = tempfile::tempdir().unwrap();
        let store = open(&tmp);
        let outbox = store.outbox();
        let blocked = rejected(outbox);
        let key = uuid::Uuid::new_v4().into();
        let sides = (r#"{"status":"closing"}"#, "{}");
        let decided = outbox.resolve(blocked.seq, sides, &key, at(20), None).unwrap().unwrap();
        assert_eq!(
            outbox.restore_blocked(&blocked, &blocked).unwrap(),
            None,
            "it was tried under another key"
        );
        assert_eq!(outbox.restore_blocked(&blocked, &decided).unwrap(), Some(blocked));
    }

    #[test]
    fn replaced_entry_is_restored_unless_its_replacement_was_sent() {
        let tmp = tempfile::tempdir().unwrap();
        let store = open(&tmp);
        let outbox = store.outbox();
        let blocked = rejected(outbox);
        let instead = outbox
            .replace(blocked.seq, &[new_write("b", 10, false), new_write("b", 10, false)])
            .unwrap()
            .unwrap();
        outbox.claim(instead[0].seq, at(20), TERM).unwrap().unwrap();
        let back = outbox.restore_replaced(blocked.seq, &instead).unwrap().unwrap();
        assert_eq!((back.state, &back.last_problem), (EntryState::Rejected, &blocked.last_problem));
        assert_eq!(outbox.entries().unwrap(), [back]);
        let instead = outbox.replace(blocked.seq, &[new_write("b", 10, false)]).unwrap().unwrap();
        outbox.claim(instead[0].seq, at(30), TERM).unwrap().unwrap();
        assert!(outbox.mark_sent(instead[0].seq, at(30), TERM).unwrap());
        assert_eq!(outbox.restore_replaced(blocked.seq, &instead).unwrap(), None);
        assert_eq!(outbox.entries().unwrap().len(), 1);
    }
}

//! The in-memory replica of the outbox. The file is authoritative. The replica follows own changes at once, and those
//! of another process after its signal (`peer_sync`). The cost of an update depends on the number of changes, not of
//! waiting entries.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use crate::contract::OperationId;
use crate::contract::ids::IdempotencyKey;
use crate::contract::patch::Fields;
use crate::model::pending_write::PendingWrite;
use crate::model::pending_writes::PendingWrites;
use crate::store::{EntryState, OutboxEntry, UnreadableEntry};

use super::entries::entry_conversion::{parse_fields, pending_write, unreadable_write};
use super::entries::merge_target::WaitingEntry;

/// Differences by other processes, found when the whole outbox was reloaded.
#[derive(Debug)]
pub(in crate::engine) struct ReplicaDiff {
    /// Removed rows.
    pub(in crate::engine) removed: Vec<RemovedEntry>,
    /// Resolved conflicts of writes begun by this process, before and after.
    pub(in crate::engine) resolved: Vec<(OutboxEntry, OutboxEntry)>,
    /// Sequence numbers of entries that waited and are now blocked.
    pub(in crate::engine) blocked: Vec<i64>,
}

/// A removed row.
#[derive(Debug)]
pub(in crate::engine) struct RemovedEntry {
    /// Last state of the entry in this process.
    pub(in crate::engine) entry: OutboxEntry,
    /// True if this process originally wrote it.
    pub(in crate::engine) started_here: bool,
}

/// A row with its pending write for the user.
#[derive(Debug)]
pub(in crate::engine) struct ReplicaEntry {
    entry: OutboxEntry,
    write: Arc<PendingWrite>,
    /// True if this process wrote it in its present form.
    is_own: bool,
    /// True if this process originally wrote it, even if others changed it.
    started_here: bool,
}

impl ReplicaEntry {
    /// Converts a row. Texts equal to those of `neighbour` are parsed and stored once, because a bulk change repeats them
    /// in each row.
    pub(crate) fn new(entry: OutboxEntry, neighbour: Option<&Self>) -> Self {
        let shared = |text: fn(&OutboxEntry) -> &str, parsed: fn(&PendingWrite) -> &Fields| {
            let neighbour = neighbour.filter(|neighbour| text(&neighbour.entry) == text(&entry));
            neighbour.map_or_else(|| parse_fields(text(&entry)), |neighbour| parsed(&neighbour.write).clone())
        };
        let write = pending_write(
            &entry,
            shared(|entry| &entry.body, |write| &write.fields),
            shared(|entry| &entry.base, |write| &write.base),
        );
        Self { entry, write: Arc::new(write), is_own: false, started_here: false }
    }

    /// Marks the row as written by this process.
    pub(in crate::engine) fn into_own(self) -> Self {
        Self { is_own: true, started_here: true, ..self }
    }
}

/// The replica of the outbox, each row with its pending write.
#[derive(Debug, Default)]
pub(in crate::engine) struct OutboxReplica {
    entries: BTreeMap<i64, Box<ReplicaEntry>>,
    /// Sequence numbers by hash of the record id, which saves a copy of the id. Hash collisions are resolved by
    /// comparing the rows.
    by_record: BTreeSet<(u64, i64)>,
    hasher: RandomState,
    /// Sequence numbers of the entries in flight.
    sending: BTreeSet<i64>,
    unreadable: Vec<UnreadableEntry>,
    unreadable_writes: Vec<Arc<PendingWrite>>,
    /// Discarded writes of this process with their keys; a restored write is recognised by its key.
    discarded: BTreeMap<i64, IdempotencyKey>,
    /// Number of changes so far.
    changes: u64,
    /// Version of the file when it was last read.
    pub(in crate::engine) version: Option<i64>,
}

impl OutboxReplica {
    /// Returns whether the indexes cover the rows: each row once, and only rows.
    fn is_sound(&self) -> bool {
        let sealed = self.unreadable.len() == self.unreadable_writes.len();
        self.by_record.len() == self.entries.len() && self.sending.len() <= self.entries.len() && sealed
    }

    /// Returns the rows, oldest first.
    pub(in crate::engine) fn entries(&self) -> impl ExactSizeIterator<Item = &OutboxEntry> + Clone {
        debug_assert!(self.is_sound());
        self.entries.values().map(|replica_entry| &replica_entry.entry)
    }

    /// Returns the entries in flight, from this or another process.
    pub(super) fn sending(&self) -> impl Iterator<Item = i64> {
        self.sending.iter().copied()
    }

    /// Returns a number that differs after each change.
    pub(in crate::engine) fn changes(&self) -> u64 {
        self.changes
    }

    /// Returns the rows that this version cannot read.
    pub(in crate::engine) fn unreadable(&self) -> &[UnreadableEntry] {
        &self.unreadable
    }

    /// Returns all pending writes, oldest first.
    pub(in crate::engine) fn writes(&self) -> PendingWrites {
        let list = self.entries.values().map(|replica_entry| &replica_entry.write);
        let mut all: Vec<Arc<PendingWrite>> = list.chain(&self.unreadable_writes).cloned().collect();
        if !self.unreadable_writes.is_empty() {
            all.sort_by_key(|write| write.id);
        }
        let writes: PendingWrites = all.into_iter().collect();
        debug_assert!(writes.are_in_order());
        writes
    }

    /// Returns whether row `seq` exists and this version cannot read it.
    pub(super) fn is_unreadable(&self, seq: i64) -> bool {
        self.unreadable.iter().any(|entry| entry.seq == seq)
    }

    /// Returns row `seq`.
    pub(in crate::engine) fn get(&self, seq: i64) -> Option<&OutboxEntry> {
        self.entries.get(&seq).map(|replica_entry| &replica_entry.entry)
    }

    /// Returns the rows of a record, newest first.
    pub(in crate::engine) fn entries_of<'a, 'r: 'a>(
        &'a self,
        record: &'r str,
    ) -> impl DoubleEndedIterator<Item = &'a OutboxEntry> + use<'a, 'r> {
        let hash = self.hasher.hash_one(record);
        let newest_first = self.by_record.range((hash, i64::MIN)..=(hash, i64::MAX)).rev();
        newest_first.filter_map(|(_, seq)| self.get(*seq)).filter(move |entry| entry.record == record)
    }

    /// Returns the waiting writes for the record of `operation`, newest first.
    pub(in crate::engine) fn waiting_for(&self, operation: OperationId, record: &str) -> Vec<WaitingEntry> {
        let of_it = self.entries_of(record).filter(|entry| entry.subject().0 == operation);
        of_it.map(|entry| WaitingEntry { entry: entry.clone(), is_own: self.is_own(entry.seq) }).collect()
    }

    /// Removes a row.
    fn take(&mut self, seq: i64) -> Option<OutboxEntry> {
        let entry = self.entries.remove(&seq)?.entry;
        self.changes += 1;
        self.sending.remove(&seq);
        self.by_record.remove(&(self.hasher.hash_one(&entry.record), seq));
        debug_assert!(self.is_sound(), "row {seq} left an index");
        Some(entry)
    }

    /// Returns whether this process wrote row `seq` in its present form. False for rows of another process, rows
    /// changed by another, and rows of an earlier run.
    pub(super) fn is_own(&self, seq: i64) -> bool {
        let replica_entry = self.entries.get(&seq);
        debug_assert!(replica_entry.is_none_or(|held| held.started_here || !held.is_own));
        replica_entry.is_some_and(|replica_entry| replica_entry.is_own)
    }

    /// Returns whether this process originally wrote row `seq`.
    fn is_started_here(&self, seq: i64) -> bool {
        self.entries.get(&seq).is_some_and(|replica_entry| replica_entry.started_here)
    }

    /// Returns the rows in their undo window that this process wrote in their present form.
    pub(in crate::engine) fn own_scheduled(&self) -> Vec<i64> {
        let scheduled = self.entries().filter(|entry| entry.state == EntryState::Scheduled);
        scheduled.map(|entry| entry.seq).filter(|seq| self.is_own(*seq)).collect()
    }

    /// Marks entries that an earlier run left in their undo window as this process's own.
    pub(super) fn adopt_scheduled(&mut self) {
        for replica_entry in self.entries.values_mut() {
            replica_entry.is_own |=
                replica_entry.entry.state == EntryState::Scheduled && replica_entry.entry.locked_by.is_none();
            replica_entry.started_here |= replica_entry.is_own;
        }
    }

    /// Notes that the user discards row `seq`. Discarding a creation includes the other writes of its record.
    pub(in crate::engine) fn note_discarded(&mut self, seq: i64) {
        let creation = self.get(seq).filter(|entry| entry.operation == OperationId::DealsCreate);
        let record = creation.map(|entry| entry.record.clone());
        let dependents = record.iter().flat_map(|record| self.entries_of(record));
        let discarded: Vec<(i64, IdempotencyKey)> = dependents
            .chain(self.get(seq))
            .filter(|entry| self.is_own(entry.seq))
            .map(|entry| (entry.seq, entry.key.clone()))
            .collect();
        self.discarded.extend(discarded);
    }

    /// Notes that discarded rows were restored.
    pub(super) fn note_restored(&mut self, rows: &[OutboxEntry]) {
        for entry in rows {
            let is_own = self.discarded.remove(&entry.seq).is_some_and(|key| key == entry.key);
            if let Some(replica_entry) = self.entries.get_mut(&entry.seq) {
                replica_entry.is_own |= is_own;
                replica_entry.started_here |= is_own;
            }
        }
    }

    /// Stores a row's present state. It remains this process's own as long as its key is the same.
    pub(in crate::engine) fn put(&mut self, entry: OutboxEntry) {
        let is_own =
            self.is_own(entry.seq) && self.get(entry.seq).is_some_and(|before| before.key == entry.key);
        let started_here = self.is_started_here(entry.seq);
        let neighbour = self.entries.range(..entry.seq).next_back();
        let replica_entry = ReplicaEntry::new(entry, neighbour.map(|(_, replica_entry)| &**replica_entry));
        self.put_entry(ReplicaEntry { is_own, started_here, ..replica_entry });
    }

    /// Stores a row that this process has just written.
    pub(in crate::engine) fn put_own(&mut self, entry: OutboxEntry) {
        let neighbour = self.entries.range(..entry.seq).next_back();
        let replica_entry = ReplicaEntry::new(entry, neighbour.map(|(_, replica_entry)| &**replica_entry));
        self.put_entry(replica_entry.into_own());
    }

    /// Stores a row that was converted in the background.
    pub(super) fn put_entry(&mut self, replica_entry: ReplicaEntry) {
        let seq = replica_entry.entry.seq;
        debug_assert!(replica_entry.started_here || !replica_entry.is_own);
        debug_assert_eq!(replica_entry.write.id.0, seq);
        self.take(seq);
        self.changes += 1;
        if replica_entry.entry.state == EntryState::Sending {
            self.sending.insert(seq);
        }
        self.by_record.insert((self.hasher.hash_one(&replica_entry.entry.record), seq));
        self.entries.insert(seq, Box::new(replica_entry));
        debug_assert!(self.is_sound());
    }

    /// Removes rows and returns those that existed.
    pub(in crate::engine) fn remove_all(&mut self, seqs: impl IntoIterator<Item = i64>) -> Vec<OutboxEntry> {
        let mut removed = Vec::new();
        for seq in seqs {
            removed.extend(self.take(seq));
            if !self.unreadable.is_empty() {
                self.changes += 1;
                self.unreadable.retain(|entry| entry.seq != seq);
                self.unreadable_writes.retain(|write| write.id.0 != seq);
            }
        }
        removed
    }

    /// Replaces all rows. Unchanged rows keep their allocation.
    pub(in crate::engine) fn replace(
        &mut self,
        entries: Vec<OutboxEntry>,
        unreadable: Vec<UnreadableEntry>,
    ) -> ReplicaDiff {
        let present: HashSet<i64> = entries.iter().map(|entry| entry.seq).collect();
        let before: Vec<i64> = self.entries.keys().copied().collect();
        let removed: Vec<i64> = before.into_iter().filter(|seq| !present.contains(seq)).collect();
        let started_here: HashSet<i64> =
            removed.iter().copied().filter(|seq| self.is_started_here(*seq)).collect();
        let removed = self
            .remove_all(removed)
            .into_iter()
            .map(|entry| RemovedEntry { started_here: started_here.contains(&entry.seq), entry });
        let removed = removed.collect();
        let (mut blocked, mut resolved) = (Vec::new(), Vec::new());
        for entry in entries {
            let known = self.get(entry.seq);
            if known == Some(&entry) {
                continue;
            }
            if entry.state.is_blocked() && known.is_some_and(|known| !known.state.is_blocked()) {
                blocked.push(entry.seq);
            }
            if let Some(conflict) =
                known.filter(|known| known.state == EntryState::Conflict && known.key != entry.key)
                && self.is_started_here(entry.seq)
            {
                resolved.push((conflict.clone(), entry.clone()));
            }
            self.put(entry);
        }
        self.changes += u64::from(self.unreadable != unreadable);
        self.unreadable_writes = unreadable.iter().map(|entry| Arc::new(unreadable_write(entry))).collect();
        self.unreadable = unreadable;
        debug_assert!(self.is_sound());
        ReplicaDiff { removed, resolved, blocked }
    }
}

#[cfg(test)]
#[path = "outbox_replica_tests.rs"]
mod tests;

//! Bulk writes of many records at once. They are one outbox transaction, stored completely or not at all. It is
//! prepared and stored in the background; meanwhile the loop handles everything that does not need the outbox (`away`).

use std::collections::HashSet;
use std::time::Duration;

use jiff::Timestamp;

use super::entries::merge_target::{MergeTarget, WaitingEntry, find_target};
use super::outbox_replica::{OutboxReplica, ReplicaEntry};
use super::undo::{UndoAction, undo_action};
use crate::contract::OperationId;
use crate::contract::ids::is_temporary;
use crate::contract::patch::Fields;
use crate::engine::actor::clock::saturating_add;
use crate::engine::outbox::entries::field_merge::{already_current, current_among, is_change, merge_changes};
use crate::engine::outbox::entries::new_entry::{new_deletion, new_entry, new_key};
use crate::model::effect::Effect;
use crate::model::snapshot::{EventKind, UndoSkipReason};
use crate::store::{EntryRewrite, NewOutboxEntry, OutboxEntry, Store, StoreError};

/// Number of writes from which they are stored in the background; fewer are faster inline.
pub(super) const BULK_MIN: usize = 200;

/// A requested update of one record.
#[derive(Debug)]
pub(super) struct UpdateRequest {
    pub(super) operation: OperationId,
    pub(super) record: String,
    pub(super) fields: Fields,
    pub(super) base: Fields,
    pub(super) label: String,
    pub(super) undo_delay: Duration,
    /// Its waiting writes, newest first.
    pub(super) waiting: Vec<WaitingEntry>,
}

/// The requested change of one record.
#[derive(Debug)]
enum BulkRequest {
    /// An update of the record.
    Update(UpdateRequest),
    /// A deletion of a record without waiting writes.
    Delete { record: String, base: Fields, label: String, undo_delay: Duration },
    /// The removal of this row from the outbox.
    Drop(Box<OutboxEntry>),
}

/// Requested changes to store together.
#[derive(Debug)]
pub(super) struct BulkRequests(Vec<BulkRequest>);

/// The result of a bulk write.
#[derive(Debug, Default)]
pub(in crate::engine) struct BulkEnqueued {
    /// Sequence numbers of the discarded entries.
    pub(in crate::engine) dropped: Vec<i64>,
    /// New and rewritten rows.
    pub(in crate::engine) entries: Vec<ReplicaEntry>,
    /// Notices for records that already have the wanted values.
    pub(super) already: Vec<EventKind>,
    /// Records whose change cannot be undone: id, name and reason.
    pub(super) undo_skipped: Vec<(String, String, UndoSkipReason)>,
    /// True if writes that wait behind others changed with them.
    pub(super) waiting_changed: bool,
}

impl BulkRequests {
    /// Collects the changes that `effects` request of the outbox. Returns `None` if an effect must be handled alone:
    /// its record occurs twice, or only the loop has the needed state.
    pub(in crate::engine) fn from_effects(effects: &[Effect], outbox: &OutboxReplica) -> Option<Self> {
        let mut records = HashSet::with_capacity(effects.len());
        let mut requests = Vec::with_capacity(effects.len());
        for effect in effects {
            let (record, request) = BulkRequest::from_effect(effect, outbox)?;
            if is_temporary(record) || !records.insert(record) {
                return None;
            }
            requests.push(request);
        }
        Some(Self(requests))
    }

    /// Stores the changes in one transaction with a single sync to disk. It blocks, so call it on a blocking thread.
    ///
    /// # Errors
    /// The transaction fails; nothing is changed.
    pub(in crate::engine) fn store(self, store: &Store, now: Timestamp) -> Result<BulkEnqueued, StoreError> {
        let mut plan = BulkPlan::default();
        let current = self.already_current(store)?;
        debug_assert_eq!(current.len(), self.0.len(), "each wish has its answer");
        for (request, current) in self.0.into_iter().zip(current) {
            plan.add(request, current, (store, now))?;
        }
        let (rows, mut stored) = store.outbox().atomically(|| {
            let (mut rows, stored, inserts) = plan.merge(store)?;
            rows.extend(store.outbox().enqueue(&inserts)?);
            Ok((rows, stored))
        })?;
        stored.add(rows);
        Ok(stored)
    }
}

impl BulkEnqueued {
    /// Adds rows that were just written.
    pub(super) fn add(&mut self, rows: Vec<OutboxEntry>) {
        self.entries.reserve(rows.len());
        for entry in rows {
            let replica_entry = ReplicaEntry::new(entry, self.entries.last());
            self.entries.push(replica_entry.into_own());
        }
    }
}

impl BulkRequests {
    /// Returns whether each record already has the wanted values; checked only without waiting writes.
    fn already_current(&self, store: &Store) -> Result<Vec<bool>, StoreError> {
        let mut candidates: Vec<(&str, &Fields)> = Vec::new();
        let mut indices = Vec::new();
        for (index, request) in self.0.iter().enumerate() {
            if let BulkRequest::Update(UpdateRequest { record, fields, waiting, .. }) = request
                && waiting.is_empty()
            {
                candidates.push((record, fields));
                indices.push(index);
            }
        }
        let mut current = vec![false; self.0.len()];
        debug_assert_eq!(candidates.len(), indices.len());
        for nth in current_among(store, &candidates)? {
            if let Some(is_so) = indices.get(nth).and_then(|index| current.get_mut(*index)) {
                *is_so = true;
            }
        }
        Ok(current)
    }
}

impl BulkRequest {
    fn from_effect<'a>(effect: &'a Effect, outbox: &OutboxReplica) -> Option<(&'a str, Self)> {
        match effect {
            Effect::Update { deal, fields, base, label, undo_delay } => {
                let request = Self::Update(UpdateRequest {
                    operation: OperationId::DealsUpdate,
                    record: deal.as_str().to_owned(),
                    fields: fields.clone(),
                    base: base.clone(),
                    label: label.clone(),
                    undo_delay: *undo_delay,
                    waiting: outbox.waiting_for(OperationId::DealsUpdate, deal.as_str()),
                });
                Some((deal.as_str(), request))
            }
            Effect::Delete { deal, base, label, undo_delay }
                if outbox.entries_of(deal.as_str()).next().is_none() =>
            {
                let request = Self::Delete {
                    record: deal.as_str().to_owned(),
                    base: base.clone(),
                    label: label.clone(),
                    undo_delay: *undo_delay,
                };
                Some((deal.as_str(), request))
            }
            Effect::CancelDelete(deal) => {
                let deletes = |entry: &&OutboxEntry| entry.operation == OperationId::DealsDelete;
                let entry = outbox.entries_of(deal.as_str()).find(deletes)?;
                let open = entry.state.is_blocked() || entry.is_unsent();
                open.then(|| (deal.as_str(), Self::Drop(Box::new(entry.clone()))))
            }
            _ => None,
        }
    }
}

/// The changes to make in the outbox.
#[derive(Debug, Default)]
pub(super) struct BulkPlan {
    /// Rows to drop, each with the write to store instead if already sent. A blocked row may be dropped even if it was
    /// sent.
    drops: Vec<(OutboxEntry, Option<NewOutboxEntry>)>,
    rewrites: Vec<PlannedRewrite>,
    inserts: Vec<NewOutboxEntry>,
    already: Vec<EventKind>,
    undo_skipped: Vec<(String, String, UndoSkipReason)>,
    waiting_changed: bool,
}

/// An unsent row to rewrite as another write.
#[derive(Debug)]
struct PlannedRewrite {
    old: OutboxEntry,
    body: String,
    base: String,
    not_before: Timestamp,
    scheduled: bool,
    /// True if part of it is undone, even with other writes waiting behind it.
    is_partial_undo: bool,
    /// The write to store if the row has been sent meanwhile.
    fallback: Option<NewOutboxEntry>,
}

impl BulkPlan {
    /// Adds a requested change; `is_current` means that the record already has the wanted values.
    fn add(
        &mut self,
        request: BulkRequest,
        is_current: bool,
        (store, now): (&Store, Timestamp),
    ) -> Result<(), StoreError> {
        match request {
            BulkRequest::Drop(entry) => self.drops.push((*entry, None)),
            BulkRequest::Delete { record, base, label, undo_delay } => {
                self.inserts.push(new_deletion(&record, &base, label, undo_delay, now));
            }
            BulkRequest::Update(request) => self.update(request, is_current, (store, now))?,
        }
        Ok(())
    }

    /// Adds an update: it becomes part of an earlier write, or a write of its own.
    pub(super) fn update(
        &mut self,
        request: UpdateRequest,
        is_current: bool,
        (store, now): (&Store, Timestamp),
    ) -> Result<(), StoreError> {
        let UpdateRequest { operation, record, fields, base, label, undo_delay, waiting } = request;
        let is_undo = undo_delay.is_zero();
        if is_current {
            self.already.push(already_current(record, label, (base, fields), is_undo));
            return Ok(());
        }
        let change = (&fields, &base);
        let target = find_target(&waiting, operation, change, is_undo);
        if is_undo {
            match undo_action(store, (operation, &record), change, (&target, &waiting))? {
                UndoAction::Discard(entry) => {
                    self.drops.push((entry.clone(), None));
                    return Ok(());
                }
                UndoAction::Skip(reason) => {
                    self.undo_skipped.push((record, label, reason));
                    return Ok(());
                }
                UndoAction::Write => {}
            }
        }
        self.waiting_changed |= matches!(target, MergeTarget::Cancel(_)) && waiting.len() > 1;
        let changes = is_change(&fields, &base);
        let entry = changes.then(|| new_entry(operation, &record, &fields, &base, label, undo_delay, now));
        self.change(&target, change, (now, undo_delay), entry);
        Ok(())
    }

    /// Returns the blocked write that an undo discards, if the plan is only that.
    pub(super) fn discards_blocked(&self) -> Option<i64> {
        match self.drops.as_slice() {
            [(entry, None)] if entry.state.is_blocked() => Some(entry.seq),
            _ => None,
        }
    }

    /// Merges a change into the unsent write before it, or undoes part of it.
    fn change(
        &mut self,
        target: &MergeTarget<'_>,
        (fields, base): (&Fields, &Fields),
        (now, undo_delay): (Timestamp, Duration),
        fallback: Option<NewOutboxEntry>,
    ) {
        let (MergeTarget::Amend(old) | MergeTarget::Cancel(old)) = *target else {
            return self.inserts.extend(fallback);
        };
        let is_partial_undo = matches!(target, MergeTarget::Cancel(_));
        let (merged, base) = merge_changes(old, fields, base);
        if merged.is_empty() {
            self.drops.push((old.clone(), fallback));
        } else if old.is_unsent() {
            let not_before = if is_partial_undo {
                old.not_before
            } else {
                old.not_before.max(saturating_add(now, undo_delay))
            };
            self.rewrites.push(PlannedRewrite {
                old: old.clone(),
                body: merged.to_body(),
                base: base.to_body(),
                not_before,
                scheduled: not_before > now,
                is_partial_undo,
                fallback,
            });
        } else {
            self.inserts.extend(fallback);
        }
    }

    /// Drops and rewrites rows. Returns the rewritten rows, the results, and the writes to store beside them.
    pub(super) fn merge(
        self,
        store: &Store,
    ) -> Result<(Vec<OutboxEntry>, BulkEnqueued, Vec<NewOutboxEntry>), StoreError> {
        let (outbox, mut inserts) = (store.outbox(), self.inserts);
        let (blocked, unsent): (Vec<_>, Vec<_>) =
            self.drops.iter().partition(|(entry, _)| entry.state.is_blocked());
        let unsent: Vec<&OutboxEntry> = unsent.into_iter().map(|(entry, _)| entry).collect();
        let blocked: Vec<i64> = blocked.into_iter().map(|(entry, _)| entry.seq).collect();
        let mut cancelled = outbox.cancel(&unsent)?;
        cancelled.extend(outbox.discard(&blocked, true)?);
        let removed: HashSet<i64> = cancelled.iter().copied().collect();
        let sent_meanwhile = self.drops.into_iter().filter(|(entry, _)| !removed.contains(&entry.seq));
        inserts.extend(sent_meanwhile.filter_map(|(_, otherwise)| otherwise));
        let mut rows = Vec::with_capacity(self.rewrites.len() + inserts.len());
        for rewrite in self.rewrites {
            let new_form = EntryRewrite {
                body: &rewrite.body,
                base: &rewrite.base,
                key: &new_key(),
                not_before: rewrite.not_before,
                scheduled: rewrite.scheduled,
            };
            let entry = if rewrite.is_partial_undo {
                outbox.cancel_part(&rewrite.old, &new_form)?
            } else {
                outbox.rewrite(&rewrite.old, &new_form)?
            };
            match entry {
                Some(entry) => rows.push(entry),
                None => inserts.extend(rewrite.fallback),
            }
        }
        let stored = BulkEnqueued {
            dropped: cancelled,
            entries: Vec::new(),
            already: self.already,
            undo_skipped: self.undo_skipped,
            waiting_changed: self.waiting_changed,
        };
        Ok((rows, stored, inserts))
    }
}

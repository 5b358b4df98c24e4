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

/// The requested change of one record.
#[derive(Debug)]
enum BulkRequest {
    /// An update of the record.
    Update {
        record: String,
        fields: Fields,
        base: Fields,
        label: String,
        hold: Duration,
        /// Its waiting writes, newest first.
        waiting: Vec<WaitingEntry>,
    },
    /// A deletion of a record without waiting writes.
    Delete {
        record: String,
        base: Fields,
        label: String,
        hold: Duration,
    },
    /// The removal of this row from the outbox.
    Drop(Box<OutboxEntry>),
}

/// Requested changes to store together.
#[derive(Debug)]
pub(super) struct BulkRequests(Vec<BulkRequest>);

/// The result of a bulk write.
#[derive(Debug, Default)]
pub(in crate::engine) struct BulkEnqueued {
    /// Sequence numbers of the dropped rows.
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
        let mut wishes = Vec::with_capacity(effects.len());
        for effect in effects {
            let (record, wish) = BulkRequest::from_effect(effect, outbox)?;
            if is_temporary(record) || !records.insert(record) {
                return None;
            }
            wishes.push(wish);
        }
        Some(Self(wishes))
    }

    /// Stores the changes in one transaction with a single sync to disk. It blocks, so call it on a blocking thread.
    ///
    /// # Errors
    /// The transaction fails; nothing is changed.
    pub(in crate::engine) fn store(self, store: &Store, now: Timestamp) -> Result<BulkEnqueued, StoreError> {
        let mut plan = BulkPlan::default();
        let so = self.already_current(store)?;
        debug_assert_eq!(so.len(), self.0.len(), "each wish has its answer");
        for (wish, so) in self.0.into_iter().zip(so) {
            plan.add(wish, so, (store, now))?;
        }
        let already = std::mem::take(&mut plan.already);
        let otherwise = std::mem::take(&mut plan.undo_skipped);
        let behind = plan.waiting_changed;
        let (dropped, rows) = store.outbox().atomically(|| plan.execute(store))?;
        let mut kept = BulkEnqueued {
            dropped,
            entries: Vec::with_capacity(rows.len()),
            already,
            undo_skipped: otherwise,
            waiting_changed: behind,
        };
        for row in rows {
            let held = ReplicaEntry::new(row, kept.entries.last());
            kept.entries.push(held.into_own());
        }
        Ok(kept)
    }
}

impl BulkRequests {
    /// Returns whether each record already has the wanted values; checked only without waiting writes.
    fn already_current(&self, store: &Store) -> Result<Vec<bool>, StoreError> {
        let mut asked: Vec<(&str, &Fields)> = Vec::new();
        let mut places = Vec::new();
        for (place, wish) in self.0.iter().enumerate() {
            if let BulkRequest::Update {
                record,
                fields,
                waiting,
                ..
            } = wish
                && waiting.is_empty()
            {
                asked.push((record, fields));
                places.push(place);
            }
        }
        let mut so = vec![false; self.0.len()];
        debug_assert_eq!(asked.len(), places.len());
        for nth in current_among(store, &asked)? {
            if let Some(is_so) = places.get(nth).and_then(|place| so.get_mut(*place)) {
                *is_so = true;
            }
        }
        Ok(so)
    }
}

impl BulkRequest {
    fn from_effect<'a>(effect: &'a Effect, outbox: &OutboxReplica) -> Option<(&'a str, Self)> {
        match effect {
            Effect::Update {
                deal,
                fields,
                base,
                label,
                hold,
            } => {
                let wish = Self::Update {
                    record: deal.as_str().to_owned(),
                    fields: fields.clone(),
                    base: base.clone(),
                    label: label.clone(),
                    hold: *hold,
                    waiting: outbox.waiting_for(OperationId::DealsUpdate, deal.as_str()),
                };
                Some((deal.as_str(), wish))
            }
            Effect::Delete {
                deal,
                base,
                label,
                hold,
            } if outbox.entries_of(deal.as_str()).next().is_none() => {
                let wish = Self::Delete {
                    record: deal.as_str().to_owned(),
                    base: base.clone(),
                    label: label.clone(),
                    hold: *hold,
                };
                Some((deal.as_str(), wish))
            }
            Effect::CancelDelete(deal) => {
                let deletes = |row: &&OutboxEntry| row.operation == OperationId::DealsDelete;
                let row = outbox.entries_of(deal.as_str()).find(deletes)?;
                let open = row.state.is_blocked() || row.is_unsent();
                open.then(|| (deal.as_str(), Self::Drop(Box::new(row.clone()))))
            }
            _ => None,
        }
    }
}

/// The changes to make in the outbox.
#[derive(Debug, Default)]
struct BulkPlan {
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
    /// Adds a requested change; `so` means that the record already has the wanted values.
    fn add(
        &mut self,
        wish: BulkRequest,
        so: bool,
        (store, now): (&Store, Timestamp),
    ) -> Result<(), StoreError> {
        match wish {
            BulkRequest::Drop(row) => self.drops.push((*row, None)),
            BulkRequest::Delete {
                record,
                base,
                label,
                hold,
            } => self.inserts.push(new_deletion(&record, &base, label, hold, now)),
            BulkRequest::Update {
                record,
                fields,
                base,
                label,
                hold,
                waiting,
            } => {
                let update = OperationId::DealsUpdate;
                if so {
                    self.already
                        .push(already_current(record, label, (base, fields), hold.is_zero()));
                    return Ok(());
                }
                let asked = (&fields, &base);
                let belongs = find_target(&waiting, update, asked, hold.is_zero());
                if hold.is_zero() {
                    match undo_action(store, (update, &record), asked, (&belongs, &waiting))? {
                        UndoAction::Discard(row) => {
                            self.drops.push((row.clone(), None));
                            return Ok(());
                        }
                        UndoAction::Skip(left) => {
                            self.undo_skipped.push((record, label, left));
                            return Ok(());
                        }
                        UndoAction::Write => {}
                    }
                }
                self.waiting_changed |= matches!(belongs, MergeTarget::Cancel(_)) && waiting.len() > 1;
                let changes = is_change(&fields, &base);
                let row = changes.then(|| new_entry(update, &record, &fields, &base, label, hold, now));
                self.change(&belongs, asked, (now, hold), row);
            }
        }
        Ok(())
    }

    /// Merges a change into the unsent write before it, or undoes part of it.
    fn change(
        &mut self,
        belongs: &MergeTarget<'_>,
        (fields, base): (&Fields, &Fields),
        (now, hold): (Timestamp, Duration),
        otherwise: Option<NewOutboxEntry>,
    ) {
        let (MergeTarget::Amend(was) | MergeTarget::Cancel(was)) = *belongs else {
            return self.inserts.extend(otherwise);
        };
        let back = matches!(belongs, MergeTarget::Cancel(_));
        let (merged, base) = merge_changes(was, fields, base);
        if merged.is_empty() {
            self.drops.push((was.clone(), otherwise));
        } else if was.is_unsent() {
            let not_before = if back {
                was.not_before
            } else {
                was.not_before.max(saturating_add(now, hold))
            };
            self.rewrites.push(PlannedRewrite {
                old: was.clone(),
                body: merged.to_body(),
                base: base.to_body(),
                not_before,
                scheduled: not_before > now,
                is_partial_undo: back,
                fallback: otherwise,
            });
        } else {
            self.inserts.extend(otherwise);
        }
    }

    /// Executes the plan. Returns the dropped sequence numbers and the new or rewritten rows.
    fn execute(self, store: &Store) -> Result<(Vec<i64>, Vec<OutboxEntry>), StoreError> {
        let (outbox, mut inserts) = (store.outbox(), self.inserts);
        let (parked, unsent): (Vec<_>, Vec<_>) =
            self.drops.iter().partition(|(row, _)| row.state.is_blocked());
        let unsent: Vec<&OutboxEntry> = unsent.into_iter().map(|(row, _)| row).collect();
        let parked: Vec<i64> = parked.into_iter().map(|(row, _)| row.seq).collect();
        let mut dropped = outbox.cancel(&unsent)?;
        dropped.extend(outbox.discard(&parked, true)?);
        let gone: HashSet<i64> = dropped.iter().copied().collect();
        let late = self.drops.into_iter().filter(|(row, _)| !gone.contains(&row.seq));
        inserts.extend(late.filter_map(|(_, otherwise)| otherwise));
        let mut rows = Vec::with_capacity(self.rewrites.len() + inserts.len());
        for it in self.rewrites {
            let to = EntryRewrite {
                body: &it.body,
                base: &it.base,
                key: &new_key(),
                not_before: it.not_before,
                scheduled: it.scheduled,
            };
            let row = if it.is_partial_undo {
                outbox.cancel_part(&it.old, &to)?
            } else {
                outbox.rewrite(&it.old, &to)?
            };
            match row {
                Some(row) => rows.push(row),
                None => inserts.extend(it.fallback),
            }
        }
        rows.extend(outbox.enqueue(&inserts)?);
        Ok((dropped, rows))
    }
}

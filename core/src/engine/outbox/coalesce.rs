//! A change of a record becomes part of the one before it, as long as that has not left and this program wrote it (see
//! `belonging`): one write instead of two, and none where both together change nothing: neither is a creation sent whose
//! deletion was asked for before it left.

use std::collections::HashSet;
use std::time::Duration;

use jiff::Timestamp;

use crate::contract::OperationId;
use crate::contract::json::json_eq::same;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::engine::actor::Actor;
use crate::engine::actor::clock::after;
use crate::engine::actor::effect_handlers::{fresh_key, new_row};
use crate::engine::sync::resource_lists::kept_as;
use crate::model::pending_write::WriteId;
use crate::model::resource_kind::Family;
use crate::model::snapshot::EventKind;
use crate::store::{Kind, Rewritten, Row, Store, StoreError};

use super::entry_conversion::fields;
use super::merge_target::{Belongs, belongs};
use super::resolve::gave_up_in_doubt;
use super::undo::{Taking, taking};

impl Actor {
    /// Keeps a change of a record.
    pub(in crate::engine) fn update(
        &mut self,
        operation: OperationId,
        record: &str,
        (fields, base): (&Fields, &Fields),
        label: String,
        hold: Duration,
        now: Timestamp,
    ) {
        let waiting = self.outbox.waiting(operation, record);
        let back = hold.is_zero();
        if waiting.is_empty() && self.is_so(operation, record, fields) {
            let seen = (base.clone(), fields.clone());
            return self.tell(so_already(record.to_owned(), label, seen, back));
        }
        let belongs = belongs(&waiting, operation, (fields, base), back);
        if back {
            let asked = (&belongs, &*waiting);
            let taking = taking(&self.store, (operation, record), (fields, base), asked);
            match self.kept(taking) {
                Some(Taking::GiveUp(row)) => return self.discard(WriteId(row.seq)),
                Some(Taking::Leave(left)) => {
                    let record = record.to_owned();
                    return self.tell(EventKind::ChangedSince { record, label, left });
                }
                Some(Taking::Write) | None => {}
            }
        }
        let done = match belongs {
            Belongs::Over(row) => self.coalesce(row, (fields, base), (hold, now)),
            Belongs::Back(row) => self.withdraw(row, (fields, base), now),
            Belongs::Stood(_) | Belongs::Behind | Belongs::Otherwise => false,
        };
        if done {
            // What was taken back is asked for all the same.
            if back && self.asked_elsewhere(operation, record, base) {
                let record = record.to_owned();
                self.tell(EventKind::SameElsewhere { record, label });
            }
            return;
        }
        if changes(fields, base) {
            let row = new_row(operation, record, fields, base, label, hold, now);
            self.enqueue(&[row]);
        }
    }

    /// Whether the newest word on these fields that waits is another one's, and says the same.
    fn asked_elsewhere(&self, operation: OperationId, record: &str, asked: &Fields) -> bool {
        let waiting = self.outbox.waiting(operation, record);
        let newest = waiting.iter().find_map(|one| {
            let set = fields(&one.row.body);
            let touches = !one.row.stands() && asked.names().any(|name| set.touches(name));
            touches.then_some((one.own, set))
        });
        let says = |set: &Fields| asked.names().all(|name| same(set.get(name), asked.get(name)));
        newest.is_some_and(|(own, set)| !own && says(&set))
    }

    /// Whether the record is held as it is wanted already. Where a change of it was given up that the service may have
    /// applied, nobody knows.
    fn is_so(&mut self, operation: OperationId, record: &str, fields: &Fields) -> bool {
        let so = is_so(&self.store, operation, record, fields);
        self.kept(so).unwrap_or_default()
    }

    /// Merges a change into the newest row of its record, if that has not left. Whether it did.
    fn coalesce(
        &mut self,
        row: &Row,
        (changed, base): (&Fields, &Fields),
        (hold, now): (Duration, Timestamp),
    ) -> bool {
        let (merged, base) = merge(row, changed, base);
        if merged.is_empty() && row.state.is_parked() {
            // Back to where it began: the person has answered by this.
            return self.drop_rows(&[row.seq], true);
        }
        if merged.is_empty() {
            return self.take_back(row);
        }
        let until = row.not_before.max(after(now, hold));
        let rewritten = self.store.outbox().rewrite(
            row,
            &Rewritten {
                body: &merged.to_body(),
                base: &base.to_body(),
                key: &fresh_key(),
                not_before: until,
                held: until > now,
            },
        );
        self.take_rewritten(rewritten)
    }

    /// Takes a row back as far as a change does, whatever waits behind it. Whether it could be.
    fn withdraw(&mut self, row: &Row, (changed, base): (&Fields, &Fields), now: Timestamp) -> bool {
        let (left, base) = merge(row, changed, base);
        if left.is_empty() {
            return self.take_back(row);
        }
        let rewritten = self.store.outbox().withdraw_part(
            row,
            &Rewritten {
                body: &left.to_body(),
                base: &base.to_body(),
                key: &fresh_key(),
                not_before: row.not_before,
                held: row.not_before > now,
            },
        );
        let done = self.take_rewritten(rewritten);
        self.reload_outbox();
        done
    }

    fn take_rewritten(&mut self, rewritten: Result<Option<Row>, StoreError>) -> bool {
        let Some(row) = self.kept(rewritten).flatten() else {
            return false;
        };
        self.outbox.put_own(row);
        self.view.writes_changed();
        true
    }

    /// Takes a whole row back; whether it could be.
    fn take_back(&mut self, row: &Row) -> bool {
        let gone = self.store.outbox().withdraw(&[row]);
        let gone = self.kept(gone).unwrap_or_default();
        let done = gone.contains(&row.seq);
        let gone = self.outbox.drop_rows(gone);
        self.journal_withdrawn(gone);
        // What waits behind it is measured against something else now.
        if self.outbox.of(&row.record).next().is_some() {
            self.reload_outbox();
        }
        self.view.writes_changed();
        done
    }

    /// Whether a row is a creation that never left, whose deletion was asked for meanwhile: then nothing of either is sent.
    pub(super) fn was_not_to_be(&mut self, seq: i64) -> bool {
        let Some(row) = self.outbox.get(seq) else {
            return false;
        };
        let deleted = |row: &Row| row.operation == OperationId::DealsDelete && row.is_unsent();
        let unborn = row.operation == OperationId::DealsCreate && row.is_unsent();
        if !unborn || !self.outbox.of(&row.record).any(deleted) {
            return false;
        }
        let dropped = self.store.outbox().drop_unborn(&row.record);
        let dropped = self.kept(dropped).unwrap_or_default();
        let dropped = self.outbox.drop_rows(dropped);
        self.journal_withdrawn(dropped);
        self.view.writes_changed();
        true
    }
}

/// What is told of a record that is as it is wanted already. What was to be taken back was given up elsewhere, or made by
/// somebody else as well; any other change is none.
pub(super) fn so_already(
    record: String,
    label: String,
    (base, fields): (Fields, Fields),
    back: bool,
) -> EventKind {
    if back {
        return EventKind::AlreadySo {
            record,
            label,
            in_doubt: false,
        };
    }
    EventKind::FoundSo {
        record,
        label,
        base,
        fields,
    }
}

/// Whether the record is held as it is wanted already, and no change of it was given up that may have been applied.
///
/// # Errors
/// The disk fails, or what is kept cannot be read.
pub fn is_so(
    store: &Store,
    operation: OperationId,
    record: &str,
    fields: &Fields,
) -> Result<bool, StoreError> {
    let kind = match operation {
        OperationId::DealsUpdate => Some(Kind::Deal),
        other => family_of(other).and_then(kept_as),
    };
    let Some(kind) = kind.filter(|_| !fields.is_empty()) else {
        return Ok(false);
    };
    let stored = store.cache().get(kind, "", record)?;
    let so = stored.is_some_and(|stored| holds(&stored.body, fields));
    Ok(so && !gave_up_in_doubt(store, operation, record)?)
}

/// The same of very many deals at once, each with the fields wanted of it: the places of those that are so.
pub(super) fn are_so(store: &Store, wanted: &[(&str, &Fields)]) -> Result<HashSet<usize>, StoreError> {
    let ids: Vec<&str> = wanted.iter().map(|(deal, _)| *deal).collect();
    let mut so = HashSet::new();
    store.cache().bodies(Kind::Deal, &ids, |nth, body| {
        let fields = wanted.get(nth).map(|(_, fields)| *fields);
        if fields.is_some_and(|fields| !fields.is_empty() && holds(body, fields)) {
            so.insert(nth);
        }
    })?;
    let mut doubted = Vec::new();
    for nth in &so {
        if let Some((deal, _)) = wanted.get(*nth)
            && gave_up_in_doubt(store, OperationId::DealsUpdate, deal)?
        {
            doubted.push(*nth);
        }
    }
    for nth in doubted {
        so.remove(&nth);
    }
    Ok(so)
}

/// Whether a record as received holds these fields as they are.
fn holds(body: &str, fields: &Fields) -> bool {
    Record::parse(body).is_ok_and(|held| {
        fields.iter().all(|(name, wanted)| {
            let held = held.raw(name);
            held.is_some() && same(held, Some(wanted))
        })
    })
}

/// Whether a change says anything that the person did not see there already.
pub fn changes(fields: &Fields, base: &Fields) -> bool {
    let mut all = fields.iter();
    all.any(|(name, wanted)| !base.touches(name) || !same(base.get(name), Some(wanted)))
}

/// The operation that changes a record of a family, where the contract has one.
pub(in crate::engine) fn updated_by(family: Family) -> Option<OperationId> {
    match family {
        Family::Tasks => Some(OperationId::TasksUpdate),
        Family::SavedViews => Some(OperationId::SavedViewsUpdate),
        _ => None,
    }
}

/// The family whose records an operation changes.
pub(super) fn family_of(operation: OperationId) -> Option<Family> {
    [Family::Tasks, Family::SavedViews]
        .into_iter()
        .find(|family| updated_by(*family) == Some(operation))
}

/// A row's change with a later one laid over it, and what the person saw before both. Fields that are back to what they
/// were are left out.
pub fn merge(row: &Row, changed: &Fields, base: &Fields) -> (Fields, Fields) {
    let mut merged = fields(&row.body);
    let mut first = base.clone();
    // What the earlier write changed without having seen it stays unguarded: the later one saw our change, not the
    // service's value.
    for name in merged.names() {
        first.remove(name);
    }
    first.merge(&fields(&row.base));
    merged.merge(changed);
    let back: Vec<String> = merged
        .iter()
        .filter(|(name, wanted)| first.touches(name) && same(first.get(name), Some(wanted)))
        .map(|(name, _)| name.to_owned())
        .collect();
    for name in back {
        merged.remove(&name);
        first.remove(&name);
    }
    (merged, first)
}

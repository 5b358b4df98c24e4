//! Bulk writes of many records at once. They are one outbox transaction, stored completely or not at all. It is
//! prepared and stored in the background; meanwhile the loop handles everything that does not need the outbox (`away`).

use std::collections::HashSet;
use std::time::Duration;

use jiff::Timestamp;

use super::entries::merge_target::{Belongs, Waiting, belongs};
use super::outbox_replica::{Held, Mirror};
use super::undo::{Taking, taking};
use crate::contract::OperationId;
use crate::contract::ids::is_temporary;
use crate::contract::patch::Fields;
use crate::engine::actor::clock::after;
use crate::engine::outbox::entries::field_merge::{are_so, changes, merge, so_already};
use crate::engine::outbox::entries::new_entry::{deletion, fresh_key, new_row};
use crate::model::effect::Effect;
use crate::model::snapshot::{EventKind, LeftAs};
use crate::store::{NewRow, Rewritten, Row, Store, StoreError};

/// Number of writes from which they are stored in the background; fewer are faster inline.
pub(super) const MANY: usize = 200;

/// The requested change of one record.
#[derive(Debug)]
enum Wish {
    /// An update of the record.
    Update {
        record: String,
        fields: Fields,
        base: Fields,
        label: String,
        hold: Duration,
        /// Its waiting writes, newest first.
        waiting: Vec<Waiting>,
    },
    /// A deletion of a record without waiting writes.
    Delete {
        record: String,
        base: Fields,
        label: String,
        hold: Duration,
    },
    /// The removal of this row from the outbox.
    Drop(Box<Row>),
}

/// Requested changes to store together.
#[derive(Debug)]
pub(super) struct Wishes(Vec<Wish>);

/// The result of a bulk write.
#[derive(Debug, Default)]
pub(in crate::engine) struct ManyKept {
    /// Sequence numbers of the dropped rows.
    pub(in crate::engine) dropped: Vec<i64>,
    /// New and rewritten rows.
    pub(in crate::engine) rows: Vec<Held>,
    /// Notices for records that already have the wanted values.
    pub(super) already: Vec<EventKind>,
    /// Records whose change cannot be undone: id, name and reason.
    pub(super) otherwise: Vec<(String, String, LeftAs)>,
    /// True if writes that wait behind others changed with them.
    pub(super) behind: bool,
}

impl Wishes {
    /// Collects the changes that `effects` request of the outbox. Returns `None` if an effect must be handled alone:
    /// its record occurs twice, or only the loop has the needed state.
    pub(in crate::engine) fn of(effects: &[Effect], outbox: &Mirror) -> Option<Self> {
        let mut records = HashSet::with_capacity(effects.len());
        let mut wishes = Vec::with_capacity(effects.len());
        for effect in effects {
            let (record, wish) = Wish::of(effect, outbox)?;
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
    pub(in crate::engine) fn keep(self, store: &Store, now: Timestamp) -> Result<ManyKept, StoreError> {
        let mut plan = Plan::default();
        let so = self.already_so(store)?;
        debug_assert_eq!(so.len(), self.0.len(), "each wish has its answer");
        for (wish, so) in self.0.into_iter().zip(so) {
            plan.add(wish, so, (store, now))?;
        }
        let already = std::mem::take(&mut plan.already);
        let otherwise = std::mem::take(&mut plan.otherwise);
        let behind = plan.behind;
        let (dropped, rows) = store.outbox().all_or_none(|| plan.carry_out(store))?;
        let mut kept = ManyKept {
            dropped,
            rows: Vec::with_capacity(rows.len()),
            already,
            otherwise,
            behind,
        };
        for row in rows {
            let held = Held::new(row, kept.rows.last());
            kept.rows.push(held.own());
        }
        Ok(kept)
    }
}

impl Wishes {
    /// Returns whether each record already has the wanted values; checked only without waiting writes.
    fn already_so(&self, store: &Store) -> Result<Vec<bool>, StoreError> {
        let mut asked: Vec<(&str, &Fields)> = Vec::new();
        let mut places = Vec::new();
        for (place, wish) in self.0.iter().enumerate() {
            if let Wish::Update {
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
        for nth in are_so(store, &asked)? {
            if let Some(is_so) = places.get(nth).and_then(|place| so.get_mut(*place)) {
                *is_so = true;
            }
        }
        Ok(so)
    }
}

impl Wish {
    fn of<'a>(effect: &'a Effect, outbox: &Mirror) -> Option<(&'a str, Self)> {
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
                    waiting: outbox.waiting(OperationId::DealsUpdate, deal.as_str()),
                };
                Some((deal.as_str(), wish))
            }
            Effect::Delete {
                deal,
                base,
                label,
                hold,
            } if outbox.of(deal.as_str()).next().is_none() => {
                let wish = Self::Delete {
                    record: deal.as_str().to_owned(),
                    base: base.clone(),
                    label: label.clone(),
                    hold: *hold,
                };
                Some((deal.as_str(), wish))
            }
            Effect::CancelDelete(deal) => {
                let deletes = |row: &&Row| row.operation == OperationId::DealsDelete;
                let row = outbox.of(deal.as_str()).find(deletes)?;
                let open = row.state.is_parked() || row.is_unsent();
                open.then(|| (deal.as_str(), Self::Drop(Box::new(row.clone()))))
            }
            _ => None,
        }
    }
}

/// The changes to make in the outbox.
#[derive(Debug, Default)]
struct Plan {
    /// Rows to drop, each with the write to store instead if already sent. A blocked row may be dropped even if it was
    /// sent.
    drops: Vec<(Row, Option<NewRow>)>,
    rewrites: Vec<Rewrite>,
    inserts: Vec<NewRow>,
    already: Vec<EventKind>,
    otherwise: Vec<(String, String, LeftAs)>,
    behind: bool,
}

/// An unsent row to rewrite as another write.
#[derive(Debug)]
struct Rewrite {
    was: Row,
    body: String,
    base: String,
    not_before: Timestamp,
    held: bool,
    /// True if part of it is undone, even with other writes waiting behind it.
    back: bool,
    /// The write to store if the row has been sent meanwhile.
    otherwise: Option<NewRow>,
}

impl Plan {
    /// Adds a requested change; `so` means that the record already has the wanted values.
    fn add(&mut self, wish: Wish, so: bool, (store, now): (&Store, Timestamp)) -> Result<(), StoreError> {
        match wish {
            Wish::Drop(row) => self.drops.push((*row, None)),
            Wish::Delete {
                record,
                base,
                label,
                hold,
            } => self.inserts.push(deletion(&record, &base, label, hold, now)),
            Wish::Update {
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
                        .push(so_already(record, label, (base, fields), hold.is_zero()));
                    return Ok(());
                }
                let asked = (&fields, &base);
                let belongs = belongs(&waiting, update, asked, hold.is_zero());
                if hold.is_zero() {
                    match taking(store, (update, &record), asked, (&belongs, &waiting))? {
                        Taking::GiveUp(row) => {
                            self.drops.push((row.clone(), None));
                            return Ok(());
                        }
                        Taking::Leave(left) => {
                            self.otherwise.push((record, label, left));
                            return Ok(());
                        }
                        Taking::Write => {}
                    }
                }
                self.behind |= matches!(belongs, Belongs::Back(_)) && waiting.len() > 1;
                let changes = changes(&fields, &base);
                let row = changes.then(|| new_row(update, &record, &fields, &base, label, hold, now));
                self.change(&belongs, asked, (now, hold), row);
            }
        }
        Ok(())
    }

    /// Merges a change into the unsent write before it, or undoes part of it.
    fn change(
        &mut self,
        belongs: &Belongs<'_>,
        (fields, base): (&Fields, &Fields),
        (now, hold): (Timestamp, Duration),
        otherwise: Option<NewRow>,
    ) {
        let (Belongs::Over(was) | Belongs::Back(was)) = *belongs else {
            return self.inserts.extend(otherwise);
        };
        let back = matches!(belongs, Belongs::Back(_));
        let (merged, base) = merge(was, fields, base);
        if merged.is_empty() {
            self.drops.push((was.clone(), otherwise));
        } else if was.is_unsent() {
            let not_before = if back {
                was.not_before
            } else {
                was.not_before.max(after(now, hold))
            };
            self.rewrites.push(Rewrite {
                was: was.clone(),
                body: merged.to_body(),
                base: base.to_body(),
                not_before,
                held: not_before > now,
                back,
                otherwise,
            });
        } else {
            self.inserts.extend(otherwise);
        }
    }

    /// Executes the plan. Returns the dropped sequence numbers and the new or rewritten rows.
    fn carry_out(self, store: &Store) -> Result<(Vec<i64>, Vec<Row>), StoreError> {
        let (outbox, mut inserts) = (store.outbox(), self.inserts);
        let (parked, unsent): (Vec<_>, Vec<_>) =
            self.drops.iter().partition(|(row, _)| row.state.is_parked());
        let unsent: Vec<&Row> = unsent.into_iter().map(|(row, _)| row).collect();
        let parked: Vec<i64> = parked.into_iter().map(|(row, _)| row.seq).collect();
        let mut dropped = outbox.withdraw(&unsent)?;
        dropped.extend(outbox.discard(&parked, true)?);
        let gone: HashSet<i64> = dropped.iter().copied().collect();
        let late = self.drops.into_iter().filter(|(row, _)| !gone.contains(&row.seq));
        inserts.extend(late.filter_map(|(_, otherwise)| otherwise));
        let mut rows = Vec::with_capacity(self.rewrites.len() + inserts.len());
        for it in self.rewrites {
            let to = Rewritten {
                body: &it.body,
                base: &it.base,
                key: &fresh_key(),
                not_before: it.not_before,
                held: it.held,
            };
            let row = if it.back {
                outbox.withdraw_part(&it.was, &to)?
            } else {
                outbox.rewrite(&it.was, &to)?
            };
            match row {
                Some(row) => rows.push(row),
                None => inserts.extend(it.otherwise),
            }
        }
        rows.extend(outbox.enqueue(&inserts)?);
        Ok((dropped, rows))
    }
}

//! Delta rows: only the differences from the row in the columns.
//!
//! If name and numbers are equal, they are read from the columns. A bulk change, for example, stores only a status for
//! each deal.

use std::sync::Arc;

use rust_decimal::Decimal;

use super::{DealRow, DealTable, RowData, RowIx, StageSince, Words};
use crate::contract::models::kpi::KpiKey;
use crate::model::intern::{Code, Interner};
use crate::model::pending_write::WriteState;
use crate::model::table::number_columns::Numbers;
use crate::text::fold;

/// A row that differs from the columns; `None` if it is deleted.
pub(super) type Patch = Option<Arc<PatchedRow>>;

/// A delta row.
#[derive(Debug)]
pub(super) struct PatchedRow {
    /// Texts and numbers of the row; `None` if they equal those in the columns.
    own: Option<Arc<Own>>,
    pub(super) status: Code,
    pub(super) class: Code,
    pub(super) owner: Code,
    pub(super) since: Option<StageSince>,
    pub(super) pending: Option<WriteState>,
}

/// Texts and numbers stored with a delta row.
#[derive(Debug)]
struct Own {
    id: Box<str>,
    name: Box<str>,
    folded: Box<str>,
    numbers: Box<[(KpiKey, Decimal)]>,
}

impl Own {
    /// Copies a row's texts and numbers, with the given name.
    fn of(row: &DealRow<'_>, name: &str) -> Self {
        Self {
            id: row.id.into(),
            name: name.into(),
            folded: fold(name).into(),
            numbers: row.numbers.to_vec().into(),
        }
    }
}

impl PatchedRow {
    /// Returns the numbers stored with the row, if any.
    pub(super) fn own_numbers(&self) -> Option<Numbers<'_>> {
        self.own.as_ref().map(|own| Numbers::Plain(&own.numbers))
    }
}

/// Changes of a write to a row; other fields keep their visible values.
#[derive(Debug, Default)]
pub struct Over {
    /// New name.
    pub name: Option<String>,
    /// New status code.
    pub status: Option<String>,
    /// New class code.
    pub class: Option<String>,
    /// New owner.
    pub owner: Option<String>,
    /// New status time, used if the status changes.
    pub since: Option<StageSince>,
}

impl DealTable {
    /// Returns a delta row, completed from the columns.
    pub(super) fn seen<'a>(&'a self, ix: RowIx, row: &'a PatchedRow) -> Option<DealRow<'a>> {
        let (id, name, folded, numbers) = if let Some(own) = &row.own {
            (&*own.id, &*own.name, &*own.folded, Numbers::Plain(&own.numbers))
        } else {
            let (chunk, at) = self.columns.place(ix)?;
            (chunk.id(at), chunk.name(at), chunk.folded(at), chunk.numbers(at))
        };
        Some(DealRow {
            ix,
            id,
            name,
            folded,
            status: self.words.statuses.text(row.status),
            status_code: row.status,
            class: self.words.classes.text(row.class),
            class_code: row.class,
            owner: self.words.owners.text(row.owner),
            owner_code: row.owner,
            since: row.since,
            pending: row.pending.as_ref(),
            numbers,
        })
    }

    /// Adds or replaces a delta row for an existing or a new deal.
    ///
    /// `pending` is the write that causes the difference; `None` for a record confirmed after the last full sync.
    pub fn patch(&mut self, data: RowData, pending: Option<WriteState>) {
        let known = self.find_confirmed(&data.id);
        let ix = known
            .or_else(|| self.added.get(&*data.id).copied())
            .unwrap_or_else(|| self.next_slot());
        if known.is_none() {
            debug_assert!(!self.is_confirmed(ix), "the number of another deal");
            self.added.insert(data.id.as_str().into(), ix);
        }
        let base = known.and_then(|ix| self.confirmed(ix));
        let as_there = base.is_some_and(|base| base.name == data.name && same(base.numbers, &data.numbers));
        let row = PatchedRow {
            own: (!as_there).then(|| {
                Arc::new(Own {
                    folded: fold(&data.name).into(),
                    id: data.id.into(),
                    name: data.name.into(),
                    numbers: data.numbers.into(),
                })
            }),
            status: self.word(|words| &words.statuses, |words| &mut words.statuses, &data.status),
            class: self.word(|words| &words.classes, |words| &mut words.classes, &data.class),
            owner: self.word(|words| &words.owners, |words| &mut words.owners, &data.owner),
            since: data.since,
            pending,
        };
        self.put(ix, row);
    }

    /// Applies a write to the visible row `ix`, if the row exists.
    pub fn lay(&mut self, ix: RowIx, over: Over, pending: Option<WriteState>) {
        let Some(seen) = self.row(ix) else { return };
        let named = over.name.as_deref().filter(|name| *name != seen.name);
        let own = match named {
            Some(name) => Some(Arc::new(Own::of(&seen, name))),
            None => self.patches.get(ix).and_then(|patch| patch.as_ref()?.own.clone()),
        };
        let (status, class, owner, since) = (seen.status_code, seen.class_code, seen.owner_code, seen.since);
        let moved = over.status.as_deref().is_some_and(|status| status != seen.status);
        let row = PatchedRow {
            own,
            status: over.status.map_or(status, |text| {
                self.word(|words| &words.statuses, |words| &mut words.statuses, &text)
            }),
            class: over.class.map_or(class, |text| {
                self.word(|words| &words.classes, |words| &mut words.classes, &text)
            }),
            owner: over.owner.map_or(owner, |text| {
                self.word(|words| &words.owners, |words| &mut words.owners, &text)
            }),
            since: if moved { over.since } else { since },
            pending,
        };
        self.put(ix, row);
    }

    fn put(&mut self, ix: RowIx, row: PatchedRow) {
        if row.own.as_ref().is_some_and(|own| !self.is_found_alike(ix, own)) {
            self.renamed.insert(ix);
        } else {
            self.renamed.remove(&ix);
        }
        let before = self.patches.insert(ix, Some(Arc::new(row)));
        if before.is_some_and(|before| before.is_none()) {
            self.removed -= 1;
        }
        debug_assert!(self.removed <= self.columns.len() && self.patches.has(ix));
    }

    /// Returns whether a search by name treats both versions of a row alike.
    fn is_found_alike(&self, ix: RowIx, own: &Own) -> bool {
        self.columns.place(ix).is_some_and(|(chunk, at)| {
            chunk.folded(at) == &*own.folded && chunk.has_name(at) != own.name.is_empty()
        })
    }

    /// Returns the code of a text; copies the shared interner if the text is new.
    fn word(
        &mut self,
        all: fn(&Words) -> &Interner,
        all_mut: fn(&mut Words) -> &mut Interner,
        text: &str,
    ) -> Code {
        match all(&self.words).code(text) {
            Some(code) => code,
            None => all_mut(Arc::make_mut(&mut self.words)).intern(text),
        }
    }
}

/// Returns whether the numbers are equal, including trailing zeros.
fn same(held: Numbers<'_>, given: &[(KpiKey, Decimal)]) -> bool {
    let exactly =
        |one: &Decimal, other: &Decimal| (one.mantissa(), one.scale()) == (other.mantissa(), other.scale());
    let held = held.to_vec();
    held.len() == given.len()
        && held
            .iter()
            .zip(given)
            .all(|((key, one), (other_key, other))| key == other_key && exactly(one, other))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::model::table::columns::ColumnsBuilder;
    use crate::model::table::row::Bound;

    fn since() -> impl Strategy<Value = Option<StageSince>> {
        prop::option::of(0_i64..5).prop_map(|at| {
            at.map(|at| StageSince {
                at,
                bound: Bound::Exact,
            })
        })
    }

    fn row() -> impl Strategy<Value = RowData> {
        let numbers = prop::option::of((0_i64..3, 0_u32..2));
        (
            0_u32..6,
            "[ABÉé]?",
            "[a-c]?",
            "[x-z]?",
            "[u-w]?",
            since(),
            numbers,
        )
            .prop_map(|(id, name, status, class, owner, since, number)| RowData {
                id: id.to_string(),
                name,
                status,
                class,
                owner,
                since,
                numbers: number
                    .into_iter()
                    .map(|(m, scale)| (KpiKey::Ltv, Decimal::new(m, scale)))
                    .collect(),
            })
    }

    #[derive(Clone, Debug)]
    enum Step {
        Patch(RowData),
        Lay(u32, [Option<String>; 4], Option<StageSince>),
        Remove(u32),
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let text = || prop::option::of("[ABÉéa-z]?");
        let texts = (text(), text(), text(), text()).prop_map(|(a, b, c, d)| [a, b, c, d]);
        let step = prop_oneof![
            2 => row().prop_map(Step::Patch),
            4 => (0_u32..6, texts, since()).prop_map(|(id, texts, since)| Step::Lay(id, texts, since)),
            1 => (0_u32..6).prop_map(Step::Remove),
        ];
        prop::collection::vec(step, 0..12)
    }

    /// Applies a write to a complete row.
    fn laid(row: &mut RowData, [name, status, class, owner]: [Option<String>; 4], since: Option<StageSince>) {
        if status.as_ref().is_some_and(|status| *status != row.status) {
            row.since = since;
        }
        for (held, given) in [
            (&mut row.name, name),
            (&mut row.status, status),
            (&mut row.class, class),
            (&mut row.owner, owner),
        ] {
            if let Some(given) = given {
                *held = given;
            }
        }
    }

    /// Returns all digits of each number: equal values with different digits look different.
    fn told(row: &RowData) -> String {
        format!("{row:?}")
    }

    proptest! {
        #[test]
        fn rows_that_hold_only_what_differs_read_like_rows_that_hold_everything(
            confirmed in prop::collection::vec(row(), 0..6),
            steps in steps(),
        ) {
            let mut builder = ColumnsBuilder::default();
            for row in &confirmed {
                builder.push(row);
            }
            let mut table = builder.finish();
            let base = table.clone();
            let mut rows: BTreeMap<String, RowData> = base.rows().map(|row| (row.id.to_owned(), row.to_data())).collect();
            for step in steps {
                match step {
                    Step::Patch(row) => {
                        table.patch(row.clone(), None);
                        rows.insert(row.id.clone(), row);
                    }
                    Step::Lay(id, texts, since) => {
                        let id = id.to_string();
                        let Some(ix) = table.find(&id) else { continue };
                        let [name, status, class, owner] = texts.clone();
                        table.lay(ix, Over { name, status, class, owner, since }, None);
                        rows.entry(id).and_modify(|row| laid(row, texts, since));
                    }
                    Step::Remove(id) => {
                        table.remove(&id.to_string());
                        rows.remove(&id.to_string());
                    }
                }
                prop_assert_eq!(table.len(), rows.len());
                let mut renamed = Vec::new();
                for (id, row) in &rows {
                    let ix = table.find(id).unwrap();
                    let seen = table.row(ix).unwrap();
                    prop_assert_eq!(told(&seen.to_data()), told(row));
                    prop_assert_eq!(seen.folded, fold(&row.name));
                    prop_assert_eq!(table.number(ix, KpiKey::Ltv), row.numbers.first().map(|(_, value)| *value));
                    prop_assert_eq!(table.since(ix), row.since);
                    prop_assert_eq!(table.status_of(ix), Some(seen.status_code));
                    let held = base.row(ix).map(|held| (held.folded.to_owned(), held.name.is_empty()));
                    if held != Some((fold(&row.name), row.name.is_empty())) {
                        renamed.push(ix);
                    }
                }
                renamed.sort_unstable();
                prop_assert_eq!(table.renamed().collect::<Vec<_>>(), renamed);
            }
        }
    }
}

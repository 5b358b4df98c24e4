//! Delta rows: only the differences from the row in the columns.
//!
//! If name and numbers are equal, they are read from the columns. A bulk change, for example, stores only a status for
//! each deal.

use std::sync::Arc;

use rust_decimal::Decimal;

use super::{DealRow, DealTable, InternedTexts, RowData, RowIdx, StatusSince};
use crate::contract::models::kpi::KpiKey;
use crate::model::intern::{InternCode, Interner};
use crate::model::pending_write::WriteState;
use crate::model::table::number_columns::Numbers;
use crate::text::fold;

/// A row that differs from the columns; `None` if it is deleted.
pub(super) type DeltaSlot = Option<Arc<DeltaRow>>;

/// A delta row.
#[derive(Debug)]
pub(super) struct DeltaRow {
    /// Texts and numbers of the row; `None` if they equal those in the columns.
    values: Option<Arc<DeltaValues>>,
    pub(super) status: InternCode,
    pub(super) class: InternCode,
    pub(super) owner: InternCode,
    pub(super) since: Option<StatusSince>,
    pub(super) pending: Option<WriteState>,
}

/// Texts and numbers stored with a delta row.
#[derive(Debug)]
struct DeltaValues {
    id: Box<str>,
    name: Box<str>,
    folded: Box<str>,
    numbers: Box<[(KpiKey, Decimal)]>,
}

impl DeltaValues {
    /// Copies a row's texts and numbers, with the given name.
    fn from_row(row: &DealRow<'_>, name: &str) -> Self {
        Self {
            id: row.id.into(),
            name: name.into(),
            folded: fold(name).into(),
            numbers: row.numbers.to_vec().into(),
        }
    }
}

impl DeltaRow {
    /// Returns the numbers stored with the row, if any.
    pub(super) fn numbers(&self) -> Option<Numbers<'_>> {
        self.values.as_ref().map(|values| Numbers::Plain(&values.numbers))
    }
}

/// Changes of a write to a row; other fields keep their visible values.
#[derive(Debug, Default)]
pub struct RowEdit {
    /// New name.
    pub name: Option<String>,
    /// New status code.
    pub status: Option<String>,
    /// New class code.
    pub class: Option<String>,
    /// New owner.
    pub owner: Option<String>,
    /// New status time, used if the status changes.
    pub since: Option<StatusSince>,
}

impl DealTable {
    /// Returns a delta row, completed from the columns.
    pub(super) fn delta_row<'a>(&'a self, ix: RowIdx, row: &'a DeltaRow) -> Option<DealRow<'a>> {
        let (id, name, folded, numbers) = if let Some(values) = &row.values {
            (&*values.id, &*values.name, &*values.folded, Numbers::Plain(&values.numbers))
        } else {
            let (chunk, at) = self.columns.locate(ix)?;
            (chunk.id(at), chunk.name(at), chunk.folded(at), chunk.numbers(at))
        };
        Some(DealRow {
            ix,
            id,
            name,
            folded,
            status: self.texts.statuses.text(row.status),
            status_code: row.status,
            class: self.texts.classes.text(row.class),
            class_code: row.class,
            owner: self.texts.owners.text(row.owner),
            owner_code: row.owner,
            since: row.since,
            pending: row.pending.as_ref(),
            numbers,
        })
    }

    /// Adds or replaces a delta row for an existing or a new deal.
    ///
    /// `pending` is the write that causes the difference; `None` for a record confirmed after the last full sync.
    pub fn set_row(&mut self, data: RowData, pending: Option<WriteState>) {
        let confirmed_ix = self.find_confirmed(&data.id);
        let ix =
            confirmed_ix.or_else(|| self.added.get(&*data.id).copied()).unwrap_or_else(|| self.next_slot());
        if confirmed_ix.is_none() {
            debug_assert!(!self.is_confirmed(ix), "the number of another deal");
            self.added.insert(data.id.as_str().into(), ix);
        }
        let base = confirmed_ix.and_then(|ix| self.confirmed(ix));
        let as_there =
            base.is_some_and(|base| base.name == data.name && same_numbers(base.numbers, &data.numbers));
        let row = DeltaRow {
            values: (!as_there).then(|| {
                Arc::new(DeltaValues {
                    folded: fold(&data.name).into(),
                    id: data.id.into(),
                    name: data.name.into(),
                    numbers: data.numbers.into(),
                })
            }),
            status: self.intern_code(|texts| &texts.statuses, |texts| &mut texts.statuses, &data.status),
            class: self.intern_code(|texts| &texts.classes, |texts| &mut texts.classes, &data.class),
            owner: self.intern_code(|texts| &texts.owners, |texts| &mut texts.owners, &data.owner),
            since: data.since,
            pending,
        };
        self.insert_delta_row(ix, row);
    }

    /// Applies a write to the visible row `ix`, if the row exists.
    pub fn edit_row(&mut self, ix: RowIdx, edit: RowEdit, pending: Option<WriteState>) {
        let Some(visible) = self.row(ix) else { return };
        let new_name = edit.name.as_deref().filter(|name| *name != visible.name);
        let values = match new_name {
            Some(name) => Some(Arc::new(DeltaValues::from_row(&visible, name))),
            None => self.delta.get(ix).and_then(|patch| patch.as_ref()?.values.clone()),
        };
        let (status, class, owner, since) =
            (visible.status_code, visible.class_code, visible.owner_code, visible.since);
        let moved = edit.status.as_deref().is_some_and(|status| status != visible.status);
        let row = DeltaRow {
            values,
            status: edit.status.map_or(status, |text| {
                self.intern_code(|texts| &texts.statuses, |texts| &mut texts.statuses, &text)
            }),
            class: edit.class.map_or(class, |text| {
                self.intern_code(|texts| &texts.classes, |texts| &mut texts.classes, &text)
            }),
            owner: edit.owner.map_or(owner, |text| {
                self.intern_code(|texts| &texts.owners, |texts| &mut texts.owners, &text)
            }),
            since: if moved { edit.since } else { since },
            pending,
        };
        self.insert_delta_row(ix, row);
    }

    fn insert_delta_row(&mut self, ix: RowIdx, row: DeltaRow) {
        if row.values.as_ref().is_some_and(|values| !self.has_same_search_name(ix, values)) {
            self.renamed.insert(ix);
        } else {
            self.renamed.remove(&ix);
        }
        let before = self.delta.insert(ix, Some(Arc::new(row)));
        if before.is_some_and(|before| before.is_none()) {
            self.removed -= 1;
        }
        debug_assert!(self.removed <= self.columns.len() && self.delta.has(ix));
    }

    /// Returns whether a search by name treats both versions of a row alike.
    fn has_same_search_name(&self, ix: RowIdx, values: &DeltaValues) -> bool {
        self.columns.locate(ix).is_some_and(|(chunk, at)| {
            chunk.folded(at) == &*values.folded && chunk.has_name(at) != values.name.is_empty()
        })
    }

    /// Returns the code of a text; copies the shared interner if the text is new.
    fn intern_code(
        &mut self,
        all: fn(&InternedTexts) -> &Interner,
        all_mut: fn(&mut InternedTexts) -> &mut Interner,
        text: &str,
    ) -> InternCode {
        match all(&self.texts).code(text) {
            Some(code) => code,
            None => all_mut(Arc::make_mut(&mut self.texts)).intern(text),
        }
    }
}

/// Returns whether the numbers are equal, including trailing zeros.
fn same_numbers(current: Numbers<'_>, other_numbers: &[(KpiKey, Decimal)]) -> bool {
    let is_identical = |left: &Decimal, right: &Decimal| {
        (left.mantissa(), left.scale()) == (right.mantissa(), right.scale())
    };
    let current = current.to_vec();
    current.len() == other_numbers.len()
        && current
            .iter()
            .zip(other_numbers)
            .all(|((key, left), (other_key, right))| key == other_key && is_identical(left, right))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::model::table::columns::ColumnStoreBuilder;
    use crate::model::table::row::TimePrecision;

    fn since() -> impl Strategy<Value = Option<StatusSince>> {
        prop::option::of(0_i64..5)
            .prop_map(|at| at.map(|at| StatusSince { at, precision: TimePrecision::Exact }))
    }

    fn row() -> impl Strategy<Value = RowData> {
        let numbers = prop::option::of((0_i64..3, 0_u32..2));
        (0_u32..6, "[ABÉé]?", "[a-c]?", "[x-z]?", "[u-w]?", since(), numbers).prop_map(
            |(id, name, status, class, owner, since, number)| RowData {
                id: id.to_string(),
                name,
                status,
                class,
                owner,
                since,
                numbers: number.into_iter().map(|(m, scale)| (KpiKey::Ltv, Decimal::new(m, scale))).collect(),
            },
        )
    }

    #[derive(Clone, Debug)]
    enum TableStep {
        Patch(RowData),
        Lay(u32, [Option<String>; 4], Option<StatusSince>),
        Remove(u32),
    }

    fn steps() -> impl Strategy<Value = Vec<TableStep>> {
        let text = || prop::option::of("[ABÉéa-z]?");
        let texts = (text(), text(), text(), text()).prop_map(|(a, b, c, d)| [a, b, c, d]);
        let step = prop_oneof![
            2 => row().prop_map(TableStep::Patch),
            4 => (0_u32..6, texts, since()).prop_map(|(id, texts, since)| TableStep::Lay(id, texts, since)),
            1 => (0_u32..6).prop_map(TableStep::Remove),
        ];
        prop::collection::vec(step, 0..12)
    }

    /// Applies a write to a complete row.
    fn with_edit(
        row: &mut RowData,
        [name, status, class, owner]: [Option<String>; 4],
        since: Option<StatusSince>,
    ) {
        if status.as_ref().is_some_and(|status| *status != row.status) {
            row.since = since;
        }
        for (field, given) in [
            (&mut row.name, name),
            (&mut row.status, status),
            (&mut row.class, class),
            (&mut row.owner, owner),
        ] {
            if let Some(given) = given {
                *field = given;
            }
        }
    }

    /// Returns all digits of each number: equal values with different digits look different.
    fn plain_row(row: &RowData) -> String {
        format!("{row:?}")
    }

    proptest! {
        #[test]
        fn delta_rows_read_the_same_as_complete_rows(
            confirmed in prop::collection::vec(row(), 0..6),
            steps in steps(),
        ) {
            let mut builder = ColumnStoreBuilder::default();
            for row in &confirmed {
                builder.push(row);
            }
            let mut table = builder.finish();
            let base = table.clone();
            let mut rows: BTreeMap<String, RowData> = base.rows().map(|row| (row.id.to_owned(), row.to_data())).collect();
            for step in steps {
                match step {
                    TableStep::Patch(row) => {
                        table.set_row(row.clone(), None);
                        rows.insert(row.id.clone(), row);
                    }
                    TableStep::Lay(id, texts, since) => {
                        let id = id.to_string();
                        let Some(ix) = table.find(&id) else { continue };
                        let [name, status, class, owner] = texts.clone();
                        table.edit_row(ix, RowEdit { name, status, class, owner, since }, None);
                        rows.entry(id).and_modify(|row| with_edit(row, texts, since));
                    }
                    TableStep::Remove(id) => {
                        table.remove(&id.to_string());
                        rows.remove(&id.to_string());
                    }
                }
                prop_assert_eq!(table.len(), rows.len());
                let mut renamed = Vec::new();
                for (id, row) in &rows {
                    let ix = table.find(id).unwrap();
                    let seen = table.row(ix).unwrap();
                    prop_assert_eq!(plain_row(&seen.to_data()), plain_row(row));
                    prop_assert_eq!(seen.folded, fold(&row.name));
                    prop_assert_eq!(table.number(ix, KpiKey::Ltv), row.numbers.first().map(|(_, value)| *value));
                    prop_assert_eq!(table.status_since(ix), row.since);
                    prop_assert_eq!(table.status_code(ix), Some(seen.status_code));
                    let held = base.row(ix).map(|held| (held.folded.to_owned(), held.name.is_empty()));
                    if held != Some((fold(&row.name), row.name.is_empty())) {
                        renamed.push(ix);
                    }
                }
                renamed.sort_unstable();
                prop_assert_eq!(table.renamed_rows().collect::<Vec<_>>(), renamed);
            }
        }
    }
}

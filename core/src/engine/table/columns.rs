//! The confirmed rows, column by column over one text: what a full reading of the pipeline becomes.

use std::collections::HashMap;

use rust_decimal::Decimal;

use super::{DealTable, RowData, RowIx, StageSince};
use crate::contract::kpi::KpiKey;
use crate::engine::{Code, Interner};
use crate::query::fold;

/// A place in the shared text of a table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) len: u32,
}

/// Confirmed rows, column by column. Built once per full reading.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    pub(super) text: String,
    pub(super) ids: Vec<Span>,
    pub(super) names: Vec<Span>,
    pub(super) folded: Vec<Span>,
    pub(super) status: Vec<Code>,
    pub(super) class: Vec<Code>,
    pub(super) owner: Vec<Code>,
    pub(super) since: Vec<Option<StageSince>>,
    pub(super) numbers: Vec<Span>,
    pub(super) pool: Vec<(KpiKey, Decimal)>,
    pub(super) by_id: Vec<RowIx>,
    pub(super) by_age: Vec<RowIx>,
}

impl Columns {
    pub(super) fn slice(&self, span: Span) -> &str {
        let start = span.start as usize;
        self.text
            .get(start..start + span.len as usize)
            .unwrap_or_default()
    }

    pub(super) fn id(&self, ix: RowIx) -> &str {
        self.ids.get(ix as usize).map_or("", |span| self.slice(*span))
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }
}

/// Fills [`Columns`] row by row; a row whose id was seen before replaces it (the later body wins).
#[derive(Clone, Debug, Default)]
pub struct ColumnsBuilder {
    columns: Columns,
    seen: HashMap<Box<str>, RowIx>,
    statuses: Interner,
    classes: Interner,
    owners: Interner,
}

impl ColumnsBuilder {
    /// How many different rows have been added.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Whether none has.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// Adds one row.
    pub fn push(&mut self, row: &RowData) {
        let ix = self.columns.ids.len() as RowIx;
        let columns = &mut self.columns;
        let mut put = |text: &str| {
            let span = Span {
                start: columns.text.len() as u32,
                len: text.len() as u32,
            };
            columns.text.push_str(text);
            span
        };
        let (id, name) = (put(&row.id), put(&row.name));
        let folded = put(&fold(&row.name));
        let numbers = Span {
            start: columns.pool.len() as u32,
            len: row.numbers.len() as u32,
        };
        columns.pool.extend_from_slice(&row.numbers);
        let (status, class, owner) = (
            self.statuses.intern(&row.status),
            self.classes.intern(&row.class),
            self.owners.intern(&row.owner),
        );
        if let Some(known) = self.seen.get(row.id.as_str()) {
            let at = *known as usize;
            columns.names[at] = name;
            columns.folded[at] = folded;
            columns.status[at] = status;
            columns.class[at] = class;
            columns.owner[at] = owner;
            columns.since[at] = row.since;
            columns.numbers[at] = numbers;
            return;
        }
        self.seen.insert(row.id.as_str().into(), ix);
        columns.ids.push(id);
        columns.names.push(name);
        columns.folded.push(folded);
        columns.status.push(status);
        columns.class.push(class);
        columns.owner.push(owner);
        columns.since.push(row.since);
        columns.numbers.push(numbers);
    }

    /// The finished table, without any patch.
    pub fn finish(mut self) -> DealTable {
        let columns = &mut self.columns;
        let rows = columns.ids.len() as RowIx;
        let mut by_id: Vec<RowIx> = (0..rows).collect();
        by_id.sort_unstable_by(|a, b| columns.id(*a).cmp(columns.id(*b)));
        let mut by_age: Vec<RowIx> = (0..rows).collect();
        by_age.sort_unstable_by(|a, b| {
            let age = |ix: &RowIx| columns.since[*ix as usize].map_or(i64::MAX, |since| since.at);
            let name = |ix: &RowIx| columns.slice(columns.folded[*ix as usize]);
            age(a)
                .cmp(&age(b))
                .then_with(|| name(a).cmp(name(b)))
                .then_with(|| a.cmp(b))
        });
        columns.by_id = by_id;
        columns.by_age = by_age;
        DealTable::of(self.columns, self.statuses, self.classes, self.owners)
    }
}

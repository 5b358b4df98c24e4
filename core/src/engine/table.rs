//! The deals as columns. Confirmed rows live in shared, immutable [`Columns`]; what differs from them (a write that
//! waits, a record confirmed since the last full read) is a small patch beside them, so that one change costs what
//! changed, not what exists.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::tz::TimeZone;
use rust_decimal::Decimal;

use crate::contract::deal::Deal;
use crate::contract::kpi::KpiKey;
use crate::engine::{Code, Interner, WriteState};
use crate::query::fold;

/// The number of a row in a [`DealTable`]. Stable while the table's columns are the same.
pub type RowIx = u32;

/// How well the moment is known at which a deal entered its status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The service sent it (a field the contract does not list).
    Received,
    /// Our own write, answered by the service.
    Exact,
    /// It happened between two readings.
    Interval,
    /// It was already there at first sight: the true age is at least this.
    AtLeast,
}

/// When a deal entered its status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageSince {
    /// Unix time in seconds.
    pub at: i64,
    /// How well it is known.
    pub bound: Bound,
}

/// One row, owned: what a reading or a pending write gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowData {
    /// The deal's id; temporary for a deal whose creation waits.
    pub id: String,
    /// Its name as received.
    pub name: String,
    /// Its status code, empty if none was sent.
    pub status: String,
    /// Its class code, empty if none was sent.
    pub class: String,
    /// Its owner, empty if none was sent.
    pub owner: String,
    /// When it entered its status, where that is known.
    pub since: Option<StageSince>,
    /// The numbers of its `kpi_snapshot` that are exact decimals.
    pub numbers: Vec<(KpiKey, Decimal)>,
}

impl RowData {
    /// The row of a deal as received. `since` is what this client knows of its status, used where the service sends
    /// nothing; `zone` is where a business date, which has none, begins its day.
    pub fn from_deal(deal: &Deal, since: Option<StageSince>, zone: &TimeZone) -> Self {
        let received = deal.status_since().map(|moment| StageSince {
            at: moment.instant(zone).as_second(),
            bound: Bound::Received,
        });
        let numbers = deal.kpi().map(|kpi| kpi.values().collect()).unwrap_or_default();
        Self {
            id: deal.id().as_str().to_owned(),
            name: deal.name().unwrap_or_default().to_owned(),
            status: deal.status().unwrap_or_default().to_owned(),
            class: deal.classe_actif().unwrap_or_default().to_owned(),
            owner: deal.responsable().unwrap_or_default().to_owned(),
            since: received.or(since),
            numbers,
        }
    }
}

/// A place in the shared text of a table.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    start: u32,
    len: u32,
}

/// Confirmed rows, column by column. Built once per full reading.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    text: String,
    ids: Vec<Span>,
    names: Vec<Span>,
    folded: Vec<Span>,
    status: Vec<Code>,
    class: Vec<Code>,
    owner: Vec<Code>,
    since: Vec<Option<StageSince>>,
    numbers: Vec<Span>,
    pool: Vec<(KpiKey, Decimal)>,
    by_id: Vec<RowIx>,
    by_age: Vec<RowIx>,
}

impl Columns {
    fn slice(&self, span: Span) -> &str {
        let start = span.start as usize;
        self.text
            .get(start..start + span.len as usize)
            .unwrap_or_default()
    }

    fn id(&self, ix: RowIx) -> &str {
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
    seen: std::collections::HashMap<Box<str>, RowIx>,
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
        DealTable {
            columns: Arc::new(self.columns),
            statuses: self.statuses,
            classes: self.classes,
            owners: self.owners,
            patches: BTreeMap::new(),
            added: 0,
            removed: 0,
        }
    }
}

/// A row that differs from the columns.
#[derive(Clone, Debug)]
struct Patch {
    /// The row as a person sees it; `None` if it is gone.
    row: Option<PatchedRow>,
}

#[derive(Clone, Debug)]
struct PatchedRow {
    data: RowData,
    folded: String,
    status: Code,
    class: Code,
    owner: Code,
    pending: Option<WriteState>,
}

impl PatchedRow {
    fn view(&self, ix: RowIx) -> DealRow<'_> {
        DealRow {
            ix,
            id: &self.data.id,
            name: &self.data.name,
            folded: &self.folded,
            status: &self.data.status,
            status_code: self.status,
            class: &self.data.class,
            class_code: self.class,
            owner: &self.data.owner,
            owner_code: self.owner,
            since: self.data.since,
            pending: self.pending.as_ref(),
            numbers: &self.data.numbers,
        }
    }
}

/// The deals as a person sees them.
#[derive(Clone, Debug, Default)]
pub struct DealTable {
    columns: Arc<Columns>,
    statuses: Interner,
    classes: Interner,
    owners: Interner,
    patches: BTreeMap<RowIx, Patch>,
    added: u32,
    removed: u32,
}

/// One row, borrowed. Texts are as received: not yet fit for a screen.
#[derive(Clone, Copy, Debug)]
pub struct DealRow<'a> {
    /// Its number.
    pub ix: RowIx,
    /// The deal's id.
    pub id: &'a str,
    /// Its name.
    pub name: &'a str,
    /// Its name, folded for search and sorting.
    pub folded: &'a str,
    /// Its status code, empty if none.
    pub status: &'a str,
    /// The same, interned.
    pub status_code: Code,
    /// Its class code, empty if none.
    pub class: &'a str,
    /// The same, interned.
    pub class_code: Code,
    /// Its owner, empty if none.
    pub owner: &'a str,
    /// The same, interned.
    pub owner_code: Code,
    /// When it entered its status.
    pub since: Option<StageSince>,
    /// The write that waits for it, if any.
    pub pending: Option<&'a WriteState>,
    numbers: &'a [(KpiKey, Decimal)],
}

impl DealRow<'_> {
    /// The same row, owned.
    pub fn to_data(&self) -> RowData {
        RowData {
            id: self.id.to_owned(),
            name: self.name.to_owned(),
            status: self.status.to_owned(),
            class: self.class.to_owned(),
            owner: self.owner.to_owned(),
            since: self.since,
            numbers: self.numbers.to_vec(),
        }
    }

    /// A number of the deal's `kpi_snapshot`, exact; `None` if it was not received.
    pub fn number(&self, key: KpiKey) -> Option<Decimal> {
        self.numbers
            .iter()
            .find(|(k, _)| *k == key)
            .map(|(_, value)| *value)
    }
}

impl DealTable {
    /// How many deals there are.
    pub fn len(&self) -> usize {
        self.columns.len() + self.added as usize - self.removed as usize
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The row `ix`, unless it is gone.
    pub fn row(&self, ix: RowIx) -> Option<DealRow<'_>> {
        if let Some(patch) = self.patches.get(&ix) {
            return patch.row.as_ref().map(|row| row.view(ix));
        }
        self.confirmed(ix)
    }

    /// The row `ix` without the outbox and without later confirmations: as the last full reading gave it.
    fn confirmed(&self, ix: RowIx) -> Option<DealRow<'_>> {
        let columns = &*self.columns;
        let at = ix as usize;
        let (status, class, owner) = (
            *columns.status.get(at)?,
            *columns.class.get(at)?,
            *columns.owner.get(at)?,
        );
        let numbers = columns.numbers[at];
        let start = numbers.start as usize;
        Some(DealRow {
            ix,
            id: columns.slice(columns.ids[at]),
            name: columns.slice(columns.names[at]),
            folded: columns.slice(columns.folded[at]),
            status: self.statuses.text(status),
            status_code: status,
            class: self.classes.text(class),
            class_code: class,
            owner: self.owners.text(owner),
            owner_code: owner,
            since: columns.since[at],
            pending: None,
            numbers: columns
                .pool
                .get(start..start + numbers.len as usize)
                .unwrap_or_default(),
        })
    }

    /// The number of the deal `id`, if it is there.
    pub fn find(&self, id: &str) -> Option<RowIx> {
        if let Some((ix, _)) = self
            .patches
            .iter()
            .find(|(_, p)| p.row.as_ref().is_some_and(|r| r.data.id == id))
        {
            return Some(*ix);
        }
        let ix = self.find_confirmed(id)?;
        (!self.patches.contains_key(&ix)).then_some(ix)
    }

    fn find_confirmed(&self, id: &str) -> Option<RowIx> {
        let columns = &*self.columns;
        let at = columns
            .by_id
            .binary_search_by(|ix| columns.id(*ix).cmp(id))
            .ok()?;
        columns.by_id.get(at).copied()
    }

    /// Lays a row over the confirmed ones: an existing deal as it is seen now, or a new one. `pending` is the write
    /// that makes the difference, `None` for a record confirmed since the last full reading.
    pub fn patch(&mut self, data: RowData, pending: Option<WriteState>) {
        let known = self.find_confirmed(&data.id).or_else(|| self.find(&data.id));
        let ix = known.unwrap_or_else(|| self.columns.len() as RowIx + self.slots());
        let row = PatchedRow {
            folded: fold(&data.name),
            status: self.statuses.intern(&data.status),
            class: self.classes.intern(&data.class),
            owner: self.owners.intern(&data.owner),
            data,
            pending,
        };
        self.patches.insert(ix, Patch { row: Some(row) });
        self.recount();
    }

    /// Takes a deal out: deleted on the service, or its deletion waits.
    pub fn remove(&mut self, id: &str) {
        if let Some(ix) = self.find_confirmed(id) {
            self.patches.insert(ix, Patch { row: None });
        } else if let Some(ix) = self.find(id) {
            self.patches.insert(ix, Patch { row: None });
        }
        self.recount();
    }

    fn slots(&self) -> u32 {
        let first = self.columns.len() as RowIx;
        self.patches
            .range(first..)
            .next_back()
            .map_or(0, |(ix, _)| ix + 1 - first)
    }

    fn recount(&mut self) {
        let first = self.columns.len() as RowIx;
        self.removed = self
            .patches
            .range(..first)
            .filter(|(_, p)| p.row.is_none())
            .count() as u32;
        self.added = self
            .patches
            .range(first..)
            .filter(|(_, p)| p.row.is_some())
            .count() as u32;
    }

    /// How many rows lie over the columns, present or gone.
    pub fn patched_rows(&self) -> usize {
        self.patches.len()
    }

    /// Whether both tables stand on the same full reading, so that row numbers mean the same deals.
    pub fn same_columns(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.columns, &other.columns)
    }

    /// Every row, oldest stage first (unknown stages last), then by name.
    pub fn by_age(&self) -> impl Iterator<Item = DealRow<'_>> {
        ByAge {
            table: self,
            base: self.columns.by_age.iter().copied().peekable(),
            patched: self.patched_by_age().into_iter().peekable(),
        }
    }

    fn patched_by_age(&self) -> Vec<RowIx> {
        let mut rows: Vec<DealRow<'_>> = self
            .patches
            .iter()
            .filter_map(|(ix, p)| p.row.as_ref().map(|row| row.view(*ix)))
            .collect();
        rows.sort_by(by_age_order);
        rows.iter().map(|row| row.ix).collect()
    }

    /// The statuses met, interned.
    pub fn statuses(&self) -> &Interner {
        &self.statuses
    }

    /// The classes met, interned.
    pub fn classes(&self) -> &Interner {
        &self.classes
    }

    /// The owners met, interned.
    pub fn owners(&self) -> &Interner {
        &self.owners
    }
}

fn by_age_order(a: &DealRow<'_>, b: &DealRow<'_>) -> std::cmp::Ordering {
    let age = |row: &DealRow<'_>| row.since.map_or(i64::MAX, |since| since.at);
    age(a)
        .cmp(&age(b))
        .then_with(|| a.folded.cmp(b.folded))
        .then_with(|| a.ix.cmp(&b.ix))
}

/// Merges the confirmed order with the few patched rows, so that a change costs no new sort of everything.
struct ByAge<'a, I: Iterator<Item = RowIx>> {
    table: &'a DealTable,
    base: std::iter::Peekable<I>,
    patched: std::iter::Peekable<std::vec::IntoIter<RowIx>>,
}

impl<'a, I: Iterator<Item = RowIx>> Iterator for ByAge<'a, I> {
    type Item = DealRow<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let has_patches = !self.table.patches.is_empty();
        while has_patches
            && self
                .base
                .next_if(|ix| self.table.patches.contains_key(ix))
                .is_some()
        {}
        let base = self.base.peek().and_then(|ix| self.table.confirmed(*ix));
        let patched = self.patched.peek().and_then(|ix| self.table.row(*ix));
        match (base, patched) {
            (Some(b), Some(p)) if by_age_order(&p, &b).is_lt() => {
                self.patched.next();
                Some(p)
            }
            (Some(b), _) => {
                self.base.next();
                Some(b)
            }
            (None, Some(p)) => {
                self.patched.next();
                Some(p)
            }
            (None, None) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &str, name: &str, status: &str, since: i64) -> RowData {
        RowData {
            id: id.into(),
            name: name.into(),
            status: status.into(),
            since: Some(StageSince {
                at: since,
                bound: Bound::AtLeast,
            }),
            ..RowData::default()
        }
    }

    fn table() -> DealTable {
        let mut builder = ColumnsBuilder::default();
        builder.push(&row("a", "Le Parc", "ic", 30));
        builder.push(&row("b", "Îlot", "ic", 10));
        builder.push(&row("c", "Halle", "sourcing", 20));
        builder.finish()
    }

    fn ids(table: &DealTable) -> Vec<&str> {
        table.by_age().map(|row| row.id).collect()
    }

    #[test]
    fn rows_come_oldest_stage_first() {
        assert_eq!(ids(&table()), ["b", "c", "a"]);
    }

    #[test]
    fn a_patch_moves_a_row_and_leaves_the_columns_alone() {
        let base = table();
        let mut seen = base.clone();
        seen.patch(row("b", "Îlot", "closing", 40), None);
        assert_eq!(ids(&seen), ["c", "a", "b"]);
        assert_eq!(
            seen.find("b").and_then(|ix| seen.row(ix)).map(|r| r.status),
            Some("closing")
        );
        assert_eq!(ids(&base), ["b", "c", "a"]);
        assert!(seen.same_columns(&base));
        assert_eq!(seen.len(), 3);
    }

    #[test]
    fn a_new_deal_is_added_and_a_deleted_one_is_gone() {
        let mut seen = table();
        seen.patch(row("new", "Tour", "sourcing", 5), None);
        seen.remove("a");
        assert_eq!(ids(&seen), ["new", "b", "c"]);
        assert_eq!(seen.len(), 3);
        assert_eq!(seen.find("a"), None);
        seen.remove("new");
        assert_eq!(seen.len(), 2);
    }

    #[test]
    fn a_row_read_twice_is_kept_once_with_its_later_body() {
        let mut builder = ColumnsBuilder::default();
        builder.push(&row("a", "Le Parc", "ic", 30));
        builder.push(&row("a", "Le Parc, Lyon", "closing", 30));
        let table = builder.finish();
        assert_eq!(table.len(), 1);
        assert_eq!(table.row(0).map(|r| r.name), Some("Le Parc, Lyon"));
    }
}

//! The overlay table, updated incrementally between publications. If only some writes or rows changed, only those rows
//! are rebuilt, and all others are shared.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::engine::overlay::{CreatedDeals, overlay, overlay_write};
use crate::model::pending_write::WriteKind;
use crate::model::pending_writes::PendingWrites;
use crate::model::table::{DealTable, RowIdx};

/// The table as the user sees it, and its inputs.
#[derive(Debug, Default)]
pub(in crate::engine) struct OverlaidTable {
    table: Arc<DealTable>,
    confirmed: DealTable,
    writes: Arc<PendingWrites>,
    has_creations: bool,
}

impl OverlaidTable {
    /// Returns the table.
    pub(in crate::engine) fn table(&self) -> Arc<DealTable> {
        self.table.clone()
    }

    /// Updates the table to the result of [`overlay`]. `writes_of` returns the sequence numbers of a record's writes,
    /// oldest first.
    pub(super) fn update(
        &mut self,
        confirmed: &DealTable,
        writes: &Arc<PendingWrites>,
        created: &CreatedDeals,
        writes_of: impl Fn(&str) -> Vec<i64>,
    ) {
        debug_assert!(writes.are_in_order());
        // A pending creation has no confirmed row yet.
        let creates = !created.is_empty() || writes.iter().any(|write| write.kind == WriteKind::Create);
        let row_by_row = !creates && !self.has_creations && self.confirmed.same_base(confirmed);
        let table = row_by_row.then(|| self.rebuild_rows(confirmed, writes, writes_of)).flatten();
        let table = table.unwrap_or_else(|| overlay(confirmed, writes, created));
        *self = Self {
            table: Arc::new(table),
            confirmed: confirmed.clone(),
            writes: writes.clone(),
            has_creations: creates,
        };
    }

    /// Rebuilds only the changed rows; `None` if one of them is not among the columns.
    fn rebuild_rows(
        &self,
        confirmed: &DealTable,
        writes: &PendingWrites,
        writes_of: impl Fn(&str) -> Vec<i64>,
    ) -> Option<DealTable> {
        let mut rows: BTreeSet<RowIdx> = self.confirmed.changed_rows(confirmed).into_iter().collect();
        let changed = self.writes.changed_writes(writes).into_iter();
        rows.extend(changed.filter_map(|write| confirmed.find_any(&write.record)));
        let mut rebuilt = DealTable::clone(&self.table);
        for ix in rows {
            if !confirmed.is_confirmed(ix) {
                return None;
            }
            rebuilt.copy_row(ix, confirmed);
            let Some(record) = rebuilt.row(ix).map(|row| row.id.to_owned()) else {
                continue;
            };
            for seq in writes_of(&record) {
                if let Some(write) = writes.by_number(seq) {
                    overlay_write(&mut rebuilt, write, &CreatedDeals::new());
                }
            }
        }
        Some(rebuilt)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::engine::overlay::tests::{confirmed, conflict, status, waiting, write};
    use crate::model::pending_write::{PendingWrite, WriteId};
    use crate::model::table::RowData;

    /// A change of the outbox or of the confirmed deals.
    #[derive(Clone, Debug)]
    enum OverlayStep {
        Write(i64, WriteKind, &'static str, &'static str, bool),
        Drop(i64),
        Confirm(&'static str, &'static str),
        Deleted(&'static str),
    }

    fn steps() -> impl Strategy<Value = Vec<OverlayStep>> {
        let deal = || prop::sample::select(vec!["a", "b", "c", "new-1"]);
        let status = || prop::sample::select(vec!["sourcing", "ic", "lost"]);
        let kind = prop::sample::select(vec![
            WriteKind::Update,
            WriteKind::Update,
            WriteKind::Delete,
            WriteKind::Create,
        ]);
        let step = prop_oneof![
            6 => (1..6_i64, kind, deal(), status(), any::<bool>())
                .prop_map(|(seq, kind, deal, status, blocked)| OverlayStep::Write(seq, kind, deal, status, blocked)),
            3 => (1..6_i64).prop_map(OverlayStep::Drop),
            2 => (deal(), status()).prop_map(|(deal, status)| OverlayStep::Confirm(deal, status)),
            1 => deal().prop_map(OverlayStep::Deleted),
        ];
        prop::collection::vec(step, 1..24)
    }

    /// Returns all visible content of a table.
    fn visible_content(table: &DealTable) -> Vec<String> {
        let mut rows: Vec<String> = table
            .by_age()
            .map(|row| {
                let numbered = table.statuses().code(row.status) == Some(row.status_code);
                format!("{:?} {numbered} {:?}", row.to_data(), row.pending)
            })
            .collect();
        rows.sort();
        rows.push(table.len().to_string());
        rows
    }

    proptest! {
        #[test]
        fn incremental_overlay_equals_a_full_overlay(steps in steps()) {
            let (mut table, mut seen) = (confirmed(), OverlaidTable::default());
            let mut writes: BTreeMap<i64, Arc<PendingWrite>> = BTreeMap::new();
            for step in steps {
                match step {
                    OverlayStep::Write(seq, kind, deal, status, blocked) => {
                        let fields = format!("{{\"status\":\"{status}\"}}");
                        let state = if blocked { conflict() } else { waiting() };
                        let id = WriteId(seq);
                        let write = PendingWrite { id, ..write(kind, deal, &fields, state) };
                        writes.insert(seq, Arc::new(write));
                    }
                    OverlayStep::Drop(seq) => {
                        writes.remove(&seq);
                    }
                    OverlayStep::Confirm(deal, status) => {
                        let row = RowData { id: deal.into(), status: status.into(), ..RowData::default() };
                        table.set_row(row, None);
                    }
                    OverlayStep::Deleted(deal) => table.remove(deal),
                }
                let now: Arc<PendingWrites> = Arc::new(writes.values().cloned().collect());
                let mut of: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
                for write in now.iter() {
                    of.entry(&write.record).or_default().push(write.id.0);
                }
                seen.update(&table, &now, &CreatedDeals::new(), |record| of.get(record).cloned().unwrap_or_default());
                prop_assert_eq!(visible_content(&seen.table()), visible_content(&overlay(&table, &now, &CreatedDeals::new())));
            }
        }
    }

    #[test]
    fn overlaid_table_reuses_untouched_rows() {
        let table = confirmed();
        let mut seen = OverlaidTable::default();
        let on = |record: &str| {
            Arc::new(PendingWrite {
                id: WriteId(if record == "a" { 1 } else { 2 }),
                ..write(WriteKind::Update, record, r#"{"status":"ic"}"#, waiting())
            })
        };
        let (a, b) = (on("a"), on("b"));
        let writes_of = |record: &str| vec![if record == "a" { 1 } else { 2 }];
        seen.update(&table, &Arc::new([a.clone(), b].into_iter().collect()), &CreatedDeals::new(), writes_of);
        let before = seen.table();
        seen.update(&table, &Arc::new([a].into_iter().collect()), &CreatedDeals::new(), writes_of);
        let after = seen.table();
        assert_eq!(before.changed_rows(&after), [after.find("b").unwrap()]);
        assert_eq!(
            (status(&after, "a"), status(&after, "b")),
            (Some(("ic", true)), Some(("sourcing", false)))
        );
    }

    #[test]
    fn changes_of_a_stored_creation_are_shown_on_its_deal() {
        let table = confirmed();
        let mut seen = OverlaidTable::default();
        seen.update(&table, &Arc::default(), &CreatedDeals::new(), |_| Vec::new());
        let moved = write(WriteKind::Update, "new-1", r#"{"status":"ic"}"#, waiting());
        let created = CreatedDeals::from([("new-1".to_owned(), "a".to_owned())]);
        seen.update(&table, &Arc::new([Arc::new(moved)].into_iter().collect()), &created, |_| Vec::new());
        assert_eq!(status(&seen.table(), "a"), Some(("ic", true)));
    }
}

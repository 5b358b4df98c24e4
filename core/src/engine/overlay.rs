//! What a person sees: the confirmed rows with the outbox laid over them. Confirmed rows are never edited; a write that
//! is refused or dropped leaves nothing behind, because the next overlay is made without it.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::contract::patch::Fields;

use super::{Bound, DealTable, PendingWrite, RowData, RowIx, StageSince, WriteKind, Writes};

/// The table as a person sees it, and what it was made of: where only some writes or rows changed, only those are laid
/// anew, and every other row stays the very same.
#[derive(Debug, Default)]
pub(super) struct Seen {
    table: Arc<DealTable>,
    confirmed: DealTable,
    writes: Arc<Writes>,
    creates: bool,
}

impl Seen {
    /// The table.
    pub(super) fn table(&self) -> Arc<DealTable> {
        self.table.clone()
    }

    /// Makes it what [`overlay`] gives. `of` tells the numbers of the writes of a record.
    pub(super) fn follow<'a>(
        &mut self,
        confirmed: &DealTable,
        writes: &Arc<Writes>,
        newcomers: &[String],
        of: impl Fn(&str) -> &'a [i64],
    ) {
        // What is being created has no row of its own yet.
        let creates = writes.iter().any(|write| write.kind == WriteKind::Create);
        let row_by_row = !creates && !self.creates && self.confirmed.same_ground(confirmed);
        let table = row_by_row
            .then(|| self.laid_anew(confirmed, writes, of))
            .flatten();
        let table = table.unwrap_or_else(|| overlay(confirmed, writes, newcomers));
        *self = Self {
            table: Arc::new(table),
            confirmed: confirmed.clone(),
            writes: writes.clone(),
            creates,
        };
    }

    /// The rows that changed, laid anew; `None` where one of them is not among the columns.
    fn laid_anew<'a>(
        &self,
        confirmed: &DealTable,
        writes: &Writes,
        of: impl Fn(&str) -> &'a [i64],
    ) -> Option<DealTable> {
        let mut rows: BTreeSet<RowIx> = self.confirmed.changed_rows(confirmed).into_iter().collect();
        let changed = self.writes.changed(writes).into_iter();
        rows.extend(changed.filter_map(|write| confirmed.find_any(&write.record)));
        let mut seen = DealTable::clone(&self.table);
        for ix in rows {
            if !confirmed.is_confirmed(ix) {
                return None;
            }
            seen.take_row(ix, confirmed);
            let Some(record) = seen.row(ix).map(|row| row.id.to_owned()) else {
                continue;
            };
            for seq in of(&record) {
                if let Some(write) = writes.numbered(*seq) {
                    lay(&mut seen, write, &[]);
                }
            }
        }
        Some(seen)
    }
}

/// Lays the writes of deals over the confirmed table, in the order they will be sent. A parked write shows its mark but
/// not its values: they are not what the service holds, and not on their way to it. `newcomers` are the deals that
/// appeared at the service since the oldest creation that left without an answer: one of them may be it.
fn overlay(confirmed: &DealTable, writes: &Writes, newcomers: &[String]) -> DealTable {
    let mut seen = confirmed.clone();
    for write in writes.iter() {
        lay(&mut seen, write, newcomers);
    }
    seen
}

fn lay(seen: &mut DealTable, write: &PendingWrite, newcomers: &[String]) {
    match write.kind {
        WriteKind::Create if !write.parked() => {
            let mut row = RowData {
                id: write.record.clone(),
                ..RowData::default()
            };
            apply(&mut row, write);
            let row = became(seen, write, &row, newcomers).unwrap_or(row);
            seen.patch(row, Some(write.state.clone()));
        }
        WriteKind::Delete if !write.parked() => seen.remove(&write.record),
        WriteKind::Update | WriteKind::Delete => {
            let held = seen.find(&write.record).and_then(|ix| seen.row(ix));
            let Some(mut row) = held.map(|row| row.to_data()) else {
                return;
            };
            if write.kind == WriteKind::Update && !write.parked() {
                apply(&mut row, write);
            }
            seen.patch(row, Some(write.state.clone()));
        }
        WriteKind::Create | WriteKind::MarkRead | WriteKind::Task | WriteKind::View | WriteKind::Other => {}
    }
}

/// The deal that a creation whose answer was lost became, as far as anyone can tell: it came since, and is what was
/// asked for. It is shown in the place of the temporary one, not beside it.
fn became(seen: &DealTable, write: &PendingWrite, asked: &RowData, newcomers: &[String]) -> Option<RowData> {
    if write.attempts == 0 {
        return None;
    }
    newcomers.iter().find_map(|id| {
        let row = seen.row(seen.find(id)?)?;
        let same = [
            ("name", row.name, &asked.name),
            ("status", row.status, &asked.status),
            ("classe_actif", row.class, &asked.class),
            ("responsable", row.owner, &asked.owner),
        ]
        .into_iter()
        .all(|(field, held, wanted)| !write.fields.touches(field) || held == wanted);
        (same && row.pending.is_none()).then(|| row.to_data())
    })
}

fn apply(row: &mut RowData, write: &PendingWrite) {
    let before = row.status.clone();
    let set = |target: &mut String, fields: &Fields, name: &str| {
        if fields.touches(name) {
            *target = fields.text(name).unwrap_or_default().into_owned();
        }
    };
    set(&mut row.name, &write.fields, "name");
    set(&mut row.status, &write.fields, "status");
    set(&mut row.class, &write.fields, "classe_actif");
    set(&mut row.owner, &write.fields, "responsable");
    if row.status != before {
        row.since = Some(StageSince {
            at: write.created_at.as_second(),
            bound: Bound::Exact,
        });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use jiff::Timestamp;
    use proptest::prelude::*;

    use super::*;
    use crate::engine::{ColumnsBuilder, WriteId, WriteState};

    fn overlay(confirmed: &DealTable, writes: &[PendingWrite], newcomers: &[String]) -> DealTable {
        super::overlay(confirmed, &writes.to_vec().into(), newcomers)
    }

    fn confirmed() -> DealTable {
        let mut builder = ColumnsBuilder::default();
        for (id, name) in [("a", "Le Parc"), ("b", "Îlot")] {
            builder.push(&RowData {
                id: id.into(),
                name: name.into(),
                status: "sourcing".into(),
                owner: "A. Martin".into(),
                ..RowData::default()
            });
        }
        builder.finish()
    }

    fn write(kind: WriteKind, record: &str, fields: &str, state: WriteState) -> PendingWrite {
        PendingWrite {
            id: WriteId(1),
            kind,
            record: record.into(),
            label: String::new(),
            fields: if fields.is_empty() {
                Fields::new()
            } else {
                Fields::parse(fields).unwrap()
            },
            base: Fields::new(),
            state,
            attempts: 0,
            created_at: Timestamp::UNIX_EPOCH,
            key: "k".into(),
            in_doubt: false,
            gone: None,
        }
    }

    fn waiting() -> WriteState {
        WriteState::Waiting {
            not_before: Timestamp::UNIX_EPOCH,
        }
    }

    fn conflict() -> WriteState {
        WriteState::Conflict {
            theirs: Fields::new(),
        }
    }

    fn status<'a>(table: &'a DealTable, id: &str) -> Option<(&'a str, bool)> {
        let row = table.row(table.find(id)?)?;
        Some((row.status, row.pending.is_some()))
    }

    #[test]
    fn writes_are_seen_in_order_and_the_confirmed_rows_stay() {
        let table = confirmed();
        let seen = overlay(
            &table,
            &[
                write(WriteKind::Update, "a", r#"{"status":"ic"}"#, waiting()),
                write(
                    WriteKind::Update,
                    "a",
                    r#"{"status":"closing","responsable":null}"#,
                    waiting(),
                ),
                write(
                    WriteKind::Create,
                    "new-1",
                    r#"{"name":"Tour","status":"ic"}"#,
                    waiting(),
                ),
                write(WriteKind::Delete, "b", "", waiting()),
            ],
            &[],
        );
        assert_eq!(status(&seen, "a"), Some(("closing", true)));
        assert_eq!(seen.row(seen.find("a").unwrap()).unwrap().owner, "");
        assert_eq!(status(&seen, "new-1"), Some(("ic", true)));
        assert_eq!((status(&seen, "b"), seen.len()), (None, 2));
        assert_eq!(status(&table, "a"), Some(("sourcing", false)));
    }

    #[test]
    fn a_creation_whose_answer_was_lost_is_shown_once() {
        let table = confirmed();
        let mut lost = write(WriteKind::Create, "new-1", r#"{"name":"Le Parc"}"#, waiting());
        let newcomers = ["b".to_owned(), "a".to_owned()];
        let unsent = overlay(&table, std::slice::from_ref(&lost), &newcomers);
        assert_eq!(unsent.len(), 3, "it has not left, so it is none of them");
        lost.attempts = 1;
        assert_eq!(overlay(&table, std::slice::from_ref(&lost), &[]).len(), 3);
        let seen = overlay(&table, &[lost.clone(), lost], &newcomers);
        assert_eq!(status(&seen, "a"), Some(("sourcing", true)));
        assert_eq!(seen.len(), 3, "two creations are not one deal");
    }

    #[test]
    fn a_parked_write_shows_its_mark_but_not_its_values() {
        let seen = overlay(
            &confirmed(),
            &[
                write(WriteKind::Update, "a", r#"{"status":"ic"}"#, conflict()),
                write(WriteKind::Delete, "b", "", conflict()),
                write(WriteKind::Create, "new-1", r#"{"name":"Tour"}"#, conflict()),
            ],
            &[],
        );
        assert_eq!(status(&seen, "a"), Some(("sourcing", true)));
        assert_eq!(status(&seen, "b"), Some(("sourcing", true)));
        assert_eq!(status(&seen, "new-1"), None);
    }

    #[test]
    fn without_the_outbox_nothing_is_left_of_it() {
        let table = confirmed();
        let before: Vec<_> = table.by_age().map(|row| row.to_data()).collect();
        let _seen = overlay(
            &table,
            &[write(WriteKind::Update, "a", r#"{"status":"ic"}"#, waiting())],
            &[],
        );
        let after: Vec<_> = overlay(&table, &[], &[])
            .by_age()
            .map(|row| row.to_data())
            .collect();
        assert_eq!(before, after);
    }

    #[test]
    fn a_write_of_a_deal_not_read_yet_shows_nothing() {
        let seen = overlay(
            &confirmed(),
            &[write(WriteKind::Update, "z", r#"{"status":"ic"}"#, waiting())],
            &[],
        );
        assert_eq!((seen.len(), status(&seen, "z")), (2, None));
    }

    /// What happens to the outbox or to the confirmed deals.
    #[derive(Clone, Debug)]
    enum Step {
        Write(i64, WriteKind, &'static str, &'static str, bool),
        Drop(i64),
        Confirm(&'static str, &'static str),
        Gone(&'static str),
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
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
                .prop_map(|(seq, kind, deal, status, parked)| Step::Write(seq, kind, deal, status, parked)),
            3 => (1..6_i64).prop_map(Step::Drop),
            2 => (deal(), status()).prop_map(|(deal, status)| Step::Confirm(deal, status)),
            1 => deal().prop_map(Step::Gone),
        ];
        prop::collection::vec(step, 1..24)
    }

    /// Everything that is seen of a table.
    fn told(table: &DealTable) -> Vec<String> {
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
        fn laying_what_changed_gives_what_laying_all_gives(steps in steps()) {
            let (mut table, mut seen) = (confirmed(), Seen::default());
            let mut writes: BTreeMap<i64, Arc<PendingWrite>> = BTreeMap::new();
            for step in steps {
                match step {
                    Step::Write(seq, kind, deal, status, parked) => {
                        let fields = format!("{{\"status\":\"{status}\"}}");
                        let state = if parked { conflict() } else { waiting() };
                        let id = WriteId(seq);
                        let write = PendingWrite { id, ..write(kind, deal, &fields, state) };
                        writes.insert(seq, Arc::new(write));
                    }
                    Step::Drop(seq) => {
                        writes.remove(&seq);
                    }
                    Step::Confirm(deal, status) => {
                        let row = RowData { id: deal.into(), status: status.into(), ..RowData::default() };
                        table.patch(row, None);
                    }
                    Step::Gone(deal) => table.remove(deal),
                }
                let now: Arc<Writes> = Arc::new(writes.values().cloned().collect());
                let mut of: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
                for write in now.iter() {
                    of.entry(&write.record).or_default().push(write.id.0);
                }
                seen.follow(&table, &now, &[], |record| of.get(record).map_or(&[], Vec::as_slice));
                prop_assert_eq!(told(&seen.table()), told(&super::overlay(&table, &now, &[])));
            }
        }
    }

    #[test]
    fn what_no_write_touched_stays_the_very_same_row() {
        let table = confirmed();
        let mut seen = Seen::default();
        let on = |record: &str| {
            Arc::new(PendingWrite {
                id: WriteId(if record == "a" { 1 } else { 2 }),
                ..write(WriteKind::Update, record, r#"{"status":"ic"}"#, waiting())
            })
        };
        let (a, b) = (on("a"), on("b"));
        let of = |record: &str| if record == "a" { &[1][..] } else { &[2][..] };
        seen.follow(&table, &Arc::new([a.clone(), b].into_iter().collect()), &[], of);
        let before = seen.table();
        seen.follow(&table, &Arc::new([a].into_iter().collect()), &[], of);
        let after = seen.table();
        assert_eq!(before.changed_rows(&after), [after.find("b").unwrap()]);
        assert_eq!(
            (status(&after, "a"), status(&after, "b")),
            (Some(("ic", true)), Some(("sourcing", false)))
        );
    }
}

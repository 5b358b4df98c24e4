//! The overlay: confirmed rows with the pending writes applied, as the user sees them. Confirmed rows are never edited.
//! A rejected or discarded write leaves no trace, because the next overlay is built without it.

pub(super) mod counts;
pub(super) mod records;

use crate::contract::patch::Fields;
use crate::model::pending_write::{PendingWrite, WriteKind};
use crate::model::pending_writes::PendingWrites;
use crate::model::table::{DealTable, RowData, RowEdit, StatusSince, TimePrecision};

/// Applies the pending writes of deals to the confirmed table, in sending order. A blocked write shows its mark but not
/// its values, which are neither at the server nor to be sent. `recently_appeared_deals` are deals that appeared at the server since
/// the oldest creation without a response: each may be its result.
pub(super) fn overlay(
    confirmed: &DealTable,
    writes: &PendingWrites,
    recently_appeared_deals: &[String],
) -> DealTable {
    let mut overlaid = confirmed.clone();
    for write in writes.iter() {
        overlay_write(&mut overlaid, write, recently_appeared_deals);
    }
    overlaid
}

/// Applies one write to a table.
pub(super) fn overlay_write(
    overlaid: &mut DealTable,
    write: &PendingWrite,
    recently_appeared_deals: &[String],
) {
    match write.kind {
        WriteKind::Create if !write.is_blocked() => {
            let mut row = RowData { id: write.record.clone(), ..RowData::default() };
            apply_change(&mut row, write);
            let row = matching_deal(overlaid, write, &row, recently_appeared_deals).unwrap_or(row);
            overlaid.set_row(row, Some(write.state.clone()));
        }
        WriteKind::Delete if !write.is_blocked() => overlaid.remove(&write.record),
        WriteKind::Update | WriteKind::Delete => {
            if let Some(ix) = overlaid.find(&write.record) {
                let changes = write.kind == WriteKind::Update && !write.is_blocked();
                let delta = if changes { delta_of(write) } else { RowEdit::default() };
                overlaid.edit_row(ix, delta, Some(write.state.clone()));
            }
        }
        WriteKind::Create | WriteKind::MarkRead | WriteKind::Task | WriteKind::View | WriteKind::Other => {}
    }
}

/// Returns the deal that a creation without a response probably became. It appeared since, and has the requested
/// values. It replaces the temporary deal.
fn matching_deal(
    overlaid: &DealTable,
    write: &PendingWrite,
    wanted_row: &RowData,
    recently_appeared_deals: &[String],
) -> Option<RowData> {
    if write.attempts == 0 {
        return None;
    }
    recently_appeared_deals.iter().find_map(|id| {
        let row = overlaid.row(overlaid.find(id)?)?;
        let same = [
            ("name", row.name, &wanted_row.name),
            ("status", row.status, &wanted_row.status),
            ("classe_actif", row.class, &wanted_row.class),
            ("responsable", row.owner, &wanted_row.owner),
        ]
        .into_iter()
        .all(|(field, value, target)| !write.fields.touches(field) || value == target);
        (same && row.pending.is_none()).then(|| row.to_data())
    })
}

fn apply_change(row: &mut RowData, write: &PendingWrite) {
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
        row.since = Some(requested_since(write));
    }
}

/// Returns the delta that a change makes to its row.
fn delta_of(write: &PendingWrite) -> RowEdit {
    let sent = |name: &str| {
        let fields = &write.fields;
        fields.touches(name).then(|| fields.text(name).unwrap_or_default().into_owned())
    };
    RowEdit {
        name: sent("name"),
        status: sent("status"),
        class: sent("classe_actif"),
        owner: sent("responsable"),
        since: Some(requested_since(write)),
    }
}

/// Returns the stage time of a requested status: the time of the request.
fn requested_since(write: &PendingWrite) -> StatusSince {
    StatusSince { at: write.created_at.as_second(), precision: TimePrecision::Exact }
}

#[cfg(test)]
pub(super) mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::model::pending_write::{WriteId, WriteState};
    use crate::model::table::ColumnStoreBuilder;

    fn overlay(
        confirmed: &DealTable,
        writes: &[PendingWrite],
        recently_appeared_deals: &[String],
    ) -> DealTable {
        super::overlay(confirmed, &writes.to_vec().into(), recently_appeared_deals)
    }

    pub(in super::super) fn confirmed() -> DealTable {
        let mut builder = ColumnStoreBuilder::default();
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

    pub(in super::super) fn write(
        kind: WriteKind,
        record: &str,
        fields: &str,
        state: WriteState,
    ) -> PendingWrite {
        PendingWrite {
            id: WriteId(1),
            kind,
            record: record.into(),
            label: String::new(),
            fields: if fields.is_empty() { Fields::new() } else { Fields::parse(fields).unwrap() },
            base: Fields::new(),
            state,
            attempts: 0,
            created_at: Timestamp::UNIX_EPOCH,
            key: "k".into(),
            in_doubt: false,
            recreate_fields: None,
            conflict_context: None,
        }
    }

    pub(in super::super) fn waiting() -> WriteState {
        WriteState::Waiting { not_before: Timestamp::UNIX_EPOCH }
    }

    pub(in super::super) fn conflict() -> WriteState {
        WriteState::Conflict { theirs: Fields::new() }
    }

    pub(in super::super) fn status<'a>(table: &'a DealTable, id: &str) -> Option<(&'a str, bool)> {
        let row = table.row(table.find(id)?)?;
        Some((row.status, row.pending.is_some()))
    }

    #[test]
    fn overlay_applies_writes_in_order_and_keeps_confirmed_deals() {
        let table = confirmed();
        let overlaid = overlay(
            &table,
            &[
                write(WriteKind::Update, "a", r#"{"status":"ic"}"#, waiting()),
                write(WriteKind::Update, "a", r#"{"status":"closing","responsable":null}"#, waiting()),
                write(WriteKind::Create, "new-1", r#"{"name":"Tour","status":"ic"}"#, waiting()),
                write(WriteKind::Delete, "b", "", waiting()),
            ],
            &[],
        );
        assert_eq!(status(&overlaid, "a"), Some(("closing", true)));
        assert_eq!(overlaid.row(overlaid.find("a").unwrap()).unwrap().owner, "");
        assert_eq!(status(&overlaid, "new-1"), Some(("ic", true)));
        assert_eq!((status(&overlaid, "b"), overlaid.len()), (None, 2));
        assert_eq!(status(&table, "a"), Some(("sourcing", false)));
    }

    #[test]
    fn a_creation_whose_response_was_lost_is_shown_once() {
        let table = confirmed();
        let mut lost = write(WriteKind::Create, "new-1", r#"{"name":"Le Parc"}"#, waiting());
        let recently_appeared_deals = ["b".to_owned(), "a".to_owned()];
        let unsent = overlay(&table, std::slice::from_ref(&lost), &recently_appeared_deals);
        assert_eq!(unsent.len(), 3, "it has not left, so it is none of them");
        lost.attempts = 1;
        assert_eq!(overlay(&table, std::slice::from_ref(&lost), &[]).len(), 3);
        let overlaid = overlay(&table, &[lost.clone(), lost], &recently_appeared_deals);
        assert_eq!(status(&overlaid, "a"), Some(("sourcing", true)));
        assert_eq!(overlaid.len(), 3, "two creations are not one deal");
    }

    #[test]
    fn blocked_write_marks_the_deal_without_its_values() {
        let overlaid = overlay(
            &confirmed(),
            &[
                write(WriteKind::Update, "a", r#"{"status":"ic"}"#, conflict()),
                write(WriteKind::Delete, "b", "", conflict()),
                write(WriteKind::Create, "new-1", r#"{"name":"Tour"}"#, conflict()),
            ],
            &[],
        );
        assert_eq!(status(&overlaid, "a"), Some(("sourcing", true)));
        assert_eq!(status(&overlaid, "b"), Some(("sourcing", true)));
        assert_eq!(status(&overlaid, "new-1"), None);
    }

    #[test]
    fn overlay_without_pending_writes_equals_confirmed_data() {
        let table = confirmed();
        let before: Vec<_> = table.by_age().map(|row| row.to_data()).collect();
        let _seen = overlay(&table, &[write(WriteKind::Update, "a", r#"{"status":"ic"}"#, waiting())], &[]);
        let after: Vec<_> = overlay(&table, &[], &[]).by_age().map(|row| row.to_data()).collect();
        assert_eq!(before, after);
    }

    #[test]
    fn write_to_an_unloaded_deal_shows_nothing() {
        let overlaid =
            overlay(&confirmed(), &[write(WriteKind::Update, "z", r#"{"status":"ic"}"#, waiting())], &[]);
        assert_eq!((overlaid.len(), status(&overlaid, "z")), (2, None));
    }
}

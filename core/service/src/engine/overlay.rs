//! The overlay: confirmed rows with the pending writes applied, as the user sees them. Confirmed rows are never edited.
//! A rejected or discarded write leaves no trace, because the next overlay is built without it.

pub(super) mod counts;
pub(super) mod records;

use std::collections::HashMap;

use jiff::Timestamp;

use crate::contract::patch::Fields;
use crate::contract::precondition::{PreconditionResult, compare};
use crate::contract::record::Record;
use crate::model::pending_write::{PendingWrite, WriteKind};
use crate::model::pending_writes::PendingWrites;
use crate::model::table::{DealTable, RowData, RowEdit, StatusSince, TimePrecision};
use crate::store::{RecordKind, Store, StoreError};

/// The deals that creations without a response have become, by the temporary ids of the creations.
pub type CreatedDeals = HashMap<String, String>;

/// Applies the pending writes of deals to the confirmed table, in sending order. A blocked write shows its mark but not
/// its values, which are neither at the server nor to be sent. A deal in `created` replaces its temporary deal.
pub(super) fn overlay(confirmed: &DealTable, writes: &PendingWrites, created: &CreatedDeals) -> DealTable {
    let mut overlaid = confirmed.clone();
    for write in writes.iter() {
        overlay_write(&mut overlaid, write, created);
    }
    overlaid
}

/// Applies one write to a table.
pub(super) fn overlay_write(overlaid: &mut DealTable, write: &PendingWrite, created: &CreatedDeals) {
    // A change of a creation without a response is shown on the deal that the creation has become.
    let real = created.get(&write.record).filter(|id| overlaid.find(id).is_some());
    let record = real.unwrap_or(&write.record);
    match write.kind {
        WriteKind::Create if !write.is_blocked() => {
            let real = real.and_then(|id| overlaid.row(overlaid.find(id)?));
            let requested = || {
                let mut row = RowData { id: write.record.clone(), ..RowData::default() };
                apply_change(&mut row, write);
                row
            };
            let row = real.map_or_else(requested, |row| row.to_data());
            overlaid.set_row(row, Some(write.state.clone()));
        }
        WriteKind::Delete if !write.is_blocked() => overlaid.remove(record),
        WriteKind::Update | WriteKind::Delete => {
            if let Some(ix) = overlaid.find(record) {
                let changes = write.kind == WriteKind::Update && !write.is_blocked();
                let delta = if changes { delta_of(write) } else { RowEdit::default() };
                overlaid.edit_row(ix, delta, Some(write.state.clone()));
            }
        }
        WriteKind::Create | WriteKind::MarkRead | WriteKind::Task | WriteKind::View | WriteKind::Other => {}
    }
}

/// Finds the deals that creations without a response have become: new deals with exactly the requested values.
///
/// A creation is its temporary id, its fields and its time. A deal is the result of at most one creation.
///
/// # Errors
/// The disk fails.
pub fn find_created(
    store: &Store,
    creations: &[(&str, Fields, Timestamp)],
) -> Result<CreatedDeals, StoreError> {
    let mut created = CreatedDeals::new();
    let Some(since) = creations.iter().map(|(.., requested_at)| *requested_at).min() else {
        return Ok(created);
    };
    let appeared = store.history().appeared_since(since)?;
    let ids: Vec<&str> = appeared.iter().map(String::as_str).collect();
    store.cache().for_each_body(RecordKind::Deal, &ids, |nth, body| {
        let (Some(id), Ok(deal)) = (ids.get(nth), Record::parse(body)) else {
            return;
        };
        let is_it = |fields| compare(fields, &Fields::new(), &deal) == PreconditionResult::AlreadyApplied;
        let mut open = creations.iter().filter(|(temporary, ..)| !created.contains_key(*temporary));
        if let Some((temporary, ..)) = open.find(|(_, fields, _)| is_it(fields)) {
            created.insert((*temporary).to_owned(), (*id).to_owned());
        }
    })?;
    Ok(created)
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
    use super::*;
    use crate::contract::json::id_set::IdSet;
    use crate::model::pending_write::{WriteId, WriteState};
    use crate::model::table::ColumnStoreBuilder;
    use crate::store::{ReceivedRecord, RecordOrigin};

    fn overlay(confirmed: &DealTable, writes: &[PendingWrite]) -> DealTable {
        super::overlay(confirmed, &writes.to_vec().into(), &CreatedDeals::new())
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
        let lost = [write(WriteKind::Create, "new-1", r#"{"name":"Le Parc"}"#, waiting())];
        assert_eq!(overlay(&table, &lost).len(), 3);
        let created = CreatedDeals::from([("new-1".to_owned(), "a".to_owned())]);
        let overlaid = super::overlay(&table, &lost.to_vec().into(), &created);
        assert_eq!((status(&overlaid, "a"), overlaid.len()), (Some(("sourcing", true)), 2));
        let [creation] = lost.clone();
        let moved = [creation.clone(), write(WriteKind::Update, "new-1", r#"{"status":"ic"}"#, waiting())];
        let overlaid = super::overlay(&table, &moved.to_vec().into(), &created);
        assert_eq!((status(&overlaid, "a"), overlaid.len()), (Some(("ic", true)), 2));
        let removed = [creation, write(WriteKind::Delete, "new-1", "{}", waiting())];
        assert_eq!(super::overlay(&table, &removed.to_vec().into(), &created).len(), 1);
        let deleted = CreatedDeals::from([("new-1".to_owned(), "z".to_owned())]);
        assert_eq!(super::overlay(&table, &lost.to_vec().into(), &deleted).len(), 3, "it is not there");
    }

    #[test]
    fn each_creation_finds_a_new_deal_of_its_own() {
        let dir = tempfile::tempdir().unwrap();
        let at = |second| Timestamp::from_second(second).unwrap();
        let store = Store::open(dir.path(), at(0)).unwrap();
        let cache = store.cache();
        let receive = |id: &str, name: &str, second| {
            let body = format!(r#"{{"id":"{id}","name":"{name}","status":"ic","responsable":null}}"#);
            let received = ReceivedRecord { id: id.into(), body, position: 0, status: Some("ic".into()) };
            let source = RecordOrigin::Fetched { request_seq: cache.write_seq().unwrap() };
            cache.confirm(RecordKind::Deal, "", at(second), &received, source).unwrap();
        };
        let find = |creations: &[(&'static str, &str, i64)]| {
            let creations: Vec<_> = creations
                .iter()
                .map(|(id, body, second)| (*id, Fields::parse(body).unwrap(), at(*second)))
                .collect();
            let mut created: Vec<_> = find_created(&store, &creations).unwrap().into_iter().collect();
            created.sort();
            created
        };
        let pair = |temporary: &str, id: &str| (temporary.to_owned(), id.to_owned());
        cache
            .sweep(RecordKind::Deal, "", &IdSet::default(), cache.write_seq().unwrap(), (at(1), at(1)))
            .unwrap();
        receive("old", "Tour", 5);
        receive("a", "Tour", 20);
        receive("b", "Parc", 21);
        let tower = r#"{"name":"Tour","responsable":null}"#;
        assert_eq!(find(&[]), []);
        assert_eq!(find(&[("new-1", tower, 10)]), [pair("new-1", "a")]);
        assert_eq!(find(&[("new-1", tower, 10), ("new-2", tower, 11)]), [pair("new-1", "a")]);
        assert_eq!(find(&[("new-1", r#"{"name":"Tour","status":"lost"}"#, 10)]), []);
        let both = [("new-2", r#"{"name":"Parc"}"#, 12), ("new-1", tower, 10)];
        assert_eq!(find(&both), [pair("new-1", "a"), pair("new-2", "b")]);
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
        );
        assert_eq!(status(&overlaid, "a"), Some(("sourcing", true)));
        assert_eq!(status(&overlaid, "b"), Some(("sourcing", true)));
        assert_eq!(status(&overlaid, "new-1"), None);
    }

    #[test]
    fn overlay_without_pending_writes_equals_confirmed_data() {
        let table = confirmed();
        let before: Vec<_> = table.by_age().map(|row| row.to_data()).collect();
        let _seen = overlay(&table, &[write(WriteKind::Update, "a", r#"{"status":"ic"}"#, waiting())]);
        let after: Vec<_> = overlay(&table, &[]).by_age().map(|row| row.to_data()).collect();
        assert_eq!(before, after);
    }

    #[test]
    fn write_to_an_unloaded_deal_shows_nothing() {
        let overlaid =
            overlay(&confirmed(), &[write(WriteKind::Update, "z", r#"{"status":"ic"}"#, waiting())]);
        assert_eq!((overlaid.len(), status(&overlaid, "z")), (2, None));
    }
}

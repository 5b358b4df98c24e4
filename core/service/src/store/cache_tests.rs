use super::*;
use crate::contract::json::id_set::IdSet;
use crate::contract::patch::Fields;
use crate::model::history::status_since::StatusChangeTime;
use crate::store::{ReceivedRecord, RecordOrigin, Store, UpsertOutcome};

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn store() -> (tempfile::TempDir, Store) {
    let tmp = tempfile::tempdir().unwrap();
    let store = Store::open(&tmp.path().join("p"), at(0)).unwrap();
    (tmp, store)
}

fn deal(id: &str, status: &str) -> ReceivedRecord {
    ReceivedRecord {
        id: id.into(),
        body: format!("{{\"id\":\"{id}\", \"status\":\"{status}\",\"x\":0.10}}"),
        position: 0,
        status: Some(status.into()),
    }
}

fn read(cache: &Cache, second: i64, page: &[ReceivedRecord]) -> Vec<UpsertOutcome> {
    let (request_seq, pass) = (cache.write_seq().unwrap(), cache.begin_pass().unwrap());
    cache.save_page(RecordKind::Deal, "", pass, request_seq, at(second), page).unwrap()
}

fn sweep(cache: &Cache, second: i64, ids: &[&str]) -> Vec<String> {
    let ids: IdSet = ids.iter().copied().collect();
    cache
        .sweep(RecordKind::Deal, "", &ids, cache.write_seq().unwrap(), (at(second), at(second)))
        .unwrap()
        .deleted
}

/// Stores the response to our own status change, requested at `asked`.
fn confirm_move(cache: &Cache, (asked, answered): (i64, i64), record: &ReceivedRecord) {
    let mut fields = Fields::new();
    fields.set_text("status", record.status.as_deref().unwrap());
    let source = RecordOrigin::Response { fields: &fields, requested_at: at(asked) };
    cache.confirm(RecordKind::Deal, "", at(answered), record, source).unwrap();
}

fn stage(cache: &Cache, id: &str) -> Option<StatusChangeTime> {
    cache.get(RecordKind::Deal, "", id).unwrap().unwrap().status_since
}

#[test]
fn bodies_are_stored_byte_for_byte() {
    let (_tmp, store) = store();
    let cache = store.cache();
    assert_eq!(read(cache, 1, &[deal("a", "ic"), deal("b", "ic")]), [UpsertOutcome::New, UpsertOutcome::New]);
    assert_eq!(
        read(cache, 2, &[deal("a", "ic"), deal("b", "closing")]),
        [UpsertOutcome::Unchanged, UpsertOutcome::Changed]
    );
    let stored = cache.get(RecordKind::Deal, "", "a").unwrap().unwrap();
    assert_eq!((stored.body, stored.fetched_at), (deal("a", "ic").body, at(1)));
    let mut ids = Vec::new();
    cache.for_each(RecordKind::Deal, "", |stored| ids.push(stored.id)).unwrap();
    assert_eq!(ids, ["a", "b"]);
}

#[test]
fn earlier_response_does_not_overwrite_a_confirmed_write() {
    let (_tmp, store) = store();
    let cache = store.cache();
    read(cache, 1, &[deal("a", "ic"), deal("b", "ic")]);
    let (asked, pass) = (cache.write_seq().unwrap(), cache.begin_pass().unwrap());
    confirm_move(cache, (2, 2), &deal("a", "closing"));
    cache.remove(RecordKind::Deal, "b", true, at(2)).unwrap();
    cache
        .confirm(RecordKind::Deal, "", at(2), &deal("c", "ic"), RecordOrigin::Created { requested_at: at(2) })
        .unwrap();
    let outcomes = cache
        .save_page(RecordKind::Deal, "", pass, asked, at(3), &[deal("a", "ic"), deal("b", "ic")])
        .unwrap();
    assert_eq!(outcomes, [UpsertOutcome::Outdated, UpsertOutcome::Outdated]);
    let seen: IdSet = ["a", "b"].into_iter().collect();
    assert!(
        cache.sweep(RecordKind::Deal, "", &seen, asked, (at(3), at(3))).unwrap().missing.is_empty(),
        "c was confirmed meanwhile"
    );
    assert_eq!(cache.get(RecordKind::Deal, "", "a").unwrap().unwrap().body, deal("a", "closing").body);
    assert_eq!(cache.get(RecordKind::Deal, "", "b").unwrap(), None);
    // A later request counts again.
    assert_eq!(
        read(cache, 4, &[deal("a", "ic"), deal("b", "ic")]),
        [UpsertOutcome::Changed, UpsertOutcome::New]
    );
}

#[test]
fn deals_missing_from_two_consistent_passes_are_removed() {
    let (_tmp, store) = store();
    let cache = store.cache();
    read(cache, 1, &[deal("a", "ic"), deal("b", "ic")]);
    assert_eq!(sweep(cache, 1, &["a"]), [] as [&str; 0], "it may have slipped through");
    assert!(cache.get(RecordKind::Deal, "", "b").unwrap().is_some());
    assert_eq!(cache.last_full_sync().unwrap(), Some(at(1)));
    assert_eq!(sweep(cache, 2, &["a"]), ["b"]);
    assert_eq!(cache.get(RecordKind::Deal, "", "b").unwrap(), None);
    assert_eq!(cache.last_full_sync().unwrap(), Some(at(2)));
}

#[test]
fn equal_count_hides_no_missing_deal_after_a_write() {
    let (_tmp, store) = store();
    let cache = store.cache();
    read(cache, 1, &[deal("a", "ic"), deal("b", "ic")]);
    let since = cache.write_seq().unwrap();
    // Deleted here while the pass runs: the list has it, the cache does not. For `b` it is the reverse.
    cache.remove(RecordKind::Deal, "a", true, at(2)).unwrap();
    let seen: IdSet = ["a"].into_iter().collect();
    let swept = cache.sweep(RecordKind::Deal, "", &seen, since, (at(3), at(3))).unwrap();
    assert_eq!(swept.missing, ["b"]);
}

#[test]
fn sync_passes_have_growing_numbers() {
    let (_tmp, store) = store();
    let first = store.cache().begin_pass().unwrap();
    assert!(store.cache().begin_pass().unwrap() > first);
}

/// Returns the same deal without its status.
fn without_status(id: &str) -> ReceivedRecord {
    ReceivedRecord { body: format!("{{\"id\":\"{id}\",\"status\":null}}"), status: None, ..deal(id, "ic") }
}

#[test]
fn status_omitted_by_one_sync_keeps_its_age() {
    let (_tmp, store) = store();
    let cache = store.cache();
    let ids = ["a", "b", "c"];
    read(cache, 10, &ids.map(|id| deal(id, "ic")));
    read(cache, 20, &[deal("b", "closing")]);
    let before = ids.map(|id| stage(cache, id));
    sweep(cache, 20, &ids);
    read(cache, 30, &ids.map(without_status));
    sweep(cache, 30, &ids);
    read(cache, 40, &[deal("a", "ic"), deal("b", "closing"), deal("c", "lost")]);
    assert_eq!(stage(cache, "a"), before[0]);
    assert_eq!(stage(cache, "b"), before[1]);
    assert_eq!(
        stage(cache, "c"),
        Some(StatusChangeTime::Interval { after: at(20), before: at(40) }),
        "it may have moved before the reading that left its status out"
    );
}

#[test]
fn a_stage_is_as_exact_as_it_was_observed() {
    let (_tmp, store) = store();
    let cache = store.cache();
    read(cache, 10, &[deal("a", "ic"), deal("b", "ic")]);
    assert_eq!(stage(cache, "a"), Some(StatusChangeTime::AtLeast(at(10))));
    sweep(cache, 10, &["a", "b"]);
    // Unchanged in a later sync: the consistent pass from 20 still showed the old status.
    read(cache, 21, &[deal("a", "ic"), deal("b", "ic")]);
    sweep(cache, 20, &["a", "b"]);
    assert_eq!(stage(cache, "a"), Some(StatusChangeTime::AtLeast(at(10))));
    read(cache, 30, &[deal("a", "closing"), deal("c", "ic")]);
    assert_eq!(stage(cache, "a"), Some(StatusChangeTime::Interval { after: at(20), before: at(30) }));
    assert_eq!(
        stage(cache, "c"),
        Some(StatusChangeTime::Interval { after: at(20), before: at(30) }),
        "new since a whole reading"
    );
    confirm_move(cache, (39, 40), &deal("a", "lost"));
    assert_eq!(stage(cache, "a"), Some(StatusChangeTime::Exact(at(40))));
    // If a sync shows our own move first, the later response corrects its date.
    read(cache, 43, &[deal("a", "screening")]);
    confirm_move(cache, (42, 44), &deal("a", "screening"));
    assert_eq!(stage(cache, "a"), Some(StatusChangeTime::Exact(at(43))));
    // A write that sets the present status changes nothing.
    confirm_move(cache, (45, 46), &deal("a", "screening"));
    assert_eq!(stage(cache, "a"), Some(StatusChangeTime::Exact(at(43))));
    let asked = cache.write_seq().unwrap();
    cache
        .confirm(RecordKind::Deal, "", at(50), &deal("a", "ic"), RecordOrigin::Fetched { request_seq: asked })
        .unwrap();
    assert_eq!(stage(cache, "a"), Some(StatusChangeTime::Interval { after: at(46), before: at(50) }));
    assert_eq!(cache.status_times(["c", "z"].into_iter()).unwrap(), [stage(cache, "c"), None]);
}

#[test]
fn stale_record_fetch_does_not_overwrite_a_confirmed_write() {
    let (_tmp, store) = store();
    let cache = store.cache();
    read(cache, 1, &[deal("a", "ic"), deal("b", "ic")]);
    let asked = cache.write_seq().unwrap();
    let late = |id: &str, asked| {
        let source = RecordOrigin::Fetched { request_seq: asked };
        cache.confirm(RecordKind::Deal, "", at(4), &deal(id, "ic"), source).unwrap()
    };
    confirm_move(cache, (2, 3), &deal("a", "closing"));
    cache.remove(RecordKind::Deal, "b", true, at(3)).unwrap();
    assert_eq!([late("a", asked), late("b", asked)], [UpsertOutcome::Outdated; 2]);
    let cached = cache.get(RecordKind::Deal, "", "a").unwrap().unwrap();
    assert_eq!(cached.body, deal("a", "closing").body);
    assert_eq!(cache.get(RecordKind::Deal, "", "b").unwrap(), None, "it stays deleted");
    let asked = cache.write_seq().unwrap();
    assert_eq!([late("a", asked), late("b", asked)], [UpsertOutcome::Changed, UpsertOutcome::New]);
}

#[test]
fn notifications_keep_their_order_and_first_seen_time() {
    let (_tmp, store) = store();
    let cache = store.cache();
    let item =
        |id: &str, position| ReceivedRecord { id: id.into(), body: "{}".into(), position, status: None };
    let save = |second, page: &[ReceivedRecord]| {
        cache
            .save_page(RecordKind::Notification, "", 1, cache.write_seq().unwrap(), at(second), page)
            .unwrap()
    };
    save(1, &[item("a", 0), item("b", 1)]);
    save(2, &[item("c", 0), item("a", 1), item("b", 2)]);
    let mut all = Vec::new();
    cache
        .for_each(RecordKind::Notification, "", |stored| {
            all.push((stored.id, stored.first_seen));
        })
        .unwrap();
    assert_eq!(all, [("c".into(), Some(at(2))), ("a".into(), Some(at(1))), ("b".into(), Some(at(1)))]);
}

#[test]
fn removing_a_deal_removes_its_notes() {
    let (_tmp, store) = store();
    let cache = store.cache();
    read(cache, 1, &[deal("a", "ic")]);
    let note = ReceivedRecord { id: "n".into(), body: "{}".into(), position: 0, status: None };
    cache.save_page(RecordKind::Note, "a", 1, cache.write_seq().unwrap(), at(1), &[note]).unwrap();
    cache.remove(RecordKind::Deal, "a", true, at(2)).unwrap();
    assert_eq!(cache.get(RecordKind::Note, "a", "n").unwrap(), None);
}

#[test]
fn singles_and_counters_are_replaced() {
    let (_tmp, store) = store();
    let cache = store.cache();
    assert_eq!((cache.single("entity").unwrap(), cache.counter("n").unwrap()), (None, None));
    cache.put_single("entity", "{}", at(1)).unwrap();
    cache.put_single("entity", "{\"id\":1}", at(2)).unwrap();
    assert_eq!(cache.single("entity").unwrap(), Some(("{\"id\":1}".into(), at(2))));
    cache.set_counter("n", 1).unwrap();
    cache.set_counter("n", 2).unwrap();
    assert_eq!(cache.counter("n").unwrap(), Some(2));
}

#[test]
fn data_version_changes_only_for_writes_of_peers() {
    let (tmp, store) = store();
    let before = store.cache().data_version().unwrap();
    read(store.cache(), 1, &[deal("a", "ic")]);
    assert_eq!(store.cache().data_version().unwrap(), before);
    let other = Store::open(&tmp.path().join("p"), at(0)).unwrap();
    read(other.cache(), 1, &[deal("b", "ic")]);
    assert_ne!(store.cache().data_version().unwrap(), before);
}

#[test]
fn damaged_file_is_quarantined_and_recreated() {
    let tmp = tempfile::tempdir().unwrap();
    drop(Store::open(tmp.path(), at(0)).unwrap());
    std::fs::write(tmp.path().join("cache.db"), vec![7_u8; 8192]).unwrap();
    let store = Store::open(tmp.path(), at(77)).unwrap();
    let quarantined = store.quarantined_cache().unwrap();
    assert!(quarantined.ends_with("cache.db.damaged-77"));
    assert_eq!(std::fs::read(quarantined).unwrap(), vec![7_u8; 8192]);
    assert_eq!(read(store.cache(), 1, &[deal("a", "ic")]), [UpsertOutcome::New]);
    drop(store);
    std::fs::write(tmp.path().join("outbox.db"), vec![7_u8; 8192]).unwrap();
    let store = Store::open(tmp.path(), at(78)).unwrap();
    let saved = store.recovered_outbox().unwrap();
    assert_eq!(saved.entries, 0, "there was nothing in it");
    assert_eq!(std::fs::read(&saved.quarantined).unwrap(), vec![7_u8; 8192]);
}

#[test]
fn cache_damaged_in_use_is_checked_and_quarantined() {
    let tmp = tempfile::tempdir().unwrap();
    let store = Store::open(tmp.path(), at(0)).unwrap();
    let page: Vec<ReceivedRecord> = (0..200).map(|n| deal(&format!("deal {n}"), "ic")).collect();
    read(store.cache(), 1, &page);
    store.mark_cache_suspect().unwrap();
    drop(store);
    // A page in the middle is lost; the first pages, which every opening reads, are intact.
    let file = tmp.path().join("cache.db");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 4096].fill(0xff);
    std::fs::write(&file, bytes).unwrap();
    let store = Store::open(tmp.path(), at(9)).unwrap();
    assert!(store.quarantined_cache().is_some());
    drop(store);
    assert!(Store::open(tmp.path(), at(10)).unwrap().quarantined_cache().is_none(), "once");
}

#[cfg(unix)]
#[test]
fn every_file_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let (tmp, store) = store();
    read(store.cache(), 1, &[deal("a", "ic")]);
    let mut seen = Vec::new();
    for entry in std::fs::read_dir(tmp.path().join("p")).unwrap() {
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        let wanted = if entry.file_type().unwrap().is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode, wanted, "{:?}", entry.file_name());
        seen.push(entry.file_name().into_string().unwrap());
    }
    assert!(seen.contains(&"cache.db-wal".to_owned()), "{seen:?}");
}

#[test]
fn newer_cache_version_is_renamed_and_preserved() {
    let tmp = tempfile::tempdir().unwrap();
    drop(Store::open(tmp.path(), at(0)).unwrap());
    let file = tmp.path().join("cache.db");
    rusqlite::Connection::open(&file).unwrap().pragma_update(None, "user_version", 50).unwrap();
    let open = Store::open(tmp.path(), at(1)).unwrap();
    assert!(tmp.path().join("cache.db.newer").exists());
    assert_eq!(open.damaged().unwrap(), [], "nothing is lost");
    let reported = open.damaged_at_open().to_vec();
    assert!(reported.len() == 1 && reported[0].is_newer_version, "{reported:?}");
    assert_eq!(reported[0].path, tmp.path().join("cache.db.newer"));
    drop(open);
    let again = Store::open(tmp.path(), at(2)).unwrap();
    assert_eq!(again.damaged_at_open(), [], "once");
}

//! Tests that page references are invisible to users of the cache. Deals of a first full sync are on disk only once.

use jiff::Timestamp;

use crate::contract::json::id_set::IdSet;
use crate::model::history::status_since::StatusChangeTime;
use crate::store::{
    CachePage, CachedRecord, IncomingRecord, PageGuard, RecordKind, RecordOrigin, Store, UpsertOutcome,
    WriteSeq,
};

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn body(id: &str, status: &str) -> String {
    format!("{{\"id\":\"{id}\", \"status\":\"{status}\",\"x\":0.10}}")
}

/// Stores a page of a full sync.
fn save_page(store: &Store, second: i64, repeats: bool, deals: &[(&str, &str)]) -> Vec<UpsertOutcome> {
    let cache = store.cache();
    let (request_seq, pass) = (cache.write_seq().unwrap(), cache.begin_pass().unwrap());
    let bodies: Vec<String> = deals.iter().map(|(id, status)| body(id, status)).collect();
    let records = deals.iter().zip(&bodies).zip(0..);
    let page = CachePage {
        request_seq,
        received_at: at(second),
        records: records
            .map(|(((id, status), body), position)| IncomingRecord {
                id,
                body,
                position,
                status: Some(status),
            })
            .collect(),
        repeats,
    };
    let mut first = cache.begin_full_sync().unwrap();
    cache.save_pages(RecordKind::Deal, "", pass, &[page], &mut first).unwrap().remove(0)
}

fn rows(store: &Store) -> i64 {
    let db = super::super::lock(&store.cache().writer);
    db.query_row("SELECT count(*) FROM record WHERE kind = 'deal'", [], |row| row.get(0)).unwrap()
}

fn all(store: &Store) -> Vec<CachedRecord> {
    let mut all = Vec::new();
    store.cache().for_each(RecordKind::Deal, "", |stored| all.push(stored)).unwrap();
    all.sort_by(|a, b| a.id.cmp(&b.id));
    all
}

fn store() -> (tempfile::TempDir, Store) {
    let tmp = tempfile::tempdir().unwrap();
    let store = Store::open(tmp.path(), at(0)).unwrap();
    (tmp, store)
}

#[test]
fn first_sync_is_stored_once_and_loads_normally() {
    let (_tmp, store) = store();
    assert_eq!(
        save_page(&store, 1, false, &[("b", "ic"), ("a", "lost")]),
        [UpsertOutcome::New, UpsertOutcome::New]
    );
    assert_eq!(rows(&store), 0);
    assert!(!store.cache().has_no_deals().unwrap());
    let deals = all(&store);
    assert_eq!(deals.len(), 2);
    for (deal, status) in deals.iter().zip(["lost", "ic"]) {
        assert_eq!(deal.body, body(&deal.id, status));
        assert_eq!((deal.fetched_at, deal.status_since), (at(1), Some(StatusChangeTime::AtLeast(at(1)))));
        let alone = store.cache().get(RecordKind::Deal, "", &deal.id).unwrap();
        assert_eq!(alone.as_ref(), Some(deal));
    }
    assert_eq!(store.cache().get(RecordKind::Deal, "", "c").unwrap(), None);
    let mut listed = Vec::new();
    store
        .cache()
        .for_each_listed(RecordKind::Deal, |deal| {
            listed.push((deal.id.to_owned(), deal.status_since));
        })
        .unwrap();
    assert_eq!(listed.len(), 2);
    assert_eq!(
        store.cache().status_times(["a", "z"].into_iter()).unwrap(),
        [Some(StatusChangeTime::AtLeast(at(1))), None]
    );
}

/// A page that owns its records.
struct OwnedPage(Vec<(&'static str, String)>);

impl PageGuard for OwnedPage {
    fn cache_page(&self) -> CachePage<'_> {
        let records = self.0.iter().zip(0..).map(|((id, body), position)| IncomingRecord {
            id,
            body,
            position,
            status: Some("ic"),
        });
        CachePage { request_seq: WriteSeq(0), received_at: at(1), records: records.collect(), repeats: false }
    }
}

#[test]
fn first_sync_stores_pages_until_a_peer_writes() {
    let (_tmp, store) = store();
    let cache = store.cache();
    let mut first = cache.begin_full_sync().unwrap();
    let page = |id: &'static str| OwnedPage(vec![(id, body(id, "ic"))]);
    let mut pages = vec![page("c"), OwnedPage(Vec::new()), page("b"), page("a")];
    cache.save_first_sync(1, &mut first, || pages.pop()).unwrap();
    assert!(pages.is_empty() && first.is_active());
    assert_eq!(rows(&store), 0);
    let ids: Vec<String> = all(&store).into_iter().map(|deal| deal.id).collect();
    assert_eq!(ids, ["a", "b", "c"]);

    let mut none = || -> Option<OwnedPage> { None };
    cache.save_first_sync(1, &mut first, &mut none).unwrap();
    assert!(first.is_active(), "nothing came, and nobody else wrote");
    save_page(&store, 2, false, &[("d", "ic")]);
    let mut asked = 0;
    let next = || {
        asked += 1;
        Some(page("e"))
    };
    cache.save_first_sync(1, &mut first, next).unwrap();
    assert_eq!((asked, first.is_active()), (0, false));
}

#[test]
fn changed_or_deleted_deals_leave_their_stored_page() {
    let (tmp, store) = store();
    save_page(&store, 1, false, &[("a", "ic"), ("b", "ic"), ("c", "ic"), ("d", "ic")]);
    assert_eq!(
        save_page(&store, 2, false, &[("d", "ic"), ("a", "closing"), ("b", "ic"), ("e", "ic")]),
        [UpsertOutcome::Unchanged, UpsertOutcome::Changed, UpsertOutcome::Unchanged, UpsertOutcome::New]
    );
    assert_eq!(rows(&store), 2, "one changed, one is new");
    let page = crate::store::ReceivedRecord {
        id: "b".into(),
        body: body("b", "lost"),
        position: 0,
        status: Some("lost".into()),
    };
    let asked = store.cache().write_seq().unwrap();
    store
        .cache()
        .confirm(RecordKind::Deal, "", at(3), &page, RecordOrigin::Fetched { request_seq: asked })
        .unwrap();
    store.cache().remove(RecordKind::Deal, "c", true, at(4)).unwrap();
    let told = |store: &Store| -> Vec<String> { all(store).into_iter().map(|deal| deal.body).collect() };
    let wanted = [("a", "closing"), ("b", "lost"), ("d", "ic"), ("e", "ic")].map(|(id, s)| body(id, s));
    assert_eq!(told(&store), wanted);
    assert_eq!(store.cache().get(RecordKind::Deal, "", "c").unwrap(), None);
    drop(store);
    let store = Store::open(tmp.path(), at(9)).unwrap();
    assert_eq!(told(&store), wanted, "and after a restart");
    // Two consistent passes lack d, and a third contains it again.
    let seen: IdSet = ["a", "b", "e"].into_iter().collect();
    for second in [10, 11] {
        let since = store.cache().write_seq().unwrap();
        let span = (at(second), at(second));
        store.cache().sweep(RecordKind::Deal, "", &seen, since, span).unwrap();
    }
    assert_eq!(told(&store).len(), 3);
    assert_eq!(save_page(&store, 12, false, &[("d", "ic")]), [UpsertOutcome::New]);
    assert_eq!(told(&store), wanted);
}

#[test]
fn deal_repeated_or_written_by_a_peer_counts_once() {
    let (tmp, store) = store();
    save_page(&store, 1, false, &[("a", "ic"), ("b", "ic")]);
    assert_eq!(
        save_page(&store, 2, true, &[("b", "closing"), ("c", "ic")]),
        [UpsertOutcome::Changed, UpsertOutcome::New]
    );
    assert_eq!(all(&store).len(), 3);
    // Two processes begin a first full sync at once.
    let dir = tmp.path().join("two");
    let (one, two) = (Store::open(&dir, at(0)).unwrap(), Store::open(&dir, at(0)).unwrap());
    let mut late = two.cache().begin_full_sync().unwrap();
    save_page(&one, 1, false, &[("a", "ic")]);
    let text = body("a", "ic");
    let page = CachePage {
        request_seq: two.cache().write_seq().unwrap(),
        received_at: at(2),
        records: vec![IncomingRecord { id: "a", body: &text, position: 0, status: Some("ic") }],
        repeats: false,
    };
    let outcomes = two.cache().save_pages(RecordKind::Deal, "", 1, &[page], &mut late).unwrap();
    assert_eq!(outcomes, [[UpsertOutcome::Unchanged]]);
    assert!(!late.is_active());
    assert_eq!((all(&one), all(&two).len()), (all(&two), 1));
}

#[test]
fn pruning_history_first_gives_every_deal_its_row() {
    let (tmp, store) = store();
    save_page(&store, 1, false, &[("a", "ic"), ("b", "ic")]);
    save_page(&store, 2, false, &[("a", "lost"), ("b", "ic")]);
    let other = Store::open(tmp.path(), at(3)).unwrap();
    let before = all(&other);
    store.prune_history(at(5), at(6)).unwrap();
    assert_eq!(rows(&store), 2);
    assert_eq!((all(&store), all(&other)), (before.clone(), before));
}

#[test]
fn cache_without_its_history_is_marked_incomplete() {
    let (tmp, store) = store();
    save_page(&store, 1, false, &[("a", "ic"), ("b", "ic")]);
    save_page(&store, 2, false, &[("a", "lost"), ("b", "ic")]);
    store.cache().set_counter(crate::store::DEALS_COMPLETE, 7).unwrap();
    let revision = store.cache().revision().unwrap();
    drop(store);
    for name in ["history.db", "history.db-wal", "history.db-shm"] {
        let _may_be_missing = std::fs::remove_file(tmp.path().join(name));
    }
    let store = Store::open(tmp.path(), at(3)).unwrap();
    let ids: Vec<String> = all(&store).into_iter().map(|deal| deal.id).collect();
    assert_eq!(ids, ["a"], "what had a row of its own");
    let cache = store.cache();
    assert_eq!(cache.counter(crate::store::DEALS_COMPLETE).unwrap(), None);
    assert_eq!(cache.touched_since(revision).unwrap(), None, "no copy stands for it");
    assert_eq!(
        save_page(&store, 4, false, &[("a", "lost"), ("b", "ic")]),
        [UpsertOutcome::Unchanged, UpsertOutcome::New]
    );
}

#[test]
fn without_the_cache_everything_is_there_from_the_history() {
    let (tmp, store) = store();
    save_page(&store, 1, false, &[("a", "ic"), ("b", "ic")]);
    save_page(&store, 2, false, &[("a", "lost"), ("b", "ic")]);
    let bodies = |store: &Store| -> Vec<Option<StatusChangeTime>> {
        all(store).iter().map(|deal| deal.status_since).collect()
    };
    let before = bodies(&store);
    drop(store);
    for name in ["cache.db", "cache.db-wal", "cache.db-shm"] {
        let _may_be_missing = std::fs::remove_file(tmp.path().join(name));
    }
    let store = Store::open(tmp.path(), at(3)).unwrap();
    assert_eq!(bodies(&store), before);
    assert_eq!(save_page(&store, 4, false, &[("a", "lost"), ("b", "ic")])[1], UpsertOutcome::Unchanged);
}

#[test]
fn cache_access_does_not_wait_for_a_full_sync() {
    let (_tmp, store) = store();
    let cache = store.cache();
    let (since, pass) = (cache.write_seq().unwrap(), cache.begin_pass().unwrap());
    let mut first = cache.begin_full_sync().unwrap();
    let mut save = |ids: &[&str]| {
        let bodies: Vec<String> = ids.iter().map(|id| body(id, "ic")).collect();
        let records = ids.iter().zip(&bodies).zip(0..);
        let page = CachePage {
            request_seq: since,
            received_at: at(1),
            records: records
                .map(|((id, body), position)| IncomingRecord { id, body, position, status: Some("ic") })
                .collect(),
            repeats: false,
        };
        let outcomes = cache.save_pages(RecordKind::Deal, "", pass, &[page], &mut first);
        assert_eq!(outcomes.unwrap(), [vec![UpsertOutcome::New; ids.len()]]);
    };
    save(&["a", "b"]);
    // The user opens a deal, and the response to a write of another deal arrives.
    assert!(cache.get(RecordKind::Deal, "", "a").unwrap().is_some());
    save(&["c", "d"]);
    let response = crate::store::ReceivedRecord {
        id: "b".into(),
        body: body("b", "lost"),
        position: 0,
        status: Some("lost".into()),
    };
    let asked = cache.write_seq().unwrap();
    cache
        .confirm(RecordKind::Deal, "", at(2), &response, RecordOrigin::Fetched { request_seq: asked })
        .unwrap();
    save(&["e"]);
    // After a sync that was not ended, sweeping, pruning and reading still work.
    let seen: IdSet = ["a", "b", "c", "d", "e"].into_iter().collect();
    let swept = cache.sweep(RecordKind::Deal, "", &seen, since, (at(1), at(3))).unwrap();
    assert!(swept.deleted.is_empty() && swept.missing.is_empty());
    cache.end_full_sync().unwrap();
    let told: Vec<String> = all(&store).into_iter().map(|deal| deal.body).collect();
    let wanted = [("a", "ic"), ("b", "lost"), ("c", "ic"), ("d", "ic"), ("e", "ic")];
    assert_eq!(told, wanted.map(|(id, status)| body(id, status)));
}

#[test]
fn bodies_are_found_in_pages_and_in_rows() {
    let (_tmp, store) = store();
    save_page(&store, 1, false, &[("b", "ic"), ("a", "lost"), ("c", "ic")]);
    save_page(&store, 2, false, &[("a", "ic"), ("d", "ic")]);
    let asked = ["d", "nobody", "a", "c", "b"];
    let mut found = vec![None; asked.len()];
    store
        .cache()
        .for_each_body(RecordKind::Deal, &asked, |nth, body| {
            found[nth] = Some(body.to_owned());
        })
        .unwrap();
    let one = |id: &str| store.cache().get(RecordKind::Deal, "", id).unwrap().map(|deal| deal.body);
    assert_eq!(found, asked.map(one));
    assert_eq!(found.iter().flatten().count(), 4);
}

#[test]
fn first_sync_stores_every_possible_server_id() {
    let (tmp, store) = store();
    // The entries before and after an unusual id are found too.
    let given = [
        ("first", r#"{"id":"first"}"#),
        ("a\u{e9}", r#"{"id":"a\u00e9"}"#),
        ("a\"b", r#"{"id":"a\"b"}"#),
        ("a\nb", r#"{"id":"a\nb"}"#),
        ("", r#"{"id":""}"#),
        ("listed", r#"{"id":"other"}"#),
        ("last", r#"{"id":"last"}"#),
    ];
    let cache = store.cache();
    let (asked, pass) = (cache.write_seq().unwrap(), cache.begin_pass().unwrap());
    let records = given.iter().zip(0..).map(|((id, body), position)| IncomingRecord {
        id,
        body,
        position,
        status: None,
    });
    let page =
        CachePage { request_seq: asked, received_at: at(1), records: records.collect(), repeats: false };
    let mut first = cache.begin_full_sync().unwrap();
    cache.save_pages(RecordKind::Deal, "", pass, &[page], &mut first).unwrap();
    let check = |store: &Store| {
        let cache = store.cache();
        let mut stored_deals = Vec::new();
        cache.for_each(RecordKind::Deal, "", |stored| stored_deals.push(stored)).unwrap();
        stored_deals.sort_by_key(|stored| stored.position);
        let told: Vec<(&str, &str)> = stored_deals.iter().map(|deal| (&*deal.id, &*deal.body)).collect();
        assert_eq!(told, given);
        let mut places = Vec::new();
        cache.for_each_position(|id, position, _| places.push((position, id.to_owned()))).unwrap();
        places.sort();
        let ids = given.iter().zip(0..).map(|((id, _), position)| (position, (*id).to_owned()));
        assert_eq!(places, ids.collect::<Vec<_>>());
        for (id, body) in given {
            let one = cache.get(RecordKind::Deal, "", id).unwrap().map(|deal| deal.body);
            assert_eq!(one.as_deref(), Some(body), "{id:?}");
        }
    };
    check(&store);
    drop(store);
    check(&Store::open(tmp.path(), at(2)).unwrap());
}

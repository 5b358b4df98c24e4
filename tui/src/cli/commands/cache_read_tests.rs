use encours_core::contract::json::id_set::IdSet;
use encours_core::engine::store_order;
use encours_core::store::ReceivedRecord;
use encours_core::text::Messages;

use super::*;

#[test]
fn batched_deals_equal_deals_loaded_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let at: Timestamp = "2026-03-04T05:06:00Z".parse().unwrap();
    let store = Store::open(dir.path(), at).unwrap();
    let cache = store.cache();
    let page: Vec<ReceivedRecord> = (0..7)
        .map(|position| ReceivedRecord {
            id: format!("d{position}"),
            body: format!("{{\"id\":\"d{position}\",\"status\":\"ic\"}}"),
            position,
            status: Some("ic".into()),
        })
        .collect();
    let (pass, since) = (cache.begin_pass().unwrap(), cache.write_seq().unwrap());
    cache.save_page(RecordKind::Deal, "", pass, since, at, &page).unwrap();
    store_order(cache, vec!["d5".to_owned(), "d2".to_owned()], false, at).unwrap();
    let write = |operation, record: &str, body: &str, number| encours_core::store::NewOutboxEntry {
        operation,
        record: record.into(),
        body: body.into(),
        key: uuid::Uuid::from_u128(number).into(),
        base: "{}".into(),
        label: String::new(),
        created_at: at,
        not_before: at,
        scheduled: false,
    };
    let rows = [
        write(OperationId::DealsCreate, "new-1", r#"{"name":"Neuf"}"#, 1),
        write(OperationId::DealsUpdate, "d3", r#"{"status":"lost"}"#, 2),
        write(OperationId::DealsDelete, "d6", "", 3),
        write(OperationId::DealsUpdate, "new-1", r#"{"status":"ic"}"#, 4),
    ];
    store.outbox().enqueue(&rows).unwrap();
    let all = CachedRecords::load_from(&store, RecordKind::Deal, "").unwrap();
    for at_once in [1, 3, 100] {
        let mut some = Vec::new();
        let mut cached = |wanted: &DealSelection<'_>| {
            some.clear();
            let cached = stream::for_each_batch(&store, at_once, wanted, |batch| {
                some.extend(batch);
                Ok::<_, Error>(())
            })
            .unwrap();
            // Pending writes are counted over all deals, not only over the window.
            assert_eq!((cached.synced_count, cached.pending.waiting), (7, 4));
            some.clone()
        };
        assert_eq!(cached(&DealSelection::all()), all.records);
        for (offset, limit) in [(0, 0), (0, 1), (2, 3), (5, 2), (6, 9), (7, 1)] {
            let window = cached(&DealSelection::window(offset, Some(limit)));
            let same: Vec<_> = all.records.iter().skip(offset).take(limit).cloned().collect();
            assert_eq!(window, same, "{offset} {limit}");
        }
        let odd = |id: &str| ["d1", "d3", "d6", "new-1"].contains(&id);
        let mut of = |offset, limit| -> Vec<String> {
            let deals = cached(&DealSelection::window(offset, limit).filtered(&odd));
            deals.iter().map(|deal| deal.text("id").unwrap().into_owned()).collect()
        };
        assert_eq!(of(0, None), ["d1", "d3", "new-1"]);
        assert_eq!(of(1, Some(1)), ["d3"]);
    }
    let told: Vec<&str> = all.records.iter().map(Record::as_str).collect();
    assert!(told[0].contains("d5") && told[1].contains("d2"), "{told:?}");
    assert!(told[4].contains("lost") && told[6].contains("Neuf"), "{told:?}");
    assert_eq!(told.len(), 7);
}

#[test]
fn cached_deals_follow_the_last_order_and_show_extent() {
    let dir = tempfile::tempdir().unwrap();
    let at: Timestamp = "2026-03-04T05:06:00Z".parse().unwrap();
    let store = Store::open(dir.path(), at).unwrap();
    let cache = store.cache();
    let told = || {
        let cached = CachedRecords::load_from(&store, RecordKind::Deal, "").unwrap();
        let ids: String = cached.records.iter().map(|r| r.text("id").unwrap().into_owned()).collect();
        let (key, args) = cached.extent(Lang::En, &TimeZone::UTC);
        (ids, Messages::new(Lang::En).with(key, &args))
    };
    assert_eq!(told(), (String::new(), "Nothing loaded on this device yet.".into()));
    let read = |ids: [&str; 3]| {
        let page: Vec<ReceivedRecord> = (0..)
            .zip(ids)
            .map(|(position, id)| ReceivedRecord {
                id: id.into(),
                body: format!("{{\"id\":\"{id}\"}}"),
                position,
                status: None,
            })
            .collect();
        let (pass, since) = (cache.begin_pass().unwrap(), cache.write_seq().unwrap());
        cache.save_page(RecordKind::Deal, "", pass, since, at, &page).unwrap();
        store_order(cache, ids.map(str::to_owned).into(), true, at).unwrap();
        since
    };
    read(["a", "b", "c"]);
    let since = read(["c", "a", "b"]);
    let (ids, extent) = told();
    assert_eq!(ids, "cab");
    store_order(cache, vec!["b".to_owned()], false, at).unwrap();
    assert_eq!(told().0, "bca");
    assert!(extent.contains("3 ") && extent.contains("04/03/2026 at 05:06"), "{extent}");
    let seen: IdSet = ["a", "b", "c"].into_iter().collect();
    cache.sweep(RecordKind::Deal, "", &seen, since, (at, at)).unwrap();
    assert!(told().1.contains("full list"), "{}", told().1);
}

#[test]
fn deal_date_is_the_last_sync_that_contained_it() {
    let dir = tempfile::tempdir().unwrap();
    let at: Timestamp = "2026-03-04T05:06:00Z".parse().unwrap();
    let later = at.checked_add(jiff::SignedDuration::from_hours(1)).unwrap();
    let store = Store::open(dir.path(), at).unwrap();
    let cache = store.cache();
    let deal = |id: &str, position| ReceivedRecord {
        id: id.to_owned(),
        body: format!("{{\"id\":\"{id}\",\"status\":\"ic\"}}"),
        position,
        status: Some("ic".into()),
    };
    let read = |at: Timestamp, page: &[ReceivedRecord]| {
        let (pass, since) = (cache.begin_pass().unwrap(), cache.write_seq().unwrap());
        cache.save_page(RecordKind::Deal, "", pass, since, at, page).unwrap();
        let seen: IdSet = page.iter().map(|deal| deal.id.as_str()).collect();
        cache.sweep(RecordKind::Deal, "", &seen, since, (at, at)).unwrap();
    };
    read(at, &[deal("a", 0), deal("b", 1)]);
    read(later, &[deal("a", 0)]);
    let of = |id: &str| {
        let cached = cache.get(RecordKind::Deal, "", id).unwrap().unwrap();
        confirmed_at(&store, RecordKind::Deal, &cached).unwrap()
    };
    assert_eq!((of("a"), of("b")), (later, at));
}

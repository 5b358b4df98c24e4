use jiff::Timestamp;

use super::*;
use crate::contract::paging::deal_page::Need;
use crate::contract::paging::page::PageHeaders;
use crate::store::Stored;

/// The smallest transaction is a single page.
const STEP_BY_STEP: Room = Room {
    batch: 1,
    waiting: 1 << 20,
    poured: Some(1),
};

fn page(deals: &[(&str, u32)]) -> Listing {
    let deals: Vec<String> = deals
        .iter()
        .map(|(id, body)| format!("{{\"id\":\"{id}\",\"status\":\"ic\",\"x\":{body}}}"))
        .collect();
    Listing::parse(
        format!("[{}]", deals.join(",")),
        PageHeaders::default(),
        Need::Bodies,
    )
    .unwrap()
}

/// Returns the stored deals and reported changes after a first sync of `pages`. With `by_another`, another process
/// stores a deal after the first page.
async fn kept(
    room: Room,
    pages: &[(&[(&str, u32)], bool)],
    by_another: bool,
) -> (Vec<Stored>, Vec<String>, usize) {
    let tmp = tempfile::tempdir().unwrap();
    let at = Timestamp::from_second(1).unwrap();
    let store = Arc::new(Store::open(tmp.path(), at).unwrap());
    let cache = store.cache();
    let first = cache.begin_reading().unwrap();
    let pass = cache.begin_pass().unwrap();
    let mut keeper = Keeper::start(&store, pass, first, 3, room);
    let mut offset = 0;
    for (number, (deals, again)) in pages.iter().enumerate() {
        let came = Came {
            asked: cache.change().unwrap(),
            at,
            offset,
            page: page(deals),
            again: *again,
        };
        offset += deals.len() as u64;
        keeper.put(came).await.unwrap();
        if by_another && number == 0 {
            // Wait until the page is on disk.
            while cache.has_no_deals().unwrap() {
                tokio::task::yield_now().await;
            }
            let other = crate::store::Received {
                id: "other".into(),
                body: "{\"id\":\"other\",\"status\":\"lost\"}".into(),
                position: 0,
                status: Some("lost".into()),
            };
            let asked = cache.change().unwrap();
            let source = crate::store::Source::Read { asked };
            cache.confirm(Kind::Deal, "", at, &other, source).unwrap();
        }
    }
    let written = keeper.end().await.unwrap();
    let mut all = Vec::new();
    cache.each(Kind::Deal, "", |stored| all.push(stored)).unwrap();
    all.sort_by(|a, b| a.id.cmp(&b.id));
    (all, written.changed, written.count)
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_written_as_they_come_are_kept_as_those_that_wait_for_each_other() {
    let pages: &[(&[(&str, u32)], bool)] = &[
        (&[("a", 1), ("b", 1)], false),
        (&[], false),
        (&[("c", 1)], false),
        (&[("b", 2), ("d", 1)], true),
        (&[("e", 1), ("f", 1)], false),
    ];
    for by_another in [false, true] {
        let one_by_one = kept(STEP_BY_STEP, pages, by_another).await;
        let ids: Vec<&str> = one_by_one.0.iter().map(|deal| &*deal.id).collect();
        let others: &[&str] = if by_another { &["other"] } else { &[] };
        assert_eq!(ids, [&["a", "b", "c", "d", "e", "f"], others].concat());
        assert!(one_by_one.0[1].body.ends_with("\"x\":2}"), "the later body wins");
        assert_eq!(
            (one_by_one.1.len(), one_by_one.2),
            (4, 7),
            "up to one more are named"
        );
        for poured in [Room::ALONE, Room::BESIDE_A_TABLE] {
            // With another writer, both limits wait for the first page, which takes a second.
            assert_eq!(kept(poured, pages, by_another).await, one_by_one);
        }
    }
}

use jiff::Timestamp;

use super::*;
use crate::contract::paging::deal_page::DealParts;
use crate::contract::paging::page::PageHeaders;
use crate::store::CachedRecord;

/// The smallest transaction is a single page.
const PAGE_BY_PAGE: WriteBudget = WriteBudget { batch: 1, waiting: 1 << 20, streaming: Some(1) };

fn page(deals: &[(&str, u32)]) -> DealPage {
    let deals: Vec<String> = deals
        .iter()
        .map(|(id, body)| format!("{{\"id\":\"{id}\",\"status\":\"ic\",\"x\":{body}}}"))
        .collect();
    DealPage::parse(format!("[{}]", deals.join(",")), PageHeaders::default(), DealParts::Bodies).unwrap()
}

/// Returns the stored deals and reported changes after a first sync of `pages`. With `by_another`, another process
/// stores a deal after the first page.
async fn write_pages(
    budget: WriteBudget,
    pages: &[(&[(&str, u32)], bool)],
    by_another: bool,
) -> (Vec<CachedRecord>, Vec<String>, usize) {
    let tmp = tempfile::tempdir().unwrap();
    let at = Timestamp::from_second(1).unwrap();
    let store = Arc::new(Store::open(tmp.path(), at).unwrap());
    let cache = store.cache();
    let first = cache.begin_full_sync().unwrap();
    let pass = cache.begin_pass().unwrap();
    let mut keeper = PageWriter::start(&store, pass, first, 3, budget);
    let mut offset = 0;
    for (number, (deals, again)) in pages.iter().enumerate() {
        let fetched = FetchedPage {
            request_seq: cache.write_seq().unwrap(),
            received_at: at,
            offset,
            page: page(deals),
            repeats: *again,
        };
        offset += deals.len() as u64;
        keeper.queue(fetched).await.unwrap();
        if by_another && number == 0 {
            // Wait until the page is on disk.
            while cache.has_no_deals().unwrap() {
                tokio::task::yield_now().await;
            }
            let other = crate::store::ReceivedRecord {
                id: "other".into(),
                body: "{\"id\":\"other\",\"status\":\"lost\"}".into(),
                position: 0,
                status: Some("lost".into()),
            };
            let request_seq = cache.write_seq().unwrap();
            let source = crate::store::RecordOrigin::Fetched { request_seq };
            cache.confirm(RecordKind::Deal, "", at, &other, source).unwrap();
        }
    }
    let written = keeper.finish().await.unwrap();
    let mut all = Vec::new();
    cache.for_each(RecordKind::Deal, "", |stored| all.push(stored)).unwrap();
    all.sort_by(|a, b| a.id.cmp(&b.id));
    (all, written.changed, written.count)
}

#[tokio::test(flavor = "multi_thread")]
async fn batched_pages_are_stored_like_single_pages() {
    let pages: &[(&[(&str, u32)], bool)] = &[
        (&[("a", 1), ("b", 1)], false),
        (&[], false),
        (&[("c", 1)], false),
        (&[("b", 2), ("d", 1)], true),
        (&[("e", 1), ("f", 1)], false),
    ];
    for by_another in [false, true] {
        let one_by_one = write_pages(PAGE_BY_PAGE, pages, by_another).await;
        let ids: Vec<&str> = one_by_one.0.iter().map(|deal| &*deal.id).collect();
        let others: &[&str] = if by_another { &["other"] } else { &[] };
        assert_eq!(ids, [&["a", "b", "c", "d", "e", "f"], others].concat());
        assert!(one_by_one.0[1].body.ends_with("\"x\":2}"), "the later body wins");
        assert_eq!((one_by_one.1.len(), one_by_one.2), (4, 7), "up to one more are named");
        for poured in [WriteBudget::WITHOUT_TABLE, WriteBudget::WITH_TABLE] {
            // With another writer, both limits wait for the first page, which takes a second.
            assert_eq!(write_pages(poured, pages, by_another).await, one_by_one);
        }
    }
}

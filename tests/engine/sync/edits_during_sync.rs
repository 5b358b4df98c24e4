//! Local creations and deletions during a full sync: the reported coverage stays correct.

use std::time::Duration;

use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::model::effect::Effect;
use encours_core::model::snapshot::Snapshot;

use crate::harness::blocking_proxy::BlockingProxy;
use crate::harness::test_harness::{TestHarness, fields, start_engine, submit, wait, wait_until_drained};

/// The page size that distinguishes a full sync from a count request.
const PAGE: u64 = 300;

#[test]
fn deals_changed_during_a_sync_are_counted_once() {
    let harness = TestHarness::fast(24);
    let page = format!("limit={PAGE}");
    let proxy = BlockingProxy::in_front_of(harness.base_url(), move |request| request.contains(&page));
    let mut settings = harness.settings_at(&proxy.proxy.base_url);
    settings.page_size = PAGE;
    let engine = start_engine(settings);
    let is_synced = |s: &Snapshot| s.coverage.complete_at.is_some() && !s.coverage.syncing;
    let mut last = wait(&engine, "the first reading", is_synced);
    let create = |name: &str| Effect::Create { fields: fields("name", name), label: name.into() };
    let id = DealId::new(last.deals.by_age().next().unwrap().id).unwrap();
    let delete =
        Effect::Delete { deal: id, base: Fields::new(), label: "a deal".into(), undo_delay: Duration::ZERO };
    for (effect, deals) in [(create("one"), 25), (delete, 24), (create("two"), 25)] {
        proxy.block();
        let first = last.coverage.complete_at;
        submit(&engine, vec![Effect::Refresh]);
        proxy.wait_until_blocking();
        // The service has answered, but the response is delayed: this change happens between the two.
        submit(&engine, vec![effect]);
        wait_until_drained(&engine);
        proxy.unblock();
        last = wait(&engine, "the reading", |s| is_synced(s) && s.coverage.complete_at > first);
        assert_eq!(last.deals.len() as u64, deals);
        assert_eq!((last.coverage.fetched, last.coverage.total), (deals, Some(deals)), "{:?}", last.coverage);
    }
}

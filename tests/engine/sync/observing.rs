//! The engine's observations over time, which survive the loss of the cache.
//!
//! They record the time and author of changes, news since the last visit, and missing deals.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use encours_core::contract::ids::DealId;
use encours_core::dataset::query_row::FilterRow;
use encours_core::engine::{self, Engine, EngineClock, Settings};
use encours_core::model::as_of::AsOf;
use encours_core::model::effect::{Effect, Visibility};
use encours_core::model::fetched::RouteRequest;
use encours_core::model::flow::{FlowRequest, GroupBy};
use encours_core::model::history::history_entry::{Certainty, EntryKind, HistoryEntry};
use encours_core::model::history::journal_entry::WriteOutcome;
use encours_core::model::snapshot::Snapshot;
use encours_core::query::time_test::ReferenceTime;
use encours_core::query::{AgeClock, Query};
use encours_core::store::Store;
use encours_core::vocabulary::{StatusOrder, StatusRole, status_role};
use encours_sandbox::{Config, Fault, FaultKind, SpecGaps};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::harness::test_harness::{
    LONG, TestHarness, applied_count, ids_with_status, move_effect, request_path, shown_status, start_engine,
    submit, wait, wait_until_drained,
};

/// A clock set by a test.
#[derive(Clone)]
struct TestClock(Arc<AtomicI64>);

impl TestClock {
    fn new() -> Self {
        Self(Arc::new(AtomicI64::new(Timestamp::now().as_second())))
    }

    fn clock(&self) -> EngineClock {
        let seconds = self.0.clone();
        Arc::new(move || Timestamp::from_second(seconds.load(Ordering::SeqCst)).unwrap())
    }

    fn now(&self) -> Timestamp {
        (self.clock())()
    }

    fn advance(&self, seconds: i64) -> Timestamp {
        self.0.fetch_add(seconds, Ordering::SeqCst);
        self.now()
    }
}

fn synced_engine(harness: &TestHarness, clock: &TestClock) -> Engine {
    let engine = start_engine(Settings { clock: clock.clock(), ..harness.settings() });
    wait(&engine, "the first reading", is_synced);
    engine
}

fn is_synced(s: &Snapshot) -> bool {
    s.coverage.complete_at.is_some() && !s.coverage.syncing
}

/// Runs another full sync at a later time.
fn sync_again(engine: &Engine, clock: &TestClock) -> Arc<Snapshot> {
    let before = engine.snapshot().coverage.complete_at;
    clock.advance(60);
    submit(engine, vec![Effect::Refresh]);
    wait(engine, "another reading", |s| is_synced(s) && s.coverage.complete_at > before)
}

fn entries_of<'a>(s: &'a Snapshot, deal: &str) -> Vec<&'a HistoryEntry> {
    s.history.changes_since_visit.iter().filter(|entry| entry.deal == deal).collect()
}

#[test]
fn past_shows_the_deals_known_then_until_the_return() {
    let (harness, clock) = (TestHarness::new(24), TestClock::new());
    let engine = synced_engine(&harness, &clock);
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    let before = clock.now();
    clock.advance(60);
    harness.move_by_another(&ids[0], "lost");
    let (deleted, key) = (DealId::new(&ids[1]).unwrap(), "delete-1".parse().unwrap());
    harness.with_other_client(async |client| client.delete_deal(&deleted, &key).await).unwrap();
    sync_again(&engine, &clock);
    let now = sync_again(&engine, &clock);
    assert_eq!(now.deals.len(), 23);
    assert_eq!(shown_status(&now, &ids[0]).as_deref(), Some("lost"));
    submit(&engine, vec![Effect::ShowAsOf(Some(AsOf { at: before, until: None }))]);
    let past = wait(&engine, "the past", |s| s.as_of.is_some() && s.history.change_count == 2);
    assert_eq!(past.deals.len(), 24);
    assert_eq!(shown_status(&past, &ids[0]).as_deref(), Some("sourcing"));
    assert_eq!(past.coverage.complete_at, Some(before));
    let sourced = past.status_totals.get("sourcing").copied();
    assert_eq!(sourced, Some(ids.len() as u64));
    let moved = DealId::new(&ids[0]).unwrap();
    submit(&engine, vec![Effect::LoadDeal(moved.clone())]);
    let past = wait(&engine, "the deal as then", |s| {
        s.details.get(&moved).is_some_and(|detail| detail.deal.value.is_some())
    });
    assert_eq!(past.details[&moved].deal.value.as_ref().unwrap().status(), Some("sourcing"));
    // A later sync changes the present only.
    harness.move_by_another(&ids[2], "lost");
    clock.advance(60);
    submit(&engine, vec![Effect::Refresh, Effect::ShowAsOf(None)]);
    let now = wait(&engine, "the present", |s| shown_status(s, &ids[2]).as_deref() == Some("lost"));
    assert_eq!((now.as_of, now.deals.len()), (None, 23));
}

#[test]
fn change_records_its_time_and_author() {
    let (harness, clock) = (TestHarness::new(24), TestClock::new());
    let engine = synced_engine(&harness, &clock);
    assert_eq!(engine.snapshot().history.visit, None, "a first visit has nothing before it");
    let first_reading = clock.now();
    let ended = submit(&engine, vec![Effect::EndVisit]);
    assert_eq!(ended.history.visit.map(|visit| visit.at), Some(first_reading));
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    harness.move_by_another(&ids[0], "lost");
    let after = sync_again(&engine, &clock);
    let theirs = entries_of(&after, &ids[0]);
    // Undoing "mark as seen" shows the changes again.
    let after_visit = submit(&engine, vec![Effect::EndVisit]);
    assert!(entries_of(&after_visit, &ids[0]).is_empty());
    let resumed = submit(&engine, vec![Effect::ResumeVisit(after.history.visit)]);
    assert_eq!(
        (entries_of(&resumed, &ids[0]), resumed.history.visit),
        (entries_of(&after, &ids[0]), after.history.visit)
    );
    // The service dates the status itself.
    assert_eq!((theirs.len(), theirs[1].is_stamp()), (2, true), "{theirs:?}");
    assert!(theirs[0].is_change_of("status") && !theirs[0].is_ours);
    assert_eq!(theirs[0].certainty(), Certainty::Interval);
    assert_eq!((theirs[0].not_before, theirs[0].at), (Some(first_reading), clock.now()));

    let moved_at = clock.advance(30);
    submit(&engine, vec![move_effect(&ids[1], "sourcing", "ic", Duration::ZERO)]);
    let moved = wait(&engine, "our move", |s| applied_count(s) == 1);
    let ours = entries_of(&moved, &ids[1]);
    assert_eq!(ours.len(), 2, "{ours:?}");
    for entry in ours {
        assert_eq!((entry.is_ours, entry.at), (true, moved_at), "{entry:?}");
        assert_eq!(entry.certainty(), Certainty::Exact);
    }

    let id = DealId::new(&ids[1]).unwrap();
    submit(&engine, vec![Effect::LoadDeal(id.clone())]);
    let opened =
        wait(&engine, "the deal", |s| s.details.get(&id).is_some_and(|detail| detail.history.len() == 3));
    assert!(matches!(opened.details[&id].history[0].kind, EntryKind::FirstSeen { .. }));

    // Changes that were not viewed are still new at the next visit, with the date of the earlier one.
    engine.close(Duration::ZERO);
    let engine = synced_engine(&harness, &clock);
    let s = engine.snapshot();
    assert_eq!(entries_of(&s, &ids[0]).len(), 2, "{:?}", s.history.changes_since_visit);
    assert_eq!(s.history.visit.map(|visit| visit.at), Some(first_reading));

    // Viewed changes are done, and the next visit begins where this one ended.
    submit(&engine, vec![Effect::ViewChanges]);
    engine.close(Duration::ZERO);
    harness.move_by_another(&ids[2], "lost");
    clock.advance(3_600);
    let engine = synced_engine(&harness, &clock);
    let s = wait(&engine, "what changed meanwhile", |s| !s.history.changes_since_visit.is_empty());
    assert!(
        s.history.changes_since_visit.iter().all(|entry| entry.deal == ids[2]),
        "{:?}",
        s.history.changes_since_visit
    );
    assert_eq!(s.history.first_observed_at, Some(first_reading));
}

#[test]
fn the_history_outlives_the_cache() {
    let (mut harness, clock) = (TestHarness::new(24), TestClock::new());
    let engine = synced_engine(&harness, &clock);
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    clock.advance(60);
    submit(&engine, vec![move_effect(&id, "sourcing", "ic", Duration::ZERO)]);
    let before = wait(&engine, "our move", |s| applied_count(s) == 1);
    engine.close(Duration::ZERO);
    for name in ["cache.db", "cache.db-wal", "cache.db-shm"] {
        let _may_be_missing = std::fs::remove_file(harness.profile().join(name));
    }
    harness.stop_server();
    clock.advance(60);
    let engine = start_engine(Settings { clock: clock.clock(), ..harness.settings() });
    let after = wait(&engine, "the deals without cache or service", |s| s.deals.len() == 24);
    for row in before.deals.by_age() {
        let restored = after.deals.row(after.deals.find(row.id).unwrap()).unwrap();
        let (mut restored, mut row) = (restored.to_data(), row.to_data());
        if row.id == id {
            // The time of a local move is only provisional until the next full sync.
            (restored.since, row.since) = (None, None);
        }
        assert_eq!(restored, row);
    }
}

#[test]
fn deal_missing_from_one_pass_is_not_deleted() {
    let (harness, clock) = (TestHarness::new(24), TestClock::new());
    let engine = synced_engine(&harness, &clock);
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    let delete = |id: &str| {
        let id = DealId::new(id).unwrap();
        let key = format!("other-{}", id.as_str()).parse().unwrap();
        harness.with_other_client(async |client| client.delete_deal(&id, &key).await).unwrap();
    };
    // The service confirms at once that the deal is gone.
    delete(&ids[0]);
    let after = sync_again(&engine, &clock);
    assert_eq!((shown_status(&after, &ids[0]), after.history.missing_since.len()), (None, 0));
    // The service cannot confirm: the deal stays until a second consistent pass misses it too.
    harness.sandbox().faults().add(Fault::new(FaultKind::Status(500)).on("deals_get"));
    delete(&ids[1]);
    let after_failed_check = sync_again(&engine, &clock);
    assert!(shown_status(&after_failed_check, &ids[1]).is_some());
    assert!(after_failed_check.history.missing_since.contains_key(&ids[1]));
    let after_second_pass = sync_again(&engine, &clock);
    assert_eq!(
        (shown_status(&after_second_pass, &ids[1]), after_second_pass.history.missing_since.len()),
        (None, 0)
    );
}

#[test]
fn deals_in_an_unknown_status_are_counted_then_named() {
    let open = SpecGaps { accept_unknown_codes: true, ..SpecGaps::default() };
    let harness = TestHarness::with_config(Config { deals: 24, spec_gaps: open, ..Config::default() });
    let engine = start_engine(Settings {
        count_interval: Duration::from_millis(50),
        // Counts continue, but no full sync starts by itself.
        sync_interval: LONG,
        budget: 100_000,
        ..harness.settings()
    });
    let first = wait(&engine, "the first reading", is_synced);
    let ids = ids_with_status(&first, "sourcing");
    // Only counts run, so the new status must be found through single-record pages.
    for id in ids.iter().take(3) {
        harness.move_by_another(id, "signed_elsewhere");
    }
    let named = wait(&engine, "the new status", |s| {
        s.status_totals.get("signed_elsewhere") == Some(&3) && s.coverage.in_unknown_status == 0
    });
    assert_eq!(named.status_totals.values().sum::<u64>(), 24);
}

#[test]
fn a_refresh_under_way_swallows_the_others() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    wait(&engine, "quiet", |s| s.status_totals.values().sum::<u64>() == 24);
    let before = engine.snapshot().coverage.complete_at;
    harness.sandbox().faults().add(Fault::new(FaultKind::Delay(100)).on("deals_list"));
    harness.sandbox().requests().clear();
    for _ in 0..40 {
        engine.submit(vec![Effect::Refresh]);
    }
    wait(&engine, "the reading", |s| is_synced(s) && s.coverage.complete_at > before);
    // One round of counts (one for all, one for each status) and one sync of one page. A second of each may have begun
    // before the last key press.
    let statuses = engine.snapshot().status_totals.len() as u64;
    let request_count = harness.sandbox().requests().count("deals_list") as u64;
    assert!(request_count <= 2 * (statuses + 2), "{request_count} requests for 40 refreshes");
}

#[test]
fn every_write_is_journalled_with_its_request_id() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    submit(&engine, vec![move_effect(&ids[0], "sourcing", "ic", Duration::ZERO)]);
    wait_until_drained(&engine);
    harness.sandbox().faults().add(Fault::new(FaultKind::Status(422)).on("deals_update").times(1));
    submit(&engine, vec![move_effect(&ids[1], "sourcing", "ic", Duration::ZERO)]);
    let rejected = wait(&engine, "the rejection", |s| {
        s.writes.iter().any(encours_core::model::pending_write::PendingWrite::is_blocked)
    });
    submit(&engine, vec![Effect::Discard(rejected.writes[0].id)]);
    let sent = harness.sandbox().requests().of_route("deals_update");
    engine.close(Duration::ZERO);
    let store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
    let lines = store.history().journal(100).unwrap();
    let outcomes: Vec<WriteOutcome> = lines.iter().map(|line| line.outcome).collect();
    assert_eq!(outcomes, [WriteOutcome::Applied, WriteOutcome::Rejected, WriteOutcome::Discarded]);
    for (line, request) in lines.iter().zip(&sent) {
        assert_eq!(line.request_id, request.request_id);
        assert_eq!(Some(&line.key), request.idempotency_key.as_ref());
    }
    assert_eq!(lines[0].before.as_deref(), Some(r#"{"status":"sourcing"}"#));
    assert_eq!(lines[0].after.as_deref(), Some(r#"{"status":"ic"}"#));
    assert_eq!((lines[0].attempts, lines[1].status), (1, Some(422)));
    let requests = store.history().requests().unwrap();
    assert!(requests.iter().any(|request| request.method == "PUT" && request.status == Some(422)));
    let text = std::fs::read(harness.profile().join("history.db")).unwrap();
    let secret = b"a secret of the engine's tests";
    assert!(!text.windows(secret.len()).any(|bytes| bytes == secret));
}

#[test]
fn totals_over_time_are_stored() {
    let (harness, clock) = (TestHarness::new(24), TestClock::new());
    let engine = synced_engine(&harness, &clock);
    submit(&engine, vec![Effect::LoadPortfolio]);
    let s = wait(&engine, "the totals", |s| {
        s.history.series.contains_key("portfolio:total_nominal") && s.history.series.contains_key("deals")
    });
    assert_eq!(s.history.series["deals"][0].value, "24");
    let id = ids_with_status(&s, "sourcing").remove(0);
    harness.move_by_another(&id, "lost");
    clock.advance(3_600);
    let lost_points = s.history.series.get("deals:lost").map_or(0, Vec::len);
    submit(&engine, vec![Effect::Refresh]);
    let s = wait(&engine, "another point", |s| {
        s.history.series.get("deals:lost").map_or(0, Vec::len) == lost_points + 1
    });
    assert_eq!(s.history.series["deals"].len(), 1, "what did not change has no new point");
}

/// The truth: the server moved three deals that the engine knew, and one that is new.
#[test]
fn snapshot_carries_the_flow_of_the_observed_moves() {
    let (harness, clock) = (TestHarness::new(24), TestClock::new());
    let engine = synced_engine(&harness, &clock);
    let request = |by| {
        let (order, zone) = (StatusOrder::default(), TimeZone::UTC);
        vec![Effect::LoadFlow(FlowRequest { since: None, by, order, zone })]
    };
    submit(&engine, request(None));
    let s = wait(&engine, "the flow", |s| s.flow.is_some());
    assert_eq!(s.flow.as_ref().unwrap().coverage.moves, 0, "nothing has moved yet");
    let ids = ids_with_status(&s, "sourcing");
    for id in &ids[..3] {
        harness.move_by_another(id, "ic");
    }
    sync_again(&engine, &clock);
    harness.move_by_another(&ids[0], "lost");
    let last = sync_again(&engine, &clock);
    submit(&engine, request(Some(GroupBy::Class)));
    submit(&engine, request(None));
    let s = wait(&engine, "the moves", |s| {
        s.flow.as_ref().is_some_and(|flow| flow.request.by.is_none() && flow.coverage.moves == 4)
    });
    let figures = s.flow.as_ref().unwrap();
    let flow = |code: &str| {
        let mut flows = figures.groups[0].statuses.iter().filter(|flow| flow.status == code);
        flows.next().cloned().unwrap_or_default()
    };
    let ic = flow("ic");
    assert_eq!((ic.entered, ic.already_there, ic.lost, ic.still_there), (3, 1, 1, 3));
    assert_eq!((flow("lost").entered, flow("sourcing").entered), (1, 0));
    assert_eq!(figures.coverage.exact, 0, "the syncs give a range");
    let open: usize = figures.groups[0].statuses.iter().map(|flow| flow.open.len()).sum();
    let is_open = |status: &str| !matches!(status_role(status), StatusRole::Won | StatusRole::Lost);
    assert_eq!(open, last.deals.rows().filter(|row| is_open(row.status)).count());
    let week = figures.groups[0].weeks.last().unwrap();
    let all = last.deals.len();
    assert_eq!((week.lost, week.deals.iter().map(|(_, deals)| deals).sum::<usize>()), (1, all));
    assert!(figures.groups[0].forecasts.is_empty(), "the history is too short");
    drop(engine);
    let store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
    let log = store.history().flow_log().unwrap();
    assert_eq!(log.moves.len(), 24 + 4, "the log that grew equals the one that is read in full");
}

#[test]
fn a_hidden_window_asks_less() {
    let (harness, clock) = (TestHarness::new(24), TestClock::new());
    let engine = start_engine(Settings {
        clock: clock.clock(),
        count_interval: Duration::from_secs(20),
        ..harness.settings()
    });
    wait(&engine, "the first reading", |s| is_synced(s) && s.status_totals.len() > 3);
    let lines =
        |s: &Snapshot, end: &str| s.requests.iter().filter(|line| request_path(line).ends_with(end)).count();
    // Requests are logged in the order of their responses, so a later request's response shows that all earlier ones
    // are logged.
    let mut probe_count = 0;
    let mut request_count = || {
        probe_count += 1;
        let path = "/spvs".to_owned();
        let query = Vec::new();
        submit(&engine, vec![Effect::LoadRoute(RouteRequest { path, query })]);
        let s = wait(&engine, "a later answer", |s| lines(s, "/spvs") == probe_count);
        lines(&s, "/deals")
    };
    // Returns the number of counts once the running round has ended.
    let mut settled_count = || {
        let mut last = [request_count(), request_count(), request_count()];
        while last != [last[0]; 3] {
            last = [last[1], last[2], request_count()];
        }
        last[0]
    };
    let wait_for_counts = |before: usize| {
        wait(&engine, "a round of counts", |s| lines(s, "/deals") > before);
    };
    // The current interval ends; the next one is fifteen times as long.
    let before = settled_count();
    clock.advance(30);
    submit(&engine, vec![Effect::SetVisibility(Visibility::Hidden)]);
    wait_for_counts(before);
    let before = settled_count();
    clock.advance(60);
    submit(&engine, vec![Effect::SetVisibility(Visibility::Hidden)]);
    assert_eq!(settled_count(), before, "not for five minutes");
    // A return to the foreground catches up at once.
    submit(&engine, vec![Effect::SetVisibility(Visibility::Foreground)]);
    wait_for_counts(before);
}

#[test]
fn first_start_shows_history_and_requests_of_commands() {
    let mut harness = TestHarness::new(24);
    let sync = |harness: &TestHarness| {
        let store = Arc::new(Store::open(&harness.profile(), Timestamp::now()).unwrap());
        let shared_store = store.clone();
        let result = harness.with_other_client(async |client| {
            let zone = jiff::tz::TimeZone::UTC;
            let synced =
                engine::sync(client.clone(), shared_store.clone(), engine::system_clock(), zone, 10, 2).await;
            engine::log_requests(&shared_store, &client, 0).unwrap();
            synced
        });
        assert!(result.unwrap().is_complete);
        let mut ids = Vec::new();
        let list_result = store.cache().for_each_listed(encours_core::store::RecordKind::Deal, |deal| {
            ids.push(deal.id.to_owned());
        });
        list_result.unwrap();
        ids
    };
    let id = sync(&harness).remove(0);
    harness.move_by_another(&id, "lost");
    sync(&harness);
    harness.stop_server();
    let engine = harness.engine();
    let s = wait(&engine, "what the store holds", |s| !s.deals.is_empty());
    assert_eq!(s.history.visit, None);
    let changed: Vec<&str> = s
        .history
        .changes_since_visit
        .iter()
        .filter(|entry| entry.is_change_of("status"))
        .map(|entry| &*entry.deal)
        .collect();
    assert_eq!((changed, s.history.change_count >= 1), (vec![id.as_str()], true));
    let has_request = |s: &Snapshot| {
        s.requests.iter().any(|line| request_path(line).ends_with("/deals") && line.status == Some(200))
    };
    wait(&engine, "the requests of the command", has_request);
}

#[test]
fn snapshot_carries_the_data_of_filters_and_follows_the_deals() {
    let (harness, clock) = (TestHarness::new(24), TestClock::new());
    let engine = synced_engine(&harness, &clock);
    let query = Query::parse("entered:ic .created_at>=2000-01-01").unwrap();
    submit(&engine, vec![Effect::LoadFilterData(query.needs())]);
    let matching = |s: &Snapshot| {
        let clock = AgeClock::calendar(i64::MAX);
        let time = ReferenceTime { clock, today: jiff::civil::date(2026, 11, 20), zone: &TimeZone::UTC };
        let query = query.clone().with_local_deals(|test| s.filter_data.deals_matching(test, time));
        let rows = s.deals.rows().filter(|row| query.matches(&FilterRow { row: *row, clock }));
        rows.map(|row| row.id.to_owned()).collect::<Vec<_>>()
    };
    let s = wait(&engine, "the data", |s| s.filter_data.needs().covers(&query.needs()));
    assert!(matching(&s).is_empty(), "nothing has moved yet");
    let id = ids_with_status(&s, "sourcing").remove(0);
    harness.move_by_another(&id, "ic");
    sync_again(&engine, &clock);
    wait(&engine, "the move", |s| matching(s) == [id.as_str()]);
}

//! A terminal and a window on one profile: one outbox, each write sent once.

use std::sync::Arc;
use std::time::Duration;

use encours_core::contract::ids::DealId;
use encours_core::model::effect::{Effect, Visibility};
use encours_core::model::snapshot::{ConnectionState, EventKind, Snapshot};
use encours_core::store::{ReceivedRecord, RecordKind, RecordOrigin, Store};
use encours_sandbox::Fault;
use jiff::Timestamp;

use crate::harness::test_harness::{
    LONG, TestHarness, fields, ids_with_status, move_effect, shown_status, start_engine, submit, wait,
    wait_until_drained,
};

const NOW: Duration = Duration::ZERO;

#[test]
fn two_engines_on_one_profile_send_each_write_once() {
    let harness = TestHarness::new(60);
    let (one, two) = (harness.synced_engine(), harness.synced_engine());
    let ids = ids_with_status(&one.snapshot(), "sourcing");
    let count = ids.len().min(6);
    for (at, id) in ids.iter().take(count).enumerate() {
        let engine = if at % 2 == 0 { &one } else { &two };
        let name = format!("deal {at}");
        let effects = vec![
            move_effect(id, "sourcing", "ic", NOW),
            Effect::Create { fields: fields("name", &name), label: name },
        ];
        submit(engine, effects);
    }
    wait_until_drained(&one);
    wait_until_drained(&two);
    assert_eq!(harness.total(), 60 + count as u64);
    for operation in ["deals_create", "deals_update"] {
        let mut keys = harness.idempotency_keys(operation);
        assert_eq!(keys.len(), count, "{operation}");
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), count, "{operation}");
    }
    for id in ids.iter().take(count) {
        assert_eq!(harness.status(id), "ic");
    }
}

#[test]
fn engine_sends_writes_left_by_a_closed_peer() {
    let harness = TestHarness::new(24);
    let (one, two) = (harness.synced_engine(), harness.synced_engine());
    let id = ids_with_status(&one.snapshot(), "sourcing").remove(0);
    submit(&one, vec![move_effect(&id, "sourcing", "ic", LONG)]);
    let write = one.snapshot().writes[0].id;
    drop(one);
    wait(&two, "the row of the other", |s| s.writes.iter().any(|row| row.id == write));
    two.submit(vec![Effect::Retry(write)]);
    wait_until_drained(&two);
    assert_eq!(harness.status(&id), "ic");
    assert_eq!(harness.idempotency_keys("deals_update").len(), 1);
}

#[test]
fn settings_saved_in_one_window_appear_in_the_other() {
    let harness = TestHarness::new(24);
    let (one, two) = (harness.synced_engine(), harness.synced_engine());
    let keep_effect = |name: &str, value: Option<&str>| Effect::SaveSetting {
        name: name.into(),
        value: value.map(str::to_owned),
    };
    let setting = |snapshot: &Snapshot, name: &str| snapshot.settings.as_ref()?.get(name).cloned();
    submit(&one, vec![keep_effect("note/d", Some("rappeler")), keep_effect("view/v", Some("v"))]);
    wait(&two, "both", |s| {
        setting(s, "note/d").as_deref() == Some("rappeler") && setting(s, "view/v").is_some()
    });
    submit(&two, vec![keep_effect("view/v", None)]);
    wait(&one, "that it is gone", |s| setting(s, "view/v").is_none());
}

/// Without a periodic refresh, each window learns of the other's changes through signals.
#[test]
fn writes_of_one_window_appear_immediately_in_the_other() {
    let harness = TestHarness::fast(24);
    let (one, two) = (harness.synced_engine(), harness.synced_engine());
    let id = ids_with_status(&one.snapshot(), "sourcing").remove(0);
    submit(&one, vec![move_effect(&id, "sourcing", "ic", LONG)]);
    wait(&two, "the move that is held", |s| {
        shown_status(s, &id).as_deref() == Some("ic") && s.writes.len() == 1
    });
    // Undo the move in the other window.
    submit(&two, vec![move_effect(&id, "ic", "sourcing", NOW)]);
    wait(&one, "the move taken back", |s| {
        shown_status(s, &id).as_deref() == Some("sourcing") && s.writes.is_empty()
    });
    // A write confirmed in one window is shown in the other.
    let snapshot = wait(&two, "the totals", |s| s.status_totals.contains_key("ic"));
    let before = snapshot.status_totals["ic"];
    submit(&one, vec![move_effect(&id, "sourcing", "ic", NOW)]);
    wait(&two, "the move confirmed", |s| {
        let row = s.deals.row(s.deals.find(&id).unwrap()).unwrap();
        row.status == "ic" && row.pending.is_none() && s.status_totals["ic"] == before + 1
    });
    assert!(harness.idempotency_keys("deals_update").len() == 1);
}

#[test]
fn deal_created_in_one_window_appears_in_the_other() {
    let mut harness = TestHarness::new(24);
    let (one, two) = (harness.synced_engine(), harness.synced_engine());
    harness.stop_server();
    let create = Effect::Create { fields: fields("name", "Cité Vive"), label: "Cité Vive".into() };
    submit(&one, vec![create]);
    let s = wait(&two, "the new deal", |s| s.deals.len() == 25);
    let temporary = s.writes[0].record.clone();
    harness.start_server();
    one.submit(vec![Effect::Refresh]);
    let s = wait(&two, "its id", |s| {
        s.events.iter().any(
            |event| matches!(&event.kind, EventKind::Applied { temp_id: Some(was), .. } if *was == temporary),
        )
    });
    assert_eq!((s.deals.len(), shown_status(&s, &temporary)), (25, None));
    // The other window still uses the temporary id.
    submit(&two, vec![move_effect(&temporary, "sourcing", "ic", NOW), Effect::Refresh]);
    wait_until_drained(&two);
    let id = id_with_name(&two.snapshot(), "Cité Vive");
    assert_eq!(harness.status(&id), "ic");
}

/// Waits until no more requests arrive; returns their number.
///
/// Requests that were running when the pause began still arrive after it.
fn wait_until_quiet(harness: &TestHarness) -> u64 {
    let mut total = harness.sandbox().requests().total();
    loop {
        std::thread::sleep(Duration::from_millis(300));
        let now = harness.sandbox().requests().total();
        if now == total {
            return total;
        }
        total = now;
    }
}

#[test]
fn rate_limit_of_one_window_applies_to_the_other() {
    let harness = TestHarness::fast(24);
    let (one, two) = (harness.synced_engine(), harness.synced_engine());
    harness.sandbox().faults().add("retry-after=600:1".parse::<Fault>().unwrap());
    one.submit(vec![Effect::LoadPortfolio]);
    for engine in [&one, &two] {
        wait(engine, "the gate", |s| matches!(s.connection, ConnectionState::RateLimited { .. }));
    }
    let before = wait_until_quiet(&harness);
    submit(&two, vec![Effect::Refresh, Effect::LoadPortfolio]);
    wait(&two, "the rejection", |s| s.portfolio.error.is_some());
    assert_eq!(harness.sandbox().requests().total(), before, "not one request");
}

fn id_with_name(s: &Snapshot, name: &str) -> String {
    let row = s.deals.by_age().find(|row| row.name == name);
    row.expect("a deal of that name").id.to_owned()
}

#[test]
fn deals_synced_by_one_window_appear_in_the_other() {
    let harness = TestHarness::fast(24);
    let (one, two) = (harness.synced_engine(), harness.synced_engine());
    let ids = ids_with_status(&one.snapshot(), "sourcing");
    let before =
        wait(&one, "the totals", |s| s.status_totals.contains_key("closing")).status_totals["closing"];
    // The syncing window finds the deal changed. The other window would find it unchanged, because they share the
    // cache.
    harness.move_by_another(&ids[0], "closing");
    submit(&two, vec![Effect::Refresh]);
    wait(&one, "what the other has read", |s| {
        shown_status(s, &ids[0]).as_deref() == Some("closing") && s.status_totals["closing"] == before + 1
    });
    // An open deal is updated too.
    one.submit(vec![Effect::LoadDeal(DealId::new(&ids[1]).unwrap())]);
    wait(&one, "the open deal", |s| detail_status(s, &ids[1]).as_deref() == Some("sourcing"));
    harness.move_by_another(&ids[1], "closing");
    submit(&two, vec![Effect::Refresh]);
    wait(&one, "the open deal moved", |s| detail_status(s, &ids[1]).as_deref() == Some("closing"));
}

/// A command's write is confirmed and removed from the outbox before the window looks.
#[test]
fn confirmed_write_of_a_command_appears_in_the_window() {
    let harness = TestHarness::fast(24);
    let one = harness.synced_engine();
    let id = ids_with_status(&one.snapshot(), "sourcing").remove(0);
    let deal = harness.deal(&id).unwrap();
    let body = deal.record().as_str().replace(r#""sourcing""#, r#""closing""#);
    let received = ReceivedRecord { id: id.clone(), body, position: 0, status: Some("closing".into()) };
    let store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
    let now = Timestamp::now();
    let write_seq = store.cache().write_seq().unwrap();
    store
        .cache()
        .confirm(RecordKind::Deal, "", now, &received, RecordOrigin::Fetched { request_seq: write_seq })
        .unwrap();
    drop(store);
    wait(&one, "what the command has left", |s| shown_status(s, &id).as_deref() == Some("closing"));
}

/// More changed deals than are recorded one by one: the other window reloads all.
#[test]
fn mass_change_synced_by_one_window_reloads_the_other() {
    let harness = TestHarness::fast(2_400);
    let (one, two) = (harness.synced_engine(), harness.synced_engine());
    assert_eq!(one.snapshot().deals.len(), 2_400);
    let all: Vec<String> = one.snapshot().deals.by_age().map(|row| row.id.to_owned()).collect();
    harness.with_other_client(async |client| {
        for id in &all[..2_100] {
            let key = format!("renamed-{id}").parse().unwrap();
            let body = fields("name", "renamed").to_body();
            client.update_deal(&DealId::new(id).unwrap(), &body, &key).await.unwrap();
        }
    });
    submit(&two, vec![Effect::Refresh]);
    wait(&one, "the new names", |s| {
        s.deals.len() == 2_400 && s.deals.by_age().filter(|row| row.name == "renamed").count() == 2_100
    });
}

fn detail_status(s: &Snapshot, id: &str) -> Option<String> {
    let detail = s.details.get(&DealId::new(id).ok()?)?;
    detail.deal.value.as_ref()?.status().map(str::to_owned)
}

/// One window sends all writes, but both report a rejection.
#[test]
fn rejection_is_reported_in_every_window() {
    let harness = TestHarness::fast(24);
    let (one, two) = (harness.synced_engine(), harness.synced_engine());
    harness.sandbox().faults().add("forbidden=scope@deals_update".parse::<Fault>().unwrap());
    let ids = ids_with_status(&one.snapshot(), "sourcing");
    submit(&one, vec![move_effect(&ids[0], "sourcing", "ic", NOW)]);
    submit(&two, vec![move_effect(&ids[1], "sourcing", "ic", NOW)]);
    for engine in [&one, &two] {
        for id in &ids[..2] {
            let s = wait(engine, "the rejection", |s| {
                let is_reported =
                    |kind: &EventKind| matches!(kind, EventKind::Rejected { record, .. } if record == id);
                s.events.iter().any(|event| is_reported(&event.kind))
            });
            let is_reported = s.events.iter().filter(|event| {
                matches!(&event.kind, EventKind::Rejected { record, problem, .. }
                    if record == id && problem.status == Some(403))
            });
            assert_eq!(is_reported.count(), 1, "{:?}", s.events);
        }
    }
}

#[test]
fn server_outage_seen_by_one_window_reaches_the_other() {
    let mut harness = TestHarness::fast(24);
    let (one, two) = (harness.synced_engine(), harness.synced_engine());
    harness.stop_server();
    one.submit(vec![Effect::Refresh]);
    for engine in [&one, &two] {
        wait(engine, "that it is gone", |s| matches!(s.connection, ConnectionState::Offline { .. }));
    }
}

#[test]
fn peer_signals_never_exceed_the_request_budget() {
    // The requests of one sync and one round of counts.
    const ROUND: usize = 16;
    let mut harness = TestHarness::fast(24);
    // With a fixed clock, no request is due by itself, and the budget allows one round only.
    let fixed_now = Timestamp::now();
    let mut settings = harness.settings();
    settings.clock = Arc::new(move || fixed_now);
    let engine = start_engine(settings);
    wait(&engine, "the first reading", |s| s.coverage.complete_at.is_some() && !s.coverage.syncing);
    let request_ids = || -> Vec<_> {
        let snapshot = engine.snapshot();
        snapshot.requests.iter().map(|line| line.request_id.clone()).collect()
    };
    let listeners_dir = harness.profile().join("open");
    let send_signals = || {
        let listener_names: Vec<String> = std::fs::read_dir(&listeners_dir)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let socket = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
        for suffix in [" silent", " answers", ""] {
            for round in 0..2_000 {
                for listener_name in &listener_names {
                    let port = listener_name.rsplit('-').next().unwrap().parse::<u16>().unwrap();
                    socket
                        .send_to(format!("{listener_name}{suffix}").as_bytes(), ("127.0.0.1", port))
                        .unwrap();
                }
                if round % 100 == 0 {
                    submit(&engine, vec![Effect::SetVisibility(Visibility::default())]);
                }
            }
        }
    };
    let new_requests = |before: &[String]| {
        let now = request_ids();
        now.iter().filter(|id| !before.contains(id)).count()
    };
    let before = request_ids();
    send_signals();
    assert!(new_requests(&before) <= ROUND, "online: {}", new_requests(&before));
    harness.stop_server();
    engine.submit(vec![Effect::Refresh]);
    wait(&engine, "that it is gone", |s| matches!(s.connection, ConnectionState::Offline { .. }));
    let before = request_ids();
    send_signals();
    assert!(new_requests(&before) <= ROUND, "offline: {}", new_requests(&before));
}

/// A sync may see another window's write before that window has its response.
///
/// Until then the change looks like one by another user.
#[test]
fn change_of_another_window_becomes_own_after_its_response() {
    let harness = TestHarness::fast(24);
    let one = harness.synced_engine();
    let id = ids_with_status(&one.snapshot(), "sourcing").remove(0);
    let requested_at = Timestamp::now();
    harness.move_by_another(&id, "closing");
    one.submit(vec![Effect::Refresh]);
    let is_ours = |s: &Snapshot| {
        let mut since = s.history.changes_since_visit.iter();
        since.find(|entry| entry.deal == id).map(|entry| entry.is_ours)
    };
    wait(&one, "what looks like another's", |s| is_ours(s) == Some(false));
    let store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
    let received = ReceivedRecord {
        id: id.clone(),
        body: harness.deal(&id).unwrap().record().as_str().to_owned(),
        position: 0,
        status: Some("closing".into()),
    };
    let written_fields = fields("status", "closing");
    let source = RecordOrigin::Response { fields: &written_fields, requested_at };
    store.cache().confirm(RecordKind::Deal, "", Timestamp::now(), &received, source).unwrap();
    drop(store);
    wait(&one, "one's own", |s| is_ours(s) == Some(true));
}

#[test]
fn permissions_learned_by_one_window_are_shared() {
    let harness = TestHarness::fast(24);
    let (one, two) = (harness.synced_engine(), harness.synced_engine());
    let is_rejected = |s: &Snapshot| {
        let mut rights = s.permissions.iter();
        rights.any(|right| right.path.starts_with("/portfolio") && right.status == 403)
    };
    harness.sandbox().faults().add("forbidden=scope@portfolio_summary".parse::<Fault>().unwrap());
    two.submit(vec![Effect::LoadPortfolio]);
    wait(&two, "the rejection", is_rejected);
    let id = ids_with_status(&two.snapshot(), "sourcing").remove(0);
    harness.move_by_another(&id, "closing");
    two.submit(vec![Effect::Refresh]);
    wait(&one, "the same", is_rejected);
}

//! The connection states: each is reported correctly, with the features that still work.

use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use encours_core::app::shell::view::empty_state::{self, ScreenPlaceholder};
use encours_core::app::shell::view::status_line::status_line;
use encours_core::client::{RateLimitStatus, RateLimitStore};
use encours_core::model::effect::Effect;
use encours_core::model::snapshot::{ConnectionState, Snapshot};
use encours_core::store::Store;
use encours_core::text::{Lang, Messages};
use encours_sandbox::Fault;
use jiff::Timestamp;

use crate::harness::test_harness::{TestHarness, new_app, start_engine, submit, wait};

/// Returns the status line's texts: the state, and the features that still work.
fn status_texts(s: &Arc<Snapshot>) -> (String, String) {
    let line = status_line(&new_app(s.clone(), Lang::En));
    (line.freshness.text, line.available.map(|works| works.text).unwrap_or_default())
}

fn set_fault(harness: &TestHarness, text: &str) {
    harness.sandbox().faults().replace(vec![text.parse::<Fault>().unwrap()]);
}

#[test]
fn slow_server_is_reported_until_it_recovers() {
    let harness = TestHarness::fast(24);
    let mut settings = harness.settings();
    settings.slow_after = Duration::from_millis(200);
    let engine = start_engine(settings);
    wait(&engine, "the first reading", |s| s.coverage.complete_at.is_some() && !s.coverage.syncing);
    set_fault(&harness, "delay=3000");
    engine.submit(vec![Effect::LoadPortfolio]);
    let s = wait(&engine, "slow, before the answer", |s| {
        matches!(s.connection, ConnectionState::Slow { .. }) && s.portfolio.loading
    });
    let (state, works) = status_texts(&s);
    assert!(state.starts_with("slow server"), "{state}");
    assert!(works.contains("you can still browse"), "{works}");
    harness.sandbox().faults().clear();
    wait(&engine, "the late answer", |s| s.portfolio.value.is_some());
    // On a busy machine a healthy service can be slow too, so repeat until one response is fast.
    let recovered = (0..60).any(|_| {
        submit(&engine, vec![Effect::Refresh]);
        let is_online = |s: &Snapshot| matches!(s.connection, ConnectionState::Online);
        engine.wait_until(Duration::from_secs(1), is_online).is_ok()
    });
    assert!(recovered, "brisk again: {:?}", engine.snapshot().connection);
}

#[test]
fn each_connection_state_has_its_own_text() {
    let mut harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let online = status_texts(&engine.snapshot());
    assert!(online.0.starts_with("up to date at ") && online.1.is_empty(), "{online:?}");
    set_fault(&harness, "html-502");
    engine.submit(vec![Effect::Refresh]);
    let failing =
        status_texts(&wait(&engine, "failing", |s| matches!(s.connection, ConnectionState::Failing { .. })));
    set_fault(&harness, "retry-after=600");
    engine.submit(vec![Effect::Refresh]);
    let rate_limited = status_texts(&wait(&engine, "the gate", |s| {
        matches!(s.connection, ConnectionState::RateLimited { .. })
    }));
    drop(engine);
    harness.sandbox().faults().clear();
    let other_bench = TestHarness::new(24);
    other_bench.synced_engine().close(Duration::ZERO);
    let engine = start_engine(other_bench.settings_with_secret("another secret"));
    let rejected = status_texts(&wait(&engine, "the rejection", |s| {
        matches!(s.connection, ConnectionState::SignInNeeded { .. })
    }));
    drop(engine);
    harness.stop_server();
    let mut other_bench = other_bench;
    other_bench.stop_server();
    let engine = other_bench.engine();
    let offline =
        status_texts(&wait(&engine, "offline", |s| matches!(s.connection, ConnectionState::Offline { .. })));
    let all = [online, failing, rate_limited, rejected, offline];
    for (at, (state, works)) in all.iter().enumerate() {
        assert!(all.iter().skip(at + 1).all(|(other, _)| other != state), "{state} is announced twice");
        assert_eq!(works.contains("you can still browse"), at > 0, "{state}: {works}");
    }
}

#[test]
fn unsynced_offline_start_shows_one_request_id_without_browsing() {
    let mut harness = TestHarness::new(24);
    harness.stop_server();
    let engine = harness.engine();
    let s = wait(&engine, "offline", |s| {
        matches!(s.connection, ConnectionState::Offline { .. }) && s.deals_error.is_some()
    });
    for lang in [Lang::Fr, Lang::En] {
        let app = new_app(s.clone(), lang);
        let readable_text = Messages::new(lang).get("works-read").into_owned();
        let works = status_line(&app).available.unwrap().text;
        assert!(!works.contains(&readable_text), "{works}");
        let Some(ScreenPlaceholder::Problem(problem)) = empty_state::board_placeholder(&app) else {
            panic!("an empty board says why it is empty")
        };
        assert_eq!(problem.safe_data, Messages::new(lang).get("error-nothing-read-kept"));
        let id = problem.request_id.expect("the request is named").to_string();
        let detail = problem.detail.map(|detail| detail.to_string()).unwrap_or_default();
        assert!(!detail.contains(&id), "and not again: {detail}");
    }
}

/// A rate limit shared by all programs on a key, for one test.
#[derive(Debug, Default)]
struct SharedGate(Mutex<Option<SystemTime>>);

impl RateLimitStore for SharedGate {
    fn state(&self) -> RateLimitStatus {
        self.0.lock().unwrap().map_or(RateLimitStatus::Open, RateLimitStatus::Closed)
    }

    fn close(&self, until: SystemTime) {
        *self.0.lock().unwrap() = Some(until);
    }

    fn claim_probe(&self, _term: Duration) -> bool {
        true
    }

    fn open(&self) {}

    fn lift(&self) {
        *self.0.lock().unwrap() = None;
    }
}

#[test]
fn pause_lifted_by_a_peer_ends_in_open_windows() {
    let harness = TestHarness::fast(24);
    let shared_gate = Arc::<SharedGate>::default();
    let mut settings = harness.settings();
    settings.client.rate_limit_store = Some(shared_gate.clone());
    let engine = start_engine(settings);
    wait(&engine, "the first reading", |s| s.coverage.complete_at.is_some() && !s.coverage.syncing);
    set_fault(&harness, "retry-after=600");
    engine.submit(vec![Effect::Refresh]);
    wait(&engine, "the pause", |s| matches!(s.connection, ConnectionState::RateLimited { .. }));
    harness.sandbox().faults().clear();
    // This is the effect of `encours doctor --lift-pause`.
    shared_gate.lift();
    let store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
    store.outbox().set_rate_limit(None).unwrap();
    wait(&engine, "answers again", |s| {
        matches!(s.connection, ConnectionState::Online | ConnectionState::Slow { .. })
    });
    assert_eq!(store.outbox().rate_limit().unwrap(), None);
    // A window that opens later ignores the pause in its own store and follows the shared one.
    let stored_pause = Timestamp::now() + jiff::SignedDuration::from_mins(9);
    store.outbox().set_rate_limit(Some(stored_pause)).unwrap();
    drop(engine);
    let mut settings = harness.settings();
    settings.client.rate_limit_store = Some(shared_gate.clone());
    let engine = start_engine(settings);
    wait(&engine, "no pause at the start", |s| {
        matches!(s.connection, ConnectionState::Online | ConnectionState::Slow { .. })
    });
}

//! An unreliable network: a proxy that drops, delays and truncates data.
//!
//! The display stays stable and correct, and once the network recovers, each write has happened once.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::Duration;

use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::app::shell::view::status_line::status_line;
use encours_core::contract::ids::DealId;
use encours_core::engine::Engine;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::{PendingWrite, WriteKind};
use encours_core::model::snapshot::{ConnectionState, Snapshot};
use encours_core::text::Lang;
use jiff::Timestamp;

use crate::harness::test_harness::{
    TIMEOUT, TestHarness, fields, ids_with_status, move_effect, new_app, shown_status, start_engine, submit,
    wait, wait_until_drained,
};
use crate::harness::test_proxy::TestProxy;
use crate::outbox::random_faults::Random;

/// The condition of the connection.
#[derive(Clone, Copy)]
#[repr(u8)]
enum LinkState {
    Good,
    Flaky,
    Dead,
}

/// A proxy in front of the service.
struct FlakyProxy {
    proxy: TestProxy,
    state: Arc<AtomicU8>,
}

impl FlakyProxy {
    fn in_front_of(base_url: &str, seed: u64) -> Self {
        let state = Arc::new(AtomicU8::new(LinkState::Good as u8));
        let (shared_state, dice) = (state.clone(), AtomicU64::new(seed));
        let proxy = TestProxy::in_front_of(base_url, move |client, target| {
            let Ok(service) = TcpStream::connect(target) else {
                return;
            };
            let (client_writer, service_writer) = (client.try_clone().unwrap(), service.try_clone().unwrap());
            for (from, to) in [(client, service_writer), (service, client_writer)] {
                let (state_cell, seed) = (shared_state.clone(), dice.fetch_add(1, Ordering::SeqCst));
                std::thread::spawn(move || copy_with_faults(from, to, &state_cell, Random::new(seed)));
            }
        });
        Self { proxy, state }
    }

    fn set_state(&self, new_state: LinkState) {
        self.state.store(new_state as u8, Ordering::SeqCst);
    }
}

/// Copies bytes in one direction, with the faults of the connection's condition.
fn copy_with_faults(mut from: TcpStream, mut to: TcpStream, state_cell: &AtomicU8, mut dice: Random) {
    let mut bytes = [0; 4096];
    loop {
        let length = from.read(&mut bytes).unwrap_or(0);
        let state = state_cell.load(Ordering::SeqCst);
        let sent_length = match (state, dice.roll(12)) {
            (state, _) if state == LinkState::Dead as u8 => 0,
            (state, 0) if state == LinkState::Flaky as u8 => 0,
            // Truncate the data.
            (state, 1) if state == LinkState::Flaky as u8 && length > 1 => dice.roll(length - 1) + 1,
            (state, 2..=4) if state == LinkState::Flaky as u8 => {
                // This sleep simulates network latency.
                std::thread::park_timeout(Duration::from_millis(dice.roll(25) as u64));
                length
            }
            _ => length,
        };
        let result = to.write_all(&bytes[..sent_length]);
        if sent_length < length || length == 0 || result.is_err() {
            let _gone = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
            return;
        }
    }
}

fn synced_engine_at(harness: &TestHarness, proxy: &FlakyProxy) -> Engine {
    let engine = start_engine(harness.settings_at(&proxy.proxy.base_url));
    wait(&engine, "the first reading", |s| s.coverage.complete_at.is_some() && !s.coverage.syncing);
    engine
}

/// Shows a snapshot and checks the display.
///
/// The focus stays, no false failure is reported, and data counts as current only while the service answers.
fn assert_calm(app: &mut App, s: Arc<Snapshot>, focus: &DealId) {
    let offline = matches!(s.connection, ConnectionState::Offline { .. });
    app.on_snapshot(s);
    // The focus moves only to a deal that the user has just created.
    let focused = app.pipeline.board().cursor.deal.clone();
    let table = &app.cx.snapshot().deals;
    let focused_row = focused.as_ref().and_then(|deal| table.row(table.find(deal.as_str())?));
    let created = focused_row.is_some_and(|row| row.name.starts_with("created "));
    assert!(created || focused.as_ref() == Some(focus), "{focused:?}");
    app.dispatch(Action::FocusDeal(focus.clone()), Timestamp::now());
    let failure_toast = app.cx.toasts().iter().find(|toast| {
        ["refused", "conflict", "not-kept"].iter().any(|family| toast.content.is_variant_of(family))
    });
    assert!(failure_toast.is_none(), "{failure_toast:?}");
    let text = status_line(app).freshness.text;
    assert_eq!(text.to_lowercase().contains("offline"), offline, "{text}");
}

#[test]
fn flaky_connection_leaves_the_shown_data_correct() {
    for seed in 1..=6 {
        let harness = TestHarness::fast(24);
        let proxy = FlakyProxy::in_front_of(harness.base_url(), seed * 1_000);
        let engine = synced_engine_at(&harness, &proxy);
        let ids = ids_with_status(&engine.snapshot(), "sourcing");
        let mut app = new_app(engine.snapshot(), Lang::En);
        let focus = DealId::new(ids_with_status(&engine.snapshot(), "ic").remove(0)).unwrap();
        app.dispatch(Action::FocusDeal(focus.clone()), Timestamp::now());
        proxy.set_state(LinkState::Flaky);
        let mut expected_count = 24;
        for (round, id) in ids.iter().cycle().take(12).enumerate() {
            let from = shown_status(&engine.snapshot(), id).unwrap();
            let to = ["ic", "closing", "screening"][round % 3];
            let name = format!("created {round}");
            let create = Effect::Create { fields: fields("name", &name), label: name };
            expected_count += 1;
            let s =
                submit(&engine, vec![move_effect(id, &from, to, Duration::ZERO), create, Effect::Refresh]);
            assert_eq!(
                shown_status(&s, id).as_deref(),
                Some(to),
                "seed {seed}: the requested change is shown"
            );
            // A creation whose response was lost may appear in the list before its retry.
            let in_doubt_writes =
                s.writes.iter().filter(|write| write.kind == WriteKind::Create && write.attempts > 0);
            let max = expected_count + in_doubt_writes.count();
            assert!(
                (expected_count..=max).contains(&s.deals.len()),
                "seed {seed}: {} of {expected_count}..={max}: no deal comes or goes with the line",
                s.deals.len()
            );
            assert_calm(&mut app, s.clone(), &focus);
            assert!(
                !s.writes.iter().any(PendingWrite::is_blocked),
                "seed {seed}: a bad line refuses nothing: {:?}",
                s.writes
            );
        }
        proxy.set_state(LinkState::Good);
        engine.submit(vec![Effect::Refresh]);
        let s = wait_until_drained(&engine);
        assert_calm(&mut app, s.clone(), &focus);
        assert_eq!((s.deals.len(), harness.names().len()), (expected_count, expected_count), "seed {seed}");
        let mut names = harness.names();
        names.dedup();
        assert_eq!(names.len(), expected_count, "seed {seed}: nothing is doubled");
        for id in ids {
            assert_eq!(Some(harness.status(&id)), shown_status(&s, &id), "seed {seed}");
        }
    }
}

#[test]
fn dead_connection_is_reported_and_synced_data_stays() {
    let harness = TestHarness::fast(24);
    let proxy = FlakyProxy::in_front_of(harness.base_url(), 1);
    let engine = synced_engine_at(&harness, &proxy);
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    let read_at = engine.snapshot().coverage.complete_at;
    proxy.set_state(LinkState::Dead);
    engine.submit(vec![move_effect(&id, "sourcing", "ic", Duration::ZERO), Effect::Refresh]);
    let s = wait(&engine, "offline", |s| matches!(s.connection, ConnectionState::Offline { .. }));
    assert_eq!((s.deals.len(), s.coverage.complete_at), (24, read_at));
    assert_eq!((s.writes.len(), harness.status(&id).as_str()), (1, "sourcing"));
    proxy.set_state(LinkState::Good);
    let recovered = engine
        .wait_until(TIMEOUT, |s| s.writes.is_empty() && matches!(s.connection, ConnectionState::Online));
    assert!(recovered.is_ok(), "it goes on by itself");
    assert_eq!(harness.status(&id), "ic");
}

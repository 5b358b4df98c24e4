//! Timestamps of observations.
//!
//! They use the service's clock if this machine's is known to be off. A sync by another program also counts.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use encours_core::boot_clock::Uptime;
use encours_core::engine::{self, Settings, system_clock};
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::WriteState;
use encours_core::model::snapshot::{Connection, Snapshot};
use encours_core::query::AgeDays;
use encours_core::store::Store;
use encours_sandbox::{Config, Profile};
use jiff::{SignedDuration, Timestamp};

use crate::bench::{Bench, LONG, applied, moving, seen, start, submit, wait, with_status};

#[test]
fn what_a_command_has_read_is_dated_and_whole_for_whoever_opens_the_program_next() {
    let mut bench = Bench::new(24);
    let store = Arc::new(Store::open(&bench.profile(), Timestamp::now()).unwrap());
    let before = Timestamp::now();
    let kept = store.clone();
    let read = bench.other(async |client| {
        let zone = jiff::tz::TimeZone::UTC;
        engine::sync(client, kept, system_clock(), zone, 10, 2).await
    });
    assert!(read.unwrap().whole);
    drop(store);
    bench.unplug();
    let engine = bench.engine();
    let s = wait(&engine, "offline", |s| {
        matches!(s.connection, Connection::Offline { .. })
    });
    let at = s.coverage.complete_at.expect("a sync has completed");
    assert!(at >= before && at <= Timestamp::now(), "{at}");
    assert_eq!(s.coverage.read, 24);
}

/// A machine with an adjustable clock.
#[derive(Clone)]
struct Machine {
    up: Arc<AtomicI64>,
    set: Arc<AtomicI64>,
}

impl Machine {
    fn new() -> Self {
        let up = Arc::new(AtomicI64::new(Timestamp::now().as_second()));
        Self {
            up,
            set: Arc::default(),
        }
    }

    fn now(&self) -> Timestamp {
        let second = self.up.load(Ordering::SeqCst) + self.set.load(Ordering::SeqCst);
        Timestamp::from_second(second).unwrap()
    }

    fn settings(&self, bench: &Bench) -> Settings {
        let (clock, machine) = (self.clone(), self.clone());
        let up = move || machine.up.load(Ordering::SeqCst).unsigned_abs();
        Settings {
            clock: Arc::new(move || clock.now()),
            uptime: Some(Arc::new(move || Uptime::new("a", Duration::from_secs(up())))),
            tick: Duration::from_secs(20),
            ..bench.settings()
        }
    }

    fn pass(&self, seconds: i64) {
        self.up.fetch_add(seconds, Ordering::SeqCst);
    }
}

#[test]
fn a_clock_that_is_set_freezes_nothing_and_hurries_nothing() {
    for by in [86_400, -86_400, 300, -300] {
        let bench = Bench::new(24);
        let machine = Machine::new();
        let engine = start(machine.settings(&bench));
        let first = wait(&engine, "the first reading", |s| {
            s.coverage.complete_at.is_some() && !s.coverage.reading
        });
        let id = with_status(&first, "sourcing").remove(0);
        let hold = Duration::from_secs(8);
        submit(&engine, vec![moving(&id, "sourcing", "ic", hold)]);
        machine.set.store(by, Ordering::SeqCst);
        // Any effect makes the engine check the clock.
        let held = submit(&engine, vec![Effect::LoadPortfolio]);
        let until = machine.now() + SignedDuration::from_secs(8);
        assert_eq!(held.writes[0].state, WriteState::Held { until }, "{by}");
        machine.pass(7);
        let still = submit(&engine, vec![Effect::LoadPortfolio]);
        assert_eq!(
            (still.writes.len(), bench.status(&id).as_str()),
            (1, "sourcing"),
            "{by}"
        );
        machine.pass(2);
        engine.submit(Vec::new());
        wait(&engine, "the move", |s| applied(s) == 1);
        // Changes of others are still synced at once.
        bench.move_by_another(&id, "lost");
        machine.pass(60);
        engine.submit(Vec::new());
        wait(&engine, "the move of another", |s| {
            seen(s, &id).as_deref() == Some("lost")
        });
        engine.close(LONG);
    }
}

#[test]
fn offline_a_clock_set_back_delays_no_try() {
    let mut bench = Bench::new(24);
    let machine = Machine::new();
    let engine = start(machine.settings(&bench));
    wait(&engine, "the first reading", |s| {
        s.coverage.complete_at.is_some() && !s.coverage.reading
    });
    bench.unplug();
    engine.submit(vec![Effect::Refresh]);
    wait(&engine, "offline", |s| {
        matches!(s.connection, Connection::Offline { .. })
    });
    machine.set.store(-86_400, Ordering::SeqCst);
    let s = submit(&engine, vec![Effect::LoadPortfolio]);
    let Connection::Offline { retry_at, .. } = s.connection else {
        panic!("{:?}", s.connection)
    };
    let wait = retry_at.duration_since(machine.now());
    assert!(wait <= SignedDuration::from_mins(5), "{wait:?}");
}

#[test]
fn where_this_machine_s_clock_is_off_it_is_said_and_what_is_observed_is_dated_by_the_service_s() {
    let theirs = Timestamp::now() - SignedDuration::from_hours(26);
    let bench = Bench::with(Config {
        deals: 24,
        now: Some(theirs),
        ..Config::default()
    });
    let engine = bench.ready();
    let s = wait(&engine, "a word of the clock", |s| s.keeping.clock_off.is_some());
    let off = s.keeping.clock_off.unwrap();
    let by = off + SignedDuration::from_hours(26);
    assert!(by.abs() < SignedDuration::from_mins(1), "{off:?}");
    let id = with_status(&s, "sourcing").remove(0);
    engine.submit(vec![moving(&id, "sourcing", "ic", std::time::Duration::ZERO)]);
    wait(&engine, "the move", |s| applied(s) == 1);
    engine.close(LONG);
    let store = Store::open(&bench.profile(), Timestamp::now()).unwrap();
    let entries = store.history().of(&id).unwrap();
    let near = |at: Timestamp| at.duration_since(theirs).abs() < SignedDuration::from_mins(5);
    assert!(entries.len() >= 2, "{entries:?}");
    assert!(
        entries.iter().all(|entry| near(entry.at)),
        "{theirs}: {entries:?}"
    );
    assert!(
        entries[1].ours && entries[1].after.is_none_or(near),
        "{entries:?}"
    );
}

#[test]
fn a_status_left_between_two_readings_has_an_age_with_two_bounds_after_a_restart_too() {
    let bench = Bench::with(Config {
        deals: 24,
        profile: Profile::Strict,
        ..Config::default()
    });
    let hands = Arc::new(AtomicI64::new(Timestamp::now().as_second()));
    let settings = || {
        let hands = hands.clone();
        Settings {
            clock: Arc::new(move || Timestamp::from_second(hands.load(Ordering::SeqCst)).unwrap()),
            uptime: None,
            ..bench.settings()
        }
    };
    let engine = start(settings());
    let s = wait(&engine, "the first reading", |s| {
        s.coverage.complete_at.is_some() && !s.coverage.reading
    });
    let id = with_status(&s, "sourcing").remove(0);
    bench.move_by_another(&id, "lost");
    hands.fetch_add(9 * 86_400 + 60, Ordering::SeqCst);
    engine.submit(vec![Effect::Refresh]);
    let moved = |s: &Snapshot| seen(s, &id).as_deref() == Some("lost") && !s.coverage.reading;
    let age = |s: &Snapshot| {
        let row = s.deals.row(s.deals.find(&id).unwrap()).unwrap();
        row.since.unwrap().age_days(hands.load(Ordering::SeqCst))
    };
    let between = AgeDays {
        least: 0,
        most: Some(9),
    };
    assert_eq!(age(&wait(&engine, "the move of another", moved)), between);
    engine.close(LONG);
    let engine = start(settings());
    assert_eq!(age(&wait(&engine, "the store's picture", moved)), between);
}

//! Two people on two machines, one service: whoever comes second is told, and nothing of what they wrote is dropped.

use std::time::Duration;

use encours_core::engine::{Effect, Engine, PendingWrite, WriteState};

use crate::bench::{Bench, applied, drained, fields, moving, seen, start, submit, wait, with_status};

const NOW: Duration = Duration::ZERO;

fn two(bench: &Bench) -> [Engine; 2] {
    ["one", "two"].map(|profile| {
        let engine = start(bench.settings_of(profile));
        wait(&engine, "the first reading", |s| {
            s.coverage.complete_at.is_some() && !s.coverage.reading
        });
        engine
    })
}

#[test]
fn g6_a_conflict_is_shown_with_all_three_versions_and_nothing_is_dropped() {
    let bench = Bench::quick(24);
    let [one, two] = two(&bench);
    let id = with_status(&one.snapshot(), "sourcing").remove(0);
    submit(&one, vec![moving(&id, "sourcing", "ic", NOW)]);
    drained(&one);
    submit(&two, vec![moving(&id, "sourcing", "closing", NOW)]);
    let s = wait(&two, "the conflict", |s| {
        s.writes.iter().any(PendingWrite::parked)
    });
    let write = &s.writes[0];
    assert_eq!(write.base, fields("status", "sourcing"), "base");
    assert_eq!(write.fields, fields("status", "closing"), "mine");
    assert_eq!(
        write.state,
        WriteState::Conflict {
            theirs: fields("status", "ic")
        },
        "theirs"
    );
    assert_eq!(
        seen(&s, &id).as_deref(),
        Some("ic"),
        "what the service holds is what is seen"
    );
    assert_eq!(bench.status(&id), "ic", "and nothing was overwritten");
}

#[test]
fn two_clients_that_race_lose_nothing_in_silence() {
    let bench = Bench::quick(24);
    let engines = two(&bench);
    let ids = with_status(&engines[0].snapshot(), "sourcing");
    let path = ["ic", "closing"];
    for id in &ids {
        for (engine, to) in engines.iter().zip(path) {
            engine.submit(vec![
                moving(id, "sourcing", to, NOW),
                Effect::Create {
                    fields: fields("name", &format!("{to} for {id}")),
                    label: String::from("a deal"),
                },
            ]);
        }
    }
    let settled = engines.each_ref().map(|engine| {
        wait(engine, "every write applied or shown", |s| {
            s.writes.iter().all(PendingWrite::parked) && s.handled >= 2 * ids.len() as u64
        })
    });
    let shown: usize = settled.iter().map(|s| s.writes.len()).sum();
    let told: usize = settled.iter().map(|s| applied(s)).sum();
    assert_eq!(shown + told, 4 * ids.len(), "each write was applied or is shown");
    for id in &ids {
        let status = bench.status(id);
        assert!(path.contains(&status.as_str()), "{status}");
        for (s, to) in settled.iter().zip(path) {
            let mut mine = s.writes.iter().filter(|write| write.record == *id);
            if let Some(write) = mine.next() {
                assert_ne!(status, to, "what is in effect is no conflict");
                assert_eq!(
                    write.state,
                    WriteState::Conflict {
                        theirs: fields("status", &status)
                    }
                );
            }
        }
    }
    let names = bench.names();
    for id in &ids {
        for to in path {
            let name = format!("{to} for {id}");
            assert_eq!(names.iter().filter(|held| **held == name).count(), 1, "{name}");
        }
    }
}

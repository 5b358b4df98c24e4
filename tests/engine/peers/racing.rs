//! Two users on two machines: the later change is reported as a conflict, and no input is lost.

use std::time::Duration;

use encours_core::contract::ids::DealId;
use encours_core::engine::Engine;
use encours_core::error::ErrorKind;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::{PendingWrite, WriteState};

use crate::harness::test_harness::{
    TestHarness, applied_count, fields, ids_with_status, move_effect, shown_status, start_engine, submit,
    wait, wait_until_drained,
};

const NOW: Duration = Duration::ZERO;

fn two_engines(harness: &TestHarness) -> [Engine; 2] {
    ["one", "two"].map(|profile| {
        let engine = start_engine(harness.settings_for_profile(profile));
        wait(&engine, "the first reading", |s| s.coverage.complete_at.is_some() && !s.coverage.syncing);
        engine
    })
}

#[test]
fn g6_conflict_shows_all_three_versions_and_loses_nothing() {
    let harness = TestHarness::fast(24);
    let [one, two] = two_engines(&harness);
    let id = ids_with_status(&one.snapshot(), "sourcing").remove(0);
    submit(&one, vec![move_effect(&id, "sourcing", "ic", NOW)]);
    wait_until_drained(&one);
    submit(&two, vec![move_effect(&id, "sourcing", "closing", NOW)]);
    let s = wait(&two, "the conflict", |s| s.writes.iter().any(PendingWrite::is_blocked));
    let write = &s.writes[0];
    assert_eq!(write.base, fields("status", "sourcing"), "base");
    assert_eq!(write.fields, fields("status", "closing"), "mine");
    assert_eq!(write.state, WriteState::Conflict { theirs: fields("status", "ic") }, "theirs");
    assert_eq!(shown_status(&s, &id).as_deref(), Some("ic"), "what the service holds is what is seen");
    assert_eq!(harness.status(&id), "ic", "and nothing was overwritten");
}

#[test]
fn open_conflict_shows_the_current_server_value() {
    let harness = TestHarness::fast(24);
    let [one, _two] = two_engines(&harness);
    let id = ids_with_status(&one.snapshot(), "sourcing").remove(0);
    harness.move_by_another(&id, "ic");
    submit(&one, vec![move_effect(&id, "sourcing", "closing", NOW)]);
    wait(&one, "the conflict", |s| s.writes.iter().any(PendingWrite::is_blocked));
    harness.move_by_another(&id, "lost");
    submit(&one, vec![Effect::Refresh]);
    let theirs = fields("status", "lost");
    let s = wait(
        &one,
        "what it was changed to since",
        |s| matches!(&s.writes[0].state, WriteState::Conflict { theirs: now } if *now == theirs),
    );
    assert_eq!(s.writes[0].fields, fields("status", "closing"), "mine stays");
    let write = s.writes[0].id;
    let decide = Effect::ResolveConflict { write, keep_mine: vec!["status".into()], undo_delay: NOW };
    submit(&one, vec![decide]);
    wait_until_drained(&one);
    assert_eq!(harness.status(&id), "closing", "decided once, over what was shown");
}

#[test]
fn conflict_shows_its_times_and_other_foreign_changes() {
    let harness = TestHarness::fast(24);
    let [one, two] = two_engines(&harness);
    let id = ids_with_status(&one.snapshot(), "sourcing").remove(0);
    submit(&one, vec![move_effect(&id, "sourcing", "ic", NOW)]);
    wait_until_drained(&one);
    let owner = Effect::Update {
        deal: DealId::new(&id).unwrap(),
        fields: fields("responsable", "Somebody Else"),
        base: encours_core::contract::Fields::new(),
        label: "a deal".into(),
        undo_delay: NOW,
    };
    submit(&one, vec![owner]);
    wait_until_drained(&one);
    submit(&two, vec![move_effect(&id, "sourcing", "closing", NOW)]);
    let s = wait(&two, "the conflict", |s| s.writes.iter().any(PendingWrite::is_blocked));
    let context = s.writes[0].conflict_context.clone().expect("the observed change");
    let (seen_at, theirs_at) = (context.base_seen_at.unwrap(), context.theirs_received_at.unwrap());
    assert!(seen_at < theirs_at, "read by the first reading, then before it was sent: {context:?}");
    assert_eq!(context.names().collect::<Vec<_>>(), ["responsable"], "{context:?}");
    assert_eq!(context.new_values.text("responsable").as_deref(), Some("Somebody Else"));
    drop(two);
    // The conflict is the same after a restart.
    let restarted = start_engine(harness.settings_for_profile("two"));
    let s = wait(&restarted, "the conflict", |s| !s.writes.is_empty());
    assert_eq!(s.writes[0].conflict_context.as_deref(), Some(&*context));
}

#[test]
fn racing_clients_lose_no_write_silently() {
    let harness = TestHarness::fast(24);
    let engines = two_engines(&harness);
    let ids = ids_with_status(&engines[0].snapshot(), "sourcing");
    let path = ["ic", "closing"];
    for id in &ids {
        for (engine, to) in engines.iter().zip(path) {
            engine.submit(vec![
                move_effect(id, "sourcing", to, NOW),
                Effect::Create {
                    fields: fields("name", &format!("{to} for {id}")),
                    label: String::from("a deal"),
                },
            ]);
        }
    }
    let final_snapshots = engines.each_ref().map(|engine| {
        wait(engine, "every write applied or shown", |s| {
            s.writes.iter().all(PendingWrite::is_blocked) && s.handled >= 2 * ids.len() as u64
        })
    });
    let shown_total: usize = final_snapshots.iter().map(|s| s.writes.len()).sum();
    let applied_total: usize = final_snapshots.iter().map(|s| applied_count(s)).sum();
    assert_eq!(shown_total + applied_total, 4 * ids.len(), "each write was applied or is shown");
    for id in &ids {
        let status = harness.status(id);
        assert!(path.contains(&status.as_str()), "{status}");
        for (s, to) in final_snapshots.iter().zip(path) {
            let mut mine = s.writes.iter().filter(|write| write.record == *id);
            if let Some(write) = mine.next() {
                assert_ne!(status, to, "what is in effect is no conflict");
                assert_eq!(write.state, WriteState::Conflict { theirs: fields("status", &status) });
            }
        }
    }
    let names = harness.names();
    for id in &ids {
        for to in path {
            let name = format!("{to} for {id}");
            assert_eq!(names.iter().filter(|held| **held == name).count(), 1, "{name}");
        }
    }
}

fn delete_effect(deal: &str) -> Effect {
    Effect::Delete {
        deal: DealId::new(deal).unwrap(),
        base: fields("status", "sourcing"),
        label: "a deal".into(),
        undo_delay: NOW,
    }
}

/// One engine moves deals while the other deletes them.
///
/// A deal moved first is not deleted unseen. For a deal deleted first, the mover sees a conflict with the intended
/// change.
#[test]
fn deletion_racing_a_move_removes_no_deal_silently() {
    let harness = TestHarness::fast(48);
    let engines = two_engines(&harness);
    let ids = ids_with_status(&engines[0].snapshot(), "sourcing");
    assert!(ids.len() >= 3, "{} deals are too few to tell", ids.len());
    // The first deal is moved before and the last deleted before, so that both outcomes occur at any speed.
    submit(&engines[0], vec![move_effect(&ids[0], "sourcing", "ic", NOW)]);
    wait_until_drained(&engines[0]);
    let last = ids.len() - 1;
    submit(&engines[1], vec![delete_effect(&ids[last])]);
    wait_until_drained(&engines[1]);
    for (at, id) in ids.iter().enumerate() {
        if at > 0 {
            engines[0].submit(vec![move_effect(id, "sourcing", "ic", NOW)]);
        }
        if at < last {
            engines[1].submit(vec![delete_effect(id)]);
        }
    }
    let [mover, deleter] = engines.each_ref().map(|engine| {
        wait(engine, "every write applied or shown", |s| {
            s.writes.iter().all(PendingWrite::is_blocked) && s.handled >= ids.len() as u64
        })
    });
    for (s, label) in [(&mover, "moves"), (&deleter, "deletions")] {
        assert_eq!(s.writes.len() + applied_count(s), ids.len(), "{label}: applied or shown");
    }
    let (mut kept_count, mut ended_count) = (0, 0);
    for id in &ids {
        let [moved, deleted] = [&mover, &deleter].map(|s| s.writes.iter().find(|write| write.record == *id));
        match harness.deal(id) {
            Ok(deal) => {
                kept_count += 1;
                assert_eq!(deal.status(), Some("ic"), "only the move reached it");
                assert!(moved.is_none(), "{moved:?}");
                let theirs = fields("status", "ic");
                assert_eq!(
                    deleted.map(|write| (&write.state, shown_status(&deleter, id))),
                    Some((&WriteState::Conflict { theirs }, Some("ic".to_owned()))),
                    "the user confirms the deletion again and sees the current deal"
                );
            }
            Err(error) => {
                ended_count += 1;
                assert_eq!(error.kind(), ErrorKind::NotFound, "{error:?}");
                assert!(deleted.is_none(), "{deleted:?}");
                // A move applied just before the deletion was sent is complete (the contract has no conditional
                // requests). Any other move is a conflict that keeps its fields and the former deal.
                if let Some(write) = moved {
                    assert_eq!(write.fields, fields("status", "ic"));
                    assert!(matches!(write.state, WriteState::Conflict { .. }), "{write:?}");
                    assert!(write.recreate_fields.is_some(), "{write:?}");
                }
            }
        }
    }
    assert!(kept_count > 0 && ended_count > 0, "{kept_count} kept, {ended_count} ended");
}

//! Property tests: rebuilt deals match stored ones, and shown ages contain the true age.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::Timestamp;
use proptest::prelude::*;

use super::RecordOrigin;
use super::world::{World, at, deal, same_deals, same_rows};
use crate::contract::json::json_eq::differing_fields;
use crate::contract::patch::Fields;
use crate::flow::log::{MoveTime, Stay};
use crate::model::history::time_in_status::{DurationBounds, EventTime, status_stays, total_time_in};
use crate::store::{ReceivedRecord, RecordKind, Store};

/// A change of the pipeline between two syncs.
#[derive(Clone, Debug)]
enum PipelineStep {
    /// Sets status and owner of a deal, which is created if new.
    Set(u8, u8, u8),
    Delete(u8),
    Sync,
    InconsistentSync(u8),
    Write(u8, u8),
    OwnDelete(u8),
    Reopen,
}

fn step() -> impl Strategy<Value = PipelineStep> {
    let deal = 0..6_u8;
    prop_oneof![
        4 => (deal.clone(), 0..4_u8, 0..4_u8).prop_map(|(d, s, o)| PipelineStep::Set(d, s, o)),
        2 => deal.clone().prop_map(PipelineStep::Delete),
        5 => Just(PipelineStep::Sync),
        1 => deal.clone().prop_map(PipelineStep::InconsistentSync),
        2 => (deal.clone(), 0..4_u8).prop_map(|(d, s)| PipelineStep::Write(d, s)),
        1 => deal.prop_map(PipelineStep::OwnDelete),
        1 => Just(PipelineStep::Reopen),
    ]
}

const STATUSES: [&str; 4] = ["sourcing", "ic", "closing", ""];

fn body(id: &str, status: u8, owner: u8) -> ReceivedRecord {
    let status = match STATUSES[usize::from(status)] {
        "" => String::new(),
        code => format!(",\"status\":\"{code}\""),
    };
    let owner = [
        "",
        ",\"responsable\":null",
        ",\"responsable\":\"B\",\"n\":{\"x\":1}",
        ",\"kpi_snapshot\":{\"ltv\":0.50},\"status_since\":\"2026-01-02\"",
    ][usize::from(owner)];
    deal(id, &format!("{status}{owner}"))
}

/// Compares the stays of the flow with those of the deal's own entries.
fn same_stays(world: &World, deal: &str) -> Result<(), TestCaseError> {
    let log = world.store.history().flow_log().unwrap();
    let of_deal = |stay: &Stay| log.ids.text(stay.start.deal) == deal;
    let mut stays: Vec<Stay> = Vec::new();
    log.for_each_stay(|stay| stays.push(*stay));
    stays.retain(of_deal);
    let spans = status_stays(&world.entries(deal));
    prop_assert_eq!(stays.len(), spans.len());
    for (stay, span) in stays.iter().zip(&spans) {
        prop_assert_eq!(log.statuses.text(stay.start.to), &span.status);
        let not_before = span.from.not_before.map(Timestamp::as_second);
        prop_assert_eq!(stay.entry().is_some(), not_before.is_some());
        prop_assert_eq!(stay.start.time.at, span.from.at.as_second());
        prop_assert!(not_before.is_none_or(|not_before| stay.start.time.after >= not_before));
        let end = |time: MoveTime| (Some(time.after), time.at);
        let ended = |to: EventTime| (to.not_before.map(Timestamp::as_second), to.at.as_second());
        prop_assert_eq!(stay.end.map(|(time, _)| end(time)), span.to.map(ended));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Tests that replaying the history up to a time yields the deals stored then.
    #[test]
    fn rebuilt_is_stored(steps in proptest::collection::vec(step(), 1..40), cut in 0_usize..40) {
        let mut world = World::new();
        let mut service: BTreeMap<String, (u8, u8)> = BTreeMap::new();
        let mut then = Vec::new();
        for step in steps {
            let shown = |service: &BTreeMap<String, (u8, u8)>| -> Vec<ReceivedRecord> {
                service.iter().map(|(id, (s, o))| body(id, *s, *o)).collect()
            };
            match step {
                PipelineStep::Set(d, s, o) => {
                    service.insert(format!("d{d}"), (s, o));
                }
                PipelineStep::Delete(d) => {
                    service.remove(&format!("d{d}"));
                }
                PipelineStep::Sync => world.sync(&shown(&service), true),
                PipelineStep::InconsistentSync(less) => {
                    let mut some = shown(&service);
                    some.truncate(usize::from(less));
                    world.sync(&some, false);
                }
                PipelineStep::Write(d, s) => {
                    let id = format!("d{d}");
                    if let Some(held) = service.get_mut(&id) {
                        let status = if s == 3 { 0 } else { s };
                        held.0 = status;
                        let response = body(&id, status, held.1);
                        let fields = format!("{{\"status\":\"{}\"}}", STATUSES[usize::from(status)]);
                        world.write(&response, &fields);
                    }
                }
                PipelineStep::OwnDelete(d) => {
                    let id = format!("d{d}");
                    if service.remove(&id).is_some() {
                        let now = world.tick();
                        world.store.cache().remove(RecordKind::Deal, &id, true, now).unwrap();
                    }
                }
                PipelineStep::Reopen => world = world.reopen(),
            }
            then.push((at(world.now), world.stored()));
        }
        let history = world.store.history().clone();
        for (timestamp, stored) in &then {
            same_deals(&history.rebuild(*timestamp).unwrap(), stored)?;
            same_rows(&history, *timestamp, stored)?;
        }
        for deal in 0..6 {
            same_stays(&world, &format!("d{deal}"))?;
        }
        drop(history);
        // A discarded cache is refilled with the same deals.
        let world = world.discard_cache();
        if let Some((_, stored)) = then.last() {
            same_deals(&world.store.history().rebuild(Timestamp::MAX).unwrap(), stored)?;
            let again = world.stored();
            for (id, (record, stage)) in stored {
                prop_assert!(differing_fields(record, &again[id].0).is_empty());
                prop_assert_eq!(stage, &again[id].1);
            }
        }
        // Pruning does not change later states.
        let later = &then[cut.min(then.len())..];
        if let Some((timestamp, _)) = later.first() {
            world.store.prune_history(*timestamp, at(world.now)).unwrap();
            for (timestamp, stored) in later {
                same_deals(&world.store.history().rebuild(*timestamp).unwrap(), stored)?;
                same_rows(world.store.history(), *timestamp, stored)?;
            }
        }
    }

    /// Tests that shown ages contain the true age. Every stage lasts long enough to be seen.
    #[test]
    fn stage_ages_hold_the_truth(
        stays in proptest::collection::vec((0..3_u8, 21_i64..200, any::<bool>()), 1..12),
        first_look in 0_i64..40,
        gaps in proptest::collection::vec(1_i64..=20, 1..60),
        ahead in 0_i64..500,
    ) {
        // The truth: start of each stage, and whether we started it ourselves.
        let mut began = Vec::new();
        let mut timestamp = 0;
        for (n, (status, lasts, ours)) in stays.iter().enumerate() {
            let status = (*status + n as u8) % 3;
            if began.last().is_none_or(|(_, last, _): &(i64, u8, bool)| *last != status) {
                began.push((timestamp, status, *ours && n > 0));
            }
            timestamp += lasts;
        }
        let end = timestamp;
        let status_at = |t: i64| began.iter().rev().find(|(from, ..)| *from <= t).map(|(_, status, _)| *status).unwrap();
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), at(0)).unwrap();
        let cache = store.cache();
        let look = |t: i64| {
            let (asked, pass) = (cache.write_seq().unwrap(), cache.begin_pass().unwrap());
            let shown = body("d", status_at(t), 0);
            cache.save_page(RecordKind::Deal, "", pass, asked, at(t), &[shown]).unwrap();
            cache.sweep(RecordKind::Deal, "", &["d"].into_iter().collect(), asked, (at(t), at(t))).unwrap();
        };
        let mut looks = vec![first_look];
        for gap in gaps.iter().cycle() {
            let next = looks.last().unwrap() + gap;
            if next > end {
                break;
            }
            looks.push(next);
        }
        // Our own changes arrive with their response, between the syncs.
        let mut due = began.iter().filter(|(from, _, ours)| *ours && *from > first_look).peekable();
        for t in &looks {
            while let Some((from, status, _)) = due.next_if(|(from, ..)| from < t) {
                let fields = Fields::parse(&format!("{{\"status\":\"{}\"}}", STATUSES[usize::from(*status)])).unwrap();
                let source = RecordOrigin::Response { fields: &fields, requested_at: at(*from) };
                cache.confirm(RecordKind::Deal, "", at(*from), &body("d", *status, 0), source).unwrap();
            }
            look(*t);
        }
        let last_look = *looks.last().unwrap();
        let now = last_look + ahead;
        let spans = status_stays(&store.history().entries_of("d").unwrap());
        let holds = |lasting: DurationBounds, truth: i64| {
            let truth = Duration::from_secs(truth.unsigned_abs());
            lasting.min <= truth && lasting.max.is_none_or(|most| truth <= most)
        };
        // Up to the last sync.
        let known: Vec<_> = began.iter().filter(|(from, ..)| *from <= last_look).collect();
        let current = known.last().unwrap();
        let shown = spans.last().unwrap().duration(at(now));
        prop_assert!(holds(shown, now - current.0), "{:?} for {}", shown, now - current.0);
        for status in 0..3_u8 {
            let mut truth = 0;
            for (n, (from, here, _)) in known.iter().enumerate() {
                let to = known.get(n + 1).map_or(now, |next| next.0);
                // A stage that ended before the first sync was never seen.
                if *here == status && to > first_look {
                    truth += to - from.max(&0);
                }
            }
            if let Some(lasting) = total_time_in(&spans, STATUSES[usize::from(status)], at(now)) {
                prop_assert!(holds(lasting, truth), "{:?} for {}", lasting, truth);
            } else {
                prop_assert_eq!(truth, 0);
            }
        }
    }
}

//! Measures the flow figures of 100,000 deals with 500,000 moves.
//!
//! It uses no network, no disk and no drawing. `cargo bench -p encours-tests --bench flow`

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use encours_core::engine::figures_on_threads;
use encours_core::flow::log::FlowLog;
use encours_core::model::flow::{FlowRequest, GroupBy};
use encours_core::model::history::history_entry::{EntryKind, HistoryEntry};
use encours_core::vocabulary::StatusOrder;
use jiff::Timestamp;
use jiff::tz::TimeZone;

const DEALS: u64 = 100_000;
const MOVES: u64 = 500_000;
const STATUSES: [&str; 7] = ["sourcing", "screening", "ic", "structuring", "closing", "on_hold", "lost"];
const CLASSES: [&str; 4] = ["bureaux", "hotels", "commerce", "logistique_activite"];

/// Returns the next number of a fixed sequence.
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

fn at(second: u64) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + second.cast_signed()).unwrap_or_default()
}

/// Returns a year of moves: half of the deals were there before, a move is known to half an hour.
fn history() -> FlowLog {
    let (mut log, mut state) = (FlowLog::default(), 42);
    let mut statuses = vec![0; DEALS as usize];
    let new_entry = |seq: u64, deal: usize, kind, not_before: Option<u64>| HistoryEntry {
        seq: seq.cast_signed(),
        deal: format!("0b6f3c9a-6f0e-4f0e-9a55-{deal:012}"),
        kind,
        not_before: not_before.map(at),
        at: at(seq * 60),
        is_ours: false,
        maybe_ours: false,
    };
    for step in 0..DEALS + MOVES {
        let deal = if step < DEALS { step } else { next(&mut state) % DEALS } as usize;
        let status = (statuses[deal] + 1 + next(&mut state) as usize % (STATUSES.len() - 1)) % STATUSES.len();
        statuses[deal] = status;
        let kind = if step < DEALS {
            let class = CLASSES[deal % CLASSES.len()];
            let body = format!("{{\"status\":\"{}\",\"classe_actif\":\"{class}\"}}", STATUSES[status]);
            EntryKind::FirstSeen { body, status_since: None }
        } else {
            let after = Some(format!("\"{}\"", STATUSES[status]));
            EntryKind::FieldChanged { name: "status".into(), before: None, after }
        };
        let known = step >= DEALS / 2;
        log.apply(&new_entry(step, deal, kind, known.then(|| (step * 60).saturating_sub(1_800))));
    }
    log
}

fn bench(c: &mut Criterion) {
    let log = history();
    let mut group = c.benchmark_group(format!("flow of {DEALS} deals, {MOVES} moves"));
    group.sample_size(20);
    for (name, by) in [("all deals", None), ("by class", Some(GroupBy::Class))] {
        let until = at((DEALS + MOVES) * 60);
        let request = FlowRequest { since: None, by, order: StatusOrder::default(), zone: TimeZone::UTC };
        group.bench_function(name, |b| {
            b.iter(|| black_box(figures_on_threads(&log, request.clone(), until)));
        });
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);

//! What a key costs with 100,000 deals and with a million on the board: from a snapshot or a filter to the cards in sight.
//! No network, no disk, no drawing. `cargo bench -p encours-tests --bench pipeline`

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use encours_core::app::{Action, ActionId, App, FrontEnd, Keymap, Options};
use encours_core::contract::kpi::{KpiKey, Unit};
use encours_core::engine::{Bound, ColumnsBuilder, Coverage, DealTable, RowData, Snapshot, StageSince};
use encours_core::view::text::Lang;
use encours_core::view::{board, selection, sheet};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use rust_decimal::Decimal;

fn now() -> Timestamp {
    Timestamp::from_second(1_800_000_000).unwrap_or_default()
}

fn row(n: u32, status: &str) -> RowData {
    let places = ["Lyon", "Nantes", "Îlot-de-Metz", "Toulouse", "Écully", "Rouen"];
    let place = places[n as usize % places.len()];
    RowData {
        id: format!("{n:08x}-0000-4000-8000-{n:012x}"),
        name: format!("Résidence n° {n}, {place}"),
        status: status.to_owned(),
        class: ["bureaux", "commerces", "residentiel"][n as usize % 3].to_owned(),
        owner: format!("Responsable {}", n % 40),
        since: Some(StageSince {
            at: now().as_second() - i64::from(n % 90) * 86_400,
            bound: Bound::AtLeast,
        }),
        numbers: if n % 5 < 3 { numbers(n) } else { Vec::new() },
    }
}

/// As many numbers as a deal has that is known well.
fn numbers(n: u32) -> Vec<(KpiKey, Decimal)> {
    KpiKey::numeric()
        .map(|key| match key.unit() {
            Unit::Money => (key, Decimal::new(i64::from(n) * 1_007 + 100_000_000, 2)),
            _ => (key, Decimal::new(i64::from(n % 20_000), 4)),
        })
        .collect()
}

fn table(deals: u32) -> DealTable {
    let statuses = [
        "sourcing",
        "screening",
        "due_diligence",
        "ic",
        "term_sheet",
        "closing",
        "lost",
    ];
    let mut builder = ColumnsBuilder::default();
    for n in 0..deals {
        builder.push(&row(n, statuses[n as usize % statuses.len()]));
    }
    builder.finish()
}

fn snapshot(revision: u64, deals: DealTable) -> Arc<Snapshot> {
    let count = deals.len() as u64;
    Arc::new(Snapshot {
        revision,
        deals: Arc::new(deals),
        coverage: Coverage {
            read: count,
            total: Some(count),
            complete_at: Some(now()),
            reading: false,
            unknown_status: 0,
            miscounted: false,
        },
        ..Snapshot::default()
    })
}

fn app(table: DealTable) -> App {
    let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap_or_else(|error| unreachable!("{error}"));
    let mut app = App::new(Options::new(Lang::Fr, keymap, TimeZone::UTC), now());
    app.absorb(snapshot(1, table));
    app
}

fn visible(app: &App) -> usize {
    let heads = (0..app.lens().columns.len())
        .filter_map(|at| board::column_head(app, at))
        .count();
    heads + (0..4).map(|at| board::cards(app, at, 0..8).len()).sum::<usize>()
}

fn bench(c: &mut Criterion) {
    for deals in [100_000, 1_000_000] {
        let mut group = c.benchmark_group(format!("{deals} deals"));
        keys(&mut group, &table(deals));
    }
}

/// The same with every deal selected: a key costs what it costs with none.
fn selected(group: &mut BenchmarkGroup<'_, WallTime>, table: &DealTable) {
    let mut board = app(table.clone());
    board.apply(Action::Run(ActionId::SelectAll), now());
    group.bench_function("key: focus down with every deal selected", |b| {
        b.iter(|| {
            black_box(board.apply(Action::Run(ActionId::FocusDown), now()));
            black_box((visible(&board), selection::line(&board)))
        });
    });
    group.bench_function("key: every deal selected, and what they add up to", |b| {
        b.iter_custom(|times| {
            (0..times)
                .map(|_| {
                    board.apply(Action::Run(ActionId::ClearSelection), now());
                    let began = Instant::now();
                    board.apply(Action::Run(ActionId::SelectAll), now());
                    black_box((visible(&board), selection::line(&board)));
                    began.elapsed()
                })
                .sum()
        });
    });
    group.bench_function("key: the dry run of a move of every deal", |b| {
        b.iter_custom(|times| {
            (0..times)
                .map(|_| {
                    board.apply(Action::Run(ActionId::MoveTo), now());
                    board.apply(Action::Choose(1), now());
                    let began = Instant::now();
                    board.apply(Action::Run(ActionId::Open), now());
                    black_box(sheet::sheet(&board));
                    let took = began.elapsed();
                    board.apply(Action::Run(ActionId::Back), now());
                    took
                })
                .sum()
        });
    });
}

fn keys(group: &mut BenchmarkGroup<'_, WallTime>, table: &DealTable) {
    let mut board = app(table.clone());
    group.bench_function("key: focus down, then the cards in sight", |b| {
        b.iter(|| {
            black_box(board.apply(Action::Run(ActionId::FocusDown), now()));
            black_box(visible(&board))
        });
    });

    selected(group, table);

    let mut moved = table.clone();
    moved.patch(row(7, "closing"), None);
    let (before, after) = (snapshot(2, table.clone()), snapshot(3, moved));
    let mut turn = false;
    group.bench_function(
        "change: one deal moved, from snapshot to the cards in sight",
        |b| {
            b.iter(|| {
                turn = !turn;
                board.absorb(if turn { after.clone() } else { before.clone() });
                black_box(visible(&board))
            });
        },
    );

    // Each letter of a word as it is typed: what the one before left is looked at alone.
    let word = "toulouse";
    for letters in 1..=word.len() {
        let (shorter, typed) = (word.get(..letters - 1), word.get(..letters));
        let (shorter, typed) = (shorter.unwrap_or_default(), typed.unwrap_or_default());
        group.bench_function(format!("filter: {typed}"), |b| {
            b.iter_custom(|times| {
                (0..times)
                    .map(|_| {
                        board.apply(Action::SetFilter(shorter.to_owned()), now());
                        let began = Instant::now();
                        board.apply(Action::SetFilter(typed.to_owned()), now());
                        black_box(visible(&board));
                        began.elapsed()
                    })
                    .sum()
            });
        });
    }
    for (name, filter) in [
        ("filter: one word at once", "toulouse"),
        ("filter: letters of a word", "rsdnantes"),
        ("filter: a status and a word", "statut:ic nantes"),
        ("filter: age and owner", "age>30j responsable:\"Responsable 7\""),
        ("filter: a number", "crd>1.2M"),
    ] {
        group.bench_function(name, |b| {
            b.iter_custom(|times| {
                (0..times)
                    .map(|_| {
                        board.apply(Action::SetFilter(String::new()), now());
                        let began = Instant::now();
                        board.apply(Action::SetFilter(filter.to_owned()), now());
                        black_box(visible(&board));
                        began.elapsed()
                    })
                    .sum()
            });
        });
    }
}

criterion_group! {
    name = pipeline;
    config = Criterion::default().sample_size(10);
    targets = bench
}
criterion_main!(pipeline);

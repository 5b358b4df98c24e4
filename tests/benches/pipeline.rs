//! What a key costs with 100,000 deals on the board: from a snapshot or a filter to the cards in sight. No network,
//! no disk, no drawing. `cargo bench -p encours-tests --bench pipeline`

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use encours_core::app::{Action, ActionId, App, FrontEnd, Keymap, Options};
use encours_core::engine::{Bound, ColumnsBuilder, Coverage, DealTable, RowData, Snapshot, StageSince};
use encours_core::view::board;
use encours_core::view::text::Lang;
use jiff::Timestamp;
use jiff::tz::TimeZone;

const DEALS: u32 = 100_000;

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
        numbers: Vec::new(),
    }
}

fn table() -> DealTable {
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
    for n in 0..DEALS {
        builder.push(&row(n, statuses[n as usize % statuses.len()]));
    }
    builder.finish()
}

fn snapshot(revision: u64, deals: DealTable) -> Arc<Snapshot> {
    Arc::new(Snapshot {
        revision,
        deals: Arc::new(deals),
        coverage: Coverage {
            read: u64::from(DEALS),
            total: Some(u64::from(DEALS)),
            complete_at: Some(now()),
            reading: false,
            unknown_status: 0,
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
    let table = table();
    let mut board = app(table.clone());

    c.bench_function("key: focus down, then the cards in sight", |b| {
        b.iter(|| {
            black_box(board.apply(Action::Run(ActionId::FocusDown), now()));
            black_box(visible(&board))
        });
    });

    let mut moved = table.clone();
    moved.patch(row(7, "closing"), None);
    let (before, after) = (snapshot(2, table.clone()), snapshot(3, moved));
    let mut turn = false;
    c.bench_function(
        "change: one deal moved, from snapshot to the cards in sight",
        |b| {
            b.iter(|| {
                turn = !turn;
                board.absorb(if turn { after.clone() } else { before.clone() });
                black_box(visible(&board))
            });
        },
    );

    for (name, filter) in [
        ("filter: one word", "toulouse"),
        ("filter: a status and a word", "statut:ic nantes"),
        ("filter: age and owner", "age>30j responsable:\"Responsable 7\""),
    ] {
        c.bench_function(name, |b| {
            b.iter_batched(
                || filter.to_owned(),
                |text| {
                    board.apply(Action::SetFilter(text), now());
                    black_box(visible(&board))
                },
                BatchSize::SmallInput,
            );
        });
    }
}

criterion_group! {
    name = pipeline;
    config = Criterion::default().sample_size(40);
    targets = bench
}
criterion_main!(pipeline);

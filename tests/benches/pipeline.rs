//! Measures keys with 100,000 and a million deals, up to the visible cards.
//!
//! It uses no network, no disk and no drawing. `cargo bench -p encours-tests --bench pipeline`

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use encours_core::app::deals::table::view::selection;
use encours_core::app::deals::table::view::table as rows;
use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::screens::inbox::view::inbox;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::app::shell::view::picker;
use encours_core::contract::ids::NotificationId;
use encours_core::model::snapshot::{Inbox, NotificationRow, Snapshot};
use encours_core::model::table::{DealTable, RowData, StatusSince, TimePrecision};
use encours_core::text::Lang;
use encours_tests::sample::{self, now, snapshot};
use jiff::tz::TimeZone;

fn deal(n: u32) -> RowData {
    let towns = ["Lyon", "Nantes", "Îlot-de-Metz", "Toulouse", "Écully", "Rouen"];
    let town = towns[n as usize % towns.len()];
    sample::deal(n, format!("Résidence n° {n}, {town}"), n)
}

/// Returns the same deal with another status.
fn moved_deal(n: u32, status: &str) -> RowData {
    RowData { status: status.to_owned(), ..deal(n) }
}

fn new_app(table: DealTable) -> App {
    let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap_or_else(|error| unreachable!("{error}"));
    let mut app = App::new(Options::new(Lang::Fr, keymap, TimeZone::UTC), now());
    app.on_snapshot(snapshot(1, table));
    app
}

fn build_visible_cards(app: &App) -> usize {
    let header_count = (0..app.pipeline.filtered().columns.len())
        .filter_map(|at| encours_core::app::deals::board::view::header::column_header(app, at))
        .count();
    header_count
        + (0..4)
            .map(|at| encours_core::app::deals::board::view::card::cards(app, at, 0..8).len())
            .sum::<usize>()
}

fn bench(c: &mut Criterion) {
    for deals in [100_000, 1_000_000] {
        let mut group = c.benchmark_group(format!("{deals} deals"));
        bench_keys(&mut group, &sample::table(deals, deal));
    }
}

/// Measures keys while every deal is selected; the cost should be the same.
fn bench_selected(group: &mut BenchmarkGroup<'_, WallTime>, table: &DealTable) {
    let mut board = new_app(table.clone());
    board.dispatch(Action::Run(ActionId::SelectAll), now());
    group.bench_function("key: focus down with every deal selected", |b| {
        b.iter(|| {
            black_box(board.dispatch(Action::Run(ActionId::FocusDown), now()));
            black_box((build_visible_cards(&board), selection::selection_text(&board)))
        });
    });
    group.bench_function("key: select all deals, with their sum", |b| {
        b.iter_custom(|times| {
            (0..times)
                .map(|_| {
                    board.dispatch(Action::Run(ActionId::ClearSelection), now());
                    let started_at = Instant::now();
                    board.dispatch(Action::Run(ActionId::SelectAll), now());
                    black_box((build_visible_cards(&board), selection::selection_text(&board)));
                    started_at.elapsed()
                })
                .sum()
        });
    });
    group.bench_function("key: the dry run of a move of every deal", |b| {
        b.iter_custom(|times| {
            (0..times)
                .map(|_| {
                    board.dispatch(Action::Run(ActionId::MoveTo), now());
                    board.dispatch(Action::FocusOverlayLine(1), now());
                    let started_at = Instant::now();
                    board.dispatch(Action::Run(ActionId::Open), now());
                    black_box(picker::picker_view(&board));
                    let elapsed = started_at.elapsed();
                    board.dispatch(Action::Run(ActionId::Back), now());
                    elapsed
                })
                .sum()
        });
    });
}

/// Measures the palette, letter by letter.
fn bench_palette(group: &mut BenchmarkGroup<'_, WallTime>, table: &DealTable) {
    let mut board = new_app(table.clone());
    board.dispatch(Action::Run(ActionId::Palette), now());
    for word in ["toulouse", "rsdnan", "lyon 77"] {
        for letters in 1..=word.len() {
            let (shorter, typed) = (word.get(..letters - 1), word.get(..letters));
            let (shorter, typed) = (shorter.unwrap_or_default(), typed.unwrap_or_default());
            bench_measured(group, &format!("palette: {typed}"), || {
                board.dispatch(Action::SetText(shorter.to_owned()), now());
                let started_at = Instant::now();
                board.dispatch(Action::SetText(typed.to_owned()), now());
                black_box(encours_core::app::tools::palette::view::palette_lines(&board));
                started_at.elapsed()
            });
        }
    }
}

/// Measures changes of the board's order, and of the table's by one and two keys.
fn bench_orders(group: &mut BenchmarkGroup<'_, WallTime>, table: &DealTable) {
    let mut board = new_app(table.clone());
    for _ in 0..board.pipeline.sortable_columns().len() {
        board.dispatch(Action::Run(ActionId::CycleSortOrder), now());
        let name = format!("order: the board by {}", board.pipeline.board_order());
        // Go through all the other orders and back to this one.
        let other_orders = board.pipeline.sortable_columns().len() - 1;
        bench_measured(group, &name, || {
            (0..other_orders).for_each(|_| {
                board.dispatch(Action::Run(ActionId::CycleSortOrder), now());
            });
            let started_at = Instant::now();
            board.dispatch(Action::Run(ActionId::CycleSortOrder), now());
            black_box(build_visible_cards(&board));
            started_at.elapsed()
        });
    }
    let mut table_app = new_app(table.clone());
    table_app.dispatch(Action::Run(ActionId::ToggleTable), now());
    for at in 0..table_app.table.columns.len() {
        table_app.dispatch(Action::FocusTableColumn(at), now());
        let column = table_app.table.columns.get(at).map_or("", |column| column.name());
        bench_measured(group, &format!("order: the table by {column}"), || {
            let started_at = Instant::now();
            table_app.dispatch(Action::Run(ActionId::SortColumn), now());
            black_box(rows::table_lines(&table_app, 0..30).len());
            started_at.elapsed()
        });
    }
    table_app.dispatch(Action::FocusTableColumn(0), now());
    bench_measured(group, "order: the table by an additional sort key", || {
        let started_at = Instant::now();
        table_app.dispatch(Action::Run(ActionId::SortAlso), now());
        black_box(rows::table_lines(&table_app, 0..30).len());
        started_at.elapsed()
    });
}

/// Measures switching between screens, and between board and table.
fn bench_screens(group: &mut BenchmarkGroup<'_, WallTime>, table: &DealTable) {
    let mut board = new_app(table.clone());
    group.bench_function("screen: switch between board and table", |b| {
        b.iter(|| {
            board.dispatch(Action::Run(ActionId::ToggleTable), now());
            black_box((build_visible_cards(&board), rows::table_lines(&board, 0..30).len()))
        });
    });
    let title = |n: u32| format!("LTV au-dessus de la limite – Résidence n° {n}, Nantes");
    let items = (0..40).map(|n| NotificationRow {
        id: NotificationId::new(n.to_string()).unwrap_or_else(|_| unreachable!("a number is one")),
        title: title(n * 2_000 + 1),
        severity: String::new(),
        read: false,
        pending: false,
        rejected: false,
        created_at: None,
        first_seen: now(),
        local: None,
    });
    let mut snapshot = Snapshot::clone(board.cx.snapshot());
    snapshot.revision += 1;
    snapshot.inbox = Arc::new(Inbox { items: items.collect(), fetched_at: Some(now()), ..Inbox::default() });
    board.on_snapshot(Arc::new(snapshot));
    board.dispatch(Action::Run(ActionId::ScreenNotifications), now());
    group.bench_function("screen: a cursor key in the notifications", |b| {
        b.iter(|| {
            board.dispatch(Action::Run(ActionId::FocusDown), now());
            black_box(inbox::inbox_view(&board))
        });
    });
}

/// Measures a change and a filter after most deals were moved locally.
fn bench_after_bulk(group: &mut BenchmarkGroup<'_, WallTime>, table: &DealTable) {
    let (mut moved, moved_count) = (table.clone(), table.len() as u32 / 5 * 4);
    for n in 0..moved_count {
        let since =
            Some(StatusSince { at: now().as_second() - i64::from(n % 7), precision: TimePrecision::Exact });
        let row = RowData { since, ..moved_deal(n, "closing") };
        moved.set_row(row, None);
    }
    let mut moved_again = moved.clone();
    moved_again.set_row(moved_deal(7, "lost"), None);
    let mut board = new_app(moved.clone());
    board.dispatch(Action::ImportViews(view_definitions()), now());
    let both = [snapshot(2, moved.clone()), snapshot(3, moved_again)];
    let mut index = 0;
    group.bench_function("after many: one deal moved, with eight views counted", |b| {
        b.iter(|| {
            index = 1 - index;
            board.on_snapshot(both[index].clone());
            black_box(build_visible_cards(&board))
        });
    });
    for (name, shorter, typed) in [
        ("after many: the first letter of a filter", "", "t"),
        ("after bulk move: fourth letter of the filter", "tou", "toul"),
    ] {
        bench_measured(group, name, || {
            board.dispatch(Action::SetFilter(shorter.to_owned()), now());
            let started_at = Instant::now();
            board.dispatch(Action::SetFilter(typed.to_owned()), now());
            black_box(build_visible_cards(&board));
            started_at.elapsed()
        });
    }
    board.dispatch(Action::SetFilter(String::new()), now());
    board.dispatch(Action::Run(ActionId::Palette), now());
    bench_measured(group, "after many: a letter in the palette", || {
        board.dispatch(Action::SetText("to".to_owned()), now());
        let started_at = Instant::now();
        board.dispatch(Action::SetText("tou".to_owned()), now());
        black_box(encours_core::app::tools::palette::view::palette_lines(&board));
        started_at.elapsed()
    });
    let mut revision = 10;
    let plain = table.clone();
    bench_measured(group, "after bulk move: snapshot with all moves", || {
        revision += 2;
        board.on_snapshot(snapshot(revision, plain.clone()));
        let next = snapshot(revision + 1, moved.clone());
        let started_at = Instant::now();
        board.on_snapshot(next);
        black_box(build_visible_cards(&board));
        started_at.elapsed()
    });
}

/// Returns a realistic number of saved views, with each kind of filter.
fn view_definitions() -> String {
    let filters = [
        "toulouse",
        "statut:ic,closing",
        "crd>1.2M",
        "responsable:\"Responsable 7\"",
        "age>30j",
        "-classe:bureaux nantes",
        "ltv:nc",
        "",
    ];
    let view = |(at, filter): (usize, &str)| format!("[[view]]\nname = \"{at}\"\nquery = '{filter}'\n");
    let views: Vec<String> = filters.into_iter().enumerate().map(view).collect();
    views.concat()
}

/// Measures by the duration that `run_once` returns.
fn bench_measured(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    mut run_once: impl FnMut() -> Duration,
) {
    group.bench_function(name, |b| {
        b.iter_custom(|times| (0..times).map(|_| run_once()).sum());
    });
}

fn bench_keys(group: &mut BenchmarkGroup<'_, WallTime>, table: &DealTable) {
    let mut board = new_app(table.clone());
    group.bench_function("key: focus down, then the cards in sight", |b| {
        b.iter(|| {
            black_box(board.dispatch(Action::Run(ActionId::FocusDown), now()));
            black_box(build_visible_cards(&board))
        });
    });

    bench_selected(group, table);
    bench_palette(group, table);
    bench_orders(group, table);
    bench_screens(group, table);
    bench_after_bulk(group, table);

    let mut moved = table.clone();
    moved.set_row(moved_deal(7, "closing"), None);
    let (before, after) = (snapshot(2, table.clone()), snapshot(3, moved));
    let mut show_moved = false;
    group.bench_function("change: one deal moved, from snapshot to the cards in sight", |b| {
        b.iter(|| {
            show_moved = !show_moved;
            board.on_snapshot(if show_moved { after.clone() } else { before.clone() });
            black_box(build_visible_cards(&board))
        });
    });

    // Each letter of a word as it is typed: only the matches of the shorter text are searched.
    let word = "toulouse";
    for letters in 1..=word.len() {
        let (shorter, typed) = (word.get(..letters - 1), word.get(..letters));
        let (shorter, typed) = (shorter.unwrap_or_default(), typed.unwrap_or_default());
        group.bench_function(format!("filter: {typed}"), |b| {
            b.iter_custom(|times| {
                (0..times)
                    .map(|_| {
                        board.dispatch(Action::SetFilter(shorter.to_owned()), now());
                        let started_at = Instant::now();
                        board.dispatch(Action::SetFilter(typed.to_owned()), now());
                        black_box(build_visible_cards(&board));
                        started_at.elapsed()
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
                        board.dispatch(Action::SetFilter(String::new()), now());
                        let started_at = Instant::now();
                        board.dispatch(Action::SetFilter(filter.to_owned()), now());
                        black_box(build_visible_cards(&board));
                        started_at.elapsed()
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

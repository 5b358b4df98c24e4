//! Cost of a large selection, by counting, and its summary compared with a full scan.

use crate::contract::KpiKey;
use crate::deals::pipeline::selected_deals::SelectionSummary;
use crate::foundation::cx::options::Options;
use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::keymap::{FrontEnd, Keymap};
use crate::model::snapshot::Snapshot;
use crate::model::table::{ColumnStoreBuilder, DealTable, RowData, RowIdx};
use crate::shell::action::Action;
use crate::shell::app::App;
use crate::shell::view::picker;
use crate::text::Lang;
use rust_decimal::Decimal;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;

const DEALS: usize = 9_000;

fn deal(n: usize, status: &str) -> RowData {
    RowData {
        id: format!("d{n}"),
        name: format!("Résidence {n}"),
        status: status.to_owned(),
        numbers: (!n.is_multiple_of(3))
            .then(|| (KpiKey::CrdTotal, Decimal::from(n * 7) / Decimal::ONE_HUNDRED))
            .into_iter()
            .collect(),
        ..RowData::default()
    }
}

fn table() -> DealTable {
    let mut builder = ColumnStoreBuilder::default();
    (0..DEALS).for_each(|n| builder.push(&deal(n, ["sourcing", "ic"][n % 2])));
    builder.finish()
}

fn snapshot_of(revision: u64, deals: DealTable) -> Arc<Snapshot> {
    Arc::new(Snapshot { revision, deals: Arc::new(deals), ..Snapshot::default() })
}

fn app() -> App {
    let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
    let mut app = App::new(Options::new(Lang::En, keymap, TimeZone::UTC), Timestamp::UNIX_EPOCH);
    app.on_snapshot(snapshot_of(1, table()));
    app
}

fn run(app: &mut App, ids: &[A]) {
    for id in ids {
        app.dispatch(Action::Run(*id), Timestamp::UNIX_EPOCH);
    }
}

/// Returns the summary computed by a full scan.
fn summary_by_scan(app: &App) -> SelectionSummary {
    let deals = &app.cx.snapshot.deals;
    let selected: std::collections::BTreeSet<RowIdx> = app.visible_rows().collect();
    let mut text = SelectionSummary::default();
    let mut sum = Decimal::ZERO;
    for row in deals.rows().filter(|row| app.pipeline.selection.contains(row)) {
        text.count += 1;
        text.hidden += usize::from(!selected.contains(&row.ix));
        if let Some(value) = row.number(KpiKey::CrdTotal) {
            text.covered += 1;
            sum += value;
        }
    }
    text.principal = (text.covered > 0).then_some(sum);
    text
}

#[test]
fn selection_summary_stays_cached_until_its_inputs_change() {
    let mut app = app();
    run(&mut app, &[A::SelectAll]);
    assert_eq!(app.selection_summary().count, DEALS);
    run(&mut app, &[A::FocusDown, A::FocusRight, A::FocusLast, A::MoveTo, A::FocusDown, A::Back]);
    assert!(app.pipeline.selection.summary.get().is_some(), "the summary is computed again");
    app.dispatch(Action::SetFilter("1".into()), Timestamp::UNIX_EPOCH);
    assert!(app.pipeline.selection.summary.get().is_none(), "the filter hides some");
    assert_eq!(*app.selection_summary(), summary_by_scan(&app));
    run(&mut app, &[A::Back]);
    assert!(app.pipeline.selection().is_empty());
    assert_eq!(*app.selection_summary(), SelectionSummary::default());
}

#[test]
fn large_dry_run_builds_only_rows_near_the_focus() {
    let mut app = app();
    run(&mut app, &[A::SelectAll, A::MoveTo]);
    app.dispatch(Action::FocusOverlayLine(1), Timestamp::UNIX_EPOCH);
    run(&mut app, &[A::Open]);
    let counts = app.bulk_change.bulk().unwrap().counts();
    assert_eq!((counts.planned, counts.skipped), (DEALS / 2, DEALS / 2));
    for (keys, place) in [
        (&[A::FocusDown][..], 1),
        (&[A::FocusLast], DEALS - 1),
        (&[A::FocusUp], DEALS - 2),
        (&[A::FocusFirst], 0),
    ] {
        run(&mut app, keys);
        let view = picker::picker_view(&app).unwrap();
        assert_eq!(view.count, DEALS);
        assert!(view.lines.len() < 300, "{} rows were made", view.lines.len());
        let (at, line) = view.focused().unwrap();
        assert_eq!(at, place);
        assert_eq!(line.label.as_str(), app.bulk_change.bulk().unwrap().row(place).unwrap().label);
        let around = place.saturating_sub(40)..(place + 40).min(DEALS);
        let made: Vec<usize> = view.lines_from(around.start).map(|(at, _)| at).take(around.len()).collect();
        assert_eq!(made, around.collect::<Vec<_>>(), "the rows around the focus are built");
    }
}

#[test]
fn selection_summary_equals_a_full_scan_with_pending_changes() {
    let mut app = app();
    app.dispatch(Action::SetFilter("statut:ic".into()), Timestamp::UNIX_EPOCH);
    run(&mut app, &[A::SelectAll]);
    assert_eq!(*app.selection_summary(), summary_by_scan(&app));
    assert_eq!(app.selection_summary().count, DEALS / 2);
    let mut over = table();
    over.set_row(
        RowData { numbers: vec![(KpiKey::CrdTotal, Decimal::from(5))], ..deal(7, "sourcing") },
        None,
    );
    over.set_row(deal(9, "ic"), None);
    over.remove("d11");
    over.set_row(deal(DEALS + 1, "ic"), None);
    app.on_snapshot(snapshot_of(2, over));
    let text = app.selection_summary().clone();
    assert_eq!(text, summary_by_scan(&app));
    assert_eq!((text.count, text.hidden), (DEALS / 2 - 1, 1), "one deal is gone, one is hidden");
    run(&mut app, &[A::SelectAll]);
    assert_eq!(*app.selection_summary(), summary_by_scan(&app));
    assert_eq!(app.selection_summary().count, DEALS / 2);
    assert_eq!(app.selected().len(), DEALS / 2);
    let rows = app.selected_rows();
    assert_eq!(rows.last().map(|row| row.id), Some("d7"), "hidden deals come last");
}

fn column(app: &App, status: &str) -> usize {
    let mut columns = app.pipeline.filtered().columns.iter();
    columns.position(|column| column.status == status).unwrap()
}

#[test]
fn a_column_is_selected_alone() {
    let mut app = app();
    let ic = column(&app, "ic");
    app.dispatch(Action::SelectColumn(ic), Timestamp::UNIX_EPOCH);
    assert_eq!(*app.selection_summary(), summary_by_scan(&app));
    let rows = app.selected_rows();
    assert_eq!(rows.len(), DEALS / 2);
    assert!(rows.iter().all(|row| row.status == "ic"));
}

#[test]
fn selected_deals_in_collapsed_columns_are_counted() {
    let mut app = app();
    let (sourcing, ic) = (column(&app, "sourcing"), column(&app, "ic"));
    let fold = |app: &mut App, at| {
        app.dispatch(Action::CollapseColumn(at), Timestamp::UNIX_EPOCH);
    };
    run(&mut app, &[A::SelectAll]);
    assert_eq!(app.table.selected_collapsed(&app.pipeline, &app.cx), 0);
    fold(&mut app, ic);
    assert_eq!(app.table.selected_collapsed(&app.pipeline, &app.cx), DEALS / 2);
    let text = crate::deals::table::view::selection::selection_text(&app).unwrap().collapsed;
    assert_eq!(text, "4,500 in collapsed columns");
    fold(&mut app, sourcing);
    assert_eq!(app.table.selected_collapsed(&app.pipeline, &app.cx), DEALS);
    run(&mut app, &[A::ToggleTable]);
    assert_eq!(app.table.selected_collapsed(&app.pipeline, &app.cx), 0, "the table folds nothing");
}

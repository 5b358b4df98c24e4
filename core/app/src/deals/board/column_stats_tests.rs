use crate::foundation::cx::options::Options;
use crate::foundation::cx::overlay_types::Swimlanes;
use crate::foundation::input::keymap::{FrontEnd, Keymap};
use crate::model::snapshot::{Coverage, Snapshot};
use crate::model::table::{ColumnStoreBuilder, DealTable, RowData};
use crate::shell::action::Action;
use crate::shell::app::App;
use crate::shell::testing::test_now;
use crate::text::Lang;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::*;

/// A test deal: id, status, owner, principal and LTV.
type Deal = (&'static str, &'static str, &'static str, Option<&'static str>, Option<&'static str>);

/// Deals of two statuses and two owners; some lack both values.
const DEALS: [Deal; 7] = [
    ("a", "ic", "Zoé", Some("100.50"), Some("0.5")),
    ("b", "ic", "Éric", Some("300"), Some("0.7")),
    ("c", "ic", "Éric", Some("20.25"), Some("64.9")),
    ("d", "ic", "Éric", None, None),
    ("e", "closing", "Zoé", Some("1000"), Some("0.9")),
    ("f", "closing", "Éric", Some("3000"), None),
    ("g", "lost", "Éric", Some("7"), None),
];

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

fn table() -> DealTable {
    let mut builder = ColumnStoreBuilder::default();
    for (id, status, owner, principal, ltv) in DEALS {
        let numbers = [(KpiKey::Ltv, ltv), (KpiKey::CrdTotal, principal)];
        builder.push(&RowData {
            id: id.into(),
            name: id.into(),
            status: status.into(),
            owner: owner.into(),
            numbers: numbers.into_iter().filter_map(|(key, value)| Some((key, decimal(value?)))).collect(),
            ..RowData::default()
        });
    }
    builder.finish()
}

fn snapshot(revision: u64, deals: DealTable) -> Arc<Snapshot> {
    Arc::new(Snapshot {
        revision,
        coverage: Coverage { complete_at: Some(test_now()), ..Coverage::default() },
        deals: Arc::new(deals),
        ..Snapshot::default()
    })
}

fn app() -> App {
    let mut options = Options::new(Lang::Fr, Keymap::defaults(FrontEnd::Window).unwrap(), TimeZone::UTC);
    options.split_view = true;
    options.probabilities = [("ic".to_owned(), decimal("40")), ("closing".to_owned(), decimal("90"))].into();
    let mut app = App::new(options, test_now());
    app.on_snapshot(snapshot(1, table()));
    app
}

fn show_metric(app: &mut App, metric: &str, now: Timestamp) {
    app.dispatch(Action::SetHeaderMetric(metric.parse().unwrap()), now);
}

/// Returns the metric of a status and the number of deals it covers.
fn metric_of(app: &App, status: &str) -> (Option<Decimal>, usize) {
    let at = app.pipeline.filtered().columns.iter().position(|column| column.status == status);
    let metric = app.pipeline.column_metric(at.unwrap(), &app.cx).unwrap();
    (metric.value, metric.covered)
}

#[test]
fn each_aggregate_reports_its_coverage() {
    let mut app = app();
    for (metric, ic, covered) in [
        ("crd_total:sum", "420.75", 3),
        ("crd_total:mean", "140.25", 3),
        ("crd_total:median", "100.50", 3),
        ("crd_total:min", "20.25", 3),
        ("crd_total:max", "300", 3),
        // One of the three ratios was sent as a percentage, so the metric ignores it.
        ("ltv:mean", "0.6", 2),
        ("ltv:median", "0.6", 2),
        ("ltv:min", "0.5", 2),
        ("ltv:max", "0.7", 2),
        ("weighted", "168.300", 3),
    ] {
        show_metric(&mut app, metric, test_now());
        assert_eq!(metric_of(&app, "ic"), (Some(decimal(ic)), covered), "{metric}");
    }
    assert_eq!(metric_of(&app, "lost"), (None, 0), "the status has no probability");
    show_metric(&mut app, "none", test_now());
    assert_eq!(app.pipeline.column_metric(0, &app.cx), None);
}

#[test]
fn a_filter_and_a_change_are_followed() {
    for metric in ["crd_total:median", "crd_total:mean", "ltv:mean", "ltv:max", "weighted"] {
        let mut app = app();
        show_metric(&mut app, metric, test_now());
        let whole = metric_of(&app, "ic");
        app.dispatch(Action::SetFilter("responsable:Zoé".into()), test_now());
        let filtered = metric_of(&app, "ic");
        assert_ne!(filtered, whole, "{metric}");
        let mut deals = table();
        let mut row = deals.row(deals.find("e").unwrap()).unwrap().to_data();
        row.status = "ic".into();
        deals.set_row(row, None);
        app.on_snapshot(snapshot(2, deals.clone()));
        let moved = metric_of(&app, "ic");
        assert_eq!(moved.1, filtered.1 + 1, "{metric}");
        assert_eq!(metric_of(&app, "closing").1, 0, "{metric}");
        // The incremental result equals a fresh computation.
        let mut fresh = self::app();
        show_metric(&mut fresh, metric, test_now());
        fresh.on_snapshot(snapshot(2, deals));
        fresh.dispatch(Action::SetFilter("responsable:Zoé".into()), test_now());
        assert_eq!(metric_of(&fresh, "ic"), moved, "{metric}");
        app.dispatch(Action::SetFilter(String::new()), test_now());
        fresh.dispatch(Action::SetFilter(String::new()), test_now());
        assert_eq!(metric_of(&fresh, "ic"), metric_of(&app, "ic"), "{metric}");
    }
}

#[test]
fn swimlane_shows_the_same_metric_as_the_columns() {
    let mut app = app();
    app.dispatch(Action::SetSwimlanes(Swimlanes::Owner), test_now());
    let swimlane_metric = |app: &App| {
        let swimlane =
            app.pipeline.board().swimlanes().iter().find(|swimlane| swimlane.code == "Éric").unwrap();
        app.pipeline.swimlane_metrics(swimlane, &app.cx).metric.map(|metric| (metric.value, metric.covered))
    };
    for (metric, value, covered) in [
        ("crd_total:sum", "3327.25", 4),
        ("crd_total:median", "160.125", 4),
        ("crd_total:max", "3000", 4),
        // The other ratio is out of range.
        ("ltv:median", "0.7", 1),
        // 40 % of 320.25 plus 90 % of 3000; the lost status has no probability.
        ("weighted", "2828.1000", 3),
    ] {
        show_metric(&mut app, metric, test_now());
        assert_eq!(swimlane_metric(&app), Some((Some(decimal(value)), covered)), "{metric}");
    }
    show_metric(&mut app, "none", test_now());
    assert_eq!(swimlane_metric(&app), None);
}

#[test]
fn weighted_metric_is_unavailable_without_probabilities() {
    let mut app = app();
    app.cx.options.probabilities.clear();
    show_metric(&mut app, "weighted", test_now());
    assert_eq!(app.pipeline.header_metric(), HeaderMetric::default());
}

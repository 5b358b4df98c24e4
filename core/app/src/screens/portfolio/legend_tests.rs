//! Tests of legends, with a portfolio of three statuses and deals counted in two.

use crate::contract::models::portfolio::PortfolioSummary;
use crate::contract::record::Record;
use crate::foundation::cx::options::Options;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::input::keymap::{FrontEnd, Keymap};
use crate::model::fetched::Fetched;
use crate::model::history::observed::ObservedHistory;
use crate::model::history::series::Point;
use crate::model::snapshot::Snapshot;
use crate::screens::portfolio::view::portfolio;
use crate::shell::action::Action;
use crate::shell::app::App;
use crate::shell::testing::test_now;
use crate::text::Lang;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::*;

const BY_STATUS: Chart = Chart::Breakdown(Breakdown::Status);

fn summary(by_status: &str) -> Fetched<PortfolioSummary> {
    let text = format!(
        r#"{{"total_operations":10,"operations_by_status":{by_status},"operations_by_classe_actif":{{"bureaux":10}}}}"#
    );
    let mut read = Fetched::default();
    let summary = PortfolioSummary::from_record(Record::parse(&text).unwrap()).unwrap();
    read.receive(summary, test_now());
    read
}

fn app() -> App {
    let mut options = Options::new(Lang::Fr, Keymap::defaults(FrontEnd::Window).unwrap(), TimeZone::UTC);
    options.split_view = true;
    let mut app = App::new(options, test_now());
    let point =
        |at: i64, value: &str| Point { at: Timestamp::from_second(at).unwrap(), value: value.to_owned() };
    let series = [
        ("deals", vec![point(0, "9")]),
        ("deals:ic", vec![point(0, "4"), point(60, "5")]),
        ("deals:lost", vec![point(60, "4")]),
    ];
    app.on_snapshot(Arc::new(Snapshot {
        revision: 1,
        portfolio: summary(r#"{"en_cours":6,"retard":3,"cloture":1}"#),
        history: Arc::new(ObservedHistory {
            series: Arc::new(series.map(|(name, points)| (name.to_owned(), points)).into()),
            ..ObservedHistory::default()
        }),
        ..Snapshot::default()
    }));
    app
}

fn change_legend(app: &mut App, chart: Chart, series: &str, draw: LegendAction) {
    let series = series.to_owned();
    app.dispatch(Action::ChangeLegend { chart, series, action: draw }, test_now());
}

fn hidden_series(app: &App, chart: Chart) -> Vec<String> {
    app.hidden_series(chart).into_iter().collect()
}

#[test]
fn hidden_series_is_only_excluded_from_drawing() {
    let mut app = app();
    let before = portfolio::portfolio_view(&app).breakdowns.remove(0);
    change_legend(&mut app, BY_STATUS, "en_cours", LegendAction::Toggle);
    let after = portfolio::portfolio_view(&app).breakdowns.remove(0);
    assert_eq!(hidden_series(&app, BY_STATUS), ["en_cours"]);
    let reported = |view: &crate::screens::portfolio::view::breakdown::BreakdownView| {
        let rows = view.bars.iter();
        let rows: Vec<(String, String, String)> =
            rows.map(|bar| (bar.label.clone(), bar.count.clone(), bar.share.clone())).collect();
        (rows, view.sum.clone(), view.check.clone(), view.sum_value)
    };
    assert_eq!(reported(&before), reported(&after), "all numbers are unchanged");
    let tenths: Vec<f32> = after.bars.iter().map(|bar| (bar.length * 10.0).round()).collect();
    assert_eq!(format!("{tenths:?}"), "[0.0, 10.0, 3.0]", "the other bars are rescaled");
    assert_eq!(after.drawn_only().bars.len(), 2);
    assert!(before.hidden_names.is_empty(), "{}", before.hidden_names);
    assert!(
        after.hidden_names.ends_with("En cours") && after.hidden_names.starts_with("Masqués"),
        "{}",
        after.hidden_names
    );
    let complete = portfolio::full_portfolio(&app).breakdowns.remove(0);
    assert_eq!(complete, before, "a dashboard has no legend");
    let classes = Chart::Breakdown(Breakdown::Class);
    assert!(hidden_series(&app, classes).is_empty(), "each chart has its own");
}

#[test]
fn legend_always_keeps_one_series_visible() {
    let mut app = app();
    change_legend(&mut app, BY_STATUS, "retard", LegendAction::Only);
    assert_eq!(hidden_series(&app, BY_STATUS), ["cloture", "en_cours"]);
    change_legend(&mut app, BY_STATUS, "retard", LegendAction::Toggle);
    assert_eq!(hidden_series(&app, BY_STATUS), ["cloture", "en_cours"], "it stays");
    let content = app.cx.toasts().last().map(|toast| toast.content.clone());
    let reason = DisabledReason::LastSeries.key();
    assert_eq!(content, Some(ToastContent::new(reason)), "a toast states the reason");
    change_legend(&mut app, BY_STATUS, "cloture", LegendAction::Toggle);
    assert_eq!(hidden_series(&app, BY_STATUS), ["en_cours"]);
    change_legend(&mut app, BY_STATUS, "retard", LegendAction::Only);
    change_legend(&mut app, BY_STATUS, "retard", LegendAction::Only);
    assert!(hidden_series(&app, BY_STATUS).is_empty(), "a repeated Only draws all series");
    change_legend(&mut app, BY_STATUS, "retard", LegendAction::Only);
    change_legend(&mut app, BY_STATUS, "", LegendAction::All);
    assert!(hidden_series(&app, BY_STATUS).is_empty());
}

#[test]
fn chart_draws_all_series_when_its_visible_series_disappears() {
    let mut app = app();
    change_legend(&mut app, BY_STATUS, "retard", LegendAction::Only);
    app.on_snapshot(Arc::new(Snapshot {
        revision: 2,
        portfolio: summary(r#"{"en_cours":9,"cloture":1}"#),
        ..Snapshot::default()
    }));
    assert!(hidden_series(&app, BY_STATUS).is_empty());
    let view = portfolio::portfolio_view(&app).breakdowns.remove(0);
    assert!(view.bars.iter().all(|bar| !bar.hidden) && view.hidden_names.is_empty());
}

#[test]
fn status_history_is_one_chart_and_one_table() {
    let mut app = app();
    let view = crate::screens::portfolio::view::statuses::statuses_view(&app).unwrap();
    let codes: Vec<&str> = view.lines.iter().map(|line| line.code.as_str()).collect();
    assert_eq!(codes, ["ic", "lost"], "the total is not a status");
    let rows = view.table_rows();
    let at = |second: i64| {
        let mut found = rows.iter().filter(|(at, _)| at.as_second() == second);
        found.next().map(|(_, counts)| counts.clone()).unwrap()
    };
    assert_eq!(at(0), ["4", ""], "no count before the first record");
    assert_eq!(at(60), ["5", "4"]);
    assert!(rows.windows(2).all(|two| two[0].0 > two[1].0), "rows are sorted newest first");
    change_legend(&mut app, Chart::Statuses, "lost", LegendAction::Toggle);
    let view = crate::screens::portfolio::view::statuses::statuses_view(&app).unwrap();
    assert_eq!(view.drawn_lines().count(), 1);
    assert!(view.hidden_names.ends_with("Sans suite"), "{}", view.hidden_names);
    assert_eq!(view.table_rows(), rows, "the table contains all series");
}

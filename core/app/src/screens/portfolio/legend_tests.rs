//! Tests of legends, with a portfolio of three statuses and deals counted in two.

use crate::contract::models::portfolio::PortfolioSummary;
use crate::contract::record::Record;
use crate::foundation::cx::options::Options;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::input::disabled_reason::Reason;
use crate::foundation::input::keymap::{FrontEnd, Keymap};
use crate::model::fetched::Remote;
use crate::model::history::observed::Observed;
use crate::model::history::series::Point;
use crate::model::snapshot::Snapshot;
use crate::screens::portfolio::view::portfolio;
use crate::shell::action::Action;
use crate::shell::app::App;
use crate::shell::testing::noon;
use crate::text::Lang;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::*;

const BY_STATUS: Chart = Chart::Breakdown(Breakdown::Status);

fn summary(by_status: &str) -> Remote<PortfolioSummary> {
    let text = format!(
        r#"{{"total_operations":10,"operations_by_status":{by_status},"operations_by_classe_actif":{{"bureaux":10}}}}"#
    );
    let mut read = Remote::default();
    let summary = PortfolioSummary::from_record(Record::parse(&text).unwrap()).unwrap();
    read.receive(summary, noon());
    read
}

fn app() -> App {
    let mut options = Options::new(
        Lang::Fr,
        Keymap::defaults(FrontEnd::Window).unwrap(),
        TimeZone::UTC,
    );
    options.beside = true;
    let mut app = App::new(options, noon());
    let point = |at: i64, value: &str| Point {
        at: Timestamp::from_second(at).unwrap(),
        value: value.to_owned(),
    };
    let series = [
        ("deals", vec![point(0, "9")]),
        ("deals:ic", vec![point(0, "4"), point(60, "5")]),
        ("deals:lost", vec![point(60, "4")]),
    ];
    app.absorb(Arc::new(Snapshot {
        revision: 1,
        portfolio: summary(r#"{"en_cours":6,"retard":3,"cloture":1}"#),
        observed: Arc::new(Observed {
            series: Arc::new(series.map(|(name, points)| (name.to_owned(), points)).into()),
            ..Observed::default()
        }),
        ..Snapshot::default()
    }));
    app
}

fn turn(app: &mut App, chart: Chart, series: &str, draw: Draw) {
    let series = series.to_owned();
    app.apply(Action::TurnLegend { chart, series, draw }, noon());
}

fn left_out(app: &App, chart: Chart) -> Vec<String> {
    app.left_out(chart).into_iter().collect()
}

#[test]
fn a_series_that_is_left_out_is_only_not_drawn() {
    let mut app = app();
    let before = portfolio::portfolio(&app).breakdowns.remove(0);
    turn(&mut app, BY_STATUS, "en_cours", Draw::Other);
    let after = portfolio::portfolio(&app).breakdowns.remove(0);
    assert_eq!(left_out(&app, BY_STATUS), ["en_cours"]);
    let told = |view: &crate::screens::portfolio::view::breakdown::BreakdownView| {
        let rows = view.bars.iter();
        let rows: Vec<(String, String, String)> = rows
            .map(|bar| (bar.label.clone(), bar.count.clone(), bar.share.clone()))
            .collect();
        (rows, view.sum.clone(), view.check.clone(), view.counted)
    };
    assert_eq!(told(&before), told(&after), "all numbers are unchanged");
    let tenths: Vec<f32> = after.bars.iter().map(|bar| (bar.length * 10.0).round()).collect();
    assert_eq!(
        format!("{tenths:?}"),
        "[0.0, 10.0, 3.0]",
        "the other bars are rescaled"
    );
    assert_eq!(after.drawn().bars.len(), 2);
    assert!(before.left_out.is_empty(), "{}", before.left_out);
    assert!(
        after.left_out.ends_with("En cours") && after.left_out.starts_with("Masqués"),
        "{}",
        after.left_out
    );
    let whole = portfolio::whole(&app).breakdowns.remove(0);
    assert_eq!(whole, before, "a dashboard has no legend");
    let classes = Chart::Breakdown(Breakdown::Class);
    assert!(left_out(&app, classes).is_empty(), "each chart has its own");
}

#[test]
fn one_series_is_drawn_in_any_case() {
    let mut app = app();
    turn(&mut app, BY_STATUS, "retard", Draw::Only);
    assert_eq!(left_out(&app, BY_STATUS), ["cloture", "en_cours"]);
    turn(&mut app, BY_STATUS, "retard", Draw::Other);
    assert_eq!(left_out(&app, BY_STATUS), ["cloture", "en_cours"], "it stays");
    let said = app.cx.toasts().last().map(|toast| toast.kind.clone());
    let reason = Reason::LastSeries.key();
    assert_eq!(
        said,
        Some(ToastKind::Disabled { id: None, reason }),
        "a toast states the reason"
    );
    turn(&mut app, BY_STATUS, "cloture", Draw::Other);
    assert_eq!(left_out(&app, BY_STATUS), ["en_cours"]);
    turn(&mut app, BY_STATUS, "retard", Draw::Only);
    turn(&mut app, BY_STATUS, "retard", Draw::Only);
    assert!(
        left_out(&app, BY_STATUS).is_empty(),
        "a repeated Only draws all series"
    );
    turn(&mut app, BY_STATUS, "retard", Draw::Only);
    turn(&mut app, BY_STATUS, "", Draw::All);
    assert!(left_out(&app, BY_STATUS).is_empty());
}

#[test]
fn a_chart_whose_last_series_is_gone_draws_all_it_has() {
    let mut app = app();
    turn(&mut app, BY_STATUS, "retard", Draw::Only);
    app.absorb(Arc::new(Snapshot {
        revision: 2,
        portfolio: summary(r#"{"en_cours":9,"cloture":1}"#),
        ..Snapshot::default()
    }));
    assert!(left_out(&app, BY_STATUS).is_empty());
    let view = portfolio::portfolio(&app).breakdowns.remove(0);
    assert!(view.bars.iter().all(|bar| !bar.hidden) && view.left_out.is_empty());
}

#[test]
fn the_statuses_over_time_are_lines_of_one_chart_and_rows_of_one_table() {
    let mut app = app();
    let view = crate::screens::portfolio::view::statuses::statuses(&app).unwrap();
    let codes: Vec<&str> = view.lines.iter().map(|line| line.code.as_str()).collect();
    assert_eq!(codes, ["ic", "lost"], "the total is not a status");
    let rows = view.rows();
    let at = |second: i64| {
        let mut found = rows.iter().filter(|(at, _)| at.as_second() == second);
        found.next().map(|(_, counts)| counts.clone()).unwrap()
    };
    assert_eq!(at(0), ["4", ""], "no count before the first record");
    assert_eq!(at(60), ["5", "4"]);
    assert!(
        rows.windows(2).all(|two| two[0].0 > two[1].0),
        "rows are sorted newest first"
    );
    turn(&mut app, Chart::Statuses, "lost", Draw::Other);
    let view = crate::screens::portfolio::view::statuses::statuses(&app).unwrap();
    assert_eq!(view.drawn().count(), 1);
    assert!(view.left_out.ends_with("Sans suite"), "{}", view.left_out);
    assert_eq!(view.rows(), rows, "the table contains all series");
}

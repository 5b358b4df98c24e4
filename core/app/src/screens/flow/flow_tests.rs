//! Tests of the flow screen: requests, rows, and the deals that they lead to.

use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::*;
use crate::foundation::cx::options::Options;
use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::input::keymap::{FrontEnd, Keymap};
use crate::model::flow::{
    Coverage, Cycle, FlowFigures, FlowGroup, Forecast, OpenDeal, StatusFlow, TimeInStatus, Week,
};
use crate::model::history::observed::ObservedHistory;
use crate::model::intern::Interner;
use crate::model::snapshot::Snapshot;
use crate::model::table::{ColumnStoreBuilder, RowData};
use crate::open_json::RecordCell;
use crate::screens::flow::chart::FlowChart;
use crate::screens::flow::sections::FlowSection;
use crate::screens::flow::view::{FlowView, flow_view, flow_worksheets};
use crate::shell::action::Action;
use crate::shell::app::App;
use crate::shell::testing::test_now;
use crate::text::Lang;
use crate::vocabulary::StatusOrder;

const DAY: i64 = 86_400;
const DEAL: &str = "6f1c08d2-4b7e-4a55-9d10-2e77c1b9a0f4";

/// Returns the figures of a hand-made log: two statuses, one deal open, one closed.
fn figures(by: Option<GroupBy>, complete_weeks: usize) -> FlowFigures {
    let mut ids = Interner::default();
    let deal = ids.intern(DEAL);
    let group = if by.is_some() { "bureaux" } else { "" }.to_owned();
    let time = TimeInStatus { median: Some(3 * DAY), p85: Some(9 * DAY) };
    let ic = StatusFlow {
        status: "ic".into(),
        entered: 10,
        already_there: 1,
        entry_unobserved: 1,
        advanced: 4,
        lost: 2,
        still_there: 5,
        timed: 5,
        is_largest_loss: true,
        next: vec![("closing".into(), 4), ("lost".into(), 2)],
        time,
        shortest: TimeInStatus { median: Some(2 * DAY), ..time },
        longest: TimeInStatus { median: Some(4 * DAY), ..time },
        open: vec![OpenDeal { deal, age: 12 * DAY, is_lower_bound: true, is_over_p85: Some(true) }],
        ..StatusFlow::default()
    };
    let week = |at: i64| Week {
        monday: jiff::civil::date(2026, 11, 2).checked_add((7 * at).days()).unwrap(),
        start: 7 * DAY * at,
        is_complete: true,
        created: 2,
        won: 1,
        lost: 0,
        deleted: 0,
        deals: vec![("ic".into(), 3), ("closing".into(), 1), ("lost".into(), 5)],
    };
    let forecast = Forecast { days: 30, at_least_p50: 4, at_least_p85: 2, tests: 9, met_p50: 5, met_p85: 8 };
    FlowFigures {
        request: FlowRequest { since: None, by, order: StatusOrder::default(), zone: TimeZone::UTC },
        coverage: Coverage { since: Some(0), moves: 16, exact: 6 },
        groups: vec![FlowGroup {
            name: group,
            statuses: vec![ic],
            weeks: (0..3).map(week).collect(),
            complete_weeks,
            cycles: vec![Cycle { deal, finished_at: 40 * DAY, seconds: 5 * DAY }],
            percentiles: Some([5 * DAY; 3]),
            start_unobserved: 2,
            forecasts: if complete_weeks < 8 { Vec::new() } else { vec![forecast] },
        }],
        deal_ids: Arc::new(ids),
    }
}

fn app(by: Option<GroupBy>, complete_weeks: usize) -> App {
    let options = Options::new(Lang::En, Keymap::defaults(FrontEnd::Terminal).unwrap(), TimeZone::UTC);
    let mut app = App::new(options, test_now());
    app.dispatch(Action::Show(Screen::Flow), test_now());
    app.flow.by = by;
    let mut builder = ColumnStoreBuilder::default();
    builder.push(&RowData {
        id: DEAL.into(),
        name: "Tour Méridienne".into(),
        status: "ic".into(),
        ..RowData::default()
    });
    app.on_snapshot(Arc::new(Snapshot {
        revision: 1,
        deals: builder.finish().into(),
        flow: Some(Arc::new(figures(by, complete_weeks))),
        ..Snapshot::default()
    }));
    app
}

fn press(app: &mut App, keys: &[A]) -> Vec<Effect> {
    keys.iter().flat_map(|key| app.dispatch(Action::Run(*key), test_now()).effects).collect()
}

fn show(app: &mut App, section: FlowSection) -> FlowView<'_> {
    let pane = FlowSection::ALL.iter().position(|one| *one == section).unwrap();
    app.dispatch(Action::FocusPane(pane), test_now());
    flow_view(app)
}

/// Returns the texts of the first row.
fn first_row(view: &FlowView<'_>) -> Vec<String> {
    let text = |cell: &RecordCell| match cell {
        RecordCell::Value(text) => text.to_string(),
        RecordCell::Null | RecordCell::Absent => String::new(),
    };
    view.content.table.rows[0].iter().map(text).collect()
}

#[test]
fn opening_and_switches_request_the_figures() {
    let mut app = app(None, 9);
    let requests = press(&mut app, &[A::ScreenFlow, A::FlowPeriod, A::FlowPeriod, A::FlowGrouping]);
    let requests: Vec<&FlowRequest> = requests
        .iter()
        .map(|effect| match effect {
            Effect::LoadFlow(request) => request,
            other => panic!("{other:?}"),
        })
        .collect();
    let since = |at: usize| requests[at].since.map(|since| date::local(since, &TimeZone::UTC).date());
    let today = date::local(test_now(), &TimeZone::UTC).date();
    assert_eq!(since(0), None);
    assert_eq!(since(1), today.checked_sub(12.months()).ok());
    assert_eq!(since(2), today.checked_sub(3.months()).ok());
    assert_eq!((requests[2].by, requests[3].by), (None, Some(GroupBy::Class)));
}

#[test]
fn changed_history_requests_new_figures_only_on_the_screen() {
    let mut app = app(None, 9);
    let next = |app: &mut App, revision: u64| {
        let snapshot =
            Snapshot { revision, history: Arc::new(ObservedHistory::default()), ..app.cx.snapshot().clone() };
        let effects = app.on_snapshot(Arc::new(snapshot)).effects;
        effects.iter().filter(|effect| matches!(effect, Effect::LoadFlow(_))).count()
    };
    assert_eq!(next(&mut app, 2), 1);
    press(&mut app, &[A::ScreenPortfolio]);
    assert_eq!(next(&mut app, 3), 0);
}

#[test]
fn funnel_row_shows_numbers_bounds_and_largest_loss() {
    let mut app = app(Some(GroupBy::Class), 9);
    let view = show(&mut app, FlowSection::Statuses);
    let expected = [
        "Offices",
        "Investment committee",
        "11",
        "4",
        "0",
        "0",
        "~▲ 2",
        "0",
        "5",
        "~67% of 6",
        "~3.0 of 5",
        "~9.0 of 5",
        "2.0–4.0 · 9.0",
    ];
    assert_eq!(first_row(&view), expected);
    let content = view.content;
    assert!(content.coverage.starts_with("16 moves observed since"), "{}", content.coverage);
    for note in
        ["▲ Largest loss: Investment committee, ~2 of 2", "1 of 11 stays began before", "~ Fewer than 10"]
    {
        assert!(content.notes.iter().any(|text| text.starts_with(note)), "{note}: {:?}", content.notes);
    }
    let Some(FlowChart::Bars(bars)) = &content.chart else { panic!("{:?}", content.chart) };
    assert_eq!(bars.lines[0].1.iter().sum::<usize>(), 11, "the funnel adds up");
}

#[test]
fn rows_lead_to_deals_or_state_why_not() {
    let mut app = app(Some(GroupBy::Class), 9);
    press(&mut app, &[A::Open]);
    assert_eq!(app.cx.screen(), Screen::Pipeline);
    assert_eq!(app.pipeline.board().filter, "status:\"ic\" class:\"bureaux\"");
    assert!(app.pipeline.board().filter_error.is_none());
    press(&mut app, &[A::ScreenFlow, A::NextPane, A::FocusDown, A::Open]);
    assert_eq!(app.pipeline.board().filter, "status:\"lost\" class:\"bureaux\"");
    press(&mut app, &[A::ScreenFlow, A::NextPane, A::NextPane]);
    assert_eq!(app.enabled(A::Open), Err(DisabledReason::NothingToOpen), "no filter describes a week");
    press(&mut app, &[A::NextPane, A::NextPane]);
    let view = flow_view(&app);
    assert_eq!(
        first_row(&view)[1..],
        ["Tour Méridienne", "Investment committee", "≥ 12.0", "~3.0 of 5", "~9.0 of 5", "~▲"]
    );
    press(&mut app, &[A::Open]);
    assert_eq!(app.cx.screen(), Screen::Deal);
    press(&mut app, &[A::Back]);
    assert_eq!(app.cx.screen(), Screen::Flow);
}

#[test]
fn charts_sum_groups_and_keep_inactive_deals_out() {
    let mut app = app(None, 9);
    let view = show(&mut app, FlowSection::Weeks);
    let Some(FlowChart::Layers(layers)) = &view.content.chart else { panic!("{view:?}") };
    assert_eq!(layers.parts, ["Closing", "Investment committee"]);
    assert_eq!(layers.lines[0].1, [1, 3]);
    let view = show(&mut app, FlowSection::Cycles);
    let Some(FlowChart::Scatter(scatter)) = &view.content.chart else { panic!("{view:?}") };
    assert_eq!(scatter.points.len(), 1);
    assert_eq!(
        scatter.percentiles.iter().map(|(label, _)| &**label).collect::<Vec<_>>(),
        ["~50%", "~85%", "~95%"]
    );
}

#[test]
fn forecast_has_its_tests_or_the_reason_of_its_absence() {
    let mut long = app(None, 12);
    assert_eq!(first_row(&show(&mut long, FlowSection::Forecast)), ["30", "4", "2", "9", "~5", "~8"]);
    let mut short = app(None, 3);
    let content = show(&mut short, FlowSection::Forecast).content;
    assert!(content.table.rows.is_empty() && !content.empty.is_empty());
    assert!(content.notes[0].starts_with("No forecast: 3 complete weeks"), "{:?}", content.notes);
}

#[test]
fn export_has_a_worksheet_with_numbers_for_each_section() {
    let app = app(None, 9);
    let worksheets = flow_worksheets(&app);
    let names: Vec<&str> = worksheets.iter().map(|worksheet| worksheet.name.as_str()).collect();
    assert_eq!(names, ["Funnel", "Moves", "Weeks", "Cycle times", "Open deals", "Forecast"]);
    let count = crate::model::worksheet::WorksheetCell::count;
    assert_eq!(worksheets[0].rows[0][1], count(11));
    let share = worksheets[0].columns.iter().position(|name| name == "Conversion").unwrap();
    assert_eq!(worksheets[0].columns[share + 1], "Conversion (n)");
    assert_eq!(worksheets[0].rows[0][share + 1], count(6), "a mark is no number");
}

#[test]
fn screen_without_figures_states_that_they_are_being_counted() {
    let options = Options::new(Lang::Fr, Keymap::defaults(FrontEnd::Window).unwrap(), TimeZone::UTC);
    let mut app = App::new(options, Timestamp::UNIX_EPOCH);
    app.dispatch(Action::Show(Screen::Flow), Timestamp::UNIX_EPOCH);
    let view = flow_view(&app);
    assert!(view.content.empty.starts_with("Calcul"), "{}", view.content.empty);
    assert_eq!(app.enabled(A::Open), Err(DisabledReason::NothingToOpen));
    assert!(app.enabled(A::Export).is_err());
}

#[test]
fn equal_losses_are_all_named() {
    let mut figures = figures(None, 9);
    let status = |code: &str, lost| StatusFlow {
        status: code.into(),
        entered: lost,
        lost,
        is_largest_loss: true,
        ..StatusFlow::default()
    };
    figures.groups[0].statuses = vec![status("sourcing", 6), status("ic", 6)];
    let mut app = app(None, 9);
    let snapshot = Snapshot { revision: 2, flow: Some(Arc::new(figures)), ..app.cx.snapshot().clone() };
    app.on_snapshot(Arc::new(snapshot));
    let view = show(&mut app, FlowSection::Statuses);
    let losses = "▲ Largest losses: Sourcing, Investment committee, 6 of 12 lost or deleted deals each.";
    assert!(view.content.notes.iter().any(|note| note == losses), "{:?}", view.content.notes);
}

#[test]
fn too_few_cycles_have_the_mark_in_the_sentence() {
    let mut app = app(None, 9);
    let notes = &show(&mut app, FlowSection::Cycles).content.notes;
    assert!(notes[0].contains("half within ~5"), "{notes:?}");
}

use crate::shell::app::App;
use std::sync::Arc;

use jiff::tz::TimeZone;
use rust_decimal::Decimal;

use super::*;
use crate::contract::models::kpi::KpiKey;
use crate::deals::board::view::metric_tiles::{MetricTile, TileMetric, metric_tiles};
use crate::foundation::cx::options::Options;
use crate::foundation::cx::overlay_types::Swimlanes;
use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::keymap::{FrontEnd, Keymap};
use crate::model::snapshot::{Coverage, Snapshot};
use crate::model::table::{ColumnStoreBuilder, RowData, StatusSince, TimePrecision};
use crate::shell::action::Action;
use crate::shell::testing::test_now;
use crate::text::Lang;

/// Id, status, principal and days in the status; negative days are a bound.
const DEALS: [(&str, &str, Option<i64>, Option<i64>); 7] = [
    ("a", "sourcing", Some(100), Some(40)),
    ("b", "sourcing", Some(300), Some(14)),
    ("c", "sourcing", None, Some(-15)),
    ("d", "ic", Some(1_000), None),
    ("e", "ic", Some(600), Some(20)),
    // Deals in an inactive status are never slow.
    ("f", "lost", Some(50), Some(90)),
    ("g", "on_hold", None, Some(90)),
];

fn app(lang: Lang, probabilities: &[(&str, i64)]) -> App {
    let mut builder = ColumnStoreBuilder::default();
    for (id, status, principal, days) in DEALS {
        builder.push(&RowData {
            id: id.into(),
            name: id.into(),
            status: status.into(),
            owner: if id == "a" { "Zoé".into() } else { "Éric".into() },
            numbers: principal.map(|amount| (KpiKey::CrdTotal, Decimal::from(amount))).into_iter().collect(),
            since: days.map(|days| StatusSince {
                at: test_now().as_second() - days.abs() * 86_400,
                precision: if days < 0 { TimePrecision::AtLeast } else { TimePrecision::Received },
            }),
            ..RowData::default()
        });
    }
    let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
    let mut options = Options::new(lang, keymap, TimeZone::UTC);
    options.split_view = true;
    let values = probabilities.iter();
    options.probabilities =
        values.map(|(status, percent)| ((*status).to_owned(), Decimal::from(*percent))).collect();
    let mut app = App::new(options, test_now());
    app.on_snapshot(Arc::new(Snapshot {
        revision: 1,
        coverage: Coverage { complete_at: Some(test_now()), ..Coverage::default() },
        deals: Arc::new(builder.finish()),
        ..Snapshot::default()
    }));
    app
}

fn tile(app: &App, metric: TileMetric) -> Option<MetricTile> {
    metric_tiles(app).into_iter().find(|tile| tile.metric == metric)
}

fn tile_text(app: &App, metric: TileMetric) -> (String, String) {
    let tile = tile(app, metric).unwrap();
    (tile.value, tile.note)
}

fn metric_value(value: i64, covered: usize) -> ColumnMetric {
    ColumnMetric { value: Some(Decimal::from(value)), covered }
}

#[test]
fn metrics_cover_only_deals_that_pass_the_filter() {
    let mut app = app(Lang::En, &[("ic", 50), ("sourcing", 10)]);
    let all = app.pipeline.metrics(&app.cx);
    assert_eq!((all.deal_count, all.principal, all.mean), (7, metric_value(2_050, 5), metric_value(410, 5)));
    assert_eq!(all.weighted, Some(metric_value(840, 4)), "lost has no probability");
    app.dispatch(Action::SetFilter("status:ic".into()), test_now());
    let left = app.pipeline.metrics(&app.cx);
    assert_eq!((left.deal_count, left.principal), (2, metric_value(1_600, 2)));
    assert_eq!(left.weighted, Some(metric_value(800, 2)));
    assert_eq!(tile_text(&app, TileMetric::Deals), ("2".into(), "of 7".into()));
}

#[test]
fn demo_probabilities_are_labelled_as_samples() {
    for (lang, own, sample) in [
        (Lang::En, "your probabilities", "sample probabilities · 4 of 7"),
        (Lang::Fr, "vos probabilités", "probabilités d’exemple · 4 sur 7"),
    ] {
        let mut app = app(lang, &[("ic", 50), ("sourcing", 10)]);
        assert!(tile_text(&app, TileMetric::Weighted).1.starts_with(own));
        app.cx.options.demo = true;
        assert_eq!(tile_text(&app, TileMetric::Weighted).1, sample);
        let lines = crate::deals::board::view::header_metric_text::metric_lines(&app);
        assert!(lines.iter().all(|line| !line.label.contains(own)), "{lines:?}");
    }
}

#[test]
fn slow_count_is_unknown_when_few_ages_are_known() {
    let day = |days: i64| test_now().as_second() - days * 86_400;
    let told_of = |since: &[Option<StatusSince>]| {
        let mut app = app(Lang::En, &[]);
        let mut builder = ColumnStoreBuilder::default();
        for (n, since) in since.iter().enumerate() {
            builder.push(&RowData {
                id: n.to_string(),
                status: "ic".into(),
                since: *since,
                ..RowData::default()
            });
        }
        app.on_snapshot(Arc::new(Snapshot {
            revision: 2,
            deals: Arc::new(builder.finish()),
            ..Snapshot::default()
        }));
        tile_text(&app, TileMetric::Slow).0
    };
    let since = |days, bound| Some(StatusSince { at: day(days), precision: bound });
    let between = |days, after| since(days, TimePrecision::Interval { after: day(after) });
    assert_eq!(told_of(&[None, None]), "—");
    assert_eq!(told_of(&[since(0, TimePrecision::AtLeast), since(3, TimePrecision::AtLeast)]), "—");
    assert_eq!(told_of(&[between(1, 30), between(2, 40)]), "—", "either may be slow");
    assert_eq!(told_of(&[since(1, TimePrecision::Exact), None, None]), "—", "one of three ages is known");
    assert_eq!(told_of(&[between(1, 3), since(2, TimePrecision::Received)]), "0");
    assert_eq!(told_of(&[between(20, 30), None, None]), "1");
}

#[test]
fn unknown_tile_metric_shows_a_dash_with_its_reason() {
    let mut app = app(Lang::En, &[]);
    assert_eq!(tile(&app, TileMetric::Weighted), None, "no probability is configured");
    assert_eq!(tile_text(&app, TileMetric::Changes), ("—".into(), "first visit".into()));
    app.dispatch(Action::SetFilter("status:on_hold".into()), test_now());
    assert_eq!(tile_text(&app, TileMetric::Principal), ("—".into(), "principal not provided".into()));
    assert_eq!(tile_text(&app, TileMetric::Slow), ("—".into(), "no deals in progress".into()));
    app.dispatch(Action::SetFilter("nothing at all".into()), test_now());
    assert_eq!(tile_text(&app, TileMetric::Mean), ("—".into(), "no deals shown".into()));
    assert_eq!(tile_text(&app, TileMetric::Deals), ("0".into(), "of 7".into()));
}

#[test]
fn weighted_tile_distinguishes_missing_probability_or_principal() {
    let mut app = app(Lang::En, &[("ic", 50)]);
    app.dispatch(Action::SetFilter("status:sourcing".into()), test_now());
    assert_eq!(
        tile_text(&app, TileMetric::Weighted),
        ("—".into(), "no probability for these statuses".into())
    );
    app.dispatch(Action::SetFilter("status:on_hold".into()), test_now());
    assert_eq!(tile_text(&app, TileMetric::Weighted).1, "principal not provided");
}

#[test]
fn slow_count_is_unknown_for_deals_first_seen_today() {
    let since = |days: i64| StatusSince {
        at: test_now().as_second() - days * 86_400,
        precision: TimePrecision::AtLeast,
    };
    let of = |ages: &[i64]| {
        let mut app = app(Lang::En, &[]);
        let mut builder = ColumnStoreBuilder::default();
        for (at, days) in ages.iter().enumerate() {
            builder.push(&RowData {
                id: at.to_string(),
                status: "ic".into(),
                since: Some(since(*days)),
                ..RowData::default()
            });
        }
        app.on_snapshot(Arc::new(Snapshot {
            revision: 2,
            deals: Arc::new(builder.finish()),
            ..(*app.cx.snapshot).clone()
        }));
        tile_text(&app, TileMetric::Slow)
    };
    assert_eq!(of(&[0, 0]), ("—".into(), "entry date unknown".into()));
    let some = of(&[0, 3, 20]);
    assert_eq!(some, ("1".into(), "over 14\u{a0}d · based on 1 of 3".into()));
}

#[test]
fn slow_count_ignores_order_and_matches_its_filter() {
    for lang in Lang::ALL {
        let mut app = app(lang, &[]);
        let slow = SlowCount { count: 3, known: 4, total: 5 };
        assert_eq!(app.pipeline.metrics(&app.cx).slow, slow);
        app.dispatch(Action::SetSwimlanes(Swimlanes::Owner), test_now());
        assert_eq!(app.pipeline.metrics(&app.cx).slow, slow, "with swimlanes");
        app.dispatch(Action::SetSwimlanes(Swimlanes::None), test_now());
        app.dispatch(Action::Run(A::OnlySlow), test_now());
        assert!(app.pipeline.board().filter_error.is_none(), "{}", app.pipeline.board().filter);
        assert_eq!(app.pipeline.filtered().shown, slow.count, "{}", app.pipeline.board().filter);
        assert!(tile(&app, TileMetric::Slow).unwrap().is_active);
        app.dispatch(Action::Run(A::OnlySlow), test_now());
        assert_eq!((app.pipeline.board().filter.as_str(), app.pipeline.filtered().shown), ("", 7));
        // The rest of the filter text is preserved.
        app.dispatch(Action::SetFilter("responsable:Zoé".into()), test_now());
        app.dispatch(Action::Run(A::OnlySlow), test_now());
        assert_eq!(app.pipeline.filtered().shown, 1);
        app.dispatch(Action::Run(A::OnlySlow), test_now());
        assert_eq!(app.pipeline.board().filter, "responsable:Zoé");
    }
}

#[test]
fn hidden_metrics_bar_stays_hidden_in_the_layout() {
    let mut app = app(Lang::En, &[]);
    assert!(app.pipeline.shows_metrics());
    app.dispatch(Action::Run(A::ToggleMetrics), test_now());
    assert!(!app.pipeline.shows_metrics() && app.pipeline.board_layout().no_metrics);
    let saved_layout = toml::to_string(app.pipeline.board_layout()).unwrap();
    assert_eq!(
        toml::from_str::<crate::deals::pipeline::board_layout::BoardLayout>(&saved_layout).unwrap(),
        *app.pipeline.board_layout()
    );
}

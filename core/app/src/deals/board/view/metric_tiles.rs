//! The strip of metric tiles above the deals.
//!
//! Each tile covers the filtered deals and states its coverage. An unknown value is a dash with the reason.

use crate::contract::models::kpi::KpiKey;
use crate::dataset::slowness::SLOW_DAYS;
use crate::deals::board::view::header_metric_text::own_or_sample;
use crate::deals::pipeline::column_metric::{ColumnMetric, SlowCount};
use crate::foundation::input::commands::ActionId;
use crate::foundation::presentation::age::limit_text;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, date, number};
use crate::vocabulary;
use std::iter::Sum;

/// Placeholder for an unknown value.
const DASH: &str = "—";

/// Subject of a tile, in display order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TileMetric {
    /// Number of deals shown.
    Deals,
    /// Outstanding principal.
    Principal,
    /// Mean principal.
    Mean,
    /// Principal weighted by your organisation's probabilities.
    Weighted,
    /// Deals that are too long in their status.
    Slow,
    /// Changes since the last visit.
    Changes,
}

impl TileMetric {
    /// Tiles by priority: if space is short, the last ones are dropped first.
    const BY_PRIORITY: [Self; 6] =
        [Self::Deals, Self::Principal, Self::Slow, Self::Weighted, Self::Mean, Self::Changes];
}

/// Keeps the tiles that fit into `available`, most important first.
pub fn retain_fitting<W: Copy + PartialOrd + Sum>(
    tiles: &mut Vec<MetricTile>,
    available: W,
    width: impl Fn(&MetricTile) -> W,
) {
    for metric in TileMetric::BY_PRIORITY.into_iter().rev() {
        if tiles.iter().map(&width).sum::<W>() > available {
            tiles.retain(|tile| tile.metric != metric);
        }
    }
}

/// A tile.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricTile {
    /// Subject of the tile.
    pub metric: TileMetric,
    /// Name of the metric.
    pub label: String,
    /// Value, or a dash.
    pub value: String,
    /// Coverage, or the reason why the value is unknown.
    pub note: String,
    /// Action of a click, if any.
    pub action: Option<ActionId>,
    /// True while the filter selects what the tile counts.
    pub is_active: bool,
}

impl MetricTile {
    /// Returns the text for screen readers.
    pub fn a11y_text(&self) -> String {
        format!("{} – {} – {}", self.label, self.value, self.note)
    }
}

/// Returns the tiles as of now; empty before any deal is loaded.
pub fn metric_tiles(app: &App) -> Vec<MetricTile> {
    if app.pipeline.filtered().total == 0 {
        return Vec::new();
    }
    let (messages, metrics) = (Messages::new(app.cx.lang()), app.pipeline.metrics(&app.cx));
    let tile = |metric, label: &str, (value, note): (String, String)| MetricTile {
        metric,
        label: messages.get(label).into_owned(),
        value,
        note,
        action: None,
        is_active: false,
    };
    let amount_tile = |column_metric: ColumnMetric, note: &str| {
        amount_text(app, column_metric, note, "metric-not-received")
    };
    let mut tiles = vec![
        tile(TileMetric::Deals, "metric-deals", deals_tile(app)),
        tile(TileMetric::Principal, "metric-principal", amount_tile(metrics.principal, "metric-received")),
        tile(TileMetric::Mean, "metric-mean", amount_tile(metrics.mean, "metric-received")),
    ];
    tiles.extend(metrics.weighted.map(|weighted| {
        let note = own_or_sample(app, "metric-weighted-note", "metric-weighted-note-demo");
        // If principal was received, only the probabilities are missing.
        let missing_key = match metrics.principal.value {
            Some(_) => "metric-no-probability",
            None => "metric-not-received",
        };
        let text = amount_text(app, weighted, note, missing_key);
        tile(TileMetric::Weighted, "metric-weighted", text)
    }));
    tiles.push(MetricTile {
        action: (metrics.slow.known > 0).then_some(ActionId::OnlySlow),
        is_active: app.pipeline.shows_only_slow(&app.cx),
        ..tile(TileMetric::Slow, "metric-slow", slow_text(app, metrics.slow))
    });
    tiles.push(MetricTile {
        action: Some(ActionId::ShowSince),
        ..tile(TileMetric::Changes, "metric-changed", changes_text(app))
    });
    tiles
}

fn deals_tile(app: &App) -> (String, String) {
    let (lang, messages, filtered) = (app.cx.lang(), Messages::new(app.cx.lang()), app.pipeline.filtered());
    let total = number::integer(lang, filtered.total as u64);
    let note = if app.pipeline.board().is_filtered() {
        messages.with("metric-of-all", &[("total", MessageArg::from(total))])
    } else {
        messages.get("metric-all-shown").into_owned()
    };
    (number::integer(lang, filtered.shown as u64), note)
}

/// Returns an amount and its coverage; `unknown` is the message key for a missing amount.
fn amount_text(app: &App, metric: ColumnMetric, note: &str, unknown: &str) -> (String, String) {
    let (lang, messages, total) =
        (app.cx.lang(), Messages::new(app.cx.lang()), app.pipeline.filtered().shown);
    let format = |n: usize| number::integer(lang, n as u64);
    let args =
        [("part", MessageArg::from(format(metric.covered))), ("total", MessageArg::from(format(total)))];
    let key = KpiKey::CrdTotal.name();
    let Some(value) = metric.value else {
        let missing_key = if total == 0 { "metric-no-deal" } else { unknown };
        return (DASH.to_owned(), messages.get(missing_key).into_owned());
    };
    let value = vocabulary::kpi_value_compact(lang, key, value, app.cx.options().currency.as_deref());
    (value, messages.with(note, &args))
}

fn slow_text(app: &App, counts: SlowCount) -> (String, String) {
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    if counts.known == 0 {
        let missing_key = if counts.total == 0 { "metric-no-deal-open" } else { "metric-no-age" };
        return (DASH.to_owned(), messages.get(missing_key).into_owned());
    }
    let format = |n: usize| MessageArg::from(number::integer(lang, n as u64));
    let args = [
        ("limit", MessageArg::from(limit_text(&app.cx, SLOW_DAYS))),
        ("part", format(counts.known)),
        ("total", format(counts.total)),
    ];
    let note = if counts.known == counts.total { "metric-slow-note" } else { "metric-slow-known" };
    // If few ages are known, none slow among them says nothing about the others.
    if counts.count == 0 && counts.known * 2 < counts.total {
        return (DASH.to_owned(), messages.with(note, &args));
    }
    (number::integer(lang, counts.count as u64), messages.with(note, &args))
}

/// Returns the changes by others in the whole pipeline; they are counted without the filter.
fn changes_text(app: &App) -> (String, String) {
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let Some(visit) = app.cx.snapshot().history.visit else {
        return (DASH.to_owned(), messages.get("metric-first-visit").into_owned());
    };
    let at = date::date_time_short(date::local(visit.at, &app.cx.options().zone));
    let key =
        if app.pipeline.board().is_filtered() { "metric-changed-note-all" } else { "metric-changed-note" };
    let note = messages.with(key, &[("date", MessageArg::from(at))]);
    (number::integer(lang, app.visit.unseen_changes() as u64), note)
}

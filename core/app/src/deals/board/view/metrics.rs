//! The strip of metric tiles above the deals.
//!
//! Each tile covers the filtered deals and states its coverage. An unknown value is a dash with the reason.

use crate::contract::models::kpi::KpiKey;
use crate::dataset::staleness::SLOW_DAYS;
use crate::deals::board::view::metric::whose as whose_probabilities;
use crate::deals::pipeline::column_figure::{ColumnFigure, Slow};
use crate::foundation::input::commands::ActionId;
use crate::shell::app::App;
use crate::text::{Arg, Lang, Words, date, number};
use crate::vocabulary;

/// Placeholder for an unknown value.
const DASH: &str = "—";

/// Subject of a tile, in display order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Metric {
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
    Changed,
}

impl Metric {
    /// Tiles by priority: if space is short, the last ones are dropped first.
    pub const BY_WORTH: [Self; 6] = [
        Self::Deals,
        Self::Principal,
        Self::Slow,
        Self::Weighted,
        Self::Mean,
        Self::Changed,
    ];
}

/// A tile.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricTile {
    /// Subject of the tile.
    pub metric: Metric,
    /// Name of the metric.
    pub label: String,
    /// Value, or a dash.
    pub value: String,
    /// Coverage, or the reason why the value is unknown.
    pub note: String,
    /// Action of a click, if any.
    pub action: Option<ActionId>,
    /// True while the filter selects what the tile counts.
    pub on: bool,
}

impl MetricTile {
    /// Returns the text for screen readers.
    pub fn spoken(&self) -> String {
        format!("{} – {} – {}", self.label, self.value, self.note)
    }
}

/// Returns the tiles as of now; empty before any deal is loaded.
pub fn metrics(app: &App) -> Vec<MetricTile> {
    if app.pipeline.lens().total == 0 {
        return Vec::new();
    }
    let (words, metrics) = (Words::new(app.cx.lang()), app.pipeline.metrics(&app.cx));
    let plain = |metric, label: &str, (value, note): (String, String)| MetricTile {
        metric,
        label: words.get(label).into_owned(),
        value,
        note,
        action: None,
        on: false,
    };
    let of = |figure: ColumnFigure, note: &str| amount(app, figure, note, "metric-not-received");
    let mut tiles = vec![
        plain(Metric::Deals, "metric-deals", deals(app)),
        plain(
            Metric::Principal,
            "metric-principal",
            of(metrics.principal, "metric-received"),
        ),
        plain(Metric::Mean, "metric-mean", of(metrics.mean, "metric-received")),
    ];
    tiles.extend(metrics.weighted.map(|weighted| {
        let note = whose_probabilities(app, "metric-weighted-note", "metric-weighted-note-demo");
        // If principal was received, only the probabilities are missing.
        let why = match metrics.principal.value {
            Some(_) => "metric-no-probability",
            None => "metric-not-received",
        };
        let said = amount(app, weighted, note, why);
        plain(Metric::Weighted, "metric-weighted", said)
    }));
    tiles.push(MetricTile {
        action: (metrics.slow.dated > 0).then_some(ActionId::OnlySlow),
        on: app.pipeline.shows_only_slow(&app.cx),
        ..plain(Metric::Slow, "metric-slow", slow(app.cx.lang(), metrics.slow))
    });
    tiles.push(MetricTile {
        action: Some(ActionId::ShowSince),
        ..plain(Metric::Changed, "metric-changed", changed(app))
    });
    tiles
}

fn deals(app: &App) -> (String, String) {
    let (lang, words, lens) = (app.cx.lang(), Words::new(app.cx.lang()), app.pipeline.lens());
    let total = number::integer(lang, lens.total as u64);
    let note = if app.pipeline.board().filtered() {
        words.with("metric-of-all", &[("total", Arg::from(total))])
    } else {
        words.get("metric-all-shown").into_owned()
    };
    (number::integer(lang, lens.shown as u64), note)
}

/// Returns an amount and its coverage; `unknown` is the message key for a missing amount.
fn amount(app: &App, figure: ColumnFigure, note: &str, unknown: &str) -> (String, String) {
    let (lang, words, shown) = (
        app.cx.lang(),
        Words::new(app.cx.lang()),
        app.pipeline.lens().shown,
    );
    let exact = |n: usize| number::integer(lang, n as u64);
    let args = [
        ("part", Arg::from(exact(figure.covered))),
        ("total", Arg::from(exact(shown))),
    ];
    let key = KpiKey::CrdTotal.name();
    let Some(value) = figure.value else {
        let why = if shown == 0 { "metric-no-deal" } else { unknown };
        return (DASH.to_owned(), words.get(why).into_owned());
    };
    let value = vocabulary::kpi_value_compact(lang, key, value, app.cx.options().currency.as_deref());
    (value, words.with(note, &args))
}

fn slow(lang: Lang, slow: Slow) -> (String, String) {
    let words = Words::new(lang);
    if slow.dated == 0 {
        let why = if slow.of == 0 {
            "metric-no-deal-open"
        } else {
            "metric-no-age"
        };
        return (DASH.to_owned(), words.get(why).into_owned());
    }
    let exact = |n: usize| Arg::from(number::integer(lang, n as u64));
    let args = [
        ("limit", Arg::from(date::days(lang, SLOW_DAYS as u64))),
        ("part", exact(slow.dated)),
        ("total", exact(slow.of)),
    ];
    let note = if slow.dated == slow.of {
        "metric-slow-note"
    } else {
        "metric-slow-known"
    };
    // If few ages are known, none slow among them says nothing about the others.
    if slow.count == 0 && slow.dated * 2 < slow.of {
        return (DASH.to_owned(), words.with(note, &args));
    }
    (number::integer(lang, slow.count as u64), words.with(note, &args))
}

/// Returns the changes by others in the whole pipeline; they are counted without the filter.
fn changed(app: &App) -> (String, String) {
    let (lang, words) = (app.cx.lang(), Words::new(app.cx.lang()));
    let Some(visit) = app.cx.snapshot().observed.visit else {
        return (DASH.to_owned(), words.get("metric-first-visit").into_owned());
    };
    let at = date::date_time_short(date::local(visit.at, &app.cx.options().zone));
    let key = if app.pipeline.board().filtered() {
        "metric-changed-note-all"
    } else {
        "metric-changed-note"
    };
    let note = words.with(key, &[("date", Arg::from(at))]);
    (number::integer(lang, app.visit.since_told() as u64), note)
}

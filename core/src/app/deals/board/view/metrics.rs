//! The strip of figures over the deals: a few tiles, each of what the filter leaves and each with what it covers. What is
//! not known is a dash with its reason.

use crate::app::deals::pipeline::column_figure::ColumnFigure;
use crate::app::deals::pipeline::column_figure::Slow;
use crate::app::deals::board::view::metric::whose as whose_probabilities;
use crate::app::foundation::dataset::staleness::SLOW_DAYS;
use crate::app::foundation::input::commands::ActionId;
use crate::app::shell::app::App;
use crate::contract::models::kpi::KpiKey;
use crate::text::{Arg, Lang, Words, date, number};
use crate::vocabulary;

/// What stands for what is not known.
const DASH: &str = "—";

/// What a tile is about, in the order in which tiles stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Metric {
    /// How many deals are shown.
    Deals,
    /// Their outstanding principal.
    Principal,
    /// Its mean.
    Mean,
    /// The principal weighted by the house's own probabilities.
    Weighted,
    /// Deals that stand too long.
    Slow,
    /// What changed since the last visit.
    Changed,
}

impl Metric {
    /// In which order tiles go where there is no room for all: the first one stays longest.
    pub const BY_WORTH: [Self; 6] = [
        Self::Deals,
        Self::Principal,
        Self::Slow,
        Self::Weighted,
        Self::Mean,
        Self::Changed,
    ];
}

/// One tile.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricTile {
    /// What it is about.
    pub metric: Metric,
    /// Its name.
    pub label: String,
    /// The figure, or a dash.
    pub value: String,
    /// What it covers, or why it is not known.
    pub note: String,
    /// What a click on it does, if anything.
    pub action: Option<ActionId>,
    /// Whether that is done: the filter leaves what the tile counts.
    pub on: bool,
}

impl MetricTile {
    /// What is said of it to whoever hears it.
    pub fn spoken(&self) -> String {
        format!("{} – {} – {}", self.label, self.value, self.note)
    }
}

/// The tiles, as of now; none before any deal is known.
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
        // Where principal was received, what is wanting are the house's probabilities.
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

/// An amount, and of how many of the deals shown it is made; `unknown` is why there is none though deals are shown.
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
    // None among the few whose age is known says nothing of the others.
    if slow.count == 0 && slow.dated * 2 < slow.of {
        return (DASH.to_owned(), words.with(note, &args));
    }
    (number::integer(lang, slow.count as u64), words.with(note, &args))
}

/// What others changed, in the whole pipeline: what was observed knows of no filter.
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

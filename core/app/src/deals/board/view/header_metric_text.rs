//! Text of the metric in the header of a column or swimlane.
//!
//! Every form states how many deals it covers. Metrics weighted by your organisation's probabilities say so.

use rust_decimal::Decimal;

use crate::contract::models::kpi::KpiKey;
use crate::dataset::grouping::Statistic;
use crate::deals::board::header_metric::MetricChoice;
use crate::deals::pipeline::column_metric::ColumnMetric;
use crate::deals::pipeline::header_metric::HeaderMetric;
use crate::shell::app::App;
use crate::text::{Lang, MessageArg, Messages, SafeText, number};
use crate::vocabulary;

/// A metric as text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MetricText {
    /// Full text; `None` if there is none.
    pub full: Option<String>,
    /// Shorter forms in decreasing detail: with the coverage as a fraction, then as a share. Both follow again with a
    /// shorter name or none.
    pub short: Vec<String>,
    /// Note on whose probability weighted it.
    pub note: Option<String>,
}

/// Returns the metric of the column at `at`, which shows `rows` deals.
pub(super) fn column_metric_text(app: &App, at: usize, status: &str, rows: usize) -> MetricText {
    let Some(metric) = app.pipeline.column_metric(at, &app.cx) else {
        return MetricText::default();
    };
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    if app.pipeline.header_metric() != HeaderMetric::Weighted {
        return metric_text(app, metric, rows);
    }
    match app.cx.probability(status) {
        Some(percent) => {
            let args = [("percent", MessageArg::from(percent_text(lang, percent)))];
            MetricText {
                note: Some(messages.with(
                    own_or_sample(app, "header-metric-weighted-by", "header-metric-weighted-by-demo"),
                    &args,
                )),
                ..metric_text(app, metric, rows)
            }
        }
        // Same number of forms as a metric, because neighbouring headers all use the form at the same index.
        None => MetricText {
            full: Some(messages.get("header-metric-unweighted").into_owned()),
            short: vec![messages.get("header-metric-unweighted-short").into_owned(); 4],
            note: Some(
                messages
                    .get(own_or_sample(
                        app,
                        "header-metric-unweighted-why",
                        "header-metric-unweighted-why-demo",
                    ))
                    .into_owned(),
            ),
        },
    }
}

/// Returns `sample` in the demo, whose probabilities are samples, else `own`.
pub(crate) fn own_or_sample<'a>(app: &App, own: &'a str, sample: &'a str) -> &'a str {
    if app.cx.options().demo { sample } else { own }
}

/// Returns the text of a metric over `rows` deals. Amounts have a currency only if one is configured, because the
/// service sends none.
pub(crate) fn metric_text(app: &App, metric: ColumnMetric, rows: usize) -> MetricText {
    let (lang, messages, choice) =
        (app.cx.lang(), Messages::new(app.cx.lang()), app.pipeline.header_metric());
    let (Some(value), Some(key)) = (metric.value, choice.key()) else {
        return MetricText::default();
    };
    let value = vocabulary::kpi_value_compact(lang, key.name(), value, app.cx.options().currency.as_deref());
    let (covered, total) = (metric.covered as u64, rows as u64);
    let format = |n: u64| number::integer(lang, n);
    let name = metric_name(lang, choice, &vocabulary::kpi_short(lang, key.name()));
    let args = [
        ("name", MessageArg::from(&*name)),
        ("sum", MessageArg::from(&*value)),
        ("part", MessageArg::from(format(covered))),
        ("total", MessageArg::from(format(total))),
    ];
    let fraction = format!("{value} · {}/{}", format(covered), format(total));
    let share = format!("{value} · {}", number::share(lang, covered, total));
    let shortened = |coverage: &str| match short_name(lang, choice) {
        Some(name) => format!("{name} {coverage}"),
        None => coverage.to_owned(),
    };
    MetricText {
        full: Some(messages.with("column-sum", &args)),
        short: vec![
            format!("{name} {fraction}"),
            // The name matters more than the exact coverage.
            format!("{name} {share}"),
            shortened(&fraction),
            shortened(&share),
        ],
        note: None,
    }
}

/// Returns the name of a metric: `CRD`, `Moy. CRD`, `Méd. LTV`.
fn metric_name(lang: Lang, metric: HeaderMetric, key_name: &str) -> String {
    let key = match metric {
        HeaderMetric::Statistic(Statistic::Total, _) | HeaderMetric::None => return key_name.to_owned(),
        HeaderMetric::Statistic(statistic, _) => format!("header-metric-of-{}", statistic.name()),
        HeaderMetric::Weighted => "header-metric-of-weighted".to_owned(),
    };
    Messages::new(lang).with(&key, &[("name", MessageArg::from(key_name))])
}

/// Returns the shortest clear name of a metric; a sum of the principal needs none.
fn short_name(lang: Lang, metric: HeaderMetric) -> Option<String> {
    let messages = Messages::new(lang);
    match metric {
        HeaderMetric::Statistic(Statistic::Total, _) | HeaderMetric::None => None,
        HeaderMetric::Weighted => Some(messages.get("header-metric-short-weighted").into_owned()),
        HeaderMetric::Statistic(statistic, KpiKey::CrdTotal) => {
            Some(messages.get(&format!("header-metric-short-{}", statistic.name())).into_owned())
        }
        HeaderMetric::Statistic(_, key) => {
            Some(metric_name(lang, metric, &vocabulary::kpi_short(lang, key.name())))
        }
    }
}

/// Formats a probability: `40 %`, `12,5 %`.
fn percent_text(lang: Lang, percent: Decimal) -> String {
    let percent = percent.normalize();
    number::percent(lang, percent / Decimal::ONE_HUNDRED, percent.scale())
}

/// A line of the metric picker.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricLine {
    /// Choice behind the line.
    pub choice: MetricChoice,
    /// Name of the choice.
    pub label: String,
    /// Additional information, or the reason why it is unavailable.
    pub note: SafeText,
    /// True if this is the current choice.
    pub chosen: bool,
    /// True if it can be chosen.
    pub enabled: bool,
}

/// Returns the lines of the metric picker.
pub fn metric_lines(app: &App) -> Vec<MetricLine> {
    let choices = app.pipeline.metric_choices(&app.cx).into_iter();
    choices.map(|choice| metric_line(app, choice)).collect()
}

fn metric_line(app: &App, choice: MetricChoice) -> MetricLine {
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let key_label = |key: KpiKey| vocabulary::kpi_label(lang, key.name()).into_owned();
    let (label, note) = match choice {
        MetricChoice::Key(key, _) => {
            let args = [("name", MessageArg::from(key_label(key)))];
            (messages.with("header-metric-over", &args), String::new())
        }
        MetricChoice::Metric(HeaderMetric::None) => {
            (messages.get("header-metric-none").into_owned(), String::new())
        }
        MetricChoice::Metric(HeaderMetric::Weighted) => {
            let label = own_or_sample(app, "header-metric-weighted", "header-metric-weighted-demo");
            (messages.get(label).into_owned(), weighted_note(app))
        }
        MetricChoice::Metric(HeaderMetric::Statistic(statistic, key)) => {
            let label = messages.get(statistic.label_key()).into_owned();
            // The sum is of the principal, even while a ratio is shown.
            let is_other = app.pipeline.header_metric().key().is_some_and(|chosen_key| chosen_key != key);
            (label, if is_other { key_label(key) } else { String::new() })
        }
    };
    MetricLine {
        choice,
        label,
        note: SafeText::line(&note),
        chosen: app.pipeline.is_chosen(choice),
        enabled: app.cx.can_show_metric(choice.metric()),
    }
}

/// Returns how many statuses have a probability; without any, the file to configure them in.
fn weighted_note(app: &App) -> String {
    let messages = Messages::new(app.cx.lang());
    let statuses = app.pipeline.filtered().statuses();
    if app.cx.options().probabilities.is_empty() {
        let file = app.cx.options().config_file.as_deref().unwrap_or("config.toml");
        return messages.with("header-metric-weighted-none", &[("file", MessageArg::from(file))]);
    }
    let covered = statuses.iter().filter(|status| app.cx.probability(status).is_some());
    let args = [("part", MessageArg::from(covered.count())), ("total", MessageArg::from(statuses.len()))];
    messages.with("header-metric-weighted-covers", &args)
}

//! Text of the metric in the head of a column or swimlane.
//!
//! Every form states how many deals it covers. Metrics weighted by your organisation's probabilities say so.

use rust_decimal::Decimal;

use crate::contract::models::kpi::KpiKey;
use crate::deals::board::header_metric::FigureChoice;
use crate::deals::pipeline::column_figure::ColumnFigure;
use crate::deals::pipeline::head_figure::{Aggregate, HeadFigure};
use crate::shell::app::App;
use crate::text::{Arg, Clean, Lang, Words, number};
use crate::vocabulary;

/// A metric as text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FigureText {
    /// Full text; `None` if there is none.
    pub full: Option<String>,
    /// Shorter forms in decreasing detail: with the coverage as a fraction, then as a share. Both follow again with a
    /// shorter name or none.
    pub short: Vec<String>,
    /// Note on whose probability weighted it.
    pub note: Option<String>,
}

/// Returns the metric of the column at `at`, which shows `rows` deals.
pub(super) fn of_column(app: &App, at: usize, status: &str, rows: usize) -> FigureText {
    let Some(figure) = app.pipeline.column_figure(at, &app.cx) else {
        return FigureText::default();
    };
    let (lang, words) = (app.cx.lang(), Words::new(app.cx.lang()));
    if app.pipeline.head_figure() != HeadFigure::Weighted {
        return told(app, figure, rows);
    }
    match app.cx.probability(status) {
        Some(percent) => {
            let args = [("percent", Arg::from(percent_text(lang, percent)))];
            FigureText {
                note: Some(words.with(whose(app, "figure-weighted-by", "figure-weighted-by-demo"), &args)),
                ..told(app, figure, rows)
            }
        }
        // Same number of forms as a metric, because neighbouring heads all use the form at the same index.
        None => FigureText {
            full: Some(words.get("figure-unweighted").into_owned()),
            short: vec![words.get("figure-unweighted-short").into_owned(); 4],
            note: Some(
                words
                    .get(whose(app, "figure-unweighted-why", "figure-unweighted-why-demo"))
                    .into_owned(),
            ),
        },
    }
}

/// Returns `sample` in the demo, whose probabilities are samples, else `own`.
pub(crate) fn whose<'a>(app: &App, own: &'a str, sample: &'a str) -> &'a str {
    if app.cx.options().demo { sample } else { own }
}

/// Returns the text of a metric over `rows` deals. Amounts have a currency only if one is configured, because the
/// service sends none.
pub(crate) fn told(app: &App, figure: ColumnFigure, rows: usize) -> FigureText {
    let (lang, words, chosen) = (
        app.cx.lang(),
        Words::new(app.cx.lang()),
        app.pipeline.head_figure(),
    );
    let (Some(value), Some(key)) = (figure.value, chosen.key()) else {
        return FigureText::default();
    };
    let value = vocabulary::kpi_value_compact(lang, key.name(), value, app.cx.options().currency.as_deref());
    let (part, total) = (figure.covered as u64, rows as u64);
    let exact = |n: u64| number::integer(lang, n);
    let name = name(lang, chosen, &vocabulary::kpi_short(lang, key.name()));
    let args = [
        ("name", Arg::from(&*name)),
        ("sum", Arg::from(&*value)),
        ("part", Arg::from(exact(part))),
        ("total", Arg::from(exact(total))),
    ];
    let fraction = format!("{value} · {}/{}", exact(part), exact(total));
    let share = format!("{value} · {}", number::share(lang, part, total));
    let brief = |rest: &str| match short_name(lang, chosen) {
        Some(name) => format!("{name} {rest}"),
        None => rest.to_owned(),
    };
    FigureText {
        full: Some(words.with("column-sum", &args)),
        short: vec![
            format!("{name} {fraction}"),
            // The name matters more than the exact coverage.
            format!("{name} {share}"),
            brief(&fraction),
            brief(&share),
        ],
        note: None,
    }
}

/// Returns the name of a metric: `CRD`, `Moy. CRD`, `Méd. LTV`.
fn name(lang: Lang, figure: HeadFigure, of: &str) -> String {
    let key = match figure {
        HeadFigure::Of(Aggregate::Sum, _) | HeadFigure::Nothing => return of.to_owned(),
        HeadFigure::Of(aggregate, _) => format!("figure-of-{}", aggregate.name()),
        HeadFigure::Weighted => "figure-of-weighted".to_owned(),
    };
    Words::new(lang).with(&key, &[("name", Arg::from(of))])
}

/// Returns the shortest clear name of a metric; a sum of the principal needs none.
fn short_name(lang: Lang, figure: HeadFigure) -> Option<String> {
    let words = Words::new(lang);
    match figure {
        HeadFigure::Of(Aggregate::Sum, _) | HeadFigure::Nothing => None,
        HeadFigure::Weighted => Some(words.get("figure-short-weighted").into_owned()),
        HeadFigure::Of(aggregate, KpiKey::CrdTotal) => Some(
            words
                .get(&format!("figure-short-{}", aggregate.name()))
                .into_owned(),
        ),
        HeadFigure::Of(_, key) => Some(name(lang, figure, &vocabulary::kpi_short(lang, key.name()))),
    }
}

/// Formats a probability: `40 %`, `12,5 %`.
fn percent_text(lang: Lang, percent: Decimal) -> String {
    let percent = percent.normalize();
    number::percent(lang, percent / Decimal::ONE_HUNDRED, percent.scale())
}

/// A line of the metric picker.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureLine {
    /// Choice behind the line.
    pub choice: FigureChoice,
    /// Name of the choice.
    pub label: String,
    /// Additional information, or the reason why it is unavailable.
    pub note: Clean,
    /// True if this is the current choice.
    pub chosen: bool,
    /// True if it can be chosen.
    pub enabled: bool,
}

/// Returns the lines of the metric picker.
pub fn figure_lines(app: &App) -> Vec<FigureLine> {
    let choices = app.pipeline.figure_choices(&app.cx).into_iter();
    choices.map(|choice| figure_line(app, choice)).collect()
}

fn figure_line(app: &App, choice: FigureChoice) -> FigureLine {
    let (lang, words) = (app.cx.lang(), Words::new(app.cx.lang()));
    let named = |key: KpiKey| vocabulary::kpi_label(lang, key.name()).into_owned();
    let (label, note) = match choice {
        FigureChoice::Over(key, _) => {
            let args = [("name", Arg::from(named(key)))];
            (words.with("figure-over", &args), String::new())
        }
        FigureChoice::Figure(HeadFigure::Nothing) => (words.get("figure-none").into_owned(), String::new()),
        FigureChoice::Figure(HeadFigure::Weighted) => {
            let label = whose(app, "figure-weighted", "figure-weighted-demo");
            (words.get(label).into_owned(), weighted_note(app))
        }
        FigureChoice::Figure(HeadFigure::Of(aggregate, key)) => {
            let label = words.get(&format!("figure-{}", aggregate.name())).into_owned();
            // The sum is of the principal, even while a ratio is shown.
            let other = app.pipeline.head_figure().key().is_some_and(|own| own != key);
            (label, if other { named(key) } else { String::new() })
        }
    };
    FigureLine {
        choice,
        label,
        note: Clean::line(&note),
        chosen: app.pipeline.is_chosen(choice),
        enabled: app.cx.can_show_figure(choice.figure()),
    }
}

/// Returns how many statuses have a probability; without any, the file to configure them in.
fn weighted_note(app: &App) -> String {
    let words = Words::new(app.cx.lang());
    let statuses = app.pipeline.lens().statuses();
    if app.cx.options().probabilities.is_empty() {
        let file = app.cx.options().config_file.as_deref().unwrap_or("config.toml");
        return words.with("figure-weighted-none", &[("file", Arg::from(file))]);
    }
    let with = statuses
        .iter()
        .filter(|status| app.cx.probability(status).is_some());
    let args = [
        ("part", Arg::from(with.count())),
        ("total", Arg::from(statuses.len())),
    ];
    words.with("figure-weighted-covers", &args)
}

//! View of the portfolio: totals, three checked breakdowns, trends and the entity card.

use crate::foundation::presentation::age::{Agreement, loaded_ago};
use std::collections::BTreeSet;

use jiff::tz::TimeZone;

use super::breakdown::BreakdownView;
use super::entity::EntityLine;
use crate::dataset::breakdown::Breakdown;

use crate::contract::models::portfolio::PortfolioSummary;
use crate::foundation::input::context::Screen;
use crate::foundation::presentation::problem::{self, ProblemView};
use crate::screens::portfolio::portfolio::Chart;
use crate::screens::portfolio::view::trend;
use crate::screens::portfolio::view::trend_line::Trend;
use crate::shell::app::App;
use crate::text::{Lang, MessageArg, Messages, SafeText, date, number};

/// One total.
#[derive(Clone, Debug, PartialEq)]
pub struct Total {
    /// Label of the total.
    pub label: String,
    /// One-word label, for narrow areas.
    pub short: String,
    /// Value, short enough for a headline.
    pub value: String,
    /// Exact value, if the headline rounds it.
    pub exact: Option<String>,
    /// Change since the first recorded value; empty if none is recorded.
    pub change: String,
}

/// View of the portfolio screen.
#[derive(Clone, Debug, PartialEq)]
pub struct PortfolioView {
    /// Totals; empty until the summary is loaded.
    pub totals: Vec<Total>,
    /// Breakdowns of the summary.
    pub breakdowns: Vec<BreakdownView>,
    /// Totals over time, as recorded.
    pub trends: Vec<Trend>,
    /// Lines of the entity card.
    pub entity: Vec<EntityLine>,
    /// Age of the summary: "chargée il y a 4 min".
    pub loaded_age: String,
    /// Age of the entity.
    pub entity_age: String,
    /// Number of matching sums, as text.
    pub checks: String,
    /// Error of the last load, if it failed.
    pub problem: Option<ProblemView>,
    /// True until data is received.
    pub is_empty: bool,
}

/// Builds the portfolio screen.
pub fn portfolio_view(app: &App) -> PortfolioView {
    build_view(app, |kind| app.hidden_series(Chart::Breakdown(kind)))
}

/// Builds the portfolio with every series drawn, for a view without a legend.
pub fn full_portfolio(app: &App) -> PortfolioView {
    build_view(app, |_| BTreeSet::new())
}

fn build_view(app: &App, left_out: impl Fn(Breakdown) -> BTreeSet<String>) -> PortfolioView {
    let lang = app.cx.lang();
    let remote = &app.cx.snapshot().portfolio;
    let summary = remote.value.as_deref();
    // The past has the recorded totals only.
    let whole = summary.filter(|_| app.cx.in_present().is_ok());
    let breakdowns =
        whole.map(|summary| super::breakdown::breakdowns(lang, summary, left_out)).unwrap_or_default();
    let trends = trend::portfolio_trends(app);
    let error = remote.error.as_ref().or(app.cx.snapshot().entity.error.as_ref());
    PortfolioView {
        totals: summary.map(|summary| totals(app, summary, &trends)).unwrap_or_default(),
        checks: whole.map(|_| sum_checks(lang, "portfolio-checks", &breakdowns)).unwrap_or_default(),
        breakdowns,
        trends,
        entity: super::entity::entity_lines(app),
        loaded_age: loaded_ago(&app.cx, Agreement::Masculine, remote.fetched_at),
        entity_age: loaded_ago(&app.cx, Agreement::Feminine, app.cx.snapshot().entity.fetched_at),
        problem: error.and_then(|error| match summary {
            Some(_) => problem::stale_data_problem(&app.cx, error),
            None => Some(problem::load_problem_with_advice(&app.cx, error, false)),
        }),
        is_empty: summary.is_none(),
    }
}

/// Returns the message key of the header note: scope of the totals, and whether the currency is unknown.
#[must_use]
pub fn header_note(app: &App) -> &'static str {
    if app.cx.options().currency.is_some() { "portfolio-head-note-currency" } else { "portfolio-head-note" }
}

/// Returns the number of breakdowns whose sum matches the total, as text.
fn sum_checks(lang: Lang, key: &str, breakdowns: &[BreakdownView]) -> String {
    let agreeing = breakdowns.iter().filter(|view| view.check.agrees).count();
    let args = [("agree", MessageArg::from(agreeing)), ("total", MessageArg::from(breakdowns.len()))];
    Messages::new(lang).with(key, &args)
}

/// Returns the sum checks for the status line, in full and in short form. Returns `None` on other screens, or before
/// the summary is loaded.
pub fn sum_check_status(app: &App) -> Option<(String, String)> {
    app.cx.in_present().ok()?;
    let summary = app.cx.snapshot().portfolio.value.as_deref();
    let summary = summary.filter(|_| app.cx.screen() == Screen::Portfolio)?;
    let breakdowns = super::breakdown::breakdowns(app.cx.lang(), summary, |_| BTreeSet::new());
    let text = |key: &str| sum_checks(app.cx.lang(), key, &breakdowns);
    Some((text("portfolio-checks"), text("portfolio-checks-short")))
}

fn totals(app: &App, summary: &PortfolioSummary, trends: &[Trend]) -> Vec<Total> {
    let lang = app.cx.lang();
    let messages = Messages::new(lang);
    let change = |series: &str| {
        let series_trend =
            trends.iter().find(|trend| trend.series.strip_prefix("portfolio:") == Some(series));
        series_trend.map_or_else(String::new, |trend| {
            match (trend.single_load, trend.change.is_empty()) {
                // After a single load nothing is known about changes.
                (true, _) => String::new(),
                (false, true) => messages.get("total-unchanged").into_owned(),
                (false, false) => trend.change.clone(),
            }
        })
    };
    let count = |key: &str, series: &str, n: u64| Total {
        label: messages.get(key).into_owned(),
        short: messages.get(key).into_owned(),
        value: number::integer(lang, n),
        exact: None,
        change: change(series),
    };
    // Shown once, where there is enough width: all totals begin on the same day.
    let nominal_seen = trends.iter().find(|trend| trend.series == "portfolio:total_nominal");
    let since = nominal_seen.map_or("", |trend| trend.since.as_str());
    let currency = app.cx.options().currency.as_deref();
    let nominal = summary.total_nominal();
    let amount = nominal.value();
    // The summary has no currency, so the amount stays without one unless the user configured it.
    let value = amount.map(|amount| number::money_compact(lang, amount, currency));
    let exact = amount.map(|amount| number::money(lang, amount, currency));
    vec![
        count("portfolio-operations", "total_operations", summary.total_operations()),
        Total {
            label: messages.get("portfolio-nominal").into_owned(),
            short: messages.get("field-nominal").into_owned(),
            value: value.unwrap_or_else(|| SafeText::line_within(&nominal.text(), 24).to_string()),
            exact,
            change: format!("{} {}", change("total_nominal"), since).trim().to_owned(),
        },
        count("portfolio-funds", "total_fonds", summary.total_fonds()),
        count("portfolio-spvs", "total_spvs", summary.total_spvs()),
        count("portfolio-operators", "total_operateurs", summary.total_operateurs()),
    ]
}

/// Formats a timestamp as local time.
pub fn clock_time(timestamp: jiff::Timestamp, zone: &TimeZone) -> String {
    date::time_short(date::local(timestamp, zone).time())
}

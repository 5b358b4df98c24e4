//! The portfolio: totals, three breakdowns with their sums checked, trends, the entity card.

use crate::app::foundation::presentation::read_ago::{Of, read_ago};
use std::collections::BTreeSet;

use jiff::tz::TimeZone;

use crate::app::foundation::presentation::bar::Bar;
use super::breakdown::BreakdownView;
use super::breakdown::Spread;
use super::breakdown::SumCheck;
use super::entity::EntityLine;
use crate::app::foundation::dataset::breakdown::Breakdown;

use crate::app::foundation::input::context::Screen;
use crate::app::foundation::presentation::problem::{self, ProblemView};
use crate::app::screens::portfolio::legend::Chart;
use crate::app::screens::portfolio::view::trend;
use crate::app::screens::portfolio::view::trend_line::Trend;
use crate::app::shell::app::App;
use crate::contract::models::portfolio::PortfolioSummary;
use crate::text::{Arg, Clean, Lang, Words, date, number};

/// One total.
#[derive(Clone, Debug, PartialEq)]
pub struct Total {
    /// What it counts.
    pub label: String,
    /// The same in a word, for narrow places.
    pub short: String,
    /// Its value, short enough for a headline.
    pub value: String,
    /// The exact value, where the headline rounds.
    pub exact: Option<String>,
    /// What changed since it was first observed; empty where it was not observed.
    pub change: String,
}

/// The portfolio screen.
#[derive(Clone, Debug, PartialEq)]
pub struct PortfolioView {
    /// The totals; empty until the summary has been read.
    pub totals: Vec<Total>,
    /// The breakdowns.
    pub breakdowns: Vec<BreakdownView>,
    /// The totals over time, as observed.
    pub trends: Vec<Trend>,
    /// The entity card.
    pub entity: Vec<EntityLine>,
    /// "lu il y a 4 min"
    pub read: String,
    /// The same of the entity.
    pub entity_read: String,
    /// How many sum checks agree, as words.
    pub checks: String,
    /// Why the last reading failed, if it did.
    pub problem: Option<ProblemView>,
    /// Whether nothing has been received yet.
    pub empty: bool,
}

/// The portfolio screen as of now.
pub fn portfolio(app: &App) -> PortfolioView {
    view(app, |kind| app.left_out(Chart::Breakdown(kind)))
}

/// The same with every series drawn, for what has no legend.
pub fn whole(app: &App) -> PortfolioView {
    view(app, |_| BTreeSet::new())
}

fn view(app: &App, left_out: impl Fn(Breakdown) -> BTreeSet<String>) -> PortfolioView {
    let lang = app.cx.lang();
    let remote = &app.cx.snapshot().portfolio;
    let summary = remote.value.as_deref();
    let breakdowns = summary
        .map(|summary| super::breakdown::breakdowns(lang, summary, left_out))
        .unwrap_or_default();
    let trends = trend::of_portfolio(app);
    let error = remote.error.as_ref().or(app.cx.snapshot().entity.error.as_ref());
    PortfolioView {
        totals: summary
            .map(|summary| totals(app, summary, &trends))
            .unwrap_or_default(),
        checks: sum_checks(lang, "portfolio-checks", &breakdowns),
        breakdowns,
        trends,
        entity: super::entity::entity(app),
        read: read_ago(&app.cx, Of::One, remote.read_at),
        entity_read: read_ago(&app.cx, Of::She, app.cx.snapshot().entity.read_at),
        problem: error.and_then(|error| match summary {
            Some(_) => problem::beside_what_was_read(&app.cx, error),
            None => Some(problem::read(&app.cx, error, false)),
        }),
        empty: summary.is_none(),
    }
}

/// The words for what the totals are of, and that the service names no currency.
#[must_use]
pub fn head_note(app: &App) -> &'static str {
    if app.cx.options().currency.is_some() {
        "portfolio-head-note-currency"
    } else {
        "portfolio-head-note"
    }
}

/// How many of the breakdowns add up to the total of operations, as words.
fn sum_checks(lang: Lang, key: &str, breakdowns: &[BreakdownView]) -> String {
    let agreeing = breakdowns.iter().filter(|view| view.check.agrees).count();
    let args = [
        ("agree", Arg::from(agreeing)),
        ("total", Arg::from(breakdowns.len())),
    ];
    Words::new(lang).with(key, &args)
}

/// The same for the status line, where the portfolio is what is looked at and has been read: whole, and in few words.
pub fn checked_sums(app: &App) -> Option<(String, String)> {
    let summary = app.cx.snapshot().portfolio.value.as_deref();
    let summary = summary.filter(|_| app.cx.screen() == Screen::Portfolio)?;
    let breakdowns = super::breakdown::breakdowns(app.cx.lang(), summary, |_| BTreeSet::new());
    let said = |key: &str| sum_checks(app.cx.lang(), key, &breakdowns);
    Some((said("portfolio-checks"), said("portfolio-checks-short")))
}

fn totals(app: &App, summary: &PortfolioSummary, trends: &[Trend]) -> Vec<Total> {
    let lang = app.cx.lang();
    let words = Words::new(lang);
    let change = |series: &str| {
        let found = trends
            .iter()
            .find(|trend| trend.series.strip_prefix("portfolio:") == Some(series));
        found.map_or_else(String::new, |trend| {
            match (trend.once, trend.change.is_empty()) {
                // Nothing is known to be unchanged that was read but once.
                (true, _) => String::new(),
                (false, true) => words.get("total-unchanged").into_owned(),
                (false, false) => trend.change.clone(),
            }
        })
    };
    let count = |key: &str, series: &str, n: u64| Total {
        label: words.get(key).into_owned(),
        short: words.get(key).into_owned(),
        value: number::integer(lang, n),
        exact: None,
        change: change(series),
    };
    // Said once, where there is room: the others begin on the same day.
    let nominal_seen = trends
        .iter()
        .find(|trend| trend.series == "portfolio:total_nominal");
    let since = nominal_seen.map_or("", |trend| trend.since.as_str());
    let currency = app.cx.options().currency.as_deref();
    let nominal = summary.total_nominal();
    let amount = nominal.value();
    // The summary names no currency: the figure stays bare unless the person has said which it is.
    let value = amount.map(|amount| number::money_compact(lang, amount, currency));
    let exact = amount.map(|amount| number::money(lang, amount, currency));
    vec![
        count(
            "portfolio-operations",
            "total_operations",
            summary.total_operations(),
        ),
        Total {
            label: words.get("portfolio-nominal").into_owned(),
            short: words.get("field-nominal").into_owned(),
            value: value.unwrap_or_else(|| Clean::line_of(&nominal.text(), 24).to_string()),
            exact,
            change: format!("{} {}", change("total_nominal"), since).trim().to_owned(),
        },
        count("portfolio-funds", "total_fonds", summary.total_fonds()),
        count("portfolio-spvs", "total_spvs", summary.total_spvs()),
        count(
            "portfolio-operators",
            "total_operateurs",
            summary.total_operateurs(),
        ),
    ]
}

/// The moment as the person's clock shows it.
pub fn clock(moment: jiff::Timestamp, zone: &TimeZone) -> String {
    date::time_short(date::local(moment, zone).time())
}

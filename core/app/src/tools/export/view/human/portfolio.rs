//! Export worksheets of the portfolio for people. Each code has its label, and shares are percentages. The sum checks
//! follow the totals, with the texts of the screen. The entity matches its card.

use rust_decimal::Decimal;

use crate::contract::models::portfolio::PortfolioSummary;
use crate::dataset::breakdown::Breakdown;
use crate::model::worksheet::{Worksheet, WorksheetCell};
use crate::screens::portfolio::view::breakdown::BreakdownView;
use crate::screens::portfolio::view::entity::EntityLine;
use crate::screens::portfolio::view::{portfolio as screen, trend};
use crate::shell::app::App;
use crate::text::Messages;
use crate::tools::export::view::human::{localized_worksheet, time_cell};
use crate::tools::export::view::machine;

/// Decimal places of an index.
const INDEX_DECIMALS: u32 = 4;

/// Names of totals: contract name and message key. A sentence at the end states the currency, if it is known.
const TOTAL_KEYS: [(&str, &str); 5] = [
    ("total_operations", "portfolio-operations"),
    ("total_nominal", "portfolio-nominal"),
    ("total_fonds", "portfolio-funds"),
    ("total_spvs", "portfolio-spvs"),
    ("total_operateurs", "portfolio-operators"),
];

/// Builds all portfolio data of the screen, with its texts.
pub(super) fn portfolio_worksheets(app: &App) -> Vec<Worksheet> {
    let Some(summary) = app.cx.snapshot().portfolio.value.as_deref() else {
        return Vec::new();
    };
    let view = screen::portfolio_view(app);
    let mut worksheets = vec![totals_worksheet(app, summary, &view.breakdowns)];
    worksheets.extend(view.breakdowns.iter().map(|view| breakdown_worksheet(app, summary, view)));
    if app.cx.snapshot().entity.value.is_some() {
        worksheets.push(entity_worksheet(app, &view.entity));
    }
    worksheets.push(series_worksheet(app));
    worksheets
}

/// Builds the totals, with the checks of the breakdowns below them.
fn totals_worksheet(app: &App, summary: &PortfolioSummary, breakdowns: &[BreakdownView]) -> Worksheet {
    let messages = Messages::new(app.cx.lang());
    let totals = machine::portfolio::totals(app, summary).into_iter().filter_map(|(name, value)| {
        let (_, key) = TOTAL_KEYS.iter().find(|(total, _)| *total == name)?;
        Some((messages.get(key), value))
    });
    let amount = |value: &WorksheetCell| match value {
        WorksheetCell::Number(value) => WorksheetCell::Amount(*value),
        other => other.clone(),
    };
    let mut worksheet = localized_worksheet(
        app,
        "screen-portfolio",
        totals,
        &[("export-total", &|(name, _)| (&**name).into()), ("export-value", &|(_, value)| amount(value))],
    );
    worksheet.rows.extend(breakdowns.iter().flat_map(|view| check_rows(messages, view)));
    worksheet.rows.push(vec![WorksheetCell::text(&messages.get(screen::header_note(app)))]);
    worksheet
}

/// Builds the sum check of a breakdown, with missing values and concentration.
fn check_rows(messages: &'static Messages, view: &BreakdownView) -> Vec<Vec<WorksheetCell>> {
    let row = |label: &str, value: WorksheetCell| {
        vec![WorksheetCell::text(&format!("{} – {label}", view.title)), value]
    };
    let mut rows = vec![row(&view.check.text, WorksheetCell::Amount(view.sum_value.into()))];
    if !view.note.is_empty() {
        rows.push(row(&view.note, WorksheetCell::Empty));
    }
    if let Some(spread) = view.concentration_values {
        let largest = spread.largest.map_or(WorksheetCell::Empty, WorksheetCell::Ratio);
        rows.push(row(&messages.get("export-largest-share"), largest));
        let index = WorksheetCell::Number(spread.index.round_dp(INDEX_DECIMALS).normalize());
        rows.push(row(&messages.get("export-hhi"), index));
    }
    rows
}

/// Builds the count of each code with its label: people read the label, and the code identifies the service's value.
fn breakdown_worksheet(app: &App, summary: &PortfolioSummary, view: &BreakdownView) -> Worksheet {
    let (lang, total) = (app.cx.lang(), Decimal::from(summary.total_operations()));
    let heading = match view.kind {
        Breakdown::Status => "field-status",
        Breakdown::Class => "field-class",
        Breakdown::Type => "field-investment-type",
    };
    let label = |code: &str| if code.is_empty() { String::new() } else { view.kind.label(lang, code) };
    let share = |count: u64| machine::portfolio::fraction(Decimal::from(count).checked_div(total));
    let worksheet = localized_worksheet(
        app,
        heading,
        view.kind.entries(summary),
        &[
            (heading, &|(code, _)| (&*label(code)).into()),
            ("export-code", &|(code, _)| (&**code).into()),
            ("portfolio-operations", &|(_, count)| (*count).into()),
            ("export-share", &|(_, count)| share(*count).map_or(WorksheetCell::Empty, WorksheetCell::Ratio)),
        ],
    );
    Worksheet { name: view.title.clone(), ..worksheet }
}

/// Builds the entity card, line by line, with the remark on each value.
fn entity_worksheet(app: &App, lines: &[EntityLine]) -> Worksheet {
    localized_worksheet(
        app,
        "entity-title",
        lines,
        &[
            ("export-field", &|line| (&*line.label).into()),
            ("export-value", &|line| (&*line.value).into()),
            ("export-note", &|line| (&*line.note).into()),
        ],
    )
}

/// Builds the recorded time series, with series labels and local times.
fn series_worksheet(app: &App) -> Worksheet {
    let (whole_from, trends) = (machine::portfolio::whole_from(app), trend::portfolio_trends(app));
    localized_worksheet(
        app,
        "portfolio-trend",
        trends.iter().flat_map(|trend| trend.points.iter().map(move |point| (trend, point))),
        &[
            ("export-series", &|(trend, _)| (&*trend.label).into()),
            ("export-at", &|(_, point)| time_cell(app, point.at)),
            ("export-value", &|(_, point)| point.value.into()),
            ("export-every-change", &|(_, point)| WorksheetCell::Boolean(point.at >= whole_from)),
        ],
    )
}

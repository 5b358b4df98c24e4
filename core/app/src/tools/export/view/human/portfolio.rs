//! Export worksheets of the portfolio for people. Each code has its label, and shares are percentages. The sum checks
//! follow the totals, with the texts of the screen. The entity matches its card.

use std::borrow::Cow;

use rust_decimal::Decimal;

use crate::model::worksheet::{Worksheet, WorksheetCell};
use crate::screens::portfolio::view::breakdown::BreakdownView;
use crate::screens::portfolio::view::entity::EntityLine;
use crate::screens::portfolio::view::{portfolio as screen, trend};
use crate::shell::app::App;
use crate::text::{Lang, Messages, date};
use crate::tools::export::view::machine;
use crate::vocabulary;

/// Decimal places of an index.
const INDEX_DECIMALS: u32 = 4;

/// Names of worksheets, columns and totals: contract name and message key.
const NAME_KEYS: [(&str, &str); 15] = [
    ("portfolio", "screen-portfolio"),
    ("operations_by_status", "breakdown-by-status"),
    ("operations_by_classe_actif", "breakdown-by-class"),
    ("operations_by_type_investissement", "breakdown-by-type"),
    ("observed", "portfolio-trend"),
    ("total", "export-total"),
    ("value", "export-value"),
    ("series", "export-series"),
    ("at", "export-at"),
    ("every_change", "export-every-change"),
    ("total_operations", "portfolio-operations"),
    ("total_nominal", "portfolio-nominal"),
    ("total_fonds", "portfolio-funds"),
    ("total_spvs", "portfolio-spvs"),
    ("total_operateurs", "portfolio-operators"),
];

/// Builds all portfolio data of the screen, with its texts.
pub(super) fn portfolio_worksheets(app: &App) -> Vec<Worksheet> {
    let view = screen::portfolio_view(app);
    let worksheets = machine::portfolio_worksheets(app).into_iter();
    let localized = worksheets.filter_map(|worksheet| match worksheet.name.as_str() {
        "portfolio" => Some(totals_worksheet(app, worksheet, &view.breakdowns)),
        // The checks are listed under the totals.
        "checks" => None,
        "entity" => Some(entity_worksheet(app, &view.entity)),
        "observed" => Some(series_worksheet(app, worksheet)),
        _ => Some(breakdown_worksheet(app, worksheet)),
    });
    localized.collect()
}

fn localized_name(lang: Lang, name: &str) -> String {
    let key = NAME_KEYS.iter().find(|(contract_name, _)| *contract_name == name);
    key.map_or_else(|| name.to_owned(), |(_, key)| Messages::new(lang).get(key).into_owned())
}

fn with_headings(lang: Lang, mut worksheet: Worksheet) -> Worksheet {
    worksheet.columns = worksheet.columns.iter().map(|name| localized_name(lang, name)).collect();
    worksheet.name = localized_name(lang, &worksheet.name);
    worksheet
}

fn totals_worksheet(app: &App, mut worksheet: Worksheet, breakdowns: &[BreakdownView]) -> Worksheet {
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    // A sentence at the end states the currency, if it is known.
    worksheet.rows.retain(|row| row.first() != Some(&WorksheetCell::text("currency")));
    for row in &mut worksheet.rows {
        if let Some(WorksheetCell::Text(first)) = row.first_mut() {
            *first = localized_name(lang, first);
        }
        if let Some(value) = row.get_mut(1) {
            *value = match std::mem::take(value) {
                WorksheetCell::Number(value) => WorksheetCell::Amount(value),
                other => other,
            };
        }
    }
    worksheet.rows.extend(breakdowns.iter().flat_map(|view| check_rows(messages, view)));
    worksheet.rows.push(vec![WorksheetCell::text(&messages.get(screen::header_note(app)))]);
    with_headings(lang, worksheet)
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

/// Heading of a breakdown's labels, and the label function for its codes.
type LabelColumn = (&'static str, fn(Lang, &str) -> Cow<'static, str>);

fn label_column(kind: &str) -> Option<LabelColumn> {
    match kind {
        "operations_by_status" => Some(("field-status", vocabulary::operation_status)),
        "operations_by_classe_actif" => Some(("field-class", vocabulary::asset_class)),
        "operations_by_type_investissement" => Some(("field-investment-type", vocabulary::investment_type)),
        _ => None,
    }
}

/// Inserts the label before each code: people read the label, and the code identifies the service's value.
fn breakdown_worksheet(app: &App, mut worksheet: Worksheet) -> Worksheet {
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let Some((heading, label)) = label_column(&worksheet.name) else {
        return with_headings(lang, worksheet);
    };
    for row in &mut worksheet.rows {
        let label_cell = match row.first() {
            Some(WorksheetCell::Text(code)) => WorksheetCell::text(&label(lang, code)),
            _ => WorksheetCell::Empty,
        };
        if let Some(WorksheetCell::Number(share)) = row.last() {
            let share: Decimal = *share;
            row.pop();
            row.push(WorksheetCell::Ratio(share));
        }
        row.insert(0, label_cell);
    }
    worksheet.columns = [heading, "export-code", "portfolio-operations", "export-share"]
        .map(|key| messages.get(key).into_owned())
        .to_vec();
    worksheet.name = localized_name(lang, &worksheet.name);
    worksheet
}

/// Builds the entity card, line by line, with the remark on each value.
fn entity_worksheet(app: &App, lines: &[EntityLine]) -> Worksheet {
    let messages = Messages::new(app.cx.lang());
    let message = |key: &str| messages.get(key).into_owned();
    let row = |line: &EntityLine| {
        vec![
            WorksheetCell::text(&line.label),
            WorksheetCell::text(&line.value),
            WorksheetCell::text(&line.note),
        ]
    };
    Worksheet {
        name: message("entity-title"),
        columns: ["export-field", "export-value", "export-note"].map(message).to_vec(),
        rows: lines.iter().map(row).collect(),
    }
}

/// Builds the recorded time series, with series labels and local times.
fn series_worksheet(app: &App, mut worksheet: Worksheet) -> Worksheet {
    let trends = trend::portfolio_trends(app);
    for row in &mut worksheet.rows {
        if let [WorksheetCell::Text(series), at, ..] = row.as_mut_slice() {
            if let Some(trend) = trends.iter().find(|trend| trend.series == *series) {
                series.clone_from(&trend.label);
            }
            let timestamp = match at {
                WorksheetCell::Text(text) => text.parse::<jiff::Timestamp>().ok(),
                _ => None,
            };
            if let Some(timestamp) = timestamp {
                *at = WorksheetCell::DateTime(date::local(timestamp, &app.cx.options().zone));
            }
        }
    }
    with_headings(app.cx.lang(), worksheet)
}

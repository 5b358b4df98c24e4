//! Export sheets of the portfolio for people. Each code has its label, and shares are percentages. The sum checks
//! follow the totals, with the texts of the screen. The entity matches its card.

use std::borrow::Cow;

use rust_decimal::Decimal;

use crate::model::worksheet::{Cell, Sheet};
use crate::screens::portfolio::view::breakdown::BreakdownView;
use crate::screens::portfolio::view::entity::EntityLine;
use crate::screens::portfolio::view::{portfolio as screen, trend};
use crate::shell::app::App;
use crate::text::{Lang, Words, date};
use crate::tools::export::view::machine;
use crate::vocabulary;

/// Decimal places of an index.
const INDEX: u32 = 4;

/// Names of sheets, columns and totals: contract name and message key.
const NAMES: [(&str, &str); 15] = [
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
pub(super) fn portfolio(app: &App) -> Vec<Sheet> {
    let view = screen::portfolio(app);
    let sheets = machine::portfolio(app).into_iter();
    let told = sheets.filter_map(|sheet| match sheet.name.as_str() {
        "portfolio" => Some(totals(app, sheet, &view.breakdowns)),
        // The checks are listed under the totals.
        "checks" => None,
        "entity" => Some(entity(app, &view.entity)),
        "observed" => Some(observed(app, sheet)),
        _ => Some(breakdown(app, sheet)),
    });
    told.collect()
}

fn named(lang: Lang, name: &str) -> String {
    let key = NAMES.iter().find(|(own, _)| *own == name);
    key.map_or_else(
        || name.to_owned(),
        |(_, key)| Words::new(lang).get(key).into_owned(),
    )
}

fn headed(lang: Lang, mut sheet: Sheet) -> Sheet {
    sheet.columns = sheet.columns.iter().map(|name| named(lang, name)).collect();
    sheet.name = named(lang, &sheet.name);
    sheet
}

fn totals(app: &App, mut sheet: Sheet, breakdowns: &[BreakdownView]) -> Sheet {
    let (lang, words) = (app.cx.lang(), Words::new(app.cx.lang()));
    // A sentence at the end states the currency, if it is known.
    sheet
        .rows
        .retain(|row| row.first() != Some(&Cell::text("currency")));
    for row in &mut sheet.rows {
        if let Some(Cell::Text(first)) = row.first_mut() {
            *first = named(lang, first);
        }
        if let Some(value) = row.get_mut(1) {
            *value = match std::mem::take(value) {
                Cell::Number(value) => Cell::Amount(value),
                other => other,
            };
        }
    }
    sheet
        .rows
        .extend(breakdowns.iter().flat_map(|view| checks(words, view)));
    sheet
        .rows
        .push(vec![Cell::text(&words.get(screen::head_note(app)))]);
    headed(lang, sheet)
}

/// Builds the sum check of a breakdown, with missing values and concentration.
fn checks(words: &'static Words, view: &BreakdownView) -> Vec<Vec<Cell>> {
    let row = |what: &str, value: Cell| vec![Cell::text(&format!("{} – {what}", view.title)), value];
    let mut rows = vec![row(&view.check.text, Cell::Amount(view.counted.into()))];
    if !view.note.is_empty() {
        rows.push(row(&view.note, Cell::Empty));
    }
    if let Some(spread) = view.spread {
        let largest = spread.largest.map_or(Cell::Empty, Cell::Ratio);
        rows.push(row(&words.get("export-largest-share"), largest));
        let index = Cell::Number(spread.index.round_dp(INDEX).normalize());
        rows.push(row(&words.get("export-hhi"), index));
    }
    rows
}

/// Heading of a breakdown's labels, and the label function for its codes.
type Labels = (&'static str, fn(Lang, &str) -> Cow<'static, str>);

fn labels(kind: &str) -> Option<Labels> {
    match kind {
        "operations_by_status" => Some(("field-status", vocabulary::operation_status)),
        "operations_by_classe_actif" => Some(("field-class", vocabulary::asset_class)),
        "operations_by_type_investissement" => Some(("field-investment-type", vocabulary::investment_type)),
        _ => None,
    }
}

/// Inserts the label before each code: people read the label, and the code identifies the service's value.
fn breakdown(app: &App, mut sheet: Sheet) -> Sheet {
    let (lang, words) = (app.cx.lang(), Words::new(app.cx.lang()));
    let Some((head, label)) = labels(&sheet.name) else {
        return headed(lang, sheet);
    };
    for row in &mut sheet.rows {
        let named = match row.first() {
            Some(Cell::Text(code)) => Cell::text(&label(lang, code)),
            _ => Cell::Empty,
        };
        if let Some(Cell::Number(share)) = row.last() {
            let share: Decimal = *share;
            row.pop();
            row.push(Cell::Ratio(share));
        }
        row.insert(0, named);
    }
    sheet.columns = [head, "export-code", "portfolio-operations", "export-share"]
        .map(|key| words.get(key).into_owned())
        .to_vec();
    sheet.name = named(lang, &sheet.name);
    sheet
}

/// Builds the entity card, line by line, with the remark on each value.
fn entity(app: &App, lines: &[EntityLine]) -> Sheet {
    let words = Words::new(app.cx.lang());
    let word = |key: &str| words.get(key).into_owned();
    let row = |line: &EntityLine| {
        vec![
            Cell::text(&line.label),
            Cell::text(&line.value),
            Cell::text(&line.note),
        ]
    };
    Sheet {
        name: word("entity-title"),
        columns: ["export-field", "export-value", "export-note"].map(word).to_vec(),
        rows: lines.iter().map(row).collect(),
    }
}

/// Builds the recorded time series, with series labels and local times.
fn observed(app: &App, mut sheet: Sheet) -> Sheet {
    let trends = trend::of_portfolio(app);
    for row in &mut sheet.rows {
        if let [Cell::Text(series), at, ..] = row.as_mut_slice() {
            if let Some(trend) = trends.iter().find(|trend| trend.series == *series) {
                series.clone_from(&trend.label);
            }
            let moment = match at {
                Cell::Text(text) => text.parse::<jiff::Timestamp>().ok(),
                _ => None,
            };
            if let Some(moment) = moment {
                *at = Cell::Moment(date::local(moment, &app.cx.options().zone));
            }
        }
    }
    headed(app.cx.lang(), sheet)
}

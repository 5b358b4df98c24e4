//! Content of the sheets: cells with texts, values and destinations.

use std::sync::Arc;

use rust_decimal::Decimal;

use crate::contract::models::kpi::KpiUnit;
use crate::dataset::collation::Collation;
use crate::dataset::column::DealColumn;
use crate::dataset::column_totals::ColumnFooter;
use crate::dataset::grouping::Statistic;
use crate::dataset::sheets::Sheet;
use crate::dataset::sheets::describe::describe;
use crate::dataset::sheets::frequency::{Frequency, SheetValue, ValueCount};
use crate::dataset::sheets::pivot::{Pivot, PivotRow, PivotSpec};
use crate::deals::pipeline::pipeline::code_condition;
use crate::deals::table::numbers::{coverage_text, number_text};
use crate::deals::table::queries::code_label;
use crate::deals::table::sheets::conditions::value_condition;
use crate::deals::table::sheets::sheet_table::{SheetCell, SheetColumn, SheetTable, SheetTarget};
use crate::model::table::{DealTable, RowIdx};
use crate::model::worksheet::WorksheetCell;
use crate::query::AgeClock;
use crate::text::{Lang, MessageArg, Messages, date, number};
use crate::vocabulary;

/// Decimal places of computed numbers for programs.
const DECIMALS: u32 = 6;

/// The deals of a sheet, and what gives them texts.
#[derive(Debug)]
pub struct SheetSource<'a> {
    /// The deals.
    pub deals: &'a Arc<DealTable>,
    /// Rows of the deals that the sheet summarises.
    pub rows: &'a [RowIdx],
    /// Order and language of the values.
    pub collation: Collation,
    /// Clock of the ages.
    pub clock: AgeClock<'a>,
    /// Currency of the amounts, if it is known.
    pub currency: Option<&'a str>,
}

/// Returns the title of a sheet.
pub(crate) fn sheet_title(lang: Lang, sheet: Sheet) -> String {
    let messages = Messages::new(lang);
    let label = |column: DealColumn| MessageArg::from(column.label(lang, false));
    match sheet {
        Sheet::Frequency(column) => messages.with("sheet-frequency", &[("column", label(column))]),
        Sheet::Describe => messages.get("sheet-describe").into_owned(),
        Sheet::Pivot(spec) => {
            // Only amounts are added up.
            let is_amount = matches!(spec.figure, Some(DealColumn::Kpi(key)) if key.unit() == KpiUnit::Money);
            let statistic = match spec.statistic {
                Statistic::Total if !is_amount => Statistic::Mean,
                statistic => statistic,
            };
            let statistic = messages.get(statistic.label_key());
            let figure = match (spec.figure, spec.is_fraction()) {
                (Some(column), _) => format!("{} ({statistic})", column.label(lang, false)),
                (None, false) => messages.get("cli-deals").into_owned(),
                (None, true) => format!("{} ({statistic})", messages.get("cli-deals")),
            };
            let [rows, columns] = [spec.rows, spec.columns].map(label);
            messages.with("sheet-pivot", &[("rows", rows), ("columns", columns), ("figure", figure.into())])
        }
    }
}

impl SheetSource<'_> {
    /// Computes a sheet.
    pub fn sheet_table(&self, sheet: &Sheet) -> SheetTable {
        let mut table = match sheet {
            Sheet::Frequency(column) => self.frequency(*column),
            Sheet::Describe => self.description(),
            Sheet::Pivot(spec) => self.pivot(*spec),
        };
        table.title = sheet_title(self.lang(), *sheet);
        table.notes.insert(0, self.counted("sheet-deals", self.rows.len()));
        debug_assert!(table.rows.iter().all(|row| row.len() == table.columns.len()));
        table
    }

    fn lang(&self) -> Lang {
        self.collation.lang
    }

    fn message(&self, key: &str) -> String {
        Messages::new(self.lang()).get(key).into_owned()
    }

    fn counted(&self, key: &str, count: usize) -> String {
        Messages::new(self.lang()).with(key, &[("n", MessageArg::from(count))])
    }

    fn frequency(&self, column: DealColumn) -> SheetTable {
        let rows = self.rows.to_vec();
        let found = Frequency::compute(self.deals, rows, column, &self.collation, self.clock);
        let row = |ValueCount { value, deals }: &ValueCount| {
            let target = value_condition(self.lang(), column, value).map(SheetTarget::Condition);
            let mut row =
                vec![self.value_cell(column, value), self.count_cell(*deals), self.share_cell(*deals)];
            for cell in &mut *row {
                cell.target.clone_from(&target);
            }
            row
        };
        let mut notes = vec![self.counted("sheet-values", found.total)];
        if found.total > found.values.len() {
            notes.push(self.counted("sheet-first", found.values.len()));
        }
        if column == DealColumn::Age {
            notes.push(self.message("sheet-age-bounds"));
        }
        let columns = vec![
            self.code_column(column),
            Self::column("deals", self.message("cli-deals")),
            Self::column("share", self.message("statistic-share")),
        ];
        SheetTable { columns, rows: found.values.iter().map(row).collect(), notes, ..SheetTable::default() }
    }

    fn description(&self) -> SheetTable {
        let columns = [
            ("field", "sheet-column"),
            ("received", "sheet-received"),
            ("missing", "sheet-missing-count"),
            ("outside", "cli-outside"),
            ("min", "header-metric-min"),
            ("q1", "sheet-lower-quartile"),
            ("median", "header-metric-median"),
            ("q3", "sheet-upper-quartile"),
            ("max", "header-metric-max"),
            ("mean", "header-metric-mean"),
            ("sum", "header-metric-sum"),
        ];
        let mut columns = columns.map(|(field, label)| Self::column(field, self.message(label))).to_vec();
        columns[0].is_numeric = false;
        let described = describe(self.deals, self.rows, &self.collation, self.clock);
        let row = |(column, found): &(DealColumn, ColumnFooter)| {
            let column = *column;
            let frequency = || Some(SheetTarget::Sheet(Sheet::Frequency(column)));
            let deals = |value| value_condition(self.lang(), column, &value).map(SheetTarget::Condition);
            let number = |value: Option<Decimal>| SheetCell {
                target: frequency(),
                ..self.number_cell(column, value, found.is_lower_bound)
            };
            let received = self.count_cell(found.covered);
            let share = coverage_text(self.lang(), found.covered as u64, found.rows as u64);
            let received = match found.covered {
                0 => received,
                _ => SheetCell { text: format!("{} · {share}", received.text), ..received },
            };
            let missing = found.rows.saturating_sub(found.covered + found.outside);
            let mut cells = vec![
                SheetCell { target: frequency(), ..self.named_cell(column) },
                SheetCell { target: frequency(), ..received },
                SheetCell { target: deals(SheetValue::Missing), ..self.nonzero_cell(missing) },
                SheetCell { target: deals(SheetValue::Outside), ..self.nonzero_cell(found.outside) },
            ];
            cells.extend(found.quartiles.into_iter().chain([found.mean, found.sum]).map(number));
            cells
        };
        let notes = vec![self.message("sheet-describe-note")];
        SheetTable { columns, rows: described.iter().map(row).collect(), notes, ..SheetTable::default() }
    }

    fn pivot(&self, spec: PivotSpec) -> SheetTable {
        let pivot = Pivot::compute(self.deals, self.rows, &spec, &self.collation, self.clock);
        let (lang, whole) = (self.lang(), &pivot.whole);
        let total = self.message("sheet-total");
        let label = |column, code: &str| code_label(lang, column, code);
        let mut columns = vec![self.code_column(spec.rows)];
        let short = |code: &String| match spec.columns {
            DealColumn::Class if !code.is_empty() => vocabulary::asset_class_short(lang, code).into_owned(),
            DealColumn::Status if !code.is_empty() => vocabulary::deal_status_short(lang, code).into_owned(),
            column => label(column, code),
        };
        let field = |code: &String| if code.is_empty() { "none".to_owned() } else { code.clone() };
        let codes = pivot.columns.iter().map(|code| Self::column(&field(code), short(code)));
        columns.extend(codes);
        columns.push(Self::column("total", total.clone()));
        let condition = |column, code: Option<&String>| {
            code.map_or_else(|| Some(String::new()), |code| code_condition(lang, column, code))
        };
        let row = |row: &PivotRow| {
            let own = condition(spec.rows, row.code.as_ref());
            let target = |other: Option<String>| {
                let both = own.clone().zip(other).map(|(own, other)| format!("{own} {other}"));
                let both = both.map(|both| both.trim().to_owned()).filter(|both| !both.is_empty());
                both.map(SheetTarget::Condition)
            };
            let (text, value) = match &row.code {
                Some(code) => (label(spec.rows, code), WorksheetCell::text(code)),
                None => (total.clone(), WorksheetCell::text("total")),
            };
            let mut cells = vec![SheetCell { text, value, target: target(Some(String::new())) }];
            let codes = pivot.columns.iter().map(Some).chain([None]);
            cells.extend(codes.zip(&row.cells).map(|(code, cell)| match cell {
                Some(cell) => SheetCell {
                    target: target(condition(spec.columns, code)),
                    ..self.pivot_cell(spec, cell, whole)
                },
                None => SheetCell::default(),
            }));
            cells
        };
        let rows = pivot.rows.iter().map(row).collect();
        let notes = spec.figure.map(|_| {
            let share = coverage_text(lang, whole.covered as u64, whole.rows as u64);
            let args = [("n", MessageArg::from(whole.covered)), ("share", share.into())];
            Messages::new(lang).with("sheet-covered", &args)
        });
        SheetTable { columns, rows, notes: notes.into_iter().collect(), ..SheetTable::default() }
    }

    fn column(field: &str, label: String) -> SheetColumn {
        SheetColumn { field: field.to_owned(), label, is_numeric: true }
    }

    fn code_column(&self, column: DealColumn) -> SheetColumn {
        SheetColumn { is_numeric: false, ..Self::column(column.name(), column.label(self.lang(), false)) }
    }

    fn named_cell(&self, column: DealColumn) -> SheetCell {
        let value = WorksheetCell::text(column.name());
        SheetCell { text: column.label(self.lang(), false), value, target: None }
    }

    fn count_cell(&self, count: usize) -> SheetCell {
        let text = number::integer(self.lang(), count as u64);
        SheetCell { text, value: WorksheetCell::count(count as u64), target: None }
    }

    /// Returns a number of deals; no text for none.
    fn nonzero_cell(&self, count: usize) -> SheetCell {
        let cell = self.count_cell(count);
        if count == 0 { SheetCell { text: String::new(), ..cell } } else { cell }
    }

    /// Returns the share of all deals of the sheet.
    fn share_cell(&self, count: usize) -> SheetCell {
        let share = Decimal::from(count).checked_div(Decimal::from(self.rows.len()));
        Self::fraction_cell(share, |share| number::percent(self.lang(), share, 1))
    }

    fn fraction_cell(value: Option<Decimal>, text: impl Fn(Decimal) -> String) -> SheetCell {
        let value = value.map(|value| value.round_dp(DECIMALS).normalize());
        SheetCell {
            text: value.map(text).unwrap_or_default(),
            value: value.map_or(WorksheetCell::Empty, WorksheetCell::Ratio),
            target: None,
        }
    }

    /// Returns a computed number of a column.
    fn number_cell(&self, column: DealColumn, value: Option<Decimal>, is_bound: bool) -> SheetCell {
        let Some(value) = value else { return SheetCell::default() };
        let text = number_text(self.lang(), self.currency, self.clock, column, value);
        let rounded = value.round_dp(DECIMALS).normalize();
        let value = match column {
            DealColumn::Kpi(key) if key.unit() == KpiUnit::Fraction => WorksheetCell::Ratio(rounded),
            DealColumn::Kpi(key) if key.unit() == KpiUnit::Money => WorksheetCell::Amount(rounded),
            _ => WorksheetCell::Number(rounded),
        };
        SheetCell { text: if is_bound { format!("≥ {text}") } else { text }, value, target: None }
    }

    fn pivot_cell(&self, spec: PivotSpec, cell: &ColumnFooter, whole: &ColumnFooter) -> SheetCell {
        let value = spec.value(cell, whole);
        let cell = match spec.figure {
            _ if spec.is_fraction() => {
                Self::fraction_cell(value, |value| number::percent(self.lang(), value, 1))
            }
            None => self.count_cell(cell.rows),
            Some(figure) => self.number_cell(figure, value, cell.is_lower_bound),
        };
        // Some deals, but none with a number.
        if cell.text.is_empty() { SheetCell { text: "–".to_owned(), ..cell } } else { cell }
    }

    fn value_cell(&self, column: DealColumn, value: &SheetValue) -> SheetCell {
        let plain = |number: Decimal| number_text(self.lang(), self.currency, self.clock, column, number);
        let (text, value) = match value {
            SheetValue::Missing if column.is_code() => {
                (code_label(self.lang(), column, ""), WorksheetCell::Empty)
            }
            SheetValue::Missing => (self.message("sheet-missing"), WorksheetCell::Empty),
            SheetValue::Outside => (self.message("sheet-outside"), WorksheetCell::text("outside")),
            SheetValue::Text(code) => (code_label(self.lang(), column, code), WorksheetCell::text(code)),
            SheetValue::Day(day) => (date::date_short(*day), WorksheetCell::Date(*day)),
            SheetValue::Number(own) => {
                return self.number_cell(column, Some(*own), false);
            }
            SheetValue::Range(from, to) => (
                format!("{} – < {}", plain(*from), plain(*to)),
                WorksheetCell::text(&format!("{from}..{to}")),
            ),
        };
        SheetCell { text, value, target: None }
    }
}

//! Totals of the table as text: the result of each column and its coverage.

use crate::dataset::column::DealColumn;
use crate::dataset::column_totals::ColumnFooter;
use crate::deals::table::numbers::{self, coverage_text};
use crate::foundation::cx::app_cx::AppCx;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, number};
use rust_decimal::Decimal;

/// Totals of one column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FooterCell {
    /// Mean; empty if there is none.
    pub mean: String,
    /// Sum; empty if adding is meaningless.
    pub sum: String,
    /// Number of rows covered; empty if nothing was received or every row is covered.
    pub covered: String,
    /// Coverage as a share, for narrow columns: `57 %`, below 100 % if any row is missing.
    pub covered_share: String,
    /// Number of received values excluded for being out of range; empty if there are none. The front end prefixes the
    /// mark that such values have in their rows.
    pub out_of_range: String,
    /// Text of `outside`.
    pub out_of_range_text: String,
}

/// Totals of the table as text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FooterView {
    /// Number of rows covered, out of the total.
    pub count: String,
    /// One cell per column.
    pub cells: Vec<FooterCell>,
}

/// Returns the totals of the selected rows, or of all shown.
pub fn footer(app: &App) -> FooterView {
    let messages = Messages::new(app.cx.lang());
    let totals = app.table_footer();
    let rows = totals.first().map_or(0, |total| total.rows);
    let selected = !app.pipeline.selection().is_empty() && rows > 0 && rows < app.table.rows().len().max(1);
    let args = [
        ("n", MessageArg::from(rows)),
        ("part", MessageArg::from(rows)),
        ("total", MessageArg::from(app.pipeline.filtered().total)),
    ];
    let cells = app.table.cell_range();
    let in_range = |at: usize| cells.as_ref().is_none_or(|cells| cells.columns.contains(&at));
    FooterView {
        count: if let Some(cells) = &cells {
            let (rows, columns) = cells.size();
            let args = [
                ("n", MessageArg::from(rows * columns)),
                ("rows", MessageArg::from(rows)),
                ("columns", MessageArg::from(columns)),
            ];
            messages.with("foot-cells", &args)
        } else if selected {
            messages.with("foot-selected", &args)
        } else {
            messages.with("foot-shown", &args)
        },
        cells: app
            .table
            .columns
            .iter()
            .zip(totals)
            .enumerate()
            .map(
                |(at, (column, total))| {
                    if in_range(at) { footer_cell(&app.cx, *column, total) } else { FooterCell::default() }
                },
            )
            .collect(),
    }
}

fn footer_cell(cx: &AppCx, column: DealColumn, totals: &ColumnFooter) -> FooterCell {
    let (lang, messages) = (cx.lang(), Messages::new(cx.lang()));
    let format = |value: Decimal| number_text(cx, column, value);
    if totals.covered == 0 && totals.outside == 0 {
        return FooterCell::default();
    }
    let prefix = if totals.is_lower_bound { "≥ " } else { "" };
    let (covered, total) = (totals.covered as u64, totals.rows as u64);
    let unless = |is_plain: bool, text: &dyn Fn() -> String| if is_plain { String::new() } else { text() };
    let count = |n| number::integer(lang, n);
    let (is_complete, is_inside) = (covered == total, totals.outside == 0);
    FooterCell {
        mean: totals.mean.map(|mean| format!("{prefix}{}", format(mean))).unwrap_or_default(),
        sum: totals.sum.map(format).unwrap_or_default(),
        covered: unless(is_complete, &|| format!("{}/{}", count(covered), count(total))),
        covered_share: unless(is_complete, &|| coverage_text(lang, covered, total)),
        out_of_range: unless(is_inside, &|| count(totals.outside as u64)),
        out_of_range_text: unless(is_inside, &|| {
            messages.with("foot-outside", &[("n", MessageArg::from(totals.outside))])
        }),
    }
}

/// Returns a number of a column as text.
pub(super) fn number_text(cx: &AppCx, column: DealColumn, value: Decimal) -> String {
    numbers::number_text(cx.lang(), cx.options().currency.as_deref(), cx.age_clock(), column, value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::testing::*;

    #[test]
    fn footer_separates_out_of_range_from_missing_values() {
        let App { mut cx, .. } = app();
        cx.options.lang = Lang::En;
        let totals = ColumnFooter {
            covered: 64,
            outside: 2,
            rows: 69,
            mean: "0.6".parse().ok(),
            ..ColumnFooter::default()
        };
        let cell = footer_cell(&cx, DealColumn::Kpi(KpiKey::Ltv), &totals);
        assert_eq!((cell.covered.as_str(), cell.out_of_range.as_str()), ("64/69", "2"));
        assert_eq!(cell.out_of_range_text, "2 out of range");
        let none = ColumnFooter { outside: 0, ..totals };
        let cell = footer_cell(&cx, DealColumn::Kpi(KpiKey::Ltv), &none);
        assert_eq!((cell.out_of_range, cell.out_of_range_text), (String::new(), String::new()));
    }
}

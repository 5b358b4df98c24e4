//! Totals of the table as text: the result of each column and its coverage.

use crate::dataset::column::DealColumn;
use crate::dataset::column_totals::ColumnFooter;
use crate::shell::app::App;
use crate::text::{Lang, MessageArg, Messages, number};
use crate::vocabulary;

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
    let (lang, words) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let feet = app.table_footer();
    let rows = feet.first().map_or(0, |foot| foot.rows);
    let selected =
        !app.pipeline.selection().is_empty() && rows > 0 && rows < app.table.table().rows().len().max(1);
    let args = [
        ("n", MessageArg::from(rows)),
        ("part", MessageArg::from(rows)),
        ("total", MessageArg::from(app.pipeline.filtered().total)),
    ];
    let cells = app.table.cell_range();
    let within = |at: usize| cells.as_ref().is_none_or(|cells| cells.columns.contains(&at));
    FooterView {
        count: if let Some(cells) = &cells {
            let (rows, columns) = cells.size();
            let args = [
                ("n", MessageArg::from(rows * columns)),
                ("rows", MessageArg::from(rows)),
                ("columns", MessageArg::from(columns)),
            ];
            words.with("foot-cells", &args)
        } else if selected {
            words.with("foot-selected", &args)
        } else {
            words.with("foot-shown", &args)
        },
        cells: app
            .table
            .table()
            .columns
            .iter()
            .zip(feet)
            .enumerate()
            .map(|(at, (column, foot))| {
                if within(at) {
                    footer_cell(lang, *column, foot, app.cx.options().currency.as_deref())
                } else {
                    FooterCell::default()
                }
            })
            .collect(),
    }
}

fn footer_cell(lang: Lang, column: DealColumn, foot: &ColumnFooter, currency: Option<&str>) -> FooterCell {
    let words = Messages::new(lang);
    let figure = |value: rust_decimal::Decimal| match column {
        DealColumn::Kpi(key) => vocabulary::kpi_value_compact(lang, key.name(), value, currency),
        _ => format!("{} {}", number::decimal(lang, value, 0), words.get("unit-day")),
    };
    if foot.covered == 0 && foot.outside == 0 {
        return FooterCell::default();
    }
    let bound = if foot.is_lower_bound { "≥ " } else { "" };
    let (part, total) = (foot.covered as u64, foot.rows as u64);
    let whole = part == total;
    FooterCell {
        mean: foot
            .mean
            .map(|mean| format!("{bound}{}", figure(mean)))
            .unwrap_or_default(),
        sum: foot.sum.map(figure).unwrap_or_default(),
        covered: if whole {
            String::new()
        } else {
            format!("{}/{}", number::integer(lang, part), number::integer(lang, total))
        },
        covered_share: if whole {
            String::new()
        } else {
            coverage_text(lang, part, total)
        },
        out_of_range: if foot.outside == 0 {
            String::new()
        } else {
            number::integer(lang, foot.outside as u64)
        },
        out_of_range_text: if foot.outside == 0 {
            String::new()
        } else {
            words.with("foot-outside", &[("n", MessageArg::from(foot.outside))])
        },
    }
}

/// Formats coverage in whole percent, rounded down: a partial coverage is never shown as 100 % or 0 %.
fn coverage_text(lang: Lang, part: u64, total: u64) -> String {
    match part.saturating_mul(100) / total.max(1) {
        0 => format!("<{}", number::share(lang, 1, 100)),
        percent => number::share(lang, percent, 100),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_out_of_range_is_told_apart_from_what_was_not_received() {
        let foot = ColumnFooter {
            covered: 64,
            outside: 2,
            rows: 69,
            mean: "0.6".parse().ok(),
            ..ColumnFooter::default()
        };
        let cell = footer_cell(
            Lang::En,
            DealColumn::Kpi(crate::contract::models::kpi::KpiKey::Ltv),
            &foot,
            None,
        );
        assert_eq!(
            (cell.covered.as_str(), cell.out_of_range.as_str()),
            ("64/69", "2")
        );
        assert_eq!(cell.out_of_range_text, "2 out of range");
        let none = ColumnFooter { outside: 0, ..foot };
        let cell = footer_cell(
            Lang::En,
            DealColumn::Kpi(crate::contract::models::kpi::KpiKey::Ltv),
            &none,
            None,
        );
        assert_eq!(
            (cell.out_of_range, cell.out_of_range_text),
            (String::new(), String::new())
        );
    }

    #[test]
    fn a_share_of_many_rows_is_never_all_of_them_nor_none() {
        let of = |part, total| coverage_text(Lang::En, part, total);
        assert_eq!(of(57_499, 100_000), "57%");
        assert_eq!(of(99_999, 100_000), "99%");
        assert_eq!(of(3, 100_000), "<1%");
    }
}

//! Recorded time series of the portfolio.

use crate::contract::json::num;
use crate::foundation::cx::app_cx::AppCx;

/// Series of the charted totals, each with the message key of its label.
pub(crate) const TOTALS: [(&str, &str); 5] = [
    ("portfolio:total_operations", "portfolio-operations"),
    ("portfolio:total_nominal", "portfolio-nominal"),
    ("portfolio:total_fonds", "portfolio-funds"),
    ("portfolio:total_spvs", "portfolio-spvs"),
    ("portfolio:total_operateurs", "portfolio-operators"),
];

/// Series of the number of all deals.
pub(crate) const DEALS_SERIES: &str = "deals";

/// Returns the number of series with at least one chartable point.
pub(crate) fn chartable_series(cx: &AppCx) -> usize {
    let names = TOTALS.iter().map(|(series, _)| *series).chain([DEALS_SERIES]);
    names.filter(|series| has_points(cx, series)).count()
}

fn has_points(cx: &AppCx, series: &str) -> bool {
    let points = cx.snapshot().history.series.get(series);
    points.is_some_and(|points| points.iter().any(|point| num::parse_exact(&point.value).is_some()))
}

/// Returns the statuses with recorded deal counts, in board order.
pub fn status_codes(cx: &AppCx) -> Vec<&str> {
    let series = cx.snapshot().history.series.iter();
    let mut codes: Vec<&str> = series
        .filter(|(_, points)| points.iter().any(|point| num::parse_exact(&point.value).is_some()))
        .filter_map(|(series, _)| series.strip_prefix("deals:"))
        .collect();
    codes.sort_by(|a, b| cx.options().status_order.cmp(a, b));
    codes
}

//! The numbers that the portfolio has observed over time.

use crate::app::foundation::cx::app_cx::AppCx;
use crate::contract::json::num;

/// The totals that are charted: each series with the key of its label.
pub(in crate::app) const TOTALS: [(&str, &str); 5] = [
    ("portfolio:total_operations", "portfolio-operations"),
    ("portfolio:total_nominal", "portfolio-nominal"),
    ("portfolio:total_fonds", "portfolio-funds"),
    ("portfolio:total_spvs", "portfolio-spvs"),
    ("portfolio:total_operateurs", "portfolio-operators"),
];

/// The series of all deals.
pub(in crate::app) const DEALS: &str = "deals";

/// How many of the numbers have a point that can be charted.
pub(in crate::app) fn charted(cx: &AppCx) -> usize {
    let names = TOTALS.iter().map(|(series, _)| *series).chain([DEALS]);
    names.filter(|series| has_points(cx, series)).count()
}

fn has_points(cx: &AppCx, series: &str) -> bool {
    let points = cx.snapshot().observed.series.get(series);
    points.is_some_and(|points| points.iter().any(|point| num::exact(&point.value).is_some()))
}

/// The statuses whose deals were ever counted, in the order of the board.
pub fn status_codes(cx: &AppCx) -> Vec<&str> {
    let series = cx.snapshot().observed.series.iter();
    let mut codes: Vec<&str> = series
        .filter(|(_, points)| points.iter().any(|point| num::exact(&point.value).is_some()))
        .filter_map(|(series, _)| series.strip_prefix("deals:"))
        .collect();
    codes.sort_by(|a, b| cx.options().status_order.cmp(a, b));
    codes
}

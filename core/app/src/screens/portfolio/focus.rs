//! Focusable rows of metrics: a deal's ratios and the bars of the portfolio's breakdowns. Used by the terminal only,
//! where the focused row is the scroll position of its pane. The window has a pointer and tooltips instead.

use crate::contract::json::num;
use crate::dataset::breakdown::{self, Breakdown};
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::input::context::Screen;
use crate::foundation::input::step::step;

impl Pipeline {
    /// Returns the number of focusable rows of the pane, if it has any.
    pub(crate) fn focusable_row_count(&self, cx: &AppCx) -> Option<usize> {
        let ratios = self.focusable_ratios(cx).map(|ratios| ratios.len());
        ratios.or_else(|| cx.focused_bars().map(|(_, codes)| codes.len()))
    }

    /// Moves the focus by rows if the pane has focusable rows; otherwise scrolls its text.
    pub(crate) fn focus_row_or_scroll_by(&mut self, by: isize, cx: &mut AppCx) {
        match self.focusable_row_count(cx) {
            Some(rows) => cx.scroll = step(cx.scroll.min(rows.saturating_sub(1)), by, rows),
            None => cx.scroll_lines(by),
        }
    }

    /// Returns whether the panes of the screen have focusable lines and not scrolling text.
    pub fn has_focusable_lines(&self, cx: &AppCx) -> bool {
        use crate::foundation::input::context::Screen;
        matches!(cx.screen, Screen::Tasks | Screen::Views | Screen::Explorer | Screen::Flow)
            || self.focusable_row_count(cx).is_some()
    }
}

impl AppCx {
    /// Returns the focused bar: its breakdown, and its code as received.
    pub fn focused_bar(&self) -> Option<(Breakdown, String)> {
        let (kind, mut codes) = self.focused_bars()?;
        let at = self.scroll.min(codes.len().checked_sub(1)?);
        Some((kind, codes.swap_remove(at)))
    }

    /// Returns the bars of the focused breakdown.
    fn focused_bars(&self) -> Option<(Breakdown, Vec<String>)> {
        let is_focused = self.screen == Screen::Portfolio && !self.options.split_view;
        let summary = self.snapshot.portfolio.value.as_deref().filter(|_| is_focused)?;
        let kind = *Breakdown::ALL.get(self.pane)?;
        let codes = breakdown::ordered(kind, summary).into_iter().map(|(code, _)| code);
        Some((kind, codes.collect()))
    }
}

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

#[cfg(test)]
#[path = "focus_tests.rs"]
mod tests;

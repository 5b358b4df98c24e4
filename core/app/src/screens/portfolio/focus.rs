//! Focusable rows of metrics: a deal's ratios and the bars of the portfolio's breakdowns. Used by the terminal only,
//! where the focused row is the scroll position of its pane. The window has a pointer and tooltips instead.

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
    pub(crate) fn focus_metric_by(&mut self, by: isize, cx: &mut AppCx) {
        match self.focusable_row_count(cx) {
            Some(rows) => cx.scroll = step(cx.scroll.min(rows.saturating_sub(1)), by, rows),
            None => cx.scroll_lines(by),
        }
    }

    /// Returns whether the panes of the screen have focusable lines and not scrolling text.
    pub fn has_focusable_lines(&self, cx: &AppCx) -> bool {
        use crate::foundation::input::context::Screen;
        matches!(cx.screen, Screen::Tasks | Screen::Views | Screen::Explorer)
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

#[cfg(test)]
#[path = "focus_tests.rs"]
mod tests;

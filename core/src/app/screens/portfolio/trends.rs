//! Which number over time the portfolio shows, and whether as a chart or as a table.

use crate::app::foundation::input::step::turn;
use crate::app::screens::portfolio::view::trend;
use crate::app::shell::app::App;

/// The pane of the trend on the portfolio: after the breakdowns and the entity.
pub const TREND: usize = 4;

/// What is shown of the numbers over time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrendState {
    /// Which of them, by its place in [`crate::app::screens::portfolio::view::trend::of_portfolio`]; the place past these is that of
    /// [`crate::app::screens::portfolio::view::trend::statuses`], where a front end draws several lines.
    pub series: usize,
    /// Whether as a table.
    pub table: bool,
}

impl App {
    /// What is shown of the numbers over time.
    pub fn trend(&self) -> TrendState {
        self.portfolio.trend
    }

    /// The charts, or the same as tables; where what is looked at is none of them, the trend comes into sight.
    pub(in crate::app) fn toggle_trend(&mut self) {
        self.portfolio.trend.table = !self.portfolio.trend.table;
        if self.cx.options.beside || self.focused_bar().is_none() {
            self.focus_pane(TREND);
        }
    }

    pub(in crate::app) fn turn_trend(&mut self, forward: bool) {
        let mut len = trend::of_portfolio(self).len();
        // The terminal draws one line at a time, and shows the statuses on the board.
        if self.cx.options.beside && trend::statuses(self).is_some() {
            len += 1;
        }
        self.portfolio.trend.series = turn(
            self.portfolio.trend.series.min(len.saturating_sub(1)),
            forward,
            len,
        );
        self.focus_pane(TREND);
    }
}

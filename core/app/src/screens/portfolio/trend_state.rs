//! The trend that has the focus, and its display.

/// Display of the numbers over time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrendState {
    /// Index in [`crate::screens::portfolio::view::trend::portfolio_trends`]. The index after the last selects
    /// [`crate::screens::portfolio::view::statuses::statuses_view`], in a front end that draws several lines.
    pub series: usize,
    /// True while shown as a table.
    pub is_table: bool,
}

//! Which trend has the focus, and how it is shown.

/// What is shown of the numbers over time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrendState {
    /// Index in [`crate::app::screens::portfolio::view::trend::of_portfolio`]. The index after the last selects
    /// [`crate::app::screens::portfolio::view::trend::statuses`], in a front end that draws several lines.
    pub series: usize,
    /// True while shown as a table.
    pub table: bool,
}

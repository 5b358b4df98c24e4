//! Which trend has the focus, and how it is shown.


/// What is shown of the numbers over time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrendState {
    /// Which of them, by its place in [`crate::app::screens::portfolio::view::trend::of_portfolio`]; the place past these is that of
    /// [`crate::app::screens::portfolio::view::trend::statuses`], where a front end draws several lines.
    pub series: usize,
    /// Whether as a table.
    pub table: bool,
}

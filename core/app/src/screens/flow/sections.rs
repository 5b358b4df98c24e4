//! Sections of the flow and their columns.

/// A section of the screen. Its position is its pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowSection {
    /// Funnel, conversion and time in status.
    Statuses,
    /// Moves from one status to another.
    Moves,
    /// Throughput and cumulative flow.
    Weeks,
    /// Cycle times.
    Cycles,
    /// Ages of the open deals.
    Open,
    /// Closings to expect.
    Forecast,
}

/// A column: its field for programs, the message key of its label for people, and its priority for being left out of a
/// narrow terminal. Without a field or a label, only the others get it.
pub type Column = (&'static str, &'static str, u8);

impl FlowSection {
    /// All sections, in the order of the panes.
    pub const ALL: [Self; 6] =
        [Self::Statuses, Self::Moves, Self::Weeks, Self::Cycles, Self::Open, Self::Forecast];

    /// Returns the message key of its name.
    pub fn label_key(self) -> &'static str {
        match self {
            Self::Statuses => "flow-statuses",
            Self::Moves => "flow-moves",
            Self::Weeks => "flow-weeks",
            Self::Cycles => "flow-cycle-times",
            Self::Open => "flow-open",
            Self::Forecast => "flow-forecasts",
        }
    }

    /// Returns the section of a pane.
    pub fn of_pane(pane: usize) -> Self {
        Self::ALL.get(pane).copied().unwrap_or(Self::Statuses)
    }

    /// Returns the columns behind the group's.
    pub(crate) fn columns(self) -> &'static [Column] {
        match self {
            Self::Statuses => &[
                ("status", "field-status", 0),
                ("stays", "flow-stays", 0),
                ("advanced", "flow-advanced", 0),
                ("moved_back", "flow-moved-back", 4),
                ("paused", "flow-paused", 4),
                ("lost", "flow-lost", 0),
                ("deleted", "flow-deleted", 4),
                ("still_there", "flow-still-there", 3),
                ("conversion", "flow-conversion", 0),
                ("median_days", "flow-median", 1),
                ("p85_days", "flow-p85", 2),
                ("", "flow-bounds", 5),
                ("entered", "", 0),
                ("already_there", "", 0),
                ("entry_unobserved", "", 0),
                ("largest_loss", "", 0),
                ("median_days_min", "", 0),
                ("median_days_max", "", 0),
                ("p85_days_min", "", 0),
                ("p85_days_max", "", 0),
                ("open", "", 0),
                ("open_over_p85", "", 0),
            ],
            Self::Moves => &[
                ("from", "flow-from", 0),
                ("to", "flow-to", 0),
                ("deals", "flow-deals", 0),
                ("share", "flow-share", 0),
            ],
            Self::Weeks => &[
                ("week", "flow-week", 0),
                ("created", "flow-created", 0),
                ("won", "flow-won", 0),
                ("lost", "flow-lost", 0),
                ("deleted", "flow-deleted", 0),
                ("active", "flow-active", 0),
                ("", "flow-deals-by-status", 1),
                ("complete", "", 0),
            ],
            Self::Cycles => &[
                ("finished_at", "flow-finished", 0),
                ("name", "field-name", 0),
                ("days", "flow-days", 0),
                ("over_p85", "flow-over", 0),
                ("deal_id", "", 0),
                ("p50_days", "", 0),
                ("p85_days", "", 0),
                ("p95_days", "", 0),
            ],
            Self::Open => &[
                ("name", "field-name", 0),
                ("status", "field-status", 0),
                ("age_days", "flow-age", 0),
                ("median_days", "flow-median", 1),
                ("p85_days", "flow-p85", 1),
                ("over_p85", "flow-over", 0),
                ("lower_bound", "", 0),
                ("deal_id", "", 0),
            ],
            Self::Forecast => &[
                ("days", "flow-days", 0),
                ("at_least_p50", "flow-at-least-p50", 0),
                ("at_least_p85", "flow-at-least-p85", 0),
                ("tests", "flow-tests", 0),
                ("met_p50", "flow-met-p50", 0),
                ("met_p85", "flow-met-p85", 0),
            ],
        }
    }
}

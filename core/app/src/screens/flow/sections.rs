//! Sections of the flow.

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

impl FlowSection {
    /// All sections, in the order of the panes.
    pub const ALL: [Self; 6] =
        [Self::Statuses, Self::Moves, Self::Weeks, Self::Cycles, Self::Open, Self::Forecast];

    /// Returns the message key of its name.
    pub fn label_key(self) -> &'static str {
        let keys =
            ["flow-statuses", "flow-moves", "flow-weeks", "flow-cycle-times", "flow-open", "flow-forecasts"];
        keys[self as usize]
    }

    /// Returns the section of a pane.
    pub fn of_pane(pane: usize) -> Self {
        Self::ALL.get(pane).copied().unwrap_or(Self::Statuses)
    }
}

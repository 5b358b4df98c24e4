//! Category of a planned row.

/// Category of a row, in the order of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowCategory {
    /// It breaks a rule.
    Refused,
    /// Only the user can say which deal or value it means.
    Uncertain,
    /// It changes a deal.
    Changed,
    /// It creates a deal.
    New,
    /// The deal already has the values.
    Same,
}

impl RowCategory {
    /// All categories.
    pub const ALL: [Self; 5] = [Self::Refused, Self::Uncertain, Self::Changed, Self::New, Self::Same];

    /// Returns the name for scripts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Uncertain => "uncertain",
            Self::Changed => "changed",
            Self::New => "new",
            Self::Same => "same",
        }
    }

    /// Returns the message key of the number of its rows.
    pub fn count_key(self) -> &'static str {
        match self {
            Self::Refused => "import-count-refused",
            Self::Uncertain => "import-count-uncertain",
            Self::Changed => "import-count-changed",
            Self::New => "import-count-new",
            Self::Same => "import-count-same",
        }
    }
}

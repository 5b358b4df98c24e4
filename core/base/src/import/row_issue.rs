//! Reason why a row of an import is not written.

/// Rule that a row breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowRule {
    /// Name for scripts, which is also the end of the message key.
    pub name: &'static str,
    /// True if the row may be right, and only the user can say so.
    pub is_uncertain: bool,
}

impl RowRule {
    /// Several deals have this name and class.
    pub const SEVERAL_DEALS: Self = Self::uncertain("several_deals");
    /// A deal has this name and another class.
    pub const OTHER_CLASS: Self = Self::uncertain("other_class");
    /// A deal has almost this name.
    pub const SIMILAR_NAME: Self = Self::uncertain("similar_name");
    /// A row for another new deal has almost this name.
    pub const SIMILAR_ROW: Self = Self::uncertain("similar_row");
    /// An owner has almost this name.
    pub const SIMILAR_OWNER: Self = Self::uncertain("similar_owner");
    /// A new name or owner is a number, a date, the word for a missing value, or the like.
    pub const UNUSUAL_NAME: Self = Self::uncertain("unusual_name");
    /// Another row has other values for the same deal.
    pub const REPEATED: Self = Self::uncertain("repeated");
    /// A cell could not be read.
    pub const UNREADABLE_CELL: Self = Self::broken("unreadable_cell");
    /// The row has more cells than the header.
    pub const EXTRA_CELLS: Self = Self::broken("extra_cells");
    /// The row has fewer cells than the header.
    pub const SHORT_ROW: Self = Self::broken("short_row");
    /// A value contains a line break, or an invisible or damaged character.
    pub const CONTROL_CHARACTER: Self = Self::broken("control_character");
    /// The name is the identifier of a deal.
    pub const NAME_IS_ID: Self = Self::broken("name_is_id");
    /// A new deal has no name.
    pub const NO_NAME: Self = Self::broken("no_name");
    /// The name is too long.
    pub const LONG_VALUE: Self = Self::broken("long_value");
    /// No deal has this identifier.
    pub const UNKNOWN_ID: Self = Self::broken("unknown_id");
    /// No status has this code or name.
    pub const UNKNOWN_STATUS: Self = Self::broken("unknown_status");
    /// No class has this code or name.
    pub const UNKNOWN_CLASS: Self = Self::broken("unknown_class");
    /// The contract does not let an update change this field.
    pub const READ_ONLY: Self = Self::broken("read_only");
    /// The deal is being created and has no identifier yet.
    pub const NOT_CREATED_YET: Self = Self::broken("not_created_yet");
    /// A rule of the organisation requires a field or a reason that the row does not give.
    pub const ENTRY_RULE: Self = Self::broken("entry_rule");

    const fn uncertain(name: &'static str) -> Self {
        Self { name, is_uncertain: true }
    }

    const fn broken(name: &'static str) -> Self {
        Self { name, is_uncertain: false }
    }
}

/// Reason why a row is not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowIssue {
    /// Broken rule.
    pub rule: RowRule,
    /// Field concerned, if it is one.
    pub field: Option<&'static str>,
    /// Value in the row.
    pub value: String,
    /// Value that it may mean, that it contradicts, or that is missing.
    pub other: String,
}

impl RowIssue {
    /// Creates the reason for a value.
    pub(super) fn new(rule: RowRule, field: impl Into<Option<&'static str>>, value: &str) -> Self {
        Self { rule, field: field.into(), value: value.to_owned(), other: String::new() }
    }

    /// Adds the other value.
    pub(super) fn with_other(self, other: impl Into<String>) -> Self {
        Self { other: other.into(), ..self }
    }
}

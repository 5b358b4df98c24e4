//! How often each kind of notification came, and when.

use jiff::Timestamp;

/// One kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Burst {
    /// What its titles begin with, figures left out.
    pub label: String,
    /// How many there are.
    pub count: usize,
    /// When the first came.
    pub first: Timestamp,
    /// When the last came.
    pub last: Timestamp,
    /// How many came in each hour or day, the latest last.
    pub bins: Vec<usize>,
}

/// What repeats among the notifications shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bursts {
    /// The kinds, the most frequent first.
    pub kinds: Vec<Burst>,
    /// Whether they are counted by the hour; else by the day.
    pub hourly: bool,
    /// How many hours or days are told apart.
    pub bins: usize,
    /// Whether some of the moments are this client's, for want of one of the service.
    pub seen_here: bool,
}

//! Counts of each kind of notification over time.

use jiff::Timestamp;

/// One kind.
#[derive(Clone, Debug, PartialEq)]
pub struct KindFrequency {
    /// Beginning of its titles, without numbers.
    pub label: String,
    /// Number of notifications.
    pub count: usize,
    /// Time of the first notification.
    pub first: Timestamp,
    /// Time of the last notification.
    pub last: Timestamp,
    /// Count per hour or day, the latest last.
    pub bins: Vec<usize>,
}

/// Frequencies of the shown notifications.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InboxFrequencies {
    /// The kinds, the most frequent first.
    pub kinds: Vec<KindFrequency>,
    /// True if counted by the hour; false if by the day.
    pub hourly: bool,
    /// Number of bins (hours or days).
    pub bin_count: usize,
    /// True if some times are this client's, because the service sent none.
    pub has_local_times: bool,
}

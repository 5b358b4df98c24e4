//! The line of an indicator, with its gauge.

use crate::contract::models::kpi::KpiKey;
use crate::engine::PendingWrite;
use crate::vocabulary::Band;

/// A line of the indicators pane.
#[derive(Clone, Debug, PartialEq)]
pub struct KpiLine {
    /// Which indicator.
    pub key: KpiKey,
    /// Its name in words.
    pub label: String,
    /// The same in few letters.
    pub short: String,
    /// Its value, rounded for show.
    pub value: String,
    /// Its exact value, for a tip.
    pub exact: String,
    /// Which band the exact value is in.
    pub band: Band,
    /// The band in a word; empty where no band applies.
    pub band_label: String,
    /// Where value and limits stand on a gauge, each 0 to 1; `None` where no limits apply.
    pub gauge: Option<Gauge>,
    /// What is to be known beside it, for instance that it is out of its range.
    pub note: String,
}

/// A gauge: a track with a marker and the two limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gauge {
    /// Where the value stands, 0 to 1.
    pub marker: f32,
    /// Where the two limits stand, 0 to 1.
    pub limits: [f32; 2],
}

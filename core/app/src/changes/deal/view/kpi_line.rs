//! The line of an indicator, with its gauge.

use crate::contract::models::kpi::KpiKey;
use crate::vocabulary::Band;

/// A line of the indicators pane.
#[derive(Clone, Debug, PartialEq)]
pub struct KpiLine {
    /// Key of the indicator.
    pub key: KpiKey,
    /// Display name.
    pub label: String,
    /// Abbreviated name.
    pub short: String,
    /// Value, rounded for display.
    pub value: String,
    /// Exact value, for a tooltip.
    pub exact: String,
    /// Band of the exact value.
    pub band: Band,
    /// Text of the band; empty if no band applies.
    pub band_label: String,
    /// Gauge with value and limits, each from 0 to 1; `None` if no limits apply.
    pub gauge: Option<Gauge>,
    /// Extra information, for instance that the value is out of range.
    pub note: String,
}

/// A gauge: a track with a marker and the two limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gauge {
    /// Position of the value, 0 to 1.
    pub marker: f32,
    /// Positions of the two limits, 0 to 1.
    pub limits: [f32; 2],
}

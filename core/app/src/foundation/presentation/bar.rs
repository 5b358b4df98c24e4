//! One bar of a breakdown.

use crate::text::SafeText;

/// One bar of a breakdown.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Taxonomy code, for the colour swatch.
    pub code: SafeText,
    /// Code as received.
    pub key: String,
    /// Name of the bar.
    pub label: String,
    /// Number of operations.
    pub count: String,
    /// Share of the total, as text.
    pub share: String,
    /// Share without decimals, for narrow areas.
    pub share_short: String,
    /// Length from 0 to 1, relative to the longest drawn bar.
    pub length: f32,
    /// True if it is not drawn; it still counts.
    pub hidden: bool,
}

//! One bar of a breakdown.

use crate::text::Clean;
use crate::app::screens::portfolio::view::breakdown::breakdown;

/// One bar of a breakdown.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The taxonomy code, for the swatch.
    pub code: Clean,
    /// The same as received.
    pub key: String,
    /// Its name.
    pub label: String,
    /// How many.
    pub count: String,
    /// Its share of the total, as words.
    pub share: String,
    /// The same without decimals, for narrow places.
    pub share_rough: String,
    /// Its length, 0 to 1, the longest bar that is drawn being 1.
    pub length: f32,
    /// Whether it is not drawn; it counts all the same.
    pub hidden: bool,
}

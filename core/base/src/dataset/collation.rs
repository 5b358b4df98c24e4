//! Sort order of texts and codes: the label language and the order of statuses.

use crate::text::Lang;
use crate::vocabulary::StatusOrder;

/// Sort order of texts and codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collation {
    /// Language of the asset class labels.
    pub lang: Lang,
    /// Order of the statuses.
    pub statuses: StatusOrder,
}

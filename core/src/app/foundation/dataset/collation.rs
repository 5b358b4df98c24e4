//! Sort order of texts and codes: the label language and the order of statuses.

use crate::text::Lang;
use crate::vocabulary::StatusOrder;

/// Sort order of texts and codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) struct Collation {
    /// Language of the asset class labels.
    pub(in crate::app) lang: Lang,
    /// Order of the statuses.
    pub(in crate::app) statuses: StatusOrder,
}

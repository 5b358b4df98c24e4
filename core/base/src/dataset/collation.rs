//! Sort order of texts and codes: the label language and the order of statuses.

use std::sync::Arc;

use crate::model::local_deals::LocalDeals;
use crate::text::Lang;
use crate::vocabulary::StatusOrder;

/// Sort order of texts and codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collation {
    /// Language of the asset class labels.
    pub lang: Lang,
    /// Order of the statuses.
    pub statuses: StatusOrder,
    /// Data of this device, with the dates of follow-ups.
    pub local_deals: Arc<LocalDeals>,
}

//! What decides how texts and codes are put in order: the language in which they are called, and the order of statuses.

use crate::text::Lang;
use crate::vocabulary::StatusOrder;

/// How texts and codes are put in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) struct Collation {
    /// The language that names classes.
    pub(in crate::app) lang: Lang,
    /// The order of the columns.
    pub(in crate::app) statuses: StatusOrder,
}

//! What decides how texts and codes are put in order: the language in which they are called, and the order of statuses.

use crate::view::text::Lang;
use crate::view::vocabulary::StatusOrder;

use super::App;

/// How texts and codes are put in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Collation {
    /// The language that names classes.
    pub(super) lang: Lang,
    /// The order of the columns.
    pub(super) statuses: StatusOrder,
}

impl App {
    /// How rows are put in order here and now.
    pub(super) fn collation(&self) -> Collation {
        Collation {
            lang: self.options.lang,
            statuses: self.options.status_order.clone(),
        }
    }
}

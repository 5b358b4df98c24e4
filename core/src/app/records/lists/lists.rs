//! State of the record viewer and of the last identifiers entered.

use crate::app::records::lists::shown_record::Shown;

/// The open record and the last identifiers entered.
#[derive(Clone, Debug, Default)]
pub struct ListsState {
    pub(in crate::app) record: Option<Shown>,
    /// Identifiers entered last, until the service has answered for each.
    pub(in crate::app) given: Option<crate::app::records::lists::given_ids::Given>,
}

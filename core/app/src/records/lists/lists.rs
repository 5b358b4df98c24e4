//! State of the record viewer and of the last identifiers entered.

use crate::records::lists::shown_record::Shown;

/// The open record and the last identifiers entered.
#[derive(Clone, Debug, Default)]
pub struct ListsState {
    pub(crate) record: Option<Shown>,
    /// Identifiers entered last, until the service has answered for each.
    pub(crate) given: Option<crate::records::lists::given_ids::Given>,
}

//! The record that is looked at, and the identifiers given last.

use crate::app::records::lists::shown_record::Shown;

/// The record that is looked at, and the identifiers given last.
#[derive(Clone, Debug, Default)]
pub struct ListsState {
    pub(in crate::app) record: Option<Shown>,
    /// The identifiers given last, until the service has answered for each.
    pub(in crate::app) given: Option<crate::app::records::lists::given_ids::Given>,
}

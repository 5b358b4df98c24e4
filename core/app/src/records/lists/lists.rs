//! State of the record viewer and of the last identifiers entered.

use crate::records::lists::shown_record::RecordViewer;

/// The open record and the last identifiers entered.
#[derive(Clone, Debug, Default)]
pub struct ListsState {
    pub(crate) record: Option<RecordViewer>,
    /// Identifiers entered last, until the service has answered for each.
    pub(crate) awaited_ids: Option<crate::records::lists::given_ids::AwaitedIds>,
}

//! State of the bulk change that is planned or running.

use crate::changes::bulk::model::Bulk;

/// The bulk change that is planned, running or finished.
#[derive(Clone, Debug, Default)]
pub struct BulkChange {
    pub(crate) current: Option<Bulk>,
}

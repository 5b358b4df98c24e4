//! The change of many deals that runs, or is prepared.

use crate::app::changes::bulk::model::Bulk;

/// The change of many deals that runs, or is prepared.
#[derive(Clone, Debug, Default)]
pub struct BulkChange {
    pub(in crate::app) current: Option<Bulk>,
}

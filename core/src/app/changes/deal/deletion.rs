//! The question before a deal is deleted.

use crate::contract::ids::DealId;

/// The question before a deal is deleted.
#[derive(Clone, Debug, Default)]
pub struct Deletion {
    pub(in crate::app) armed: Option<crate::app::changes::deal::deletion::Armed>,
}

/// The deal that the question is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) struct Armed {
    pub(in crate::app) deal: DealId,
    pub(in crate::app) label: String,
}

//! The question before a deal is deleted.

use crate::contract::ids::DealId;

/// The question before a deal is deleted.
#[derive(Clone, Debug, Default)]
pub struct Deletion {
    pub(crate) armed: Option<crate::changes::deal::deletion::ArmedDeletion>,
}

/// The deal that the question is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ArmedDeletion {
    pub(crate) deal: DealId,
    pub(crate) label: String,
}

//! The question before a deal is deleted.

/// The question before a deal is deleted.
#[derive(Clone, Debug, Default)]
pub struct Deletion {
    pub(in crate::app) armed: Option<crate::app::changes::deal::delete_question::Armed>,
}

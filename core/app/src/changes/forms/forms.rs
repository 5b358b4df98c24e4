//! State of forms: drafts and opened notes.

use std::collections::BTreeMap;

/// State of forms: drafts and opened notes.
#[derive(Clone, Debug, Default)]
pub struct FormsState {
    /// Drafts of forms that were closed without sending.
    pub(crate) drafts: crate::changes::forms::forms::Drafts,
    pub(crate) opened_notes: crate::changes::forms::forms::OpenedNotes,
}

/// Drafts stored or removed since the start, by name. The settings show them a moment later.
pub(crate) type Drafts = BTreeMap<String, Option<String>>;

/// Notes being edited, each with its text at the start.
pub(crate) type OpenedNotes = Vec<(String, Option<String>)>;

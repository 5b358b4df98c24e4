//! State of forms: drafts, opened notes, and the text to edit.

use crate::changes::forms::edited_text::Edit;
use std::collections::BTreeMap;

/// State of forms: drafts, opened notes, and the text for the editor.
#[derive(Clone, Debug, Default)]
pub struct FormsState {
    /// Drafts of forms that were closed without sending.
    pub(crate) drafts: crate::changes::forms::forms::Drafts,
    pub(crate) opened_notes: crate::changes::forms::forms::Opened,
    pub(crate) to_edit: Option<Edit>,
}

/// Drafts stored or removed since the start, by name. The settings show them a moment later.
pub(crate) type Drafts = BTreeMap<String, Option<String>>;

/// Notes being edited, each with its text at the start.
pub(crate) type Opened = Vec<(String, Option<String>)>;

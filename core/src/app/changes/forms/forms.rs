//! State of forms: drafts, opened notes, and the text to edit.

use crate::app::changes::forms::edited_text::Edit;
use std::collections::BTreeMap;

/// State of forms: drafts, opened notes, and the text for the editor.
#[derive(Clone, Debug, Default)]
pub struct FormsState {
    /// Drafts of forms that were closed without sending.
    pub(in crate::app) drafts: crate::app::changes::forms::forms::Drafts,
    pub(in crate::app) opened_notes: crate::app::changes::forms::forms::Opened,
    pub(in crate::app) to_edit: Option<Edit>,
}

/// Drafts stored or removed since the start, by name. The settings show them a moment later.
pub(in crate::app) type Drafts = BTreeMap<String, Option<String>>;

/// Notes being edited, each with its text at the start.
pub(in crate::app) type Opened = Vec<(String, Option<String>)>;

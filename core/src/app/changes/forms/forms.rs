//! What was typed into forms, and texts on their way to the editor.

use crate::app::changes::forms::long_text::Edit;

/// What was typed into forms, and texts on their way to the editor.
#[derive(Clone, Debug, Default)]
pub struct FormsState {
    /// What was typed into forms that were left.
    pub(in crate::app) drafts: crate::app::changes::forms::drafts::Drafts,
    pub(in crate::app) opened_notes: crate::app::changes::forms::note_merge::Opened,
    pub(in crate::app) to_edit: Option<Edit>,
}

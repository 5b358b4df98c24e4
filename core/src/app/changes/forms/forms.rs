//! What was typed into forms, and texts on their way to the editor.

use std::collections::BTreeMap;
use crate::app::changes::forms::edited_text::Edit;

/// What was typed into forms, and texts on their way to the editor.
#[derive(Clone, Debug, Default)]
pub struct FormsState {
    /// What was typed into forms that were left.
    pub(in crate::app) drafts: crate::app::changes::forms::forms::Drafts,
    pub(in crate::app) opened_notes: crate::app::changes::forms::forms::Opened,
    pub(in crate::app) to_edit: Option<Edit>,
}

/// The drafts kept or forgotten since the start, by their names: what is kept shows among the settings a moment later.
pub(in crate::app) type Drafts = BTreeMap<String, Option<String>>;

/// The notes that are being written, each as it stood when that began.
pub(in crate::app) type Opened = Vec<(String, Option<String>)>;

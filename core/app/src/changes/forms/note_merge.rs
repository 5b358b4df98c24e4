//! Merges private notes that another window changed during editing.
//!
//! Both texts are preserved: the one written here goes below the stored one, and a toast says so.

use crate::changes::forms::forms::FormsState;
use crate::foundation::cx::app_cx::AppCx;

impl FormsState {
    /// Records the current text of these notes when editing begins.
    pub(crate) fn record_opened_notes(&mut self, names: Vec<String>, cx: &mut AppCx) {
        let stand = |name: String| {
            let text = cx.setting(&name).map(str::to_owned);
            (name, text)
        };
        self.opened_notes = names.into_iter().map(stand).collect();
    }

    /// Returns the text to store under `name`, and whether it merges another window's text. The texts are merged if the
    /// stored one has changed since editing began.
    pub(crate) fn merge_note(
        &self,
        name: &str,
        written: Option<&String>,
        cx: &AppCx,
    ) -> (Option<String>, bool) {
        let opened = self.opened_notes.iter().find(|(opened, _)| opened == name);
        let (Some((_, opened)), Some(now)) = (opened, cx.setting(name)) else {
            return (written.cloned(), false);
        };
        if opened.as_deref() == Some(now) || written.is_some_and(|written| written == now) {
            return (written.cloned(), false);
        }
        let here = written.filter(|written| Some(*written) != opened.as_ref());
        let both = here.map_or_else(|| now.to_owned(), |here| format!("{now}\n\n{here}"));
        (Some(both), true)
    }
}

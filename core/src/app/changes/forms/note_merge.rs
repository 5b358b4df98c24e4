//! A private note that another window changed while it was being written here. Neither text is given up for the other:
//! what was written here goes beneath what stands there, and that is said.

use crate::app::changes::forms::forms::FormsState;
use crate::app::foundation::cx::app_cx::AppCx;

impl FormsState {
    /// Notes how these notes stand as their writing begins.
    pub(in crate::app) fn open_notes(&mut self, names: Vec<String>, cx: &mut AppCx) {
        let stand = |name: String| {
            let text = cx.setting(&name).map(str::to_owned);
            (name, text)
        };
        self.opened_notes = names.into_iter().map(stand).collect();
    }

    /// What is to be kept under `name` where `written` was: both, if another window has changed it since. Whether it is both.
    pub(in crate::app) fn with_other(
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

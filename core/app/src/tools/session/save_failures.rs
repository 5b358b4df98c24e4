//! Local settings that could not be saved: notes, views, stars and snoozes. They were shown as saved at once. After a
//! failure the saved state is shown, and the typed text reopens in its form.

use crate::changes::forms::forms::FormsState;
use crate::contract::ids::{DealId, NotificationId};
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::queries::{NOTE_KEY_PREFIX, NOTE_PREFIX};
use crate::screens::inbox::inbox::InboxState;
use crate::screens::inbox::triage::{LocalTriage, TRIAGE_KEY};
use crate::screens::views::views;
use crate::screens::views::views::Views;

pub(crate) type UnsavedSettings = [(String, Option<String>)];

impl Views {
    /// Reloads views, stars and snoozes from the saved settings.
    pub(crate) fn reload_stored(&mut self, inbox: &mut InboxState, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let Some(settings) = cx.snapshot.settings.clone() else {
            return;
        };
        self.take_views(&settings, cx);
        if self.open().is_none() {
            self.current = None;
        }
        self.on_views_changed(pipeline, cx);
        inbox.triage = LocalTriage::parse(settings.get(TRIAGE_KEY));
        inbox.rebuild_rows(cx);
    }
}

impl FormsState {
    /// Reopens the form with the text that could not be saved.
    pub(crate) fn reopen_unsaved(&mut self, settings: &UnsavedSettings, cx: &mut AppCx) {
        let written = settings.iter().find_map(|(name, text)| Some((name, text.as_ref()?)));
        let Some((name, text)) = written else { return };
        if let Some(view) = name.strip_prefix(views::VIEW_KEY_PREFIX) {
            cx.reopen_view_name_form(view);
        } else if let Some(Ok(deal)) = name.strip_prefix(NOTE_PREFIX).map(DealId::new) {
            self.reopen_note(deal, text.clone(), cx);
        } else if let Some(Ok(id)) = name.strip_prefix(NOTE_KEY_PREFIX).map(NotificationId::new) {
            cx.edit_note_in_form(vec![id], text.clone());
        }
    }
}

//! Private note of a notification: one local setting each, never sent. Edited in a one-line form. A multi-line note
//! opens the user's editor, if one is configured.

use crate::changes::forms::forms::FormsState;
use crate::changes::forms::long_text::{normalize_note, note_field};
use crate::contract::ids::NotificationId;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::edited_text::{EditSubject, ExternalEdit};
use crate::foundation::cx::output::HostRequest;
use crate::foundation::cx::overlay::{Form, FormPurpose, Layer};
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::effect::Effect;
use crate::screens::inbox::inbox::InboxState;

/// Setting-key prefix of stored notes.
pub(crate) const NOTE_KEY_PREFIX: &str = "notification-note/";

impl AppCx {
    /// Returns the private note of a notification; empty if there is none.
    pub fn notification_note(&self, id: &str) -> &str {
        let settings = self.snapshot.settings.as_ref();
        let stored = settings.and_then(|settings| settings.get(&format!("{NOTE_KEY_PREFIX}{id}")));
        stored.map_or("", String::as_str)
    }

    fn open_notification_note(&mut self, ids: Vec<NotificationId>, label: String, text: String) {
        self.layer = Layer::Form(Form {
            purpose: FormPurpose::NotificationNote(ids),
            label,
            replaces: None,
            fields: vec![note_field(text)],
            focus: 0,
            suggestion: None,
            error: None,
        });
    }

    /// Opens the note form if the editor cannot be used.
    pub(crate) fn edit_note_in_form(&mut self, ids: Vec<NotificationId>, text: String) {
        let title = self.title_of(&ids);
        self.open_notification_note(ids, title, text);
    }

    /// Returns the title of a single notification; empty for several.
    fn title_of(&self, ids: &[NotificationId]) -> String {
        let [id] = ids else { return String::new() };
        let mut items = self.snapshot.inbox.items.iter();
        let row = items.find(|row| row.id == *id);
        row.map_or_else(String::new, |row| row.title.clone())
    }
}

impl InboxState {
    /// Returns whether the selected or focused notifications can get a note: several need equal notes.
    pub(crate) fn can_note(&self, cx: &AppCx) -> Result<(), DisabledReason> {
        let targets = self.target_notifications(cx);
        let Some((first, rest)) = targets.split_first() else {
            return Err(DisabledReason::NoNotification);
        };
        if cx.pane != crate::screens::inbox::panes::LIST {
            return Err(DisabledReason::NoNotification);
        }
        let note = cx.notification_note(first.id.as_str());
        let same = rest.iter().all(|row| cx.notification_note(row.id.as_str()) == note);
        same.then_some(()).ok_or(DisabledReason::NotesDiffer)
    }

    pub(crate) fn begin_notification_note(&mut self, forms: &mut FormsState, cx: &mut AppCx) {
        let targets = self.target_notifications(cx);
        let Some(first) = targets.first() else { return };
        let label = if targets.len() == 1 { first.title.clone() } else { String::new() };
        let text = cx.notification_note(first.id.as_str()).to_owned();
        let ids: Vec<NotificationId> = targets.iter().map(|row| row.id.clone()).collect();
        forms.record_opened_notes(ids.iter().map(|id| format!("{NOTE_KEY_PREFIX}{id}")).collect(), cx);
        if cx.options.external_editor && text.contains('\n') {
            cx.ask_host(HostRequest::Edit(ExternalEdit {
                subject: EditSubject::NotificationNote(ids),
                text,
            }));
        } else {
            cx.open_notification_note(ids, label, text);
            forms.take_up_draft(cx);
        }
    }
}

impl FormsState {
    pub(crate) fn save_notification_note(
        &mut self,
        ids: &[NotificationId],
        text: &str,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        let names = ids.iter().map(|id| format!("{NOTE_KEY_PREFIX}{id}")).collect();
        self.save_notes(cx.title_of(ids), names, normalize_note(text).as_ref(), cx)
    }
}

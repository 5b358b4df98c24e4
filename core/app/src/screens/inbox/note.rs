//! Private note of a notification: one local setting each, never sent. Edited in a one-line form. A multi-line note
//! opens the user's editor, if one is configured.

use crate::changes::forms::forms::FormsState;
use crate::changes::forms::long_text::normalize_note;
use crate::contract::ids::NotificationId;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::output::{EditSubject, ExternalEdit, FrontEndRequest};
use crate::foundation::cx::overlay::FormPurpose;
use crate::foundation::cx::queries::NOTE_KEY_PREFIX;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::effect::Effect;
use crate::screens::inbox::inbox::InboxState;

impl InboxState {
    /// Returns whether the selected or focused notifications can get a note: several need equal notes.
    pub(crate) fn can_note(&self, cx: &AppCx) -> Result<(), DisabledReason> {
        let targets = self.target_notifications(cx);
        let Some((first, rest)) = targets.split_first() else {
            return Err(DisabledReason::NoNotification);
        };
        if cx.pane != crate::screens::inbox::inbox::LIST {
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
            cx.ask_front_end(FrontEndRequest::Edit(ExternalEdit {
                subject: EditSubject::NotificationNote(ids),
                text,
            }));
        } else {
            cx.open_note_form(FormPurpose::NotificationNote(ids), label, text);
            forms.restore_draft(cx);
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

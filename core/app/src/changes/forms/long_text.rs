//! Long texts that are edited outside the one-line fields.
//!
//! The terminal opens the user's editor, the window a multi-line field. This module holds only the text and its result.

use crate::changes::forms::forms::FormsState;
use crate::contract::ids::{DealId, NotificationId};
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::output::{EditSubject, ExternalEdit, FrontEndRequest};
use crate::model::effect::Effect;
use crate::model::local_deals::NOTE_PREFIX;

use crate::foundation::cx::overlay::{Form, FormField, FormPurpose, FormValue, Overlay};
use crate::foundation::cx::toast::{LONG, SHORT};
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::keymap::Keymap;

/// Maximum length of a note, in bytes.
const MAX_NOTE_BYTES: usize = 64 * 1_024;

impl FormsState {
    pub(crate) fn edit_note(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let Some(row) = pipeline.focused_row(cx) else {
            return;
        };
        let Ok(deal) = DealId::new(row.id) else { return };
        let label = row.name.to_owned();
        let text = cx.local_note(deal.as_str()).to_owned();
        self.record_opened_notes(vec![format!("{NOTE_PREFIX}{}", deal.as_str())], cx);
        if cx.options.external_editor {
            cx.ask_front_end(FrontEndRequest::Edit(ExternalEdit { subject: EditSubject::Note(deal), text }));
        } else {
            cx.open_note_form(FormPurpose::Note(deal), label, text);
            self.restore_draft(cx);
        }
    }

    /// Reopens the note of a deal with a text that failed to be stored.
    pub(crate) fn reopen_note(&mut self, deal: DealId, text: String, cx: &mut AppCx) {
        self.record_opened_notes(vec![format!("{NOTE_PREFIX}{}", deal.as_str())], cx);
        let label = cx.deal_name(&deal);
        cx.open_note_form(FormPurpose::Note(deal), label, text);
    }

    pub(crate) fn save_note(&mut self, deal: &DealId, text: &str, cx: &mut AppCx) -> Vec<Effect> {
        let names = vec![format!("{NOTE_PREFIX}{}", deal.as_str())];
        self.save_notes(cx.deal_name(deal), names, normalize_note(text).as_ref(), cx)
    }
}

impl AppCx {
    /// Returns the name of a deal; empty if the deal is missing.
    fn deal_name(&self, deal: &DealId) -> String {
        let table = &self.snapshot.deals;
        let row = table.find(deal.as_str()).and_then(|ix| table.row(ix));
        row.map_or_else(String::new, |row| row.name.to_owned())
    }

    /// Opens the form of a private note.
    pub(crate) fn open_note_form(&mut self, purpose: FormPurpose, label: String, text: String) {
        self.overlay = Overlay::Form(Form {
            purpose,
            label,
            replaces: None,
            fields: vec![note_field(text)],
            focus: 0,
            suggestion: None,
            error: None,
        });
    }

    /// Reports that the editor failed. A note is then edited in a form.
    pub(crate) fn on_edit_failed(&mut self, edit: ExternalEdit, editor: String, error: Option<String>) {
        match edit.subject {
            EditSubject::Note(deal) => {
                let label = self.deal_name(&deal);
                self.open_note_form(FormPurpose::Note(deal), label, edit.text);
            }
            EditSubject::NotificationNote(ids) => self.edit_note_in_form(ids, edit.text),
            EditSubject::Typed | EditSubject::Views | EditSubject::Keys(_) => {}
        }
        let content = match error {
            Some(error) => ToastContent::about("toast-editor-failed", editor).with_text_arg("why", error, 60),
            None => ToastContent::about("toast-editor-missing", editor),
        };
        self.notify(content, LONG);
    }

    /// Applies the edited keymap, or reports why the file is unchanged.
    pub fn on_keymap_edited(&mut self, keys: Result<Keymap, String>) {
        match keys {
            Ok(keymap) => {
                self.options.keymap = keymap;
                self.notify(ToastContent::new("toast-keys-changed"), SHORT);
            }
            Err(error) => {
                self.notify(ToastContent::new("toast-keys-refused").with_text_arg("why", error, 240), LONG);
            }
        }
    }

    /// Opens the note form if the editor cannot be used.
    pub(crate) fn edit_note_in_form(&mut self, ids: Vec<NotificationId>, text: String) {
        let title = self.title_of(&ids);
        self.open_note_form(FormPurpose::NotificationNote(ids), title, text);
    }

    /// Returns the title of a single notification; empty for several.
    pub(crate) fn title_of(&self, ids: &[NotificationId]) -> String {
        let [id] = ids else { return String::new() };
        let mut items = self.snapshot.inbox.items.iter();
        let row = items.find(|row| row.id == *id);
        row.map_or_else(String::new, |row| row.title.clone())
    }
}

/// Returns the input field of a note.
pub(crate) fn note_field(text: String) -> FormField {
    FormField {
        name: crate::foundation::cx::overlay::NOTE_FIELD,
        value: FormValue::Text { text, known: Vec::new() },
    }
}

/// Returns a note as stored: trimmed at the end, at most `MAX_NOTE_BYTES` bytes; `None` if it is empty.
pub fn normalize_note(text: &str) -> Option<String> {
    let mut end = text.trim_end().len().min(MAX_NOTE_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let note = text.get(..end).unwrap_or_default();
    (!note.trim().is_empty()).then(|| note.to_owned())
}

//! Long texts that are edited outside the one-line fields.
//!
//! The terminal opens the user's editor, the window a multi-line field. This module holds only the text and its result.

use jiff::SignedDuration;

use crate::changes::forms::forms::FormsState;
use crate::contract::ids::NotificationId;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change_types::{SettingChange, SettingsPlace};
use crate::foundation::cx::output::{EditSubject, ExternalEdit, FrontEndRequest};
use crate::model::effect::Effect;
use crate::model::local_deals::NoteKey;

use crate::foundation::cx::overlay::{Form, FormField, FormPurpose, Overlay};
use crate::foundation::cx::toast::{LONG, SHORT};
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::keymap::Keymap;

/// Maximum length of a note, in bytes.
const MAX_NOTE_BYTES: usize = 64 * 1_024;

impl FormsState {
    /// Edits a private note, or a new one of this key.
    pub(crate) fn edit_note(&mut self, key: NoteKey, cx: &mut AppCx) {
        let text = cx.setting(&key.name).unwrap_or_default().to_owned();
        if cx.options.external_editor {
            self.record_opened_notes(vec![key.name.clone()], cx);
            cx.ask_front_end(FrontEndRequest::Edit(ExternalEdit { subject: EditSubject::Note(key), text }));
        } else {
            self.open_note(key, text, cx);
            self.restore_draft(cx);
        }
    }

    /// Opens the form of a note with this text, which may have failed to be stored.
    pub(crate) fn open_note(&mut self, key: NoteKey, text: String, cx: &mut AppCx) {
        self.record_opened_notes(vec![key.name.clone()], cx);
        let label = cx.deal_name(&key.deal);
        cx.open_note_form(FormPurpose::Note(key), label, text);
    }

    /// Saves a note. A changed dated note gets another key, so that two windows never replace each other's text.
    pub(crate) fn save_note(&mut self, key: &NoteKey, text: &str, cx: &mut AppCx) -> Vec<Effect> {
        let (label, value) = (cx.deal_name(&key.deal), normalize_note(text));
        let stored = cx.setting(&key.name).map(str::to_owned);
        let (Some(_), Some(_), Some(after)) = (key.written, &stored, &value) else {
            return self.save_notes(label, vec![key.name.clone()], value.as_ref(), cx);
        };
        if stored.as_ref() == Some(after) {
            return Vec::new();
        }
        let change = |name, before, after| SettingChange { name, before, after };
        let changes =
            vec![change(key.name.clone(), stored, None), change(key.edited(cx.now).name, None, value)];
        let settings = changes.iter().map(|change| (change.name.clone(), change.after.clone())).collect();
        cx.push_settings(label.clone(), SettingsPlace::Notes, changes, (None, None));
        cx.notify(ToastContent::about("toast-note-kept", label), SHORT);
        vec![Effect::SaveSettings(settings)]
    }
}

impl AppCx {
    /// Returns the name of a deal; empty if the deal is missing.
    pub(crate) fn deal_name(&self, deal: &str) -> String {
        let table = &self.snapshot.deals;
        let row = table.find(deal).and_then(|ix| table.row(ix));
        row.map_or_else(String::new, |row| row.name.to_owned())
    }

    /// Returns the key of a new note on a deal.
    pub(crate) fn new_note(&self, deal: &str) -> NoteKey {
        let mut key = NoteKey::dated(deal, self.now, None);
        let mut later = self.now;
        while self.setting(&key.name).is_some() {
            later = later.checked_add(SignedDuration::from_nanos(1)).unwrap_or(later);
            key = NoteKey::dated(deal, later, None);
        }
        key
    }

    /// Opens the form of a private note.
    pub(crate) fn open_note_form(&mut self, purpose: FormPurpose, label: String, text: String) {
        self.overlay = Overlay::Form(Form::new(purpose, label, vec![note_field(text)]));
    }

    /// Reports that the editor failed. A note is then edited in a form.
    pub(crate) fn on_edit_failed(&mut self, edit: ExternalEdit, editor: String, error: Option<String>) {
        match edit.subject {
            EditSubject::Note(key) => {
                let label = self.deal_name(&key.deal);
                self.open_note_form(FormPurpose::Note(key), label, edit.text);
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
    FormField::text_field(crate::foundation::cx::overlay::NOTE_FIELD, text)
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

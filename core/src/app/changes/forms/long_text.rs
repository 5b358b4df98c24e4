//! Texts too long for one line, edited elsewhere: in the terminal the person's own editor, in the window a field of
//! several lines. Here only what is edited and what becomes of it.

use crate::contract::ids::{DealId, NotificationId};
use crate::engine::Effect;

use crate::app::foundation::cx::toast::{LONG, SHORT};
use crate::app::shell::app::{ActionId, App, FieldValue, Form, FormField, Keymap, Layer, Purpose, ToastKind};

/// What the names of kept notes begin with.
pub(in crate::app) const PREFIX: &str = "note/";
/// The longest note that is kept, in bytes: more is no note but a file.
const LONGEST: usize = 64 * 1_024;

/// What is edited.
#[derive(Clone, Debug, PartialEq)]
pub enum EditWhat {
    /// The private note of a deal, kept here and sent nowhere.
    Note(DealId),
    /// The private note of notifications, kept and sent alike.
    NotificationNote(Vec<NotificationId>),
    /// The text typed in now: the filter, or a field of a form.
    Typed,
    /// Every saved view, as text.
    Views,
    /// `config.toml`, at the keys of an action where one is meant. The front end reads and writes it.
    Keys(Option<ActionId>),
}

/// A text to be edited elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// What it is.
    pub what: EditWhat,
    /// What it is to begin with.
    pub text: String,
}

impl App {
    /// Takes what is to be edited elsewhere, once.
    pub fn take_edit(&mut self) -> Option<Edit> {
        self.forms.to_edit.take()
    }

    /// The private note of a deal; empty if there is none.
    pub fn local_note(&self, deal: &str) -> &str {
        let settings = self.cx.snapshot.settings.as_ref();
        let kept = settings.and_then(|settings| settings.get(&format!("{PREFIX}{deal}")));
        kept.map_or("", String::as_str)
    }

    pub(in crate::app) fn begin_note(&mut self) {
        let Some(row) = self.focused_row() else { return };
        let Ok(deal) = DealId::new(row.id) else { return };
        let label = row.name.to_owned();
        let text = self.local_note(deal.as_str()).to_owned();
        self.open_notes(vec![format!("{PREFIX}{}", deal.as_str())]);
        if self.cx.options.editor {
            self.forms.to_edit = Some(Edit {
                what: EditWhat::Note(deal),
                text,
            });
        } else {
            self.note_form(deal, label, text);
            self.take_up_draft();
        }
    }

    /// The name of a deal; empty where it is not there.
    fn deal_name(&self, deal: &DealId) -> String {
        let table = &self.cx.snapshot.deals;
        let row = table.find(deal.as_str()).and_then(|ix| table.row(ix));
        row.map_or_else(String::new, |row| row.name.to_owned())
    }

    /// Opens the note of a deal with a text that could not be kept.
    pub(in crate::app) fn note_again(&mut self, deal: DealId, text: String) {
        self.open_notes(vec![format!("{PREFIX}{}", deal.as_str())]);
        let label = self.deal_name(&deal);
        self.note_form(deal, label, text);
    }

    fn note_form(&mut self, deal: DealId, label: String, text: String) {
        self.cx.layer = Layer::Form(Form {
            purpose: Purpose::Note(deal),
            label,
            replaces: None,
            fields: vec![note_field(text)],
            focus: 0,
            pointed: None,
            error: None,
        });
    }

    pub(in crate::app) fn begin_edit_text(&mut self) {
        if let Some(text) = self.text_target().map(str::to_owned) {
            // A note keeps its lines; any other text is one line.
            let what = match &self.cx.layer {
                Layer::Form(Form {
                    purpose: Purpose::NotificationNote(ids),
                    ..
                }) => EditWhat::NotificationNote(ids.clone()),
                _ => EditWhat::Typed,
            };
            self.forms.to_edit = Some(Edit { what, text });
        }
    }

    pub(in crate::app) fn begin_edit_views(&mut self) {
        self.forms.to_edit = Some(Edit {
            what: EditWhat::Views,
            text: crate::app::screens::views::saved_view::views_to_text(&self.views.list),
        });
    }

    /// Takes in what came back from the editor.
    pub(in crate::app) fn finish_edit(&mut self, what: EditWhat, text: &str) -> Vec<Effect> {
        match what {
            EditWhat::Note(deal) => self.keep_note(&deal, text),
            EditWhat::NotificationNote(ids) => {
                // The line that it was begun in has done its work.
                if matches!(&self.cx.layer, Layer::Form(form) if matches!(form.purpose, Purpose::NotificationNote(_)))
                {
                    self.cx.layer = Layer::None;
                }
                self.keep_notification_note(&ids, text)
            }
            EditWhat::Typed => {
                let line: Vec<&str> = text.split_whitespace().collect();
                self.set_text(line.join(" "));
                Vec::new()
            }
            EditWhat::Views if text.trim().is_empty() => Vec::new(),
            EditWhat::Views => self.import_views(text),
            // The front end has kept it, and tells what came of it by `rebound`.
            EditWhat::Keys(_) => Vec::new(),
        }
    }

    /// The editor could not be used: a note is written in a form instead, and why is said.
    pub(in crate::app) fn edit_failed(&mut self, edit: Edit, editor: String, why: Option<String>) {
        match edit.what {
            EditWhat::Note(deal) => {
                let label = self.deal_name(&deal);
                self.note_form(deal, label, edit.text);
            }
            EditWhat::NotificationNote(ids) => self.note_without_editor(ids, edit.text),
            EditWhat::Typed | EditWhat::Views | EditWhat::Keys(_) => {}
        }
        self.say(ToastKind::EditorFailed { editor, why }, LONG);
    }

    /// Takes what became of the keys that were edited: those in force from now on, or why the file was left as it was.
    pub fn rebound(&mut self, keys: Result<Keymap, String>) {
        match keys {
            Ok(keymap) => {
                self.cx.options.keymap = keymap;
                self.say(ToastKind::KeysChanged, SHORT);
            }
            Err(why) => self.say(ToastKind::KeysRefused { why }, LONG),
        }
    }

    pub(super) fn keep_note(&mut self, deal: &DealId, text: &str) -> Vec<Effect> {
        let names = vec![format!("{PREFIX}{}", deal.as_str())];
        self.keep_notes(self.deal_name(deal), names, as_kept(text).as_ref())
    }
}

/// The field that a note is typed in.
pub(in crate::app) fn note_field(text: String) -> FormField {
    FormField {
        name: crate::app::foundation::cx::overlay::NOTE,
        value: FieldValue::Text {
            text,
            known: Vec::new(),
        },
    }
}

/// A note as it is kept: without what follows its last word, at most [`LONGEST`]; `None` if nothing is left.
pub(in crate::app) fn as_kept(text: &str) -> Option<String> {
    let mut end = text.trim_end().len().min(LONGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let note = text.get(..end).unwrap_or_default();
    (!note.trim().is_empty()).then(|| note.to_owned())
}

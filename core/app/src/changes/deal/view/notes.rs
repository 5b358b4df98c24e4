//! Notes of a deal: private ones of this device and those of the server.

use crate::contract::models::note::DealNote;
use crate::foundation::presentation::picker_view::{LineIcon, PickerView, picker_line};
use crate::model::local_deals::NoteKey;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, date};

/// A note of the deal.
#[derive(Clone, Debug, PartialEq)]
pub struct NoteView {
    /// Text, possibly of several lines.
    pub content: SafeText,
    /// Source of the note, and its times if known.
    pub origin: String,
    /// Key of a private note that can be edited.
    pub key: Option<NoteKey>,
}

/// Returns the private notes of a deal, newest first.
pub(super) fn local_notes(app: &App, deal: &str) -> impl Iterator<Item = NoteView> {
    app.cx.local_notes(deal).map(|(key, text)| NoteView {
        content: SafeText::block(text),
        origin: local_origin(app, key),
        key: app.cx.in_present().ok().map(|()| key.clone()),
    })
}

/// Returns a note of the server.
pub(super) fn server_note(messages: &'static Messages, note: &DealNote) -> NoteView {
    NoteView {
        content: SafeText::block(note.content().unwrap_or_default()),
        origin: messages.get("deal-note-from-service").into_owned(),
        key: None,
    }
}

/// Returns the times of a private note.
fn local_origin(app: &App, key: &NoteKey) -> String {
    let messages = Messages::new(app.cx.lang());
    let Some(written) = key.written else { return messages.get("deal-note-local").into_owned() };
    let shown = |at| MessageArg::from(date::date_time_short(date::local(at, &app.cx.options().zone)));
    match key.edited {
        None => messages.with("deal-note-written", &[("date", shown(written))]),
        Some(edited) => {
            messages.with("deal-note-edited", &[("date", shown(written)), ("edited", shown(edited))])
        }
    }
}

/// Builds the list of the focused deal's private notes, after a line for a new one.
pub(crate) fn note_choices(app: &App) -> Option<PickerView> {
    let messages = Messages::new(app.cx.lang());
    let row = app.pipeline.focused_row(&app.cx)?;
    let new = picker_line(LineIcon::None, &messages.get("note-new"), "");
    let stored = app.cx.local_notes(row.id).map(|(key, text)| {
        picker_line(LineIcon::None, &SafeText::line_within(text, 60), &local_origin(app, key))
    });
    let name = SafeText::line_within(row.name, 60);
    let title = messages.with("notes-title", &[("name", MessageArg::from(&name))]);
    let lines = std::iter::once(new).chain(stored).collect();
    Some(PickerView::complete(title, vec![messages.get("form-note-note").into_owned()], lines))
}

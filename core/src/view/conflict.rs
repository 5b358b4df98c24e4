//! A write in conflict in words: what is to be decided.

use crate::app::App;
use crate::engine::{PendingWrite, WriteKind, WriteState};
use crate::view::text::Words;
use crate::view::writes::{field_label, value};

/// A conflict: for each field of the write what was seen, what the person wrote and what the service holds.
#[derive(Clone, Debug, PartialEq)]
pub struct ConflictView {
    /// The fields, in the order of the write.
    pub fields: Vec<ConflictField>,
    /// What goes before the value seen.
    pub seen_label: String,
    /// What goes before the person's own value.
    pub mine_label: String,
    /// What goes before the service's value.
    pub theirs_label: String,
}

/// One field in conflict.
#[derive(Clone, Debug, PartialEq)]
pub struct ConflictField {
    /// Its name.
    pub label: String,
    /// What the person saw when they wrote; `None` where they had seen nothing.
    pub seen: Option<String>,
    /// What they wrote.
    pub mine: String,
    /// What the service holds now.
    pub theirs: String,
    /// Whether the person's own is to be.
    pub is_mine: bool,
    /// Whether the choice is at this field.
    pub focused: bool,
}

/// What is to be decided of a write, if it is in conflict.
pub fn conflict(app: &App, write: &PendingWrite) -> Option<ConflictView> {
    let WriteState::Conflict { theirs } = &write.state else {
        return None;
    };
    let words = Words::new(app.lang());
    let (sides, lang) = (app.sides(), app.lang());
    let field = |(place, name): (usize, &str)| ConflictField {
        label: field_label(words, name),
        seen: write
            .base
            .touches(name)
            .then(|| value(lang, words, name, &write.base)),
        mine: if write.kind == WriteKind::Delete {
            words.get("conflict-delete").into_owned()
        } else {
            value(lang, words, name, &write.fields)
        },
        theirs: if write.gone.is_some() {
            words.get("conflict-gone").into_owned()
        } else {
            value(lang, words, name, theirs)
        },
        is_mine: sides.is_mine(write, place),
        focused: sides.focus(write.id) == place,
    };
    Some(ConflictView {
        fields: write.disputed().names().enumerate().map(field).collect(),
        seen_label: words.get("conflict-seen").into_owned(),
        mine_label: words.get("conflict-mine").into_owned(),
        theirs_label: words.get("conflict-theirs").into_owned(),
    })
}

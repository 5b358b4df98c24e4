//! The line editor for text input: filter, palette, form fields.
//!
//! The application has the text, the editor the cursor. If they differ, the application's text wins: it may
//! have changed, or another field may have the focus.

use encours_core::app::foundation::cx::overlay::{FormPurpose, Overlay};
use encours_core::app::foundation::input::key::{Key, KeyCode};
use encours_core::app::shell::app::App;
use encours_core::model::parse_ids::LINE_END;
use encours_core::text::single_line::strip_ansi;
use tui_input::{Input, InputRequest};

/// A line being edited.
#[derive(Debug, Default)]
pub struct LineEditor {
    input: Input,
    field: TextField,
    is_changed: bool,
}

/// Field being edited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum TextField {
    #[default]
    Nowhere,
    Filter,
    Palette,
    Help,
    Field(usize),
    Identifiers,
}

fn focused_field(app: &App) -> TextField {
    match app.cx.overlay() {
        Overlay::Filter => TextField::Filter,
        Overlay::Palette(_) => TextField::Palette,
        Overlay::Form(form) if matches!(form.purpose, FormPurpose::WatchIds(_)) => TextField::Identifiers,
        Overlay::Form(form) => TextField::Field(form.focus),
        Overlay::Help { typing: true, .. } => TextField::Help,
        Overlay::None | Overlay::Help { .. } | Overlay::Menu(_) | Overlay::Picker(_) => TextField::Nowhere,
    }
}

impl LineEditor {
    /// Updates the editor to the application's current text field.
    pub fn sync(&mut self, app: &App) {
        let Some(text) = app.explorer.text_target(&app.inbox, &app.pipeline, &app.cx) else {
            *self = Self::default();
            return;
        };
        let field = focused_field(app);
        if field != self.field || (!self.is_changed && text != self.input.value()) {
            *self = Self { input: Input::new(text.to_owned()), field, is_changed: false };
        }
    }

    /// Handles a key without a binding. Returns whether text or cursor changed.
    pub fn key(&mut self, key: Key) -> bool {
        if self.field == TextField::Nowhere {
            return false;
        }
        let Some(request) = request(key) else { return false };
        let Some(changed) = self.input.handle(request) else {
            return false;
        };
        self.is_changed |= changed.value;
        true
    }

    /// Inserts a paste as one line.
    pub fn paste(&mut self, text: &str) {
        if self.field == TextField::Nowhere {
            return;
        }
        // Remove pasted colour sequences, even without their ESC.
        let text = strip_ansi(text);
        // Line ends separate rows of a pasted table. Fields for ids keep them as marks.
        let end = match self.field {
            TextField::Identifiers => LINE_END.to_string(),
            _ => " ".to_owned(),
        };
        let line = text.trim_end_matches(['\r', '\n']).replace("\r\n", "\n").replace(['\r', '\n'], &end);
        let line = line.replace(char::is_control, " ");
        if line.is_empty() {
            return;
        }
        // Insert the whole text at once: each single insertion would move all text after it.
        let cursor = self.input.cursor();
        let before: String = self.input.value().chars().take(cursor).collect();
        let after: String = self.input.value().chars().skip(cursor).collect();
        let cursor = cursor + line.chars().count();
        self.input = Input::new(before + &line + &after).with_cursor(cursor);
        self.is_changed = true;
    }

    /// Returns the text if it changed since the last call.
    pub fn take_change(&mut self) -> Option<String> {
        std::mem::take(&mut self.is_changed).then(|| self.input.value().to_owned())
    }

    /// Returns whether text is hidden beyond the left and the right edge of [`LineEditor::window`].
    pub fn overflow(&self, available_width: u16) -> (bool, bool) {
        let available_width = usize::from(available_width.max(1));
        let scroll = self.input.visual_scroll(available_width.saturating_sub(1));
        let full_width = encours_core::text::width(self.input.value());
        (scroll > 0, full_width.saturating_sub(scroll) > available_width)
    }

    /// Returns the visible part of the text in `available_width` columns, and the cursor's column.
    pub fn window(&self, available_width: u16) -> (String, u16) {
        let available_width = usize::from(available_width.max(1));
        let scroll = self.input.visual_scroll(available_width.saturating_sub(1));
        let cursor = self.input.visual_cursor().saturating_sub(scroll).min(available_width - 1);
        let mut skipped = 0;
        let mut visible = String::new();
        for grapheme in unicode_segmentation::UnicodeSegmentation::graphemes(self.input.value(), true) {
            if skipped >= scroll {
                visible.push_str(grapheme);
            } else {
                skipped += encours_core::text::width(grapheme);
            }
        }
        (visible, cursor as u16)
    }
}

fn request(key: Key) -> Option<InputRequest> {
    use InputRequest as R;
    let Key { code, ctrl, alt, .. } = key;
    Some(match (code, ctrl, alt) {
        (KeyCode::Char(c), false, false) => R::InsertChar(c),
        (KeyCode::Backspace, false, false) | (KeyCode::Char('h'), true, false) => R::DeletePrevChar,
        (KeyCode::Delete, false, false) | (KeyCode::Char('d'), true, false) => R::DeleteNextChar,
        (KeyCode::Left, false, false) | (KeyCode::Char('b'), true, false) => R::GoToPrevChar,
        (KeyCode::Right, false, false) | (KeyCode::Char('f'), true, false) => R::GoToNextChar,
        (KeyCode::Left, true, _) | (KeyCode::Left | KeyCode::Char('b'), _, true) => R::GoToPrevWord,
        (KeyCode::Right, true, _) | (KeyCode::Right | KeyCode::Char('f'), _, true) => R::GoToNextWord,
        (KeyCode::Home, false, false) | (KeyCode::Char('a'), true, false) => R::GoToStart,
        (KeyCode::End, false, false) | (KeyCode::Char('e'), true, false) => R::GoToEnd,
        (KeyCode::Char('w'), true, false) | (KeyCode::Backspace, _, true) => R::DeletePrevWord,
        (KeyCode::Delete, true, _) | (KeyCode::Char('d'), false, true) => R::DeleteNextWord,
        (KeyCode::Char('u'), true, false) => R::DeleteFromStart,
        (KeyCode::Char('k'), true, false) => R::DeleteTillEnd,
        (KeyCode::Char('y'), true, false) => R::Yank,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed_editor(text: &str) -> LineEditor {
        LineEditor { input: Input::new(text.to_owned()), field: TextField::Filter, is_changed: false }
    }

    #[test]
    fn editor_deletes_a_word_or_the_full_line() {
        let mut editor = typed_editor("statut:ic îlot");
        assert!(editor.key(Key::char('s')));
        assert_eq!(editor.take_change().as_deref(), Some("statut:ic îlots"));
        editor.key(Key::char('w').with_ctrl());
        assert_eq!(editor.take_change().as_deref(), Some("statut:ic "));
        editor.key(Key::char('u').with_ctrl());
        assert_eq!(editor.take_change().as_deref(), Some(""));
        assert_eq!(editor.take_change(), None);
    }

    #[test]
    fn cursor_movement_does_not_change_the_text() {
        let mut editor = typed_editor("é");
        assert!(editor.key(Key::plain(KeyCode::Left)));
        assert_eq!(editor.take_change(), None);
        assert!(editor.key(Key::char('o')));
        assert_eq!(editor.take_change().as_deref(), Some("oé"));
    }

    #[test]
    fn a_paste_stays_on_one_line() {
        let mut editor = typed_editor("");
        editor.paste("Le Parc,\r\nLyon\u{1b}[31m\n");
        assert_eq!(editor.take_change().as_deref(), Some("Le Parc, Lyon"));
    }

    #[test]
    fn the_lines_of_identifiers_stay_lines() {
        let mut editor = LineEditor { field: TextField::Identifiers, ..typed_editor("") };
        editor.paste("id,title\r\na,Le Parc\nb,Lyon\n");
        assert_eq!(editor.take_change().as_deref(), Some("id,title↵a,Le Parc↵b,Lyon"));
    }

    #[test]
    fn the_cursor_stays_in_the_part_shown() {
        let mut editor = typed_editor("東京タワー et la suite");
        for available_width in 1..30 {
            let (_, cursor) = editor.window(available_width);
            assert!(cursor < available_width);
        }
        editor.key(Key::plain(KeyCode::Home));
        assert_eq!(editor.window(10), ("東京タワー et la suite".to_owned(), 0));
    }

    #[test]
    fn overlong_text_shows_on_which_side_it_continues() {
        let mut editor = typed_editor("Résidence Cassiopée, Montpellier");
        assert_eq!(editor.overflow(60), (false, false));
        assert_eq!(editor.overflow(10), (true, false), "the cursor is at the end");
        editor.key(Key::plain(KeyCode::Home));
        assert_eq!(editor.overflow(10), (false, true));
    }

    #[test]
    fn line_editor_without_a_field_ignores_text() {
        let mut editor = LineEditor::default();
        assert!(!editor.key(Key::char('q')));
        editor.paste("x");
        assert_eq!(editor.take_change(), None);
    }
}

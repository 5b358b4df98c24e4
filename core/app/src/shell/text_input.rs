//! Text typed into the open line: filter, palette, form or search.

use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::foundation::search::ranking::is_word;
use crate::shell::app::App;
use crate::tools::palette::palette::SEARCHED_LISTS;

impl App {
    pub(crate) fn set_text(&mut self, text: String) {
        if self.cx.is_on_other_user() {
            self.cx.open_user_form(text);
            return;
        }
        match &mut self.cx.overlay {
            Overlay::Filter if self.cx.screen == Screen::Explorer => self.explorer.filter_rows(text),
            Overlay::Filter if self.cx.screen == Screen::Notifications => {
                self.inbox.filter_inbox(text, &mut self.cx);
            }
            Overlay::Filter => self.table.set_filter(text, &mut self.pipeline, &mut self.cx),
            Overlay::Palette(palette) => {
                // Records are found from the first whole word on, so their lists are loaded then.
                let begins_word = !is_word(palette.query.trim()) && is_word(text.trim());
                palette.query = text;
                if begins_word {
                    let effects: Vec<_> = self.cx.load_missing(SEARCHED_LISTS).collect();
                    self.cx.output.effects.extend(effects);
                }
                self.search_palette();
            }
            Overlay::Form(form) => {
                let focus = form.focus;
                self.cx.set_field(focus, text);
            }
            Overlay::Help { scroll, query, .. } => {
                *scroll = 0;
                *query = text;
            }
            Overlay::None | Overlay::Menu(_) | Overlay::Picker(_) => {}
        }
    }

    /// Returns whether the completion key completes a word. Without a started word the key keeps its other meaning.
    pub fn completes_word(&self) -> bool {
        let last_letter = self.pipeline.board.filter.chars().next_back();
        let last_letter = last_letter.is_some_and(|last| !last.is_whitespace());
        self.enabled(ActionId::Complete).is_ok()
            && (last_letter || self.pipeline.current_completion(&self.cx).is_some())
    }
}

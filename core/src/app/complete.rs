//! Completing the query while it is typed: names of fields, then the values that the person's own data holds.

use crate::query::{Completions, Query, Vocabulary};

use super::{App, Layer, Screen};

impl App {
    /// What may stand in the place of the word being typed in the filter of deals; nothing elsewhere.
    pub fn completions(&self) -> Completions {
        if self.layer != Layer::Filter || matches!(self.screen, Screen::Notifications | Screen::Explorer) {
            return Completions::default();
        }
        let deals = &self.snapshot.deals;
        let statuses: Vec<&str> = self.known_statuses.iter().map(String::as_str).collect();
        let classes: Vec<&str> = deals.classes().iter().map(|(_, text)| text).collect();
        let owners: Vec<&str> = deals.owners().iter().map(|(_, text)| text).collect();
        let vocabulary = Vocabulary {
            statuses: &statuses,
            classes: &classes,
            owners: &owners,
        };
        let text = &self.board.filter;
        let mut found = Query::completions(text, text.chars().count(), &vocabulary, self.options.lang);
        found.items.retain(|item| !item.is_empty());
        found
    }

    /// Whether what is wrong with the filter is to be said though something could come next: it was asked for as it is, or
    /// the mistake lies before the word being typed, so that no completion mends it.
    pub fn tells_filter_error(&self) -> bool {
        let Some(error) = &self.board.filter_error else {
            return false;
        };
        let text = &self.board.filter;
        self.board.filter_refused || error.column() < Query::word_start(text, text.chars().count())
    }

    /// Takes the likeliest completion.
    pub(super) fn complete(&mut self) {
        let found = self.completions();
        let Some(item) = found.items.first() else { return };
        let letters: Vec<char> = self.board.filter.chars().collect();
        let before: String = letters.iter().take(found.start).collect();
        let after: String = letters.iter().skip(found.end).collect();
        self.set_filter(format!("{before}{item}{after}"));
    }
}

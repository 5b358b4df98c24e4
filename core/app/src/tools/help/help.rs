//! State of the help: its screen, the unavailable actions, and the search text.

use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::output::{EditSubject, ExternalEdit, FrontEndRequest};
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::commands::{ACTIONS, ActionId, ActionSpec};
use crate::foundation::input::context::{Context, Screen};
use crate::foundation::input::step::cycle;
use crate::foundation::search::names::{SearchTerms, TermKind};
use crate::foundation::search::ranking::{SearchInput, matches_as_many, partial_rank, rank_key};
use crate::text::{Messages, fold};

impl AppCx {
    /// Returns whether an action's label matches `needle` (folded), as in the palette. A match is its name, a synonym,
    /// or letters spread over the name.
    pub fn label_matches(&self, key: &'static str, needle: &str) -> bool {
        rank_key(self.options.lang, key, TermKind::Action, &SearchInput::new(needle)).is_some()
    }

    /// Returns the actions of `keys` with the most words of `needle` (folded). Used if no action matches it completely.
    pub fn best_partial_matches(
        &self,
        keys: impl Iterator<Item = &'static str>,
        needle: &str,
    ) -> Vec<&'static str> {
        let (lang, typed) = (self.options.lang, SearchInput::new(needle));
        let ranked =
            |key| Some((partial_rank(lang, &SearchTerms::from_key(key, TermKind::Action), &typed)?, key));
        let found: Vec<(u8, &str)> = keys.filter_map(ranked).collect();
        let best = found.iter().map(|(rank, _)| *rank).min().unwrap_or_default();
        let matching = found.into_iter().filter(|(rank, _)| matches_as_many(*rank, best));
        matching.map(|(_, key)| key).collect()
    }

    /// Shows the keys of the next or previous screen.
    pub(crate) fn cycle_help_screen(&mut self, forward: bool) {
        if let Overlay::Help { screen, scroll, .. } = &mut self.overlay {
            let index = Screen::ALL.iter().position(|other| other == screen).unwrap_or(0);
            let next = cycle(index, forward, Screen::ALL.len());
            *screen = Screen::ALL.get(next).copied().unwrap_or(*screen);
            *scroll = 0;
        }
    }

    /// Clears the search. Returns whether there was one.
    pub(crate) fn clear_help_search(&mut self) -> bool {
        let Overlay::Help { query, typing, scroll, .. } = &mut self.overlay else {
            return false;
        };
        let looked = *typing || !query.is_empty();
        if looked {
            query.clear();
            (*typing, *scroll) = (false, 0);
        }
        looked
    }

    /// Returns the screen whose keys the help shows; the current screen without a help.
    pub fn help_screen(&self) -> Screen {
        match self.overlay {
            Overlay::Help { screen, .. } => screen,
            _ => self.screen,
        }
    }
}

impl TableState {
    /// Returns the key context that the help shows.
    pub fn help_context(&self, cx: &AppCx) -> Context {
        let screen = cx.help_screen();
        if screen == Screen::Pipeline && self.shown {
            return Context::Table;
        }
        screen.context()
    }

    /// Returns whether an action applies and has a key in the help's context.
    pub fn is_in_help(&self, spec: &ActionSpec, cx: &AppCx) -> bool {
        let context = self.help_context(cx);
        let applies = spec.contexts.iter().any(|other| *other == context || *other == Context::Screens);
        let pane = matches!(spec.id, ActionId::NextPane | ActionId::PreviousPane);
        applies
            && !cx.options.keymap.keys(context, spec.id).is_empty()
            && (!pane || cx.has_panes_on(cx.help_screen()))
    }

    /// Opens the key file in the user's editor, at the first action found. Without an editor, a toast shows the path of
    /// the file.
    pub(crate) fn begin_edit_keys(&self, cx: &mut AppCx) {
        let Some(path) = cx.options.config_file.clone() else {
            return;
        };
        if !cx.options.external_editor {
            cx.notify(ToastContent::new("toast-keys-stand-in").with_text_arg("path", path, 160), LONG);
            return;
        }
        let needle = match &cx.overlay {
            Overlay::Help { query, .. } => fold(query.trim()),
            _ => String::new(),
        };
        let messages = Messages::new(cx.options.lang);
        let named = |spec: &&ActionSpec| {
            let text = fold(&format!("{} {}", messages.get(spec.label_key), spec.name));
            self.is_in_help(spec, cx) && needle.split_whitespace().all(|word| text.contains(word))
        };
        let action = ACTIONS.iter().find(named).filter(|_| !needle.is_empty());
        cx.ask_front_end(FrontEndRequest::Edit(ExternalEdit {
            subject: EditSubject::Keys(action.map(|spec| spec.id)),
            // The front end reads the file.
            text: String::new(),
        }));
    }
}

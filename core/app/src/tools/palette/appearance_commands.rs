//! Theme and accent commands, by their names in either language. Both languages always work, so a language switch does
//! not break habits.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::PaletteItem;
use crate::foundation::cx::overlay_types::{PaletteCommand, ThemeChoice};

use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::search::names::{SearchTerms, TermKind};
use crate::foundation::search::ranking::{SearchInput, is_word};
use crate::text::{Lang, Messages, fold};
use crate::theme::Accent;
use crate::tools::palette::palette::MatchKind;
use crate::vocabulary::setting::{SETTING_SECTIONS, SettingDoc};

impl AppCx {
    /// Returns the themes of this front end.
    pub fn available_themes(&self) -> &'static [ThemeChoice] {
        if self.options.split_view { &ThemeChoice::WINDOW } else { &ThemeChoice::ALL }
    }

    /// Returns the settings whose name matches. They need a whole word, because two letters match too many.
    pub(crate) fn matching_settings(
        &self,
        typed: &SearchInput<'_>,
        match_kind: MatchKind,
    ) -> impl Iterator<Item = (u8, PaletteItem)> {
        let lang = self.options.lang;
        let is_offered = self.options.config_file.is_some() && is_word(typed.needle);
        let all = SETTING_SECTIONS.iter().flat_map(|(_, docs)| docs.iter()).filter(move |_| is_offered);
        all.filter_map(move |doc| {
            SettingDoc::find(&[doc.name.to_owned()]).filter(|(found, _)| *found == doc)?;
            let terms = SearchTerms::from_name(&doc.name.replace('_', " "), TermKind::Action);
            let command = PaletteCommand::Setting(doc);
            Some((match_kind.rank(lang, &terms, typed)?, PaletteItem::Command(command, Ok(()))))
        })
    }

    /// Returns the theme after the current one.
    pub(crate) fn next_theme(&self) -> ThemeChoice {
        let themes = self.available_themes();
        let index = themes.iter().position(|theme| *theme == self.options.theme);
        let after = index.map_or(0, |at| (at + 1) % themes.len());
        themes.get(after).copied().unwrap_or_default()
    }

    /// Returns the themes whose name contains the text (folded).
    pub(crate) fn themes_named(&self, search: &str) -> Vec<(PaletteCommand, Result<(), DisabledReason>)> {
        let is_match = |theme: &&ThemeChoice| {
            names_in_all_languages(theme.label_key()).any(|name| name.contains(search))
        };
        let themes = self.available_themes().iter().filter(is_match);
        themes.map(|theme| (PaletteCommand::Theme(*theme), Ok(()))).collect()
    }
}

pub(crate) fn names_in_all_languages(key: &str) -> impl Iterator<Item = String> + use<'_> {
    Lang::ALL.into_iter().map(move |lang| fold(&Messages::new(lang).get(key)))
}

/// Returns the accents whose name contains the text (folded), and a parsed colour.
pub(crate) fn accents_named(search: &str) -> Vec<(PaletteCommand, Result<(), DisabledReason>)> {
    let is_match = |accent: &Accent| {
        let key = accent.label_key();
        key.is_some_and(|key| names_in_all_languages(key).any(|name| name.contains(search)))
    };
    let parsed = search.parse().ok().filter(|accent| matches!(accent, Accent::Custom(_)));
    let accents = Accent::named().filter(is_match).chain(parsed);
    accents.map(|accent| (PaletteCommand::Accent(accent), Ok(()))).collect()
}

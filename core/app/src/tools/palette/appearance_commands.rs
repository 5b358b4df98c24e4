//! Theme and accent commands, by their names in either language. Both languages always work, so a language switch does
//! not break habits.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::PaletteItem;
use crate::foundation::cx::overlay_types::{PaletteCommand, ThemeChoice};

use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::search::names::SearchTerms;
use crate::foundation::search::ranking::{SearchInput, WORD_START, is_word};
use crate::text::{Lang, MessageArg, Messages, fold};
use crate::theme::Accent;
use crate::tools::palette::palette::MatchKind;
use crate::vocabulary::setting::{SETTING_SECTIONS, SettingDoc};

impl AppCx {
    /// Returns the themes of this front end.
    pub fn available_themes(&self) -> &'static [ThemeChoice] {
        if self.options.split_view { &ThemeChoice::WINDOW } else { ThemeChoice::ALL }
    }

    /// Returns the settings whose title, name or kind matches, after actions that match as well. They need a whole word,
    /// because two letters match too many.
    pub(crate) fn matching_settings(
        &self,
        typed: &SearchInput<'_>,
        match_kind: MatchKind,
    ) -> Vec<(u8, PaletteItem)> {
        thread_local! {
            static SETTINGS: Vec<(&'static SettingDoc, SearchTerms)> = setting_terms();
        }
        if self.options.config_file.is_none() || !is_word(typed.needle) {
            return Vec::new();
        }
        let found = |(doc, terms): &(&'static SettingDoc, SearchTerms)| {
            let rank = match_kind.rank(self.options.lang, terms, typed)?.max(WORD_START);
            Some((rank, PaletteItem::Command(PaletteCommand::Setting(doc), Ok(()))))
        };
        SETTINGS.with(|settings| settings.iter().filter_map(found).collect())
    }

    /// Returns whether an item is the setting with this folded title or name.
    pub(crate) fn is_setting_named(&self, item: &PaletteItem, needle: &str) -> bool {
        let PaletteItem::Command(PaletteCommand::Setting(doc), _) = item else { return false };
        doc.name.replace('_', " ") == needle || fold(&doc.title(Messages::new(self.options.lang))) == needle
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

/// Returns the label of a setting in the palette.
pub(crate) fn setting_label(lang: Lang, doc: &SettingDoc) -> String {
    let messages = Messages::new(lang);
    messages.with("command-setting-label", &[("name", MessageArg::from(doc.title(messages)))])
}

/// Returns the settings that need no name, with their search terms.
fn setting_terms() -> Vec<(&'static SettingDoc, SearchTerms)> {
    let all = SETTING_SECTIONS.iter().flat_map(|(_, docs)| docs.iter());
    let own =
        all.filter(|doc| SettingDoc::find(&[doc.name.to_owned()]).is_some_and(|(found, _)| found == *doc));
    let terms = |doc: &'static SettingDoc| {
        let labels = Lang::ALL.into_iter().map(|lang| setting_label(lang, doc));
        let synonyms = labels.chain([doc.name.replace('_', " ")]);
        (doc, SearchTerms::from_names(|lang| doc.title(Messages::new(lang)), synonyms))
    };
    own.map(terms).collect()
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

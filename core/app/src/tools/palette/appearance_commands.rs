//! Theme and accent commands, by their names in either language. Both languages always work, so a language switch does
//! not break habits.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay_types::Command;
use crate::foundation::cx::theme_choice::ThemeChoice;

use crate::foundation::input::disabled_reason::Reason;
use crate::text::{Lang, Words, fold};
use crate::theme::Accent;

impl AppCx {
    /// Returns the themes of this front end.
    pub fn looks(&self) -> &'static [ThemeChoice] {
        if self.options.beside {
            &ThemeChoice::WINDOW
        } else {
            &ThemeChoice::ALL
        }
    }

    /// Returns the theme after the current one.
    pub(crate) fn theme_after(&self) -> ThemeChoice {
        let looks = self.looks();
        let here = looks.iter().position(|theme| *theme == self.options.theme);
        let after = here.map_or(0, |at| (at + 1) % looks.len());
        looks.get(after).copied().unwrap_or_default()
    }

    /// Returns the themes whose name contains the text (folded).
    pub(crate) fn looks_named(&self, wanted: &str) -> Vec<(Command, Result<(), Reason>)> {
        let named = |theme: &&ThemeChoice| names(theme.label_key()).any(|name| name.contains(wanted));
        let looks = self.looks().iter().filter(named);
        looks.map(|theme| (Command::Theme(*theme), Ok(()))).collect()
    }
}

pub(crate) fn names(key: &str) -> impl Iterator<Item = String> + use<'_> {
    Lang::ALL
        .into_iter()
        .map(move |lang| fold(&Words::new(lang).get(key)))
}

/// Returns the accents whose name contains the text (folded), and a parsed colour.
pub(crate) fn accents_named(wanted: &str) -> Vec<(Command, Result<(), Reason>)> {
    let named = |accent: &Accent| {
        let key = accent.label_key();
        key.is_some_and(|key| names(key).any(|name| name.contains(wanted)))
    };
    let own = wanted
        .parse()
        .ok()
        .filter(|accent| matches!(accent, Accent::Own(_)));
    let found = Accent::named().filter(named).chain(own);
    found.map(|accent| (Command::Accent(accent), Ok(()))).collect()
}

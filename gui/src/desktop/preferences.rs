//! Theme, accent and language that the user chose in the window.
//!
//! They apply at the next start. They override the configuration; the command line and `ENCOURS_LANG` override them for
//! one run.

use std::str::FromStr as _;

use clap::ValueEnum as _;
use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::cx::overlay_types::ThemeChoice;
use encours_core::config::Environment;
use encours_core::text::Lang;
use encours_core::theme::Accent;
use serde::{Deserialize, Serialize};

use crate::args::{Args, ThemeArg};

/// The chosen values, spelled as in the configuration; `None` if not chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct ChosenPreferences {
    /// Light, dark, high contrast or the system's theme.
    pub theme: Option<String>,
    /// The accent.
    pub accent: Option<String>,
    /// The language.
    pub lang: Option<String>,
}

/// The current values of the settings that the user can choose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preferences {
    /// Light, dark, high contrast or the system's theme.
    pub theme: ThemeChoice,
    /// The accent.
    pub accent: Accent,
    /// The language.
    pub lang: Lang,
}

impl Preferences {
    /// Returns the current values of `options`.
    #[must_use]
    pub fn from_options(options: &Options) -> Self {
        Self { theme: options.theme, accent: options.accent, lang: options.lang }
    }
}

impl ChosenPreferences {
    /// Applies the chosen values to `options`, and ignores values that are no longer valid.
    pub fn apply_to(&self, options: &mut Options, args: &Args, env: &Environment) {
        let theme = self.theme.as_deref().filter(|_| args.theme.is_none());
        if let Some(theme) = theme.and_then(|name| ThemeArg::from_str(name, true).ok()) {
            options.theme = theme.into();
        }
        if let Some(accent) = self.accent.as_deref().and_then(|name| Accent::from_str(name).ok()) {
            options.accent = accent;
        }
        let is_overridden = args.lang.is_some() || env.get("ENCOURS_LANG").is_some();
        let lang = self.lang.as_deref().filter(|_| !is_overridden);
        if let Some(lang) = lang.and_then(Lang::parse) {
            options.lang = lang;
        }
    }

    /// Records the values that differ from those at the start: the user chose them in this window.
    pub fn record_changes(&mut self, initial: &Preferences, now: &Preferences) {
        if now.theme != initial.theme {
            self.theme = theme_name(now.theme);
        }
        if now.accent != initial.accent {
            self.accent = Some(now.accent.to_string());
        }
        if now.lang != initial.lang {
            self.lang = Some(now.lang.code().to_owned());
        }
    }
}

/// Returns the name of a theme on the command line and in the configuration.
fn theme_name(theme: ThemeChoice) -> Option<String> {
    let mut variants = ThemeArg::value_variants().iter();
    let variant = variants.find(|variant| ThemeChoice::from(**variant) == theme)?;
    variant.to_possible_value().map(|variant| variant.get_name().to_owned())
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
    use encours_core::local_zone::local_zone;

    use super::*;

    fn options() -> Options {
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        Options::new(Lang::Fr, keymap, local_zone())
    }

    fn preferences_after(saved: &ChosenPreferences, args: &[&str], env: &[(&str, &str)]) -> Preferences {
        let args = Args::parse_from([&["encours-desktop"], args].concat());
        let env = env.iter().fold(Environment::default(), |env, (name, value)| env.with(name, value));
        let mut options = options();
        saved.apply_to(&mut options, &args, &env);
        Preferences::from_options(&options)
    }

    #[test]
    fn chosen_preferences_apply_at_next_start_unless_overridden() {
        let initial = Preferences::from_options(&options());
        for theme in [ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::HighContrast] {
            let now = Preferences { theme, accent: "#0b5fb5".parse().unwrap(), lang: Lang::En };
            let mut chosen = ChosenPreferences::default();
            chosen.record_changes(&initial, &now);
            assert_eq!(preferences_after(&chosen, &[], &[]), now);
            let overridden = preferences_after(&chosen, &["--theme", "system", "--lang", "fr"], &[]);
            assert_eq!((overridden.theme, overridden.lang), (ThemeChoice::System, Lang::Fr));
            assert_eq!(preferences_after(&chosen, &[], &[("ENCOURS_LANG", "fr")]).lang, Lang::Fr);
        }
    }

    #[test]
    fn unchosen_preferences_follow_the_configuration() {
        let initial = Preferences::from_options(&options());
        let mut chosen = ChosenPreferences::default();
        chosen.record_changes(&initial, &initial);
        assert_eq!(chosen, ChosenPreferences::default());
        let nonsense = ChosenPreferences {
            theme: Some("mauve".to_owned()),
            accent: Some("#12".to_owned()),
            lang: Some("de".to_owned()),
        };
        assert_eq!(preferences_after(&nonsense, &[], &[]), initial);
    }
}

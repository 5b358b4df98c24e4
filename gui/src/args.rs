//! The command line of `encours-desktop`: connection, demo, language and theme.
//!
//! The environment variables are those of `encours`.

use std::path::PathBuf;

use clap::{ArgAction, Parser, ValueEnum};
use encours_core::app::foundation::cx::overlay_types::ThemeChoice;
use encours_core::config::{ConfigFile, Environment, Options};
use encours_core::link::Link;
use encours_core::text::Lang;
use encours_core::theme::Accent;

/// Pipeline and portfolio in a window
#[derive(Clone, Debug, Default, Parser)]
#[command(name = "encours-desktop", version)]
pub struct Args {
    /// Link to open. If the window of the profile is open, it opens there.
    #[arg(
        value_name = "LINK",
        help = "Deal or view to open, such as encours://deal/ID or encours://view/NAME"
    )]
    pub link: Option<Link>,
    /// Name of the configured key to use.
    #[arg(
        long,
        value_name = "NAME",
        help = "Profile to use [env: ENCOURS_PROFILE] [default: the setting default_profile]"
    )]
    pub profile: Option<String>,
    /// Address of the server, ending with /v1.
    #[arg(long, value_name = "URL", help = "Address of the server, ending with /v1 [env: ENCOURS_BASE_URL]")]
    pub base_url: Option<String>,
    /// Public key ID. The raw secret is never an option.
    #[arg(
        long,
        value_name = "ID",
        help = "Public key ID [env: ENCOURS_KEY_ID]",
        long_help = "Public key ID [env: ENCOURS_KEY_ID]\n\nThe raw secret is never an option: it comes from \
                     ENCOURS_SECRET, the profile's credential_command, the key's passphrase file (unlocked with \
                     ENCOURS_PASSPHRASE or by you) or the system keyring (see encours login)."
    )]
    pub key_id: Option<String>,
    /// Delegated user of /users/me/....
    #[arg(long, value_name = "ID", help = "Delegated user of /users/me/... [env: ENCOURS_AS_USER]")]
    pub as_user: Option<String>,
    /// Use an embedded sandbox service with sample data; touches no profile.
    #[arg(
        long,
        help = "Use an embedded sandbox service with sample data; touches no profile, and reads config.toml only with \
                --config-dir [env: ENCOURS_DEMO=1]"
    )]
    pub demo: bool,
    /// Number of deals in the demo [default: 240]
    #[arg(long, value_name = "N")]
    pub demo_deals: Option<u32>,
    /// Directory of config.toml, instead of the platform's own.
    #[arg(
        long,
        value_name = "DIR",
        help = "Directory of config.toml, instead of the platform's own [env: ENCOURS_CONFIG_DIR]"
    )]
    pub config_dir: Option<PathBuf>,
    /// Directory of the local data, instead of the platform's own.
    #[arg(
        long,
        value_name = "DIR",
        help = "Directory of the local data, instead of the platform's own [env: ENCOURS_DATA_DIR]"
    )]
    pub data_dir: Option<PathBuf>,
    /// Language of the window.
    #[arg(
        long,
        value_enum,
        help = "Language of the window [env: ENCOURS_LANG, then LC_ALL, LC_MESSAGES and LANG]"
    )]
    pub lang: Option<LangChoice>,
    /// Theme of the window.
    #[arg(long, value_enum, help = "Theme of the window [default: the setting theme, else the system's]")]
    pub theme: Option<ThemeArg>,
    /// Diagnostics on standard error; twice for more. Never a secret
    #[arg(short, long, action = ArgAction::Count)]
    pub verbose: u8,
    /// Diagnostics in a file.
    #[arg(long, value_name = "FILE", help = "Diagnostics in a file [env: ENCOURS_LOG]")]
    pub log: Option<PathBuf>,
}

/// A language of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LangChoice {
    /// French
    Fr,
    /// English
    En,
}

/// A theme of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ThemeArg {
    /// Dark text on a light background
    Light,
    /// Light text on a dark background
    Dark,
    /// Contrast of at least 7:1, borders instead of shadows
    HighContrast,
    /// Follow the system; light if it has no preference
    System,
}

impl From<ThemeArg> for ThemeChoice {
    fn from(theme: ThemeArg) -> Self {
        match theme {
            ThemeArg::Light => Self::Light,
            ThemeArg::Dark => Self::Dark,
            ThemeArg::HighContrast => Self::HighContrast,
            ThemeArg::System => Self::System,
        }
    }
}

/// A value that is not valid where it is used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidValue {
    /// The value of an environment variable.
    #[error("{0} has a value that cannot be used: fr or en is expected")]
    Variable(&'static str),
    /// A value in the configuration; the text contains its line.
    #[error("{0}")]
    Setting(String),
}

impl Args {
    /// Returns the connection options, completed from the environment.
    #[must_use]
    pub fn options(&self, env: &Environment) -> Options {
        Options {
            profile: self.profile.clone(),
            base_url: self.base_url.clone(),
            key_id: self.key_id.clone(),
            as_user: self.as_user.clone(),
            config_dir: self.config_dir.clone(),
            data_dir: self.data_dir.clone(),
            timeout: None,
        }
        .or_from_env(env)
    }

    /// Returns whether to use the embedded sandbox.
    #[must_use]
    pub fn demo(&self, env: &Environment) -> bool {
        self.demo || env.is_enabled("ENCOURS_DEMO")
    }

    /// Returns the language: from the option, `ENCOURS_LANG`, the setting or the system's locale.
    ///
    /// # Errors
    /// A variable or setting does not name a supported language.
    pub fn lang(&self, env: &Environment, file: Option<&ConfigFile>) -> Result<Lang, InvalidValue> {
        if let Some(choice) = self.lang {
            return Ok(match choice {
                LangChoice::Fr => Lang::Fr,
                LangChoice::En => Lang::En,
            });
        }
        if let Some(text) = env.get("ENCOURS_LANG") {
            return Lang::parse(text).ok_or(InvalidValue::Variable("ENCOURS_LANG"));
        }
        if let Some((file, text)) = file.and_then(|file| Some((file, file.settings().lang.as_deref()?))) {
            let wrong =
                || InvalidValue::Setting(file.invalid_choice_error("lang", text, "fr, en").to_string());
            return Lang::parse(text).ok_or_else(wrong);
        }
        Ok(Lang::from_locale(|name| env.get(name)))
    }

    /// Returns the theme: from the option or the setting, else the system's.
    ///
    /// # Errors
    /// The setting does not name a theme.
    pub fn theme(&self, file: Option<&ConfigFile>) -> Result<ThemeChoice, InvalidValue> {
        if let Some(theme) = self.theme {
            return Ok(theme.into());
        }
        let set = file.and_then(|file| Some((file, file.settings().theme.as_deref()?)));
        let Some((file, text)) = set else {
            return Ok(ThemeChoice::System);
        };
        // The terminal's name for it: both programs read the same file.
        if text.eq_ignore_ascii_case("mono") {
            return Ok(ThemeChoice::HighContrast);
        }
        let known = "light, dark, high-contrast, system";
        let wrong = |_| InvalidValue::Setting(file.invalid_choice_error("theme", text, known).to_string());
        ThemeArg::from_str(text, true).map(Into::into).map_err(wrong)
    }
}

/// Returns the configured accent, or the default one.
///
/// # Errors
/// The setting does not name an accent.
pub fn accent(file: Option<&ConfigFile>) -> Result<Accent, InvalidValue> {
    let set = file.and_then(|file| Some((file, file.settings().accent.as_deref()?)));
    let Some((file, text)) = set else {
        return Ok(Accent::default());
    };
    let wrong = |_| {
        InvalidValue::Setting(
            file.invalid_choice_error("accent", text, &Accent::allowed_values()).to_string(),
        )
    };
    text.parse().map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn env(variables: &[(&str, &str)]) -> Environment {
        variables.iter().copied().collect()
    }

    #[test]
    fn the_command_line_is_sound() {
        use clap::CommandFactory as _;
        Args::command().debug_assert();
    }

    #[test]
    fn options_win_over_the_environment() {
        let args =
            Args::parse_from(["encours-desktop", "--base-url", "http://127.0.0.1:1/v1", "--lang", "en"]);
        let env = env(&[
            ("ENCOURS_BASE_URL", "https://x.example/v1"),
            ("ENCOURS_KEY_ID", "k"),
            ("ENCOURS_LANG", "fr"),
        ]);
        let options = args.options(&env);
        assert_eq!(options.base_url.as_deref(), Some("http://127.0.0.1:1/v1"));
        assert_eq!(options.key_id.as_deref(), Some("k"));
        assert_eq!(args.lang(&env, None), Ok(Lang::En));
    }

    #[test]
    fn language_follows_the_most_specific_variable() {
        let args = Args::default();
        assert_eq!(args.lang(&env(&[("LANG", "fr_FR.UTF-8")]), None), Ok(Lang::Fr));
        let messages = [("LANG", "en_US.UTF-8"), ("LC_MESSAGES", "fr_FR.UTF-8")];
        assert_eq!(args.lang(&env(&messages), None), Ok(Lang::Fr));
        assert_eq!(args.lang(&env(&[("LANG", "fr_FR.UTF-8"), ("ENCOURS_LANG", "en")]), None), Ok(Lang::En));
        assert!(args.lang(&env(&[("ENCOURS_LANG", "klingon")]), None).is_err());
    }

    #[test]
    fn theme_follows_the_system_by_default() {
        assert_eq!(accent(None), Ok(Accent::default()));
        assert_eq!(Args::default().theme(None), Ok(ThemeChoice::System));
        let args = Args::parse_from(["encours-desktop", "--theme", "high-contrast"]);
        assert_eq!(args.theme(None), Ok(ThemeChoice::HighContrast));
    }

    #[test]
    fn invalid_setting_is_reported_with_file_and_line() {
        let file = |text| ConfigFile::parse("c.toml".as_ref(), text).unwrap();
        let args = Args::default();
        let error = args.lang(&env(&[]), Some(&file("[settings]\n\nlang = \"de\"\n")));
        assert_eq!(error.unwrap_err().to_string(), "c.toml:3: lang can’t be de. Allowed: fr, en");
        let error = args.theme(Some(&file("[settings]\ntheme = \"pink\"\n")));
        let error = error.unwrap_err().to_string();
        assert!(error.starts_with("c.toml:2: theme can’t be pink. "), "{error}");
        let fine = file("[settings]\nlang = \"fr\"\ntheme = \"dark\"\n");
        assert_eq!(args.lang(&env(&[]), Some(&fine)), Ok(Lang::Fr));
        assert_eq!(args.theme(Some(&fine)), Ok(ThemeChoice::Dark));
        let error = accent(Some(&file("[settings]\naccent = \"mauve\"\n"))).unwrap_err();
        assert!(error.to_string().starts_with("c.toml:2: accent can’t be mauve. "), "{error}");
        let accent_value = accent(Some(&file("[settings]\naccent = \"#0B5FB5\"\n"))).unwrap();
        assert_eq!(accent_value.to_string(), "#0b5fb5");
    }

    #[test]
    fn the_demo_is_an_option_or_a_variable() {
        assert!(Args::default().demo(&env(&[("ENCOURS_DEMO", "1")])));
        assert!(!Args::default().demo(&env(&[])));
    }
}

//! Options of the window, from the command line, the environment and the configuration.

use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::cx::overlay_types::ExportFormat;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::foundation::input::keymap_error::KeymapError;
use encours_core::app::tools::settings::settings::SettingsRead;
use encours_core::config::{ConfigError, ConfigFile, Environment, change_setting, setting_values};
use encours_core::configuration;
use encours_core::local_zone::local_zone;
use encours_core::text::Lang;
use encours_core::vocabulary::setting::SettingEdit;

use crate::args::{Args, InvalidValue, accent};

/// The reason why the options are invalid.
#[derive(Debug, thiserror::Error)]
pub enum OptionsError {
    /// The configuration cannot be read, or has no known path.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A key binding names an unknown action, or a key is bound twice.
    #[error(transparent)]
    Keys(#[from] KeymapError),
    /// A value that is not valid where it is used.
    #[error(transparent)]
    Value(#[from] InvalidValue),
}

/// Returns the configuration and its options. The demo reads none unless `--config-dir` names one.
///
/// # Errors
/// The configuration cannot be read or contains an invalid value.
pub fn load_options(args: &Args, env: &Environment) -> Result<(Option<ConfigFile>, Options), OptionsError> {
    // The demo uses no profile, so it ignores the default configuration; an explicitly named one applies.
    let file = if args.demo(env) && args.config_dir.is_none() {
        None
    } else {
        Some(ConfigFile::load(&args.options(env).paths()?.config_file())?)
    };
    let options = options(args, env, file.as_ref())?;
    Ok((file, options))
}

/// Returns the initial options and key bindings of the window.
///
/// # Errors
/// A value or a key binding is invalid.
pub fn options(args: &Args, env: &Environment, file: Option<&ConfigFile>) -> Result<Options, OptionsError> {
    let keymap = match file {
        Some(file) => Keymap::with_custom(FrontEnd::Window, &file.settings().keys)?,
        None => Keymap::defaults(FrontEnd::Window)?,
    };
    let mut options = Options::new(args.lang(env, file)?, keymap, local_zone());
    options.theme = args.theme(file)?;
    options.accent = accent(file)?;
    options.demo = args.demo(env);
    options.split_view = true;
    options.export_formats = ExportFormat::ALL.to_vec();
    options.export_dir = default_export_dir();
    configuration::apply(file.unwrap_or(&ConfigFile::default()), env, &mut options);
    options.config_file = file.map(|file| file.path().display().to_string());
    Ok(options)
}

/// Reads the configuration, after changing a setting in it if given.
///
/// # Errors
/// The file cannot be read, or the change is rejected; the error is the reason, and the file is unchanged.
pub fn read_settings(
    args: &Args,
    env: &Environment,
    edit: Option<&SettingEdit>,
    lang: Lang,
) -> Result<SettingsRead, String> {
    let path = args.options(env).paths().map_err(|error| error.to_string())?.config_file();
    let check = |file: &ConfigFile| options(args, env, Some(file)).map_err(|error| error.to_string());
    let changed = change_setting(&path, edit, lang, check);
    let (file, options) = changed.map_err(|error| error.text(lang, ToString::to_string))?;
    let (values, rules) = (setting_values(&file, env), file.rule_config());
    Ok(SettingsRead { values, options: Box::new(options), rules })
}

/// Returns the default folder for exports: the downloads folder if it exists, else the home directory.
fn default_export_dir() -> String {
    let Some(home) = std::env::home_dir() else {
        return String::new();
    };
    let candidates = ["Downloads", "Téléchargements"].map(|name| home.join(name));
    let export_dir = candidates.into_iter().find(|export_dir| export_dir.is_dir()).unwrap_or(home);
    format!("{}{}", export_dir.display(), std::path::MAIN_SEPARATOR)
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use encours_core::app::foundation::cx::overlay_types::ThemeChoice;
    use encours_core::app::screens::views::samples::sample_probabilities;

    use super::*;

    #[test]
    fn demo_loads_only_an_explicitly_named_configuration() {
        let dir = tempfile::tempdir().unwrap();
        let dir_path = dir.path().display().to_string();
        std::fs::write(
            dir.path().join("config.toml"),
            "[settings]\nlang = \"fr\"\ntheme = \"dark\"\n[pipeline.probability]\nic = 1\n",
        )
        .unwrap();
        let env: Environment =
            [("ENCOURS_CONFIG_DIR", dir_path.as_str()), ("LANG", "en_US.UTF-8")].into_iter().collect();
        let start_with = |more: &[&str]| {
            let line = ["encours-desktop", "--demo"].iter().chain(more);
            load_options(&Args::parse_from(line), &env).unwrap()
        };
        let (file, options) = start_with(&["--config-dir", &dir_path]);
        assert!(file.is_some());
        assert_eq!((options.lang, options.theme), (Lang::Fr, ThemeChoice::Dark));
        assert_eq!(
            options.probabilities,
            sample_probabilities(),
            "the demo must have its sample probabilities"
        );
        let (file, options) = start_with(&[]);
        assert!(file.is_none());
        assert_eq!((options.lang, options.theme), (Lang::En, ThemeChoice::System));
    }
}

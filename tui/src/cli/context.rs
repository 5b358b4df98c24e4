//! Context of every command: options, environment and outputs.

use std::io::{self, BufWriter, IsTerminal as _};
use std::sync::Arc;

use encours_core::config::{ConfigFile, Environment, Options};
use encours_core::contract::Record;
use encours_core::error::Error;
use encours_core::local_zone::local_zone;
use encours_core::model::entry_rules::EntryRules;
use encours_core::text::{Lang, number};
use encours_core::vocabulary::Thresholds;
use jiff::Timestamp;
use secrecy::SecretString;

use super::args::{CliLang, Global, OutputFormat};
use super::error_message;
use super::failure::CommandResult;
use super::output::{Out, OutputKind, OutputStyle};
use super::report::Report;
use crate::theme::ColorMode;

/// Context of a command.
pub struct CommandContext {
    /// The global options.
    pub global: Global,
    /// The environment.
    pub env: Environment,
    /// Names under which the user owns deals.
    pub user_names: Vec<String>,
    /// Your organisation's thresholds for each metric.
    pub thresholds: Thresholds,
    /// Sign of the entity's currency.
    pub currency: Option<String>,
    /// Your organisation's rules for entering a status.
    pub entry_rules: EntryRules,
    /// Passphrase that the user has just set, kept to avoid a second prompt.
    pub passphrase: Option<SecretString>,
    /// Output for results.
    pub out: Out,
    /// Output for errors and remarks.
    pub report: Report,
}

impl CommandContext {
    /// Determines format, language and colours.
    ///
    /// # Errors
    /// A variable or a setting has an invalid value.
    pub fn new(global: Global, env: Environment) -> Result<Self, Error> {
        let terminal = io::stdout().is_terminal();
        let format = format(&global, &env, terminal)?;
        let file = file(&global, &env);
        let lang = lang(&global, &env, file.as_ref())?;
        let plain_spaces = file.as_ref().is_some_and(|file| file.settings().plain_spaces);
        let file = file.filter(|_| !uses_demo_settings(&global, &env));
        let bands = file.as_ref().map(ConfigFile::thresholds).unwrap_or_default();
        let entry_rules = file.as_ref().map(|file| file.entry_rules().clone()).unwrap_or_default();
        let working_days = file.as_ref().and_then(ConfigFile::working_days);
        let settings = file.map(|file| file.settings().clone());
        let currency = settings.as_ref().and_then(|settings| settings.currency.as_deref());
        let currency = currency.map(number::currency_sign);
        let me = settings.map(|settings| settings.me).unwrap_or_default();
        let width = terminal.then(|| crate::terminal::size().0.into());
        let color = |terminal| color(&global, &env, terminal);
        let style = OutputStyle {
            format,
            lang,
            zone: local_zone(),
            width,
            terminal,
            color: color(terminal),
            links: terminal && supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout),
            has_plain_spaces: plain_spaces,
            now: Timestamp::now(),
            local_deals: Arc::default(),
            working_days,
        };
        let report = Report::new(format, lang, color(io::stderr().is_terminal()));
        let out = Out::new(Box::new(BufWriter::new(io::stdout())), style);
        Ok(Self {
            global,
            env,
            user_names: me,
            thresholds: bands,
            currency,
            entry_rules,
            passphrase: None,
            out,
            report,
        })
    }

    /// Returns the connection options, completed from the environment.
    pub fn options(&self) -> Options {
        Options {
            profile: self.global.profile.clone(),
            base_url: self.global.base_url.clone(),
            key_id: self.global.key_id.clone(),
            as_user: self.global.as_user.clone(),
            config_dir: self.global.config_dir.clone(),
            data_dir: self.global.data_dir.clone(),
            timeout: self.global.timeout,
        }
        .or_from_env(&self.env)
    }

    /// Rejects contradictory options.
    ///
    /// # Errors
    /// `--demo-deals` without the demo: the command would go to the configured service.
    pub fn check_consistent(&self) -> Result<(), Error> {
        if self.global.demo_deals.is_some() && !self.is_demo() {
            return Err(error_message::usage("usage-demo-deals", &[]));
        }
        Ok(())
    }

    /// Prints a list of records, and a remark if it is empty.
    pub(super) fn print_list(
        &mut self,
        kind: OutputKind,
        records: impl IntoIterator<Item = Record>,
    ) -> CommandResult {
        let mut list = self.out.list(kind);
        list.push_page(records)?;
        if list.finish()? == 0 {
            self.remark_empty();
        }
        Ok(())
    }

    /// Tells terminal users that a list is empty.
    pub(super) fn remark_empty(&self) {
        self.report.remark(&self.report.messages().get("cli-empty"));
    }

    /// True if the demo server is to be used.
    pub fn is_demo(&self) -> bool {
        self.global.demo || self.env.is_enabled("ENCOURS_DEMO")
    }

    /// True if only language and spaces of the configuration apply.
    pub fn uses_demo_settings(&self) -> bool {
        uses_demo_settings(&self.global, &self.env)
    }
}

fn uses_demo_settings(global: &Global, env: &Environment) -> bool {
    (global.demo || env.is_enabled("ENCOURS_DEMO")) && global.config_dir.is_none()
}

/// Returns report and language for a command line that was only pre-scanned. Invalid values are ignored.
pub(super) fn from_prescan(global: &Global, env: &Environment) -> (Report, Lang) {
    let lang = lang(global, env, file(global, env).as_ref()).unwrap_or(Lang::En);
    let format = format(global, env, io::stdout().is_terminal()).unwrap_or(OutputFormat::Table);
    let color = color(global, env, io::stderr().is_terminal());
    (Report::new(format, lang, color), lang)
}

/// Returns the requested format, else a table on a terminal and JSON in a pipe.
pub(super) fn format(global: &Global, env: &Environment, terminal: bool) -> Result<OutputFormat, Error> {
    let named = env.get("ENCOURS_FORMAT");
    match (global.format, named) {
        (Some(format), _) => Ok(format),
        (None, Some(name)) => {
            parse_choice(name).ok_or_else(|| unusable_value("ENCOURS_FORMAT", "table, json, ndjson, csv"))
        }
        (None, None) if terminal => Ok(OutputFormat::Table),
        (None, None) => Ok(OutputFormat::Json),
    }
}

/// Returns the language of an option, a variable, the file or the locale.
pub(super) fn lang(global: &Global, env: &Environment, file: Option<&ConfigFile>) -> Result<Lang, Error> {
    if let Some(choice) = global.lang {
        return Ok(match choice {
            CliLang::Fr => Lang::Fr,
            CliLang::En => Lang::En,
        });
    }
    let exact = |name: &str, text: &str| Lang::parse(text).ok_or_else(|| unusable_value(name, "fr, en"));
    if let Some(text) = env.get("ENCOURS_LANG") {
        return exact("ENCOURS_LANG", text);
    }
    if let Some(lang) = file.map(lang_of).transpose()?.flatten() {
        return Ok(lang);
    }
    Ok(Lang::from_locale(|name| env.get(name)))
}

/// Returns the language that the file sets, if any.
///
/// # Errors
/// The language is not supported; the error names the line.
pub(super) fn lang_of(file: &ConfigFile) -> Result<Option<Lang>, Error> {
    let Some(text) = file.settings().lang.as_deref() else {
        return Ok(None);
    };
    let known = Lang::parse(text);
    known.map(Some).ok_or_else(|| file.invalid_choice_error("lang", text, "fr, en"))
}

fn color(global: &Global, env: &Environment, terminal: bool) -> bool {
    match global.color.unwrap_or_default() {
        ColorMode::Always => true,
        ColorMode::Never => false,
        ColorMode::Auto if env.get("NO_COLOR").is_some() => false,
        ColorMode::Auto => env.is_enabled("CLICOLOR_FORCE") || terminal && env.get("TERM") != Some("dumb"),
    }
}

/// Returns the configuration if it can be read. If not, the command that needs it reports the error.
fn file(global: &Global, env: &Environment) -> Option<ConfigFile> {
    let options = Options { config_dir: global.config_dir.clone(), ..Options::default() }.or_from_env(env);
    ConfigFile::load(&options.paths().ok()?.config_file()).ok()
}

fn parse_choice<T: clap::ValueEnum>(name: &str) -> Option<T> {
    T::from_str(name, true).ok()
}

fn unusable_value(name: &str, expected: &str) -> Error {
    error_message::usage("usage-variable", &[("name", name), ("expected", expected)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn env(variables: &[(&str, &str)]) -> Environment {
        variables.iter().copied().collect()
    }

    #[test]
    fn a_pipe_gets_json_and_a_terminal_a_table() {
        let global = Global::default();
        assert_eq!(format(&global, &env(&[]), true).unwrap(), OutputFormat::Table);
        assert_eq!(format(&global, &env(&[]), false).unwrap(), OutputFormat::Json);
        assert_eq!(format(&global, &env(&[("ENCOURS_FORMAT", "csv")]), true).unwrap(), OutputFormat::Csv);
        assert!(format(&global, &env(&[("ENCOURS_FORMAT", "xml")]), true).is_err());
    }

    #[test]
    fn language_comes_from_the_most_specific_setting() {
        let global = Global::default();
        let set = |text: &str| ConfigFile::parse("c.toml".as_ref(), text).unwrap();
        let of = |variables: &[(&str, &str)], file: Option<&ConfigFile>| {
            lang(&global, &env(variables), file).unwrap()
        };
        assert_eq!(of(&[("LANG", "fr_FR.UTF-8")], None), Lang::Fr);
        assert_eq!(of(&[("LANG", "fr_FR.UTF-8"), ("LC_ALL", "C")], None), Lang::En);
        assert_eq!(of(&[("LANG", "C"), ("LC_MESSAGES", "fr_FR.UTF-8")], None), Lang::Fr);
        assert_eq!(of(&[("LANG", "C"), ("ENCOURS_LANG", "fr")], None), Lang::Fr);
        let french = set("[settings]\nlang = \"fr\"\n");
        assert_eq!(of(&[("LANG", "C")], Some(&french)), Lang::Fr);
        let wrong = lang(&global, &env(&[]), Some(&set("[settings]\n\nlang = \"de\"\n"))).unwrap_err();
        let message = crate::cli::report::message(&wrong, encours_core::text::Messages::new(Lang::En));
        assert_eq!(message, "c.toml:3: lang can’t be de. Allowed: fr, en");
        assert!(lang(&global, &env(&[("ENCOURS_LANG", "de")]), None).is_err());
        let global = Global { lang: Some(CliLang::En), ..Global::default() };
        assert_eq!(lang(&global, &env(&[("ENCOURS_LANG", "fr")]), None).unwrap(), Lang::En);
    }

    #[test]
    fn demo_ignores_limits_of_the_configuration() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("config.toml"), "[limits]\nltv = [0.1, 0.2]\n").unwrap();
        let home = dir.path().to_str().unwrap();
        let env = env(&[("ENCOURS_CONFIG_DIR", home), ("ENCOURS_DATA_DIR", home)]);
        let demo = Global { demo: true, ..Global::default() };
        let named = Global { config_dir: Some(dir.path().to_owned()), ..demo.clone() };
        let is_default = |global: &Global| {
            CommandContext::new(global.clone(), env.clone()).unwrap().thresholds == Thresholds::default()
        };
        assert_eq!([&Global::default(), &demo, &named].map(is_default), [false, true, false]);
    }

    #[test]
    fn colours_follow_the_common_variables() {
        let auto = Global::default();
        assert!(color(&auto, &env(&[]), true));
        assert!(!color(&auto, &env(&[]), false));
        assert!(!color(&auto, &env(&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]), true));
        assert!(color(&auto, &env(&[("CLICOLOR_FORCE", "1")]), false));
        assert!(!color(&auto, &env(&[("TERM", "dumb")]), true));
        let always = Global { color: Some(ColorMode::Always), ..Global::default() };
        assert!(color(&always, &env(&[("NO_COLOR", "1")]), false));
    }
}

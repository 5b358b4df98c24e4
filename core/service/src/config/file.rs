//! Reading of `config.toml`. A missing file counts as empty; typing errors are reported, never ignored.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rust_decimal::Decimal;
use serde::Deserialize;
use toml_edit::TableLike;

use super::error::ConfigError;
use super::pipeline::PipelineSettings;
use super::profile::{Profile, ProfileName};
use super::settings::Settings;
use super::thresholds::OrgThresholds;
use crate::contract::UserId;
use crate::contract::base_url::BaseUrl;
use crate::error::{Error, ErrorKind};
use crate::files;
use crate::local_zone::local_zone;
use crate::model::entry_rules::EntryRules;
use crate::query::WorkingDays;
use crate::vocabulary::{StatusOrder, Thresholds};

/// The parsed configuration file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ConfigFile {
    path: PathBuf,
    default_profile: Option<ProfileName>,
    profiles: BTreeMap<ProfileName, Profile>,
    settings: Settings,
    pipeline: PipelineSettings,
    thresholds: OrgThresholds,
    /// Rules as written; each is parsed alone.
    pub(super) rules: BTreeMap<String, toml::Value>,
    /// Source text, to find line numbers.
    pub(super) text: String,
    /// Files to read before this one.
    pub(super) include: Vec<String>,
    /// Files that were read, lowest layer first.
    pub(super) layers: Vec<PathBuf>,
    /// Content of all layers.
    pub(super) merged: toml::Table,
}

/// Lists a table's own values in one line, then its subtables.
fn collect_values(name: &str, table: &toml::Table, values: &mut Vec<(String, String)>) {
    let plain_value = |(key, value): (&String, &toml::Value)| match &**key {
        "credential_command" | "proxy" => format!("{key} = …"),
        _ => format!("{key} = {value}"),
    };
    let (tables, own_values): (Vec<_>, Vec<_>) = table.iter().partition(|(_, value)| value.is_table());
    if !own_values.is_empty() {
        let own_values: Vec<String> = own_values.into_iter().map(plain_value).collect();
        values.push((name.to_owned(), own_values.join(", ")));
    }
    for (key, value) in tables {
        let inner = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
        if let Some(table) = value.as_table() {
            collect_values(&inner, table, values);
        }
    }
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawConfig {
    default_profile: Option<String>,
    include: Vec<String>,
    profiles: BTreeMap<String, Profile>,
    settings: Settings,
    pipeline: PipelineSettings,
    limits: OrgThresholds,
    rules: BTreeMap<String, toml::Value>,
}

impl ConfigFile {
    /// Parses the text of the file; `path` is for messages.
    pub fn parse(path: &Path, text: &str) -> Result<Self, ConfigError> {
        let syntax = |reason| ConfigError::Syntax { path: path.to_owned(), reason };
        let raw: RawConfig = toml::from_str(text).map_err(|error| syntax(parse_error_line(text, &error)))?;
        Self::from_raw(path, raw, text.to_owned())
    }

    pub(super) fn from_raw(path: &Path, raw: RawConfig, text: String) -> Result<Self, ConfigError> {
        let mut profiles = BTreeMap::new();
        for (name, profile) in raw.profiles {
            profiles.insert(name.parse()?, profile);
        }
        let default_profile = raw.default_profile.map(|name| name.parse()).transpose()?;
        Ok(Self {
            path: path.to_owned(),
            default_profile,
            profiles,
            settings: raw.settings,
            pipeline: raw.pipeline,
            thresholds: raw.limits,
            rules: raw.rules,
            include: raw.include,
            text,
            ..Self::default()
        })
    }

    /// Returns the content of all layers table by table, with possible secrets removed.
    pub fn plain_content(&self) -> Vec<(String, String)> {
        let mut values = Vec::new();
        collect_values("", &self.merged, &mut values);
        values
    }

    /// Returns the files that were read, lowest layer first.
    pub fn layers(&self) -> &[PathBuf] {
        &self.layers
    }

    /// Returns the line that sets a name under `[settings]`, counted from 1.
    pub fn line_of_setting(&self, name: &str) -> Option<usize> {
        find_line(&self.text, &["settings", name])
    }

    /// Returns the error for an unknown value of a setting, with its file and line.
    pub fn invalid_choice_error(&self, name: &str, value: &str, choices: &str) -> Error {
        let location = self.path().display().to_string();
        let line = self.line_of_setting(name).unwrap_or(1).to_string();
        let args = [
            ("file", location.as_str()),
            ("line", &line),
            ("name", name),
            ("value", value),
            ("known", choices),
        ];
        Error::localized(ErrorKind::Usage, "usage-config-choice", &args)
    }

    /// Returns the lines that bind the given actions, counted from 1, in file order.
    pub fn lines_of_keys(&self, actions: &[impl AsRef<str>]) -> Vec<usize> {
        let mut lines: Vec<usize> = actions
            .iter()
            .map(AsRef::as_ref)
            .filter_map(|action| {
                let (area, name) = action.split_once('.').unwrap_or_default();
                find_line(&self.text, &["settings", "keys", action])
                    .or_else(|| find_line(&self.text, &["settings", "keys", area, name]))
            })
            .collect();
        lines.sort_unstable();
        lines
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the default profile name: `default_profile`, else `default` if that profile exists.
    pub fn default_profile(&self) -> Option<ProfileName> {
        self.default_profile.clone().or_else(|| {
            self.profiles.keys().find(|name| name.as_str() == super::profile::DEFAULT_PROFILE).cloned()
        })
    }

    /// Returns one profile.
    ///
    /// # Errors
    /// [`ConfigError::UnknownProfile`], which lists the existing ones.
    pub fn profile(&self, name: &ProfileName) -> Result<&Profile, ConfigError> {
        self.profiles.get(name).ok_or_else(|| ConfigError::UnknownProfile {
            name: name.to_string(),
            path: self.path.clone(),
            known: self.profiles.keys().map(ToString::to_string).collect(),
        })
    }

    /// Iterates over all profiles, sorted by name.
    pub fn profiles(&self) -> impl Iterator<Item = (&ProfileName, &Profile)> {
        self.profiles.iter()
    }

    /// Returns the distinct users that the profiles of a key at a service name.
    ///
    /// Invalid user ids are skipped; using such a profile reports them.
    pub fn users_of(&self, base_url: &BaseUrl, key_id: &str) -> Vec<UserId> {
        let of_key = |profile: &&Profile| {
            let profile_url = profile.base_url.as_deref().map(BaseUrl::parse);
            matches!(profile_url, Some(Ok(own)) if own == *base_url)
                && profile.key_id.as_deref() == Some(key_id)
        };
        let mut users: Vec<UserId> = self
            .profiles
            .values()
            .filter(of_key)
            .filter_map(|profile| UserId::new(profile.as_user.as_deref()?).ok())
            .collect();
        users.sort();
        users.dedup();
        users
    }

    /// Returns the order of the columns.
    pub fn status_order(&self) -> &StatusOrder {
        &self.pipeline.order
    }

    /// Returns the entry rules: the requirements of each status for a deal that enters it.
    pub fn entry_rules(&self) -> &EntryRules {
        &self.pipeline.entry
    }

    /// Returns the working days in the local time zone, if ages count only these.
    pub fn working_days(&self) -> Option<Arc<WorkingDays>> {
        self.pipeline.working_days.then(|| Arc::new(WorkingDays::new(local_zone())))
    }

    /// Returns the probability of closing in percent, by status code, as configured for your organisation.
    pub fn probabilities(&self) -> &BTreeMap<String, Decimal> {
        &self.pipeline.probability
    }

    /// Returns the thresholds of the metrics and the tolerances of sums.
    ///
    /// Defaults apply where the file sets none.
    pub fn thresholds(&self) -> Thresholds {
        self.thresholds.thresholds()
    }

    /// Returns language, appearance, keys and the user's names.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }
}

/// Reads the text of the file; returns `None` if it does not exist.
pub fn read_text(path: &Path) -> Result<Option<String>, ConfigError> {
    match files::read_text(path, files::MAX_USER_FILE) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            // A dangling link means that the file exists elsewhere: a disk is not mounted, or the file has moved.
            let link = path.ancestors().find(|ancestor| ancestor.is_symlink() && !ancestor.exists());
            link.map_or(Ok(None), |link| {
                Err(ConfigError::Link {
                    link: link.to_owned(),
                    to: std::fs::read_link(link).unwrap_or_default(),
                })
            })
        }
        Err(source) => Err(ConfigError::Read { path: path.to_owned(), source }),
    }
}

/// Returns the line that sets the last name within the tables named before it.
///
/// Any TOML notation is recognised.
pub(super) fn find_line(text: &str, names: &[&str]) -> Option<usize> {
    let document = toml_edit::Document::parse(text).ok()?;
    let (last, tables) = names.split_last()?;
    let mut table: &dyn TableLike = document.as_table();
    for name in tables {
        table = table.get(name)?.as_table_like()?;
    }
    let (key, _) = table.get_key_value(last)?;
    Some(text.get(..key.span()?.start)?.matches('\n').count() + 1)
}

/// Returns reason and position of an error, without the excerpt.
///
/// The file may contain text that a terminal or a log must not show.
fn parse_error_line(text: &str, error: &toml::de::Error) -> String {
    let reason = error.message().lines().collect::<Vec<_>>().join("; ");
    let Some(before) = error.span().and_then(|span| text.get(..span.start)) else {
        return reason;
    };
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    format!("line {line}, column {column}: {reason}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: &str = "config.toml";

    fn parse(text: &str) -> Result<ConfigFile, ConfigError> {
        ConfigFile::parse(Path::new(PATH), text)
    }

    #[test]
    fn config_file_reads_settings_and_profiles() {
        let file = parse(
            r#"
            default_profile = "acme"
            [settings]
            lang = "fr"
            keys = { "next-screen" = ["Tab", "Ctrl+N"] }
            [profiles.acme]
            base_url = "https://api.example.com/v1"
            key_id = "k-1"
            as_user = "u-7"
            credential_command = "vault read token"
            [profiles.other]
            "#,
        )
        .unwrap();
        assert_eq!(file.default_profile().unwrap().as_str(), "acme");
        let acme = file.profile(&"acme".parse().unwrap()).unwrap();
        assert_eq!(acme.key_id.as_deref(), Some("k-1"));
        assert_eq!(acme.credential_command.as_deref(), Some("vault read token"));
        assert_eq!(file.settings().keys["next-screen"].len(), 2);
        assert_eq!(file.profiles().count(), 2);
    }

    #[test]
    fn bindings_are_found_with_their_lines() {
        let text = "[settings.keys]\nedit-task = [\"e\"]\n\"deal.copy\" = [\"Y\"]\n[settings.keys.tasks]\n# edit-task\nedit-task = [\"f2\"]\n";
        let file = parse(text).unwrap();
        let lines = |name: &str| file.lines_of_keys(&[name]);
        assert_eq!(lines("edit-task"), [2]);
        assert_eq!(lines("deal.copy"), [3]);
        assert_eq!(lines("tasks.edit-task"), [6]);
        assert_eq!(lines("tasks.move-to"), [] as [usize; 0]);
        let text = "\u{feff}profiles.lang.key_id = 'k'\r\n\r\nsettings.keys.quit = ['f9'] # edit-task = 1\r\nsettings.keys.tasks.edit-task = ['f2']\r\n";
        let file = parse(text).unwrap();
        assert_eq!(file.lines_of_keys(&["quit", "tasks.edit-task"]), [3, 4]);
    }

    #[test]
    fn setting_line_is_found_in_every_table_form() {
        for text in [
            "\n[settings]\n\nlang = 'de'\n",
            "profiles.lang.as_user = \"\"\"\nlang = 'fr'\"\"\"\n\nsettings.\"lang\" = 'de'\n",
            "\n\nsettings = { theme = 'dark',\n lang = 'de' }\n",
            "\u{feff}\r\n\r\n\r\nsettings . lang = 'de'\r\n",
        ] {
            let file = parse(text).unwrap();
            assert_eq!(file.line_of_setting("lang"), Some(4), "{text:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn dangling_link_is_an_error_not_a_missing_file() {
        let dir = tempfile::tempdir().unwrap();
        let (link, folder) = (dir.path().join(PATH), dir.path().join("folder"));
        std::os::unix::fs::symlink("unmounted/config.toml", &link).unwrap();
        std::os::unix::fs::symlink("/no/such/folder", &folder).unwrap();
        for path in [&link, &folder.join(PATH)] {
            let error = ConfigFile::load(path).unwrap_err();
            assert!(matches!(&error, ConfigError::Link { .. }), "{error}");
            assert!(error.to_string().contains("is a link to"), "{error}");
        }
    }

    #[test]
    fn default_profile_is_used_only_if_it_exists() {
        assert_eq!(parse("").unwrap().default_profile(), None);
        assert_eq!(parse("[profiles.default]").unwrap().default_profile().unwrap().as_str(), "default");
    }

    #[test]
    fn a_typing_error_is_an_error_with_its_place() {
        let error = parse("[profiles.acme]\nbase-url = \"x\"\n").unwrap_err().to_string();
        assert!(error.starts_with("config.toml: line 2, column 1: unknown field"), "{error}");
        assert!(!error.contains('\n'), "{error}");
        assert!(parse("[profiles.'a/b']").is_err());
        assert!(parse("= 1").is_err());
    }

    #[test]
    fn an_unknown_profile_names_those_there_are() {
        let file = parse("[profiles.acme]\n[profiles.other]").unwrap();
        let error = file.profile(&"acmé".replace('é', "e2").parse().unwrap()).unwrap_err().to_string();
        assert!(error.contains("acme, other"), "{error}");
    }

    #[test]
    fn missing_file_is_empty_but_unreadable_file_fails() {
        let dir = tempfile::tempdir().unwrap();
        let missing = ConfigFile::load(&dir.path().join(PATH)).unwrap();
        assert_eq!(missing.profiles().count(), 0);
        assert!(matches!(ConfigFile::load(dir.path()), Err(ConfigError::Read { .. })));
    }
}

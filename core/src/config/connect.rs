//! From options, environment and profile to one connection: which service, which key, where its secret is, and
//! where its data are kept.
//!
//! Both front ends start here, so that the same words mean the same key in each. Nothing is opened or sent.

use std::path::PathBuf;
use std::time::Duration;

use secrecy::SecretString;
use sha2::{Digest as _, Sha256};

use super::env::Environment;
use super::error::ConfigError;
use super::file::ConfigFile;
use super::paths::Paths;
use super::profile::{DEFAULT_DELEGATED_HEADER, Profile, ProfileName};
use crate::contract::UserId;
use crate::contract::base_url::BaseUrl;

/// What a person said about the connection, on the command line or in the environment. All of it is optional.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Which configured key.
    pub profile: Option<String>,
    /// Address of the service, ending with `/v1`.
    pub base_url: Option<String>,
    /// Public key identifier.
    pub key_id: Option<String>,
    /// Delegated user of `/users/me/...`.
    pub as_user: Option<String>,
    /// Instead of the platform's configuration directory.
    pub config_dir: Option<PathBuf>,
    /// Instead of the platform's data directory.
    pub data_dir: Option<PathBuf>,
    /// Bound of a whole call.
    pub timeout: Option<Duration>,
}

impl Options {
    /// These options, and the environment's `ENCOURS_*` for those that were not given.
    #[must_use]
    pub fn or_environment(mut self, env: &Environment) -> Self {
        let text = |mine: &mut Option<String>, name| {
            if mine.is_none() {
                *mine = env.get(name).map(str::to_owned);
            }
        };
        text(&mut self.profile, "ENCOURS_PROFILE");
        text(&mut self.base_url, "ENCOURS_BASE_URL");
        text(&mut self.key_id, "ENCOURS_KEY_ID");
        text(&mut self.as_user, "ENCOURS_AS_USER");
        let path = |mine: &mut Option<PathBuf>, name| {
            if mine.is_none() {
                *mine = env.get(name).map(PathBuf::from);
            }
        };
        path(&mut self.config_dir, "ENCOURS_CONFIG_DIR");
        path(&mut self.data_dir, "ENCOURS_DATA_DIR");
        self
    }

    /// Where configuration and data are.
    pub fn paths(&self) -> Result<Paths, ConfigError> {
        Paths::resolve(self.config_dir.as_deref(), self.data_dir.as_deref())
    }
}

/// Where the raw secret comes from. First the environment, then the profile's command, then the keyring.
#[derive(Clone)]
pub enum SecretSource {
    /// Already at hand: `ENCOURS_SECRET`, or the embedded sandbox's own.
    Given(SecretString),
    /// A program and its arguments that print a token response.
    Command(Vec<String>),
    /// The system keyring's entry of this address and key.
    Keyring,
}

/// Where it comes from, never what it is.
impl std::fmt::Debug for SecretSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Given(_) => "Given(hidden)",
            Self::Command(_) => "Command",
            Self::Keyring => "Keyring",
        })
    }
}

/// One key at one service, ready to be used.
#[derive(Debug, Clone)]
pub struct Connection {
    /// The profile it comes from; `None` for a key given by options or environment alone.
    pub profile: Option<ProfileName>,
    /// Address of the service.
    pub base_url: BaseUrl,
    /// Public key identifier.
    pub key_id: String,
    /// Where the secret comes from.
    pub secret: SecretSource,
    /// Delegated user, if one is named.
    pub as_user: Option<UserId>,
    /// Name of the header that carries the delegated user.
    pub delegated_header: String,
    /// PEM files with certificate authorities to trust besides the platform's own.
    pub extra_roots: Vec<PathBuf>,
    /// The directory of this key's store. Not made yet.
    pub store: PathBuf,
}

impl Connection {
    /// Resolves options (with the environment already laid under them, see [`Options::or_environment`]) and
    /// configuration. `env` gives `ENCOURS_SECRET` alone.
    pub fn resolve(options: &Options, env: &Environment, file: &ConfigFile) -> Result<Self, ConfigError> {
        let paths = options.paths()?;
        let name = match &options.profile {
            Some(name) => Some(name.parse()?),
            None => file.default_profile(),
        };
        // A default that is named but not there yet is an error as well: it is a typing error.
        let (name, profile) = match name {
            Some(name) => {
                let profile = file.profile(&name)?.clone();
                (Some(name), profile)
            }
            None => (None, Profile::default()),
        };
        let chosen = |option: &Option<String>, own: &Option<String>| option.clone().or_else(|| own.clone());
        let base_url = chosen(&options.base_url, &profile.base_url).ok_or(ConfigError::NoBaseUrl)?;
        let base_url = BaseUrl::parse(&base_url)?;
        let key_id = chosen(&options.key_id, &profile.key_id).ok_or(ConfigError::NoKeyId)?;
        let as_user = chosen(&options.as_user, &profile.as_user)
            .map(|user| user_id(&user))
            .transpose()?;
        let same_service = profile
            .base_url
            .as_deref()
            .map(BaseUrl::parse)
            .transpose()?
            .as_ref()
            == Some(&base_url);
        let same_key = profile.key_id.as_deref() == Some(key_id.as_str());
        // The store is the profile's while the service is: a renewed key keeps what waits in the outbox, but
        // another address must never see it.
        let store = match &name {
            Some(name) if same_service => paths.profile_store(name),
            _ => paths.key_store(&store_name(&base_url, &key_id)),
        };
        let secret = match (env.get("ENCOURS_SECRET"), profile.credential_command) {
            (Some(secret), _) => SecretSource::Given(SecretString::from(secret)),
            // The command answers for the profile's own service and key; it says nothing about others.
            (None, Some(command)) if same_service && same_key => SecretSource::Command(command),
            (None, _) => SecretSource::Keyring,
        };
        Ok(Self {
            profile: name,
            base_url,
            key_id,
            secret,
            as_user,
            delegated_header: profile
                .delegated_header
                .unwrap_or_else(|| DEFAULT_DELEGATED_HEADER.to_owned()),
            extra_roots: profile.extra_roots,
            store,
        })
    }

    /// The connection to an embedded sandbox; touches no profile. `store` is a directory of its own.
    pub fn demo(
        base_url: &str,
        key_id: &str,
        secret: SecretString,
        as_user: Option<&str>,
        store: PathBuf,
    ) -> Result<Self, ConfigError> {
        Ok(Self {
            profile: None,
            base_url: BaseUrl::parse(base_url)?,
            key_id: key_id.to_owned(),
            secret: SecretSource::Given(secret),
            as_user: as_user.map(user_id).transpose()?,
            delegated_header: DEFAULT_DELEGATED_HEADER.to_owned(),
            extra_roots: Vec::new(),
            store,
        })
    }

    /// What to call this connection in a title: the profile's name, else the host's.
    #[must_use]
    pub fn label(&self) -> String {
        let origin = self.base_url.origin();
        let host = origin.split_once("://").map_or(origin, |(_, host)| host);
        self.profile
            .as_ref()
            .map_or_else(|| host.to_owned(), ToString::to_string)
    }
}

fn user_id(text: &str) -> Result<UserId, ConfigError> {
    UserId::new(text).map_err(|error| ConfigError::Value {
        name: "--as-user".to_owned(),
        value: text.chars().filter(|c| !c.is_control()).take(80).collect(),
        expected: error.to_string(),
    })
}

/// A directory name for a key without a profile: the same for the same address and key, and for no other.
fn store_name(base_url: &BaseUrl, key_id: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(base_url.as_str());
    hash.update([0]);
    hash.update(key_id);
    let mut name = String::with_capacity(32);
    for byte in hash.finalize().iter().take(16) {
        for nibble in [byte >> 4, byte & 0xf] {
            name.extend(char::from_digit(u32::from(nibble), 16));
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    const URL: &str = "https://api.example.com/v1";

    fn file(text: &str) -> ConfigFile {
        ConfigFile::parse(Path::new("config.toml"), text).unwrap()
    }

    fn acme() -> ConfigFile {
        file(
            "[profiles.acme]\nbase_url = 'https://api.example.com/v1'\nkey_id = 'k-1'\nas_user = 'u-1'\n\
             credential_command = ['vault']\n",
        )
    }

    fn resolve(options: Options, env: &[(&str, &str)], file: &ConfigFile) -> Result<Connection, ConfigError> {
        let env: Environment = env.iter().copied().collect();
        let options = Options {
            config_dir: Some("/c".into()),
            data_dir: Some("/d".into()),
            ..options
        };
        Connection::resolve(&options.or_environment(&env), &env, file)
    }

    fn named(profile: &str) -> Options {
        Options {
            profile: Some(profile.into()),
            ..Options::default()
        }
    }

    #[test]
    fn a_key_of_the_environment_needs_no_profile() {
        let env = [
            ("ENCOURS_BASE_URL", URL),
            ("ENCOURS_KEY_ID", "k-9"),
            ("ENCOURS_SECRET", "s"),
        ];
        let connection = resolve(Options::default(), &env, &file("")).unwrap();
        assert_eq!(
            (connection.base_url.as_str(), connection.key_id.as_str()),
            (URL, "k-9")
        );
        assert!(matches!(connection.secret, SecretSource::Given(_)));
        assert!(connection.store.starts_with("/d/keys"));
        assert_eq!(connection.label(), "api.example.com");
    }

    #[test]
    fn options_win_over_environment_and_environment_over_profile() {
        let options = Options {
            key_id: Some("k-option".into()),
            ..named("acme")
        };
        let env = [("ENCOURS_KEY_ID", "k-env"), ("ENCOURS_AS_USER", "u-env")];
        let connection = resolve(options, &env, &acme()).unwrap();
        assert_eq!(connection.key_id, "k-option");
        assert_eq!(connection.as_user.unwrap().as_str(), "u-env");
    }

    #[test]
    fn the_profile_gives_what_is_not_said() {
        let connection = resolve(named("acme"), &[], &acme()).unwrap();
        assert_eq!(connection.as_user.unwrap().as_str(), "u-1");
        assert!(matches!(connection.secret, SecretSource::Command(_)));
        assert_eq!(connection.store, Path::new("/d/profiles/acme"));
        assert_eq!(connection.delegated_header, DEFAULT_DELEGATED_HEADER);
    }

    #[test]
    fn another_service_never_sees_the_profiles_store_or_command() {
        let options = Options {
            base_url: Some("https://other.example.com/v1".into()),
            ..named("acme")
        };
        let connection = resolve(options, &[], &acme()).unwrap();
        assert!(connection.store.starts_with("/d/keys"));
        assert!(matches!(connection.secret, SecretSource::Keyring));
        let renewed = Options {
            key_id: Some("k-2".into()),
            ..named("acme")
        };
        let connection = resolve(renewed, &[], &acme()).unwrap();
        assert_eq!(connection.store, Path::new("/d/profiles/acme"));
        assert!(matches!(connection.secret, SecretSource::Keyring));
    }

    #[test]
    fn what_is_missing_is_said() {
        assert!(matches!(
            resolve(Options::default(), &[], &file("")),
            Err(ConfigError::NoBaseUrl)
        ));
        let env = [("ENCOURS_BASE_URL", URL)];
        assert!(matches!(
            resolve(Options::default(), &env, &file("")),
            Err(ConfigError::NoKeyId)
        ));
        assert!(matches!(
            resolve(named("b"), &env, &acme()),
            Err(ConfigError::UnknownProfile { .. })
        ));
        let env = [
            ("ENCOURS_BASE_URL", URL),
            ("ENCOURS_KEY_ID", "k"),
            ("ENCOURS_AS_USER", "a b"),
        ];
        assert!(matches!(
            resolve(Options::default(), &env, &file("")),
            Err(ConfigError::Value { .. })
        ));
    }

    #[test]
    fn stores_of_different_keys_differ() {
        let url = BaseUrl::parse(URL).unwrap();
        assert_ne!(store_name(&url, "k-1"), store_name(&url, "k-2"));
        assert_eq!(store_name(&url, "k-1").len(), 32);
    }

    #[test]
    fn debug_never_shows_the_secret() {
        let env = [
            ("ENCOURS_BASE_URL", URL),
            ("ENCOURS_KEY_ID", "k"),
            ("ENCOURS_SECRET", "canary-90"),
        ];
        let shown = format!("{:?}", resolve(Options::default(), &env, &file("")).unwrap());
        assert!(!shown.contains("canary"), "{shown}");
    }
}

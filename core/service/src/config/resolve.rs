//! Resolution of options, environment and profile into one connection.
//!
//! A connection names the service, the key, the source of its secret and the location of its data. Both front ends use
//! this module, so equal settings select the same key in each. Nothing is opened or sent.

use crate::config::env::SECRET_VARIABLE;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use secrecy::SecretString;

use super::clock_store::ClockSkewAdapter;
use super::data_key_store::DataKeyStore;
use super::env::Environment;
use super::error::ConfigError;
use super::file::ConfigFile;
use super::paths::{Paths, expand_home};
use super::profile::{Profile, ProfileName};
use super::rate_limit_store::RateLimitAdapter;
use crate::client::auth::keyring::KeyringEntry;
use crate::client::auth::secret_file::{PASSPHRASE_VARIABLE, PassphraseSource, SecretFile};
use crate::client::{
    ClientConfig, DelegatedUser, Proxy, ProxyRoute, RateLimitStore, SecretSource, is_no_proxy_host,
};
use crate::contract::UserId;
use crate::contract::base_url::BaseUrl;
use crate::files;
use crate::model::rule::RuleConfig;
use crate::store::{SharedRateLimit, StoredClockSkew, profile_dir};

/// Connection options from the command line or the environment, all optional.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Profile name.
    pub profile: Option<String>,
    /// Base URL of the service, ending with `/v1`.
    pub base_url: Option<String>,
    /// Public key identifier.
    pub key_id: Option<String>,
    /// Delegated user of `/users/me/...`.
    pub as_user: Option<String>,
    /// Replacement for the platform's configuration directory.
    pub config_dir: Option<PathBuf>,
    /// Replacement for the platform's data directory.
    pub data_dir: Option<PathBuf>,
    /// Time limit of a whole call.
    pub timeout: Option<Duration>,
}

impl Options {
    /// Fills missing options from the `ENCOURS_*` variables.
    #[must_use]
    pub fn or_from_env(self, env: &Environment) -> Self {
        let text = |option: Option<String>, name| option.or_else(|| env.get(name).map(str::to_owned));
        let path = |option: Option<PathBuf>, name| option.or_else(|| env.get(name).map(PathBuf::from));
        Self {
            profile: text(self.profile, "ENCOURS_PROFILE"),
            base_url: text(self.base_url, "ENCOURS_BASE_URL"),
            key_id: text(self.key_id, "ENCOURS_KEY_ID"),
            as_user: text(self.as_user, "ENCOURS_AS_USER"),
            config_dir: path(self.config_dir, "ENCOURS_CONFIG_DIR"),
            data_dir: path(self.data_dir, "ENCOURS_DATA_DIR"),
            timeout: self.timeout,
        }
    }

    /// Returns the directories of configuration and data.
    pub fn paths(&self) -> Result<Paths, ConfigError> {
        Paths::resolve(self.config_dir.as_deref(), self.data_dir.as_deref())
    }
}

/// One key at one service, ready to be used.
#[derive(Debug, Clone)]
pub struct Connection {
    /// Source profile; `None` if only options or environment give the key.
    pub profile: Option<ProfileName>,
    /// Base URL of the service.
    pub base_url: BaseUrl,
    /// Public key identifier.
    pub key_id: String,
    /// Source of the secret.
    ///
    /// The order is: environment, the profile's command, the key's passphrase file if it exists, the system keyring.
    pub secret: SecretSource,
    /// Place of the key of encrypted data; `None` for the demo.
    pub data_key: Option<DataKeyStore>,
    /// Delegated user, if any.
    pub as_user: Option<DelegatedUser>,
    /// Users that the configuration names for this key at this service, in any profile.
    pub users: Vec<UserId>,
    /// PEM files of certificate authorities trusted in addition to the platform's.
    pub extra_roots: Vec<PathBuf>,
    /// Route of the requests: the profile's proxy, else that of the environment.
    pub route: ProxyRoute,
    /// Directory of this key's store; may not exist yet.
    pub store_dir: PathBuf,
    /// Retention of history and journal; `None` is forever.
    pub retention: Option<Duration>,
    /// Rules of the configuration.
    pub rules: RuleConfig,
    /// Directory of the shared rate limits of keys and clocks of services.
    shared_data_dir: PathBuf,
    /// Header for delegated users, if it is not the contract's.
    delegated_header: Option<String>,
}

impl Connection {
    /// Resolves options and configuration into a connection.
    ///
    /// The options already include the environment, see [`Options::or_from_env`]. `env` supplies only
    /// `ENCOURS_SECRET`, `ENCOURS_PASSPHRASE` and the proxy variables. The passphrase file is looked for, but not
    /// opened.
    pub fn resolve(options: &Options, env: &Environment, file: &ConfigFile) -> Result<Self, ConfigError> {
        if env.is_unusable(SECRET_VARIABLE) {
            return Err(ConfigError::Secret);
        }
        let paths = options.paths()?;
        let name = match &options.profile {
            Some(name) => Some(name.parse()?),
            None => file.default_profile(),
        };
        // A default profile that does not exist is an error too, because it is a typing error.
        let (name, profile) = match name {
            Some(name) => {
                let profile = file.profile(&name)?.clone();
                (Some(name), profile)
            }
            None => (None, Profile::default()),
        };
        let option_or_profile = |option: &Option<String>, from_profile: &Option<String>| {
            option.clone().or_else(|| from_profile.clone())
        };
        let base_url =
            option_or_profile(&options.base_url, &profile.base_url).ok_or(ConfigError::NoBaseUrl)?;
        let base_url = BaseUrl::parse(&base_url)?;
        let key_id = option_or_profile(&options.key_id, &profile.key_id).ok_or(ConfigError::NoKeyId)?;
        let mut as_user = option_or_profile(&options.as_user, &profile.as_user)
            .map(|user| parse_delegated(&user))
            .transpose()?;
        // Includes the profile's own user even if service or key come from options.
        let own_user = profile.as_user.as_deref().and_then(|user| UserId::new(user).ok());
        let mut users = file.users_of(&base_url, &key_id);
        users.extend(own_user.filter(|from_profile| !users.contains(from_profile)));
        let header = profile.delegated_header;
        if let (Some(user), Some(header)) = (&mut as_user, &header) {
            user.header.clone_from(header);
        }
        let from_profile = (profile.base_url.as_deref().map(BaseUrl::parse).transpose()?, profile.key_id);
        // The command belongs to the profile's service and key; it is not used for others.
        let command = profile
            .credential_command
            .filter(|_| from_profile == (Some(base_url.clone()), Some(key_id.clone())));
        let sealed = secret_file(&paths, &base_url, &key_id, env);
        let data_key = DataKeyStore {
            entry: KeyringEntry::new(format!("data of {key_id}@{base_url}")),
            file: passphrase_file(&paths, &base_url, &key_id, env, "data.json"),
        };
        let secret = match (env.secret(SECRET_VARIABLE), command) {
            (Some(secret), _) => SecretSource::Fixed(secret),
            (None, Some(command)) => SecretSource::Command(command),
            // If the lookup fails, reading the file reports the error.
            (None, None) if sealed.path().try_exists().unwrap_or(true) => SecretSource::File(sealed),
            (None, None) => SecretSource::Keyring(keyring_entry(&base_url, &key_id)),
        };
        let config_dir = file.path().parent().unwrap_or(Path::new(""));
        let roots = profile.extra_roots.iter();
        let extra_roots =
            roots.map(|root| Ok(config_dir.join(expand_home(root)?))).collect::<Result<_, ConfigError>>()?;
        let user = as_user.as_ref().map(|user| user.id.as_str());
        let route = resolve_route(&base_url, (name.as_ref(), profile.proxy.as_deref()), env)?;
        Ok(Self {
            store_dir: profile_dir(paths.data_dir(), base_url.as_str(), &key_id, user),
            users,
            profile: name,
            base_url,
            key_id,
            secret,
            data_key: Some(data_key),
            as_user,
            extra_roots,
            route,
            retention: file.settings().retention(),
            rules: file.rule_config(),
            shared_data_dir: paths.data_dir().to_owned(),
            delegated_header: header,
        })
    }

    /// Returns the connection of this key for another delegated user, or for none.
    ///
    /// It uses the store and the outbox of that identity, and the same header.
    #[must_use]
    pub fn for_user(&self, user: Option<&UserId>) -> Self {
        let as_user = user.cloned().map(|id| {
            let mut user = DelegatedUser::new(id);
            if let Some(header) = &self.delegated_header {
                user.header.clone_from(header);
            }
            user
        });
        let id = user.map(UserId::as_str);
        Self {
            store_dir: profile_dir(&self.shared_data_dir, self.base_url.as_str(), &self.key_id, id),
            as_user,
            ..self.clone()
        }
    }

    /// Returns the connection to an embedded sandbox, independent of profiles, with its own directory `data`.
    pub fn demo(
        base_url: &str,
        key_id: &str,
        secret: SecretString,
        as_user: Option<&str>,
        data: PathBuf,
    ) -> Result<Self, ConfigError> {
        let base_url = BaseUrl::parse(base_url)?;
        Ok(Self {
            profile: None,
            store_dir: profile_dir(&data, base_url.as_str(), key_id, as_user),
            base_url,
            key_id: key_id.to_owned(),
            secret: SecretSource::fixed(secret),
            data_key: None,
            as_user: as_user.map(parse_delegated).transpose()?,
            users: Vec::new(),
            extra_roots: Vec::new(),
            route: ProxyRoute::Direct,
            retention: None,
            rules: RuleConfig::default(),
            shared_data_dir: data,
            delegated_header: None,
        })
    }

    /// Returns the client configuration of this connection; the rest are defaults.
    pub fn client_config(&self) -> Result<ClientConfig, ConfigError> {
        let mut config = ClientConfig::new(self.base_url.clone(), self.key_id.clone(), self.secret.clone());
        config.delegated_user.clone_from(&self.as_user);
        config.proxy_route.clone_from(&self.route);
        config.rate_limit_store = Some(self.rate_limit_store());
        let clock = StoredClockSkew::new(&self.shared_data_dir, self.base_url.as_str(), &self.key_id);
        config.clock_store = Some(Arc::new(ClockSkewAdapter(clock)));
        for path in &self.extra_roots {
            let read = files::read(path, files::MAX_USER_FILE);
            config
                .extra_roots
                .push(read.map_err(|source| ConfigError::Certificate { path: path.clone(), source })?);
        }
        Ok(config)
    }

    /// Returns the directory of the key's own profile if a delegated user is active.
    ///
    /// Personal settings of the user are stored there.
    #[must_use]
    pub fn personal_dir(&self) -> Option<PathBuf> {
        self.as_user.as_ref().map(|_| self.key_dir())
    }

    /// Returns the rate-limit state of the key, shared by all processes that use it.
    #[must_use]
    pub fn rate_limit_store(&self) -> Arc<dyn RateLimitStore> {
        let shared = SharedRateLimit::new(&self.shared_data_dir, self.base_url.as_str(), &self.key_id);
        Arc::new(RateLimitAdapter(shared))
    }

    /// Returns the title of the connection: the profile's name, else the host.
    #[must_use]
    pub fn label(&self) -> String {
        let origin = self.base_url.origin();
        let host = origin.split_once("://").map_or(origin, |(_, host)| host);
        self.profile.as_ref().map_or_else(|| host.to_owned(), ToString::to_string)
    }
}

/// Returns the route to the service.
///
/// The variables are read here because the library ignores values that it cannot parse.
fn resolve_route(
    base_url: &BaseUrl,
    (profile, proxy): (Option<&ProfileName>, Option<&str>),
    env: &Environment,
) -> Result<ProxyRoute, ConfigError> {
    if base_url.is_loopback() {
        return Ok(ProxyRoute::Direct);
    }
    // A value of only spaces means no proxy.
    let set = |name: &'static str| env.get(name).filter(|text| !text.trim().is_empty());
    let first = |names: &[&'static str]| names.iter().find_map(|name| Some((*name, set(name)?)));
    let (from, text) = if let Some(text) = proxy {
        let profile = profile.map(ToString::to_string).unwrap_or_default();
        (format!("[profiles.{profile}] proxy"), text)
    } else {
        let Some((name, text)) = first(&["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"]) else {
            return Ok(ProxyRoute::System);
        };
        let excepted = first(&["NO_PROXY", "no_proxy"]);
        if excepted.is_some_and(|(_, hosts)| is_no_proxy_host(hosts, base_url.as_str())) {
            return Ok(ProxyRoute::Direct);
        }
        (name.to_owned(), text)
    };
    let proxy = Proxy::parse(text, from).map_err(|error| ConfigError::Proxy(error.origin))?;
    Ok(ProxyRoute::Through(proxy))
}

fn parse_delegated(text: &str) -> Result<DelegatedUser, ConfigError> {
    UserId::new(text).map(DelegatedUser::new).map_err(|error| ConfigError::Value {
        name: "--as-user".to_owned(),
        value: text.chars().filter(|c| !c.is_control()).take(80).collect(),
        expected: error.to_string(),
    })
}

/// Returns the keyring entry of a key at a service. It does not depend on the profile's name.
#[must_use]
pub fn keyring_entry(base_url: &BaseUrl, key_id: &str) -> KeyringEntry {
    KeyringEntry::new(format!("{key_id}@{base_url}"))
}

/// Returns the passphrase file of a key at a service; it may not exist.
///
/// For machines without a keyring. The passphrase comes from the environment, if set.
#[must_use]
pub fn secret_file(paths: &Paths, base_url: &BaseUrl, key_id: &str, env: &Environment) -> SecretFile {
    passphrase_file(paths, base_url, key_id, env, "json")
}

/// Returns a passphrase file of a key by its ending. Its account tells it from other files of the key.
fn passphrase_file(
    paths: &Paths,
    base_url: &BaseUrl,
    key_id: &str,
    env: &Environment,
    ending: &str,
) -> SecretFile {
    let name = profile_dir(Path::new(""), base_url.as_str(), key_id, None);
    let path = paths
        .config_dir()
        .join("secrets")
        .join(name.file_name().unwrap_or_default())
        .with_added_extension(ending);
    let passphrase = env
        .get(PASSPHRASE_VARIABLE)
        .map_or(PassphraseSource::Missing, |text| PassphraseSource::Known(SecretString::from(text)));
    let content = ending.strip_suffix("json").unwrap_or_default();
    SecretFile::new(path, format!("{content}{key_id}@{base_url}"), passphrase)
}

#[cfg(test)]
#[path = "resolve_tests.rs"]
mod tests;

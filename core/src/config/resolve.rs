//! From options, environment and profile to one connection: which service, which key, where its secret is, and
//! where its data are kept.
//!
//! Both front ends start here, so that the same words mean the same key in each. Nothing is opened or sent.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use secrecy::SecretString;

use super::clock_store::RememberedClock;
use super::env::Environment;
use super::error::ConfigError;
use super::file::ConfigFile;
use super::paths::{Paths, expanded};
use super::profile::{Profile, ProfileName};
use super::rate_limit_store::KeptGate;
use crate::client::auth::keyring::KeyringEntry;
use crate::client::auth::secret_file::{PASSPHRASE_VARIABLE, Passphrase, SecretFile};
use crate::client::{ClientConfig, Delegated, GateKeeper, Proxy, Route, SecretSource, is_excepted};
use crate::contract::UserId;
use crate::contract::base_url::BaseUrl;
use crate::files;
use crate::store::{KeptClock, SharedGate, profile_dir};

/// The variable that may hold the secret.
pub const SECRET_VARIABLE: &str = "ENCOURS_SECRET";

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

/// One key at one service, ready to be used.
#[derive(Debug, Clone)]
pub struct Connection {
    /// The profile it comes from; `None` for a key given by options or environment alone.
    pub profile: Option<ProfileName>,
    /// Address of the service.
    pub base_url: BaseUrl,
    /// Public key identifier.
    pub key_id: String,
    /// Where the secret comes from: the environment, else the profile's command, else the key's passphrase file if
    /// there is one, else the system keyring.
    pub secret: SecretSource,
    /// Delegated user, if one is named.
    pub as_user: Option<Delegated>,
    /// Users that the configuration names for this key at this service, in any of its profiles.
    pub users: Vec<UserId>,
    /// PEM files with certificate authorities to trust besides the platform's own.
    pub extra_roots: Vec<PathBuf>,
    /// Which way requests take: the profile's proxy, else that of the variables.
    pub route: Route,
    /// The directory of this key's store. Not made yet.
    pub store: PathBuf,
    /// How long what was observed and written is kept; `None` for ever.
    pub retention: Option<Duration>,
    /// The directory of what programs share about the rate limits of keys and the clocks of services.
    data: PathBuf,
    /// The header that names a delegated user, if it is not the contract's.
    header: Option<String>,
}

impl Connection {
    /// Resolves options (with the environment already laid under them, see [`Options::or_environment`]) and
    /// configuration. `env` gives `ENCOURS_SECRET`, `ENCOURS_PASSPHRASE` and the variables of proxies alone. Whether there is
    /// a passphrase file is looked at; it is not opened.
    pub fn resolve(options: &Options, env: &Environment, file: &ConfigFile) -> Result<Self, ConfigError> {
        if env.is_unusable(SECRET_VARIABLE) {
            return Err(ConfigError::Secret);
        }
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
        let mut as_user = chosen(&options.as_user, &profile.as_user)
            .map(|user| delegated(&user))
            .transpose()?;
        // The profile's own user is one of them even where service and key come from elsewhere.
        let own_user = profile.as_user.as_deref().and_then(|user| UserId::new(user).ok());
        let mut users = file.users_of(&base_url, &key_id);
        users.extend(own_user.filter(|own| !users.contains(own)));
        let header = profile.delegated_header;
        if let (Some(user), Some(header)) = (&mut as_user, &header) {
            user.header.clone_from(header);
        }
        let own = (
            profile.base_url.as_deref().map(BaseUrl::parse).transpose()?,
            profile.key_id,
        );
        // The command answers for the profile's own service and key; it says nothing about others.
        let command = profile
            .credential_command
            .filter(|_| own == (Some(base_url.clone()), Some(key_id.clone())));
        let sealed = secret_file(&paths, &base_url, &key_id, env);
        let secret = match (env.secret(SECRET_VARIABLE), command) {
            (Some(secret), _) => SecretSource::Fixed(secret),
            (None, Some(command)) => SecretSource::Command(command),
            // What cannot even be looked for is told when it is read.
            (None, None) if sealed.path().try_exists().unwrap_or(true) => SecretSource::File(sealed),
            (None, None) => SecretSource::Keyring(keyring_entry(&base_url, &key_id)),
        };
        let beside = file.path().parent().unwrap_or(Path::new(""));
        let roots = profile.extra_roots.iter();
        let extra_roots = roots
            .map(|root| Ok(beside.join(expanded(root)?)))
            .collect::<Result<_, ConfigError>>()?;
        let user = as_user.as_ref().map(|user| user.id.as_str());
        let route = route(&base_url, (name.as_ref(), profile.proxy.as_deref()), env)?;
        Ok(Self {
            store: profile_dir(paths.data_dir(), base_url.as_str(), &key_id, user),
            users,
            profile: name,
            base_url,
            key_id,
            secret,
            as_user,
            extra_roots,
            route,
            retention: file.settings().retention(),
            data: paths.data_dir().to_owned(),
            header,
        })
    }

    /// The same key for another delegated user, or for itself: with the store and the outbox of that identity, and under
    /// the same header.
    #[must_use]
    pub fn acting_for(&self, user: Option<&UserId>) -> Self {
        let as_user = user.cloned().map(|id| {
            let mut user = Delegated::new(id);
            if let Some(header) = &self.header {
                user.header.clone_from(header);
            }
            user
        });
        let id = user.map(UserId::as_str);
        Self {
            store: profile_dir(&self.data, self.base_url.as_str(), &self.key_id, id),
            as_user,
            ..self.clone()
        }
    }

    /// The connection to an embedded sandbox; touches no profile. `data` is a directory of its own.
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
            store: profile_dir(&data, base_url.as_str(), key_id, as_user),
            base_url,
            key_id: key_id.to_owned(),
            secret: SecretSource::fixed(secret),
            as_user: as_user.map(delegated).transpose()?,
            users: Vec::new(),
            extra_roots: Vec::new(),
            route: Route::Direct,
            retention: None,
            data,
            header: None,
        })
    }

    /// What a client of this connection needs; the rest is defaults.
    pub fn client_config(&self) -> Result<ClientConfig, ConfigError> {
        let mut config = ClientConfig::new(self.base_url.clone(), self.key_id.clone(), self.secret.clone());
        config.delegated_user.clone_from(&self.as_user);
        config.route.clone_from(&self.route);
        config.gate = Some(self.gate());
        let clock = KeptClock::new(&self.data, self.base_url.as_str(), &self.key_id);
        config.clock = Some(Arc::new(RememberedClock(clock)));
        for path in &self.extra_roots {
            let read = files::read(path, files::MOST_WRITTEN);
            config
                .extra_roots
                .push(read.map_err(|source| ConfigError::Certificate {
                    path: path.clone(),
                    source,
                })?);
        }
        Ok(config)
    }

    /// The directory of the key's own profile, where somebody is acted for: what a person keeps for themselves is there.
    #[must_use]
    pub fn person(&self) -> Option<PathBuf> {
        let own = || profile_dir(&self.data, self.base_url.as_str(), &self.key_id, None);
        self.as_user.as_ref().map(|_| own())
    }

    /// The gate of this key's rate limit, kept for every program that uses the key.
    #[must_use]
    pub fn gate(&self) -> Arc<dyn GateKeeper> {
        let shared = SharedGate::new(&self.data, self.base_url.as_str(), &self.key_id);
        Arc::new(KeptGate(shared))
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

/// Which way leads to the service. The variables are read here and not by the library, which leaves out what it cannot read.
fn route(
    base_url: &BaseUrl,
    (profile, proxy): (Option<&ProfileName>, Option<&str>),
    env: &Environment,
) -> Result<Route, ConfigError> {
    if base_url.is_loopback() {
        return Ok(Route::Direct);
    }
    // Blanks alone are what some leave behind who want no proxy.
    let set = |name: &'static str| env.get(name).filter(|text| !text.trim().is_empty());
    let first = |names: &[&'static str]| names.iter().find_map(|name| Some((*name, set(name)?)));
    let (from, text) = if let Some(text) = proxy {
        let profile = profile.map(ToString::to_string).unwrap_or_default();
        (format!("[profiles.{profile}] proxy"), text)
    } else {
        let Some((name, text)) = first(&["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"]) else {
            return Ok(Route::System);
        };
        let excepted = first(&["NO_PROXY", "no_proxy"]);
        if excepted.is_some_and(|(_, hosts)| is_excepted(hosts, base_url.as_str())) {
            return Ok(Route::Direct);
        }
        (name.to_owned(), text)
    };
    let proxy = Proxy::parse(text, from).map_err(|error| ConfigError::Proxy(error.from))?;
    Ok(Route::Through(proxy))
}

fn delegated(text: &str) -> Result<Delegated, ConfigError> {
    UserId::new(text)
        .map(Delegated::new)
        .map_err(|error| ConfigError::Value {
            name: "--as-user".to_owned(),
            value: text.chars().filter(|c| !c.is_control()).take(80).collect(),
            expected: error.to_string(),
        })
}

/// Where the system keyring keeps the secret of a key at a service. A profile may be renamed; this stays.
#[must_use]
pub fn keyring_entry(base_url: &BaseUrl, key_id: &str) -> KeyringEntry {
    KeyringEntry::new(format!("{key_id}@{base_url}"))
}

/// The passphrase file of a key at a service, whether or not there is one: for machines without a keyring. The
/// passphrase comes from the environment if it is there.
#[must_use]
pub fn secret_file(paths: &Paths, base_url: &BaseUrl, key_id: &str, env: &Environment) -> SecretFile {
    let name = profile_dir(Path::new(""), base_url.as_str(), key_id, None);
    let path = paths
        .config_dir()
        .join("secrets")
        .join(name.file_name().unwrap_or_default())
        .with_added_extension("json");
    let passphrase = env.get(PASSPHRASE_VARIABLE).map_or(Passphrase::Missing, |text| {
        Passphrase::Given(SecretString::from(text))
    });
    SecretFile::new(path, format!("{key_id}@{base_url}"), passphrase)
}

#[cfg(test)]
#[path = "resolve_tests.rs"]
mod tests;

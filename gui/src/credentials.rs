//! Stores a pasted key after the server has accepted it.
//!
//! The secret goes to the system keyring or, without a keyring, into a file with a passphrase. The configuration stores
//! the address and the key identifier, never the secret.

use encours_core::client::auth::keyring::{check_keyring, is_keyring_missing};
use encours_core::client::auth::secret_file::{PASSPHRASE_VARIABLE, PassphraseSource};
use encours_core::client::{Client, SecretSource, parse_secret};
use encours_core::config::{
    ConfigFile, Connection, DEFAULT_PROFILE, Environment, Options, Profile, edit, keyring_entry, secret_file,
};
use encours_core::contract::base_url::BaseUrl;
use encours_core::error::{Error, Reason};
use encours_core::store::cipher_version;
use secrecy::{ExposeSecret as _, SecretString};

use crate::startup::{Launch, StartError};
use crate::startup_error::{Credentials, InputError, KnownKey, SealedFile};

/// Checks that the connection can be opened without further input.
pub(crate) fn check_openable(connection: &Connection) -> Result<(), StartError> {
    if connection.needs_passphrase() { Err(StartError::Passphrase) } else { Ok(()) }
}

/// Returns the known details of the key, to prefill the form.
pub(crate) fn known_key(launch: &Launch) -> KnownKey {
    let Launch::Service { options, env } = launch else {
        return KnownKey::default();
    };
    // Treat an unreadable configuration like a missing one; the failure itself reports the reason.
    let file = options.paths().and_then(|paths| ConfigFile::load(&paths.config_file())).unwrap_or_default();
    let can_encrypt = cipher_version().is_some();
    if let Ok(connection) = Connection::resolve(options, env, &file) {
        return KnownKey {
            base_url: connection.base_url.to_string(),
            has_cached_data: check_openable(&connection).is_ok(),
            sealed_file: missing_passphrase_file(&connection),
            encrypted: can_encrypt.then(|| connection.has_encrypted_data()),
            key_id: connection.key_id,
            no_keyring: false,
        };
    }
    let profile_name = match &options.profile {
        Some(name) => name.parse().ok(),
        None => file.default_profile(),
    };
    let profile = profile_name.and_then(|name| file.profile(&name).ok());
    let value_or_profile = |option_value: &Option<String>, profile_value: fn(&Profile) -> &Option<String>| {
        let profile_value = profile.and_then(|profile| profile_value(profile).clone());
        option_value.clone().or(profile_value).unwrap_or_default()
    };
    KnownKey {
        base_url: value_or_profile(&options.base_url, |profile| &profile.base_url),
        key_id: value_or_profile(&options.key_id, |profile| &profile.key_id),
        has_cached_data: false,
        no_keyring: false,
        sealed_file: None,
        encrypted: can_encrypt.then_some(false),
    }
}

/// Returns the secret file whose passphrase is missing, checked without decrypting it.
fn missing_passphrase_file(connection: &Connection) -> Option<SealedFile> {
    let SecretSource::File(file) = &connection.secret else {
        return None;
    };
    (!file.can_open()).then(|| SealedFile {
        path: file.path().to_owned(),
        read_error: file.check().err().map(|error| Reason::from(&error)),
    })
}

/// Deletes the secret of the key from this device. Cached data and the outbox remain.
pub(crate) fn delete_secret(options: &Options, env: &Environment) -> Result<(), StartError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let paths = options.paths()?;
    let connection = Connection::resolve(options, env, &ConfigFile::load(&paths.config_file())?)?;
    let secret_path = secret_file(&paths, &connection.base_url, &connection.key_id, env).delete()?;
    let entry = keyring_entry(&connection.base_url, &connection.key_id);
    match runtime.block_on(entry.delete()) {
        // Without a keyring, nothing was stored there.
        Err(error) if !secret_path && !is_keyring_missing(&error) => Err(error.into()),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Verifies and stores the credentials. Returns the connection to open next.
pub(crate) fn store_credentials(
    options: &Options,
    env: &Environment,
    credentials: Credentials,
) -> Result<Launch, StartError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    match credentials {
        Credentials::Passphrase(passphrase) => runtime.block_on(unlock(options, env, &passphrase)),
        Credentials::Key { base_url, key_id, secret, passphrase, to_encrypted } => {
            runtime.block_on(sign_in(options, env, (&base_url, key_id), &secret, (passphrase, to_encrypted)))
        }
    }
}

/// Checks that the passphrase opens the file, before any request is sent.
async fn unlock(
    options: &Options,
    env: &Environment,
    passphrase: &SecretString,
) -> Result<Launch, StartError> {
    let env = env.clone().with(PASSPHRASE_VARIABLE, passphrase.expose_secret());
    let file = ConfigFile::load(&options.paths()?.config_file())?;
    let connection = Connection::resolve(options, &env, &file)?;
    if let SecretSource::File(file) = &connection.secret {
        file.load().await.map_err(|error| rejection_error(InputError::WrongPassphrase, &error))?;
    }
    connection.unlock_data().map_err(|error| rejection_error(InputError::WrongPassphrase, &error))?;
    Ok(Launch::Service { options: options.clone(), env })
}

async fn sign_in(
    options: &Options,
    env: &Environment,
    (base_url, key_id): (&str, String),
    secret: &SecretString,
    (passphrase, to_encrypted): (Option<SecretString>, Option<bool>),
) -> Result<Launch, StartError> {
    // Validate both fields first, so that the user sees both errors at once.
    let (base_url, secret) = match (BaseUrl::parse(base_url), parse_secret(secret.expose_secret())) {
        (Ok(base_url), Ok(secret)) => (base_url, secret),
        (Err(error), Ok(_)) => return Err(rejection_error(InputError::InvalidAddress, error)),
        (Ok(_), Err(error)) => return Err(rejection_error(InputError::InvalidSecret, &error)),
        (Err(error), Err(_)) => return Err(rejection_error(InputError::InvalidBoth, error)),
    };
    let secret = &secret;
    let paths = options.paths()?;
    let config = paths.config_file();
    let file = ConfigFile::load(&config)?;
    let name = match &options.profile {
        Some(name) => name.parse()?,
        None => file.default_profile().map_or_else(|| DEFAULT_PROFILE.parse(), Ok)?,
    };
    // Probe the keyring first, so that a machine without one reports that before any request is sent.
    let keyring = check_keyring().await;
    if let (Err(error), None) = (&keyring, &passphrase) {
        return Err(rejection_error(InputError::NoKeyring, error));
    }
    let is_known = file.profile(&name).is_ok();
    let address_given = Options {
        profile: is_known.then(|| name.to_string()),
        base_url: Some(base_url.to_string()),
        key_id: Some(key_id.clone()),
        ..options.clone()
    };
    let secret_env = env.clone().with("ENCOURS_SECRET", secret.expose_secret());
    let new = ConfigFile::default();
    let mut connection =
        Connection::resolve(&address_given, &secret_env, if is_known { &file } else { &new })?;
    let stored_passphrase = passphrase.clone().map(PassphraseSource::Known);
    if let Some(passphrase) = stored_passphrase.as_ref().filter(|_| connection.needs_passphrase()) {
        connection.set_passphrase(passphrase);
    }
    let store_error = |error: &Error| rejection_error(InputError::NotStored, error);
    let conversion = connection.plan_conversion(to_encrypted).await.map_err(|error| store_error(&error))?;
    let client = Client::new(connection.client_config()?)
        .map_err(|error| rejection_error(InputError::InvalidAddress, &error))?;
    client.token().await.map_err(|error| {
        let rejection = match error.status() {
            Some(401 | 403) => InputError::KeyRejected,
            Some(_) => InputError::ErrorResponse,
            None => InputError::NoResponse,
        };
        rejection_error(rejection, &error)
    })?;
    let entry = keyring_entry(&base_url, &key_id);
    let passphrase_given = secret_file(&paths, &base_url, &key_id, env);
    let mut env = env.clone();
    if keyring.is_ok() {
        entry.store(secret).await.map_err(|error| store_error(&error))?;
        passphrase_given.delete().map_err(|error| store_error(&error))?;
    } else if let Some(passphrase) = passphrase {
        env = env.with(PASSPHRASE_VARIABLE, passphrase.expose_secret());
        let passphrase_given = passphrase_given.with_passphrase(PassphraseSource::Known(passphrase));
        passphrase_given.store(secret).await.map_err(|error| store_error(&error))?;
    }
    let in_file = stored_passphrase.filter(|_| keyring.is_err());
    if let Some(passphrase) = &in_file {
        connection.set_passphrase(passphrase);
    }
    connection.convert_data(conversion, in_file.is_some()).await.map_err(|error| store_error(&error))?;
    let profile = Profile {
        base_url: Some(base_url.to_string()),
        key_id: Some(key_id),
        as_user: options.as_user.clone(),
        ..Profile::default()
    };
    // If the options name a key and address that differ from the profile's, leave the profile unchanged.
    let is_unnamed = options.profile.is_none() && options.base_url.is_some() && options.key_id.is_some();
    let is_other_key = file.profile(&name).is_ok_and(|stored| {
        let address = stored.base_url.as_deref().map(BaseUrl::parse).and_then(Result::ok);
        (address.as_ref(), stored.key_id.as_ref()) != (Some(&base_url), profile.key_id.as_ref())
    });
    let profiled = if is_unnamed && is_other_key {
        None
    } else {
        edit::save_profile(&config, &name, &profile)?;
        Some(name.to_string())
    };
    Ok(Launch::Service {
        // Use the values typed here instead of those in the original options.
        options: Options {
            profile: profiled,
            base_url: profile.base_url,
            key_id: profile.key_id,
            ..options.clone()
        },
        env,
    })
}

fn rejection_error(input_error: InputError, reason: impl Into<Reason>) -> StartError {
    StartError::CredentialsRejected { rejection: input_error, cause: reason.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_address_is_rejected_with_a_localised_message() {
        use encours_core::text::Lang;
        let dir = tempfile::tempdir().unwrap();
        let options = Options { config_dir: Some(dir.path().to_owned()), ..Options::default() };
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let secret = SecretString::from("a secret");
        let env = Environment::default();
        let address = ("ftp://api.example.com/v1", "key-1".into());
        let tried = sign_in(&options, &env, address, &secret, (None, None));
        let failure = runtime.block_on(tried).unwrap_err().to_failure();
        assert_eq!(failure.input_error, Some(InputError::InvalidAddress));
        for (address, rejection) in [
            ("ftp://api.example.com/v1", InputError::InvalidBoth),
            ("https://api.example.com/v1", InputError::InvalidSecret),
        ] {
            let secret = SecretString::from("two\nlines");
            let tried = sign_in(&options, &env, (address, "key-1".into()), &secret, (None, None));
            let failure = runtime.block_on(tried).unwrap_err().to_failure();
            assert_eq!(failure.input_error, Some(rejection));
            assert!(rejection.concerns_field("sign-in-secret"));
        }
        let message_in =
            |lang| encours_core::app::foundation::presentation::problem::reason_text(lang, &failure.cause);
        assert!(
            message_in(Lang::Fr).contains("elle doit commencer par https://"),
            "{}",
            message_in(Lang::Fr)
        );
        assert!(message_in(Lang::En).contains("it must begin with https://"), "{}", message_in(Lang::En));
    }

    #[test]
    fn sign_out_deletes_the_secret_and_keeps_the_profile() {
        let dir = tempfile::tempdir().unwrap();
        let options = Options {
            config_dir: Some(dir.path().join("config")),
            data_dir: Some(dir.path().join("data")),
            ..Options::default()
        };
        let env = Environment::from_iter([(PASSPHRASE_VARIABLE, "words of one's own")]);
        let paths = options.paths().unwrap();
        let base_url = BaseUrl::parse("http://127.0.0.1:9/v1").unwrap();
        let secret_file = secret_file(&paths, &base_url, "key-1", &env);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(secret_file.store(&SecretString::from("shared"))).unwrap();
        let profile = Profile {
            base_url: Some(base_url.to_string()),
            key_id: Some("key-1".to_owned()),
            ..Profile::default()
        };
        let name = DEFAULT_PROFILE.parse().unwrap();
        edit::save_profile(&paths.config_file(), &name, &profile).unwrap();
        assert!(secret_file.path().exists());
        delete_secret(&options, &env).unwrap();
        assert!(!secret_file.path().exists());
        assert!(ConfigFile::load(&paths.config_file()).unwrap().profile(&name).is_ok());
    }
}

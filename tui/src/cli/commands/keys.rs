//! `login`, `logout`, `profiles`, `token`: the key itself.

use std::io::Read as _;

use encours_core::client::{Client, ClientConfig, SecretSource};
use encours_core::config::{
    ConfigError, ConfigFile, Connection, DEFAULT_PROFILE, Profile, ProfileName, edit, keyring_entry,
};
use encours_core::contract::base_url::BaseUrl;
use encours_core::contract::{Fields, Record};
use encours_core::error::Error;
use secrecy::{ExposeSecret as _, SecretString};

use super::super::Failure;
use super::super::args::{LoginArgs, LogoutArgs, TokenArgs};
use super::super::ask;
use super::super::context::Context;
use super::super::output::Kind;
use super::super::session::Session;

/// Longest secret read from standard input, in bytes.
const LONGEST_SECRET: u64 = 64 * 1024;

/// `POST /auth/token`; the bearer is left out unless it is asked for.
pub(super) async fn token(context: &mut Context, session: &Session, args: &TokenArgs) -> Result<(), Failure> {
    if context.global.offline {
        return Err(Error::usage("`token` asks the service; it cannot be used with --offline").into());
    }
    let text = if args.reveal {
        session
            .client()
            .revealed_token()
            .await?
            .expose_secret()
            .to_owned()
    } else {
        session.client().token().await?.without_bearer()
    };
    let record = Record::parse(text)?;
    Ok(context.out.record(Kind::Token, &record)?)
}

/// Lists the configured profiles. Nothing is asked of the service or the keyring.
pub(super) fn profiles(context: &mut Context) -> Result<(), Failure> {
    let file = ConfigFile::load(&context.options().paths()?.config_file())?;
    let default = file.default_profile();
    let mut list = context.out.list(Kind::Profile);
    for (name, profile) in file.profiles() {
        let mut fields = Fields::new();
        fields.set_text("name", name.as_str());
        for (field, text) in [
            ("base_url", &profile.base_url),
            ("key_id", &profile.key_id),
            ("as_user", &profile.as_user),
        ] {
            match text {
                Some(text) => fields.set_text(field, text),
                None => fields.set_null(field),
            };
        }
        let command = profile.credential_command.is_some();
        fields.set_text("secret", if command { "credential_command" } else { "keyring" });
        fields.set_boolean("default", default.as_ref() == Some(name));
        list.page([Record::parse(fields.to_body())?])?;
    }
    let none = list.count() == 0;
    list.finish()?;
    if none {
        context.report.remark(&context.report.words().get("cli-empty"));
    }
    Ok(())
}

/// Proves a key once, then saves it: the secret in the system keyring, the rest in the configuration.
pub(super) async fn login(context: &mut Context, args: &LoginArgs) -> Result<(), Failure> {
    no_demo(context, "login")?;
    let options = context.options();
    let path = options.paths()?.config_file();
    let file = ConfigFile::load(&path)?;
    let name = named(context, &file)?;
    let known = file.profile(&name).cloned().unwrap_or_default();
    let words = context.report.words();
    let base_url = known_or_asked(
        options.base_url.or(known.base_url),
        &words.get("cli-type-base-url"),
    )
    .ok_or(ConfigError::NoBaseUrl)?;
    let base_url = BaseUrl::parse(&base_url).map_err(ConfigError::from)?;
    let key_id = known_or_asked(options.key_id.or(known.key_id), &words.get("cli-type-key-id"))
        .ok_or(ConfigError::NoKeyId)?;
    let secret = if args.secret_stdin {
        secret_from_stdin()?
    } else if let Some(secret) = context.env.get("ENCOURS_SECRET") {
        SecretString::from(secret)
    } else if ask::can_ask() {
        ask::secret(&words.get("cli-type-secret"))?
    } else {
        return Err(Error::auth(
            "nobody can be asked for it here: give it with --secret-stdin or in ENCOURS_SECRET",
        )
        .into());
    };
    if secret.expose_secret().is_empty() {
        return Err(Error::auth("the secret given is empty").into());
    }
    // Asked first, so that a machine without a keyring says so before anything is sent.
    let entry = keyring_entry(&base_url, &key_id);
    entry.load().await.map_err(|error| unsaved(context, &error))?;
    let mut config = ClientConfig::new(
        base_url.clone(),
        key_id.clone(),
        SecretSource::Fixed(secret.clone()),
    );
    if let Some(timeout) = options.timeout {
        config.timeout = timeout;
    }
    config.request_id.clone_from(&context.global.request_id);
    let token = Client::new(config)?.token().await?;
    entry
        .store(&secret)
        .await
        .map_err(|error| unsaved(context, &error))?;
    let profile = Profile {
        base_url: Some(base_url.to_string()),
        key_id: Some(key_id.clone()),
        as_user: options.as_user,
        ..Profile::default()
    };
    edit::save_profile(&path, &name, &profile)?;
    let said = [("key", key_id.as_str().into()), ("profile", name.as_str().into())];
    context.report.remark(&words.with("cli-login-done", &said));
    let record = Record::parse(token.without_bearer())?;
    Ok(context.out.record(Kind::Token, &record)?)
}

/// Says that the keyring does not take the secret, and what works without one.
fn unsaved(context: &Context, error: &Error) -> Failure {
    context.report.error_as("keyring", error);
    Failure::Reported(error.kind())
}

/// Takes the secret out of the system keyring; with `--purge` the profile and its local data too.
pub(super) async fn logout(context: &mut Context, args: &LogoutArgs) -> Result<(), Failure> {
    no_demo(context, "logout")?;
    let options = context.options();
    let path = options.paths()?.config_file();
    let file = ConfigFile::load(&path)?;
    let name = named(context, &file)?;
    file.profile(&name)?;
    let named = encours_core::config::Options {
        profile: Some(name.to_string()),
        ..options
    };
    let connection = Connection::resolve(&named, &context.env, &file)?;
    let words = context.report.words();
    let said = [("profile", name.as_str().into())];
    if args.purge && !ask::confirm(context, &words.with("cli-confirm-purge", &said))? {
        return Err(Error::interrupted().into());
    }
    let had = keyring_entry(&connection.base_url, &connection.key_id)
        .delete()
        .await?;
    context
        .report
        .remark(&words.with(if had { "cli-logout-done" } else { "cli-logout-none" }, &said));
    let mut done = Fields::new();
    done.set_text("profile", name.as_str())
        .set_boolean("secret_removed", had);
    if args.purge {
        purge(&connection)?;
        edit::remove_profile(&path, &name)?;
        done.set_boolean("purged", true);
        context.report.remark(&words.with("cli-purged", &said));
    }
    let record = Record::parse(done.to_body())?;
    Ok(context.out.record(Kind::Other, &record)?)
}

/// Deletes what is kept locally for a key.
fn purge(connection: &Connection) -> Result<(), Error> {
    match std::fs::remove_dir_all(&connection.store) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Error::unexpected(format!(
            "{} could not be deleted: {error}; the profile is still there",
            connection.store.display()
        ))),
    }
}

fn no_demo(context: &Context, command: &str) -> Result<(), Error> {
    if context.demo() {
        return Err(Error::usage(format!(
            "`{command}` is about real keys; --demo has a key of its own"
        )));
    }
    Ok(())
}

/// The profile named, else the default one.
fn named(context: &Context, file: &ConfigFile) -> Result<ProfileName, ConfigError> {
    match context.options().profile {
        Some(name) => name.parse(),
        None => file.default_profile().map_or_else(|| DEFAULT_PROFILE.parse(), Ok),
    }
}

fn known_or_asked(known: Option<String>, question: &str) -> Option<String> {
    known
        .or_else(|| {
            ask::can_ask()
                .then(|| ask::line(&format!("{question} ")).ok())
                .flatten()
        })
        .map(|answer| answer.trim().to_owned())
        .filter(|answer| !answer.is_empty())
}

/// The secret is the first line, so that `echo` and files with a line feed at their end both work.
fn secret_from_stdin() -> Result<SecretString, Error> {
    let mut text = String::new();
    std::io::stdin()
        .lock()
        .take(LONGEST_SECRET)
        .read_to_string(&mut text)
        .map_err(|error| {
            Error::usage(format!(
                "the secret could not be read from standard input: {error}"
            ))
        })?;
    Ok(SecretString::from(text.lines().next().unwrap_or_default()))
}

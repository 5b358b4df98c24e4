//! `login`, `logout`, `profiles`, `token`: the API key.

pub(super) mod purge;
mod secret_store;

use encours_core::client::{Client, SecretSource, parse_secret};
use encours_core::config::{
    ConfigError, ConfigFile, Connection, DEFAULT_PROFILE, DataKeyStore, Environment, Options, Paths, Profile,
    ProfileName, edit, keyring_entry, secret_file,
};
use encours_core::contract::base_url::BaseUrl;
use encours_core::contract::{Fields, Record};
use encours_core::error::{Error, ErrorKind};
use secrecy::{ExposeSecret as _, SecretString};

use super::super::args::{LoginArgs, OutputFormat};
use super::super::context::CommandContext;
use super::super::failure::from_config;
use super::super::output::OutputKind;
use super::super::report::message;
use super::super::session::Session;
use super::super::{CommandResult, error_message, limit, prompt};
use purge::delete_data;
use secret_store::{SecretStore, forget, in_time};

/// Longest secret read from standard input, in bytes.
const MAX_SECRET_LEN: u64 = 64 * 1024;

/// `POST /auth/token`; prints the bearer only with `--reveal`.
pub(super) async fn token(context: &mut CommandContext, session: &Session, reveal: bool) -> CommandResult {
    if context.global.offline {
        return Err(error_message::usage("usage-offline", &[("command", "token")]).into());
    }
    let client = session.client();
    let text = if reveal {
        client.revealed_token().await?.expose_secret().to_owned()
    } else {
        client.token().await?.without_bearer()
    };
    let record = Record::parse(text)?;
    Ok(context.out.record(OutputKind::Token, &record)?)
}

/// Lists the configured profiles and the location of each secret. Sends no request.
pub(super) async fn profiles(context: &mut CommandContext) -> CommandResult {
    let paths = context.options().paths()?;
    let file = ConfigFile::load(&paths.config_file())?;
    let default = file.default_profile();
    let table = context.out.style().format == OutputFormat::Table;
    let messages = context.report.messages();
    let mut records = Vec::new();
    for (name, profile) in file.profiles() {
        let (code, key) = secret_location(&paths, profile, &context.env).await;
        let location = if table { messages.get(key) } else { code.into() };
        let mut fields = Fields::new();
        fields
            .set("name", name.as_str())
            .set("base_url", &profile.base_url)
            .set("key_id", &profile.key_id)
            .set("as_user", &profile.as_user)
            .set("secret", &location)
            .set("default", &(default.as_ref() == Some(name)));
        records.push(fields.to_record()?);
    }
    context.print_list(OutputKind::Profile, records)
}

/// Returns the location of a profile's secret: its code for scripts, and its message key.
async fn secret_location(
    paths: &Paths,
    profile: &Profile,
    env: &Environment,
) -> (&'static str, &'static str) {
    const NONE: (&str, &str) = ("none", "cli-place-none");
    if profile.credential_command.is_some() {
        return ("credential_command", "cli-place-command");
    }
    let key = profile.base_url.as_deref().zip(profile.key_id.as_deref());
    let Some((url, key)) = key.and_then(|(url, key)| Some((BaseUrl::parse(url).ok()?, key))) else {
        return NONE;
    };
    if secret_file(paths, &url, key, env).path().exists() {
        return ("passphrase_file", "cli-place-file");
    }
    match in_time(keyring_entry(&url, key).exists()).await {
        Ok(true) => ("keyring", "cli-place-keyring"),
        Ok(false) => NONE,
        Err(error) => {
            tracing::warn!(%error, "failed to read the keyring");
            ("unknown", "cli-place-unknown")
        }
    }
}

/// Warns the user if this device's clock is off by more than a minute.
///
/// The client corrects its own signatures, but other programs do not. Scripts get no warning, because they
/// cannot act on it.
pub(super) fn warn_clock_skew(context: &CommandContext, client: &Client) {
    const MAX_SKEW_MS: u64 = 60_000;
    if let Some(skew) = client.clock_skew_ms().filter(|skew| skew.unsigned_abs() > MAX_SKEW_MS) {
        let seconds = format!("{:+}", skew / 1_000);
        let args = [("s", seconds.as_str().into())];
        context.report.remark(&context.report.messages().with("cli-clock-off", &args));
    }
}

/// Tests a key once, then saves it. The secret goes into the system keyring or a passphrase file, the rest into
/// the configuration.
pub(super) async fn login(context: &mut CommandContext, args: &LoginArgs) -> CommandResult {
    no_demo(context, "login")?;
    let options = context.options();
    let paths = options.paths()?;
    let file = ConfigFile::load(&paths.config_file())?;
    let name = profile_name(context, &file)?;
    let known = file.profile(&name).cloned().unwrap_or_default();
    let messages = context.report.messages();
    let base_url = base_url(context, options.base_url.clone().or(known.base_url))?;
    let key_id =
        known_or_prompted(options.key_id.clone().or(known.key_id), &messages.get("cli-type-key-id"))?
            .ok_or(ConfigError::NoKeyId)?;
    let stated = Options {
        profile: file.profile(&name).is_ok().then(|| name.to_string()),
        base_url: Some(base_url.to_string()),
        key_id: Some(key_id.clone()),
        ..options.clone()
    };
    if let Some(to_encrypted) = args.to_encrypted().filter(|_| !args.secret_stdin)
        && let Ok(known) = file.profile(&name)
        && context.env.get("ENCOURS_SECRET").is_none()
        && !matches!(secret_location(&paths, known, &context.env).await.0, "none" | "unknown")
    {
        let mut connection = Connection::resolve(&stated, &context.env, &file)?;
        return convert(context, &mut connection, to_encrypted).await;
    }
    let secret = read_secret(context, args).await?;
    // Choose the vault first: a machine that cannot store a secret must fail before anything is sent.
    let vault = SecretStore::choose(context, args, &paths, &base_url, &key_id).await?;
    // All other settings of the profile apply already: root certificates, proxy, and the pause of a rate limit.
    let login_env = context.env.clone().with("ENCOURS_SECRET", secret.expose_secret());
    // A new profile inherits nothing from other profiles, including the default one.
    let new = ConfigFile::default();
    let known_in = if file.profile(&name).is_ok() { &file } else { &new };
    let mut connection = Connection::resolve(&stated, &login_env, known_in)?;
    // The old passphrase opens the key of the data; the new one seals it again.
    prompt::set_passphrase(&mut connection, context, false)?;
    let conversion = connection.plan_conversion(args.to_encrypted()).await?;
    let mut config = connection.client_config()?;
    if let Some(timeout) = options.timeout {
        config.timeout = timeout;
    }
    config.request_id.clone_from(&context.global.request_id);
    let client = Client::new(config)?;
    let token = client.token().await?;
    warn_clock_skew(context, &client);
    limit::disarm();
    vault.store(context, &secret).await?;
    let profile = Profile {
        base_url: Some(base_url.to_string()),
        key_id: Some(key_id.clone()),
        as_user: options.as_user,
        ..Profile::default()
    };
    edit::save_profile(&paths.config_file(), &name, &profile)?;
    let new_passphrase = vault.passphrase();
    if let Some(passphrase) = &new_passphrase {
        connection.set_passphrase(passphrase);
    }
    connection.convert_data(conversion, new_passphrase.is_some()).await?;
    let location = vault.name();
    let message_args = [
        ("key", key_id.as_str().into()),
        ("profile", name.as_str().into()),
        ("place", location.as_str().into()),
    ];
    context.report.remark(&messages.with("cli-login-done", &message_args));
    context.passphrase = vault.into_passphrase();
    let record = Record::parse(token.without_bearer())?;
    Ok(context.out.record(OutputKind::Token, &record)?)
}

/// Encrypts or decrypts the data of a key whose secret is saved. Sends nothing.
async fn convert(
    context: &mut CommandContext,
    connection: &mut Connection,
    to_encrypted: bool,
) -> CommandResult {
    prompt::set_passphrase(connection, context, false)?;
    let in_file = match &connection.secret {
        // One passphrase opens both files.
        SecretSource::File(file) => file.load().await?.is_some(),
        _ => false,
    };
    limit::disarm();
    let conversion = connection.plan_conversion(Some(to_encrypted)).await?;
    connection.convert_data(conversion, in_file).await?;
    let messages = context.report.messages();
    let place = connection.data_key.as_ref().map(DataKeyStore::name).unwrap_or_default();
    context.report.remark(&if to_encrypted {
        messages.with("cli-encrypted", &[("place", place.into())])
    } else {
        messages.get("cli-decrypted").into_owned()
    });
    let mut done = Fields::new();
    done.set_boolean("encrypted", to_encrypted);
    Ok(context.out.record(OutputKind::Other, &done.to_record()?)?)
}

/// Reads the secret from standard input, the environment or a prompt.
async fn read_secret(context: &CommandContext, args: &LoginArgs) -> Result<SecretString, Error> {
    let secret = if args.secret_stdin {
        SecretString::from(prompt::read_stdin("the secret", MAX_SECRET_LEN).await?)
    } else if context.env.is_unusable("ENCOURS_SECRET") {
        return Err(from_config(&ConfigError::Secret));
    } else if let Some(secret) = context.env.get("ENCOURS_SECRET") {
        SecretString::from(secret)
    } else if prompt::can_ask() {
        prompt::read_secret(&context.report.messages().get("cli-type-secret"))?
    } else {
        return Err(error_message::localized(ErrorKind::Auth, "usage-secret-no-prompt", &[]));
    };
    parse_secret(secret.expose_secret())
}

/// Removes the secret from this device; with `--purge` also the profile and its local data.
pub(super) async fn logout(context: &mut CommandContext, purge: bool) -> CommandResult {
    no_demo(context, "logout")?;
    let paths = context.options().paths()?;
    let (name, file, connection) = named_connection(context)?;
    let messages = context.report.messages();
    let message_args = [("profile", name.as_str().into())];
    if purge && !prompt::confirm(context, &messages.with("cli-confirm-purge", &message_args))? {
        return Err(prompt::declined(context));
    }
    limit::disarm();
    if purge {
        delete_data(&name, &file, &connection).await?;
    }
    let (had, silent) = forget(context, &paths, &connection).await?;
    match silent {
        // With `--purge` the profile is deleted even if the keyring does not answer.
        Some(reason) if purge => {
            let reason = message(&reason, context.report.error_messages());
            context.report.warning("keyring", "cli-logout-keyring", &[("why", reason.into())]);
        }
        Some(reason) => return Err(reason.into()),
        None => {}
    }
    context
        .report
        .remark(&messages.with(if had { "cli-logout-done" } else { "cli-logout-none" }, &message_args));
    let mut done = Fields::new();
    done.set_text("profile", name.as_str()).set_boolean("secret_removed", had);
    if purge {
        edit::remove_profile(&paths.config_file(), &name)?;
        done.set_boolean("purged", true);
        context.report.remark(&messages.with("cli-purged", &message_args));
    }
    Ok(context.out.record(OutputKind::Other, &done.to_record()?)?)
}

/// Returns the name, configuration and connection of the selected profile, which must exist.
pub(super) fn named_connection(
    context: &CommandContext,
) -> CommandResult<(ProfileName, ConfigFile, Connection)> {
    let options = context.options();
    let file = ConfigFile::load(&options.paths()?.config_file())?;
    let name = profile_name(context, &file)?;
    file.profile(&name)?;
    let named = Options { profile: Some(name.to_string()), ..options };
    let connection = Connection::resolve(&named, &context.env, &file)?;
    Ok((name, file, connection))
}

pub(super) fn no_demo(context: &CommandContext, command: &str) -> Result<(), Error> {
    if context.is_demo() {
        return Err(error_message::usage("usage-not-in-demo", &[("command", command)]));
    }
    Ok(())
}

/// Returns the name of the selected profile, else of the default one.
fn profile_name(context: &CommandContext, file: &ConfigFile) -> Result<ProfileName, ConfigError> {
    match context.options().profile {
        Some(name) => name.parse(),
        None => file.default_profile().map_or_else(|| DEFAULT_PROFILE.parse(), Ok),
    }
}

/// Returns the service's address: the given one, else prompts until the input is valid.
fn base_url(context: &CommandContext, known: Option<String>) -> CommandResult<BaseUrl> {
    let is_given = known.is_some();
    let messages = context.report.messages();
    let mut known = known;
    loop {
        let text = known_or_prompted(known.take(), &messages.get("cli-type-base-url"))?;
        match BaseUrl::parse(&text.ok_or(ConfigError::NoBaseUrl)?).map_err(ConfigError::from) {
            Ok(url) => return Ok(url),
            // A given address cannot change, so its error ends the command. A typed one can be typed again.
            Err(error) if is_given => return Err(error.into()),
            Err(error) => context.report.remark(&message(&from_config(&error), messages)),
        }
    }
}

fn known_or_prompted(known: Option<String>, question: &str) -> Result<Option<String>, Error> {
    let answer = match known {
        Some(known) => Some(known),
        None if prompt::can_ask() => Some(prompt::read_line(&format!("{question} "))?),
        None => None,
    };
    Ok(answer.map(|answer| answer.trim().to_owned()).filter(|answer| !answer.is_empty()))
}

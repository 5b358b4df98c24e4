//! `encours sandbox`: runs the local server until it is stopped.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use encours_core::client::parse_secret;
use encours_core::files;
use encours_sandbox::{Config, Sandbox, Secret, ServiceProfile};
use secrecy::ExposeSecret as _;
use tempfile::TempDir;

use super::super::args::{SandboxArgs, SandboxProfile};
use super::super::signals::StopSignals;
use super::super::temp_dir;
use crate::cli::prelude::*;

/// Starts the server, prints its address and waits.
pub(super) async fn run(context: &mut CommandContext, args: SandboxArgs) -> CommandResult {
    let secret_path = args.secret_file.clone();
    let secret = secret_path.as_deref().map(read_secret).transpose()?;
    let named = args.deals.is_some() || args.seed.is_some();
    let holds = |file: &Path| file.metadata().is_ok_and(|metadata| metadata.len() > 0);
    let unused = named && args.data.as_deref().is_some_and(holds);
    let config = config(args, secret)?;
    // Generating 100,000 deals takes a while, and signals must work meanwhile.
    let sandbox = tokio::task::spawn_blocking(|| Sandbox::start(config))
        .await
        .map_err(|error| Error::unexpected(format!("the sandbox could not be started: {error}")))?
        .map_err(|error| Error::usage(error.to_string()))?;
    let location = match secret_path {
        Some(file) => SandboxSecret { file, _dir: None },
        None => SandboxSecret::temporary(sandbox.secret().expose())?,
    };
    if unused {
        tracing::warn!("the file already contains data: --deals and --seed apply only to a new file");
    }
    // A script may stop the server as soon as it reads the line, so listen to signals before that.
    let mut stop = StopSignals::listen()?;
    let mut ready = Fields::new();
    ready
        .set_text("base_url", sandbox.base_url())
        .set_text("key_id", sandbox.key_id())
        .set_text("secret_file", &location.file.to_string_lossy());
    context.out.text(format!("{}\n", ready.to_body()).as_bytes())?;
    tracing::info!(base_url = sandbox.base_url(), "the sandbox is ready");
    tokio::select! {
        () = stop.received() => {}
        () = sandbox.wait() => return Err(Error::unexpected("the sandbox has stopped").into()),
    }
    tracing::info!("the sandbox stops");
    sandbox.shutdown();
    Ok(())
}

fn config(args: SandboxArgs, secret: Option<Secret>) -> Result<Config, Error> {
    let made = Config::default();
    let mut config = Config {
        port: args.port,
        deals: args.deals.unwrap_or(made.deals),
        seed: args.seed.unwrap_or(made.seed),
        profile: match args.profile {
            SandboxProfile::Strict => ServiceProfile::Strict,
            SandboxProfile::Extended => ServiceProfile::Extended,
            SandboxProfile::Hostile => ServiceProfile::Hostile,
        },
        data: args.data,
        key_id: args.key_id,
        secret,
        scopes: args.scopes.map(list_names),
        users: args.users.map(list_names),
        capabilities: args.capabilities.map(list_names),
        token_lifetime: args.token_lifetime,
        clock_skew: args.clock_skew,
        rate_limit: args.rate_limit,
        live: args.live,
        now: args.now,
        faults: args.fault,
        ..Config::default()
    };
    for point in &args.open {
        config.set(point).map_err(|error| Error::usage(error.to_string()))?;
    }
    Ok(config)
}

/// Returns the names of a list; `--users ""` is an empty list.
fn list_names(names: Vec<String>) -> Vec<String> {
    names.into_iter().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
}

/// Reads the secret from a file.
fn read_secret(file: &Path) -> Result<Secret, Error> {
    let named = [("file", &*file.display().to_string())];
    let text = files::read_argument_file(file, files::MAX_USER_FILE).and_then(files::into_text).map_err(
        |error| error_message::usage("usage-unreadable", &[named[0], ("why", &error.to_string())]),
    )?;
    match parse_secret(&text) {
        Ok(secret) => Ok(Secret::from(secret.expose_secret())),
        Err(_) if text.trim().is_empty() => Err(error_message::usage("usage-secret-file-empty", &named)),
        Err(_) => Err(error_message::usage("usage-secret-file-lines", &named)),
    }
}

/// Location of the secret while the sandbox runs. A temporary file is deleted at the end.
struct SandboxSecret {
    file: PathBuf,
    _dir: Option<TempDir>,
}

impl SandboxSecret {
    fn temporary(secret: &str) -> Result<Self, Error> {
        let failed = |error: std::io::Error| {
            Error::unexpected(format!("the secret could not be put in a file: {error}"))
        };
        let dir = temp_dir::create_private("encours-sandbox-").map_err(failed)?;
        let file = dir.path().join("secret");
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&file).and_then(|mut open| writeln!(open, "{secret}")).map_err(failed)?;
        Ok(Self { file, _dir: Some(dir) })
    }
}

//! Starts the full screen. The store opens in parallel to the first frame, never before it.

mod keymap_editor;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::cx::toast_types::CurrentUser;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::foundation::input::keymap_error::KeymapError;
use encours_core::app::tools::help::view::binding_errors;
use encours_core::app::tools::session::view::exit_message;
use encours_core::config::{ConfigFile, Connection, Environment, UserCheck};
use encours_core::configuration;
use encours_core::engine::{Engine, PackReader, Settings};
use encours_core::link::Link;
use encours_core::local_zone::local_zone;
use encours_core::model::effect::Effect;
use encours_core::model::shutdown::ShutdownMode;
use encours_core::model::snapshot::Snapshot;

use crate::cli::context;
use crate::cli::failure::from_config;
use crate::cli::prelude::*;
use crate::terminal::{self, DataSource, LaunchParams, OpenSource, Wake};
use crate::theme::TerminalCaps;

use super::super::{terminal_filter, wrap};

/// Maximum wait at exit for writes to be sent; the rest is sent at the next start.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Opens the full screen, at a link if there is one, and runs it. Returns the exit status.
pub(in crate::cli) fn run(context: &CommandContext, link: Option<Link>) -> CommandResult<u8> {
    check_terminal(&context.env)?;
    let options = options(context)?;
    let settings = configuration(context)?.settings().clone();
    let lang = options.lang;
    let demo = context.is_demo();
    let config = config_file(context)?;
    let rules = configuration(context)?.rule_config();
    // A missing key is reported before the alternate screen opens, so that the message can be read and copied.
    let configured = if demo { None } else { Some(Session::open_unlocked(context)?) };
    let (global, env) = (context.global.clone(), context.env.clone());
    let launch = LaunchParams {
        options,
        caps: terminal_caps(context),
        keys: config.map(|path| {
            let options = {
                let (global, env) = (context.global.clone(), context.env.clone());
                move |file: &ConfigFile| options_of(&CommandContext::new(global.clone(), env.clone())?, file)
            };
            let file = keymap_editor::ConfigKeyFile::new(path, context.env.clone(), Box::new(options));
            Box::new(file) as Box<dyn terminal::KeyFile>
        }),
        linear: settings.linear || context.env.is_enabled("ENCOURS_LINEAR"),
        open: Box::new(move |wake: Wake| {
            let session = match configured {
                Some(session) => session,
                None => Session::open_unlocked(&CommandContext::new(global, env)?)?,
            };
            let mut connection = session.connection().clone();
            connection.rules = rules;
            let live = EngineSource::start(Arc::new(session), connection, lang, wake)?;
            Ok(Box::new(live) as Box<dyn DataSource>)
        }),
        link,
        clock: Timestamp::now,
    };
    match terminal::run(launch) {
        Ok(ended) => Ok(ended.exit_code()),
        Err(terminal::Error::Open(error)) => Err(error.into()),
        Err(terminal::Error::NotATerminal) => Err(error_message::usage("usage-no-terminal", &[]).into()),
        Err(error) => Err(Error::unexpected(error.to_string()).into()),
    }
}

/// Rejects a terminal that cannot move the cursor.
fn check_terminal(env: &Environment) -> Result<(), Error> {
    if env.get("TERM") == Some("dumb") {
        return Err(error_message::usage("usage-dumb-terminal", &[]));
    }
    Ok(())
}

/// Returns the path of the configuration file; `None` for the demo, which uses no profile.
fn config_file(context: &CommandContext) -> Result<Option<PathBuf>, Error> {
    if context.uses_demo_settings() {
        return Ok(None);
    }
    let paths = context.options().paths().map_err(|error| from_config(&error))?;
    Ok(Some(paths.config_file()))
}

/// Loads the configuration, empty if there is none.
fn configuration(context: &CommandContext) -> Result<ConfigFile, Error> {
    match config_file(context)? {
        Some(path) => ConfigFile::load(&path).map_err(|error| from_config(&error)),
        None => Ok(ConfigFile::default()),
    }
}

/// Returns the message for a rejected key binding, with its lines in the file.
fn keymap_error_text(file: &ConfigFile, lang: Lang, error: &KeymapError) -> String {
    let lines = file.lines_of_keys(&error.actions());
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    let location = if lines.is_empty() {
        file.path().display().to_string()
    } else {
        format!("{}:{}", file.path().display(), lines.join(", "))
    };
    let reason = binding_errors::keymap_error_text(lang, error);
    Messages::new(lang).with("config-misbound", &[("place", location.into()), ("why", reason.into())])
}

/// Checks all settings that a start checks.
pub(super) fn check(context: &CommandContext) -> Result<(), Error> {
    options(context).map(drop)
}

/// Returns the error for a key binding that a front end rejects.
pub(super) fn unbound_error(context: &CommandContext, file: &ConfigFile, error: &KeymapError) -> Error {
    Error::usage(keymap_error_text(file, context.out.style().lang, error))
}

fn options(context: &CommandContext) -> Result<Options, Error> {
    options_of(context, &configuration(context)?)
}

/// Returns the options that follow from a configuration.
pub(in crate::cli) fn options_of(context: &CommandContext, file: &ConfigFile) -> Result<Options, Error> {
    let settings = file.settings();
    // An invalid language in the file is reported even if an option overrides it, like all other settings.
    context::lang_of(file)?;
    let lang = context::lang(&context.global, &context.env, Some(file))?;
    let keymap = Keymap::with_custom(FrontEnd::Terminal, &settings.keys)
        .map_err(|error| unbound_error(context, file, &error))?;
    let mut options = Options::new(lang, keymap, local_zone());
    if let Some(theme) = settings.theme.as_deref() {
        let known = "system, light, dark, high-contrast, mono";
        options.theme = theme.parse().map_err(|_| file.invalid_choice_error("theme", theme, known))?;
    }
    options.demo = context.is_demo();
    options.mouse = settings.mouse.unwrap_or(true);
    options.config_file = config_file(context)?.map(|path| path.display().to_string());
    options.external_editor = terminal::editor(|name| context.env.get(name).map(str::to_owned)).is_some();
    options.export_formats = terminal::FORMATS.to_vec();
    options.key_symbols = terminal_caps(context).draws_symbols();
    options.ascii = settings.ascii || context.env.is_enabled("ENCOURS_ASCII");
    configuration::apply(file, &context.env, &mut options);
    Ok(options)
}

fn terminal_caps(context: &CommandContext) -> TerminalCaps {
    TerminalCaps::detect(context.global.color.unwrap_or_default(), |name| {
        context.env.get(name).map(str::to_owned)
    })
}

/// Engine of the current user, with everything that must live as long.
struct EngineSource {
    engine: Option<Engine>,
    lang: Lang,
    connection: Connection,
    /// Signed-in session and, in a demo, the server; shared by all delegated users of this run.
    session: Arc<Session>,
}

impl EngineSource {
    fn start(session: Arc<Session>, connection: Connection, lang: Lang, wake: Wake) -> Result<Self, Error> {
        let mut client = session.config().clone();
        client.delegated_user.clone_from(&connection.as_user);
        let mut settings = Settings::new(client, connection.store_dir.clone());
        settings.retention = connection.retention;
        settings.users.clone_from(&connection.users);
        settings.user_dir = connection.personal_dir();
        settings.rules.clone_from(&connection.rules);
        connection.unlock_data()?;
        let engine = Engine::start(settings, Arc::new(move || wake.wake()))?;
        Ok(Self { engine: Some(engine), lang, connection, session })
    }

    /// Stops the engine and prints the number of unsent changes.
    ///
    /// The screens that would show them have ended.
    fn finish(&mut self, mode: ShutdownMode) {
        let Some(engine) = self.engine.take() else { return };
        let unsent = engine.shut_down(EXIT_TIMEOUT, mode);
        if let Some(text) = exit_message::exit_message(self.lang, &unsent).filter(|_| !self.session.is_demo())
        {
            // Ignore a terminal that has hung up: the changes are in the outbox, and the next start shows them.
            let text = terminal_filter::for_users(&std::io::stderr(), &text);
            let text = wrap::wrap(&text, wrap::terminal_width(&std::io::stderr()));
            let _gone = writeln!(std::io::stderr(), "{text}");
        }
    }
}

impl DataSource for EngineSource {
    fn pack_reader(&self) -> Option<PackReader> {
        self.engine.as_ref().map(Engine::pack_reader)
    }

    fn snapshot(&self) -> Arc<Snapshot> {
        self.engine.as_ref().map(Engine::snapshot).unwrap_or_default()
    }

    fn submit(&self, effects: Vec<Effect>) {
        if let Some(engine) = &self.engine {
            engine.submit(effects);
        }
    }

    fn user_check(&self) -> UserCheck {
        self.connection.user_check()
    }

    fn for_user(&self, user: &CurrentUser) -> Option<OpenSource> {
        let (session, lang) = (self.session.clone(), self.lang);
        let connection = self.connection.for_user(user.user());
        Some(Box::new(move |wake: Wake| {
            let live = Self::start(session, connection, lang, wake)?;
            Ok(Box::new(live) as Box<dyn DataSource>)
        }))
    }

    fn close(mut self: Box<Self>, mode: ShutdownMode) {
        self.finish(mode);
    }

    fn close_for_switch(mut self: Box<Self>) {
        if let Some(engine) = self.engine.take() {
            let unsent = engine.close_for_switch(EXIT_TIMEOUT);
            tracing::info!(waiting = unsent.waiting, blocked = unsent.blocked, "somebody else is acted for");
        }
    }
}

impl Drop for EngineSource {
    /// Without a decision by the user, scheduled entries stay in the outbox.
    fn drop(&mut self) {
        self.finish(ShutdownMode::SendNothing);
    }
}

#[cfg(test)]
mod tests {
    use encours_core::error::ErrorKind;

    use super::*;

    #[test]
    fn a_terminal_that_only_prints_gets_a_sentence() {
        let env = |term: &str| Environment::from_iter([("TERM", term)]);
        let error = check_terminal(&env("dumb")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Usage);
        assert!(error.message().contains("TERM=dumb"));
        assert!(
            check_terminal(&env("xterm-256color")).is_ok() && check_terminal(&Environment::default()).is_ok()
        );
    }
}

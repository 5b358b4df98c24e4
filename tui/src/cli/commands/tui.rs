//! No command: the full screen. What it needs of the disk is opened beside the first frame, never before it.

mod keymap_editor;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::cx::theme_choice::ThemeChoice;
use encours_core::app::foundation::cx::toast_types::ActFor;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::foundation::input::keymap_error::KeymapError;
use encours_core::app::screens::views::samples::sample_probabilities;
use encours_core::app::tools::help::view::binding_errors;
use encours_core::app::tools::session::view::exit_message;
use encours_core::config::{ConfigFile, Connection, Environment};
use encours_core::engine::{Effect, Engine, Leave, Settings, Snapshot};
use encours_core::error::Error;
use encours_core::local_zone::local_zone;
use encours_core::text::{Lang, Words, number};
use jiff::Timestamp;

use crate::cli::Failure;
use crate::cli::args::{ColorChoice, Global};
use crate::cli::context::{self, Context};
use crate::cli::failure::of_config;
use crate::cli::session::Session;
use crate::terminal::{self, Launch, Open, Source, Wake};
use crate::theme::{self, Look};

use super::super::{error_message, harmless, wrap};

/// How long leaving waits for what is being sent, or was to be; the rest goes at the next start.
const PATIENCE: Duration = Duration::from_secs(2);

/// Opens the full screen and stays in it. Returns the exit status.
pub(in crate::cli) fn run(context: &Context) -> Result<u8, Failure> {
    able(&context.env)?;
    let options = options(context)?;
    let own = configuration(context)?.settings().clone();
    let lang = options.lang;
    let demo = context.demo();
    let config = config_file(context)?;
    // A key that is not configured is told on the ordinary screen, where it can be read and copied.
    let configured = if demo {
        None
    } else {
        Some(Session::unlocked(context)?)
    };
    let (global, env) = (context.global.clone(), context.env.clone());
    let launch = Launch {
        options,
        look: look(context),
        keys: config.map(|path| Box::new(keymap_editor::Own::new(path)) as Box<dyn terminal::KeyFile>),
        linear: own.linear || context.env.is_on("ENCOURS_LINEAR"),
        open: Box::new(move |wake: Wake| {
            let session = match configured {
                Some(session) => session,
                None => Session::unlocked(&Context::new(global, env)?)?,
            };
            let connection = session.connection().clone();
            let live = Live::start(Arc::new(session), connection, lang, wake)?;
            Ok(Box::new(live) as Box<dyn Source>)
        }),
        clock: Timestamp::now,
    };
    match terminal::run(launch) {
        Ok(ended) => Ok(ended.exit_code()),
        Err(terminal::Error::Open(error)) => Err(error.into()),
        Err(terminal::Error::NotATerminal) => Err(error_message::usage("usage-no-terminal", &[]).into()),
        Err(error) => Err(Error::unexpected(error.to_string()).into()),
    }
}

/// Refuses a terminal that says it can do no more than print.
fn able(env: &Environment) -> Result<(), Error> {
    if env.get("TERM") == Some("dumb") {
        return Err(error_message::usage("usage-dumb-terminal", &[]));
    }
    Ok(())
}

/// The configuration file; none for the demo, which touches no profile and reads none.
fn config_file(context: &Context) -> Result<Option<PathBuf>, Error> {
    if context.demo() && context.global.config_dir.is_none() {
        return Ok(None);
    }
    let paths = context.options().paths().map_err(|error| of_config(&error))?;
    Ok(Some(paths.config_file()))
}

/// What it says; nothing where there is none.
fn configuration(context: &Context) -> Result<ConfigFile, Error> {
    match config_file(context)? {
        Some(path) => ConfigFile::load(&path).map_err(|error| of_config(&error)),
        None => Ok(ConfigFile::default()),
    }
}

/// A binding that cannot be taken, with the lines of the file that ask for it.
fn misbound(file: &ConfigFile, lang: Lang, error: &KeymapError) -> String {
    let lines = file.lines_of_keys(&error.actions());
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    let place = if lines.is_empty() {
        file.path().display().to_string()
    } else {
        format!("{}:{}", file.path().display(), lines.join(", "))
    };
    let why = binding_errors::refused(lang, error);
    Words::new(lang).with("config-misbound", &[("place", place.into()), ("why", why.into())])
}

/// Checks all that a start checks of the settings.
pub(super) fn check(context: &Context) -> Result<(), Error> {
    options(context).map(drop)
}

/// A binding that a front end does not take, as an error of its file.
pub(super) fn unbound(context: &Context, file: &ConfigFile, error: &KeymapError) -> Error {
    Error::usage(misbound(file, context.out.look().lang, error))
}

fn options(context: &Context) -> Result<Options, Error> {
    let file = configuration(context)?;
    let own = file.settings().clone();
    // Told even where another language was asked for once, as every other setting is.
    context::lang_of(&file)?;
    let lang = context.out.look().lang;
    let keymap =
        Keymap::with(FrontEnd::Terminal, &own.keys).map_err(|error| unbound(context, &file, &error))?;
    let mut options = Options::new(lang, keymap, local_zone());
    options.theme = match own.theme.as_deref() {
        None | Some("system") => ThemeChoice::System,
        Some("light") => ThemeChoice::Light,
        Some("dark") => ThemeChoice::Dark,
        Some("high-contrast") => ThemeChoice::HighContrast,
        Some("mono") => ThemeChoice::Mono,
        Some(other) => {
            let known = "system, light, dark, high-contrast, mono";
            return Err(file.wrong_choice("theme", other, known));
        }
    };
    options.demo = context.demo();
    options.mouse = own.mouse.unwrap_or(true);
    options.config_file = config_file(context)?.map(|path| path.display().to_string());
    options.currency = own.currency.as_deref().map(number::currency_sign);
    options.me.clone_from(&own.me);
    options.bands = file.bands();
    options.probabilities = if options.demo {
        sample_probabilities()
    } else {
        file.probabilities().clone()
    };
    options.editor = terminal::editor(|name| context.env.get(name).map(str::to_owned)).is_some();
    options.exports = terminal::FORMS.to_vec();
    options.key_signs = look(context).draws_signs();
    options.ascii = own.ascii || context.env.is_on("ENCOURS_ASCII");
    options.status_order = file.status_order().clone();
    options.entry_rules = Arc::new(file.entry_rules().clone());
    options.still = own.holds_still(&context.env);
    Ok(options)
}

fn look(context: &Context) -> Look {
    Look::detect(color(&context.global), |name| {
        context.env.get(name).map(str::to_owned)
    })
}

fn color(global: &Global) -> theme::ColorChoice {
    match global.color.unwrap_or(ColorChoice::Auto) {
        ColorChoice::Auto => theme::ColorChoice::Auto,
        ColorChoice::Always => theme::ColorChoice::Always,
        ColorChoice::Never => theme::ColorChoice::Never,
    }
}

/// The engine of whoever is acted for, and what must live as long as it does.
struct Live {
    engine: Option<Engine>,
    lang: Lang,
    connection: Connection,
    /// The key, and in a demo the service: shared by all who are acted for in this session.
    session: Arc<Session>,
}

impl Live {
    fn start(session: Arc<Session>, connection: Connection, lang: Lang, wake: Wake) -> Result<Self, Error> {
        let mut client = session.config().clone();
        client.delegated_user.clone_from(&connection.as_user);
        let mut settings = Settings::new(client, connection.store.clone());
        settings.retention = connection.retention;
        settings.users.clone_from(&connection.users);
        settings.person = connection.person();
        let engine = Engine::start(settings, Arc::new(move || wake.wake()))?;
        Ok(Self {
            engine: Some(engine),
            lang,
            connection,
            session,
        })
    }

    /// Ends the engine. What was not sent is said, since nobody sees it otherwise.
    fn finish(&mut self, how: Leave) {
        let Some(engine) = self.engine.take() else { return };
        let left = engine.end(PATIENCE, how);
        if let Some(said) = exit_message::said(self.lang, &left).filter(|_| !self.session.is_demo()) {
            // A terminal that hung up takes no more words; the outbox has them, and the next start says so.
            let said = harmless::for_people(&std::io::stderr(), &said);
            let said = wrap::wrap(&said, wrap::columns(&std::io::stderr()));
            let _gone = writeln!(std::io::stderr(), "{said}");
        }
    }
}

impl Source for Live {
    fn snapshot(&self) -> Arc<Snapshot> {
        self.engine.as_ref().map(Engine::snapshot).unwrap_or_default()
    }

    fn submit(&self, effects: Vec<Effect>) {
        if let Some(engine) = &self.engine {
            engine.submit(effects);
        }
    }

    fn for_other(&self, who: &ActFor) -> Option<Open> {
        let (session, lang) = (self.session.clone(), self.lang);
        let connection = self.connection.acting_for(who.user());
        Some(Box::new(move |wake: Wake| {
            let live = Self::start(session, connection, lang, wake)?;
            Ok(Box::new(live) as Box<dyn Source>)
        }))
    }

    fn close(mut self: Box<Self>, how: Leave) {
        self.finish(how);
    }

    fn leave(mut self: Box<Self>) {
        if let Some(engine) = self.engine.take() {
            let left = engine.leave(PATIENCE);
            tracing::info!(
                waiting = left.waiting,
                parked = left.parked,
                "somebody else is acted for"
            );
        }
    }
}

impl Drop for Live {
    /// Nobody said what becomes of what is held: it stays.
    fn drop(&mut self) {
        self.finish(Leave::Keep);
    }
}

#[cfg(test)]
mod tests {
    use encours_core::error::ErrorKind;

    use super::*;

    #[test]
    fn a_terminal_that_only_prints_gets_a_sentence() {
        let env = |term: &str| Environment::from_iter([("TERM", term)]);
        let error = able(&env("dumb")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Usage);
        assert!(error.message().contains("TERM=dumb"));
        assert!(able(&env("xterm-256color")).is_ok() && able(&Environment::default()).is_ok());
    }
}

//! Entry point of `encours-desktop`: reads the command line and opens the window.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use clap::Parser as _;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::config::{ConfigFile, Connection, Environment, expand_home};
use encours_core::text::Lang;
use encours_core::vocabulary::setting::SettingEdit;
use encours_core::{private_file, theme};
use encours_gui::WindowState;
use encours_gui::args::Args;
use encours_gui::desktop::Desktop;
use encours_gui::desktop::single_instance::InstanceClaim;
use encours_gui::desktop::window_state::{self, SavedWindowState};
use encours_gui::eframe_app::{self, EframeShell, wake_fn};
use encours_gui::launch_options::{self, load_options, read_settings};
use encours_gui::startup::{DEMO_DEALS, Launch, ServiceHandle};
use jiff::Timestamp;
use tracing_subscriber::EnvFilter;

type BoxError = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let is_tuned = encours_heap::tune_for_gui();
    let env = encours_core::process::protect_process();
    let args = Args::parse();
    let result = init_logging(&args, &env).and_then(|()| {
        if !is_tuned {
            tracing::warn!("failed to configure the allocator");
        }
        run(&args, env)
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is closed, the message is lost.
            let _unheard = writeln!(std::io::stderr(), "encours-desktop: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Sets up logging, as in the terminal: warnings on standard error by default; more detail or a file on request.
fn init_logging(args: &Args, env: &Environment) -> Result<(), BoxError> {
    let log_path = args.log.clone().or_else(|| env.get("ENCOURS_LOG").map(PathBuf::from));
    let level = match (args.verbose, &log_path) {
        (0, None) => "warn",
        (0 | 1, _) => "info",
        (2, _) => "debug",
        _ => "trace",
    };
    // A target covers all that begin with it: every crate of ours.
    let filter = format!("warn,encours={level}");
    let log = tracing_subscriber::fmt().with_env_filter(EnvFilter::new(filter));
    let Some(log_path) = log_path else {
        log.with_writer(std::io::stderr).init();
        return Ok(());
    };
    let path = expand_home(&log_path)?;
    let file = private_file::append(&path)
        .map_err(|error| format!("the diagnostics cannot be written to {}: {error}", path.display()))?;
    log.with_ansi(false).with_writer(Mutex::new(file)).init();
    Ok(())
}

fn run(args: &Args, env: Environment) -> Result<(), BoxError> {
    theme::load().map_err(ToString::to_string)?;
    let connection = args.options(&env);
    let demo = args.demo(&env);
    if !demo && args.demo_deals.is_some() {
        return Err("--demo-deals only works with the demo: add --demo".into());
    }
    // The window shows configuration errors and runs without the configuration until it is corrected. Command-line
    // errors go to the terminal.
    let (file, mut options, unusable) = match load_options(args, &env) {
        Ok((file, options)) => (file, options, None),
        Err(error) => {
            let plain = launch_options::options(args, &env, None)?;
            (Some(ConfigFile::default()), plain, Some(error.to_string()))
        }
    };
    let settings = file.as_ref().map(|file| file.settings().clone()).unwrap_or_default();
    // The demo has no saved window state and is not limited to a single instance.
    let claim = InstanceClaim::default();
    let mut state_path = None;
    if let Some(file) = file.as_ref().filter(|_| !demo) {
        state_path = Some(window_state::state_path(connection.paths()?.data_dir()));
        if let Ok(resolved) = Connection::resolve(&connection, &env, file)
            && !claim.claim(&resolved.store_dir, args.link.as_ref())?
        {
            return Ok(());
        }
    }
    let saved_state = state_path.as_deref().map(SavedWindowState::load).unwrap_or_default();
    saved_state.chosen.apply_to(&mut options, args, &env);
    let reload = {
        let (args, env, saved_preferences) = (args.clone(), env.clone(), saved_state.chosen.clone());
        move || {
            let (_, mut options) = load_options(&args, &env)?;
            saved_preferences.apply_to(&mut options, &args, &env);
            Ok(options)
        }
    };
    let settings_file = {
        let (args, env) = (args.clone(), env.clone());
        move |edit: Option<&SettingEdit>, lang: Lang| read_settings(&args, &env, edit, lang)
    };
    let launch = if demo {
        Launch::Demo { deals: args.demo_deals.unwrap_or(DEMO_DEALS), as_user: connection.as_user }
    } else {
        Launch::Service { options: connection, env }
    };
    let link = args.link.clone();
    let frame = eframe_app::native_options(&saved_state);
    let created = move |creation: &eframe::CreationContext<'_>| {
        let termination_requested = Arc::new(AtomicBool::new(false));
        eframe_app::close_on_signal(&creation.egui_ctx, termination_requested.clone())?;
        let (desktop, desktop_events) = Desktop::new(wake_fn(&creation.egui_ctx));
        claim.listen(desktop.clone())?;
        let wake = wake_fn(&creation.egui_ctx);
        let service = match unusable {
            None => ServiceHandle::start(launch, wake, claim.clone()),
            Some(reason) => ServiceHandle::from_invalid_config(reason, launch, wake, claim.clone()),
        };
        let service = service.with_termination_flag(termination_requested);
        let mut app = App::new(options, Timestamp::now());
        if let Some(link) = link {
            app.dispatch(Action::OpenLink(link), Timestamp::now());
        }
        let state = WindowState::new(app, Box::new(service), Box::new(Timestamp::now));
        let state = state.on_desktop(desktop, desktop_events, settings.notify).with_instance_claim(claim);
        let mut state = state.with_options_reload(reload);
        state.set_settings_file(settings_file);
        let shell = EframeShell::new(creation, state, saved_state);
        Ok(match state_path {
            Some(path) => Box::new(shell.with_state_path(path)) as Box<dyn eframe::App>,
            None => Box::new(shell),
        })
    };
    eframe::run_native("encours-desktop", frame, Box::new(created)).map_err(eframe_app::open_failure_text)?;
    Ok(())
}

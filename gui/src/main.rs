//! Entry point of `encours-desktop`: reads the command line and opens the window.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use clap::Parser as _;
use encours_core::app::shell::app::App;
use encours_core::config::{ConfigFile, Connection, Environment, expanded};
use encours_core::{private_file, theme};
use encours_gui::WindowState;
use encours_gui::args::Args;
use encours_gui::desktop::Outside;
use encours_gui::desktop::single_instance::Only;
use encours_gui::desktop::window_state::{self, Memory};
use encours_gui::eframe_app::{self, Shell, waker};
use encours_gui::launch_options::{self, settled};
use encours_gui::startup::{DEMO_DEALS, Launch, Opening};
use jiff::Timestamp;
use tracing_subscriber::EnvFilter;

type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let kept = encours_heap::keep_for_frames();
    let env = encours_core::process::begin();
    let args = Args::parse();
    let done = diagnostics(&args, &env).and_then(|()| {
        if !kept {
            tracing::warn!("failed to configure the allocator");
        }
        run(&args, env)
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is closed, the message is lost.
            let _unheard = writeln!(std::io::stderr(), "encours-desktop: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Sets up logging, as in the terminal: warnings on standard error by default; more detail or a file on request.
fn diagnostics(args: &Args, env: &Environment) -> Result<(), Failure> {
    let named = args
        .log
        .clone()
        .or_else(|| env.get("ENCOURS_LOG").map(PathBuf::from));
    let level = match (args.verbose, &named) {
        (0, None) => "warn",
        (0 | 1, _) => "info",
        (2, _) => "debug",
        _ => "trace",
    };
    // A target covers all that begin with it: every crate of ours.
    let filter = format!("warn,encours={level}");
    let log = tracing_subscriber::fmt().with_env_filter(EnvFilter::new(filter));
    let Some(named) = named else {
        log.with_writer(std::io::stderr).init();
        return Ok(());
    };
    let path = expanded(&named)?;
    let file = private_file::append(&path)
        .map_err(|error| format!("the diagnostics cannot be written to {}: {error}", path.display()))?;
    log.with_ansi(false).with_writer(Mutex::new(file)).init();
    Ok(())
}

fn run(args: &Args, env: Environment) -> Result<(), Failure> {
    theme::load().map_err(ToString::to_string)?;
    let connection = args.options(&env);
    let demo = args.demo(&env);
    if !demo && args.demo_deals.is_some() {
        return Err("--demo-deals only works with the demo: add --demo".into());
    }
    // The window shows configuration errors and runs without the configuration until it is corrected. Command-line
    // errors go to the terminal.
    let (file, mut options, unusable) = match settled(args, &env) {
        Ok((file, options)) => (file, options, None),
        Err(error) => {
            let plain = launch_options::options(args, &env, None)?;
            (Some(ConfigFile::default()), plain, Some(error.to_string()))
        }
    };
    let settings = file
        .as_ref()
        .map(|file| file.settings().clone())
        .unwrap_or_default();
    // The demo has no saved window state and is not limited to a single instance.
    let only = Only::default();
    let mut kept_at = None;
    if let Some(file) = file.as_ref().filter(|_| !demo) {
        kept_at = Some(window_state::place(connection.paths()?.data_dir()));
        if let Ok(found) = Connection::resolve(&connection, &env, file)
            && !only.enter(&found.store)?
        {
            return Ok(());
        }
    }
    let memory = kept_at.as_deref().map(Memory::load).unwrap_or_default();
    memory.chosen.dress(&mut options, args, &env);
    let again = {
        let (args, env, chosen) = (args.clone(), env.clone(), memory.chosen.clone());
        move || {
            let (_, mut options) = settled(&args, &env)?;
            chosen.dress(&mut options, &args, &env);
            Ok(options)
        }
    };
    let launch = if demo {
        Launch::Demo {
            deals: args.demo_deals.unwrap_or(DEMO_DEALS),
            as_user: connection.as_user,
        }
    } else {
        Launch::Service {
            options: connection,
            env,
        }
    };
    let frame = eframe_app::options(&memory);
    let created = move |creation: &eframe::CreationContext<'_>| {
        let ended = Arc::new(AtomicBool::new(false));
        eframe_app::close_on_signal(&creation.egui_ctx, ended.clone())?;
        let (outside, answers) = Outside::new(waker(&creation.egui_ctx));
        only.listen(outside.clone())?;
        let woken = waker(&creation.egui_ctx);
        let service = match unusable {
            None => Opening::begin(launch, woken, only.clone()),
            Some(why) => Opening::unusable(why, launch, woken, only.clone()),
        };
        let service = service.ending(ended);
        let app = App::new(options, Timestamp::now());
        let state = WindowState::new(app, Box::new(service), Box::new(Timestamp::now));
        let state = state.on_desktop(outside, answers, settings.notify).holding(only);
        let state = state.reading_anew(again);
        let shell = Shell::new(creation, state, memory);
        Ok(match kept_at {
            Some(path) => Box::new(shell.kept_at(path)) as Box<dyn eframe::App>,
            None => Box::new(shell),
        })
    };
    eframe::run_native("encours-desktop", frame, Box::new(created)).map_err(eframe_app::no_window)?;
    Ok(())
}

//! `encours-desktop`: reads the command line, opens the window, and lets the library do the rest.

use std::io::Write as _;
use std::process::ExitCode;

use clap::Parser as _;
use encours_core::app::{App, FrontEnd, Keymap, Options};
use encours_core::config::{ConfigFile, Environment};
use encours_core::view::tokens;
use encours_gui::args::Args;
use encours_gui::shell::{self, Shell};
use encours_gui::start::{DEMO_DEALS, Launch, Opening};
use encours_gui::{WindowState, shell::waker};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use tracing_subscriber::EnvFilter;

type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let env = Environment::of_process();
    let filter = EnvFilter::new(env.get("ENCOURS_LOG").unwrap_or("warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .init();
    match run(&Args::parse(), env) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Where standard error is closed there is nobody left to tell.
            let _unheard = writeln!(std::io::stderr(), "encours-desktop: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args, env: Environment) -> Result<(), Failure> {
    tokens::load().map_err(ToString::to_string)?;
    let connection = args.options(&env);
    let demo = args.demo(&env);
    if !demo && args.demo_deals.is_some() {
        return Err("--demo-deals says how many deals the demo holds: give --demo too".into());
    }
    // The demo touches no profile, and neither does it read one's settings.
    let file = if demo {
        None
    } else {
        Some(ConfigFile::load(&connection.paths()?.config_file())?)
    };
    let keymap = match &file {
        Some(file) => Keymap::with(FrontEnd::Window, &file.settings().keys)?,
        None => Keymap::defaults(FrontEnd::Window)?,
    };
    let mut options = Options::new(args.lang(&env, file.as_ref())?, keymap, TimeZone::system());
    options.theme = args.theme(file.as_ref())?;
    options.demo = demo;
    options.beside = true;
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
    let created = move |creation: &eframe::CreationContext<'_>| {
        shell::close_on_signal(&creation.egui_ctx)?;
        let service = Opening::begin(launch, waker(&creation.egui_ctx));
        let app = App::new(options, Timestamp::now());
        let state = WindowState::new(app, Box::new(service), Box::new(Timestamp::now));
        Ok(Box::new(Shell::new(creation, state)) as Box<dyn eframe::App>)
    };
    eframe::run_native("encours-desktop", shell::options(), Box::new(created)).map_err(shell::no_window)?;
    Ok(())
}

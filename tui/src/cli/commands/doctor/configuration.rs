//! Configuration checks of `doctor`: everything that startup checks, and the sources used.

use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::client::Route;
use encours_core::config::ConfigFile;
use encours_core::error::Error;
use encours_core::theme::Accent;

use super::super::super::Failure;
use super::super::super::context::Context;
use super::super::super::failure::of_config;
use super::super::super::session::Session;
use super::super::tui;
use super::{Findings, Verdict};

const CHECK: &str = "cli-doctor-configuration";

/// Checks the file, then the key and the connection settings. Returns the session, if one can be created.
pub(super) fn look(context: &Context, findings: &mut Findings) -> Result<Option<Session>, Failure> {
    if !context.demo() {
        let path = match context.options().paths() {
            Ok(paths) => paths.config_file(),
            Err(error) => {
                findings.failed(CHECK, &of_config(&error))?;
                return Ok(None);
            }
        };
        match ConfigFile::load(&path) {
            Ok(file) => {
                let shown = path.display().to_string();
                let found = if path.exists() {
                    shown
                } else {
                    findings
                        .words
                        .with("cli-doctor-no-file", &[("file", shown.as_str().into())])
                };
                findings.add(CHECK, Verdict::Good, &found, None)?;
                for (table, said) in file.as_read() {
                    let detail = if table.is_empty() {
                        said
                    } else {
                        format!("[{table}] {said}")
                    };
                    findings.add("cli-doctor-as-read", Verdict::Good, &detail, None)?;
                }
                if let Err(error) = startable(context, &file) {
                    findings.failed("cli-doctor-settings", &error)?;
                }
            }
            Err(error) => {
                findings.failed(CHECK, &of_config(&error))?;
                return Ok(None);
            }
        }
    }
    let session = match Session::open(context) {
        Ok(session) => session,
        Err(error) => {
            findings.failed("cli-doctor-key", &error)?;
            return Ok(None);
        }
    };
    let connection = session.connection();
    let detail = format!("{} · {}", connection.key_id, connection.base_url);
    findings.add("cli-doctor-key", Verdict::Good, &detail, None)?;
    if let Route::Through(proxy) = &connection.route {
        let detail = format!("{} · {}", proxy.address(), proxy.from());
        findings.add("cli-doctor-proxy", Verdict::Good, &detail, None)?;
    }
    Ok(Some(session))
}

/// Runs the startup checks of the full screen and the window, which other commands skip.
fn startable(context: &Context, file: &ConfigFile) -> Result<(), Error> {
    tui::check(context)?;
    let settings = file.settings();
    if let Some(accent) = settings.accent.as_deref()
        && accent.parse::<Accent>().is_err()
    {
        return Err(file.wrong_choice("accent", accent, &Accent::known()));
    }
    Keymap::with(FrontEnd::Window, &settings.keys)
        .map(drop)
        .map_err(|error| tui::unbound(context, file, &error))
}

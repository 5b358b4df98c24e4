//! Configuration checks of `doctor`: everything that startup checks, and the sources used.

use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::client::ProxyRoute;
use encours_core::config::ConfigFile;
use encours_core::theme::Accent;

use super::super::super::failure::from_config;
use super::super::tui;
use super::Findings;
use crate::cli::prelude::*;

const CHECK: &str = "cli-doctor-configuration";

/// Checks the file, then the key and the connection settings. Returns the session, if one can be created.
pub(super) fn check_configuration(
    context: &CommandContext,
    findings: &mut Findings,
) -> CommandResult<Option<Session>> {
    if !context.is_demo() {
        let path = match context.options().paths() {
            Ok(paths) => paths.config_file(),
            Err(error) => {
                findings.add_failure(CHECK, &from_config(&error))?;
                return Ok(None);
            }
        };
        match ConfigFile::load(&path) {
            Ok(file) => {
                let path_text = path.display().to_string();
                let description = if path.exists() {
                    path_text
                } else {
                    findings.messages.with("cli-doctor-no-file", &[("file", path_text.as_str().into())])
                };
                for layer in file.layers().iter().filter(|layer| **layer != path) {
                    findings.good("cli-doctor-layer", &layer.display().to_string())?;
                }
                findings.good(CHECK, &description)?;
                for (table, text) in file.plain_content() {
                    let detail = if table.is_empty() { text } else { format!("[{table}] {text}") };
                    findings.good("cli-doctor-as-read", &detail)?;
                }
                for problem in file.rule_problems(context.out.style().lang) {
                    findings.add_failure("cli-doctor-rules", &Error::usage(problem))?;
                }
                if let Err(error) = check_startup(context, &file) {
                    findings.add_failure("cli-doctor-settings", &error)?;
                }
            }
            Err(error) => {
                findings.add_failure(CHECK, &from_config(&error))?;
                return Ok(None);
            }
        }
    }
    let session = match Session::open(context) {
        Ok(session) => session,
        Err(error) => {
            findings.add_failure("cli-doctor-key", &error)?;
            return Ok(None);
        }
    };
    let connection = session.connection();
    let detail = format!("{} · {}", connection.key_id, connection.base_url);
    findings.good("cli-doctor-key", &detail)?;
    if let ProxyRoute::Through(proxy) = &connection.route {
        let detail = format!("{} · {}", proxy.address(), proxy.origin());
        findings.good("cli-doctor-proxy", &detail)?;
    }
    Ok(Some(session))
}

/// Runs the startup checks of the full screen and the window, which other commands skip.
fn check_startup(context: &CommandContext, file: &ConfigFile) -> Result<(), Error> {
    tui::check(context)?;
    let settings = file.settings();
    if let Some(accent) = settings.accent.as_deref()
        && accent.parse::<Accent>().is_err()
    {
        return Err(file.invalid_choice_error("accent", accent, &Accent::allowed_values()));
    }
    Keymap::with_custom(FrontEnd::Window, &settings.keys)
        .map(drop)
        .map_err(|error| tui::unbound_error(context, file, &error))
}

//! Full screen with default keys, theme and language, shared by the examples.

use std::process::ExitCode;

use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::text::Lang;
use encours_tui::theme::{ColorMode, TerminalCaps};
use encours_tui::{LaunchParams, OpenSource};
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Runs a full screen on the source that `open` returns, until it ends.
pub fn run(open: OpenSource) -> ExitCode {
    let keymap = match Keymap::defaults(FrontEnd::Terminal) {
        Ok(keymap) => keymap,
        Err(error) => return failed(&error),
    };
    let launch = LaunchParams {
        options: Options::new(Lang::En, keymap, TimeZone::UTC),
        caps: TerminalCaps::detect(ColorMode::Auto, |_| None),
        linear: false,
        keys: None,
        open,
        link: None,
        clock: Timestamp::now,
    };
    match encours_tui::run(launch) {
        Ok(ended) => ExitCode::from(ended.exit_code()),
        Err(error) => failed(&error),
    }
}

fn failed(error: &dyn std::fmt::Display) -> ExitCode {
    eprintln!("{error}");
    ExitCode::FAILURE
}

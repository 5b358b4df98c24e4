//! A full screen that breaks on purpose, so that a test can see what is left of the terminal: `breaks opening` panics
//! on the thread that opens what the screens show, `breaks drawing` on the one that draws.

use std::process::ExitCode;
use std::sync::Arc;

use encours_core::app::{FrontEnd, Keymap, Options};
use encours_core::engine::{Effect, Snapshot};
use encours_core::view::text::Lang;
use encours_tui::theme::{ColorChoice, Look};
use encours_tui::{Launch, Source, Wake};
use jiff::Timestamp;
use jiff::tz::TimeZone;

struct Broken;

impl Source for Broken {
    #[expect(clippy::panic, reason = "this is what the example is for")]
    fn snapshot(&self) -> Arc<Snapshot> {
        panic!("broken while drawing")
    }

    fn submit(&self, _: Vec<Effect>) {}
}

fn main() -> ExitCode {
    let opening = std::env::args().nth(1).as_deref() == Some("opening");
    let keymap = match Keymap::defaults(FrontEnd::Terminal) {
        Ok(keymap) => keymap,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let launch = Launch {
        options: Options::new(Lang::En, keymap, TimeZone::UTC),
        look: Look::detect(ColorChoice::Auto, |_| None),
        mouse: true,
        linear: false,
        open: Box::new(move |_: Wake| {
            assert!(!opening, "broken while opening");
            Ok(Box::new(Broken) as Box<dyn Source>)
        }),
        clock: Timestamp::now,
    };
    match encours_tui::run(launch) {
        Ok(ended) => ExitCode::from(ended.exit_code()),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

//! Full screen that panics, for tests of the restored terminal.
//!
//! `panics opening` panics on the thread that opens the source, `panics drawing` on the drawing thread.

mod screen;

use std::process::ExitCode;
use std::sync::Arc;

use encours_core::model::effect::Effect;
use encours_core::model::snapshot::Snapshot;
use encours_tui::{DataSource, Wake};

struct Broken;

impl DataSource for Broken {
    #[expect(clippy::panic, reason = "the example exists to panic")]
    fn snapshot(&self) -> Arc<Snapshot> {
        panic!("broken while drawing")
    }

    fn submit(&self, _: Vec<Effect>) {}
}

fn main() -> ExitCode {
    let opening = std::env::args().nth(1).as_deref() == Some("opening");
    screen::run(Box::new(move |_: Wake| {
        assert!(!opening, "broken while opening");
        Ok(Box::new(Broken) as Box<dyn DataSource>)
    }))
}

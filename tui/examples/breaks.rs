//! A full screen that breaks on purpose, so that a test can see what is left of the terminal: `breaks opening` panics
//! on the thread that opens what the screens show, `breaks drawing` on the one that draws.

mod stage;

use std::process::ExitCode;
use std::sync::Arc;

use encours_core::model::effect::Effect;
use encours_core::model::snapshot::Snapshot;
use encours_tui::{DataSource, Wake};

struct Broken;

impl DataSource for Broken {
    #[expect(clippy::panic, reason = "this is what the example is for")]
    fn snapshot(&self) -> Arc<Snapshot> {
        panic!("broken while drawing")
    }

    fn submit(&self, _: Vec<Effect>) {}
}

fn main() -> ExitCode {
    let opening = std::env::args().nth(1).as_deref() == Some("opening");
    stage::run(Box::new(move |_: Wake| {
        assert!(!opening, "broken while opening");
        Ok(Box::new(Broken) as Box<dyn DataSource>)
    }))
}

//! A full screen whose service changes as fast as it can be told, so that a test can count the frames that come of it.
//! The last of its 9,999 changes is the one to be seen.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use encours_core::app::{FrontEnd, Keymap, Options};
use encours_core::engine::{Connection, Coverage, Effect, Snapshot};
use encours_core::view::text::Lang;
use encours_tui::theme::{ColorChoice, Look};
use encours_tui::{Launch, Source, Wake};
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// How many changes there are.
const CHANGES: u64 = 9_999;
/// How long they take together, at least.
const LASTS: Duration = Duration::from_secs(1);

struct Flood(Arc<AtomicU64>);

impl Source for Flood {
    fn snapshot(&self) -> Arc<Snapshot> {
        let read = self.0.load(Ordering::SeqCst);
        Arc::new(Snapshot {
            revision: read + 1,
            connection: Connection::Online,
            coverage: Coverage {
                read,
                total: Some(100_000),
                complete_at: None,
                reading: true,
                unknown_status: 0,
            },
            ..Snapshot::default()
        })
    }

    fn submit(&self, _: Vec<Effect>) {}
}

fn main() -> ExitCode {
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
        open: Box::new(|wake: Wake| {
            let read = Arc::new(AtomicU64::new(0));
            let counted = read.clone();
            std::thread::spawn(move || {
                let began = Instant::now();
                for number in 1..=CHANGES {
                    while began.elapsed() < LASTS.mul_f64(number as f64 / CHANGES as f64) {
                        std::hint::spin_loop();
                    }
                    counted.store(number, Ordering::SeqCst);
                    wake.wake();
                }
            });
            Ok(Box::new(Flood(read)) as Box<dyn Source>)
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

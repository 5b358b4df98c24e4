//! Full screen whose source changes 9,999 times a second, for tests that count frames.

mod screen;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use encours_core::model::effect::Effect;
use encours_core::model::snapshot::{ConnectionState, Coverage, Snapshot};
use encours_tui::{DataSource, Wake};

/// Number of changes.
const CHANGES: u64 = 9_999;
/// Minimum duration of all changes.
const MIN_DURATION: Duration = Duration::from_secs(1);

struct Flood(Arc<AtomicU64>);

impl DataSource for Flood {
    fn snapshot(&self) -> Arc<Snapshot> {
        let read = self.0.load(Ordering::SeqCst);
        Arc::new(Snapshot {
            revision: read + 1,
            connection: ConnectionState::Online,
            coverage: Coverage {
                fetched: read,
                total: Some(100_000),
                complete_at: None,
                syncing: true,
                in_unknown_status: 0,
                count_mismatch: false,
            },
            ..Snapshot::default()
        })
    }

    fn submit(&self, _: Vec<Effect>) {}
}

fn main() -> ExitCode {
    screen::run(Box::new(|wake: Wake| {
        let read = Arc::new(AtomicU64::new(0));
        let counter = read.clone();
        std::thread::spawn(move || {
            let started_at = Instant::now();
            for number in 1..=CHANGES {
                while started_at.elapsed() < MIN_DURATION.mul_f64(number as f64 / CHANGES as f64) {
                    std::hint::spin_loop();
                }
                counter.store(number, Ordering::SeqCst);
                wake.wake();
            }
        });
        Ok(Box::new(Flood(read)) as Box<dyn DataSource>)
    }))
}

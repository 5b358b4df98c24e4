//! A full screen whose service changes as fast as it can be told, so that a test can count the frames that come of it.
//! The last of its 9,999 changes is the one to be seen.

mod stage;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use encours_core::model::effect::Effect;
use encours_core::model::snapshot::{ConnectionState, Coverage, Snapshot};
use encours_tui::{DataSource, Wake};

/// How many changes there are.
const CHANGES: u64 = 9_999;
/// How long they take together, at least.
const LASTS: Duration = Duration::from_secs(1);

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
    stage::run(Box::new(|wake: Wake| {
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
        Ok(Box::new(Flood(read)) as Box<dyn DataSource>)
    }))
}

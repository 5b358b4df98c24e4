//! Wakes an idle window when the displayed age of the last sync becomes outdated.
//!
//! A sync that found no changes draws no frame, and postpones the wake-up.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use encours_core::engine::LastSyncQuery;
use jiff::Timestamp;

use crate::startup::WakeFn;

/// A timer thread that ends when this value is dropped.
#[derive(Debug)]
pub struct RepaintTimer {
    sender: Sender<WakeTime>,
}

/// The time at which a displayed age changes.
#[derive(Clone, Copy, Debug)]
struct WakeTime {
    at: Instant,
    /// The sync whose age is displayed.
    sync_time: Option<Timestamp>,
}

impl RepaintTimer {
    /// Starts the thread. It checks `read_at` for newer syncs and calls `wake`.
    ///
    /// # Errors
    /// The system cannot create a thread.
    pub fn start(read_at: LastSyncQuery, wake: WakeFn) -> std::io::Result<Self> {
        let (sender, wake_time) = channel();
        std::thread::Builder::new()
            .name("encours-reminder".to_owned())
            .spawn(move || run_timer(&wake_time, &read_at, &wake))?;
        Ok(Self { sender })
    }

    /// Schedules a wake-up, replacing the previous one. `sync_time` is the sync whose age is displayed. Returns false if the
    /// thread has ended.
    pub fn schedule(&self, wait: Duration, sync_time: Option<Timestamp>) -> bool {
        let at = Instant::now() + wait;
        self.sender.send(WakeTime { at, sync_time }).is_ok()
    }
}

fn run_timer(due_times: &Receiver<WakeTime>, read_at: &LastSyncQuery, wake: &WakeFn) {
    let Ok(mut wake_time) = due_times.recv() else {
        return;
    };
    loop {
        match due_times.recv_timeout(wake_time.at.saturating_duration_since(Instant::now())) {
            Ok(newer) => wake_time = newer,
            Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {
                if let Some(later) = postponed(wake_time, read_at()) {
                    wake_time = later;
                    continue;
                }
                wake();
                match due_times.recv() {
                    Ok(newer) => wake_time = newer,
                    Err(_) => return,
                }
            }
        }
    }
}

/// Postpones the wake-up if a newer sync exists, by the time between the two syncs.
fn postponed(wake_time: WakeTime, newest: Option<Timestamp>) -> Option<WakeTime> {
    let later = newest?.duration_since(wake_time.sync_time?);
    let later = Duration::try_from(later).ok().filter(|later| !later.is_zero())?;
    Some(WakeTime { at: wake_time.at + later, sync_time: newest })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

    use super::*;

    fn at(millisecond: i64) -> Timestamp {
        Timestamp::from_millisecond(1_800_000_000_000 + millisecond).unwrap()
    }

    #[test]
    fn newer_sync_time_postpones_the_next_repaint() {
        let wake_time = WakeTime { at: Instant::now(), sync_time: Some(at(0)) };
        let later = postponed(wake_time, Some(at(20_000))).unwrap();
        assert_eq!(later.at, wake_time.at + Duration::from_secs(20));
        assert_eq!(later.sync_time, Some(at(20_000)));
        assert!(postponed(wake_time, Some(at(0))).is_none(), "the same sync");
        assert!(postponed(wake_time, None).is_none());
        assert!(postponed(WakeTime { sync_time: None, ..wake_time }, Some(at(1))).is_none());
        assert!(postponed(wake_time, Some(at(-5))).is_none(), "the clock went back");
    }

    #[test]
    fn repaint_timer_wakes_once_unless_newer_data_was_loaded() {
        let (wake_count, read) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicI64::new(80)));
        let (sender, wakes) = channel();
        let counter = wake_count.clone();
        let wake: WakeFn = Arc::new(move || {
            counter.fetch_add(1, Ordering::SeqCst);
            let _gone = sender.send(Instant::now());
        });
        let last_sync = read.clone();
        let read_at: LastSyncQuery = Arc::new(move || Some(at(last_sync.load(Ordering::SeqCst))));
        let reminder = RepaintTimer::start(read_at, wake).unwrap();
        let started_at = Instant::now();
        assert!(reminder.schedule(Duration::from_millis(20), Some(at(0))));
        let first = wakes.recv_timeout(Duration::from_secs(30)).unwrap();
        assert!(first.duration_since(started_at) >= Duration::from_millis(100), "80 ms younger");
        assert!(reminder.schedule(Duration::ZERO, Some(at(80))));
        wakes.recv_timeout(Duration::from_secs(30)).unwrap();
        drop(reminder);
        // The thread has ended, so nothing can call the waker.
        assert!(wakes.recv_timeout(Duration::from_secs(30)).is_err());
        assert_eq!(wake_count.load(Ordering::SeqCst), 2);
    }
}

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
    /// Starts the thread. It checks `read_at` for newer syncs and calls `waker`.
    ///
    /// # Errors
    /// The system cannot create a thread.
    pub fn start(read_at: LastSyncQuery, waker: WakeFn) -> std::io::Result<Self> {
        let (sender, due) = channel();
        std::thread::Builder::new()
            .name("encours-reminder".to_owned())
            .spawn(move || run_timer(&due, &read_at, &waker))?;
        Ok(Self { sender })
    }

    /// Schedules a wake-up, replacing the previous one. `of` is the sync whose age is displayed. Returns false if the
    /// thread has ended.
    pub fn schedule(&self, wait: Duration, of: Option<Timestamp>) -> bool {
        let at = Instant::now() + wait;
        self.sender.send(WakeTime { at, sync_time: of }).is_ok()
    }
}

fn run_timer(asked: &Receiver<WakeTime>, read_at: &LastSyncQuery, waker: &WakeFn) {
    let Ok(mut due) = asked.recv() else { return };
    loop {
        match asked.recv_timeout(due.at.saturating_duration_since(Instant::now())) {
            Ok(newer) => due = newer,
            Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {
                if let Some(later) = postponed(due, read_at()) {
                    due = later;
                    continue;
                }
                waker();
                match asked.recv() {
                    Ok(newer) => due = newer,
                    Err(_) => return,
                }
            }
        }
    }
}

/// Postpones the wake-up if a newer sync exists, by the time between the two syncs.
fn postponed(due: WakeTime, newest: Option<Timestamp>) -> Option<WakeTime> {
    let later = newest?.duration_since(due.sync_time?);
    let later = Duration::try_from(later).ok().filter(|later| !later.is_zero())?;
    Some(WakeTime {
        at: due.at + later,
        sync_time: newest,
    })
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
    fn a_newer_reading_keeps_the_age_true_as_much_longer() {
        let due = WakeTime {
            at: Instant::now(),
            sync_time: Some(at(0)),
        };
        let later = postponed(due, Some(at(20_000))).unwrap();
        assert_eq!(later.at, due.at + Duration::from_secs(20));
        assert_eq!(later.sync_time, Some(at(20_000)));
        assert!(postponed(due, Some(at(0))).is_none(), "the same sync");
        assert!(postponed(due, None).is_none());
        assert!(
            postponed(
                WakeTime {
                    sync_time: None,
                    ..due
                },
                Some(at(1))
            )
            .is_none()
        );
        assert!(postponed(due, Some(at(-5))).is_none(), "the clock went back");
    }

    #[test]
    fn it_wakes_once_and_only_when_nothing_newer_was_read() {
        let (woken, read) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicI64::new(80)));
        let (sender, wakes) = channel();
        let counted = woken.clone();
        let waker: WakeFn = Arc::new(move || {
            counted.fetch_add(1, Ordering::SeqCst);
            let _gone = sender.send(Instant::now());
        });
        let shown = read.clone();
        let read_at: LastSyncQuery = Arc::new(move || Some(at(shown.load(Ordering::SeqCst))));
        let reminder = RepaintTimer::start(read_at, waker).unwrap();
        let began = Instant::now();
        assert!(reminder.schedule(Duration::from_millis(20), Some(at(0))));
        let first = wakes.recv_timeout(Duration::from_secs(30)).unwrap();
        assert!(
            first.duration_since(began) >= Duration::from_millis(100),
            "80 ms younger"
        );
        assert!(reminder.schedule(Duration::ZERO, Some(at(80))));
        wakes.recv_timeout(Duration::from_secs(30)).unwrap();
        drop(reminder);
        // The thread has ended, so nothing can call the waker.
        assert!(wakes.recv_timeout(Duration::from_secs(30)).is_err());
        assert_eq!(woken.load(Ordering::SeqCst), 2);
    }
}

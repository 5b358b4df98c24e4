//! What a screen says of time, and when that reads differently. Rule: a text that nobody touches stays true, and an idle
//! screen is drawn only when such a text changes.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::app::{App, ToastKind, Triaged};
use crate::app::records::activity::toast_links::is_held;
use crate::engine::Connection;

/// For how long in seconds what was read whole counts as up to date: the counts, read far more often, tell of a move
/// before. After that the moment of the reading is told.
const FRESH: u64 = 5 * 60;
/// A moment that is told for so many seconds is looked at again: a reading may have come that found all as before.
const AGAIN: u64 = 3_600;

/// From here on a wait is counted down in single seconds.
const LAST_SECONDS: u64 = 10;

impl App {
    /// Whether a text on screen changes with every second: a countdown runs.
    fn counts_seconds(&self) -> bool {
        !self.cx.options.still && self.anything_passes() || self.holds_while_asking()
    }

    /// Whether something on screen ends within seconds.
    fn anything_passes(&self) -> bool {
        !self.cx.toasts.is_empty()
            || self.inbox.armed_until.is_some()
            || self.cx.snapshot.writes.iter().any(is_held)
    }

    /// Takes the person's wish for less motion: from then on no text counts seconds.
    pub fn hold_still(&mut self, still: bool) {
        self.cx.options.still = still;
    }

    /// Whether the newest complete reading is so recent that the pipeline counts as up to date; `None` where there was
    /// none. What is older is told with its moment, which stays true however long nothing is drawn.
    pub fn is_fresh(&self) -> Option<bool> {
        let age = self.seconds_since(self.cx.snapshot.coverage.complete_at?);
        Some(age < FRESH)
    }

    /// How many seconds there are until the service is asked again, in steps while it is long; 0 once it is being asked.
    /// `None` where nothing is waited for.
    pub fn wait_shown(&self) -> Option<u64> {
        let left = self.wait_left()?;
        Some(if left > LAST_SECONDS || self.cx.options.still {
            left.next_multiple_of(LAST_SECONDS)
        } else {
            left
        })
    }

    /// When to call [`App::tick`] next, if nothing else happens: each second while a countdown runs, else when a text on
    /// screen would read differently; `None` if nothing depends on time.
    pub fn next_tick(&self) -> Option<Duration> {
        self.next_passing().into_iter().chain(self.next_age()).min()
    }

    /// The same without the age of what was read: a newer reading may keep it fresh.
    pub fn next_passing(&self) -> Option<Duration> {
        let seconds = if self.counts_seconds() {
            1
        } else {
            let changes = [self.wait_changes(), self.wake_due(), self.end_due()];
            changes.into_iter().flatten().min()?
        };
        Some(self.until_second(seconds))
    }

    /// In how long what was read is no longer fresh; later, in how long its moment is looked at again.
    pub fn next_age(&self) -> Option<Duration> {
        self.age_changes().map(|seconds| self.until_second(seconds))
    }

    /// How long it is until so many seconds have begun.
    fn until_second(&self, seconds: u64) -> Duration {
        let into = u64::from(self.cx.now.subsec_nanosecond().unsigned_abs()).min(999_999_999);
        Duration::from_secs(seconds).saturating_sub(Duration::from_nanos(into))
    }

    /// Lets time pass: what was armed disarms, toasts go. Returns whether anything may look different.
    pub fn tick(&mut self, now: Timestamp) -> bool {
        let counted = now.as_second() != self.cx.now.as_second() && self.counts_seconds();
        let face = |app: &Self| {
            (
                app.cx.toasts.len(),
                app.inbox.armed_until.is_some(),
                app.steps_of_age(),
                app.wait_shown(),
            )
        };
        let before = face(self);
        let second = now.as_second() != self.cx.now.as_second();
        self.follow_clock(now);
        self.cx.now = now;
        if second {
            self.hold_while_asking();
        }
        self.cx.toasts.retain(|toast| toast.stays(now));
        if self.inbox.armed_until.is_some_and(|until| until <= now) {
            self.inbox.armed_until = None;
            self.inbox.disarmed = Some(now);
            self.say(
                ToastKind::Triaged(Triaged::NothingMarked),
                crate::app::foundation::cx::toast::SHORT,
            );
        }
        self.give_up_what_was_asked_ahead();
        let woke = self.wake();
        counted || woke || before != face(self)
    }

    /// What ends soon does so as soon as before where the clock was set back. Forward it cannot be told from time that went
    /// by.
    fn follow_clock(&mut self, now: Timestamp) {
        let back = self.cx.now.duration_since(now);
        if back <= SignedDuration::from_secs(1) {
            return;
        }
        let ends = self
            .cx
            .toasts
            .iter_mut()
            .flat_map(|toast| [Some(&mut toast.until), toast.kept.as_mut()]);
        for at in ends.chain([self.inbox.armed_until.as_mut()]).flatten() {
            *at = at.saturating_sub(back).unwrap_or(*at);
        }
    }

    /// In how many seconds the next notification wakes.
    fn wake_due(&self) -> Option<u64> {
        let at = self.inbox.triage.next_wake(self.cx.now)?;
        Some((at.as_second() - self.cx.now.as_second()).max(1) as u64)
    }

    /// In how many seconds the next toast goes, what is armed disarms or what was asked ahead is given up.
    fn end_due(&self) -> Option<u64> {
        let ends = self.cx.toasts.iter().map(|toast| toast.until);
        let next = ends.chain(self.inbox.armed_until).chain(self.asked_ahead_until());
        let next = next.min()?;
        Some((next.as_second() - self.cx.now.as_second()).max(1) as u64)
    }

    /// What was read is dated by the service's clock.
    fn seconds_since(&self, at: Timestamp) -> u64 {
        (self.observed_now().as_second() - at.as_second()).max(0) as u64
    }

    fn wait_left(&self) -> Option<u64> {
        match self.cx.snapshot.connection {
            Connection::Offline { retry_at: at, .. }
            | Connection::RateLimited { until: at }
            | Connection::Failing { retry_at: at, .. } => {
                Some((at.as_second() - self.cx.now.as_second()).max(0) as u64)
            }
            Connection::Starting
            | Connection::Online
            | Connection::Slow { .. }
            | Connection::Withheld
            | Connection::SignInNeeded { .. } => None,
        }
    }

    fn wait_changes(&self) -> Option<u64> {
        match self.wait_left()? {
            0 => None,
            left @ 1..=LAST_SECONDS if self.cx.options.still => Some(left),
            left @ 1..=LAST_SECONDS => Some(left.min(1)),
            left => Some((left - 1) % LAST_SECONDS + 1),
        }
    }

    /// How often the age of what was read has given reason to draw since it was read.
    fn steps_of_age(&self) -> Option<u64> {
        let age = self.seconds_since(self.cx.snapshot.coverage.complete_at?);
        Some(u64::from(age >= FRESH) + age / AGAIN)
    }

    fn age_changes(&self) -> Option<u64> {
        let age = self.seconds_since(self.cx.snapshot.coverage.complete_at?);
        Some(if age < FRESH {
            FRESH - age
        } else {
            AGAIN - age % AGAIN
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::app::shell::app::{FrontEnd, Keymap, Options};
    use crate::engine::{Coverage, Snapshot};
    use crate::error::{Error, Fault};
    use crate::text::Lang;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_000_000 + second).unwrap()
    }

    fn app(connection: Connection) -> App {
        let options = Options::new(
            Lang::En,
            Keymap::defaults(FrontEnd::Terminal).unwrap(),
            jiff::tz::TimeZone::UTC,
        );
        let mut app = App::new(options, at(0));
        app.absorb(Arc::new(Snapshot {
            revision: 1,
            connection,
            coverage: Coverage {
                complete_at: Some(at(0)),
                ..Coverage::default()
            },
            ..Snapshot::default()
        }));
        app
    }

    /// Sleeps as a front end does, and collects what the screen says whenever it is told to draw.
    fn said(app: &mut App, until: i64) -> Vec<(i64, Option<bool>, Option<u64>)> {
        let said_now = |app: &App| {
            (
                app.now().as_second() - at(0).as_second(),
                app.is_fresh(),
                app.wait_shown(),
            )
        };
        let mut said = vec![said_now(app)];
        while let Some(pause) = app.next_tick() {
            let now = app.now().saturating_add(pause).unwrap();
            if now > at(until) {
                break;
            }
            assert!(app.tick(now), "woken for nothing at {now}");
            said.push(said_now(app));
        }
        said
    }

    #[test]
    fn time_alone_draws_when_what_was_read_is_no_longer_fresh_and_then_once_an_hour() {
        let mut app = app(Connection::Online);
        let ages: Vec<_> = said(&mut app, 7_300)
            .into_iter()
            .map(|(second, fresh, _)| (second, fresh.unwrap()))
            .collect();
        assert_eq!(ages, [(0, true), (300, false), (3_600, false), (7_200, false)]);
    }

    #[test]
    fn a_wait_is_counted_down_to_its_end() {
        for connection in [
            Connection::RateLimited { until: at(23) },
            Connection::Offline {
                since: at(0),
                retry_at: at(23),
                error: Error::unreachable(Fault::Connect, "refused"),
            },
        ] {
            let mut app = app(connection);
            let mut waits: Vec<_> = said(&mut app, 40)
                .into_iter()
                .map(|(_, _, wait)| wait.unwrap())
                .collect();
            waits.dedup();
            assert_eq!(waits, [30, 20, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
        }
    }

    #[test]
    fn a_clock_set_back_keeps_no_toast_for_a_day() {
        let mut app = app(Connection::Online);
        app.tick(at(86_400));
        app.say(
            crate::app::shell::app::ToastKind::VisitEnded { changes: 1 },
            Duration::from_secs(4),
        );
        let left = |app: &App| app.toasts()[0].until.duration_since(app.now());
        let before = left(&app);
        app.tick(at(0));
        assert_eq!(left(&app), before);
        app.tick(at(60));
        assert!(app.toasts().is_empty());
    }

    #[test]
    fn what_was_read_is_never_dated_in_the_future() {
        let app = app(Connection::Online);
        assert_eq!(app.read_at(app.now() + SignedDuration::from_hours(24)), app.now());
        assert_eq!(app.read_at(at(-60)), at(-60));
    }
}

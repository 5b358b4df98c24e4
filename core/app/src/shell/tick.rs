//! Time-dependent display: countdowns, ages, and the next time that a text changes. A text on an untouched screen stays
//! correct, and an idle screen is redrawn only when such a text changes.

use std::time::Duration;

use jiff::Timestamp;

use super::app::App;
use crate::foundation::cx::output::Output;
use crate::foundation::cx::toast_content::ToastContent;

impl App {
    /// Returns the delay until the next call of [`App::tick`], without other events. The delay is one second during a
    /// countdown, otherwise the time until a text changes. Returns `None` if nothing depends on time.
    pub fn next_tick(&self) -> Option<Duration> {
        self.next_timed_change().into_iter().chain(self.cx.time_to_next_age()).min()
    }

    /// Returns the delay without the age of loaded data, which a newer load may reset.
    pub fn next_timed_change(&self) -> Option<Duration> {
        let seconds = if self.inbox.has_countdown(&self.cx) {
            1
        } else {
            let lock = self.session.idle_lock.seconds_left(self.cx.options.lock_after, self.cx.now);
            let changes =
                [self.cx.wait_changes_in(), self.inbox.next_snooze_end(&self.cx), self.next_deadline(), lock];
            changes.into_iter().flatten().min()?
        };
        Some(self.cx.until_second(seconds))
    }

    /// Advances the time: disarms prompts and removes toasts.
    pub fn tick(&mut self, now: Timestamp) -> Output {
        let changed = self.advance(now);
        self.cx.finish(changed)
    }

    /// Advances the time as a part of another entry point. Returns whether the screen may change.
    pub(crate) fn advance(&mut self, now: Timestamp) -> bool {
        let counted = now.as_second() != self.cx.now.as_second() && self.inbox.has_countdown(&self.cx);
        let face = |app: &Self| {
            (
                app.cx.toasts.len(),
                app.inbox.armed_until.is_some(),
                app.cx.age_steps(),
                app.cx.displayed_wait(),
                app.session.idle_lock.is_locked(),
            )
        };
        let before = face(self);
        let second = now.as_second() != self.cx.now.as_second();
        let day = self.cx.today();
        self.inbox.adjust_to_clock(now, &mut self.cx);
        self.cx.now = now;
        if second {
            self.cx.pause_during_prompt();
        }
        self.session.idle_lock.advance(self.cx.options.lock_after, now);
        self.cx.toasts.retain(|toast| toast.is_visible(now));
        if self.inbox.armed_until.is_some_and(|until| until <= now) {
            self.inbox.armed_until = None;
            self.inbox.disarmed_at = Some(now);
            self.cx.notify(ToastContent::new("toast-nothing-marked"), crate::foundation::cx::toast::SHORT);
        }
        self.drop_expired_keys();
        let new_day = day != self.cx.today();
        if new_day {
            self.on_local_deals_changed();
        }
        let unsnoozed = self.inbox.end_due_snoozes(&mut self.cx);
        counted || unsnoozed || new_day || before != face(self)
    }

    /// Returns the seconds until a toast ends, a prompt disarms or queued keys expire.
    fn next_deadline(&self) -> Option<u64> {
        let midnight = self.next_followup_day();
        let toast_ends = self.cx.toasts.iter().map(|toast| toast.until);
        let next = toast_ends.chain(self.inbox.armed_until).chain(self.queued_keys_expiry()).chain(midnight);
        let next = next.min()?;
        Some((next.as_second() - self.cx.now.as_second()).max(1) as u64)
    }
}

#[cfg(test)]
mod tests {
    use crate::model::snapshot::ConnectionState;
    use jiff::SignedDuration;
    use std::sync::Arc;

    use super::*;
    use crate::error::{Error, NetworkError};
    use crate::foundation::cx::options::Options;
    use crate::foundation::input::keymap::{FrontEnd, Keymap};
    use crate::model::snapshot::{Coverage, Snapshot};
    use crate::text::Lang;

    fn second_at(second: i64) -> Timestamp {
        Timestamp::from_second(1_000_000 + second).unwrap()
    }

    fn app(connection: ConnectionState) -> App {
        let options =
            Options::new(Lang::En, Keymap::defaults(FrontEnd::Terminal).unwrap(), jiff::tz::TimeZone::UTC);
        let mut app = App::new(options, second_at(0));
        app.on_snapshot(Arc::new(Snapshot {
            revision: 1,
            connection,
            coverage: Coverage { complete_at: Some(second_at(0)), ..Coverage::default() },
            ..Snapshot::default()
        }));
        app
    }

    /// Waits as a front end does, and collects the display state at each redraw.
    fn redraws(app: &mut App, until: i64) -> Vec<(i64, Option<bool>, Option<u64>)> {
        let said_now = |app: &App| {
            (app.cx.now().as_second() - second_at(0).as_second(), app.cx.is_fresh(), app.cx.displayed_wait())
        };
        let mut redraws = vec![said_now(app)];
        while let Some(pause) = app.next_tick() {
            let now = app.cx.now().saturating_add(pause).unwrap();
            if now > second_at(until) {
                break;
            }
            assert!(app.tick(now).changed, "unnecessary wake-up at {now}");
            redraws.push(said_now(app));
        }
        redraws
    }

    #[test]
    fn idle_redraws_occur_when_stale_and_then_hourly() {
        let mut app = app(ConnectionState::Online);
        let ages: Vec<_> =
            redraws(&mut app, 7_300).into_iter().map(|(second, fresh, _)| (second, fresh.unwrap())).collect();
        assert_eq!(ages, [(0, true), (300, false), (3_600, false), (7_200, false)]);
    }

    #[test]
    fn a_wait_is_counted_down_to_its_end() {
        for connection in [
            ConnectionState::RateLimited { until: second_at(23) },
            ConnectionState::Offline {
                since: second_at(0),
                retry_at: second_at(23),
                error: Error::unreachable(NetworkError::Connect, "refused"),
            },
        ] {
            let mut app = app(connection);
            let mut waits_shown: Vec<_> =
                redraws(&mut app, 40).into_iter().map(|(_, _, wait)| wait.unwrap()).collect();
            waits_shown.dedup();
            assert_eq!(waits_shown, [30, 20, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
        }
    }

    #[test]
    fn clock_set_back_does_not_prolong_toasts() {
        let mut app = app(ConnectionState::Online);
        app.tick(second_at(86_400));
        app.cx.notify(ToastContent::counted("toast-visit-seen", 1), Duration::from_secs(4));
        let left = |app: &App| app.cx.toasts()[0].until.duration_since(app.cx.now());
        let before = left(&app);
        app.tick(second_at(0));
        assert_eq!(left(&app), before);
        app.tick(second_at(60));
        assert!(app.cx.toasts().is_empty());
    }

    #[test]
    fn fetch_times_are_never_in_the_future() {
        let app = app(ConnectionState::Online);
        assert_eq!(app.cx.fetched_at(app.cx.now() + SignedDuration::from_hours(24)), app.cx.now());
        assert_eq!(app.cx.fetched_at(second_at(-60)), second_at(-60));
    }
}

//! Read accessors of `AppCx`.

use crate::dataset::collation::Collation;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::options::Options;
use crate::foundation::cx::overlay::{Overlay, Picker, PickerKind};
use crate::foundation::cx::toast_types::CurrentUser;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::input::key::Key;

use crate::model::local_deals::{LocalDeals, NoteKey};
use crate::model::pending_write::PendingWrite;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::rule::{LocalAlert, Rule};
use crate::model::snapshot::{ConnectionState, Snapshot};
use crate::query::AgeClock;
use crate::text::{Lang, date};
use jiff::Timestamp;
use jiff::civil::Date;
use std::sync::Arc;
use std::time::Duration;

/// Prefix of the setting names of notes on notifications.
pub(crate) const NOTE_KEY_PREFIX: &str = "notification-note/";

impl AppCx {
    /// Returns whether the last full sync counts as up to date. Returns `None` if there was none. Older data is shown
    /// with an absolute time, which stays correct without redrawing.
    pub fn is_fresh(&self) -> Option<bool> {
        let age = self.seconds_since(self.snapshot.coverage.complete_at?);
        Some(age < FRESH_SECS)
    }

    /// Returns the seconds until the next request, in coarse steps while the wait is long. Returns 0 once the request
    /// is running, `None` without a wait.
    pub fn displayed_wait(&self) -> Option<u64> {
        let remaining = self.remaining_wait()?;
        Some(if remaining > LAST_SECONDS || self.options.reduced_motion {
            remaining.next_multiple_of(LAST_SECONDS)
        } else {
            remaining
        })
    }

    /// Returns the time until the synced data stops being fresh. After that, returns the time until its age is checked
    /// again.
    pub fn time_to_next_age(&self) -> Option<Duration> {
        self.age_changes_in().map(|seconds| self.until_second(seconds))
    }

    /// Returns the time until the clock reaches the `seconds`-th next whole second.
    pub(crate) fn until_second(&self, seconds: u64) -> Duration {
        let elapsed = u64::from(self.now.subsec_nanosecond().unsigned_abs()).min(999_999_999);
        Duration::from_secs(seconds).saturating_sub(Duration::from_nanos(elapsed))
    }

    /// Returns the seconds since `at` by the server's clock, which dates the synced data.
    pub(crate) fn seconds_since(&self, at: Timestamp) -> u64 {
        (self.observed_now().as_second() - at.as_second()).max(0) as u64
    }

    pub(crate) fn remaining_wait(&self) -> Option<u64> {
        match self.snapshot.connection {
            ConnectionState::Offline { retry_at: at, .. }
            | ConnectionState::RateLimited { until: at }
            | ConnectionState::Failing { retry_at: at, .. } => {
                Some((at.as_second() - self.now.as_second()).max(0) as u64)
            }
            ConnectionState::Starting
            | ConnectionState::Online
            | ConnectionState::Slow { .. }
            | ConnectionState::OfflineMode
            | ConnectionState::SignInNeeded { .. } => None,
        }
    }

    pub(crate) fn wait_changes_in(&self) -> Option<u64> {
        match self.remaining_wait()? {
            0 => None,
            remaining @ 1..=LAST_SECONDS if self.options.reduced_motion => Some(remaining),
            remaining @ 1..=LAST_SECONDS => Some(remaining.min(1)),
            remaining => Some((remaining - 1) % LAST_SECONDS + 1),
        }
    }

    /// Counts how often the age of the synced data has required a redraw.
    pub(crate) fn age_steps(&self) -> Option<u64> {
        let age = self.seconds_since(self.snapshot.coverage.complete_at?);
        Some(u64::from(age >= FRESH_SECS) + age / AGE_RECHECK_SECS)
    }

    pub(crate) fn age_changes_in(&self) -> Option<u64> {
        let age = self.seconds_since(self.snapshot.coverage.complete_at?);
        Some(if age < FRESH_SECS { FRESH_SECS - age } else { AGE_RECHECK_SECS - age % AGE_RECHECK_SECS })
    }

    /// Returns the newest snapshot.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Returns whether the engine has effects that the newest snapshot does not reflect yet.
    pub fn awaits_engine(&self) -> bool {
        self.submitted > self.snapshot.handled
    }

    /// Returns the application's current time.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// Checks whether the present is shown. The past cannot be changed.
    pub(crate) fn in_present(&self) -> Result<(), DisabledReason> {
        self.snapshot.as_of.map_or(Ok(()), |_| Err(DisabledReason::PastShown))
    }

    /// Returns whether the screen shows a past time. Some screens have the present only.
    pub(crate) fn screen_shows_past(&self) -> bool {
        let of_present = [Screen::Notifications, Screen::Tasks, Screen::Explorer, Screen::Activity];
        self.snapshot.as_of.is_some() && !of_present.contains(&self.screen)
    }

    /// Returns the pending writes of the shown time; the past has none.
    pub(crate) fn shown_writes(&self) -> impl DoubleEndedIterator<Item = &PendingWrite> {
        let is_present = self.snapshot.as_of.is_none();
        self.snapshot.writes.iter().filter(move |_| is_present)
    }

    /// Returns the shown past time, or the current time by the server's clock, as far as the difference is known. Ages
    /// are computed from it.
    pub fn observed_now(&self) -> Timestamp {
        if let Some(as_of) = self.snapshot.as_of {
            return as_of.at;
        }
        let clock_offset = self.snapshot.storage.clock_skew;
        clock_offset
            .map_or(self.now, |clock_offset| self.now.saturating_add(clock_offset).unwrap_or(self.now))
    }

    /// Returns the clock of the ages.
    pub fn age_clock(&self) -> AgeClock<'_> {
        AgeClock::new(self.observed_now().as_second(), self.options.working_days.as_deref())
    }

    /// Returns the rules of the configuration, then the subscriptions.
    pub(crate) fn all_rules(&self) -> Vec<Rule> {
        let mut rules = self.options.rules.clone();
        rules.extend(self.snapshot.settings.iter().flat_map(|settings| Rule::subscriptions(settings)));
        rules
    }

    /// Returns the rule or subscription that raised a local notification, if it still exists.
    pub(crate) fn rule_of(&self, alert: &LocalAlert) -> Option<Rule> {
        let is_same =
            |rule: &Rule| rule.name == alert.rule && rule.setting.is_some() == alert.is_subscription;
        self.all_rules().into_iter().find(is_same)
    }

    /// Returns a fetch time, limited to now: an earlier clock may have been ahead.
    pub fn fetched_at(&self, at: Timestamp) -> Timestamp {
        at.min(self.observed_now())
    }

    /// Returns the settings in force.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the language in force.
    pub fn lang(&self) -> Lang {
        self.options.lang
    }

    /// Returns the current screen.
    pub fn screen(&self) -> Screen {
        self.screen
    }

    /// Returns the overlay above the screen.
    pub fn overlay(&self) -> &Overlay {
        &self.overlay
    }

    /// Returns whether large type is shown, for a projector.
    pub fn is_presenting(&self) -> bool {
        self.presenting
    }

    /// Returns the index of the focused pane.
    pub fn pane(&self) -> usize {
        self.pane
    }

    /// Returns the scroll offset of the focused pane, in lines.
    pub fn scroll(&self) -> usize {
        self.scroll
    }

    /// Returns the number of writes that are scheduled, waiting or being sent.
    pub fn waiting_count(&self) -> usize {
        self.snapshot.writes.iter().filter(|write| !write.is_blocked()).count()
    }

    /// Returns the number of blocked writes.
    pub fn blocked_count(&self) -> usize {
        self.snapshot.writes.iter().filter(|write| write.is_blocked()).count()
    }

    /// Returns whether a deal is open beside the board, without an overlay.
    pub(crate) fn is_split_view(&self) -> bool {
        self.options.split_view && self.screen == Screen::Deal && self.overlay == Overlay::None
    }

    /// Returns whether the user can move between the panes of the screen. In the window, a screen that scrolls as a
    /// whole has no panes.
    pub fn has_panes(&self) -> bool {
        self.has_panes_on(self.screen)
    }

    /// Returns the same for any screen.
    pub(crate) fn has_panes_on(&self, screen: Screen) -> bool {
        let panes = [Screen::Notifications, Screen::Views, Screen::Explorer, Screen::Flow];
        !self.options.split_view || panes.contains(&screen)
    }

    /// Returns whether the engine still has effects to handle.
    pub(crate) fn has_unhandled_effects(&self) -> bool {
        self.snapshot.handled < self.submitted
    }

    pub(crate) fn awaits_kind(&self, kind: ResourceKind) -> bool {
        self.snapshot.resources.get(&kind).map_or(self.has_unhandled_effects(), |list| {
            let empty = list.records.is_empty() && list.watched.is_empty();
            empty && list.loading && list.fetched_at.is_none() && list.error.is_none()
        })
    }

    pub(crate) fn awaits_inbox(&self) -> bool {
        let inbox = &self.snapshot.inbox;
        let empty = inbox.items.is_empty() && inbox.fetched_at.is_none() && inbox.error.is_none();
        empty
            && (inbox.loading
                || self.has_unhandled_effects()
                || self.awaits_kind(ResourceKind::Notifications))
    }

    /// Returns the open picker.
    pub fn picker(&self) -> Option<Picker> {
        match self.overlay {
            Overlay::Picker(picker) => Some(picker),
            _ => None,
        }
    }

    /// Returns the action of a key on other screens, and these screens.
    pub(crate) fn bound_on_other_screens(&self, key: Key) -> Option<(ActionId, Vec<Screen>)> {
        let keymap = &self.options.keymap;
        let action_on = |screen: &Screen| keymap.action(screen.context(), key);
        let id = Screen::ALL.iter().find_map(action_on)?;
        let screens = Screen::ALL.iter().copied().filter(|screen| action_on(screen) == Some(id));
        Some((id, screens.collect()))
    }

    /// Returns the sort order of texts and codes in force.
    pub(crate) fn collation(&self) -> Collation {
        Collation {
            lang: self.options.lang,
            statuses: self.options.status_order.clone(),
            local_deals: self.local_deals.clone(),
        }
    }

    /// Returns whether the known connection state allows sending at once.
    pub(crate) fn can_send_now(&self) -> bool {
        match self.snapshot.connection {
            ConnectionState::Starting | ConnectionState::Online | ConnectionState::Slow { .. } => true,
            ConnectionState::OfflineMode
            | ConnectionState::Offline { .. }
            | ConnectionState::RateLimited { .. }
            | ConnectionState::SignInNeeded { .. }
            | ConnectionState::Failing { .. } => false,
        }
    }

    /// Returns whether a prompt is open during which nothing is sent.
    pub(crate) fn is_prompt_pausing(&self) -> bool {
        self.is_quit_prompt_open() || self.is_deletion_prompt_open()
    }

    /// Returns whether the prompt before quitting is open.
    #[must_use]
    pub fn is_quit_prompt_open(&self) -> bool {
        self.picker().is_some_and(|picker| picker.kind == PickerKind::ConfirmQuit)
    }

    /// Returns whether the prompt about an earlier run's deletions is open.
    pub(crate) fn is_deletion_prompt_open(&self) -> bool {
        self.picker().is_some_and(|picker| picker.kind == PickerKind::ConfirmDeletions)
    }

    /// Returns whether the secret can be entered in this window now.
    #[must_use]
    pub fn can_sign_in(&self) -> bool {
        self.options.split_view && self.can_sign_out && self.needs_sign_in()
    }

    /// Returns whether the service needs a valid secret before any request.
    #[must_use]
    pub fn needs_sign_in(&self) -> bool {
        matches!(self.snapshot.connection, ConnectionState::SignInNeeded { .. })
    }

    /// Returns the current user or the key; `None` until the store is open.
    #[must_use]
    pub fn current_user(&self) -> Option<CurrentUser> {
        (self.snapshot.revision > 0).then(|| CurrentUser::parse(&self.snapshot.user)).flatten()
    }

    /// Returns a saved setting.
    pub(crate) fn setting(&self, name: &str) -> Option<&str> {
        let settings = self.snapshot.settings.as_ref()?;
        settings.get(name).map(String::as_str)
    }

    /// Returns the data of this device about deals: follow-ups, and which deals have notes.
    pub fn local_deals(&self) -> &Arc<LocalDeals> {
        &self.local_deals
    }

    /// Returns the current day in the display zone.
    pub fn today(&self) -> Date {
        date::local(self.now, &self.options.zone).date()
    }

    /// Returns the private notes of a deal with their texts, newest first.
    pub fn local_notes(&self, deal: &str) -> impl Iterator<Item = (&NoteKey, &str)> {
        let notes = self.local_deals.notes_of(deal).iter();
        notes.filter_map(|key| Some((key, self.setting(&key.name)?)))
    }

    /// Returns the private note of a notification; empty if there is none.
    pub fn notification_note(&self, id: &str) -> &str {
        self.setting(&format!("{NOTE_KEY_PREFIX}{id}")).unwrap_or_default()
    }
}

/// Seconds after which a displayed time is checked again: a sync may have found no changes in the meantime.
pub(crate) const AGE_RECHECK_SECS: u64 = 3_600;

/// Seconds for which a full sync counts as up to date. The counts, fetched far more often, reveal a move earlier. After
/// that, the time of the sync is shown.
pub(crate) const FRESH_SECS: u64 = 5 * 60;

/// Wait in seconds from which the countdown shows every second.
pub(crate) const LAST_SECONDS: u64 = 10;

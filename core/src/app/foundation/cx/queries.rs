//! What is read of this state.

use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::cx::options::Options;
use crate::app::foundation::cx::overlay::Layer;
use crate::app::foundation::cx::sheet::Sheet;
use crate::app::foundation::cx::toast_types::Snooze;
use crate::app::foundation::dataset::collation::Collation;
use crate::app::foundation::input::commands::ActionId;
use crate::app::foundation::input::context::Screen;
use crate::app::foundation::input::disabled_reason::Reason;
use crate::app::foundation::input::key::Key;

use crate::discovery::Family;
use crate::engine::{Connection, Snapshot};
use crate::text::Lang;
use jiff::Timestamp;
use std::time::Duration;

impl AppCx {
    /// Whether the newest complete reading is so recent that the pipeline counts as up to date; `None` where there was
    /// none. What is older is told with its moment, which stays true however long nothing is drawn.
    pub fn is_fresh(&self) -> Option<bool> {
        let age = self.seconds_since(self.snapshot.coverage.complete_at?);
        Some(age < FRESH)
    }

    /// How many seconds there are until the service is asked again, in steps while it is long; 0 once it is being asked.
    /// `None` where nothing is waited for.
    pub fn wait_shown(&self) -> Option<u64> {
        let left = self.wait_left()?;
        Some(if left > LAST_SECONDS || self.options.still {
            left.next_multiple_of(LAST_SECONDS)
        } else {
            left
        })
    }

    /// In how long what was read is no longer fresh; later, in how long its moment is looked at again.
    pub fn next_age(&self) -> Option<Duration> {
        self.age_changes().map(|seconds| self.until_second(seconds))
    }

    /// How long it is until so many seconds have begun.
    pub(in crate::app) fn until_second(&self, seconds: u64) -> Duration {
        let into = u64::from(self.now.subsec_nanosecond().unsigned_abs()).min(999_999_999);
        Duration::from_secs(seconds).saturating_sub(Duration::from_nanos(into))
    }

    /// What was read is dated by the service's clock.
    pub(in crate::app) fn seconds_since(&self, at: Timestamp) -> u64 {
        (self.observed_now().as_second() - at.as_second()).max(0) as u64
    }

    pub(in crate::app) fn wait_left(&self) -> Option<u64> {
        match self.snapshot.connection {
            Connection::Offline { retry_at: at, .. }
            | Connection::RateLimited { until: at }
            | Connection::Failing { retry_at: at, .. } => {
                Some((at.as_second() - self.now.as_second()).max(0) as u64)
            }
            Connection::Starting
            | Connection::Online
            | Connection::Slow { .. }
            | Connection::Withheld
            | Connection::SignInNeeded { .. } => None,
        }
    }

    pub(in crate::app) fn wait_changes(&self) -> Option<u64> {
        match self.wait_left()? {
            0 => None,
            left @ 1..=LAST_SECONDS if self.options.still => Some(left),
            left @ 1..=LAST_SECONDS => Some(left.min(1)),
            left => Some((left - 1) % LAST_SECONDS + 1),
        }
    }

    /// How often the age of what was read has given reason to draw since it was read.
    pub(in crate::app) fn steps_of_age(&self) -> Option<u64> {
        let age = self.seconds_since(self.snapshot.coverage.complete_at?);
        Some(u64::from(age >= FRESH) + age / AGAIN)
    }

    pub(in crate::app) fn age_changes(&self) -> Option<u64> {
        let age = self.seconds_since(self.snapshot.coverage.complete_at?);
        Some(if age < FRESH {
            FRESH - age
        } else {
            AGAIN - age % AGAIN
        })
    }

    /// The newest snapshot.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Whether something was asked of the engine that its newest snapshot does not reflect yet.
    pub fn awaits_engine(&self) -> bool {
        self.submitted > self.snapshot.handled
    }

    /// The moment the application believes it is.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// The same by the service's clock, as far as that is known: what ages are counted to.
    pub fn observed_now(&self) -> Timestamp {
        let off = self.snapshot.keeping.clock_off;
        off.map_or(self.now, |off| self.now.saturating_add(off).unwrap_or(self.now))
    }

    /// A moment at which something was read: one that a clock which was ahead gave is told as now.
    pub fn read_at(&self, at: Timestamp) -> Timestamp {
        at.min(self.observed_now())
    }

    /// The settings in force.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The language in force.
    pub fn lang(&self) -> Lang {
        self.options.lang
    }

    /// The screen shown.
    pub fn screen(&self) -> Screen {
        self.screen
    }

    /// What lies over the screen.
    pub fn layer(&self) -> &Layer {
        &self.layer
    }

    /// Whether large type is shown, for a projector.
    pub fn presenting(&self) -> bool {
        self.presenting
    }

    /// Which pane of the screen has the focus.
    pub fn pane(&self) -> usize {
        self.pane
    }

    /// How far the focused pane is scrolled, in lines.
    pub fn scroll(&self) -> usize {
        self.scroll
    }

    /// How many writes wait or are on their way.
    pub fn waiting(&self) -> usize {
        self.snapshot
            .writes
            .iter()
            .filter(|write| !write.parked())
            .count()
    }

    /// How many writes are parked: refused or in conflict.
    pub fn parked(&self) -> usize {
        self.snapshot.writes.iter().filter(|write| write.parked()).count()
    }

    pub(in crate::app) fn can_turn_back(&self, id: ActionId) -> Result<(), Reason> {
        if id == ActionId::Undo {
            self.can_take_back().then_some(()).ok_or(Reason::NothingToUndo)
        } else {
            self.history.can_redo().then_some(()).ok_or(Reason::NothingToRedo)
        }
    }

    /// Whether a deal is opened beside the board, with nothing over it.
    pub(in crate::app) fn is_beside(&self) -> bool {
        self.options.beside && self.screen == Screen::Deal && self.layer == Layer::None
    }

    /// Whether the screen has panes to go between. Where the window scrolls as one, its parts are none.
    pub fn turns_panes(&self) -> bool {
        self.turns_panes_on(self.screen)
    }

    /// The same of any screen.
    pub(in crate::app) fn turns_panes_on(&self, screen: Screen) -> bool {
        let panes = [Screen::Notifications, Screen::Views, Screen::Explorer];
        !self.options.beside || panes.contains(&screen)
    }

    /// Whether the engine has not yet taken in all that was asked of it.
    pub(in crate::app) fn unhandled(&self) -> bool {
        self.snapshot.handled < self.submitted
    }

    pub(in crate::app) fn awaits_family(&self, family: Family) -> bool {
        self.snapshot
            .families
            .get(&family)
            .map_or(self.unhandled(), |list| {
                let empty = list.records.is_empty() && list.watched.is_empty();
                empty && list.loading && list.read_at.is_none() && list.error.is_none()
            })
    }

    pub(in crate::app) fn awaits_inbox(&self) -> bool {
        let inbox = &self.snapshot.inbox;
        let empty = inbox.items.is_empty() && inbox.read_at.is_none() && inbox.error.is_none();
        empty && (inbox.loading || self.unhandled() || self.awaits_family(Family::Notifications))
    }

    /// The sheet that is open.
    pub fn sheet(&self) -> Option<Sheet> {
        match self.layer {
            Layer::Sheet(sheet) => Some(sheet),
            _ => None,
        }
    }

    /// Until when a notification may be let sleep.
    pub(crate) fn snoozes(&self) -> Vec<Snooze> {
        Snooze::offered(self.now, &self.options.zone)
    }

    /// What a key does elsewhere, and on which screens.
    pub(in crate::app) fn bound_elsewhere(&self, key: Key) -> Option<(ActionId, Vec<Screen>)> {
        let keymap = &self.options.keymap;
        let meant = |screen: &Screen| keymap.action(screen.context(), key);
        let id = Screen::ALL.iter().find_map(meant)?;
        let screens = Screen::ALL.into_iter().filter(|screen| meant(screen) == Some(id));
        Some((id, screens.collect()))
    }

    /// How rows are put in order here and now.
    pub(in crate::app) fn collation(&self) -> Collation {
        Collation {
            lang: self.options.lang,
            statuses: self.options.status_order.clone(),
        }
    }
}

/// A moment that is told for so many seconds is looked at again: a reading may have come that found all as before.
pub(in crate::app) const AGAIN: u64 = 3_600;

/// For how long in seconds what was read whole counts as up to date: the counts, read far more often, tell of a move
/// before. After that the moment of the reading is told.
pub(in crate::app) const FRESH: u64 = 5 * 60;

/// From here on a wait is counted down in single seconds.
pub(in crate::app) const LAST_SECONDS: u64 = 10;

//! The interface between the window and the service behind it. No method blocks, because they run during a frame.

use std::sync::Arc;
use std::time::Duration;

use encours_core::app::foundation::cx::toast_types::{CurrentUser, SwitchFailure};
use encours_core::config::UserCheck;
use encours_core::engine::PackReader;
use encours_core::model::effect::Effect;
use encours_core::model::shutdown::{ShutdownMode, UnsentSummary};
use encours_core::model::snapshot::Snapshot;
use jiff::Timestamp;

use super::{Credentials, StartupFailure};

/// The service behind the window: the engine, or a placeholder until it has started.
pub trait Service {
    /// Submits effects without blocking.
    fn submit(&mut self, effects: Vec<Effect>);
    /// Returns the newest snapshot, if there is one, without blocking.
    fn latest(&mut self) -> Option<Arc<Snapshot>>;
    /// Returns the reader of the data of a committee pack; `None` while the service is not open.
    fn pack_reader(&self) -> Option<PackReader> {
        None
    }
    /// Returns the reason why the service could not be opened, if it failed.
    fn failure(&self) -> Option<&StartupFailure>;
    /// Opens the demo instead of the failed service.
    fn start_demo(&mut self);
    /// Opens the failed service with the user's key or passphrase.
    fn sign_in(&mut self, _given: Credentials) {}
    /// Returns the check that opens an idle lock; without one, Enter opens it.
    fn user_check(&self) -> UserCheck {
        UserCheck::Nothing
    }
    /// Returns whether the key is stored on this device, so that it can be deleted.
    fn may_sign_out(&self) -> bool {
        false
    }
    /// Deletes the key from this device and asks for one. Cached data and pending writes remain.
    fn sign_out(&mut self) {}
    /// Closes the service and asks for the key again; nothing is deleted.
    fn ask_for_key(&mut self) {}
    /// Retries the failed service if the configuration is `usable`; otherwise reports why it is not.
    fn retry(&mut self, _usable: Result<(), String>) {}
    /// Returns whether another window has this profile open and was raised; this window then closes.
    fn is_open_elsewhere(&self) -> bool {
        false
    }
    /// Returns whether the system has asked the program to end; the user is then not asked.
    fn is_termination_requested(&self) -> bool {
        false
    }
    /// Sets whether individual requests wake the window; only some screens show them.
    fn set_wake_on_requests(&mut self, _closely: bool) {}
    /// Schedules a wake-up, unless a newer sync keeps the displayed age valid. `of` is the sync whose age is displayed.
    /// Returns false if unsupported; the window then schedules it.
    fn schedule_wake(&mut self, _after: Duration, _of: Option<Timestamp>) -> bool {
        false
    }
    /// Returns the name of the profile, or the host, if known.
    fn display_name(&self) -> &str;
    /// Starts to open the store of another delegated user. Returns false if the service cannot switch users.
    fn switch_user(&mut self, _who: &CurrentUser) -> bool {
        false
    }
    /// Takes the outcome of that switch: on success, everything now applies to the new user.
    fn take_switch_result(&mut self) -> Option<Result<(), SwitchFailure>> {
        None
    }
    /// Returns whether an old store has been closed since the last call. Its pending writes can then be counted.
    fn take_old_store_closed(&mut self) -> bool {
        false
    }
    /// Closes the service when the window closes; `how` determines what is sent. Returns the remaining writes.
    fn request_close(&mut self, mode: ShutdownMode) -> UnsentSummary;
}

//! Opens the service behind the window on a separate thread.
//!
//! The first frame is therefore not delayed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use encours_core::app::foundation::cx::toast_types::{CurrentUser, SwitchFailure};
use encours_core::client::SecretSource;
use encours_core::config::UserCheck;
use encours_core::engine::PackReader;
use encours_core::error::Reason;
use encours_core::model::effect::Effect;
use encours_core::model::shutdown::{ShutdownMode, UnsentSummary};
use encours_core::model::snapshot::{ConnectionState, Snapshot};
use jiff::Timestamp;

use crate::credentials;
use crate::desktop::single_instance::InstanceClaim;
use crate::repaint_timer::RepaintTimer;
use crate::session::{CLOSE_TIMEOUT, OpenService};
pub use crate::session::{DEMO_DEALS, Launch, StartError, WakeFn};
use crate::startup_error::{Credentials, KnownKey, StartupFailure};
use crate::user_switch::UserSwitchTask;
use crate::window::Service;

/// The service of a window: opening, open or failed.
pub struct ServiceHandle {
    state: ServiceState,
    user_switch: UserSwitchTask,
    display_name: String,
    waker: WakeFn,
    launch_params: Launch,
    instance_claim: InstanceClaim,
    termination_requested: Arc<AtomicBool>,
}

impl std::fmt::Debug for ServiceHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Opening").field("state", &self.state).finish_non_exhaustive()
    }
}

#[derive(Debug)]
enum ServiceState {
    Opening { result: Receiver<Result<OpenService, (StartError, KnownKey)>>, queued_effects: Vec<Effect> },
    Open(Box<OpenService>),
    Failed(Box<StartupFailure>),
    OpenElsewhere,
    Closed,
}

impl ServiceState {
    fn failed(cause: String) -> Self {
        Self::Failed(Box::new(StartupFailure::from_cause(cause.into())))
    }
}

impl ServiceHandle {
    /// Starts to open a service on its own thread. Calls `waker` when there is something to show, and claims the
    /// profile through `instance_claim`.
    #[must_use]
    pub fn start(launch: Launch, waker: WakeFn, instance_claim: InstanceClaim) -> Self {
        let mut handle = Self::closed(launch.clone(), waker, instance_claim);
        handle.open_launch(launch);
        handle
    }

    /// Creates a failed service for a configuration that must be corrected first; `reason` is the reason.
    #[must_use]
    pub fn from_invalid_config(
        reason: String,
        launch: Launch,
        waker: WakeFn,
        instance_claim: InstanceClaim,
    ) -> Self {
        let mut handle = Self::closed(launch, waker, instance_claim);
        handle.reject_config(reason);
        handle
    }

    fn closed(launch_params: Launch, waker: WakeFn, instance_claim: InstanceClaim) -> Self {
        Self {
            state: ServiceState::Closed,
            user_switch: UserSwitchTask::default(),
            display_name: String::new(),
            waker,
            launch_params,
            instance_claim,
            termination_requested: Arc::default(),
        }
    }

    fn reject_config(&mut self, reason: String) {
        tracing::error!(reason, "the configuration cannot be used");
        self.state = ServiceState::failed(reason);
    }

    fn open_launch(&mut self, launch: Launch) {
        self.open(launch.clone(), move |wake, claim| launch.open(wake, claim));
    }

    /// Starts to open a service with any function; `launch` is what a retry opens.
    fn open(
        &mut self,
        launch: Launch,
        open: impl FnOnce(WakeFn, &InstanceClaim) -> Result<OpenService, StartError> + Send + 'static,
    ) {
        let (sender, result) = channel();
        let (params, wake, claim) = (launch.clone(), self.waker.clone(), self.instance_claim.clone());
        let started = std::thread::Builder::new().name("encours-opening".to_owned()).spawn(move || {
            let opened = open(wake.clone(), &claim).map_err(|error| (error, credentials::known_key(&params)));
            if let Err(unwanted) = sender.send(opened) {
                // The window has closed meanwhile, so close the service again.
                drop(unwanted);
            }
            wake();
        });
        self.state = match started {
            Ok(_) => ServiceState::Opening { result, queued_effects: Vec::new() },
            Err(error) => ServiceState::failed(error.to_string()),
        };
        self.user_switch = UserSwitchTask::default();
        self.display_name.clear();
        self.launch_params = launch;
    }

    /// Sets the flag that tells whether the system has asked the program to end.
    #[must_use]
    pub fn with_termination_flag(self, termination_requested: Arc<AtomicBool>) -> Self {
        Self { termination_requested, ..self }
    }

    /// Closes the open service and fails with `reason`. Pending writes stay in the outbox.
    fn close_with_error(&mut self, reason: impl FnOnce() -> StartError + Send + 'static) {
        self.user_switch.wait_for_stores();
        let previous = std::mem::replace(&mut self.state, ServiceState::Closed);
        let ServiceState::Open(opened) = previous else {
            self.state = previous;
            return;
        };
        self.open(self.launch_params.clone(), move |_, _| {
            opened.close();
            Err(reason())
        });
    }

    /// Processes the result of the opening thread, if it has arrived.
    fn poll(&mut self) {
        let ServiceState::Opening { result, queued_effects } = &mut self.state else {
            return;
        };
        match result.try_recv() {
            Ok(Ok(mut opened)) => {
                self.launch_params = opened.launch.take().unwrap_or_else(|| self.launch_params.clone());
                opened.engine.submit(std::mem::take(queued_effects));
                self.display_name = opened.connection.label();
                self.state = ServiceState::Open(Box::new(opened));
            }
            Ok(Err((StartError::OpenElsewhere, _))) => self.state = ServiceState::OpenElsewhere,
            Ok(Err((error, mut known_key))) => {
                known_key.no_keyring = error.lacks_keyring();
                if !matches!(error, StartError::KeyRequested { .. } | StartError::SignedOut) {
                    tracing::error!(%error, "failed to open the profile");
                }
                self.state = ServiceState::Failed(Box::new(error.to_failure().with_known_key(known_key)));
            }
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => {
                self.state = ServiceState::failed("the thread that opened the service has ended".to_owned());
            }
        }
    }

    /// Closes the service. Writes that `mode` permits are sent within a short time; the others stay in the outbox.
    pub fn close(&mut self, mode: ShutdownMode) -> UnsentSummary {
        self.user_switch.wait_for_stores();
        let ServiceState::Open(opened) = std::mem::replace(&mut self.state, ServiceState::Closed) else {
            return UnsentSummary::default();
        };
        let OpenService { engine, demo_server: demo, .. } = *opened;
        let unsent = engine.shut_down(CLOSE_TIMEOUT, mode);
        tracing::info!(waiting = unsent.waiting, blocked = unsent.blocked, "closed");
        drop(demo);
        unsent
    }
}

impl Service for ServiceHandle {
    fn submit(&mut self, effects: Vec<Effect>) {
        match &mut self.state {
            ServiceState::Opening { queued_effects, .. } => queued_effects.extend(effects),
            ServiceState::Open(opened) => opened.engine.submit(effects),
            ServiceState::Failed(_) | ServiceState::OpenElsewhere | ServiceState::Closed => {}
        }
    }

    fn latest(&mut self) -> Option<Arc<Snapshot>> {
        self.poll();
        if let ServiceState::Open(opened) = &self.state { Some(opened.engine.snapshot()) } else { None }
    }

    fn pack_reader(&self) -> Option<PackReader> {
        if let ServiceState::Open(opened) = &self.state { Some(opened.engine.pack_reader()) } else { None }
    }

    fn failure(&self) -> Option<&StartupFailure> {
        if let ServiceState::Failed(reason) = &self.state { Some(reason) } else { None }
    }

    fn display_name(&self) -> &str {
        &self.display_name
    }

    fn switch_user(&mut self, user: &CurrentUser) -> bool {
        let ServiceState::Open(opened) = &self.state else {
            return false;
        };
        let switch = opened.open_for_user(user, self.waker.clone());
        self.user_switch.start(switch, self.waker.clone());
        true
    }

    fn take_switch_result(&mut self) -> Option<Result<(), SwitchFailure>> {
        let outcome = self.user_switch.take_result()?;
        let ServiceState::Open(opened) = &mut self.state else {
            return None;
        };
        Some(outcome.and_then(|(next, first)| {
            if let Some(first) = first {
                self.instance_claim
                    .move_to(next.store_path(), first)
                    .map_err(|error| SwitchFailure::Failed(Reason::from(error.to_string())))?;
            }
            let before = std::mem::replace(&mut **opened, next);
            self.user_switch.close_store(before, self.waker.clone());
            Ok(())
        }))
    }

    fn take_old_store_closed(&mut self) -> bool {
        self.user_switch.take_store_closed()
    }

    fn start_demo(&mut self) {
        self.open_launch(Launch::Demo { deals: DEMO_DEALS, as_user: None });
    }

    fn sign_in(&mut self, credentials: Credentials) {
        let Launch::Service { options, env } = self.launch_params.clone() else {
            return;
        };
        self.open(self.launch_params.clone(), move |wake, claim| {
            credentials::store_credentials(&options, &env, credentials)?.open(wake, claim)
        });
    }

    fn user_check(&self) -> UserCheck {
        match &self.state {
            ServiceState::Open(opened) => opened.connection.user_check(),
            _ => UserCheck::Nothing,
        }
    }

    fn may_sign_out(&self) -> bool {
        // A secret from the environment or a command is not stored here, so it cannot be deleted.
        let is_key_stored = |opened: &OpenService| {
            matches!(opened.connection.secret, SecretSource::Keyring(_) | SecretSource::File(_))
        };
        matches!(&self.state, ServiceState::Open(opened) if opened.demo_server.is_none() && is_key_stored(opened))
    }

    fn sign_out(&mut self) {
        let Launch::Service { options, env } = self.launch_params.clone() else {
            return;
        };
        self.close_with_error(move || match credentials::delete_secret(&options, &env) {
            Ok(()) => StartError::SignedOut,
            Err(error) => error,
        });
    }

    fn ask_for_key(&mut self) {
        // The engine has already tried the keyring, so the form need not try it again.
        let no_keyring = match &self.state {
            ServiceState::Open(opened) => match &opened.engine.snapshot().connection {
                ConnectionState::SignInNeeded { error } => error.lacks_keyring(),
                _ => false,
            },
            _ => false,
        };
        self.close_with_error(move || StartError::KeyRequested { no_keyring });
    }

    fn retry(&mut self, usable: Result<(), String>) {
        if !matches!(self.state, ServiceState::Failed(_)) {
            return;
        }
        match usable {
            Ok(()) => self.open_launch(self.launch_params.clone()),
            Err(reason) => self.reject_config(reason),
        }
    }

    fn set_wake_on_requests(&mut self, closely: bool) {
        if let ServiceState::Open(opened) = &self.state {
            opened.engine.set_wake_on_any_change(closely);
        }
    }

    fn schedule_wake(&mut self, after: Duration, last_sync: Option<Timestamp>) -> bool {
        let ServiceState::Open(opened) = &mut self.state else {
            return false;
        };
        if opened.repaint_timer.is_none() {
            opened.repaint_timer = RepaintTimer::start(opened.engine.last_sync_query(), self.waker.clone())
                .inspect_err(|error| tracing::warn!(%error, "failed to start the repaint timer"))
                .ok();
        }
        let reminder = opened.repaint_timer.as_ref();
        reminder.is_some_and(|reminder| reminder.schedule(after, last_sync))
    }

    fn is_open_elsewhere(&self) -> bool {
        matches!(self.state, ServiceState::OpenElsewhere)
    }

    fn is_termination_requested(&self) -> bool {
        self.termination_requested.load(Ordering::Relaxed)
    }

    fn request_close(&mut self, mode: ShutdownMode) -> UnsentSummary {
        Self::close(self, mode)
    }
}

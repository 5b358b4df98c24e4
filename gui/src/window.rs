//! The window without a windowing system: state, one function for logic, one for drawing.
//!
//! eframe and the tests drive the same two functions.

mod appearance;
mod backend;
mod idle_lock;
mod session_switch;

use std::io::Write;
use std::sync::mpsc::Receiver;

use egui::{Context, FocusDirection, Id, Ui, ViewportCommand};
use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::cx::output::{CopyRequest, FrontEndRequest, Output};
use encours_core::app::foundation::cx::toast_types::{ClipboardKind, SwitchFailure};
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::app::shell::view::tabs::shown_text;
use encours_core::app::tools::session::view::exit_message;
use encours_core::app::tools::settings::settings::SettingsRead;
use encours_core::error::Reason;
use encours_core::model::effect::Visibility;
use encours_core::model::shutdown::ShutdownMode;
use encours_core::text::{Lang, SafeText};
use encours_core::vocabulary::setting::SettingEdit;
use jiff::Timestamp;

use crate::desktop::preferences::{ChosenPreferences, Preferences};
use crate::desktop::single_instance::InstanceClaim;
use crate::desktop::{Desktop, DesktopEvent, DesktopNotifier};
use crate::frame_ctx::FrameCtx;
use crate::input::input_queue;
use crate::input::pointer_queue::{self, PressDelay};
use crate::launch_options::OptionsError;
use crate::screens::{self, UiState};
use crate::theme::Theme;
use crate::{overlays, scroll_bar_labels};

pub use self::appearance::resolve_theme;
pub use self::backend::Service;
pub use crate::startup_error::{Credentials, InputError, KnownKey, NeededInput, SealedFile, StartupFailure};

/// Window height in points below which space is scarce.
const LOW_HEIGHT: f32 = 640.0;

/// A function that reads the clock.
pub type ClockFn = Box<dyn Fn() -> Timestamp + Send>;

/// A function that reads the configuration again.
type ReloadOptions = Box<dyn Fn() -> Result<Options, OptionsError>>;

/// A function that reads `config.toml`, after changing a setting in it.
type SettingsFile = Box<dyn Fn(Option<&SettingEdit>, Lang) -> Result<SettingsRead, String>>;

/// The state of the window.
pub struct WindowState {
    pub(crate) app: App,
    pub(crate) service: Box<dyn Service>,
    pub(crate) clock: ClockFn,
    theme: Theme,
    pub(crate) ui_state: UiState,
    /// The digit on the physical key pressed last.
    pub(crate) digit: Option<char>,
    pub(crate) desktop: Desktop,
    pub(crate) desktop_events: Receiver<DesktopEvent>,
    pub(crate) notifier: Option<DesktopNotifier>,
    pub(crate) system_theme: Option<egui::Theme>,
    pub(crate) visibility: Visibility,
    pub(crate) is_closing: bool,
    /// True if the settings ask for reduced motion, regardless of the system.
    reduced_motion: bool,
    instance_claim: InstanceClaim,
    /// Requests of the application that need egui.
    requests: Vec<FrontEndRequest>,
    /// The running check that opens the idle lock.
    user_check: Option<Receiver<Result<(), Reason>>>,
    /// The toast under the pointer in the last frame.
    hovered_toast: Option<u64>,
    /// Reads the configuration again, if there is one.
    reload_options: Option<ReloadOptions>,
    /// Reads `config.toml`, after changing a setting in it, if there is one.
    settings_file: Option<SettingsFile>,
    /// Theme, accent and language at the start, to detect those chosen since.
    initial_preferences: Preferences,
}

impl std::fmt::Debug for WindowState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WindowState").field("app", &self.app).finish_non_exhaustive()
    }
}

impl WindowState {
    /// Creates a window for an application.
    #[must_use]
    pub fn new(mut app: App, mut service: Box<dyn Service>, clock: ClockFn) -> Self {
        let output = app.start();
        service.submit(output.effects);
        let reduced_motion = app.cx.options().reduced_motion;
        let mut theme =
            Theme::with_accent(resolve_theme(app.cx.options().theme, None), app.cx.options().accent);
        theme.animated = !reduced_motion;
        let (desktop, desktop_events) = Desktop::for_tests();
        Self {
            initial_preferences: Preferences::from_options(app.cx.options()),
            app,
            service,
            clock,
            theme,
            ui_state: UiState::default(),
            digit: None,
            desktop,
            desktop_events,
            notifier: None,
            system_theme: None,
            visibility: Visibility::default(),
            is_closing: false,
            reduced_motion,
            instance_claim: InstanceClaim::default(),
            requests: Vec::new(),
            user_check: None,
            hovered_toast: None,
            reload_options: None,
            settings_file: None,
        }
    }

    /// Sets the function that reads the configuration again before a retry.
    #[must_use]
    pub fn with_options_reload(
        mut self,
        reload: impl Fn() -> Result<Options, OptionsError> + 'static,
    ) -> Self {
        self.reload_options = Some(Box::new(reload));
        self
    }

    /// Sets the function that reads the settings, and changes one of them.
    pub fn set_settings_file(
        &mut self,
        file: impl Fn(Option<&SettingEdit>, Lang) -> Result<SettingsRead, String> + 'static,
    ) {
        self.settings_file = Some(Box::new(file));
    }

    /// Adds the settings chosen in this window to `preferences`.
    pub(crate) fn record_preferences(&self, preferences: &mut ChosenPreferences) {
        preferences
            .record_changes(&self.initial_preferences, &Preferences::from_options(self.app.cx.options()));
    }

    /// Connects the window to a desktop, whose responses wake it and whose theme it follows. `notify` enables desktop
    /// notifications.
    #[must_use]
    pub fn on_desktop(
        mut self,
        desktop: Desktop,
        desktop_events: Receiver<DesktopEvent>,
        notify: bool,
    ) -> Self {
        desktop.follow_appearance();
        self.notifier = notify.then(|| DesktopNotifier::new(desktop.clone()));
        (self.desktop, self.desktop_events) = (desktop, desktop_events);
        self
    }

    /// Sets the handle that keeps this window the only one of its profile.
    #[must_use]
    pub fn with_instance_claim(mut self, claim: InstanceClaim) -> Self {
        self.instance_claim = claim;
        self
    }

    /// Prepares egui with fonts, icons and style. Call it before the first frame.
    pub fn install(&self, ctx: &Context) {
        Self::install_theme(&self.theme, ctx);
    }

    /// Installs a theme and the press delay in egui.
    pub fn install_theme(theme: &Theme, ctx: &Context) {
        theme.install(ctx);
        PressDelay::install(ctx);
    }

    /// Returns the application, for tests and the eframe shell.
    #[must_use]
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Closes the service, and allows another window to be the first.
    pub fn close(&mut self) {
        // If the system ends the program, the user was not asked, so no scheduled change is sent.
        let mode = if self.app.session.is_quitting() && !self.service.is_termination_requested() {
            self.app.session.shutdown_mode()
        } else {
            ShutdownMode::SendNothing
        };
        let unsent = self.service.request_close(mode);
        self.instance_claim.release();
        if let Some(message) =
            exit_message::exit_message(self.app.cx.lang(), &unsent).filter(|_| !self.app.cx.options().demo)
        {
            // Without a terminal the message is lost; the outbox still has the changes.
            let _unread = writeln!(std::io::stderr(), "{message}");
        }
    }

    /// Disables animations. Call it before the first frame.
    pub fn disable_animations(&mut self) {
        self.theme.animated = false;
    }

    /// Applies the system's reduced-motion setting: it disables animations and second-by-second countdowns.
    pub(crate) fn set_reduced_motion(&mut self, ctx: &Context, still: bool) {
        let still = still || self.reduced_motion;
        self.app.cx.set_reduced_motion(still);
        self.theme.animated = !still;
        self.theme.restyle(ctx);
    }

    /// Updates time and snapshot.
    pub fn update(&mut self) {
        let output = self.app.tick((self.clock)());
        self.take(output);
        self.follow_user_switch();
        if let Some(snapshot) = self.service.latest() {
            let output = self.app.on_snapshot(snapshot);
            self.take(output);
        }
    }

    /// Runs one action, for the system's menu or a test.
    pub fn run_action(&mut self, action: Action) {
        self.ui_state.board.follows_user = true;
        let output = self.app.dispatch(action, (self.clock)());
        self.take(output);
    }

    /// Submits effects and switches the user. Keeps requests that need egui for the next [`WindowState::serve`].
    fn take(&mut self, output: Output) {
        if !output.effects.is_empty() {
            self.service.submit(output.effects);
        }
        for request in output.requests {
            match request {
                FrontEndRequest::SwitchUser(user) if self.service.switch_user(&user) => {}
                FrontEndRequest::SwitchUser(_) => {
                    let nobody = encours_core::error::Error::usage("there is no other user to switch to");
                    self.run_action(Action::SwitchFailed(SwitchFailure::from(&nobody)));
                }
                FrontEndRequest::CopyShown(shown) => {
                    if let Some(text) = shown_text(&self.app, shown) {
                        self.run_action(Action::CopyText(text));
                    }
                }
                other => self.requests.push(other),
            }
        }
    }

    /// Extends the undo window, because a screen reader is in use.
    pub fn extend_undo_window(&mut self) {
        self.app.cx.extend_undo_delays();
    }

    /// Processes external events and schedules the next check. It also runs for a hidden window.
    pub fn logic(&mut self, ctx: &Context) {
        // A new snapshot is drawn in this frame, so it needs no further repaint.
        self.update();
        if self.process_desktop_events(ctx) {
            ctx.request_repaint();
        }
        // Do this before drawing: a paused countdown must not advance visibly.
        let output = self.app.linger(self.hovered_toast);
        self.take(output);
        self.update_visibility(ctx);
        self.handle_close_request(ctx);
        let passing = self.app.next_timed_change();
        // A newer sync postpones this only while the data are fresh; an absolute time does not change with it.
        let fresh = self.app.cx.is_fresh() == Some(true);
        let read_at = self.app.cx.snapshot().coverage.complete_at.filter(|_| fresh);
        let age = self.app.cx.time_to_next_age();
        let age = age.filter(|after| !self.service.schedule_wake(*after, read_at));
        if let Some(after) = passing.into_iter().chain(age).min() {
            ctx.request_repaint_after(after);
        }
        // Wipe the sign-in input once a service has opened.
        if self.ui_state.sign_in.has_secrets() && self.service.latest().is_some() {
            self.ui_state.sign_in.wipe_secrets(ctx);
        }
        if (self.app.session.is_quitting() || self.service.is_open_elsewhere()) && !self.is_closing {
            self.is_closing = true;
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
    }

    /// Draws the window and runs the requested actions.
    pub fn ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.app.cx.allow_sign_out(self.service.may_sign_out());
        self.update_theme(&ctx);
        scroll_bar_labels::set_language(&ctx, self.app.cx.lang());
        self.update_zoom(&ctx);
        if self.follow_lock(&ctx) {
            return self.draw_locked(ui);
        }
        self.dispatch_keys(&ctx);
        self.take_dropped_files(&ctx);
        let failure = self.service.failure().cloned();
        let user = SafeText::line_within(self.service.display_name(), 40);
        let mut frame = FrameCtx::new(&self.app, &self.theme, &user, &mut self.ui_state);
        frame.is_low = ctx.content_rect().height() < LOW_HEIGHT;
        screens::layout::show(ui, &mut frame, failure.as_ref());
        overlays::show(ui, &mut frame);
        // Cancel egui's own focus movement: outside menus, arrows move the application's focus.
        input_queue::move_focus(&ctx, FocusDirection::None);
        input_queue::reset_menu_requests(&ctx);
        pointer_queue::set_dragging(&ctx, frame.state.is_dragging());
        let (demo, retry) = (frame.start_demo, frame.retry);
        let (browse, open) = (frame.browse_path.take(), frame.open_path.take());
        self.hovered_toast = frame.hovered_toast;
        // Only this screen shows individual requests.
        self.service.set_wake_on_requests(self.app.cx.screen() == Screen::Activity);
        let actions = frame.into_actions();
        self.app.pipeline.set_viewport(self.ui_state.board.viewport, &mut self.app.cx);
        self.app.table.set_table_viewport(self.ui_state.table.viewport, &mut self.app.cx);
        self.app.table.set_drawn_columns(self.ui_state.table.drawn_widths.clone());
        if let Some(first) = self.ui_state.table.scrolled_to.take() {
            self.app.table.set_table_scroll(first);
        }
        for (column, first) in std::mem::take(&mut self.ui_state.board.scrolled_columns) {
            self.app.pipeline.set_scroll(column, first);
        }
        self.ui_state.focused_by_pointer = are_pointer_focus(&actions);
        self.ui_state.pane_state.focused_by_pointer = self.ui_state.focused_by_pointer;
        if !actions.is_empty() {
            self.dispatch_actions(&ctx, actions);
            ctx.request_repaint();
        }
        self.ui_state.by_key = false;
        self.forward_requests(&ctx, browse);
        if let Some(path) = open {
            self.desktop.open(path);
        }
        if demo {
            self.start_demo();
            ctx.request_repaint();
        }
        if retry {
            self.retry_open();
            ctx.request_repaint();
        }
    }

    fn start(&mut self) {
        let output = self.app.start();
        self.take(output);
    }

    pub(crate) fn dispatch_actions(&mut self, ctx: &Context, actions: Vec<Action>) {
        let typing = self.app.table.context(&self.app.cx).takes_text();
        for action in actions {
            self.run_action(action);
        }
        if typing && !self.app.table.context(&self.app.cx).takes_text() {
            Self::blur_text_field(ctx);
        }
        for request in std::mem::take(&mut self.requests) {
            self.serve(ctx, request);
        }
    }

    /// Carries out a request of the application.
    fn serve(&mut self, ctx: &Context, request: FrontEndRequest) {
        match request {
            FrontEndRequest::SignIn => self.ask_for_key(),
            FrontEndRequest::SignOut => {
                self.ui_state.sign_out_question.stage = overlays::confirm_dialog::SignOutStage::Asking;
            }
            FrontEndRequest::ShowMenu => input_queue::request_menu(ctx),
            FrontEndRequest::Zoom(zoom) => ctx.set_zoom_factor(zoom.next_factor(ctx.zoom_factor())),
            FrontEndRequest::Export(export) => {
                self.desktop.export(&self.app, export, self.service.pack_reader());
            }
            FrontEndRequest::Settings(setting) => {
                let read = self.settings_file.as_ref();
                if let Some(read) = read.map(|read| read(setting.as_ref(), self.app.cx.lang())) {
                    let output = self.app.on_settings(setting.as_ref(), read);
                    self.theme.animated = !self.app.cx.options().reduced_motion;
                    self.reduced_motion = self.app.cx.options().reduced_motion;
                    self.take(output);
                }
            }
            FrontEndRequest::ReadTable { path, sheet } => self.desktop.read_table(path, sheet),
            FrontEndRequest::Copy(CopyRequest { text, content }) => {
                // The core has formatted the text for the clipboard, with tabs for spreadsheets.
                ctx.copy_text(text);
                let by = ClipboardKind::System;
                self.run_action(Action::Copied { what: content, by });
            }
            // The window edits long texts itself. It switches the user and builds a shown text at once.
            FrontEndRequest::Edit(_) | FrontEndRequest::SwitchUser(_) | FrontEndRequest::CopyShown(_) => {}
        }
    }

    /// Returns the widget to which egui's focus follows the application's, for tests.
    #[must_use]
    pub fn roving_focus(&self) -> Option<Id> {
        self.ui_state.roving_focus
    }
}

/// Returns whether all actions result from the pointer touching a card, row or line.
fn are_pointer_focus(actions: &[Action]) -> bool {
    let touch = |action: &Action| {
        matches!(
            action,
            Action::FocusDeal(_)
                | Action::FocusTableColumn(_)
                | Action::ToggleSelected(_)
                | Action::SelectTo(_)
                | Action::FocusNotification(_)
                | Action::ToggleNotification(_)
                | Action::SelectNotificationsTo(_)
                | Action::FocusWrite(_)
                | Action::FocusPane(_)
                | Action::FocusLine { .. }
        )
    };
    !actions.is_empty() && actions.iter().all(touch)
}

//! The window without a windowing system: state, one function for logic, one for drawing.
//!
//! eframe and the tests drive the same two functions.

mod appearance;
mod backend;
mod session_switch;

use std::io::Write;
use std::sync::mpsc::Receiver;

use egui::{Context, FocusDirection, Id, Ui, ViewportCommand};
use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::cx::output::{Copying, HostRequest, Output};
use encours_core::app::foundation::cx::toast_types::{CopiedBy, TurnFailure};
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::app::tools::session::view::exit_message;
use encours_core::model::effect::Attention;
use encours_core::model::shutdown::Leave;
use encours_core::text::Clean;
use jiff::Timestamp;

use crate::desktop::preferences::{Chosen, Looks};
use crate::desktop::single_instance::Only;
use crate::desktop::{Answer, Notices, Outside};
use crate::frame_ctx::Pass;
use crate::input::input_queue;
use crate::input::pointer_queue::{self, Presses};
use crate::launch_options::Unsettled;
use crate::screens::{self, Places};
use crate::theme::Look;
use crate::{overlays, scroll_bar_labels};

pub use self::appearance::theme_of;
pub use self::backend::Service;
pub use crate::startup_error::{Ask, Failure, Given, Known, Refusal, SealedFile};

/// Window height in points below which space is scarce.
const LOW: f32 = 640.0;

/// A function that reads the clock.
pub type Clock = Box<dyn Fn() -> Timestamp + Send>;

/// A function that reads the configuration again.
type Settle = Box<dyn Fn() -> Result<Options, Unsettled>>;

/// The state of the window.
pub struct WindowState {
    pub(crate) app: App,
    pub(crate) service: Box<dyn Service>,
    pub(crate) clock: Clock,
    look: Look,
    pub(crate) places: Places,
    /// The digit on the physical key pressed last.
    pub(crate) digit: Option<char>,
    pub(crate) outside: Outside,
    pub(crate) answers: Receiver<Answer>,
    pub(crate) notices: Option<Notices>,
    pub(crate) system: Option<egui::Theme>,
    pub(crate) attention: Attention,
    pub(crate) closing: bool,
    /// True if the settings ask for reduced motion, regardless of the system.
    still: bool,
    only: Only,
    /// Requests of the application that need egui.
    requests: Vec<HostRequest>,
    /// The toast under the pointer in the last frame.
    lingers: Option<u64>,
    /// Reads the configuration again, if there is one.
    settle: Option<Settle>,
    /// Theme, accent and language at the start, to detect those chosen since.
    began: Looks,
}

impl std::fmt::Debug for WindowState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WindowState")
            .field("app", &self.app)
            .finish_non_exhaustive()
    }
}

impl WindowState {
    /// Creates a window for an application.
    #[must_use]
    pub fn new(mut app: App, mut service: Box<dyn Service>, clock: Clock) -> Self {
        let output = app.start();
        service.submit(output.effects);
        let still = app.cx.options().still;
        let mut look = Look::with_accent(theme_of(app.cx.options().theme, None), app.cx.options().accent);
        look.moving = !still;
        let (outside, answers) = Outside::quiet();
        Self {
            began: Looks::of(app.cx.options()),
            app,
            service,
            clock,
            look,
            places: Places::default(),
            digit: None,
            outside,
            answers,
            notices: None,
            system: None,
            attention: Attention::default(),
            closing: false,
            still,
            only: Only::default(),
            requests: Vec::new(),
            lingers: None,
            settle: None,
        }
    }

    /// Sets the function that reads the configuration again before a retry.
    #[must_use]
    pub fn reading_anew(mut self, settle: impl Fn() -> Result<Options, Unsettled> + 'static) -> Self {
        self.settle = Some(Box::new(settle));
        self
    }

    /// Adds the settings chosen in this window to `chosen`.
    pub(crate) fn tell_chosen(&self, chosen: &mut Chosen) {
        chosen.learn(&self.began, &Looks::of(self.app.cx.options()));
    }

    /// Connects the window to a desktop, whose answers wake it and whose theme it follows. `notify` enables desktop
    /// notifications.
    #[must_use]
    pub fn on_desktop(mut self, outside: Outside, answers: Receiver<Answer>, notify: bool) -> Self {
        outside.follow_looks();
        self.notices = notify.then(|| Notices::new(outside.clone()));
        (self.outside, self.answers) = (outside, answers);
        self
    }

    /// Sets the handle that keeps this window the only one of its profile.
    #[must_use]
    pub fn holding(mut self, only: Only) -> Self {
        self.only = only;
        self
    }

    /// Prepares egui with fonts, icons and style. Call it before the first frame.
    pub fn install(&self, ctx: &Context) {
        Self::prepare(&self.look, ctx);
    }

    /// Prepares egui for a look.
    pub fn prepare(look: &Look, ctx: &Context) {
        look.install(ctx);
        Presses::install(ctx);
    }

    /// Returns the application, for tests and the eframe shell.
    #[must_use]
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Closes the service, and allows another window to be the first.
    pub fn close(&mut self) {
        // If the system ends the program, the user was not asked, so no scheduled change is sent.
        let how = if self.app.session.quitting() && !self.service.told_to_end() {
            self.app.session.leaves()
        } else {
            Leave::Keep
        };
        let left = self.service.close(how);
        self.only.leave();
        if let Some(said) =
            exit_message::said(self.app.cx.lang(), &left).filter(|_| !self.app.cx.options().demo)
        {
            // Without a terminal the message is lost; the outbox still has the changes.
            let _unread = writeln!(std::io::stderr(), "{said}");
        }
    }

    /// Disables animations. Call it before the first frame.
    pub fn hold_still(&mut self) {
        self.look.moving = false;
    }

    /// Applies the system's reduced-motion setting: it disables animations and second-by-second countdowns.
    pub(crate) fn keep_still(&mut self, ctx: &Context, still: bool) {
        let still = still || self.still;
        self.app.cx.hold_still(still);
        self.look.moving = !still;
        self.look.restyle(ctx);
    }

    /// Updates time and snapshot.
    pub fn take_in(&mut self) {
        let output = self.app.tick((self.clock)());
        self.take(output);
        self.follow_turn();
        if let Some(snapshot) = self.service.latest() {
            let output = self.app.absorb(snapshot);
            self.take(output);
        }
    }

    /// Runs one action, for the system's menu or a test.
    pub fn act(&mut self, action: Action) {
        self.places.board.note_own_act();
        let output = self.app.apply(action, (self.clock)());
        self.take(output);
    }

    /// Submits effects and switches the user. Keeps requests that need egui for the next [`WindowState::serve`].
    fn take(&mut self, output: Output) {
        if !output.effects.is_empty() {
            self.service.submit(output.effects);
        }
        for request in output.host {
            match request {
                HostRequest::ActFor(who) if self.service.turn(&who) => {}
                HostRequest::ActFor(_) => {
                    let nobody = encours_core::error::Error::usage("there is no other user to switch to");
                    self.act(Action::TurnFailed(TurnFailure::from(&nobody)));
                }
                other => self.requests.push(other),
            }
        }
    }

    /// Extends the undo window, because a screen reader is in use.
    pub fn read_aloud(&mut self) {
        self.app.cx.read_aloud();
    }

    /// Processes external events and schedules the next check. It also runs for a hidden window.
    pub fn logic(&mut self, ctx: &Context) {
        // A new snapshot is drawn in this frame, so it needs no further repaint.
        self.take_in();
        if self.hear(ctx) {
            ctx.request_repaint();
        }
        // Do this before drawing: a paused countdown must not advance visibly.
        let output = self.app.linger(self.lingers);
        self.take(output);
        self.attend(ctx);
        self.may_close(ctx);
        let passing = self.app.next_passing();
        // A newer sync postpones this only while the data are fresh; an absolute time does not change with it.
        let fresh = self.app.cx.is_fresh() == Some(true);
        let read_at = self.app.cx.snapshot().coverage.complete_at.filter(|_| fresh);
        let age = self.app.cx.next_age();
        let age = age.filter(|after| !self.service.remind(*after, read_at));
        if let Some(after) = passing.into_iter().chain(age).min() {
            ctx.request_repaint_after(after);
        }
        // Wipe the sign-in input once a service has opened.
        if self.places.sign_in.holds_any() && self.service.latest().is_some() {
            self.places.sign_in.forget(ctx);
        }
        if (self.app.session.quitting() || self.service.is_elsewhere()) && !self.closing {
            self.closing = true;
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
    }

    /// Draws the window and runs the requested actions.
    pub fn ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.app.cx.allow_sign_out(self.service.may_sign_out());
        self.dress(&ctx);
        scroll_bar_labels::speak(&ctx, self.app.cx.lang());
        self.enlarge(&ctx);
        self.deal_out(&ctx);
        let failure = self.service.failure().cloned();
        let who = Clean::line_of(self.service.who(), 40);
        let mut pass = Pass::new(&self.app, &self.look, &who);
        pass.low = ctx.content_rect().height() < LOW;
        screens::layout::show(ui, &mut pass, &mut self.places, failure.as_ref());
        overlays::show(ui, &mut pass, &mut self.places);
        // Cancel egui's own focus movement: outside menus, arrows move the application's focus.
        input_queue::turn(&ctx, FocusDirection::None);
        input_queue::menu_drawn(&ctx);
        pointer_queue::carries(&ctx, self.places.dragging());
        let (demo, again) = (pass.demo, pass.again);
        let (browse, open) = (pass.browse.take(), pass.open.take());
        self.lingers = pass.lingers;
        self.service.look_closely(shows_requests(self.app.cx.screen()));
        let asked = pass.asked();
        self.app
            .pipeline
            .set_viewport(self.places.board.viewport(), &mut self.app.cx);
        self.app
            .table
            .set_table_viewport(self.places.table.viewport(), &mut self.app.cx);
        self.app
            .table
            .note_drawn_columns(self.places.table.drawn().to_vec());
        if let Some(first) = self.places.table.take_scrolled() {
            self.app.table.note_table_scroll(first);
        }
        for (column, first) in self.places.board.take_scrolled() {
            self.app.pipeline.note_scroll(column, first);
        }
        self.places.touched = touches(&asked);
        self.places.panes.touched = self.places.touched;
        if !asked.is_empty() {
            self.apply(&ctx, asked);
            ctx.request_repaint();
        }
        self.places.by_key = false;
        self.pass_on(&ctx, browse);
        if let Some(path) = open {
            self.outside.open(path);
        }
        if demo {
            self.begin_demo();
            ctx.request_repaint();
        }
        if again {
            self.open_again();
            ctx.request_repaint();
        }
    }

    fn start(&mut self) {
        let output = self.app.start();
        self.take(output);
    }

    pub(crate) fn apply(&mut self, ctx: &Context, actions: Vec<Action>) {
        let typing = self.app.table.context(&self.app.cx).takes_text();
        for action in actions {
            self.act(action);
        }
        if typing && !self.app.table.context(&self.app.cx).takes_text() {
            Self::leave_text(ctx);
        }
        for request in std::mem::take(&mut self.requests) {
            self.serve(ctx, request);
        }
    }

    /// Carries out a request of the application.
    fn serve(&mut self, ctx: &Context, request: HostRequest) {
        match request {
            HostRequest::SignIn => self.ask_for_key(),
            HostRequest::SignOut => self.places.leave.out = overlays::confirm_dialog::SignOut::Asking,
            HostRequest::ShowMenu => input_queue::ask_menu(ctx),
            HostRequest::Zoom(zoom) => ctx.set_zoom_factor(zoom.from(ctx.zoom_factor())),
            HostRequest::Export(export) => self.outside.export(&self.app, export),
            HostRequest::Copy(Copying { text, said: what }) => {
                // The core has formatted the text for the clipboard, with tabs for spreadsheets.
                ctx.copy_text(text);
                let by = CopiedBy::System;
                self.act(Action::Copied { what, by });
            }
            // The window edits long texts itself, and switches the user at once.
            HostRequest::Edit(_) | HostRequest::ActFor(_) => {}
        }
    }

    /// Returns the widget to which egui's focus follows the application's, for tests.
    #[must_use]
    pub fn roving(&self) -> Option<Id> {
        self.places.roving
    }
}

/// Returns whether all actions result from the pointer touching a card, row or line.
fn touches(asked: &[Action]) -> bool {
    let touch = |action: &Action| {
        matches!(
            action,
            Action::FocusDeal(_)
                | Action::FocusTableColumn(_)
                | Action::ToggleSelected(_)
                | Action::SelectTo(_)
                | Action::FocusNotification(_)
                | Action::PickNotification(_)
                | Action::PickNotificationsTo(_)
                | Action::FocusWrite(_)
                | Action::FocusPane(_)
                | Action::FocusLine { .. }
        )
    };
    !asked.is_empty() && asked.iter().all(touch)
}

/// Returns whether a screen shows individual requests.
fn shows_requests(screen: Screen) -> bool {
    screen == Screen::Activity
}

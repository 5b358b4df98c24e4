//! The window without a windowing system: state, one step of logic, one pass of drawing. `eframe` and the tests drive
//! the same two functions.

mod appearance;
mod backend;

use std::io::Write;
use std::sync::mpsc::Receiver;

use egui::{Context, FocusDirection, Id, Ui, ViewportCommand};
use encours_core::app::foundation::cx::options::Options;
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

/// In a window lower than this there is no room to lose, in points.
const LOW: f32 = 640.0;

/// Reads the clock.
pub type Clock = Box<dyn Fn() -> Timestamp + Send>;

/// Reads anew what the configuration asks for.
type Settle = Box<dyn Fn() -> Result<Options, Unsettled>>;

/// Everything the window holds.
pub struct WindowState {
    pub(crate) app: App,
    pub(crate) service: Box<dyn Service>,
    pub(crate) clock: Clock,
    look: Look,
    pub(crate) places: Places,
    /// The digit in whose place the last key was pressed.
    pub(crate) digit: Option<char>,
    pub(crate) outside: Outside,
    pub(crate) answers: Receiver<Answer>,
    pub(crate) notices: Option<Notices>,
    pub(crate) system: Option<egui::Theme>,
    pub(crate) attention: Attention,
    pub(crate) closing: bool,
    /// Whether the settings ask for less motion, whatever the system says.
    still: bool,
    only: Only,
    /// The toast under the pointer when the window was drawn last.
    lingers: Option<u64>,
    /// Reads the configuration anew, where there is one.
    settle: Option<Settle>,
    /// The looks it began with: others were chosen in it.
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
    /// A window over an application.
    #[must_use]
    pub fn new(mut app: App, mut service: Box<dyn Service>, clock: Clock) -> Self {
        let effects = app.start();
        service.submit(effects);
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
            lingers: None,
            settle: None,
        }
    }

    /// The same with a way to read anew what the configuration asks for, before what could not be opened is tried again.
    #[must_use]
    pub fn reading_anew(mut self, settle: impl Fn() -> Result<Options, Unsettled> + 'static) -> Self {
        self.settle = Some(Box::new(settle));
        self
    }

    /// Adds to what was chosen what was chosen here.
    pub(crate) fn tell_chosen(&self, chosen: &mut Chosen) {
        chosen.learn(&self.began, &Looks::of(self.app.cx.options()));
    }

    /// The same with a desktop around it: its answers wake the window, and its looks are followed. `notify` asks for
    /// notices of new notifications.
    #[must_use]
    pub fn on_desktop(mut self, outside: Outside, answers: Receiver<Answer>, notify: bool) -> Self {
        outside.follow_looks();
        self.notices = notify.then(|| Notices::new(outside.clone()));
        (self.outside, self.answers) = (outside, answers);
        self
    }

    /// The same, holding what makes this window the only one of its profile for as long as it lives.
    #[must_use]
    pub fn holding(mut self, only: Only) -> Self {
        self.only = only;
        self
    }

    /// Prepares egui: fonts, icons, style. Before the first pass.
    pub fn install(&self, ctx: &Context) {
        Self::prepare(&self.look, ctx);
    }

    /// The same for a window of these looks.
    pub fn prepare(look: &Look, ctx: &Context) {
        look.install(ctx);
        Presses::install(ctx);
    }

    /// The application, for tests and for the shell.
    #[must_use]
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Ends what stands behind the window, and lets another one be the first.
    pub fn close(&mut self) {
        // The system's word to end is not the person's: then nothing that is held leaves.
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
            // Nobody reads it where the window was not begun from a terminal; the outbox has them all the same.
            let _unread = writeln!(std::io::stderr(), "{said}");
        }
    }

    /// Stops animations: what moves is where it will be. Before the first pass.
    pub fn hold_still(&mut self) {
        self.look.moving = false;
    }

    /// Takes the system's wish for less motion: nothing slides, and no text counts seconds.
    pub(crate) fn keep_still(&mut self, ctx: &Context, still: bool) {
        let still = still || self.still;
        self.app.cx.hold_still(still);
        self.look.moving = !still;
        self.look.restyle(ctx);
    }

    /// Takes in the time and the newest snapshot. Returns whether anything may look different.
    pub fn take_in(&mut self) -> bool {
        let changed = self.app.tick((self.clock)()) | self.follow_turn();
        match self.service.latest() {
            Some(snapshot) => {
                let changed = self.app.absorb(snapshot) | changed;
                let effects = self.app.cx.take_afterwards();
                if !effects.is_empty() {
                    self.service.submit(effects);
                }
                changed
            }
            None => changed,
        }
    }

    /// Does one action, as a menu of the system or a test may ask for.
    pub fn act(&mut self, action: Action) {
        self.places.board.note_own_act();
        let effects = self.app.apply(action, (self.clock)());
        if !effects.is_empty() {
            self.service.submit(effects);
        }
        if let Some(who) = self.app.acting.take_turn()
            && !self.service.turn(&who)
        {
            let nobody = encours_core::error::Error::usage("there is no other user to switch to");
            self.app
                .apply(Action::TurnFailed(TurnFailure::from(&nobody)), (self.clock)());
        }
    }

    /// Gives more time to take something back: a screen reader reads the window.
    pub fn read_aloud(&mut self) {
        self.app.cx.read_aloud();
    }

    /// Takes in what happened elsewhere, and says when to look again. Runs for a hidden window too.
    pub fn logic(&mut self, ctx: &Context) {
        // What was read meanwhile is drawn in this very pass; another one would find all as before.
        self.take_in();
        if self.hear(ctx) {
            ctx.request_repaint();
        }
        // Before it is drawn: a countdown that stands still must not be seen to move.
        let held = self.app.session.linger(self.lingers, &mut self.app.cx);
        if !held.is_empty() {
            self.service.submit(held);
        }
        self.attend(ctx);
        self.may_close(ctx);
        let passing = self.app.next_passing();
        // A newer reading keeps fresh what is; a moment that is told it does not make any truer.
        let fresh = self.app.cx.is_fresh() == Some(true);
        let read_at = self.app.cx.snapshot().coverage.complete_at.filter(|_| fresh);
        let age = self.app.cx.next_age();
        let age = age.filter(|after| !self.service.remind(*after, read_at));
        if let Some(after) = passing.into_iter().chain(age).min() {
            ctx.request_repaint_after(after);
        }
        // What was typed to sign in is no longer needed once that has opened something.
        if self.places.sign_in.holds_any() && self.service.latest().is_some() {
            self.places.sign_in.forget(ctx);
        }
        if (self.app.session.quitting() || self.service.is_elsewhere()) && !self.closing {
            self.closing = true;
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
    }

    /// Draws the window and does what was asked of it.
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
        // An arrow that no menu took moves nothing: the focus that arrows move is the application's.
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

    /// Begins anew for whoever was chosen, once their store is open; or says why everything stays as it was.
    fn follow_turn(&mut self) -> bool {
        let outcome = self.service.turned();
        match &outcome {
            None => {}
            Some(Ok(())) => {
                self.app = self.app.turned((self.clock)());
                let effects = self.app.start();
                self.service.submit(effects);
                // What is known of the other's notifications is not news here.
                self.notices = self.notices.as_ref().map(|_| Notices::new(self.outside.clone()));
            }
            Some(Err(why)) => self.act(Action::TurnFailed(why.clone())),
        }
        let put_away = self.service.put_away();
        if put_away {
            let effects = self.app.cx.look_beside();
            self.service.submit(effects);
        }
        outcome.is_some() || put_away
    }

    /// Signs out: what is shown goes with the key.
    pub(crate) fn sign_out(&mut self) {
        self.service.sign_out();
        self.put_out();
    }

    /// Leaves what cannot be asked without a secret for the form that takes one.
    fn ask_for_key(&mut self) {
        self.service.ask_for_key();
        self.put_out();
    }

    /// Shows nothing more of what was open.
    fn put_out(&mut self) {
        let options = self.app.cx.options().clone();
        self.app = App::new(options, (self.clock)());
        self.notices = self.notices.as_ref().map(|_| Notices::new(self.outside.clone()));
        self.places.panel = screens::deal::panel::PanelPlace::default();
    }

    /// Begins anew on the demo, with the looks and the language chosen so far.
    fn begin_demo(&mut self) {
        self.service.begin_demo();
        let mut options = self.app.cx.options().clone();
        options.demo = true;
        self.begin_anew(options);
    }

    /// Begins anew on what could not be opened before, or is read without its key.
    fn open_again(&mut self) {
        // What the configuration asks for may be what was mended.
        let failed = self.service.failure().map(|failure| failure.ask);
        let settle = self.settle.as_ref().filter(|_| failed == Some(Ask::Nothing));
        let read = settle.map(|read| read());
        let (usable, options) = match read {
            Some(Ok(options)) => {
                self.began = Looks::of(&options);
                (Ok(()), options)
            }
            Some(Err(why)) => (Err(why.to_string()), self.app.cx.options().clone()),
            None => (Ok(()), self.app.cx.options().clone()),
        };
        self.service.open_again(usable);
        self.begin_anew(options);
    }

    /// Begins anew on what a key opens: what was asked before it was there has gone nowhere.
    pub(crate) fn begin_signed_in(&mut self, given: Given) {
        self.service.sign_in(given);
        self.begin_anew(self.app.cx.options().clone());
    }

    fn begin_anew(&mut self, options: Options) {
        self.app = App::new(options, (self.clock)());
        let effects = self.app.start();
        self.service.submit(effects);
    }

    pub(crate) fn apply(&mut self, ctx: &Context, actions: Vec<Action>) {
        let typing = self.app.table.context(&self.app.cx).takes_text();
        for action in actions {
            self.act(action);
        }
        if typing && !self.app.table.context(&self.app.cx).takes_text() {
            Self::leave_text(ctx);
        }
        if self.app.session.take_sign_in() {
            self.ask_for_key();
        }
        if self.app.session.take_sign_out() {
            self.places.leave.out = overlays::confirm_dialog::SignOut::Asking;
        }
        if self.app.take_show_menu() {
            input_queue::ask_menu(ctx);
        }
        if let Some(zoom) = self.app.take_zoom() {
            ctx.set_zoom_factor(zoom.from(ctx.zoom_factor()));
        }
        if let Some(export) = self.app.take_export() {
            self.outside.export(&self.app, export);
        }
        if let Some(text) = self.app.clipboard.take_copy() {
            // The core has made it fit for a clipboard; its tabs are what a spreadsheet wants.
            ctx.copy_text(text);
            self.app.apply(Action::Copied(CopiedBy::System), (self.clock)());
        }
    }

    /// The id of egui's focus that follows the application's own, for tests.
    #[must_use]
    pub fn roving(&self) -> Option<Id> {
        self.places.roving
    }
}

/// Whether nothing is asked but what a pointer does to the card, row or line that it touches.
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

/// Whether a screen tells of single requests.
fn shows_requests(screen: Screen) -> bool {
    screen == Screen::Activity
}

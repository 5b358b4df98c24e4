//! Frame context: the state that a frame reads and the actions that it requests.
//!
//! Drawing a frame does not change the application.

use std::borrow::Cow;

use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::disabled_reason::Reason;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::text::Words;

use crate::input::key_events;
use crate::theme::Look;

/// The context passed to every screen.
#[derive(Debug)]
pub struct Pass<'a> {
    /// The application state.
    pub app: &'a App,
    /// The current theme.
    pub look: &'a Look,
    /// The messages of the current language.
    pub words: &'static Words,
    /// Name of the connection or user, if known.
    pub who: &'a str,
    /// True if the window is low; toasts then lie directly above the status line.
    pub low: bool,
    /// The toast under the pointer, which therefore does not expire.
    pub lingers: Option<u64>,
    /// Right edge of the side bar, which toasts must not cover.
    pub side: f32,
    /// Left edge of the open deal panel, which toasts must not cover.
    pub panel: Option<f32>,
    /// The toast to hide, because the deal panel shows the same message.
    pub told: Option<u64>,
    /// The path to start from in the system's file dialog, if one is requested.
    pub browse: Option<String>,
    /// The file or folder to open with the system's program.
    pub open: Option<String>,
    /// True if the user asks for the demo after a failed start.
    pub demo: bool,
    /// True if the user asks to retry after a failed start.
    pub again: bool,
    actions: Vec<Action>,
}

impl<'a> Pass<'a> {
    /// Creates the context of a frame.
    #[must_use]
    pub fn new(app: &'a App, look: &'a Look, who: &'a str) -> Self {
        Self {
            app,
            look,
            words: Words::new(app.cx.lang()),
            who,
            low: false,
            lingers: None,
            side: 0.0,
            panel: None,
            told: None,
            browse: None,
            open: None,
            demo: false,
            again: false,
            actions: Vec::new(),
        }
    }

    /// Returns whether no overlay covers the screen; under a dialog no tooltips are shown.
    #[must_use]
    pub fn uncovered(&self) -> bool {
        matches!(self.app.cx.layer(), Layer::None | Layer::Filter)
    }

    /// Requests an action, which runs after the frame.
    pub fn act(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Requests an action of the command table.
    pub fn run(&mut self, id: ActionId) {
        self.act(Action::Run(id));
    }

    /// Returns a message.
    #[must_use]
    pub fn word<'k>(&self, key: &'k str) -> Cow<'k, str> {
        self.words.get(key)
    }

    /// Returns the name of an action.
    #[must_use]
    pub fn label(&self, id: ActionId) -> String {
        if id == ActionId::PinView && self.app.library.unpins(&self.app.views, &self.app.cx) {
            return self.word("button-unpin-view").into_owned();
        }
        self.words.get(id.spec().label_key).into_owned()
    }

    /// Returns the key cap of an action.
    #[must_use]
    pub fn cap(&self, id: ActionId) -> String {
        key_events::cap(self.app, id)
    }

    /// Returns the reason why an action is disabled, if it is. Under an overlay, the screen keeps the appearance that
    /// it had before.
    #[must_use]
    pub fn reason(&self, id: ActionId) -> Option<String> {
        let covered = !matches!(self.app.cx.layer(), Layer::None | Layer::Filter);
        self.app
            .enabled(id)
            .err()
            .filter(|reason| !(covered && *reason == Reason::NotHere))
            .map(|reason| self.words.get(reason.key()).into_owned())
    }

    /// Returns the requested actions.
    #[must_use]
    pub fn asked(self) -> Vec<Action> {
        self.actions
    }
}

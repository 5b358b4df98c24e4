//! One pass of drawing: what is read, and the actions asked for on the way. Nothing is changed while it is drawn.

use std::borrow::Cow;

use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::disabled_reason::Reason;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::text::Words;

use crate::input::key_events;
use crate::theme::Look;

/// What every screen is handed.
#[derive(Debug)]
pub struct Pass<'a> {
    /// The application as it is.
    pub app: &'a App,
    /// The looks in force.
    pub look: &'a Look,
    /// The words in force.
    pub words: &'static Words,
    /// Who works here, as far as the window was told.
    pub who: &'a str,
    /// Whether the window is so low that toasts lie close above the status line.
    pub low: bool,
    /// The toast under the pointer, which then stays.
    pub lingers: Option<u64>,
    /// Where the side bar ends: toasts lie over none of it.
    pub side: f32,
    /// Where the panel of a deal begins, while it is open: toasts stand clear of it.
    pub panel: Option<f32>,
    /// The toast that is not shown, for the panel of its deal tells the same.
    pub told: Option<u64>,
    /// The path whose place is to be chosen in the system's file dialog.
    pub browse: Option<String>,
    /// The file or folder that is to be opened by the system.
    pub open: Option<String>,
    /// Whether the demo is asked for instead of what could not be opened.
    pub demo: bool,
    /// Whether what could not be opened is to be tried again.
    pub again: bool,
    actions: Vec<Action>,
}

impl<'a> Pass<'a> {
    /// A pass over the application as it is.
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

    /// Whether nothing lies over the screen: beneath a dialog no tip is shown.
    #[must_use]
    pub fn uncovered(&self) -> bool {
        matches!(self.app.cx.layer(), Layer::None | Layer::Filter)
    }

    /// Asks for an action. It is done after the pass.
    pub fn act(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Asks for an action of the table.
    pub fn run(&mut self, id: ActionId) {
        self.act(Action::Run(id));
    }

    /// A message.
    #[must_use]
    pub fn word<'k>(&self, key: &'k str) -> Cow<'k, str> {
        self.words.get(key)
    }

    /// The name of an action.
    #[must_use]
    pub fn label(&self, id: ActionId) -> String {
        if id == ActionId::PinView && self.app.library.unpins(&self.app.views, &self.app.cx) {
            return self.word("button-unpin-view").into_owned();
        }
        self.words.get(id.spec().label_key).into_owned()
    }

    /// The cap of an action's key.
    #[must_use]
    pub fn cap(&self, id: ActionId) -> String {
        key_events::cap(self.app, id)
    }

    /// Why an action can't be done now, if it can't. What stands behind a layer looks as it did before it came.
    #[must_use]
    pub fn reason(&self, id: ActionId) -> Option<String> {
        let covered = !matches!(self.app.cx.layer(), Layer::None | Layer::Filter);
        self.app
            .enabled(id)
            .err()
            .filter(|reason| !(covered && *reason == Reason::NotHere))
            .map(|reason| self.words.get(reason.key()).into_owned())
    }

    /// What was asked for.
    #[must_use]
    pub fn asked(self) -> Vec<Action> {
        self.actions
    }
}

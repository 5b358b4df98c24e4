//! Frame context: the state that a frame reads and the actions that it requests.
//!
//! Drawing a frame does not change the application.

use std::borrow::Cow;

use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::disabled_reason::DisabledReason;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::text::Messages;

use crate::input::key_events;
use crate::theme::Theme;

/// The context passed to every screen.
#[derive(Debug)]
pub struct FrameCtx<'a> {
    /// The application state.
    pub app: &'a App,
    /// The current theme.
    pub theme: &'a Theme,
    /// The messages of the current language.
    pub messages: &'static Messages,
    /// Name of the connection or user, if known.
    pub user: &'a str,
    /// True if the window is low; toasts then lie directly above the status line.
    pub is_low: bool,
    /// The toast under the pointer, which therefore does not expire.
    pub hovered_toast: Option<u64>,
    /// Right edge of the side bar, which toasts must not cover.
    pub sidebar_right: f32,
    /// Left edge of the open deal panel, which toasts must not cover.
    pub panel_left: Option<f32>,
    /// The toast to hide, because the deal panel shows the same message.
    pub hidden_toast: Option<u64>,
    /// The path to start from in the system's file dialog, if one is requested.
    pub browse_path: Option<String>,
    /// The file or folder to open with the system's program.
    pub open_path: Option<String>,
    /// True if the user asks for the demo after a failed start.
    pub start_demo: bool,
    /// True if the user asks to retry after a failed start.
    pub retry: bool,
    actions: Vec<Action>,
}

impl<'a> FrameCtx<'a> {
    /// Creates the context of a frame.
    #[must_use]
    pub fn new(app: &'a App, theme: &'a Theme, user: &'a str) -> Self {
        Self {
            app,
            theme,
            messages: Messages::new(app.cx.lang()),
            user,
            is_low: false,
            hovered_toast: None,
            sidebar_right: 0.0,
            panel_left: None,
            hidden_toast: None,
            browse_path: None,
            open_path: None,
            start_demo: false,
            retry: false,
            actions: Vec::new(),
        }
    }

    /// Returns whether no overlay covers the screen; under a dialog no tooltips are shown.
    #[must_use]
    pub fn is_uncovered(&self) -> bool {
        matches!(self.app.cx.overlay(), Overlay::None | Overlay::Filter)
    }

    /// Requests an action, which runs after the frame.
    pub fn request(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Requests an action of the command table.
    pub fn request_command(&mut self, id: ActionId) {
        self.request(Action::Run(id));
    }

    /// Returns a message.
    #[must_use]
    pub fn message<'k>(&self, key: &'k str) -> Cow<'k, str> {
        self.messages.get(key)
    }

    /// Returns the name of an action.
    #[must_use]
    pub fn action_name(&self, id: ActionId) -> String {
        if id == ActionId::PinView && self.app.library.is_focused_view_pinned(&self.app.views, &self.app.cx) {
            return self.message("button-unpin-view").into_owned();
        }
        self.messages.get(id.spec().label_key).into_owned()
    }

    /// Returns the key cap of an action.
    #[must_use]
    pub fn key_cap(&self, id: ActionId) -> String {
        key_events::action_cap(self.app, id)
    }

    /// Returns the reason why an action is disabled, if it is. Under an overlay, the screen keeps the appearance that
    /// it had before.
    #[must_use]
    pub fn disabled_reason(&self, id: ActionId) -> Option<String> {
        let covered = !matches!(self.app.cx.overlay(), Overlay::None | Overlay::Filter);
        self.app
            .enabled(id)
            .err()
            .filter(|reason| !(covered && *reason == DisabledReason::NotHere))
            .map(|reason| self.messages.get(reason.key()).into_owned())
    }

    /// Returns the requested actions.
    #[must_use]
    pub fn into_actions(self) -> Vec<Action> {
        self.actions
    }
}

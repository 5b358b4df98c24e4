//! Frame context: the state that a frame reads and the actions that it requests.
//!
//! Drawing a frame does not change the application.

use std::borrow::Cow;

use egui::AsIdSalt;
use encours_core::app::foundation::input::disabled_reason::DisabledReason;

use crate::prelude::*;
use crate::theme::ThemeColors;

/// The context passed to every screen.
#[derive(Debug)]
pub struct FrameCtx<'a> {
    /// The application state.
    pub app: &'a App,
    /// The current theme.
    pub theme: &'a Theme,
    /// The state of the window that persists between frames.
    pub state: &'a mut UiState,
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
    pub fn new(app: &'a App, theme: &'a Theme, user: &'a str, state: &'a mut UiState) -> Self {
        Self {
            app,
            theme,
            state,
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

    /// Adds a tooltip that overlays hide.
    pub fn tip(&self, response: Response, text: impl AsRef<str>) -> Response {
        if self.is_uncovered() { response.tooltip(text) } else { response }
    }

    /// Makes the check box of an item clickable. A click toggles the item; with Shift, it selects up to the item.
    pub fn select_area(
        &mut self,
        ui: &Ui,
        (rect, id): (Rect, Id),
        (name, is_selected): (&str, bool),
        [toggle, range]: [Action; 2],
    ) -> Response {
        let response = ui.interact(rect, id, Sense::CLICK);
        let name = format!("{} – {name}", self.action_name(ActionId::SelectDeal));
        response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_selected, &name));
        if response.clicked() {
            self.request(if input_queue::click_modifiers(ui.ctx()).shift { range } else { toggle });
        }
        response
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
        if id == ActionId::PinView
            && self.app.server_views.is_focused_view_pinned(&self.app.views, &self.app.cx)
        {
            return self.message("button-unpin-view").into_owned();
        }
        self.messages.get(id.spec().label_key).into_owned()
    }

    /// Returns the key cap of an action.
    #[must_use]
    pub fn key_cap(&self, id: ActionId) -> String {
        key_events::action_cap(self.app, id)
    }

    /// Returns the name of an action followed by its key, for a tooltip.
    #[must_use]
    pub fn action_hint(&self, id: ActionId) -> String {
        format!("{}  {}", self.action_name(id), self.key_cap(id))
    }

    /// Returns the button of an action: its name, its key, and the reason if it is disabled.
    #[must_use]
    pub fn button(&self, id: ActionId) -> Button<'static> {
        Button::new(self.action_name(id))
            .with_key_cap(self.key_cap(id))
            .disabled_by(self.disabled_reason(id))
            .with_action(Action::Run(id))
    }

    /// Returns the button of an action as an icon, with name and key as its tooltip.
    #[must_use]
    pub fn icon_button(&self, id: ActionId, icon: Icon) -> Button<'static> {
        Button::from_icon(self.action_name(id), icon)
            .with_tooltip(self.action_hint(id))
            .disabled_by(self.disabled_reason(id))
            .with_action(Action::Run(id))
    }

    /// Shows a button. A click requests its action.
    pub fn press(&mut self, ui: &Ui, salt: impl AsIdSalt, rect: Rect, button: &Button<'_>) -> Response {
        self.press_id(ui, ui.scope_id().with(salt), rect, button)
    }

    /// Does the same for a button with a global id.
    pub(crate) fn press_id(&mut self, ui: &Ui, id: Id, rect: Rect, button: &Button<'_>) -> Response {
        let response = button.show(ui, self.theme, id, rect);
        if let Some(action) = button.action.as_ref().filter(|_| response.clicked()) {
            self.request(action.clone());
        }
        response
    }

    /// Returns a painter with the current theme.
    #[must_use]
    pub fn painter(&self, ui: &Ui) -> Painter<'a> {
        Painter::new(ui.painter(), self.theme)
    }

    /// Returns a painter and the colours of the current theme.
    #[must_use]
    pub fn painter_and_colors(&self, ui: &Ui) -> (Painter<'a>, &'a ThemeColors) {
        (self.painter(ui), &self.theme.colors)
    }

    /// Returns a painter, the current theme and its colours.
    #[must_use]
    pub fn painter_and_theme(&self, ui: &Ui) -> (Painter<'a>, &'a Theme, &'a ThemeColors) {
        (self.painter(ui), self.theme, &self.theme.colors)
    }

    /// Lets egui's focus follow the application's to an item, after a key press and if no overlay is open.
    pub fn follow_focus(&mut self, item: &Response, has_focus: bool) {
        if has_focus && matches!(self.app.cx.overlay(), Overlay::None) {
            self.state.roving_focus = Some(item.id);
            if self.state.by_key {
                item.request_focus();
            }
        }
    }

    /// Returns the scroll offset that brings a row of a pane into view; `None` if it is visible.
    pub(crate) fn bring_row(
        &mut self,
        pane: usize,
        row: (usize, usize),
        available: f32,
        height: f32,
    ) -> Option<f32> {
        self.state.pane_state.bring_row(pane, row, available, height, self.state.by_key)
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

    /// Returns the reason why a past day forbids an action, if one is shown.
    #[must_use]
    pub fn past_reason(&self, id: ActionId) -> Option<String> {
        let is_forbidden = self.app.enabled(id) == Err(DisabledReason::PastShown);
        is_forbidden.then(|| self.messages.get(DisabledReason::PastShown.key()).into_owned())
    }

    /// Returns the requested actions.
    #[must_use]
    pub fn into_actions(self) -> Vec<Action> {
        self.actions
    }
}

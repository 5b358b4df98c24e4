//! `App` methods for switching the delegated user.

use crate::contract::ids::{IdError, UserId};
use crate::foundation::cx::output::Output;
use crate::foundation::cx::overlay::{Form, Overlay, PickerKind};
use crate::foundation::cx::toast::{LONG, SHORT};
use crate::foundation::cx::toast_content::{ToastArg, ToastContent};
use crate::foundation::cx::toast_types::CurrentUser;
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::ResourceKind;
use crate::records::delegated_users::user_switch::{UNKNOWN_USER, USER_FIELD};
use crate::screens::inbox::inbox::PREFERENCES;
use crate::screens::server_views::server_views::{DASHBOARDS, SERVICE_VIEWS};
use crate::shell::app::App;
use jiff::Timestamp;

impl App {
    /// Returns whether the focused list is empty because no user is chosen. Enter then chooses one.
    #[must_use]
    pub fn offers_user_choice(&self) -> bool {
        if !self.cx.has_no_user() || self.cx.in_present().is_err() {
            return false;
        }
        match (self.cx.screen, self.cx.pane) {
            (Screen::Views, SERVICE_VIEWS) => self.cx.list_items(ResourceKind::SavedViews).is_empty(),
            (Screen::Views, DASHBOARDS) => self.cx.list_items(ResourceKind::CustomDashboards).is_empty(),
            (Screen::Notifications, PREFERENCES) => {
                let response = self.cx.alert_preferences();
                let body = response.and_then(|response| response.value.as_deref());
                body.is_none_or(|body| body.records().is_empty())
            }
            _ => false,
        }
    }

    /// Requests the other users' outbox counts again, after an outbox was closed.
    pub fn refresh_user_counts(&mut self) -> Output {
        self.cx.output.effects.push(Effect::RefreshUsers);
        self.cx.finish(false)
    }

    /// Opens the list of users and refreshes it.
    pub(crate) fn begin_user_switch(&mut self) -> Vec<Effect> {
        self.open_picker(PickerKind::Users);
        vec![Effect::RefreshUsers]
    }

    /// Handles Enter on a line of the list: switches to its user, or opens the form.
    pub(crate) fn choose_user(&mut self, line: usize) -> Vec<Effect> {
        if let Some(choice) = self.cx.user_choices().into_iter().nth(line) {
            return self.switch_user(choice.user);
        }
        self.cx.open_user_form(String::new());
        Vec::new()
    }

    /// Accepts a typed identifier, or reports why it is invalid, before anything is sent. An identifier unknown here
    /// needs a second confirmation, because a typing error would create a store of its own.
    pub(crate) fn finish_user_form(&mut self, mut form: Form) -> Vec<Effect> {
        match UserId::new(form.value(USER_FIELD)) {
            Ok(user) if form.error == Some(UNKNOWN_USER) || self.cx.knows_user(&user) => {
                self.switch_user(CurrentUser::User(user))
            }
            Ok(_) => {
                form.error = Some(UNKNOWN_USER);
                self.cx.overlay = Overlay::Form(form);
                Vec::new()
            }
            Err(error) => {
                form.error = Some(match error {
                    IdError::Empty => "form-user-empty",
                    IdError::Blank => "form-user-blank",
                    IdError::TooLong(_) => "form-user-long",
                    _ => "form-user-control",
                });
                self.cx.overlay = Overlay::Form(form);
                Vec::new()
            }
        }
    }

    /// Switches to a user, after a prompt if pending writes would stay behind.
    pub(crate) fn switch_user(&mut self, user: CurrentUser) -> Vec<Effect> {
        self.cx.overlay = Overlay::None;
        if self.cx.current_user().as_ref() == Some(&user) {
            let content = ToastContent::new("toast-acts-already").with_arg("user", ToastArg::User(user));
            self.cx.notify(content, SHORT);
            return Vec::new();
        }
        if self.cx.waiting_count() == 0 {
            return self.user_switch.switch_to(user, &mut self.cx);
        }
        self.user_switch.asked_user = Some(user);
        self.open_picker(PickerKind::ConfirmSwitch);
        Vec::new()
    }

    /// Creates the application for the new user, whose store is now open. Theme and screen stay the same, also the pane
    /// if it shows lists of a user. All data is reset. A toast states how many writes stay behind.
    #[must_use]
    pub fn for_new_user(&self, now: Timestamp) -> Self {
        let mut next = Self::new(self.cx.options.clone(), now);
        next.cx.presenting = self.cx.presenting;
        next.session.idle_lock = self.session.idle_lock.clone();
        next.user_switch.switched_here = true;
        next.cx.screen = match self.cx.screen {
            Screen::Deal => Screen::Pipeline,
            screen => screen,
        };
        // A user who compares the preferences or views of several users stays in that pane.
        let of_user = match self.cx.screen {
            Screen::Notifications => self.cx.pane == PREFERENCES,
            Screen::Views => self.cx.pane != crate::screens::server_views::server_views::DETAIL,
            _ => false,
        };
        if of_user {
            next.cx.pane = self.cx.pane;
        }
        let user = self.user_switch.opening.clone().unwrap_or(CurrentUser::Key);
        let before = self.cx.current_user().unwrap_or(CurrentUser::Key);
        let pending = self.cx.snapshot.writes.len();
        let key = if pending == 0 { "toast-acts-for" } else { "toast-acts-for-left" };
        let content = ToastContent::counted(key, pending).with_arg("user", ToastArg::User(user));
        next.cx.notify(content.with_arg("before", ToastArg::User(before)), LONG);
        next
    }
}

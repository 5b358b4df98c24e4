//! The delegated user in effect, and switching users.
//!
//! An outbox belongs to one identity, so another user comes with a separate store and outbox. The front end opens these
//! first and only then replaces this application (`turned`). Pending writes stay in the old outbox; a question says so
//! before the switch.

use crate::contract::OperationId;
use crate::contract::json::dynamic_body::JsonBody;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_types::{CurrentUser, SwitchFailure, UserRejection};
use crate::model::fetched::{Fetched, RouteRequest};

use crate::contract::ids::UserId;
use crate::error::{Error, Reason};
use crate::model::effect::Effect;

use crate::foundation::cx::output::FrontEndRequest;
use crate::foundation::cx::overlay::{Form, FormField, FormPurpose, FormValue, Overlay, PickerKind};
use crate::foundation::cx::toast_content::{ToastArg, ToastContent};
use crate::foundation::input::disabled_reason::DisabledReason;

/// Prefix of the setting names of users acted for before.
const RECENT_USER_PREFIX: &str = "acted-for/";

/// Name of the form's field.
pub(crate) const USER_FIELD: &str = "user";

/// Message key for an unknown identifier that awaits confirmation.
pub(crate) const UNKNOWN_USER: &str = "form-user-unknown";

impl Form {
    /// Returns whether the form has an error. A question that can be confirmed is not an error.
    #[must_use]
    pub fn has_error(&self) -> bool {
        self.error.is_some_and(|error| error != UNKNOWN_USER)
    }
}

/// An entry of the user picker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserChoice {
    /// The user, or the key itself.
    pub user: CurrentUser,
    /// Number of pending writes in their outbox.
    pub pending: usize,
    /// True if the configuration names the user.
    pub is_configured: bool,
    /// True if this is the current user.
    pub current: bool,
}

impl From<&Error> for SwitchFailure {
    fn from(error: &Error) -> Self {
        Self::Failed(Reason::from(error))
    }
}

/// Progress of a switch to another user.
#[derive(Clone, Debug, Default)]
pub struct UserSwitch {
    /// User that the open question is about.
    pub(crate) asked_user: Option<CurrentUser>,
    /// User whose store is being opened.
    pub(crate) opening: Option<CurrentUser>,
    /// True if the user switched here from another user and stays on the same screen.
    pub(crate) switched_here: bool,
}

impl AppCx {
    /// Returns why the service rejects the current user, if it does. The alert preferences are the only per-user list
    /// in the contract, so a 404 or 403 to them is about the user.
    #[must_use]
    pub fn user_rejection(&self) -> Option<UserRejection> {
        self.current_user()?.user()?;
        match self.alert_preferences()?.error.as_ref()?.status()? {
            404 => Some(UserRejection::Unknown),
            403 => Some(UserRejection::Forbidden),
            _ => None,
        }
    }

    /// Reports once that the service rejects the user; replaces the toast of the successful switch.
    pub(crate) fn notify_user_rejection(&mut self, before: Option<UserRejection>) {
        let Some((rejection, user)) = self.user_rejection().zip(self.current_user()) else {
            return;
        };
        if before != Some(rejection) {
            self.toasts.retain(|toast| !toast.content.is_variant_of("acts-for"));
            let content = ToastContent::new(rejection.message_key());
            self.notify(content.with_arg("user", ToastArg::User(user)), LONG);
        }
    }

    /// Returns whether no user is chosen, so that per-user data cannot be requested.
    #[must_use]
    pub fn has_no_user(&self) -> bool {
        self.current_user() == Some(CurrentUser::Key)
    }

    /// Returns the users to choose from: the key first, then known users. Those are named in the configuration, have a
    /// store here, or were acted for before.
    #[must_use]
    pub fn user_choices(&self) -> Vec<UserChoice> {
        let now = self.current_user();
        let choice_for = |candidate: CurrentUser| UserChoice {
            current: now.as_ref() == Some(&candidate),
            pending: 0,
            is_configured: false,
            user: candidate,
        };
        let mut list = vec![choice_for(CurrentUser::Key)];
        let mut add = |candidate: CurrentUser, rows: usize, is_configured: bool| {
            let at = list.iter().position(|choice| choice.user == candidate).unwrap_or_else(|| {
                list.push(choice_for(candidate));
                list.len() - 1
            });
            list[at].pending += rows;
            list[at].is_configured |= is_configured;
        };
        for known in self.snapshot.storage.users.iter() {
            // A store of an older version may contain an identifier that is invalid now; skip it.
            if let Some(candidate) = CurrentUser::parse(&known.user) {
                add(candidate, known.pending_writes, known.is_configured);
            }
        }
        if let Some(now) = now.clone() {
            add(now, self.snapshot.writes.len(), false);
        }
        let settings = self.snapshot.settings.iter().flat_map(|settings| settings.keys());
        for user in settings.filter_map(|name| name.strip_prefix(RECENT_USER_PREFIX)) {
            if let Ok(user) = UserId::new(user) {
                add(CurrentUser::User(user), 0, false);
            }
        }
        list.sort_by_key(|choice| {
            let is_key = choice.user == CurrentUser::Key;
            (!is_key, !choice.is_configured, choice.user.clone())
        });
        list
    }

    /// Returns whether the line for another user has the focus. Letters then start an identifier.
    #[must_use]
    pub fn is_on_other_user(&self) -> bool {
        self.picker().is_some_and(|picker| {
            picker.kind == PickerKind::Users && picker.selected == self.user_choices().len()
        })
    }

    /// Opens the form for a user not in the list, prefilled with `text`.
    pub(crate) fn open_user_form(&mut self, text: String) {
        let users = self.user_choices();
        let known = users.iter().filter_map(|choice| choice.user.user());
        self.overlay = Overlay::Form(Form::new(
            FormPurpose::SwitchUser,
            String::new(),
            vec![FormField {
                name: USER_FIELD,
                value: FormValue::Text { text, known: known.map(ToString::to_string).collect() },
            }],
        ));
    }

    pub(crate) fn knows_user(&self, user: &UserId) -> bool {
        let users = self.user_choices();
        users.iter().any(|choice| choice.user.user() == Some(user))
    }

    /// Returns the alert preferences of the delegated user, if they were requested.
    pub fn alert_preferences(&self) -> Option<&Fetched<JsonBody>> {
        self.snapshot.loaded_routes.get(&preferences_route())
    }
}

impl UserSwitch {
    /// Returns the user whose store is being opened.
    #[must_use]
    pub fn opening_user(&self) -> Option<&CurrentUser> {
        self.opening.as_ref()
    }

    /// Returns whether another user can be chosen now.
    pub(crate) fn can_switch(&self, cx: &AppCx) -> Result<(), DisabledReason> {
        if cx.current_user().is_none() {
            return Err(DisabledReason::SessionLoading);
        }
        match self.opening {
            Some(_) => Err(DisabledReason::StoreOpening),
            None => Ok(()),
        }
    }

    /// Answers the question: the first line switches and leaves pending writes behind, the other stays.
    pub(crate) fn answer_question(&mut self, line: usize, cx: &mut AppCx) -> Vec<Effect> {
        cx.overlay = Overlay::None;
        match self.asked_user.take() {
            Some(user) if line == 0 => self.switch_to(user, cx),
            _ => Vec::new(),
        }
    }

    pub(crate) fn switch_to(&mut self, target: CurrentUser, cx: &mut AppCx) -> Vec<Effect> {
        let remember = target.user().map(|user| Effect::SaveSetting {
            name: format!("{RECENT_USER_PREFIX}{user}"),
            value: Some(cx.now.to_string()),
        });
        self.opening = Some(target.clone());
        cx.ask_front_end(FrontEndRequest::SwitchUser(target));
        remember.into_iter().collect()
    }

    pub(crate) fn notify_switch_failed(&mut self, failure: SwitchFailure, cx: &mut AppCx) {
        if let Some(user) = self.opening.take() {
            let now = cx.current_user().unwrap_or(CurrentUser::Key);
            let content = |key| {
                let content = ToastContent::new(key).with_arg("user", ToastArg::User(user));
                content.with_arg("now", ToastArg::User(now))
            };
            let content = match failure {
                SwitchFailure::OpenElsewhere => content("toast-turn-window"),
                SwitchFailure::Failed(error) => {
                    content("toast-turn-failed").with_arg("why", ToastArg::Error(error))
                }
            };
            cx.notify(content, LONG);
        }
    }
}

/// Returns the route of the alert preferences (contract, "alert preferences").
pub(crate) fn preferences_route() -> RouteRequest {
    RouteRequest { path: OperationId::AlertPreferencesList.spec().path.to_owned(), query: Vec::new() }
}

#[cfg(test)]
#[path = "user_switch_tests.rs"]
mod tests;

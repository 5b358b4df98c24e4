//! Acting for a delegated user, and switching users.
//!
//! An outbox belongs to one identity, so another user comes with a separate store and outbox. The front end opens these
//! first and only then replaces this application (`turned`). Pending writes stay in the old outbox; a question says so
//! before the switch.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::toast_types::{ActFor, TurnFailure, UserRefusal};

use crate::contract::ids::UserId;
use crate::error::{Error, Why};
use crate::model::effect::Effect;

use crate::foundation::cx::output::HostRequest;
use crate::foundation::cx::overlay::{FieldValue, Form, FormField, Layer, Purpose};
use crate::foundation::cx::sheet::SheetKind;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::input::disabled_reason::Reason;

/// Prefix of the setting names of users acted for before.
const REMEMBERED: &str = "acted-for/";

/// Name of the form's field.
pub(crate) const FIELD: &str = "user";

/// Message key for an unknown identifier that awaits confirmation.
pub(crate) const UNKNOWN: &str = "form-user-unknown";

impl Form {
    /// Returns whether the form has an error. A question that can be confirmed is not an error.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        self.error.is_some_and(|error| error != UNKNOWN)
    }
}

impl ActFor {
    /// Returns the user; `None` for the key itself.
    #[must_use]
    pub fn user(&self) -> Option<&UserId> {
        match self {
            Self::Key => None,
            Self::User(user) => Some(user),
        }
    }

    /// Parses an identifier; the empty one is the key itself.
    fn of(text: &str) -> Option<Self> {
        if text.is_empty() {
            return Some(Self::Key);
        }
        UserId::new(text).ok().map(Self::User)
    }
}

/// An entry of the user picker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// The user, or the key itself.
    pub who: ActFor,
    /// Number of pending writes in their outbox.
    pub rows: usize,
    /// True if the configuration names the user.
    pub named: bool,
    /// True if this is the current user.
    pub current: bool,
}

impl From<&Error> for TurnFailure {
    fn from(error: &Error) -> Self {
        Self::Failed(Why::from(error))
    }
}

/// Progress of a switch to another user.
#[derive(Clone, Debug, Default)]
pub struct Acting {
    /// User that the open question is about.
    pub(crate) asked: Option<ActFor>,
    /// User whose store is being opened.
    pub(crate) opening: Option<ActFor>,
    /// True if the user switched here from another user and stays on the same screen.
    pub(crate) came: bool,
}

impl AppCx {
    /// Returns the current user or the key; `None` until the store is open.
    #[must_use]
    pub fn acts_for(&self) -> Option<ActFor> {
        (self.snapshot.revision > 0)
            .then(|| ActFor::of(&self.snapshot.user))
            .flatten()
    }

    /// Returns why the service rejects the current user, if it does. The alert preferences are the only per-user list
    /// in the contract, so a 404 or 403 to them is about the user.
    #[must_use]
    pub fn user_refusal(&self) -> Option<UserRefusal> {
        self.acts_for()?.user()?;
        match self.alert_preferences()?.error.as_ref()?.status()? {
            404 => Some(UserRefusal::Unknown),
            403 => Some(UserRefusal::Forbidden),
            _ => None,
        }
    }

    /// Reports once that the service rejects the user; replaces the toast of the successful switch.
    pub(crate) fn tell_user_refusal(&mut self, before: Option<UserRefusal>) {
        let Some((refusal, who)) = self.user_refusal().zip(self.acts_for()) else {
            return;
        };
        if before != Some(refusal) {
            self.toasts
                .retain(|toast| !matches!(toast.kind, ToastKind::ActsFor { .. }));
            self.say(
                ToastKind::UserRefused { who, refusal },
                crate::foundation::cx::toast::LONG,
            );
        }
    }

    /// Returns whether no user is chosen, so that per-user data cannot be requested.
    #[must_use]
    pub fn acts_for_nobody(&self) -> bool {
        self.acts_for() == Some(ActFor::Key)
    }

    /// Returns the users to choose from: the key first, then known users. Those are named in the configuration, have a
    /// store here, or were acted for before.
    #[must_use]
    pub fn offered_users(&self) -> Vec<Offered> {
        let now = self.acts_for();
        let offered = |who: ActFor| Offered {
            current: now.as_ref() == Some(&who),
            rows: 0,
            named: false,
            who,
        };
        let mut list = vec![offered(ActFor::Key)];
        let mut add = |who: ActFor, rows: usize, named: bool| {
            let at = list.iter().position(|one| one.who == who).unwrap_or_else(|| {
                list.push(offered(who));
                list.len() - 1
            });
            list[at].rows += rows;
            list[at].named |= named;
        };
        for known in self.snapshot.keeping.users.iter() {
            // A store of an older version may contain an identifier that is invalid now; skip it.
            if let Some(who) = ActFor::of(&known.user) {
                add(who, known.rows, known.named);
            }
        }
        if let Some(now) = now.clone() {
            add(now, self.snapshot.writes.len(), false);
        }
        let settings = self.snapshot.settings.iter().flat_map(|settings| settings.keys());
        for user in settings.filter_map(|name| name.strip_prefix(REMEMBERED)) {
            if let Ok(user) = UserId::new(user) {
                add(ActFor::User(user), 0, false);
            }
        }
        list.sort_by_key(|one| {
            let key = one.who == ActFor::Key;
            (!key, !one.named, one.who.clone())
        });
        list
    }

    /// Returns whether the line for another user has the focus. Letters then start an identifier.
    #[must_use]
    pub fn types_on_line(&self) -> bool {
        self.sheet().is_some_and(|sheet| {
            sheet.kind == SheetKind::Users && sheet.selected == self.offered_users().len()
        })
    }

    /// Opens the form for a user not in the list, prefilled with `text`.
    pub(crate) fn begin_type_user(&mut self, text: String) {
        let users = self.offered_users();
        let known = users.iter().filter_map(|one| one.who.user());
        self.layer = Layer::Form(Form {
            purpose: Purpose::ActFor,
            label: String::new(),
            replaces: None,
            fields: vec![FormField {
                name: FIELD,
                value: FieldValue::Text {
                    text,
                    known: known.map(ToString::to_string).collect(),
                },
            }],
            focus: 0,
            pointed: None,
            error: None,
        });
    }

    pub(crate) fn knows_user(&self, user: &UserId) -> bool {
        let users = self.offered_users();
        users.iter().any(|one| one.who.user() == Some(user))
    }
}

impl Acting {
    /// Returns the user whose store is being opened.
    #[must_use]
    pub fn turning_to(&self) -> Option<&ActFor> {
        self.opening.as_ref()
    }

    /// Returns the user that the question about pending writes is about.
    #[must_use]
    pub fn asked_about(&self) -> Option<&ActFor> {
        self.asked.as_ref()
    }

    /// Returns whether another user can be chosen now.
    pub(crate) fn can_turn(&self, cx: &AppCx) -> Result<(), Reason> {
        if cx.acts_for().is_none() {
            return Err(Reason::NotOpenYet);
        }
        match self.opening {
            Some(_) => Err(Reason::BeingOpened),
            None => Ok(()),
        }
    }

    /// Answers the question: the first line switches and leaves pending writes behind, the other stays.
    pub(crate) fn answer_leave_queue(&mut self, line: usize, cx: &mut AppCx) -> Vec<Effect> {
        cx.layer = Layer::None;
        match self.asked.take() {
            Some(who) if line == 0 => self.turn_to(who, cx),
            _ => Vec::new(),
        }
    }

    pub(crate) fn turn_to(&mut self, who: ActFor, cx: &mut AppCx) -> Vec<Effect> {
        let remembered = who.user().map(|user| Effect::Keep {
            name: format!("{REMEMBERED}{user}"),
            value: Some(cx.now.to_string()),
        });
        self.opening = Some(who.clone());
        cx.ask_host(HostRequest::ActFor(who));
        remembered.into_iter().collect()
    }

    pub(crate) fn say_turn_failed(&mut self, why: TurnFailure, cx: &mut AppCx) {
        if let Some(who) = self.opening.take() {
            cx.say(
                ToastKind::TurnFailed { who, why },
                crate::foundation::cx::toast::LONG,
            );
        }
    }
}

#[cfg(test)]
#[path = "act_for_tests.rs"]
mod tests;

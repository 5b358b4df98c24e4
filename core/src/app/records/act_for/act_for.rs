//! For whom is acted, and turning to somebody else. A queue belongs to one identity, so whoever is chosen comes with a
//! store and an outbox of their own: the front end opens these beside what is open, and only then is this application
//! replaced by another one (`turned`). What waits in the queue that is left stays there, which is said before.

use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::cx::toast_types::{ActFor, TurnFailure, UserRefusal};

use crate::contract::ids::UserId;
use crate::engine::Effect;
use crate::error::{Error, Why};

use crate::app::foundation::cx::overlay::{FieldValue, Form, FormField, Layer, Purpose};
use crate::app::foundation::cx::sheet::SheetKind;
use crate::app::foundation::cx::toast_kind::ToastKind;
use crate::app::foundation::input::disabled_reason::Reason;

/// What the names of those who were acted for are kept under, in the settings of whoever chose them.
const REMEMBERED: &str = "acted-for/";

/// The name of the form's field.
pub(in crate::app) const FIELD: &str = "user";

/// What is said of an identifier that nobody known here has, until it is confirmed.
pub(in crate::app) const UNKNOWN: &str = "form-user-unknown";

impl Form {
    /// Whether what stands in it cannot be taken; what is only asked about can, once it is confirmed.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        self.error.is_some_and(|error| error != UNKNOWN)
    }
}

impl ActFor {
    /// The user, if it is one.
    #[must_use]
    pub fn user(&self) -> Option<&UserId> {
        match self {
            Self::Key => None,
            Self::User(user) => Some(user),
        }
    }

    /// Who an identifier stands for: the empty one for the key.
    fn of(text: &str) -> Option<Self> {
        if text.is_empty() {
            return Some(Self::Key);
        }
        UserId::new(text).ok().map(Self::User)
    }
}

/// Somebody whom the list offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// Who.
    pub who: ActFor,
    /// How many writes wait in their outbox.
    pub rows: usize,
    /// Whether the configuration names them.
    pub named: bool,
    /// Whether they are acted for now.
    pub current: bool,
}

impl From<&Error> for TurnFailure {
    fn from(error: &Error) -> Self {
        Self::Failed(Why::from(error))
    }
}

/// How far the turn to somebody else is.
#[derive(Clone, Debug, Default)]
pub struct Acting {
    /// Whom the question is about, while it is asked.
    pub(in crate::app) asked: Option<ActFor>,
    /// Whom the front end is to open, until it has taken that.
    wanted: Option<ActFor>,
    /// Whose store is being opened.
    pub(in crate::app) opening: Option<ActFor>,
    /// Whether the person came here from somebody else, and stays on the screen they were on.
    pub(in crate::app) came: bool,
}

impl AppCx {
    /// For whom is acted; `None` until the store has been opened.
    #[must_use]
    pub fn acts_for(&self) -> Option<ActFor> {
        (self.snapshot.revision > 0)
            .then(|| ActFor::of(&self.snapshot.user))
            .flatten()
    }

    /// Why the service answers nothing for who is acted for, as far as it was asked: the alert preferences are the one list
    /// of a user that the contract documents, so that a 404 to them is about the user.
    #[must_use]
    pub fn user_refusal(&self) -> Option<UserRefusal> {
        self.acts_for()?.user()?;
        match self.alert_preferences()?.error.as_ref()?.status()? {
            404 => Some(UserRefusal::Unknown),
            403 => Some(UserRefusal::Forbidden),
            _ => None,
        }
    }

    /// Says, once, that the service answers nothing for who is acted for: whoever turned to them was told that it went well.
    pub(in crate::app) fn tell_user_refusal(&mut self, before: Option<UserRefusal>) {
        let Some((refusal, who)) = self.user_refusal().zip(self.acts_for()) else {
            return;
        };
        if before != Some(refusal) {
            self.toasts
                .retain(|toast| !matches!(toast.kind, ToastKind::ActsFor { .. }));
            self.say(
                ToastKind::UserRefused { who, refusal },
                crate::app::foundation::cx::toast::LONG,
            );
        }
    }

    /// Whether nobody is chosen, so that what belongs to a user can't be asked for.
    #[must_use]
    pub fn acts_for_nobody(&self) -> bool {
        self.acts_for() == Some(ActFor::Key)
    }

    /// Whom one can act for, as far as is known: the key itself first, then whoever the configuration names, who has a
    /// store here or was acted for before.
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
            // A store of an older version may hold what is no identifier any more: it can't be acted for.
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

    /// Whether letters typed now belong to whoever is not listed: the line for somebody else has the focus.
    #[must_use]
    pub fn types_on_line(&self) -> bool {
        self.sheet().is_some_and(|sheet| {
            sheet.kind == SheetKind::Users && sheet.selected == self.offered_users().len()
        })
    }

    /// Opens the form for somebody who is not listed, with what was typed of the identifier.
    pub(in crate::app) fn begin_type_user(&mut self, text: String) {
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

    pub(in crate::app) fn knows_user(&self, user: &UserId) -> bool {
        let users = self.offered_users();
        users.iter().any(|one| one.who.user() == Some(user))
    }

    /// Has the queues of others looked at again, when one that was left has been closed.
    pub fn look_beside(&mut self) -> Vec<Effect> {
        self.submit(vec![Effect::LookForUsers])
    }
}

impl Acting {
    /// Whose store is being opened.
    #[must_use]
    pub fn turning_to(&self) -> Option<&ActFor> {
        self.opening.as_ref()
    }

    /// Whom the question of what waits is about.
    #[must_use]
    pub fn asked_about(&self) -> Option<&ActFor> {
        self.asked.as_ref()
    }

    /// Whether somebody else can be chosen now.
    pub(in crate::app) fn can_turn(&self, cx: &AppCx) -> Result<(), Reason> {
        if cx.acts_for().is_none() {
            return Err(Reason::NotOpenYet);
        }
        match self.opening {
            Some(_) => Err(Reason::BeingOpened),
            None => Ok(()),
        }
    }

    /// The answer to the question: the first line leaves what waits behind, the other stays.
    pub(in crate::app) fn answer_leave_queue(&mut self, line: usize, cx: &mut AppCx) -> Vec<Effect> {
        cx.layer = Layer::None;
        match self.asked.take() {
            Some(who) if line == 0 => self.turn_to(who, cx),
            _ => Vec::new(),
        }
    }

    pub(in crate::app) fn turn_to(&mut self, who: ActFor, cx: &mut AppCx) -> Vec<Effect> {
        let remembered = who.user().map(|user| Effect::Keep {
            name: format!("{REMEMBERED}{user}"),
            value: Some(cx.now.to_string()),
        });
        self.wanted = Some(who.clone());
        self.opening = Some(who);
        remembered.into_iter().collect()
    }

    /// Takes whose store is to be opened, once. Whoever takes it replaces this application (`turned`) when it is
    /// open, or says why it is not ([`Action::TurnFailed`](crate::app::shell::action::Action::TurnFailed)).
    pub fn take_turn(&mut self) -> Option<ActFor> {
        self.wanted.take()
    }

    pub(in crate::app) fn say_turn_failed(&mut self, why: TurnFailure, cx: &mut AppCx) {
        if let Some(who) = self.opening.take() {
            self.wanted = None;
            cx.say(
                ToastKind::TurnFailed { who, why },
                crate::app::foundation::cx::toast::LONG,
            );
        }
    }
}

#[cfg(test)]
#[path = "act_for_tests.rs"]
mod tests;

//! Identifiers that a person watches where the service has no list: given by hand, and forgotten again.

use jiff::Timestamp;

use crate::app::foundation::cx::toast::LONG;
use crate::app::shell::app::{
    ALERTS, App, Change, FieldValue, Form, FormField, LIST, Layer, Purpose, Screen, ToastKind, Triaged,
};
use crate::contract::ids::NotificationId;
use crate::discovery::{Family, Watched, typed};
use crate::engine::Effect;
use crate::text::{Arg, Clean, Lang, Words};

/// Identifiers that were given, and that the service is being asked for.
#[derive(Clone, Debug)]
pub(in crate::app) struct Given {
    family: Family,
    /// Each, with when it had been asked for before.
    ids: Vec<(String, Option<Timestamp>)>,
    /// What had the focus meanwhile.
    focus: Option<NotificationId>,
}

/// Longest text that is read anew with each key, in bytes.
const PREVIEWED: usize = 64 * 1024;

/// The identifiers that a text gives and the words that it does not, before any is watched. A text that is nothing but one
/// identifier needs no telling.
pub(in crate::app) fn preview(lang: Lang, family: Family, text: &str) -> Option<String> {
    if text.len() > PREVIEWED {
        return None;
    }
    let found = typed(family, text);
    let left: Vec<&str> = found
        .unusable
        .iter()
        .map(|(word, _)| word)
        .chain(&found.passed_over)
        .map(String::as_str)
        .collect();
    if found.ids.is_empty() || found.ids.len() == 1 && left.is_empty() {
        return None;
    }
    let words = Words::new(lang);
    let named = Clean::line_of(&found.ids.join(", "), 120);
    let args = [("n", Arg::from(found.ids.len())), ("ids", Arg::from(&named))];
    let mut told = words.with("form-ids-taken", &args);
    if !left.is_empty() {
        let named = Clean::line_of(&left.join(", "), 60);
        let args = [("n", Arg::from(left.len())), ("words", Arg::from(&named))];
        told = format!("{told}\n{}", words.with("form-ids-left", &args));
    }
    Some(told)
}

impl App {
    fn given(&self, family: Family, ids: &[String]) -> Given {
        let known = self.cx.snapshot.families.get(&family);
        let asked = |id: &String| {
            let watched = known?.watched.iter().find(|watched| watched.id == *id)?;
            watched.checked_at
        };
        Given {
            family,
            ids: ids.iter().map(|id| (id.clone(), asked(id))).collect(),
            focus: self.inbox.focus.clone(),
        }
    }

    /// What the service has answered for each of the identifiers given, once it has for all of them.
    fn answered(&self, given: &Given) -> Option<Vec<Watched>> {
        let watched = &self.cx.snapshot.families.get(&given.family)?.watched;
        let answer = |(id, before): &(String, Option<Timestamp>)| {
            let one = watched.iter().find(|watched| watched.id == *id)?;
            let anew = one.checked_at.is_some() && one.checked_at != *before;
            anew.then(|| one.clone())
        };
        given.ids.iter().map(answer).collect()
    }

    /// Says what the service knows of the identifiers given, and goes to the one in question, unless the person has gone
    /// elsewhere meanwhile.
    pub(in crate::app) fn follow_given(&mut self) {
        let Some(answers) = self.lists.given.as_ref().and_then(|given| self.answered(given)) else {
            return;
        };
        let Some(given) = self.lists.given.take() else {
            return;
        };
        let unknown: Vec<&Watched> = answers.iter().filter(|one| one.is_unknown()).collect();
        let Some(meant) = unknown.first().copied().or(answers.first()) else {
            return;
        };
        let row = self
            .cx
            .snapshot
            .inbox
            .items
            .iter()
            .find(|row| row.id.as_str() == meant.id);
        let kind = ToastKind::Triaged(Triaged::Answered {
            count: answers.len(),
            unknown: unknown.len(),
            subject: row.map_or_else(|| meant.id.clone(), |row| row.title.clone()),
            read: row.is_some_and(|row| !self.is_unread(row)),
            reason: meant.reason.clone(),
        });
        let here =
            self.cx.screen == Screen::Notifications && self.cx.pane == LIST && self.cx.layer == Layer::None;
        let stop = NotificationId::new(&meant.id)
            .ok()
            .and_then(|id| self.stop_of(&id));
        if given.family == Family::Notifications && here && self.inbox.focus == given.focus && stop.is_some()
        {
            self.place_inbox_focus(stop);
        }
        self.say(kind, LONG);
    }

    /// The family whose identifiers can be watched where the focus is.
    pub(in crate::app) fn watchable(&self) -> Option<Family> {
        match self.cx.screen {
            Screen::Tasks => Some(Family::Tasks),
            Screen::Notifications => Some(self.inbox_family()),
            Screen::Views => self.library_family(),
            _ => None,
        }
    }

    pub(in crate::app) fn begin_add_ids(&mut self) {
        let Some(family) = self.watchable() else { return };
        self.cx.layer = Layer::Form(Form {
            purpose: Purpose::WatchIds(family),
            label: String::new(),
            replaces: None,
            fields: vec![FormField {
                name: "ids",
                value: FieldValue::Text {
                    text: String::new(),
                    known: Vec::new(),
                },
            }],
            focus: 0,
            pointed: None,
            error: None,
        });
    }

    /// Watches what was pasted. What cannot be read as an identifier stays in the form, to be corrected.
    pub(in crate::app) fn finish_add_ids(&mut self, family: Family, mut form: Form) -> Vec<Effect> {
        let found = typed(family, form.value("ids"));
        let unusable: Vec<&str> = found.unusable.iter().map(|(text, _)| text.as_str()).collect();
        if !unusable.is_empty() || found.ids.is_empty() {
            let left = unusable.join(" ");
            form.error = Some(if found.ids.is_empty() && unusable.is_empty() {
                "form-ids-empty"
            } else {
                "form-ids-unusable"
            });
            let field = form.fields.first_mut().map(|field| &mut field.value);
            // What holds no identifier at all stays as it was typed.
            if let Some(FieldValue::Text { text, .. }) = field.filter(|_| !left.is_empty()) {
                *text = left;
            }
            self.cx.layer = Layer::Form(form);
        }
        if found.ids.is_empty() {
            return Vec::new();
        }
        let ids = found.ids.clone();
        let passed_over = found.passed_over;
        let mut new = ids.clone();
        new.retain(|id| !self.watches(family, id));
        if !new.is_empty() {
            let (ids, on) = (new, true);
            self.cx.history.push(Change::Watched { family, ids, on });
        }
        self.watch(family, ids, passed_over)
    }

    /// Whether an identifier is watched.
    fn watches(&self, family: Family, id: &str) -> bool {
        let list = self.cx.snapshot.families.get(&family);
        list.is_some_and(|list| list.watched.iter().any(|watched| watched.id == id))
    }

    /// Watches identifiers, and says what the service answers for them.
    fn watch(&mut self, family: Family, ids: Vec<String>, passed_over: Vec<String>) -> Vec<Effect> {
        self.lists.given = family.reads_one().then(|| self.given(family, &ids));
        let said = ids.clone();
        self.say(
            ToastKind::Triaged(Triaged::Watching {
                ids: said,
                passed_over,
            }),
            LONG,
        );
        vec![Effect::Watch { family, ids }]
    }

    /// Watches identifiers no more.
    fn unwatch(&mut self, family: Family, ids: Vec<String>) -> Vec<Effect> {
        self.lists.given = None;
        self.say(ToastKind::Triaged(Triaged::Forgotten { ids: ids.clone() }), LONG);
        vec![Effect::Unwatch { family, ids }]
    }

    /// Goes a way with what is watched, to where these are or are not.
    pub(in crate::app) fn turn_watched(&mut self, family: Family, ids: Vec<String>, on: bool) -> Vec<Effect> {
        if on {
            self.watch(family, ids, Vec::new())
        } else {
            self.unwatch(family, ids)
        }
    }

    pub(in crate::app) fn forget_id(&mut self) -> Vec<Effect> {
        let Some((family, id)) = self.forgettable() else {
            return Vec::new();
        };
        let (ids, on) = (vec![id], false);
        self.cx.history.push(Change::Watched {
            family,
            ids: ids.clone(),
            on,
        });
        self.unwatch(family, ids)
    }

    /// The watched identifier that has the focus.
    pub(in crate::app) fn forgettable(&self) -> Option<(Family, String)> {
        let item = match self.cx.screen {
            Screen::Tasks => (Family::Tasks, self.focused_task()?.clone()),
            Screen::Views => self.focused_library_item()?,
            Screen::Notifications if self.cx.pane == ALERTS => (Family::Alerts, self.focused_alert()?),
            Screen::Notifications if self.cx.pane == LIST => {
                let id = self.inbox.focus.as_ref()?.as_str();
                let list = self.cx.snapshot.families.get(&Family::Notifications)?;
                let watched = list.watched.iter().any(|watched| watched.id == id);
                return watched.then(|| (Family::Notifications, id.to_owned()));
            }
            _ => return None,
        };
        item.1.watched.is_some().then_some((item.0, item.1.id))
    }
}

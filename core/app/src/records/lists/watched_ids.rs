//! Identifiers watched by the user where the service has no list.

use crate::foundation::cx::app_cx::AppCx;
use crate::records::lists::given_ids::Given;
use crate::records::lists::lists::ListsState;
use jiff::Timestamp;

use crate::foundation::cx::overlay::{FieldValue, Form, FormField, Layer, Purpose};
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_kind::{ToastKind, Triaged};
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::model::parse_ids::typed;
use crate::model::resources::resource_kind::Family;
use crate::model::watched::Watched;
use crate::text::{Arg, Clean, Lang, Words};

/// Maximum length of a text that is parsed on every key, in bytes.
const PREVIEWED: usize = 64 * 1024;

/// Returns the identifiers found in a text and the words ignored, before watching begins. `None` for a text that is
/// exactly one identifier.
pub(crate) fn preview(lang: Lang, family: Family, text: &str) -> Option<String> {
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

impl AppCx {
    /// Returns the service's answers once there is one for every identifier entered.
    pub(crate) fn answered(&self, given: &Given) -> Option<Vec<Watched>> {
        let watched = &self.snapshot.families.get(&given.family)?.watched;
        let answer = |(id, before): &(String, Option<Timestamp>)| {
            let one = watched.iter().find(|watched| watched.id == *id)?;
            let anew = one.checked_at.is_some() && one.checked_at != *before;
            anew.then(|| one.clone())
        };
        given.ids.iter().map(answer).collect()
    }

    /// Returns the resource kind whose identifiers can be watched at the focus.
    pub(crate) fn watchable(&self) -> Option<Family> {
        match self.screen {
            Screen::Tasks => Some(Family::Tasks),
            Screen::Notifications => Some(self.inbox_family()),
            Screen::Views => self.library_family(),
            _ => None,
        }
    }

    pub(crate) fn begin_add_ids(&mut self) {
        let Some(family) = self.watchable() else { return };
        self.layer = Layer::Form(Form {
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

    /// Returns whether an identifier is watched.
    pub(crate) fn watches(&self, family: Family, id: &str) -> bool {
        let list = self.snapshot.families.get(&family);
        list.is_some_and(|list| list.watched.iter().any(|watched| watched.id == id))
    }
}

impl ListsState {
    /// Stops watching ids.
    pub(crate) fn unwatch(&mut self, family: Family, ids: Vec<String>, cx: &mut AppCx) -> Vec<Effect> {
        self.given = None;
        cx.say(ToastKind::Triaged(Triaged::Forgotten { ids: ids.clone() }), LONG);
        vec![Effect::Unwatch { family, ids }]
    }
}

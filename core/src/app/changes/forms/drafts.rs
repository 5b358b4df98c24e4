//! What was typed into a form that was left. Rule: it stands there again when the form is opened again, after the next
//! start too, until it is sent or emptied. Drafts stay on this machine.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::contract::ids::NotificationId;
use crate::engine::Effect;

use crate::app::shell::app::{App, Form, Layer, Purpose};

/// What the names of kept drafts begin with.
const PREFIX: &str = "draft/";

/// The drafts kept or forgotten since the start, by their names: what is kept shows among the settings a moment later.
pub(in crate::app) type Drafts = BTreeMap<String, Option<String>>;

/// The fields of a form as they were typed, by their names.
#[derive(Serialize, Deserialize)]
struct Typed(BTreeMap<String, String>);

/// The name under which the draft of a form is kept; `None` of a form that keeps none.
fn name(form: &Form) -> Option<String> {
    let of = match &form.purpose {
        // What corrects a refused write is in the outbox.
        Purpose::NewDeal if form.replaces.is_none() => "deal".to_owned(),
        Purpose::Note(deal) => format!("note/{}", deal.as_str()),
        Purpose::NotificationNote(ids) => {
            let ids: Vec<&str> = ids.iter().map(NotificationId::as_str).collect();
            format!("note/{}", ids.join(" "))
        }
        _ => return None,
    };
    Some(format!("{PREFIX}{of}"))
}

impl App {
    /// Keeps what was typed where a form is left.
    pub(in crate::app) fn keep_draft(&mut self) {
        let Layer::Form(form) = &self.cx.layer else { return };
        let Some(name) = name(form) else { return };
        let as_it_was = match &form.purpose {
            Purpose::Note(deal) => self.local_note(deal.as_str()),
            Purpose::NotificationNote(ids) => ids
                .first()
                .map_or("", |first| self.notification_note(first.as_str())),
            _ => "",
        };
        let telling = form
            .fields
            .first()
            .map_or("", |field| form.value(field.name))
            .trim();
        let new = !telling.is_empty() && telling != as_it_was.trim();
        let fields = form.fields.iter();
        let typed = fields.map(|field| (field.name.to_owned(), form.value(field.name).to_owned()));
        let text = new
            .then(|| serde_json::to_string(&Typed(typed.collect())).ok())
            .flatten();
        self.put_draft(name, text);
    }

    /// Fills a form that was just opened with what was typed when it was left.
    pub(in crate::app) fn take_up_draft(&mut self) {
        let Layer::Form(form) = &self.cx.layer else { return };
        let Some(Typed(typed)) = name(form).and_then(|name| self.draft(&name)) else {
            return;
        };
        let names: Vec<&str> = form.fields.iter().map(|field| field.name).collect();
        for (at, name) in names.into_iter().enumerate() {
            if let Some(text) = typed.get(name) {
                self.set_field(at, text.clone());
            }
        }
    }

    /// Forgets the draft of a form that was sent.
    pub(super) fn forget_draft(&mut self, form: &Form) {
        if let Some(name) = name(form) {
            self.put_draft(name, None);
        }
    }

    fn draft(&self, name: &str) -> Option<Typed> {
        let text = match self.forms.drafts.get(name) {
            Some(since) => since.as_deref(),
            None => self.setting(name),
        };
        serde_json::from_str(text?).ok()
    }

    fn put_draft(&mut self, name: String, value: Option<String>) {
        let kept = match self.forms.drafts.get(&name) {
            Some(since) => since.as_deref(),
            None => self.setting(&name),
        };
        if kept == value.as_deref() {
            return;
        }
        self.forms.drafts.insert(name.clone(), value.clone());
        self.cx.afterwards.push(Effect::Keep { name, value });
    }
}

//! Drafts of forms that were closed without sending.
//!
//! A draft is restored when the form is opened again, also after a restart, until it is sent or emptied. Drafts stay on
//! this device.

use crate::changes::forms::forms::FormsState;
use crate::foundation::cx::app_cx::AppCx;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::contract::ids::NotificationId;
use crate::model::effect::Effect;

use crate::foundation::cx::overlay::{Form, FormPurpose, Overlay};

/// Prefix of the setting names of drafts.
const DRAFT_PREFIX: &str = "draft/";

/// Fields of a form as typed, by name.
#[derive(Serialize, Deserialize)]
struct DraftFields(BTreeMap<String, String>);

/// Returns the setting name of a form's draft; `None` if the form has no draft.
fn draft_name(form: &Form, cx: &AppCx) -> Option<String> {
    let subject = match &form.purpose {
        // The outbox already stores the values of a rejected write.
        FormPurpose::NewDeal if form.replaces.is_none() => "deal".to_owned(),
        FormPurpose::Note(key) if cx.setting(&key.name).is_some() => format!("edit-{}", key.name),
        FormPurpose::Note(key) => format!("note/{}", key.deal),
        FormPurpose::NotificationNote(ids) => {
            let ids: Vec<&str> = ids.iter().map(NotificationId::as_str).collect();
            format!("note/{}", ids.join(" "))
        }
        _ => return None,
    };
    Some(format!("{DRAFT_PREFIX}{subject}"))
}

impl FormsState {
    /// Stores the input of the open form as a draft.
    pub(crate) fn save_draft(&mut self, cx: &mut AppCx) {
        let Overlay::Form(form) = &cx.overlay else { return };
        let Some(name) = draft_name(form, cx) else { return };
        let stored_text = match &form.purpose {
            FormPurpose::Note(key) => cx.setting(&key.name).unwrap_or_default(),
            FormPurpose::NotificationNote(ids) => {
                ids.first().map_or("", |first| cx.notification_note(first.as_str()))
            }
            _ => "",
        };
        let first_text = form.fields.first().map_or("", |field| form.value(field.name)).trim();
        let is_new = !first_text.is_empty() && first_text != stored_text.trim();
        let fields = form.fields.iter();
        let typed = fields.map(|field| (field.name.to_owned(), form.value(field.name).to_owned()));
        let text = is_new.then(|| serde_json::to_string(&DraftFields(typed.collect())).ok()).flatten();
        self.store_draft(name, text, cx);
    }

    /// Fills the open form from its draft.
    pub(crate) fn restore_draft(&mut self, cx: &mut AppCx) {
        let Overlay::Form(form) = &cx.overlay else { return };
        let Some(DraftFields(typed)) = draft_name(form, cx).and_then(|name| self.draft(&name, cx)) else {
            return;
        };
        let names: Vec<&str> = form.fields.iter().map(|field| field.name).collect();
        for (at, name) in names.into_iter().enumerate() {
            if let Some(text) = typed.get(name) {
                cx.set_field(at, text.clone());
            }
        }
    }

    /// Removes the draft of a form that was sent.
    pub(crate) fn remove_draft(&mut self, form: &Form, cx: &mut AppCx) {
        if let Some(name) = draft_name(form, cx) {
            self.store_draft(name, None, cx);
        }
    }

    fn draft(&self, name: &str, cx: &AppCx) -> Option<DraftFields> {
        let text = match self.drafts.get(name) {
            Some(recent) => recent.as_deref(),
            None => cx.setting(name),
        };
        serde_json::from_str(text?).ok()
    }

    fn store_draft(&mut self, name: String, value: Option<String>, cx: &mut AppCx) {
        let current = match self.drafts.get(&name) {
            Some(recent) => recent.as_deref(),
            None => cx.setting(&name),
        };
        if current == value.as_deref() {
            return;
        }
        self.drafts.insert(name.clone(), value.clone());
        cx.output.effects.push(Effect::SaveSetting { name, value });
    }
}

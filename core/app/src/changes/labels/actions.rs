//! Actions on stars and labels of deals. Each is undone in one step.

use std::borrow::Cow;

use crate::contract::ids::DealId;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change_types::{SettingChange, SettingsPlace};
use crate::foundation::cx::overlay::{Form, FormField, FormPurpose, FormValue, LABELS_FIELD, Overlay};
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::ToastContent;
use crate::model::effect::Effect;
use crate::model::local_deals::{LABELS_PREFIX, LocalDeals, STAR_PREFIX, has_label, parse_labels};
use crate::text::{Lang, Messages};

/// Returns the filter of the starred deals.
#[must_use]
pub fn starred_filter(lang: Lang) -> Cow<'static, str> {
    Messages::new(lang).get("filter-starred")
}

impl AppCx {
    /// Stars these deals, or removes their stars if all have one.
    pub(crate) fn toggle_deal_stars(&mut self, deals: &[DealId], label: String) -> Vec<Effect> {
        let on = !deals.iter().all(|deal| self.local_deals.stars().contains(deal.as_str()));
        let toast = if on { "toast-deal-starred" } else { "toast-deal-unstarred" };
        self.save_deal_settings(deals, label, (STAR_PREFIX, toast), |_, _| on.then(|| "1".to_owned()))
    }

    /// Opens the form of the labels that all these deals have. `typed` replaces them in the field.
    pub(crate) fn open_labels_form(&mut self, deals: Vec<DealId>, label: String, typed: Option<String>) {
        let mut all = deals.iter().map(|deal| self.local_deals.labels_of(deal.as_str()));
        let mut before = all.next().unwrap_or_default().to_vec();
        for labels in all {
            before.retain(|label| has_label(labels, label));
        }
        let known = self.local_deals.label_counts().into_iter().map(|(label, _)| label.to_owned()).collect();
        let text = typed.unwrap_or_else(|| before.join(", "));
        self.overlay = Overlay::Form(labels_form(FormPurpose::Labels { deals, before }, label, text, known));
    }

    /// Adds the labels of a command to each deal.
    pub(crate) fn add_labels(&mut self, deals: &[DealId], label: String, typed: String) -> Vec<Effect> {
        let purpose = FormPurpose::Labels { deals: deals.to_vec(), before: Vec::new() };
        self.finish_labels(deals, &[], labels_form(purpose, label, typed, Vec::new()))
    }

    /// Adds the labels that were typed to each deal, and removes those that were deleted from the field.
    pub(crate) fn finish_labels(
        &mut self,
        deals: &[DealId],
        before: &[String],
        mut form: Form,
    ) -> Vec<Effect> {
        let Ok(typed) = parse_labels(form.value(LABELS_FIELD)) else {
            form.error = Some("form-labels-long");
            self.overlay = Overlay::Form(form);
            return Vec::new();
        };
        let removed: Vec<String> = before.iter().filter(|label| !has_label(&typed, label)).cloned().collect();
        let typed = known_spellings(&self.local_deals, typed);
        self.save_deal_settings(deals, form.label, (LABELS_PREFIX, "toast-labels"), |local, deal| {
            stored_labels(&changed_labels(local.labels_of(deal), &removed, &typed))
        })
    }

    /// Changes a setting of each deal in one undo step. `change` returns the value to store.
    fn save_deal_settings(
        &mut self,
        deals: &[DealId],
        label: String,
        (prefix, toast): (&str, &'static str),
        change: impl Fn(&LocalDeals, &str) -> Option<String>,
    ) -> Vec<Effect> {
        let setting = |deal: &DealId| {
            let name = format!("{prefix}{}", deal.as_str());
            let before = self.setting(&name).map(str::to_owned);
            SettingChange { name, before, after: change(&self.local_deals, deal.as_str()) }
        };
        let mut changes: Vec<SettingChange> = deals.iter().map(setting).collect();
        changes.retain(|change| change.before != change.after);
        if changes.is_empty() {
            return Vec::new();
        }
        let settings = changes.iter().map(|change| (change.name.clone(), change.after.clone())).collect();
        self.push_settings(label.clone(), SettingsPlace::Deals, changes, (None, None));
        self.notify(ToastContent::about(toast, label), LONG);
        vec![Effect::SaveSettings(settings)]
    }
}

fn labels_form(purpose: FormPurpose, label: String, text: String, known: Vec<String>) -> Form {
    let field = FormField { name: LABELS_FIELD, value: FormValue::Text { text, known } };
    Form::new(purpose, label, vec![field])
}

/// Returns the labels in the spelling that other deals have.
#[must_use]
pub fn known_spellings(local: &LocalDeals, labels: Vec<String>) -> Vec<String> {
    let known = local.label_counts();
    let spelling = |label: String| {
        let one = std::slice::from_ref(&label);
        known
            .iter()
            .find(|(name, _)| has_label(one, name))
            .map_or(label.clone(), |(name, _)| (*name).to_owned())
    };
    labels.into_iter().map(spelling).collect()
}

/// Returns the labels of a deal without the removed ones and with the added ones, each of them once.
#[must_use]
pub fn changed_labels(labels: &[String], removed: &[String], added: &[String]) -> Vec<String> {
    let mut changed: Vec<String> =
        labels.iter().filter(|label| !has_label(removed, label)).cloned().collect();
    for label in added {
        if !has_label(&changed, label) {
            changed.push(label.clone());
        }
    }
    changed
}

/// Returns the text to store; `None` for no labels.
#[must_use]
pub fn stored_labels(labels: &[String]) -> Option<String> {
    (!labels.is_empty()).then(|| labels.join("\n"))
}

//! Actions on follow-ups: set, move, done, remove. Each is undone like a note.

use std::borrow::Cow;

use jiff::civil::Date;

use crate::contract::ids::DealId;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change_types::{SettingChange, SettingsPlace};
use crate::foundation::cx::overlay::{FOLLOWUP_FIELD, Form, FormField, FormPurpose, FormValue, Overlay};
use crate::foundation::cx::toast::{LONG, SHORT};
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::effect::Effect;
use crate::model::local_deals::{FOLLOWUP_PREFIX, Followup};
use crate::model::table::DealRow;
use crate::query::date_input::split_date;
use crate::text::single_line::one_line;
use crate::text::{Lang, Messages, date};

/// Longest text of a follow-up, in characters.
const MAX_TEXT_CHARS: usize = 500;

/// Fault of a typed follow-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowupFault {
    /// It does not begin with a date.
    Date,
    /// It begins with a date that does not exist, or is not between 2000 and 2199.
    NoSuchDay,
    /// Its text has more than 500 characters.
    TooLong,
}

/// Parses a follow-up as typed: a date, then its text.
///
/// # Errors
/// It does not begin with a date, there is no such day, or its text is too long.
pub fn parse_followup(typed: &str, today: Date) -> Result<Followup, FollowupFault> {
    let found = split_date(typed, today).filter(|(date, _)| (2_000..2_200).contains(&date.year()));
    let (date, text) = found.ok_or_else(|| {
        let mut parts = typed.split_whitespace().next().unwrap_or_default().split(['/', '-', '.']);
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let is_dated = parts.clone().nth(1).is_some() && parts.all(is_number);
        if is_dated { FollowupFault::NoSuchDay } else { FollowupFault::Date }
    })?;
    let text = one_line(text);
    if text.chars().count() > MAX_TEXT_CHARS {
        return Err(FollowupFault::TooLong);
    }
    Ok(Followup { date, text, done: None })
}

/// Returns the loaded deals whose follow-up is due, with the follow-up.
pub fn due_followups(cx: &AppCx) -> impl Iterator<Item = (DealRow<'_>, &Followup)> {
    let (deals, today) = (&cx.snapshot.deals, cx.today());
    let open = cx.local_deals.followups().iter().filter(|(_, followup)| followup.done.is_none());
    let due = open.filter(move |(_, followup)| followup.date <= today);
    due.filter_map(|(deal, followup)| Some((deals.row(deals.find(deal)?)?, followup)))
}

/// Returns the filter of the deals whose follow-up is due.
#[must_use]
pub fn due_filter(lang: Lang) -> Cow<'static, str> {
    Messages::new(lang).get("filter-due")
}

/// Returns a follow-up as a user types it.
fn typed_text(followup: &Followup) -> String {
    format!("{} {}", date::date_short(followup.date), followup.text).trim_end().to_owned()
}

impl AppCx {
    /// Opens the form of the focused deal's follow-up.
    pub(crate) fn open_followup_form(&mut self, pipeline: &Pipeline) {
        let Some(row) = pipeline.focused_row(self) else { return };
        let Ok(deal) = DealId::new(row.id) else { return };
        let label = row.name.to_owned();
        let typed = self.local_deals.open_followup(row.id).map(typed_text).unwrap_or_default();
        self.overlay = Overlay::Form(followup_form(vec![deal], label, typed));
    }

    /// Reopens the form with a follow-up that failed to be stored.
    pub(crate) fn reopen_followup(&mut self, deal: DealId, stored: &str) {
        let Some(followup) = Followup::parse(stored) else { return };
        let table = &self.snapshot.deals;
        let row = table.find(deal.as_str()).and_then(|ix| table.row(ix));
        let label = row.map_or_else(String::new, |row| row.name.to_owned());
        let form = followup_form(vec![deal], label, typed_text(&followup));
        self.overlay = Overlay::Form(form);
    }

    /// Saves the typed follow-up of these deals. An empty text removes it; without a date, the form stays open.
    pub(crate) fn finish_followup(&mut self, deals: &[DealId], form: Form) -> Vec<Effect> {
        let typed = form.value(FOLLOWUP_FIELD).to_owned();
        if typed.trim().is_empty() {
            return self.save_followups(deals, form.label, "toast-followup-removed", |_| None);
        }
        match parse_followup(&typed, self.today()) {
            Ok(followup) => {
                self.save_followups(deals, form.label, "toast-followup-set", |_| Some(followup.clone()))
            }
            Err(fault) => self.correct_followup(form, fault),
        }
    }

    /// Sets the follow-up of a command; a date alone keeps the text. Without a date, the form opens.
    pub(crate) fn set_followups(&mut self, deals: Vec<DealId>, label: String, typed: &str) -> Vec<Effect> {
        let followup = match parse_followup(typed, self.today()) {
            Ok(followup) => followup,
            Err(fault) => return self.correct_followup(followup_form(deals, label, typed.to_owned()), fault),
        };
        self.save_followups(&deals, label, "toast-followup-set", |before| {
            let kept = before.filter(|before| followup.text.is_empty() && before.done.is_none());
            let text = kept.map_or(&followup.text, |before| &before.text);
            Some(Followup { text: text.clone(), ..followup.clone() })
        })
    }

    /// Shows the form with the fault of its text.
    fn correct_followup(&mut self, mut form: Form, fault: FollowupFault) -> Vec<Effect> {
        form.error = Some(match fault {
            FollowupFault::Date => "form-followup-wrong",
            FollowupFault::NoSuchDay => "form-followup-day",
            FollowupFault::TooLong => "form-followup-long",
        });
        self.overlay = Overlay::Form(form);
        Vec::new()
    }

    /// Marks the focused deal's follow-up as done.
    pub(crate) fn finish_focused_followup(&mut self, pipeline: &Pipeline) -> Vec<Effect> {
        let Some((deal, label, followup)) = self.focused_followup(pipeline) else { return Vec::new() };
        let done = Followup { done: Some(self.now), ..followup };
        self.save_followups(&[deal], label, "toast-followup-done", |_| Some(done.clone()))
    }

    /// Removes the focused deal's follow-up, open or done.
    pub(crate) fn remove_focused_followup(&mut self, pipeline: &Pipeline) -> Vec<Effect> {
        let Some((deal, label, _)) = self.focused_followup(pipeline) else { return Vec::new() };
        self.save_followups(&[deal], label, "toast-followup-removed", |_| None)
    }

    /// Checks whether the focused deal has a follow-up; with `open`, one that is not done.
    pub(crate) fn has_focused_followup(&self, pipeline: &Pipeline, open: bool) -> Result<(), DisabledReason> {
        pipeline.focused_row(self).ok_or(DisabledReason::NoFocus)?;
        let followup = self.focused_followup(pipeline).filter(|(.., found)| !open || found.done.is_none());
        followup.map(|_| ()).ok_or(DisabledReason::NoFollowup)
    }

    fn focused_followup(&self, pipeline: &Pipeline) -> Option<(DealId, String, Followup)> {
        let row = pipeline.focused_row(self)?;
        let followup = self.local_deals.followups().get(row.id)?;
        Some((DealId::new(row.id).ok()?, row.name.to_owned(), followup.clone()))
    }

    /// Changes the follow-ups of these deals in one undo step. `change` gets the follow-up before.
    fn save_followups(
        &mut self,
        deals: &[DealId],
        label: String,
        toast: &'static str,
        change: impl Fn(Option<&Followup>) -> Option<Followup>,
    ) -> Vec<Effect> {
        let (mut changes, mut date) = (Vec::new(), None);
        for deal in deals {
            let after = change(self.local_deals.followups().get(deal.as_str()));
            date = date.or(after.as_ref().map(|followup| followup.date));
            let name = format!("{FOLLOWUP_PREFIX}{}", deal.as_str());
            let before = self.setting(&name).map(str::to_owned);
            changes.push(SettingChange { name, before, after: after.as_ref().map(Followup::stored_text) });
        }
        changes.retain(|change| change.before != change.after);
        if changes.is_empty() {
            return Vec::new();
        }
        let settings = changes.iter().map(|change| (change.name.clone(), change.after.clone())).collect();
        self.push_settings(label.clone(), SettingsPlace::Followups, changes, (None, None));
        let content = ToastContent::about(toast, label);
        match date {
            Some(date) => self.notify(content.with_text_arg("date", date::date_short(date), 20), SHORT),
            None => self.notify(content, LONG),
        }
        vec![Effect::SaveSettings(settings)]
    }
}

fn followup_form(deals: Vec<DealId>, label: String, typed: String) -> Form {
    let value = FormValue::Text { text: typed, known: Vec::new() };
    Form::new(FormPurpose::Followup(deals), label, vec![FormField { name: FOLLOWUP_FIELD, value }])
}

//! Observed changes as text: history lines, the summary since the last visit, time in the status. Every time states its
//! certainty.

use std::borrow::Cow;
use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::contract::record::raw_text;
use crate::model::history::history_entry::{Certainty, EntryKind, HistoryEntry};
use crate::model::history::net::drop_repeated;
use crate::model::history::omitted_status::without_omissions;
use crate::model::history::time_in_status::{DurationBounds, status_stays, total_time_in};
use crate::text::{Lang, MessageArg, Messages, SafeText, date};
use crate::vocabulary;

pub(crate) use super::change::{describe_change, field_label, full_value};

/// One line of a history.
#[derive(Clone, Debug, PartialEq)]
pub struct HistoryLine {
    /// Deal id.
    pub deal: String,
    /// Deal name if known, else its id.
    pub name: SafeText,
    /// Observed change: `Statut Sourcing → Comité`.
    pub text: String,
    /// Subject of the change: `Statut`, or the whole text without two values.
    pub subject: String,
    /// Old and new value: `Sourcing → Comité`; empty if `what` is the whole text.
    pub values: String,
    /// Time of the observation: `20/11 09:41`.
    pub time: String,
    /// Time with its certainty, as text: `entre le 19/11 18:02 et le 20/11 09:41`.
    pub when: String,
    /// Certainty of the time, machine-readable.
    pub certainty: Certainty,
    /// Author: `ce poste` or `ailleurs`; empty if the change has no author.
    pub author: String,
}

/// Time that a deal has been in its status.
#[derive(Clone, Debug, PartialEq)]
pub struct StatusAgeView {
    /// Time since it last entered the status: `12 j`, `≥ 12 j`, `11–12 j`.
    pub latest: String,
    /// Total time in the status over all stays; empty if there was only one.
    pub cumulative: String,
    /// Basis of the time: `déjà là à la première lecture, 03/11/2026`.
    pub reason: String,
    /// True if the deal already had the status when it was first seen.
    pub since_first_seen: bool,
}

/// Returns the lines of a deal's history, newest first.
pub fn lines(lang: Lang, zone: &TimeZone, entries: &[HistoryEntry], name: &str) -> Vec<HistoryLine> {
    notable_entries(entries).into_iter().rev().map(|entry| line(lang, zone, &entry, name)).collect()
}

/// Returns the entries worth showing, in order.
///
/// Server dates that repeat other changes are left out, as are status omissions that have ended. A missing deal that
/// was then found deleted only has its deletion.
pub fn notable_entries(entries: &[HistoryEntry]) -> Vec<Cow<'_, HistoryEntry>> {
    let mut notable = without_ended_absences(entries);
    drop_repeated(&mut notable);
    notable
}

/// Returns the entries without status omissions that have ended. A missing deal that was then found deleted only has
/// its deletion.
pub fn without_ended_absences(entries: &[HistoryEntry]) -> Vec<Cow<'_, HistoryEntry>> {
    let mut deleted_next: BTreeMap<String, bool> = BTreeMap::new();
    let mut remaining: Vec<Cow<'_, HistoryEntry>> = without_omissions(entries);
    remaining.reverse();
    remaining.retain(|entry| {
        let deleted = matches!(entry.kind, EntryKind::Deleted { .. });
        let after = deleted_next.insert(entry.deal.clone(), deleted);
        !(entry.kind == EntryKind::Missing && after == Some(true))
    });
    remaining.reverse();
    remaining
}

/// Returns whether a sync omitted the status or provided it again. Neither is a move.
pub(super) fn is_absence(entry: &HistoryEntry) -> bool {
    let is_missing =
        |token: &Option<String>| token.as_deref().is_none_or(|token| matches!(token, "null" | "\"\""));
    matches!(&entry.kind, EntryKind::FieldChanged { name, before, after }
        if name == "status" && is_missing(before) != is_missing(after))
}

/// Returns whether the entry has an author. A deal or status that a sync did not show has none.
pub fn has_author(entry: &HistoryEntry) -> bool {
    match &entry.kind {
        EntryKind::Missing | EntryKind::Reappeared => false,
        EntryKind::FirstSeen { .. } => entry.certainty() != Certainty::Censored,
        _ => entry.is_ours || !is_absence(entry),
    }
}

/// Formats one entry. `name` is the deal name; empty if unknown.
pub fn line(lang: Lang, zone: &TimeZone, entry: &HistoryEntry, name: &str) -> HistoryLine {
    let messages = Messages::new(lang);
    let name = name_in_entry(entry).unwrap_or(Cow::Borrowed(name));
    let author = if !has_author(entry) {
        String::new()
    } else if entry.is_ours {
        messages.get("history-by-us").into_owned()
    } else if entry.maybe_ours {
        messages.get("history-by-us-perhaps").into_owned()
    } else {
        messages.get("history-by-others").into_owned()
    };
    let (subject, values) = entry_parts(lang, zone, entry);
    HistoryLine {
        deal: entry.deal.clone(),
        name: SafeText::line_within(if name.is_empty() { &entry.deal } else { &name }, 60),
        text: super::change::join_parts((subject.clone(), values.clone())),
        subject,
        values,
        time: date::date_time_short(date::local(entry.at, zone)),
        when: time_text(lang, zone, entry),
        certainty: entry.certainty(),
        author,
    }
}

/// Returns the deal name from the record in an entry, if there is one. Only the name is parsed: the record can have
/// megabytes, and each frame calls this.
pub(super) fn name_in_entry(entry: &HistoryEntry) -> Option<Cow<'_, str>> {
    let (EntryKind::FirstSeen { body, .. } | EntryKind::Deleted { body } | EntryKind::Restored { body }) =
        &entry.kind
    else {
        return None;
    };
    let record: NamedRecord<'_> = serde_json::from_str(body).ok()?;
    let name = raw_text(record.name?)?;
    Some(name).filter(|name| !name.is_empty())
}

/// The parsed part of a record.
#[derive(Deserialize)]
struct NamedRecord<'a> {
    #[serde(borrow)]
    name: Option<&'a RawValue>,
}

/// Formats the change of an entry.
pub fn change_text(lang: Lang, zone: &TimeZone, entry: &HistoryEntry) -> String {
    super::change::join_parts(entry_parts(lang, zone, entry))
}

/// Returns the change of an entry in two parts: the subject, and the old and new values.
fn entry_parts(lang: Lang, zone: &TimeZone, entry: &HistoryEntry) -> (String, String) {
    let messages = Messages::new(lang);
    let subject_only = |text: String| (text, String::new());
    let message = |key: &str| subject_only(messages.get(key).into_owned());
    match &entry.kind {
        EntryKind::FirstSeen { .. } if entry.not_before.is_none() => message("history-first-seen"),
        EntryKind::FirstSeen { .. } => message("history-new"),
        EntryKind::Missing => message("history-not-seen"),
        EntryKind::Reappeared => message("history-seen-again"),
        EntryKind::Deleted { .. } => message("history-deleted"),
        EntryKind::Restored { .. } => message("history-back"),
        EntryKind::FieldChanged { after, .. } if is_absence(entry) => {
            let value = after.clone().and_then(|after| RawValue::from_string(after).ok());
            match value.as_deref().and_then(raw_text).filter(|code| !code.is_empty()) {
                None => message("history-status-absent"),
                Some(code) => {
                    let status = vocabulary::deal_status(lang, &code).into_owned();
                    subject_only(
                        messages.with("history-status-given", &[("status", MessageArg::from(status))]),
                    )
                }
            }
        }
        EntryKind::FieldChanged { name, before, after } => {
            let token =
                |text: &Option<String>| text.clone().and_then(|text| RawValue::from_string(text).ok());
            super::change::change_parts(lang, zone, name, token(before).as_deref(), token(after).as_deref())
        }
    }
}

/// Formats the time of an entry, with its certainty.
pub fn time_text(lang: Lang, zone: &TimeZone, entry: &HistoryEntry) -> String {
    let messages = Messages::new(lang);
    let format = |at: Timestamp| date::date_time_short(date::local(at, zone));
    let dated = |key: &str, date: String| messages.with(key, &[("date", MessageArg::from(date))]);
    let Some(after) = entry.not_before else {
        return dated("history-at-latest", format(entry.at));
    };
    if after >= entry.at {
        return dated("history-at", format(entry.at));
    }
    // Lists show times to the minute, so an interval within one minute is shown as that minute.
    let (from, to) = (format(after), format(entry.at));
    if from == to {
        return dated("history-at", to);
    }
    messages.with("history-between", &[("from", MessageArg::from(from)), ("to", MessageArg::from(to))])
}

/// Returns the time of the deal in its status, as observed; `None` if it has none.
pub fn time_in_status(
    lang: Lang,
    zone: &TimeZone,
    entries: &[HistoryEntry],
    now: Timestamp,
) -> Option<StatusAgeView> {
    let spans = status_stays(entries);
    let current = spans.last().filter(|span| span.to.is_none())?;
    let stay_count = spans.iter().filter(|span| span.status == current.status).count();
    let latest = current.duration(now);
    // A total of less than a day adds nothing to the latest stay.
    let is_a_day = |lasting: &DurationBounds| lasting.max.unwrap_or(lasting.min).as_secs() >= 86_400;
    let cumulative =
        total_time_in(&spans, &current.status, now).filter(|sum| stay_count > 1 && is_a_day(sum));
    let messages = Messages::new(lang);
    let day = |at: Timestamp| date::date_short(date::local(at, zone).date());
    let from = current.from;
    let created = |entry: &HistoryEntry| {
        entry.at == from.at
            && entry.is_ours
            && matches!(entry.kind, EntryKind::FirstSeen { .. } | EntryKind::Restored { .. })
    };
    let reason = match from.not_before {
        Some(after) if after >= from.at && entries.iter().any(created) => {
            messages.with("age-created", &[("date", MessageArg::from(day(from.at)))])
        }
        None => messages.with("deal-age-first-seen", &[("date", MessageArg::from(day(from.at)))]),
        Some(after) if after >= from.at => {
            messages.with("age-exact", &[("date", MessageArg::from(day(from.at)))])
        }
        Some(_) => messages.with("age-interval", &[("date", MessageArg::from(day(from.at)))]),
    };
    Some(StatusAgeView {
        latest: duration_text(lang, latest),
        cumulative: cumulative.map(|sum| duration_text(lang, sum)).unwrap_or_default(),
        reason,
        since_first_seen: from.not_before.is_none(),
    })
}

/// Formats a duration: `12 j` if exact to the day, `11–12 j` between two syncs, `≥ 12 j` for a lower bound.
pub fn duration_text(lang: Lang, duration: DurationBounds) -> String {
    let days = |span: std::time::Duration| span.as_secs() / 86_400;
    let min = days(duration.min);
    date::range_with_unit(lang, min, duration.max.map(days), date::DAYS)
}

#[cfg(test)]
#[path = "lines_tests.rs"]
mod tests;

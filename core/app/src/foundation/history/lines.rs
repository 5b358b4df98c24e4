//! Observed changes as text: history lines, the summary since the last visit, time in the status. Every time states its
//! certainty.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::contract::record::text_of;
use crate::model::history::history_entry::{Certainty, Entry, What};
use crate::model::history::omitted_status::without_absences;
use crate::model::history::time_in_status::{Lasting, spans, time_in};
use crate::text::{Arg, Clean, Lang, Words, date};
use crate::vocabulary;

pub(crate) use super::change::{change, label, whole_value};

/// One line of a history.
#[derive(Clone, Debug, PartialEq)]
pub struct HistoryLine {
    /// Deal id.
    pub deal: String,
    /// Deal name if known, else its id.
    pub name: Clean,
    /// Observed change: `Statut Sourcing → Comité`.
    pub text: String,
    /// Subject of the change: `Statut`, or the whole text without two values.
    pub what: String,
    /// Old and new value: `Sourcing → Comité`; empty if `what` is the whole text.
    pub change: String,
    /// Time of the observation: `20/11 09:41`.
    pub time: String,
    /// Time with its certainty, as text: `entre le 19/11 18:02 et le 20/11 09:41`.
    pub when: String,
    /// Certainty of the time, machine-readable.
    pub certainty: Certainty,
    /// Author: `ce poste` or `ailleurs`; empty if the change has no author.
    pub by: String,
}

/// Time that a deal has been in its status.
#[derive(Clone, Debug, PartialEq)]
pub struct StageView {
    /// Time since it last entered the status: `12 j`, `≥ 12 j`, `11–12 j`.
    pub latest: String,
    /// Total time in the status over all stays; empty if there was only one.
    pub cumulative: String,
    /// Basis of the time: `déjà là à la première lecture, 03/11/2026`.
    pub reason: String,
    /// True if the deal already had the status when it was first seen.
    pub since_first_sight: bool,
}

/// Returns the lines of a deal's history, newest first.
pub fn lines(lang: Lang, zone: &TimeZone, entries: &[Entry], name: &str) -> Vec<HistoryLine> {
    told(entries)
        .into_iter()
        .rev()
        .map(|entry| line(lang, zone, &entry, name))
        .collect()
}

/// Returns the entries worth showing, in order.
///
/// Server dates that repeat other changes are left out, as are status omissions that have ended. A missing deal that
/// was then found deleted only has its deletion.
pub fn told(entries: &[Entry]) -> Vec<Cow<'_, Entry>> {
    let mut told = kept(entries);
    drop_repeated(&mut told);
    told
}

/// Returns the entries without status omissions that have ended. A missing deal that was then found deleted only has
/// its deletion.
pub fn kept(entries: &[Entry]) -> Vec<Cow<'_, Entry>> {
    let mut deleted_next: BTreeMap<String, bool> = BTreeMap::new();
    let mut told: Vec<Cow<'_, Entry>> = without_absences(entries);
    told.reverse();
    told.retain(|entry| {
        let deleted = matches!(entry.what, What::Deleted { .. });
        let after = deleted_next.insert(entry.deal.clone(), deleted);
        !(entry.what == What::NotSeenAgain && after == Some(true))
    });
    told.reverse();
    told
}

/// Drops the server's own change dates if other changes were observed with them. A date without other changes stays:
/// the deal changed and changed back.
fn drop_repeated(entries: &mut Vec<Cow<'_, Entry>>) {
    let dated: BTreeSet<(String, Timestamp)> = entries
        .iter()
        .filter(|entry| !entry.is_stamp())
        .map(|entry| (entry.deal.clone(), entry.at))
        .collect();
    let mut told: BTreeSet<(String, Timestamp)> = BTreeSet::new();
    // Keep only the first date of a change: that of the status precedes that of the record.
    entries.retain(|entry| {
        let of = || (entry.deal.clone(), entry.at);
        !entry.is_stamp() || !dated.contains(&of()) && told.insert(of())
    });
}

/// Returns whether a sync omitted the status or provided it again. Neither is a move.
pub(super) fn is_absence(entry: &Entry) -> bool {
    let none = |token: &Option<String>| {
        token
            .as_deref()
            .is_none_or(|token| matches!(token, "null" | "\"\""))
    };
    matches!(&entry.what, What::Field { name, before, after }
        if name == "status" && none(before) != none(after))
}

/// Returns whether the entry has an author. A deal or status that a sync did not show has none.
pub fn is_done_by_somebody(entry: &Entry) -> bool {
    match &entry.what {
        What::NotSeenAgain | What::SeenAgain => false,
        What::Seen { .. } => entry.certainty() != Certainty::Censored,
        _ => entry.ours || !is_absence(entry),
    }
}

/// Formats one entry. `name` is the deal name; empty if unknown.
pub fn line(lang: Lang, zone: &TimeZone, entry: &Entry, name: &str) -> HistoryLine {
    let words = Words::new(lang);
    let name = own_name(entry).unwrap_or(Cow::Borrowed(name));
    let by = if !is_done_by_somebody(entry) {
        String::new()
    } else if entry.ours {
        words.get("history-by-us").into_owned()
    } else if entry.perhaps {
        words.get("history-by-us-perhaps").into_owned()
    } else {
        words.get("history-by-others").into_owned()
    };
    let (what, change) = parts(lang, zone, entry);
    HistoryLine {
        deal: entry.deal.clone(),
        name: Clean::line_of(if name.is_empty() { &entry.deal } else { &name }, 60),
        text: super::change::together((what.clone(), change.clone())),
        what,
        change,
        time: date::date_time_short(date::local(entry.at, zone)),
        when: when(lang, zone, entry),
        certainty: entry.certainty(),
        by,
    }
}

/// Returns the deal name from the record in an entry, if there is one. Only the name is parsed: the record can have
/// megabytes, and each frame calls this.
pub(super) fn own_name(entry: &Entry) -> Option<Cow<'_, str>> {
    let (What::Seen { body, .. } | What::Deleted { body } | What::Back { body }) = &entry.what else {
        return None;
    };
    let named: Named<'_> = serde_json::from_str(body).ok()?;
    let name = text_of(named.name?)?;
    Some(name).filter(|name| !name.is_empty())
}

/// The parsed part of a record.
#[derive(Deserialize)]
struct Named<'a> {
    #[serde(borrow)]
    name: Option<&'a RawValue>,
}

/// Formats the change of an entry.
pub fn text(lang: Lang, zone: &TimeZone, entry: &Entry) -> String {
    super::change::together(parts(lang, zone, entry))
}

/// Returns the change of an entry in two parts: the subject, and the old and new values.
fn parts(lang: Lang, zone: &TimeZone, entry: &Entry) -> (String, String) {
    let words = Words::new(lang);
    let whole = |text: String| (text, String::new());
    let said = |key: &str| whole(words.get(key).into_owned());
    match &entry.what {
        What::Seen { .. } if entry.after.is_none() => said("history-first-seen"),
        What::Seen { .. } => said("history-new"),
        What::NotSeenAgain => said("history-not-seen"),
        What::SeenAgain => said("history-seen-again"),
        What::Deleted { .. } => said("history-deleted"),
        What::Back { .. } => said("history-back"),
        What::Field { after, .. } if is_absence(entry) => {
            let given = after.clone().and_then(|after| RawValue::from_string(after).ok());
            match given.as_deref().and_then(text_of).filter(|code| !code.is_empty()) {
                None => said("history-status-absent"),
                Some(code) => {
                    let status = vocabulary::deal_status(lang, &code).into_owned();
                    whole(words.with("history-status-given", &[("status", Arg::from(status))]))
                }
            }
        }
        What::Field { name, before, after } => {
            let token =
                |text: &Option<String>| text.clone().and_then(|text| RawValue::from_string(text).ok());
            super::change::parts(
                lang,
                zone,
                name,
                token(before).as_deref(),
                token(after).as_deref(),
            )
        }
    }
}

/// Formats the time of an entry, with its certainty.
pub fn when(lang: Lang, zone: &TimeZone, entry: &Entry) -> String {
    let words = Words::new(lang);
    let short = |at: Timestamp| date::date_time_short(date::local(at, zone));
    let one = |key: &str, date: String| words.with(key, &[("date", Arg::from(date))]);
    let Some(after) = entry.after else {
        return one("history-at-latest", short(entry.at));
    };
    if after >= entry.at {
        return one("history-at", short(entry.at));
    }
    // Lists show times to the minute, so an interval within one minute is shown as that minute.
    let (from, to) = (short(after), short(entry.at));
    if from == to {
        return one("history-at", to);
    }
    words.with(
        "history-between",
        &[("from", Arg::from(from)), ("to", Arg::from(to))],
    )
}

/// Returns the net changes: several changes of one field become one, or none if the value is restored. The server's own
/// change dates are included only for deals without other changes.
pub fn net(entries: &[Entry]) -> Vec<Entry> {
    let mut places: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut net: Vec<Option<Entry>> = Vec::new();
    let mut told = without_absences(entries);
    let otherwise = told.iter().filter(|entry| !entry.is_stamp());
    let changed: BTreeSet<String> = otherwise.map(|entry| entry.deal.clone()).collect();
    told.retain(|entry| !entry.is_stamp() || !changed.contains(&entry.deal));
    drop_repeated(&mut told);
    for entry in &told {
        let key = match &entry.what {
            What::Field { name, .. } => name.as_str(),
            // Existence is one fact: the latest entry counts.
            _ => "",
        };
        let before = places
            .get(&(entry.deal.as_str(), key))
            .and_then(|place| net.get_mut(*place))
            .and_then(Option::take);
        let joined = join(before, entry);
        places.insert((&entry.deal, key), net.len());
        net.push(joined);
    }
    net.into_iter().flatten().collect()
}

/// Merges an entry with an earlier one of the same deal and field.
fn join(earlier: Option<Entry>, later: &Entry) -> Option<Entry> {
    let Some(earlier) = earlier else {
        return Some(later.clone());
    };
    let what = match (earlier.what, &later.what) {
        (What::Field { name, before, .. }, What::Field { after, .. }) => {
            let token =
                |text: &Option<String>| text.clone().and_then(|text| RawValue::from_string(text).ok());
            if crate::contract::json::json_eq::same(token(&before).as_deref(), token(after).as_deref()) {
                return None;
            }
            What::Field {
                name,
                before,
                after: after.clone(),
            }
        }
        // Missing and found again, or created and deleted: no net change.
        (What::NotSeenAgain, What::SeenAgain)
        | (What::Seen { .. } | What::Back { .. }, What::Deleted { .. }) => {
            return None;
        }
        (seen @ What::Seen { .. }, What::SeenAgain) => seen,
        (_, what) => what.clone(),
    };
    Some(Entry {
        what,
        ..later.clone()
    })
}

/// Returns the time of the deal in its status, as observed; `None` if it has none.
pub fn stage(lang: Lang, zone: &TimeZone, entries: &[Entry], now: Timestamp) -> Option<StageView> {
    let spans = spans(entries);
    let current = spans.last().filter(|span| span.to.is_none())?;
    let stays = spans.iter().filter(|span| span.status == current.status).count();
    let latest = current.lasting(now);
    // A total of less than a day adds nothing to the latest stay.
    let a_day = |lasting: &Lasting| lasting.most.unwrap_or(lasting.least).as_secs() >= 86_400;
    let cumulative = time_in(&spans, &current.status, now).filter(|sum| stays > 1 && a_day(sum));
    let words = Words::new(lang);
    let day = |at: Timestamp| date::date_short(date::local(at, zone).date());
    let from = current.from;
    let created = |entry: &Entry| {
        entry.at == from.at && entry.ours && matches!(entry.what, What::Seen { .. } | What::Back { .. })
    };
    let reason = match from.after {
        Some(after) if after >= from.at && entries.iter().any(created) => {
            words.with("age-created", &[("date", Arg::from(day(from.at)))])
        }
        None => words.with("deal-age-first-seen", &[("date", Arg::from(day(from.at)))]),
        Some(after) if after >= from.at => words.with("age-exact", &[("date", Arg::from(day(from.at)))]),
        Some(_) => words.with("age-interval", &[("date", Arg::from(day(from.at)))]),
    };
    Some(StageView {
        latest: lasting(lang, latest),
        cumulative: cumulative.map(|sum| lasting(lang, sum)).unwrap_or_default(),
        reason,
        since_first_sight: from.after.is_none(),
    })
}

/// Formats a duration: `12 j` if exact to the day, `11–12 j` between two syncs, `≥ 12 j` for a lower bound.
pub fn lasting(lang: Lang, lasting: Lasting) -> String {
    let days = |span: std::time::Duration| span.as_secs() / 86_400;
    let least = days(lasting.least);
    date::between_days(lang, least, lasting.most.map(days))
}

#[cfg(test)]
#[path = "lines_tests.rs"]
mod tests;

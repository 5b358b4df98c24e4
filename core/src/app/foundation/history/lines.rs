//! What was observed, in words: the lines of a deal's history, the summary since the last visit, how long a deal has been
//! in its status. Every moment says how well it is known.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::contract::record::text_of;
use crate::engine::{Certainty, Entry, Lasting, What, spans, time_in, without_absences};
use crate::text::{Arg, Clean, Lang, Words, date};
use crate::vocabulary;

pub(in crate::app) use super::change::{change, label, value, whole_value};

/// One line of a history.
#[derive(Clone, Debug, PartialEq)]
pub struct HistoryLine {
    /// Which deal.
    pub deal: String,
    /// Its name, as far as it is known; else its id.
    pub name: Clean,
    /// What was observed: `Statut Sourcing → Comité`.
    pub text: String,
    /// The same in two: `Statut`, or all that is told where nothing went from one value to another.
    pub what: String,
    /// `Sourcing → Comité`; empty where `what` is all.
    pub change: String,
    /// When it was observed: `20/11 09:41`.
    pub time: String,
    /// How well the moment is known, in words: `entre le 19/11 18:02 et le 20/11 09:41`.
    pub when: String,
    /// The same for a program.
    pub certainty: Certainty,
    /// Who did it: `ce poste` or `ailleurs`; empty where nobody did.
    pub by: String,
}

/// How long a deal has been in its status.
#[derive(Clone, Debug, PartialEq)]
pub struct StageView {
    /// `12 j`, `≥ 12 j`, `11–12 j`: since it last entered the status.
    pub latest: String,
    /// The same over all its stays in it; empty where there was only one.
    pub cumulative: String,
    /// How that is known: `déjà là à la première lecture, 03/11/2026`.
    pub reason: String,
    /// Whether nothing more is known than that it was so when the deal was first seen.
    pub since_first_sight: bool,
}

/// The lines of a deal's history, newest first.
pub fn lines(lang: Lang, zone: &TimeZone, entries: &[Entry], name: &str) -> Vec<HistoryLine> {
    told(entries)
        .into_iter()
        .rev()
        .map(|entry| line(lang, zone, &entry, name))
        .collect()
}

/// The entries that tell a person something, in their order: no stamps of the service that repeat what they stand
/// beside, no absences of a status that are over, and of a deal that was missed and then found deleted the deletion alone.
pub fn told(entries: &[Entry]) -> Vec<Cow<'_, Entry>> {
    let mut told = kept(entries);
    drop_repeated(&mut told);
    told
}

/// The entries without what is over: absences of a status, and of a deal that was missed and then found deleted that it was
/// missed.
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

/// Drops the service's own dates of other changes that were observed with them. Where such a date is all that was observed it
/// tells that the deal changed and changed back, and stays.
fn drop_repeated(entries: &mut Vec<Cow<'_, Entry>>) {
    let dated: BTreeSet<(String, Timestamp)> = entries
        .iter()
        .filter(|entry| !entry.is_stamp())
        .map(|entry| (entry.deal.clone(), entry.at))
        .collect();
    let mut told: BTreeSet<(String, Timestamp)> = BTreeSet::new();
    // Of several dates of one change the first says enough: that of the status stands before that of the record.
    entries.retain(|entry| {
        let of = || (entry.deal.clone(), entry.at);
        !entry.is_stamp() || !dated.contains(&of()) && told.insert(of())
    });
}

/// Whether a reading left the status out, or gives it again after one that did: an absence is no move.
pub(super) fn is_absence(entry: &Entry) -> bool {
    let none = |token: &Option<String>| {
        token
            .as_deref()
            .is_none_or(|token| matches!(token, "null" | "\"\""))
    };
    matches!(&entry.what, What::Field { name, before, after }
        if name == "status" && none(before) != none(after))
}

/// Whether somebody did what an entry tells. That a reading did not show a deal, or left its status out, is nobody's doing.
pub fn is_done_by_somebody(entry: &Entry) -> bool {
    match &entry.what {
        What::NotSeenAgain | What::SeenAgain => false,
        What::Seen { .. } => entry.certainty() != Certainty::Censored,
        _ => entry.ours || !is_absence(entry),
    }
}

/// One entry in words. `name`: the deal's, empty where it is not known.
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

/// The name of the deal in the record that an entry holds, if it holds one that has a name. It is read where it stands: the
/// record may be some megabytes, and each frame asks.
pub(super) fn own_name(entry: &Entry) -> Option<Cow<'_, str>> {
    let (What::Seen { body, .. } | What::Deleted { body } | What::Back { body }) = &entry.what else {
        return None;
    };
    let named: Named<'_> = serde_json::from_str(body).ok()?;
    let name = text_of(named.name?)?;
    Some(name).filter(|name| !name.is_empty())
}

/// What is read of a record.
#[derive(Deserialize)]
struct Named<'a> {
    #[serde(borrow)]
    name: Option<&'a RawValue>,
}

/// What an entry tells.
pub fn text(lang: Lang, zone: &TimeZone, entry: &Entry) -> String {
    super::change::together(parts(lang, zone, entry))
}

/// The same in two: what it tells of, and from what to what that went.
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

/// When an entry happened, and how well that is known.
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
    // To the minute, as every other moment of a list: two ends within one are that minute.
    let (from, to) = (short(after), short(entry.at));
    if from == to {
        return one("history-at", to);
    }
    words.with(
        "history-between",
        &[("from", Arg::from(from)), ("to", Arg::from(to))],
    )
}

/// The entries that still tell something: several changes of one field are one, and none where it is back to what it
/// was. The service's own dates of changes tell nothing beside them; of a deal of which nothing else was observed they do.
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
            // Whether it is there: one fact, the latest.
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

/// An entry together with an earlier one of the same deal and field.
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
        // Missed and there again; there and deleted again: nothing to tell.
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

/// How long the deal with these entries has been in its status, as this client observed it; `None` where it has none.
pub fn stage(lang: Lang, zone: &TimeZone, entries: &[Entry], now: Timestamp) -> Option<StageView> {
    let spans = spans(entries);
    let current = spans.last().filter(|span| span.to.is_none())?;
    let stays = spans.iter().filter(|span| span.status == current.status).count();
    let latest = current.lasting(now);
    // Less than a day altogether is no more than what is said of the latest stay.
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

/// `12 j` where it is known to the day, `11–12 j` between two readings, `≥ 12 j` where only a lower bound is known.
pub fn lasting(lang: Lang, lasting: Lasting) -> String {
    let days = |span: std::time::Duration| span.as_secs() / 86_400;
    let least = days(lasting.least);
    date::between_days(lang, least, lasting.most.map(days))
}

#[cfg(test)]
#[path = "lines_tests.rs"]
mod tests;

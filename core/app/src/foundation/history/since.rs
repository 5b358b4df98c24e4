//! Changes since the last visit, most important first: threshold crossings, ratios, statuses, owners. Other changes are
//! collapsed if a more important one precedes them. The filter searches all changes.

use rust_decimal::Decimal;
use serde_json::value::RawValue;

use super::change;
use super::lines::{HistoryLine, is_absence, line, name_in_entry};
use crate::contract::json::num::Num;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::toast_types::CurrentUser;
use crate::model::history::history_entry::{EntryKind, HistoryEntry};
use crate::model::history::net::net_changes;
use crate::text::{Lang, MessageArg, Messages, SafeText, date, fold};
use crate::vocabulary::{self, Band, MetricUnit, Thresholds, band_within};

/// Changes since the last visit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SinceView {
    /// Summary: `Depuis le 19/11 18:02 : 4 déplacés, 2 nouveaux, 1 supprimé`. Or a message that nothing changed, or
    /// that this is the first visit.
    pub summary: String,
    /// One line per deal and field, most important first, then newest first. Reverted changes are left out.
    pub lines: Vec<HistoryLine>,
    /// Entry behind each line.
    pub(crate) entries: Vec<HistoryEntry>,
    /// Band that a value entered by crossing a threshold. `Band::None` if a value beyond a threshold is no longer
    /// provided.
    pub(crate) crossed_bands: Vec<Option<Band>>,
    /// Number of important lines; the rest is collapsed.
    pub(crate) important_count: usize,
    /// Number of older changes left out of the lines, if there are very many.
    pub omitted_count: usize,
}

/// Importance of a change; the lowest value is the most important.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Importance {
    /// A value crossed a configured threshold. Values now in the worst band come first.
    Crossing(std::cmp::Reverse<u8>),
    Ratio,
    /// The deal moved, appeared or was deleted.
    Status,
    Owner,
    Other,
}

/// View state of the list of changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChangeListState {
    /// Words that a listed change must contain.
    pub(crate) filter: String,
    /// True if the less important changes are expanded.
    pub(crate) expanded: bool,
    /// Deal opened from the list and its line, so that Esc returns to it.
    pub(crate) opened_deal: Option<(String, usize)>,
}

/// A line of the list of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChangeListRow {
    /// A change, by its index in `lines`.
    Change(usize),
    /// A line that shows or hides this many other changes.
    Hidden(usize),
}

impl SinceView {
    /// Returns the indexes of the changes that match a filter. Each word must occur in the deal name, the change, its
    /// author or its time.
    pub(crate) fn matching(&self, filter: &str) -> Vec<usize> {
        let needle = fold(filter);
        let matches = |line: &HistoryLine| {
            let text = fold(&format!("{} {} {} {}", line.name, line.text, line.author, line.when));
            needle.split_whitespace().all(|word| text.contains(word))
        };
        let lines = self.lines.iter().enumerate();
        lines.filter(|(_, line)| matches(line)).map(|(at, _)| at).collect()
    }

    /// Returns the visible lines. With a filter, these are its matches. Otherwise these are the important changes, and
    /// the rest if it is expanded or nothing is important.
    pub(crate) fn visible_rows(&self, looking: &ChangeListState) -> Vec<ChangeListRow> {
        if !looking.filter.trim().is_empty() {
            return self.matching(&looking.filter).into_iter().map(ChangeListRow::Change).collect();
        }
        let all = (0..self.lines.len()).map(ChangeListRow::Change);
        let hidden = self.lines.len() - self.important_count;
        if self.important_count == 0 || hidden == 0 {
            return all.collect();
        }
        let visible = if looking.expanded { hidden } else { 0 };
        let mut listed: Vec<ChangeListRow> = all.take(self.important_count + visible).collect();
        listed.insert(self.important_count, ChangeListRow::Hidden(hidden));
        listed
    }
}

/// Returns the text for a first visit. Each delegated user has separate visits, so changes seen under the key appear
/// again.
fn first_visit_text(cx: &AppCx) -> String {
    let messages = Messages::new(cx.lang());
    match cx.current_user() {
        Some(CurrentUser::User(user)) => {
            let user = SafeText::line_within(user.as_str(), 60);
            messages.with("since-first-visit-user", &[("user", MessageArg::from(&user))])
        }
        Some(CurrentUser::Key) | None => messages.get("since-first-visit").into_owned(),
    }
}

/// Builds the list of changes since the last visit.
pub fn since_last_visit(cx: &AppCx) -> SinceView {
    let (lang, zone, observed) = (cx.lang(), &cx.options().zone, &cx.snapshot().history);
    let messages = Messages::new(lang);
    let as_of = cx.snapshot().as_of;
    let changes = match as_of {
        // The past has a list of all changes since then, with those made here.
        Some(_) => observed.changes_since_visit.iter().cloned().flat_map(split_by_member).collect(),
        None => external_changes(&observed.changes_since_visit),
    };
    if observed.visit.is_none() && changes.is_empty() {
        return SinceView { summary: first_visit_text(cx), ..SinceView::default() };
    }
    let name = |deal: &str| {
        let table = &cx.snapshot().deals;
        let row = table.find(deal).and_then(|ix| table.row(ix));
        // A deleted deal is named after its last record.
        let last = || {
            let mut of_deal = observed.changes_since_visit.iter().rev().filter(|entry| entry.deal == deal);
            of_deal.find_map(name_in_entry).map(std::borrow::Cow::into_owned)
        };
        row.map(|row| row.name.to_owned()).or_else(last).unwrap_or_default()
    };
    let date = observed.visit.map(|visit| date::date_time_short(date::local(visit.at, zone)));
    let bands = &cx.options().thresholds;
    let mut ranked: Vec<(Importance, Option<Band>, HistoryEntry)> = changes
        .into_iter()
        .rev()
        .map(|entry| {
            let crossed = crossed_band(bands, &entry);
            (importance(&entry, crossed), crossed, entry)
        })
        .collect();
    ranked.sort_by_key(|(weight, ..)| *weight);
    // A value that is no longer provided is marked, but it is not beyond a threshold.
    let has_crossed = |crossed: &Option<Band>| crossed.is_some_and(|band| band != Band::None);
    let crossings = ranked.iter().filter(|(_, crossed, _)| has_crossed(crossed)).count();
    let other_entries = ranked.iter().filter(|(_, crossed, _)| !has_crossed(crossed));
    let other_entries: Vec<HistoryEntry> = other_entries.map(|(.., entry)| entry.clone()).collect();
    let mut texts = count_texts(lang, &other_entries);
    if crossings > 0 {
        texts.insert(0, messages.with("since-crossed", &[("n", MessageArg::from(crossings as u64))]));
    }
    let counts = MessageArg::from(texts.join(", "));
    let until = as_of.and_then(|as_of| as_of.until);
    let until = until.map(|until| date::date_time_short(date::local(until, zone)));
    let summary = match date {
        Some(date) if until.is_some() => {
            let args = [("from", date.into()), ("to", until.unwrap_or_default().into()), ("counts", counts)];
            messages.with(if ranked.is_empty() { "since-between-nothing" } else { "since-between" }, &args)
        }
        Some(date) if ranked.is_empty() => {
            messages.with("since-nothing", &[("date", MessageArg::from(date))])
        }
        Some(date) => messages.with("since-summary", &[("date", MessageArg::from(date)), ("counts", counts)]),
        None => messages.with("since-first-summary", &[("counts", counts)]),
    };
    SinceView {
        summary,
        lines: ranked.iter().map(|(.., entry)| line(lang, zone, entry, &name(&entry.deal))).collect(),
        crossed_bands: ranked.iter().map(|(_, crossed, _)| *crossed).collect(),
        important_count: ranked.partition_point(|(weight, ..)| *weight < Importance::Other),
        entries: ranked.into_iter().map(|(.., entry)| entry).collect(),
        omitted_count: observed.change_count - observed.changes_since_visit.len(),
    }
}

/// Returns the changes made elsewhere, with one entry per member of `kpi_snapshot`. The user already knows the changes
/// made here.
pub fn external_changes(entries: &[HistoryEntry]) -> Vec<HistoryEntry> {
    let external: Vec<HistoryEntry> = entries.iter().filter(|entry| !entry.is_ours).cloned().collect();
    net_changes(&external).into_iter().flat_map(split_by_member).collect()
}

/// Splits a change of `kpi_snapshot` into one change per member. A ratio then ranks before the source of a value.
fn split_by_member(entry: HistoryEntry) -> Vec<HistoryEntry> {
    let EntryKind::FieldChanged { before, after, .. } = &entry.kind else {
        return vec![entry];
    };
    if !entry.is_change_of("kpi_snapshot") {
        return vec![entry];
    }
    let raw = |text: &Option<String>| text.clone().and_then(|text| RawValue::from_string(text).ok());
    let Some((old, new)) = change::parse_objects(raw(before).as_deref(), raw(after).as_deref()) else {
        return vec![entry];
    };
    let token = |raw: Option<&RawValue>| raw.map(|raw| raw.get().to_owned());
    let members = change::changed_members(old.as_ref(), new.as_ref());
    let members = members.into_iter().map(|(name, before, after)| HistoryEntry {
        kind: EntryKind::FieldChanged { name: name.to_owned(), before: token(before), after: token(after) },
        ..entry.clone()
    });
    let members: Vec<HistoryEntry> = members.collect();
    if members.is_empty() { vec![entry] } else { members }
}

/// Returns the band that a value newly entered. Returns `Band::None` if a value beyond a threshold is no longer
/// provided.
fn crossed_band(bands: &Thresholds, entry: &HistoryEntry) -> Option<Band> {
    let EntryKind::FieldChanged { name, before, after } = &entry.kind else {
        return None;
    };
    let limits = bands.limits(name)?;
    let band = |text: &Option<String>| {
        let raw = RawValue::from_string(text.clone()?).ok()?;
        let value: Decimal = Num::from_raw(&raw)?.value()?;
        Some(band_within(name, Some(limits), value))
    };
    let is_beyond = |band: &Band| matches!(band, Band::Alert | Band::Watch | Band::Outside);
    let is_present =
        |text: &Option<String>| text.as_deref().is_some_and(|text| !matches!(text, "null" | "\"\""));
    match (band(before), band(after)) {
        (Some(old_band), Some(new_band)) => (old_band != new_band).then_some(new_band),
        // A value that was unknown and is now beyond its threshold counts as a crossing too.
        (None, new_band) => new_band.filter(is_beyond),
        // Without a value, a return to normal cannot be confirmed.
        (Some(old_band), None) => (is_beyond(&old_band) && !is_present(after)).then_some(Band::None),
    }
}

fn importance(entry: &HistoryEntry, crossed: Option<Band>) -> Importance {
    if let Some(band) = crossed {
        let severity = match band {
            Band::Alert | Band::Outside => 2,
            Band::Watch | Band::None => 1,
            Band::Ok => 0,
        };
        return Importance::Crossing(std::cmp::Reverse(severity));
    }
    match &entry.kind {
        EntryKind::FieldChanged { name, .. } => match name.as_str() {
            "status" => Importance::Status,
            "responsable" => Importance::Owner,
            name if vocabulary::metric(name).is_some_and(|kpi| kpi.unit != MetricUnit::Money) => {
                Importance::Ratio
            }
            _ => Importance::Other,
        },
        _ => Importance::Status,
    }
}

/// Counts the changes of each kind.
pub(super) fn count_texts(lang: Lang, net: &[HistoryEntry]) -> Vec<String> {
    let messages = Messages::new(lang);
    let count = |matches: &dyn Fn(&HistoryEntry) -> bool| net.iter().filter(|entry| matches(entry)).count();
    let field = |name: &'static str| move |entry: &HistoryEntry| entry.is_change_of(name);
    let own_keys = ["status", "responsable", "name"];
    let is_other = |entry: &HistoryEntry| matches!(&entry.kind, EntryKind::FieldChanged { name, .. } if !own_keys.contains(&name.as_str()));
    let kinds: [(&str, usize); 8] = [
        ("since-moved", count(&|entry| entry.is_change_of("status") && !is_absence(entry))),
        ("since-new", count(&|entry| matches!(entry.kind, EntryKind::FirstSeen { .. }))),
        ("since-back", count(&|entry| matches!(entry.kind, EntryKind::Restored { .. }))),
        ("since-reassigned", count(&field("responsable"))),
        ("since-renamed", count(&field("name"))),
        ("since-changed", count(&is_other)),
        ("since-not-seen", count(&|entry| entry.kind == EntryKind::Missing)),
        ("since-deleted", count(&|entry| matches!(entry.kind, EntryKind::Deleted { .. }))),
    ];
    kinds
        .into_iter()
        .filter(|(_, n)| *n > 0)
        .map(|(key, n)| messages.with(key, &[("n", MessageArg::from(n as u64))]))
        .collect()
}

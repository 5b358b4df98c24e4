//! Changes since the last visit, most important first: threshold crossings, ratios, statuses, owners. Other changes are
//! collapsed if a more important one precedes them. The filter searches all changes.

use rust_decimal::Decimal;
use serde_json::value::RawValue;

use super::change;
use super::lines::{HistoryLine, is_absence, line, net, own_name};
use crate::contract::json::num::Num;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::toast_types::ActFor;
use crate::model::history::history_entry::{Entry, What};
use crate::text::{Arg, Clean, Lang, Words, date, fold};
use crate::vocabulary::{self, Band, Bands, Unit, judged};

/// Changes since the last visit.
#[derive(Clone, Debug, PartialEq)]
pub struct SinceView {
    /// Summary: `Depuis le 19/11 18:02 : 4 déplacés, 2 nouveaux, 1 supprimé`. Or a message that nothing changed, or
    /// that this is the first visit.
    pub summary: String,
    /// One line per deal and field, most important first, then newest first. Reverted changes are left out.
    pub lines: Vec<HistoryLine>,
    /// Entry behind each line.
    pub(crate) entries: Vec<Entry>,
    /// Band that a value entered by crossing a threshold. `Band::None` if a value beyond a threshold is no longer
    /// provided.
    pub(crate) crossed: Vec<Option<Band>>,
    /// Number of important lines; the rest is collapsed.
    pub(crate) leading: usize,
    /// Number of older changes left out of the lines, if there are very many.
    pub left_out: usize,
}

/// Importance of a change; the lowest value is the most important.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// A value crossed a configured threshold. Values now in the worst band come first.
    Crossing(std::cmp::Reverse<u8>),
    Ratio,
    /// The deal moved, appeared or was deleted.
    Status,
    Owner,
    Rest,
}

/// View state of the list of changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Looking {
    /// Words that a listed change must contain.
    pub(crate) filter: String,
    /// True if the less important changes are expanded.
    pub(crate) unfolded: bool,
    /// Deal opened from the list and its line, so that Esc returns to it.
    pub(crate) opened: Option<(String, usize)>,
}

/// A line of the list of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listed {
    /// A change, by its index in `lines`.
    Change(usize),
    /// A line that shows or hides this many other changes.
    Others(usize),
}

impl SinceView {
    /// Returns the indexes of the changes that match a filter. Each word must occur in the deal name, the change, its
    /// author or its time.
    pub(crate) fn found(&self, filter: &str) -> Vec<usize> {
        let wanted = fold(filter);
        let holds = |one: &HistoryLine| {
            let text = fold(&format!("{} {} {} {}", one.name, one.text, one.by, one.when));
            wanted.split_whitespace().all(|word| text.contains(word))
        };
        let lines = self.lines.iter().enumerate();
        lines.filter(|(_, one)| holds(one)).map(|(at, _)| at).collect()
    }

    /// Returns the visible lines. With a filter, these are its matches. Otherwise these are the important changes, and
    /// the rest if it is expanded or nothing is important.
    pub(crate) fn listed(&self, looking: &Looking) -> Vec<Listed> {
        if !looking.filter.trim().is_empty() {
            return self
                .found(&looking.filter)
                .into_iter()
                .map(Listed::Change)
                .collect();
        }
        let all = (0..self.lines.len()).map(Listed::Change);
        let others = self.lines.len() - self.leading;
        if self.leading == 0 || others == 0 {
            return all.collect();
        }
        let shown = if looking.unfolded { others } else { 0 };
        let mut listed: Vec<Listed> = all.take(self.leading + shown).collect();
        listed.insert(self.leading, Listed::Others(others));
        listed
    }
}

/// Returns the text for a first visit. Each delegated user has separate visits, so changes seen under the key appear
/// again.
fn first_visit(cx: &AppCx) -> String {
    let words = Words::new(cx.lang());
    match cx.acts_for() {
        Some(ActFor::User(user)) => {
            let user = Clean::line_of(user.as_str(), 60);
            words.with("since-first-visit-user", &[("user", Arg::from(&user))])
        }
        Some(ActFor::Key) | None => words.get("since-first-visit").into_owned(),
    }
}

/// Builds the list of changes since the last visit.
pub fn since_last_visit(cx: &AppCx) -> SinceView {
    let (lang, zone, observed) = (cx.lang(), &cx.options().zone, &cx.snapshot().observed);
    let words = Words::new(lang);
    let news = news(&observed.since);
    if observed.visit.is_none() && news.is_empty() {
        return SinceView {
            summary: first_visit(cx),
            lines: Vec::new(),
            entries: Vec::new(),
            crossed: Vec::new(),
            leading: 0,
            left_out: 0,
        };
    }
    let name = |deal: &str| {
        let table = &cx.snapshot().deals;
        let row = table.find(deal).and_then(|ix| table.row(ix));
        // A deleted deal is named after its last record.
        let last = || {
            let mut of_it = observed.since.iter().rev().filter(|entry| entry.deal == deal);
            of_it.find_map(own_name).map(std::borrow::Cow::into_owned)
        };
        row.map(|row| row.name.to_owned())
            .or_else(last)
            .unwrap_or_default()
    };
    let date = observed
        .visit
        .map(|visit| date::date_time_short(date::local(visit.at, zone)));
    let bands = &cx.options().bands;
    let mut weighed: Vec<(Weight, Option<Band>, Entry)> = news
        .into_iter()
        .rev()
        .map(|entry| {
            let crossed = crossed(bands, &entry);
            (weight(&entry, crossed), crossed, entry)
        })
        .collect();
    weighed.sort_by_key(|(weight, ..)| *weight);
    // A value that is no longer provided is marked, but it is not beyond a threshold.
    let has_crossed = |crossed: &Option<Band>| crossed.is_some_and(|band| band != Band::None);
    let crossings = weighed
        .iter()
        .filter(|(_, crossed, _)| has_crossed(crossed))
        .count();
    let others = weighed.iter().filter(|(_, crossed, _)| !has_crossed(crossed));
    let others: Vec<Entry> = others.map(|(.., entry)| entry.clone()).collect();
    let mut counted = counts(lang, &others);
    if crossings > 0 {
        counted.insert(
            0,
            words.with("since-crossed", &[("n", Arg::from(crossings as u64))]),
        );
    }
    let counts = Arg::from(counted.join(", "));
    let summary = match date {
        Some(date) if weighed.is_empty() => words.with("since-nothing", &[("date", Arg::from(date))]),
        Some(date) => words.with("since-summary", &[("date", Arg::from(date)), ("counts", counts)]),
        None => words.with("since-first-summary", &[("counts", counts)]),
    };
    SinceView {
        summary,
        lines: weighed
            .iter()
            .map(|(.., entry)| line(lang, zone, entry, &name(&entry.deal)))
            .collect(),
        crossed: weighed.iter().map(|(_, crossed, _)| *crossed).collect(),
        leading: weighed.partition_point(|(weight, ..)| *weight < Weight::Rest),
        entries: weighed.into_iter().map(|(.., entry)| entry).collect(),
        left_out: observed.changes - observed.since.len(),
    }
}

/// Returns the changes made elsewhere, with one entry per member of `kpi_snapshot`. The user already knows the changes
/// made here.
pub fn news(entries: &[Entry]) -> Vec<Entry> {
    let others: Vec<Entry> = entries.iter().filter(|entry| !entry.ours).cloned().collect();
    net(&others).into_iter().flat_map(by_member).collect()
}

/// Splits a change of `kpi_snapshot` into one change per member. A ratio then ranks before the source of a value.
fn by_member(entry: Entry) -> Vec<Entry> {
    let What::Field { before, after, .. } = &entry.what else {
        return vec![entry];
    };
    if !entry.is_of("kpi_snapshot") {
        return vec![entry];
    }
    let raw = |text: &Option<String>| text.clone().and_then(|text| RawValue::from_string(text).ok());
    let Some((one, other)) = change::objects(raw(before).as_deref(), raw(after).as_deref()) else {
        return vec![entry];
    };
    let token = |raw: Option<&RawValue>| raw.map(|raw| raw.get().to_owned());
    let each = change::members(one.as_ref(), other.as_ref());
    let each = each.into_iter().map(|(name, before, after)| Entry {
        what: What::Field {
            name: name.to_owned(),
            before: token(before),
            after: token(after),
        },
        ..entry.clone()
    });
    let each: Vec<Entry> = each.collect();
    if each.is_empty() { vec![entry] } else { each }
}

/// Returns the band that a value newly entered. Returns `Band::None` if a value beyond a threshold is no longer
/// provided.
fn crossed(bands: &Bands, entry: &Entry) -> Option<Band> {
    let What::Field { name, before, after } = &entry.what else {
        return None;
    };
    let limits = bands.limits(name)?;
    let band = |text: &Option<String>| {
        let raw = RawValue::from_string(text.clone()?).ok()?;
        let value: Decimal = Num::from_raw(&raw)?.value()?;
        Some(judged(name, Some(limits), value))
    };
    let beyond = |band: &Band| matches!(band, Band::Alert | Band::Watch | Band::Outside);
    let given = |text: &Option<String>| {
        text.as_deref()
            .is_some_and(|text| !matches!(text, "null" | "\"\""))
    };
    match (band(before), band(after)) {
        (Some(was), Some(is)) => (was != is).then_some(is),
        // A value that was unknown and is now beyond its threshold counts as a crossing too.
        (None, is) => is.filter(beyond),
        // Without a value, a return to normal cannot be confirmed.
        (Some(was), None) => (beyond(&was) && !given(after)).then_some(Band::None),
    }
}

fn weight(entry: &Entry, crossed: Option<Band>) -> Weight {
    if let Some(band) = crossed {
        let grave = match band {
            Band::Alert | Band::Outside => 2,
            Band::Watch | Band::None => 1,
            Band::Ok => 0,
        };
        return Weight::Crossing(std::cmp::Reverse(grave));
    }
    match &entry.what {
        What::Field { name, .. } => match name.as_str() {
            "status" => Weight::Status,
            "responsable" => Weight::Owner,
            name if vocabulary::kpi(name).is_some_and(|kpi| kpi.unit != Unit::Money) => Weight::Ratio,
            _ => Weight::Rest,
        },
        _ => Weight::Status,
    }
}

/// Counts the changes of each kind.
pub(super) fn counts(lang: Lang, net: &[Entry]) -> Vec<String> {
    let words = Words::new(lang);
    let count = |of: &dyn Fn(&Entry) -> bool| net.iter().filter(|entry| of(entry)).count();
    let field = |name: &'static str| move |entry: &Entry| entry.is_of(name);
    let named = ["status", "responsable", "name"];
    let other =
        |entry: &Entry| matches!(&entry.what, What::Field { name, .. } if !named.contains(&name.as_str()));
    let kinds: [(&str, usize); 8] = [
        (
            "since-moved",
            count(&|entry| entry.is_of("status") && !is_absence(entry)),
        ),
        (
            "since-new",
            count(&|entry| matches!(entry.what, What::Seen { .. })),
        ),
        (
            "since-back",
            count(&|entry| matches!(entry.what, What::Back { .. })),
        ),
        ("since-reassigned", count(&field("responsable"))),
        ("since-renamed", count(&field("name"))),
        ("since-changed", count(&other)),
        ("since-not-seen", count(&|entry| entry.what == What::NotSeenAgain)),
        (
            "since-deleted",
            count(&|entry| matches!(entry.what, What::Deleted { .. })),
        ),
    ];
    kinds
        .into_iter()
        .filter(|(_, n)| *n > 0)
        .map(|(key, n)| words.with(key, &[("n", Arg::from(n as u64))]))
        .collect()
}

//! What changed since the last visit, what matters first: crossings of limits, ratios, statuses, owners. The rest is folded
//! where anything comes before it. A filter looks through all of it.

use rust_decimal::Decimal;
use serde_json::value::RawValue;

use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::cx::toast_types::ActFor;
use crate::contract::json::num::Num;
use crate::engine::{Entry, What};
use crate::query::fold;
use crate::text::{Arg, Clean, Lang, Words, date};
use crate::vocabulary::{self, Band, Bands, Unit, judged};

use super::change;
use super::lines::{HistoryLine, is_absence, line, net, own_name};

/// What changed since the last visit.
#[derive(Clone, Debug, PartialEq)]
pub struct SinceView {
    /// `Depuis le 19/11 18:02 : 4 déplacés, 2 nouveaux, 1 supprimé`, or that nothing changed, or that this is the first
    /// visit.
    pub summary: String,
    /// One line per deal and field, what matters first and of that the newest; changes back and forth are left out.
    pub lines: Vec<HistoryLine>,
    /// What each line is made of.
    pub(in crate::app) entries: Vec<Entry>,
    /// The band that a figure came into where it crossed a limit; none of them where it was beyond one and is not given any
    /// more.
    pub(in crate::app) crossed: Vec<Option<Band>>,
    /// How many lines matter more than the rest, which is folded.
    pub(in crate::app) leading: usize,
    /// How many changes are not among the lines: older ones, of very many.
    pub left_out: usize,
}

/// How much a change matters; the least value the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// A figure crossed one of the configured limits. Those now in the worst band come first.
    Crossing(std::cmp::Reverse<u8>),
    Ratio,
    /// The deal moved, came or went.
    Status,
    Owner,
    Rest,
}

/// How the list of changes is looked at.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct Looking {
    /// The words that a change must hold to be listed.
    pub(in crate::app) filter: String,
    /// Whether the rest is listed too.
    pub(in crate::app) unfolded: bool,
    /// The deal opened from the list and its line, so that Esc returns to it.
    pub(in crate::app) opened: Option<(String, usize)>,
}

/// A line of the list of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Listed {
    /// A change, by its place among the lines.
    Change(usize),
    /// So many others, which it shows or hides.
    Others(usize),
}

impl SinceView {
    /// The places of the changes that a filter leaves: each word is in a deal's name, in what changed or in who did it.
    pub(in crate::app) fn found(&self, filter: &str) -> Vec<usize> {
        let wanted = fold(filter);
        let holds = |one: &HistoryLine| {
            let text = fold(&format!("{} {} {} {}", one.name, one.text, one.by, one.when));
            wanted.split_whitespace().all(|word| text.contains(word))
        };
        let lines = self.lines.iter().enumerate();
        lines.filter(|(_, one)| holds(one)).map(|(at, _)| at).collect()
    }

    /// The lines that are listed: with a filter what it leaves, else what matters and, where that is all there is or it was
    /// asked for, the rest.
    pub(in crate::app) fn listed(&self, looking: &Looking) -> Vec<Listed> {
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

/// What is said where there is no visit to compare with. Each user acted for has visits of their own: what was told of the
/// key's is told there.
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

/// What changed since the last visit, as of now.
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
        // One that was deleted since is known by its last record.
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
    // What is not given any more has its mark, but is nowhere beyond a limit.
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

/// What is news: what others did, the members of the snapshot each for itself. Whoever made a change here knows of it,
/// whenever it left.
pub fn news(entries: &[Entry]) -> Vec<Entry> {
    let others: Vec<Entry> = entries.iter().filter(|entry| !entry.ours).cloned().collect();
    net(&others).into_iter().flat_map(by_member).collect()
}

/// A change of the snapshot as one change for each of its figures: a ratio is not to be looked for behind where a figure comes from.
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

/// The band that a figure came into from another one; none of them where it went from beyond a limit.
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
        // What was not known before and comes in beyond its limit has crossed it too.
        (None, is) => is.filter(beyond),
        // Nobody can say that it is well again.
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

/// How many changes there are of each kind.
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

//! Throughput and cumulative flow, week by week.

use std::collections::BTreeMap;

use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

use super::log::{FlowLog, MoveKind, MoveTime};
use super::report::{FlowQuery, Groups};
use crate::model::flow::{FlowGroup, Week};
use crate::model::intern::InternCode;
use crate::text::date;
use crate::vocabulary::{StatusRole, status_role};

/// Maximum number of weeks; earlier moves count as the state at the start of the first week.
const MAX_WEEKS: usize = 530;
const SECONDS_PER_WEEK: i64 = 7 * 86_400;

/// Counts of a week during the analysis, and the changes of the deals per status.
#[derive(Clone, Default)]
struct WeekCounts {
    week: Week,
    change: BTreeMap<InternCode, isize>,
}

/// Returns the groups with their weeks. A week begins on Monday.
pub(super) fn weeks(log: &FlowLog, query: &FlowQuery) -> Groups {
    let Some((first, _)) = log.observed else {
        return Groups::new();
    };
    let first = query.request.since.map_or(first, |since| since.as_second().max(first));
    let mondays = mondays(first, query.until(), &query.request.zone);
    let starts: Vec<i64> = mondays.iter().map(|(_, start)| *start).collect();
    // Earlier moves change the state at the start, in the first week. A week lasts an hour more or less if clocks change.
    let week_of = |time: i64| {
        let since_start = time - starts.first().copied().unwrap_or_default();
        let near = usize::try_from(since_start / SECONDS_PER_WEEK).unwrap_or_default().saturating_sub(1);
        let later = starts.iter().skip(near + 1).take_while(|start| **start <= time);
        (near + later.count()).min(starts.len().saturating_sub(1))
    };
    let roles: Vec<StatusRole> = log.statuses.iter().map(|(_, code)| status_role(code)).collect();
    let mut groups: BTreeMap<InternCode, Vec<WeekCounts>> = BTreeMap::new();
    log.for_each_stay(|stay| {
        let group = query.group_of(log, stay.start.deal);
        let counts = groups.entry(group).or_insert_with(|| vec![WeekCounts::default(); starts.len()]);
        let began = stay.entry().map_or(stay.start.time.at, MoveTime::middle);
        if let Some(week) = counts.get_mut(week_of(began)) {
            *week.change.entry(stay.start.to).or_default() += 1;
            if query.includes(began) && stay.start.kind != MoveKind::Found {
                week.week.created += usize::from(stay.start.kind == MoveKind::Created);
                match roles.get(stay.start.to.index()) {
                    Some(StatusRole::Won) => week.week.won += 1,
                    Some(StatusRole::Lost) => week.week.lost += 1,
                    _ => {}
                }
            }
        }
        if let Some((end, to)) = stay.end
            && let Some(week) = counts.get_mut(week_of(end.middle()))
        {
            *week.change.entry(stay.start.to).or_default() -= 1;
            week.week.deleted += usize::from(to == InternCode::NONE && query.includes(end.middle()));
        }
    });
    let weeks = |counts: Vec<WeekCounts>| {
        let mut deals: BTreeMap<InternCode, isize> = BTreeMap::new();
        let weeks = counts.into_iter().zip(&mondays).enumerate().map(|(at, (counts, (monday, start)))| {
            for (status, change) in counts.change {
                *deals.entry(status).or_default() += change;
            }
            let counts_of = deals.iter().map(|(status, count)| (log.statuses.text(*status), count));
            let mut deals: Vec<(String, usize)> =
                counts_of.map(|(status, count)| (status.to_owned(), count.unsigned_abs())).collect();
            deals.sort_unstable_by(|(one, _), (other, _)| query.request.order.cmp(one, other));
            let is_complete = *start >= first && at + 1 < starts.len();
            Week { monday: *monday, start: *start, is_complete, deals, ..counts.week }
        });
        FlowGroup { weeks: weeks.collect(), ..FlowGroup::default() }
    };
    groups.into_iter().map(|(code, counts)| (code, weeks(counts))).collect()
}

/// Returns the Mondays of the weeks from `first` to `until`, each with its start in Unix seconds.
fn mondays(first: i64, until: i64, zone: &TimeZone) -> Vec<(Date, i64)> {
    let monday_of = |time: i64| {
        let day = date::local(Timestamp::from_second(time).unwrap_or_default(), zone).date();
        let back = i64::from(day.weekday().since(Weekday::Monday));
        day.checked_sub(back.days()).unwrap_or(day)
    };
    let (first, mut monday) = (monday_of(first), monday_of(until));
    let mut mondays = Vec::new();
    while mondays.len() < MAX_WEEKS && (monday >= first || mondays.is_empty()) {
        let start = zone.to_timestamp(monday.at(0, 0, 0, 0)).map_or(i64::MIN, Timestamp::as_second);
        mondays.push((monday, start));
        let Ok(previous) = monday.checked_sub(1.week()) else { break };
        monday = previous;
    }
    mondays.reverse();
    mondays
}

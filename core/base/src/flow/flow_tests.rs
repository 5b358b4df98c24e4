//! Property tests: every figure equals brute force over a simulated pipeline where it was observed. What was not is
//! excluded and counted.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use proptest::collection::vec;
use proptest::prelude::*;

use super::figures;
use super::log::FlowLog;
use super::report::{FlowQuery, coverage, statuses};
use super::survival::{Duration, Ranges, quantiles};
use crate::model::flow::{FlowFigures, FlowRequest, GroupBy, MIN_WEEKS, StatusFlow};
use crate::model::history::history_entry::{EntryKind, HistoryEntry};
use crate::model::history::status_since::StatusChangeTime;
use crate::vocabulary::StatusOrder;

/// Statuses in the order of the pipeline; the last one is unknown to the dictionary.
const STATUSES: [&str; 6] = ["sourcing", "ic", "closing", "on_hold", "lost", "zeta"];
const CLASSES: [&str; 3] = ["bureaux", "hotels", ""];
const HOUR: i64 = 3_600;
/// Time of the last observation, in hours.
const END: i64 = 5_000;

/// A stay as it really was, in hours. `end` has the next status, empty for a deletion.
#[derive(Clone, Debug)]
struct TrueStay {
    deal: usize,
    class: &'static str,
    status: &'static str,
    from: i64,
    end: Option<(i64, &'static str)>,
    is_first: bool,
}

/// Returns the stays of all deals.
fn pipeline() -> impl Strategy<Value = Vec<TrueStay>> {
    let deal = (0..END / 2, 0..CLASSES.len(), 0..STATUSES.len(), vec((1..900_i64, 0..=STATUSES.len()), 0..6));
    vec(deal, 1..40).prop_map(|deals| {
        let mut stays: Vec<TrueStay> = Vec::new();
        for (deal, (born, class, status, moves)) in deals.into_iter().enumerate() {
            let (class, mut status, mut at) = (CLASSES[class], STATUSES[status], born);
            let first = stays.len();
            stays.push(TrueStay { deal, class, status, from: at, end: None, is_first: true });
            for (lasts, to) in moves {
                let to = STATUSES.get(to).copied().unwrap_or_default();
                if to == status || at + lasts > END {
                    continue;
                }
                at += lasts;
                status = to;
                if let Some(stay) = stays.last_mut() {
                    stay.end = Some((at, to));
                }
                if to.is_empty() {
                    break;
                }
                stays.push(TrueStay { deal, class, status, from: at, end: None, is_first: false });
            }
            assert!(stays.len() > first);
        }
        stays
    })
}

fn at(hours: i64) -> Timestamp {
    Timestamp::from_second(hours * HOUR).unwrap()
}

fn body(class: &str, status: &str) -> String {
    format!("{{\"status\":\"{status}\",\"classe_actif\":\"{class}\"}}")
}

fn entry(deal: &str, kind: EntryKind, not_before: Option<i64>, observed: i64) -> HistoryEntry {
    let is_ours = not_before == Some(observed);
    let not_before = not_before.map(at);
    HistoryEntry { seq: 0, deal: deal.into(), kind, not_before, at: at(observed), is_ours, maybe_ours: false }
}

fn status_change(deal: &str, after: Option<&str>, not_before: Option<i64>, observed: i64) -> HistoryEntry {
    let after = after.map(|code| format!("\"{code}\""));
    let kind = EntryKind::FieldChanged { name: "status".into(), before: None, after };
    entry(deal, kind, not_before, observed)
}

fn first_seen(deal: &str, status: &str, not_before: Option<i64>, observed: i64) -> HistoryEntry {
    let kind = EntryKind::FirstSeen { body: body("", status), status_since: None };
    entry(deal, kind, not_before, observed)
}

fn log_of(entries: &[HistoryEntry]) -> FlowLog {
    let mut log = FlowLog::default();
    for entry in entries {
        log.apply(entry);
    }
    log
}

/// Returns the log of an observer who starts at `first` and sees every later move within `blur` hours.
fn observe(stays: &[TrueStay], first: i64, blur: impl Fn(i64) -> (i64, i64)) -> FlowLog {
    let mut entries = Vec::new();
    for stay in stays {
        let deal = stay.deal.to_string();
        let seen = || EntryKind::FirstSeen { body: body(stay.class, stay.status), status_since: None };
        if stay.from <= first && stay.end.is_none_or(|(end, _)| end > first) {
            entries.push(entry(&deal, seen(), None, first));
        } else if stay.from > first {
            let (after, observed) = blur(stay.from);
            entries.push(if stay.is_first {
                entry(&deal, seen(), Some(after), observed)
            } else {
                status_change(&deal, Some(stay.status), Some(after), observed)
            });
        }
        if let Some((end, "")) = stay.end
            && end > first
        {
            let (after, observed) = blur(end);
            entries.push(entry(&deal, EntryKind::Deleted { body: String::new() }, Some(after), observed));
        }
    }
    entries.sort_by_key(|entry| entry.at);
    log_of(&entries)
}

fn request(since: Option<i64>, by: Option<GroupBy>) -> FlowRequest {
    FlowRequest { since: since.map(at), by, order: StatusOrder::default(), zone: TimeZone::UTC }
}

/// Returns the figures of a log that ends at `until`, in hours.
fn analyse(log: &FlowLog, since: Option<i64>, by: Option<GroupBy>, until: i64) -> FlowFigures {
    figures(log, request(since, by), at(until))
}

/// Returns the quantile from the definition of the product limit.
fn product_limit(durations: &[Duration], share: f64) -> Option<i64> {
    let survival = |length: i64| -> f64 {
        let ends = |seconds: i64| {
            let ended = durations.iter().filter(|one| one.seconds() == seconds && !one.is_censored()).count();
            let at_risk = durations.iter().filter(|one| one.seconds() >= seconds).count();
            1.0 - ended as f64 / at_risk as f64
        };
        let mut times: Vec<i64> =
            durations.iter().map(|one| one.seconds()).filter(|t| *t <= length).collect();
        times.sort_unstable();
        times.dedup();
        times.into_iter().map(ends).product()
    };
    let ended = durations.iter().filter(|one| !one.is_censored()).map(|one| one.seconds());
    ended.filter(|length| survival(*length) <= 1.0 - share + 1e-9).min()
}

/// Asserts that times are within bounds; `None` is longer than observed.
fn assert_within(low: Option<i64>, times: [Option<i64>; 2], high: Option<i64>) -> Result<(), TestCaseError> {
    let length = |time: Option<i64>| time.unwrap_or(i64::MAX);
    for time in times {
        let is_within = (length(low)..=length(high)).contains(&length(time));
        prop_assert!(is_within, "{:?} {:?} {:?}", low, time, high);
    }
    Ok(())
}

fn duration(stay: &TrueStay) -> Duration {
    let end = stay.end.map_or(END, |(end, _)| end);
    Duration::new((end - stay.from) * HOUR, stay.end.is_none())
}

/// Compares the flow of a status with the truth.
fn check(flow: &StatusFlow, visible: &[&TrueStay], first: i64, since: i64) -> Result<(), TestCaseError> {
    let here: Vec<&&TrueStay> = visible.iter().filter(|stay| stay.status == flow.status).collect();
    let counted: Vec<&&&TrueStay> = here
        .iter()
        .filter(|stay| stay.from >= since || stay.end.is_none_or(|(end, _)| end >= since))
        .collect();
    let entered: Vec<&&&&TrueStay> =
        counted.iter().filter(|stay| stay.from > first && stay.from >= since).collect();
    let to = |codes: &[&str]| {
        counted.iter().filter(|stay| stay.end.is_some_and(|(_, to)| codes.contains(&to))).count()
    };
    prop_assert_eq!((flow.entered, flow.stays()), (entered.len(), counted.len()));
    prop_assert_eq!(flow.entry_unobserved, counted.iter().filter(|stay| stay.from <= first).count());
    prop_assert_eq!(flow.timed, entered.iter().filter(|stay| stay.end.is_some()).count());
    prop_assert_eq!(flow.deleted, to(&[""]));
    prop_assert_eq!(flow.lost, to(&["lost"]));
    prop_assert_eq!(flow.paused, to(&["on_hold"]));
    let active = ["sourcing", "ic", "closing", "zeta"];
    let place = active.iter().position(|code| *code == flow.status);
    let later = place.map_or(&active[..], |place| &active[place + 1..]);
    prop_assert_eq!(flow.advanced, to(later));
    prop_assert_eq!(flow.moved_back, place.map_or(0, |place| to(&active[..place])));
    prop_assert_eq!(flow.still_there, counted.iter().filter(|stay| stay.end.is_none()).count());
    let left = flow.advanced + flow.moved_back + flow.paused + flow.lost + flow.deleted;
    prop_assert_eq!((flow.left(), flow.stays()), (left, left + flow.still_there));
    let next: usize = flow.next.iter().map(|(_, count)| count).sum();
    prop_assert_eq!(next + flow.deleted, left);
    for (status, count) in &flow.next {
        prop_assert_eq!(*count, to(&[status]));
    }
    let durations: Vec<Duration> = entered.iter().map(|stay| duration(stay)).collect();
    for (time, share) in [(flow.time.median, 0.5), (flow.time.p85, 0.85)] {
        prop_assert_eq!(time, product_limit(&durations, share));
    }
    let mut ages: Vec<(i64, bool)> = here
        .iter()
        .filter(|stay| stay.end.is_none() && !["closing", "lost"].contains(&stay.status))
        .map(|stay| ((END - stay.from.max(first)) * HOUR, stay.from <= first))
        .collect();
    ages.sort_unstable_by(|one, other| other.cmp(one));
    let mut open: Vec<(i64, bool)> = flow.open.iter().map(|deal| (deal.age, deal.is_lower_bound)).collect();
    open.sort_unstable_by(|one, other| other.cmp(one));
    prop_assert_eq!(open, ages);
    for deal in &flow.open {
        let over = flow.time.p85.map(|p85| deal.age > p85);
        let is_known = over == Some(true) || !deal.is_lower_bound;
        prop_assert_eq!(deal.is_over_p85, over.filter(|_| is_known));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Tests the figures per status, for all deals and by class, from any first observation and any start.
    #[test]
    fn figures_equal_brute_force_over_the_truth(
        stays in pipeline(),
        first in prop_oneof![Just(-1_i64), 0..END],
        since in proptest::option::of(0..END),
    ) {
        let log = observe(&stays, first, |at| (at, at));
        let visible: Vec<&TrueStay> =
            stays.iter().filter(|stay| stay.end.is_none_or(|(end, _)| end > first)).collect();
        let since_or_start = since.unwrap_or(i64::MIN);
        let report = analyse(&log, since, None, END);
        prop_assert!(report.groups.len() <= 1);
        for flow in report.groups.iter().flat_map(|group| &group.statuses) {
            check(flow, &visible, first, since_or_start)?;
        }
        let listed: usize = report.groups.iter().map(|group| group.statuses.len()).sum();
        let counts = |stay: &&TrueStay| {
            stay.from >= since_or_start || stay.end.is_none_or(|(end, _)| end >= since_or_start)
        };
        let expected = STATUSES
            .iter()
            .filter(|code| visible.iter().filter(|stay| counts(stay)).any(|stay| stay.status == **code))
            .count();
        prop_assert_eq!(listed, expected);
        for group in &analyse(&log, since, Some(GroupBy::Class), END).groups {
            let of_class: Vec<&TrueStay> =
                visible.iter().filter(|stay| stay.class == group.name).copied().collect();
            for flow in &group.statuses {
                check(flow, &of_class, first, since_or_start)?;
            }
            let largest: Vec<usize> =
                group.statuses.iter().filter(|flow| flow.is_largest_loss).map(StatusFlow::loss).collect();
            let losses = || group.statuses.iter().map(StatusFlow::loss);
            let most = losses().max().unwrap_or_default();
            prop_assert_eq!(largest, losses().filter(|loss| *loss == most && most > 0).collect::<Vec<_>>());
        }
        let begun = stays.iter().filter(|stay| stay.from > first && stay.from >= since_or_start).count();
        let gone = stays.iter().filter(|stay| {
            stay.end.is_some_and(|(end, to)| to.is_empty() && end > first && end >= since_or_start)
        });
        prop_assert_eq!(report.coverage.moves, begun + gone.count());
        prop_assert_eq!(report.coverage.exact, report.coverage.moves);
    }

    /// Tests weeks and cycle times in the same way.
    #[test]
    fn weeks_and_cycles_equal_brute_force_over_the_truth(stays in pipeline(), first in prop_oneof![Just(-1_i64), 0..END]) {
        let log = observe(&stays, first, |at| (at, at));
        let groups = analyse(&log, None, None, END).groups;
        let visible: Vec<&TrueStay> =
            stays.iter().filter(|stay| stay.end.is_none_or(|(end, _)| end > first)).collect();
        for week in groups.iter().flat_map(|group| &group.weeks) {
            let start = week.start / HOUR;
            let within = |time: i64| time > first && (start..start + 168).contains(&time);
            let entered = |code: &str| visible.iter().filter(|stay| stay.status == code && within(stay.from)).count();
            prop_assert_eq!(week.created, visible.iter().filter(|stay| stay.is_first && within(stay.from)).count());
            prop_assert_eq!((week.won, week.lost), (entered("closing"), entered("lost")));
            let deleted = visible.iter().filter(|stay| stay.end.is_some_and(|(end, to)| to.is_empty() && within(end)));
            prop_assert_eq!(week.deleted, deleted.count());
            for (status, count) in &week.deals {
                let there = |stay: &&&TrueStay| {
                    stay.status == status
                        && stay.from.max(first) < start + 168
                        && stay.end.is_none_or(|(end, _)| end >= start + 168)
                };
                prop_assert_eq!(*count, visible.iter().filter(there).count());
            }
        }
        let mut won: BTreeMap<usize, &TrueStay> = BTreeMap::new();
        for stay in visible.iter().filter(|stay| stay.status == "closing") {
            won.entry(stay.deal).or_insert(stay);
        }
        let born = |deal: usize| stays.iter().find(|stay| stay.deal == deal).map_or(0, |stay| stay.from);
        let mut lengths: Vec<i64> = Vec::new();
        let mut unobserved = 0;
        for (deal, stay) in won.into_iter().filter(|(_, stay)| stay.from > first) {
            if born(deal) > first {
                lengths.push((stay.from - born(deal)) * HOUR);
            } else {
                unobserved += 1;
            }
        }
        lengths.sort_unstable();
        let found: usize = groups.iter().map(|group| group.start_unobserved).sum();
        prop_assert_eq!(found, unobserved);
        for (at, percent) in [50, 85, 95].into_iter().enumerate() {
            // The shortest length within which at least that share finished.
            let enough = |length: &&i64| {
                lengths.iter().filter(|other| other <= length).count() * 100 >= lengths.len() * percent
            };
            let expected = lengths.iter().find(enough).copied();
            prop_assert_eq!(groups.first().and_then(|group| group.percentiles).map(|found| found[at]), expected);
        }
    }

    /// Tests that the funnel stays right when moves have a range only, and that the bounds contain the truth.
    #[test]
    fn ranges_contain_the_truth(stays in pipeline(), gap in 1..200_i64) {
        let first = -1;
        // A sync every `gap` hours; each status lasts at least until the next one.
        let stays: Vec<TrueStay> = stays
            .into_iter()
            .map(|stay| TrueStay {
                from: stay.from * gap,
                end: stay.end.map(|(end, to)| (end * gap, to)),
                ..stay
            })
            .collect();
        let blur = |at: i64| (at - at.rem_euclid(gap), at - at.rem_euclid(gap) + gap);
        let log = observe(&stays, first, blur);
        let query = FlowQuery { request: request(None, None), until: at(END * gap * 2) };
        for flow in statuses(&log, &query).values().flatten() {
            let here: Vec<&TrueStay> = stays.iter().filter(|stay| stay.status == flow.status).collect();
            let left = here.iter().filter(|stay| stay.end.is_some()).count();
            prop_assert_eq!((flow.entered, flow.left()), (here.len(), left));
            let truth: Vec<Duration> = here
                .iter()
                .map(|stay| {
                    let end = stay.end.map_or(END * gap * 2, |(end, _)| end);
                    Duration::new((end - stay.from) * HOUR, stay.end.is_none())
                })
                .collect();
            for (low, figure, high, share) in [
                (flow.shortest.median, flow.time.median, flow.longest.median, 0.5),
                (flow.shortest.p85, flow.time.p85, flow.longest.p85, 0.85),
            ] {
                assert_within(low, [figure, product_limit(&truth, share)], high)?;
            }
        }
        prop_assert_eq!(coverage(&log, &query).exact, 0);
    }

    /// Tests the bounds with all durations at the ends of their ranges.
    #[test]
    fn bounds_are_the_extremes_of_all_durations(ranges in vec((0..12_i64, 0..6_i64, any::<bool>()), 0..6)) {
        let mut all = Ranges::default();
        for (min, width, is_censored) in &ranges {
            let side = if *is_censored { &mut all.censored } else { &mut all.ended };
            side.push((*min, min + width));
        }
        let bounds = all.bounds([0.5, 0.85]);
        let mut found = [[i64::MAX, -1]; 2];
        let mut lengths: Vec<i64> = ranges.iter().map(|(min, ..)| *min).collect();
        loop {
            let durations = lengths.iter().zip(&ranges).map(|(length, (.., is_censored))| Duration::new(*length, *is_censored));
            let quantiles = quantiles(&mut durations.collect::<Vec<_>>(), [0.5, 0.85]);
            for (extremes, quantile) in found.iter_mut().zip(quantiles) {
                let length = quantile.unwrap_or(i64::MAX);
                *extremes = [extremes[0].min(length), extremes[1].max(length)];
            }
            let Some(at) = lengths.iter().zip(&ranges).position(|(length, (min, width, _))| *length < min + width) else { break };
            lengths[at] += 1;
            for (length, (min, ..)) in lengths[..at].iter_mut().zip(&ranges) {
                *length = *min;
            }
        }
        prop_assert_eq!(bounds.map(|ends| ends.map(|end| end.unwrap_or(i64::MAX))), found);
    }

    #[test]
    fn survival_equals_the_product_limit(
        durations in vec((0..30_i64, any::<bool>()), 0..60),
    ) {
        let mut durations: Vec<Duration> = durations
            .into_iter()
            .map(|(seconds, is_censored)| Duration::new(seconds, is_censored))
            .collect();
        let expected = [0.1, 0.5, 0.85].map(|share| product_limit(&durations, share));
        prop_assert_eq!(quantiles(&mut durations, [0.1, 0.5, 0.85]), expected);
    }
}

fn flow_of(log: &FlowLog, status: &str) -> StatusFlow {
    let report = analyse(log, None, None, END);
    let flows = report.groups.into_iter().flat_map(|group| group.statuses);
    flows.into_iter().find(|flow| flow.status == status).unwrap()
}

#[test]
fn an_omitted_status_is_no_move() {
    let log = log_of(&[
        first_seen("a", "ic", Some(9), 10),
        status_change("a", None, Some(19), 20),
        status_change("a", Some("ic"), Some(29), 30),
        status_change("a", None, Some(39), 40),
        status_change("a", Some("closing"), Some(49), 50),
    ]);
    assert_eq!(log.moves.len(), 2);
    let time = log.moves[1].time;
    assert_eq!((time.after, time.at), (39 * HOUR, 50 * HOUR));
    assert_eq!((flow_of(&log, "ic").advanced, flow_of(&log, "closing").still_there), (1, 1));
}

#[test]
fn own_creation_is_dated_even_after_a_sync_showed_it() {
    let ours = HistoryEntry { is_ours: true, ..first_seen("a", "ic", Some(10), 10) };
    let log = log_of(&[first_seen("a", "ic", None, 12), ours]);
    assert_eq!(log.moves.len(), 1);
    let flow = flow_of(&log, "ic");
    assert_eq!((flow.entered, flow.entry_unobserved), (1, 0));
    assert_eq!(flow.open[0].age, (END - 10) * HOUR);
}

#[test]
fn a_deal_that_comes_back_begins_another_stay() {
    let log = log_of(&[
        first_seen("a", "ic", Some(10), 10),
        entry("a", EntryKind::Deleted { body: String::new() }, Some(20), 20),
        entry("a", EntryKind::Restored { body: body("", "ic") }, Some(30), 30),
    ]);
    let flow = flow_of(&log, "ic");
    assert_eq!((flow.entered, flow.deleted, flow.still_there), (2, 1, 1));
}

#[test]
fn an_age_known_from_before_the_first_observation_counts() {
    let since = |status_since| {
        let kind = EntryKind::FirstSeen { body: body("", "ic"), status_since: Some(status_since) };
        flow_of(&log_of(&[entry("a", kind, None, 100)]), "ic")
    };
    let interval = since(StatusChangeTime::Interval { after: at(10), before: at(20) });
    assert_eq!((interval.entered, interval.open[0].age), (1, (END - 15) * HOUR));
    let at_least = since(StatusChangeTime::AtLeast(at(10)));
    assert_eq!((at_least.entered, at_least.already_there, at_least.entry_unobserved), (0, 1, 1));
    assert!(at_least.open[0].is_lower_bound);
}

#[test]
fn an_age_that_the_server_dates_is_exact() {
    let body = r#"{"status":"ic","status_since":"1970-01-02"}"#.to_owned();
    let seen = entry("a", EntryKind::FirstSeen { body, status_since: None }, None, 100);
    let dated = |after: &str| {
        let (name, after) = ("status_since".into(), Some(format!("\"{after}\"")));
        entry("a", EntryKind::FieldChanged { name, before: None, after }, Some(110), 120)
    };
    let ic = flow_of(&log_of(std::slice::from_ref(&seen)), "ic");
    assert_eq!((ic.open[0].age, ic.open[0].is_lower_bound), ((END - 24) * HOUR, false));
    assert_eq!((ic.entered, ic.entry_unobserved), (0, 1), "durations need an observed entry");
    let moved = status_change("a", Some("on_hold"), Some(110), 120);
    let on_hold = flow_of(&log_of(&[seen, moved, dated("1970-01-05T16:00:00Z")]), "on_hold");
    assert_eq!(on_hold.open[0].age, (END - 112) * HOUR);
}

#[test]
fn an_observed_loss_counts_even_if_its_stay_began_before() {
    let log = log_of(&[
        first_seen("a", "ic", None, 10),
        first_seen("b", "closing", None, 10),
        first_seen("c", "ic", Some(15), 15),
        status_change("a", Some("lost"), Some(19), 20),
        status_change("b", Some("lost"), Some(29), 30),
        status_change("c", Some("closing"), Some(39), 40),
    ]);
    let (ic, closing) = (flow_of(&log, "ic"), flow_of(&log, "closing"));
    assert_eq!((ic.stays(), ic.entered, ic.lost, ic.advanced, ic.timed), (2, 1, 1, 1, 1));
    assert!(ic.is_largest_loss && closing.is_largest_loss, "of equal losses, none is the largest alone");
}

#[test]
fn a_deal_counts_in_the_group_of_its_latest_class() {
    let changed = EntryKind::FieldChanged {
        name: "classe_actif".into(),
        before: None,
        after: Some("\"hotels\"".into()),
    };
    let log = log_of(&[first_seen("a", "ic", Some(10), 10), entry("a", changed, Some(20), 20)]);
    let report = analyse(&log, None, Some(GroupBy::Class), END);
    assert_eq!(report.groups.iter().map(|group| &*group.name).collect::<Vec<_>>(), ["hotels"]);
}

/// Returns the figures of a pipeline with `per_week(week)` closings in each of `weeks` weeks.
fn closings(weeks: i64, per_week: impl Fn(i64) -> i64) -> FlowFigures {
    // The Unix epoch was a Thursday.
    let monday = |week: i64| (4 + 7 * week) * 24;
    let mut entries = vec![first_seen("start", "ic", None, monday(0))];
    for (week, number) in (0..weeks).flat_map(|week| (0..per_week(week)).map(move |number| (week, number))) {
        let (deal, time) = (format!("{week}-{number}"), monday(week) + 30 + number);
        entries.push(first_seen(&deal, "sourcing", Some(time), time));
        entries.push(status_change(&deal, Some("closing"), Some(time + 1), time + 1));
    }
    analyse(&log_of(&entries), None, None, monday(weeks))
}

#[test]
fn a_steady_throughput_is_forecast_exactly_and_holds() {
    let groups = closings(40, |_| 7).groups;
    assert_eq!(groups[0].complete_weeks, 40);
    let [month, two_months, quarter] = groups[0].forecasts[..] else { panic!("{groups:?}") };
    // Of each week's seven closings one falls on each day, give or take the last draws.
    assert!((28..=30).contains(&month.at_least_p50) && month.at_least_p85 >= 28, "{month:?}");
    assert!(two_months.at_least_p50.abs_diff(60) <= 1 && quarter.at_least_p50.abs_diff(90) <= 1);
    for one in [month, two_months, quarter] {
        assert!(one.tests > 15 && one.met_p85 <= one.tests && one.met_p85 >= one.met_p50);
    }
    assert_eq!(closings(40, |_| 7).groups, groups);
}

#[test]
fn forecast_needs_weeks_of_history_and_declines_fail_its_backtest() {
    let groups = closings(i64::try_from(MIN_WEEKS).unwrap() - 1, |_| 3).groups;
    assert_eq!((groups[0].complete_weeks, groups[0].forecasts.len()), (MIN_WEEKS - 1, 0));
    let month = closings(40, |week| if week < 20 { 5 } else { 0 }).groups[0].forecasts[0];
    assert!(month.met_p85 < month.tests, "{month:?}");
}

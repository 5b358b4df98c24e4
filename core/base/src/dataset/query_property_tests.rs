//! Tests that filters equal a naive evaluation of the same conditions over plain deals.

use std::sync::Arc;

use jiff::civil::{Date, date};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use proptest::prelude::*;

use super::collation::Collation;
use super::column::query_order;
use super::filter_pass::FilterPass;
use super::filtered::FilteredBoard;
use super::known_statuses::KnownStatuses;
use super::query_row::FilterRow;
use super::sorted_cache::SortedRows;
use crate::contract::models::kpi::KpiKey;
use crate::contract::record::Record;
use crate::model::history::filter_data::{ChangeIndex, FilterData};
use crate::model::history::history_entry::{EntryKind, HistoryEntry};
use crate::model::table::{ColumnStoreBuilder, RowData};
use crate::query::time_test::ReferenceTime;
use crate::query::{AgeClock, Query};
use crate::text::Lang;
use crate::vocabulary::StatusOrder;
use rust_decimal::Decimal;

const TODAY: Date = date(2026, 11, 20);
const STATUSES: [&str; 3] = ["sourcing", "ic", "closing"];
const CITIES: [&str; 3] = ["Lyon", "Le Havre", "Lille"];

/// One change: days before today of its earliest and latest time, and what it replaced.
#[derive(Clone, Debug)]
struct Move {
    field: &'static str,
    before: usize,
    after: usize,
    earliest: i64,
    latest: i64,
}

#[derive(Clone, Debug)]
struct PlainDeal {
    status: usize,
    ltv: Option<i64>,
    city: Option<usize>,
    fee: Option<i64>,
    opened: Option<i64>,
    first: usize,
    moves: Vec<Move>,
}

fn day(days_ago: i64) -> Date {
    TODAY.checked_sub(days_ago.days()).unwrap()
}

fn noon(days_ago: i64) -> Timestamp {
    TimeZone::UTC.to_timestamp(day(days_ago).at(12, 0, 0, 0)).unwrap()
}

fn deals() -> impl Strategy<Value = Vec<PlainDeal>> {
    let change =
        (prop_oneof![Just("status"), Just("responsable")], 0..3_usize, 0..3_usize, 0..30_i64, 0..9_i64);
    let change = change.prop_map(|(field, before, after, latest, width)| Move {
        field,
        before,
        after,
        earliest: latest + width,
        latest,
    });
    let moves = proptest::collection::vec(change, 0..4).prop_map(|mut moves| {
        moves.sort_by_key(|change| -change.latest);
        moves
    });
    let numbers =
        (proptest::option::of(0..90_i64), proptest::option::of(0..9_i64), proptest::option::of(0..30_i64));
    let deal = (0..3_usize, numbers, proptest::option::of(0..3_usize), 0..3_usize, moves);
    let deal = deal.prop_map(|(status, (ltv, fee, opened), city, first, moves)| PlainDeal {
        status,
        ltv,
        city,
        fee,
        opened,
        first,
        moves,
    });
    proptest::collection::vec(deal, 1..12)
}

/// A condition or combination, with its text and its naive meaning.
#[derive(Clone, Debug)]
enum Expected {
    Status(usize),
    Ltv(i64),
    City(usize),
    Cities,
    Fee(i64, i64),
    FeeEmpty,
    OpenedWithin(i64),
    OpenedSince(i64),
    Was(usize),
    MovedWithin(i64),
    MovedBefore(i64),
    EnteredSince(usize, i64),
    Changed(i64),
    Not(Box<Expected>),
    All(Vec<Expected>),
    Any(Vec<Expected>),
}

fn expected() -> impl Strategy<Value = Expected> {
    let leaf = prop_oneof![
        (0..3_usize).prop_map(Expected::Status),
        (0..90_i64).prop_map(Expected::Ltv),
        (0..3_usize).prop_map(Expected::City),
        Just(Expected::Cities),
        (0..9_i64, 0..5_i64).prop_map(|(low, width)| Expected::Fee(low, low + width)),
        Just(Expected::FeeEmpty),
        (0..30_i64).prop_map(Expected::OpenedWithin),
        (0..30_i64).prop_map(Expected::OpenedSince),
        (0..3_usize).prop_map(Expected::Was),
        (0..30_i64).prop_map(Expected::MovedWithin),
        (0..30_i64).prop_map(Expected::MovedBefore),
        (0..3_usize, 0..30_i64).prop_map(|(status, days)| Expected::EnteredSince(status, days)),
        (0..30_i64).prop_map(Expected::Changed),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|inner| Expected::Not(Box::new(inner))),
            proptest::collection::vec(inner.clone(), 1..4).prop_map(Expected::All),
            proptest::collection::vec(inner, 1..4).prop_map(Expected::Any),
        ]
    })
}

impl Expected {
    fn text(&self) -> String {
        let joined = |all: &[Self], word: &str| {
            let texts: Vec<String> = all.iter().map(Self::text).collect();
            format!("({})", texts.join(word))
        };
        match self {
            Self::Status(status) => format!("status:{}", STATUSES[*status]),
            Self::Ltv(percent) => format!("ltv>={percent}%"),
            Self::City(city) => format!(".city:\"{}\"", CITIES[*city]),
            Self::Cities => ".city:ly,hav".to_owned(),
            Self::Fee(low, high) => format!(".fee:{low}..{high}%"),
            Self::FeeEmpty => ".fee:empty".to_owned(),
            Self::OpenedWithin(days) => format!(".opened<{days}d"),
            Self::OpenedSince(days) => format!(".opened >= {}", day(*days)),
            Self::Was(status) => format!("was:{}", STATUSES[*status]),
            Self::MovedWithin(days) => format!("moved:<{days}d"),
            Self::MovedBefore(days) => format!("moved<{}", day(*days)),
            Self::EnteredSince(status, days) => format!("entered:{}>={}", STATUSES[*status], day(*days)),
            Self::Changed(days) => format!("changed:owner<={days}d"),
            Self::Not(inner) => format!("not {}", inner.text()),
            Self::All(all) => joined(all, " "),
            Self::Any(all) => joined(all, " or "),
        }
    }

    fn holds(&self, deal: &PlainDeal) -> bool {
        let last = |field: &str, to: Option<usize>| {
            let is_meant = |change: &&Move| change.field == field && to.is_none_or(|to| change.after == to);
            deal.moves.iter().rev().find(is_meant)
        };
        match self {
            Self::Status(status) => deal.status == *status,
            Self::Ltv(percent) => deal.ltv.is_some_and(|ltv| ltv >= *percent),
            Self::City(city) => deal.city == Some(*city),
            Self::Cities => deal.city.is_some_and(|city| city < 2),
            Self::Fee(low, high) => deal.fee.is_some_and(|fee| (*low..=*high).contains(&fee)),
            Self::FeeEmpty => deal.fee.is_none(),
            // A day begins at midnight, half a day before the noon of the test.
            Self::OpenedWithin(days) => deal.opened.is_some_and(|opened| opened < *days),
            Self::OpenedSince(days) => deal.opened.is_some_and(|opened| opened <= *days),
            Self::Was(status) => {
                let had = |change: &Move| {
                    change.field == "status" && (change.before == *status || change.after == *status)
                };
                deal.status == *status || deal.first == *status || deal.moves.iter().any(had)
            }
            Self::MovedWithin(days) => last("status", None).is_some_and(|change| change.earliest < *days),
            Self::MovedBefore(days) => last("status", None).is_some_and(|change| change.latest > *days),
            Self::EnteredSince(status, days) => {
                last("status", Some(*status)).is_some_and(|change| change.earliest <= *days)
            }
            Self::Changed(days) => last("responsable", None).is_some_and(|change| change.earliest <= *days),
            Self::Not(inner) => !inner.holds(deal),
            Self::All(all) => all.iter().all(|inner| inner.holds(deal)),
            Self::Any(all) => all.iter().any(|inner| inner.holds(deal)),
        }
    }
}

fn body(id: &str, deal: &PlainDeal) -> String {
    let field = |name: &str, value: Option<String>| {
        value.map(|value| format!(",\"{name}\":{value}")).unwrap_or_default()
    };
    let opened = deal.opened.map(|days| format!("\"{}\"", day(days)));
    let fee = deal.fee.map(|fee| format!("\"0.{fee:02}\""));
    let city = deal.city.map(|city| format!("\"{}\"", CITIES[city]));
    format!(
        "{{\"id\":\"{id}\",\"status\":\"{}\"{}{}{}}}",
        STATUSES[deal.first],
        field("opened", opened),
        field("kpi_snapshot", fee.map(|fee| format!("{{\"fee\":{fee}}}"))),
        field("city", city)
    )
}

proptest! {
    #[test]
    fn filters_equal_a_naive_evaluation(deals in deals(), expected in expected()) {
        let text = expected.text();
        let query = Query::parse(&text).unwrap();
        let mut changes = ChangeIndex::default();
        let mut builder = ColumnStoreBuilder::default();
        let named: Vec<(String, &PlainDeal)> =
            deals.iter().enumerate().map(|(at, deal)| (format!("d{at}"), deal)).collect();
        for (id, deal) in &named {
            let entry = |kind, not_before, at| HistoryEntry {
                seq: 1,
                deal: id.clone(),
                kind,
                not_before,
                at,
                is_ours: false,
                maybe_ours: false,
            };
            changes.apply(&entry(
                EntryKind::FirstSeen { body: body(id, deal), status_since: None },
                None,
                noon(60),
            ));
            for change in &deal.moves {
                let token = |status: usize| Some(format!("\"{}\"", STATUSES[status]));
                let kind = EntryKind::FieldChanged {
                    name: change.field.to_owned(),
                    before: token(change.before),
                    after: token(change.after),
                };
                changes.apply(&entry(kind, Some(noon(change.earliest)), noon(change.latest)));
            }
            builder.push(&RowData {
                id: id.clone(),
                status: STATUSES[deal.status].to_owned(),
                numbers: deal.ltv.map(|ltv| (KpiKey::Ltv, Decimal::new(ltv, 2))).into_iter().collect(),
                ..RowData::default()
            });
        }
        let mut data = FilterData::new(query.needs(), crate::query::FieldKinds::new(), Arc::new(changes));
        for (id, deal) in &named {
            data.add_deal(&Record::parse(body(id, deal)).unwrap());
        }
        let clock = AgeClock::calendar(noon(0).as_second());
        let time = ReferenceTime { clock, today: TODAY, zone: &TimeZone::UTC };
        let query = query.with_local_deals(|test| data.deals_matching(test, time));
        let table = builder.finish();
        let matches = FilterPass::default().matching_rows(&table, &query, clock);
        for row in table.by_age() {
            let (_, deal) = named.iter().find(|(id, _)| id == row.id).unwrap();
            let wanted = expected.holds(deal);
            prop_assert_eq!(query.matches(&FilterRow { row, clock }), wanted, "{} {:?}", text, deal);
            prop_assert_eq!(matches.has(row.ix), wanted, "{} {:?}", text, deal);
        }
    }
}

#[test]
fn a_limit_keeps_the_first_deals_of_the_order() {
    let mut builder = ColumnStoreBuilder::default();
    for (id, ltv) in [("a", 60), ("b", 80), ("c", 70), ("d", 10)] {
        let numbers = vec![(KpiKey::Ltv, Decimal::new(ltv, 2))];
        builder.push(&RowData { id: id.into(), status: "ic".into(), numbers, ..RowData::default() });
    }
    let table = Arc::new(builder.finish());
    let query = Query::parse("ltv>=50% sort:ltv desc limit:2").unwrap();
    let (known, clock) = (KnownStatuses::default(), AgeClock::default());
    let all = FilteredBoard::all(&table, &known);
    let (lang, statuses, local_deals) = (Lang::En, StatusOrder::default(), Arc::default());
    let collation = Collation { lang, statuses, local_deals };
    let mut sorted = SortedRows::default();
    let order = sorted.rows(&table, &all, &query_order(&query), &collation);
    let board = FilteredBoard::filter(&mut FilterPass::default(), &all, &table, (&query, order), clock);
    let mut shown: Vec<&str> = board.rows().into_iter().map(|ix| table.row(ix).unwrap().id).collect();
    shown.sort_unstable();
    assert_eq!((shown.concat().as_str(), board.shown, board.total), ("bc", 2, 4));
}

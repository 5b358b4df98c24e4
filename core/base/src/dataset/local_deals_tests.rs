//! Tests that filters on data of this device equal brute force over the settings.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use jiff::civil::{Date, date};
use proptest::prelude::*;

use super::filtered::FilteredBoard;
use super::known_statuses::KnownStatuses;
use super::query_row::FilterRow;
use crate::model::history::filter_data::marked_deals;
use crate::model::local_deals::{
    FOLLOWUP_PREFIX, Followup, LABELS_PREFIX, LocalDeals, NOTE_PREFIX, STAR_PREFIX,
};
use crate::model::table::{ColumnStoreBuilder, RowData};
use crate::query::date_input::parse_date;
use crate::query::local_test::{Due, LocalTest};
use crate::query::{AgeClock, Query};
use crate::text::fold;

const TODAY: Date = date(2026, 11, 20);

fn settings() -> impl Strategy<Value = BTreeMap<String, String>> {
    let followup = (-20_i32..40, any::<bool>()).prop_map(|(days, done)| {
        let date = TODAY.checked_add(jiff::Span::new().days(days)).unwrap();
        let done = done.then_some(Timestamp::UNIX_EPOCH);
        Followup { date, text: String::new(), done }.stored_text()
    });
    let setting = (
        0_u8..9,
        prop_oneof![
            followup.prop_map(|text| (FOLLOWUP_PREFIX, text)),
            Just((NOTE_PREFIX, "seen".to_owned())),
            Just((STAR_PREFIX, "1".to_owned())),
            prop_oneof!["Prêteur", "urgent\nPRETEUR", "urgent call", ""]
                .prop_map(|text| (LABELS_PREFIX, text)),
            Just(("followups/", "{}".to_owned())),
            Just((FOLLOWUP_PREFIX, "unreadable".to_owned())),
        ],
    );
    let named = setting.prop_map(|(deal, (prefix, text))| (format!("{prefix}d{deal}"), text));
    proptest::collection::vec(named, 0..20).prop_map(|named| named.into_iter().collect())
}

/// A condition on the identifier of a deal.
type Expected<'a> = Box<dyn Fn(&str) -> bool + 'a>;

proptest! {
    #[test]
    fn the_filter_equals_brute_force(settings in settings(), days in 0_i32..30) {
        let local = LocalDeals::from_settings(&settings);
        let limit = TODAY.checked_add(jiff::Span::new().days(days)).unwrap();
        let open = |deal: &str| {
            let stored = settings.get(&format!("{FOLLOWUP_PREFIX}{deal}"))?;
            Followup::parse(stored).filter(|found| found.done.is_none()).map(|found| found.date)
        };
        let due = |deal: &str, due| open(deal).is_some_and(|date| Due::from_date(date, TODAY) == due);
        let labels = |deal: &str| {
            settings.get(&format!("{LABELS_PREFIX}{deal}")).map(|text| fold(text)).unwrap_or_default()
        };
        let is_starred = |deal: &str| settings.contains_key(&format!("{STAR_PREFIX}{deal}"));
        let cases: Vec<(String, Expected<'_>)> = vec![
            ("followup:any".into(), Box::new(|deal| open(deal).is_some())),
            ("has:followup".into(), Box::new(|deal| open(deal).is_some())),
            ("followup:none".into(), Box::new(|deal| open(deal).is_none())),
            ("followup!=any".into(), Box::new(|deal| open(deal).is_none())),
            ("has:note".into(), Box::new(|deal| settings.contains_key(&format!("note/{deal}")))),
            ("-avec:note".into(), Box::new(|deal| !settings.contains_key(&format!("note/{deal}")))),
            ("is:starred".into(), Box::new(is_starred)),
            ("-est:étoile,attente".into(), Box::new(|deal| !is_starred(deal))),
            ("has:label".into(), Box::new(|deal| !labels(deal).is_empty())),
            ("avec:étiquette".into(), Box::new(|deal| !labels(deal).is_empty())),
            ("label:preteur".into(), Box::new(|deal| labels(deal).contains("preteur"))),
            ("label!=urgent,other".into(), Box::new(|deal| !labels(deal).contains("urgent") || labels(deal) == "urgent call")),
            ("étiquette:\"Urgent call\"".into(), Box::new(|deal| labels(deal) == "urgent call")),
            ("suivi:retard".into(), Box::new(|deal| open(deal).is_some_and(|date| date < TODAY))),
            ("followup:today".into(), Box::new(|deal| open(deal) == Some(TODAY))),
            ("followup:soon,later".into(), Box::new(|deal| open(deal).is_some_and(|date| date > TODAY))),
            ("followup:soon".into(), Box::new(move |deal| due(deal, Due::Soon))),
            (format!("followup:<={limit}"), Box::new(|deal| open(deal).is_some_and(|d| d <= limit))),
            (format!("followup>={limit}"), Box::new(|deal| open(deal).is_some_and(|d| d >= limit))),
            (format!("followup:<+{days}d"), Box::new(|deal| open(deal).is_some_and(|d| d < limit))),
            (format!("followup:{limit}"), Box::new(|deal| open(deal) == Some(limit))),
            (format!("followup!={limit}"), Box::new(|deal| open(deal) != Some(limit))),
            ("followup:>lundi".into(), Box::new(|deal| {
                open(deal).is_some_and(|date| date > parse_date("monday", TODAY).unwrap())
            })),
        ];
        for (text, expected) in cases {
            let query = Query::parse(&text).unwrap();
            prop_assert!(query.has_local_terms());
            let query = query.with_local_deals(|test| match test {
                LocalTest::Marks(marks) => marked_deals(marks, local.stars(), std::iter::empty(), &[]),
                _ => local.deals_matching(test, TODAY),
            });
            let mut builder = ColumnStoreBuilder::default();
            for deal in 0..9 {
                let id = format!("d{deal}");
                builder.push(&RowData { id, ..Default::default() });
            }
            let table = builder.finish();
            for row in table.by_age() {
                let filter_row = FilterRow { row, clock: AgeClock::default() };
                prop_assert_eq!(query.matches(&filter_row), expected(row.id), "{} {}", text, row.id);
            }
            let board = FilteredBoard::compute(
                &table,
                &query,
                &KnownStatuses::default(),
                AgeClock::default(),
            );
            let shown = board.rows().into_iter().filter_map(|ix| table.row(ix));
            let shown: BTreeSet<&str> = shown.map(|row| row.id).collect();
            let all: Vec<String> = (0..9).map(|deal| format!("d{deal}")).collect();
            let wanted: BTreeSet<&str> =
                all.iter().map(String::as_str).filter(|deal| expected(deal)).collect();
            prop_assert_eq!(shown, wanted, "{}", text);
        }
    }
}

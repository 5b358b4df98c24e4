//! Fuzz targets: each reads arbitrary bytes, must not panic, and asserts what holds for every input.
//!
//! `tests/mutations.rs` runs them on stable Rust from the corpus. `cargo fuzz run NAME --features libfuzzer` searches on,
//! guided by coverage.

#![allow(clippy::expect_used, clippy::missing_panics_doc, reason = "a target fails by a panic")]

mod store;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use encours_core::app::screens::views::saved_view::{parse_views, parse_views_strict, views_to_text};
use encours_core::config::ConfigFile;
use encours_core::contract::ids::NotificationId;
use encours_core::contract::json::dynamic_body::JsonBody;
use encours_core::contract::json::num::Num;
use encours_core::contract::models::deal::Deal;
use encours_core::contract::paging::deal_page::{DealPage, DealParts};
use encours_core::contract::paging::page::{Page, PageHeaders};
use encours_core::contract::problem::Problem;
use encours_core::contract::record::Record;
use encours_core::contract::retry_after as wait;
use encours_core::error::Error;
use encours_core::import::mapping::Mapping;
use encours_core::import::plan::{ImportFacts, ImportPlan};
use encours_core::model::entry_rules::EntryRules;
use encours_core::model::parse_ids::parse_file;
use encours_core::model::resources::resource_kind::ResourceKind;
use encours_core::model::table::{ColumnStoreBuilder, RowData};
use encours_core::query::{KnownValues, Query};
use encours_core::spreadsheet::parse_csv;
use encours_core::text::sanitize::{SafeText, is_unsafe};
use encours_core::text::{Lang, Messages};
use encours_tui::terminal::Decoder;

pub use store::recovery;

/// A target with its name.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 12] = [
    ("problem", problem),
    ("page", page),
    ("num", num),
    ("retry_after", retry_after),
    ("query", query),
    ("config", config),
    ("views", views),
    ("sanitize", sanitize),
    ("recovery", recovery),
    ("identifiers", identifiers),
    ("import", import),
    ("terminal_input", terminal_input),
];

/// Splits off the first byte, which selects variants of a target.
fn variant(bytes: &[u8]) -> (u8, &[u8]) {
    bytes.split_first().map_or((0, bytes), |(first, rest)| (*first, rest))
}

fn assert_safe(text: &str) {
    assert!(!text.chars().any(|letter| is_unsafe(letter) && letter != '\n'), "{text:?}");
}

/// Reads an error body, and shows its error in both languages.
pub fn problem(bytes: &[u8]) {
    let (flags, body) = variant(bytes);
    let problem = Problem::parse(body, flags & 1 == 1);
    if let Some(problem) = &problem {
        assert!(problem.status().is_none_or(|status| (100..600).contains(&status)));
        let again = Problem::parse(problem.record().as_str().as_bytes(), true);
        assert_eq!(again.as_ref(), Some(problem));
    }
    let error = Error::from_status(400 + u16::from(flags), problem);
    assert_safe(&SafeText::block(&error.to_string()));
}

/// Reads a page in every form; deals are read in the same way as records.
pub fn page(bytes: &[u8]) {
    let (flags, body) = variant(bytes);
    let headers = || PageHeaders::parse(|_| ["", "7", "true", "-1"].get(usize::from(flags & 3)).copied());
    let records = Page::<Record>::parse(body, headers());
    let deals = DealPage::parse(body, headers(), DealParts::Rows);
    assert_eq!(records.is_ok(), deals.is_ok(), "{:?} {:?}", records.err(), deals.err());
    if let (Ok(records), Ok(deals)) = (records, deals) {
        let records = records.into_resources::<Deal>();
        assert_eq!(deals.received(), records.received());
        assert_eq!((deals.limit, deals.offset, deals.total), (records.limit, records.offset, records.total));
        let ids: Vec<&str> = deals.ids().collect();
        assert_eq!(ids, records.items.iter().map(|deal| deal.id().as_str()).collect::<Vec<_>>());
    }
    let _any = JsonBody::parse(body, headers());
}

/// Reads a number; its text gives the same number.
pub fn num(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Some(number) = Num::parse(&text) {
        let again = Num::parse(number.as_json());
        assert!(again.is_some_and(|again| again.same_amount(&number)), "{number:?}");
        if let Some(value) = number.value() {
            assert_eq!(number.with_value(value).value(), Some(value));
        }
    }
}

/// Reads a wait of the service.
pub fn retry_after(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for now in [SystemTime::UNIX_EPOCH, SystemTime::UNIX_EPOCH + Duration::from_hours(500_000)] {
        let _wait = wait::parse(&text, now);
    }
}

/// Reads a filter: an error has a place and a sentence, and a part of a filter is a filter.
pub fn query(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let letters = text.chars().count();
    let parsed = Query::parse(&text);
    let (prefix, valid, wrong) = Query::parse_prefix(&text, None);
    assert_eq!(parsed.is_err(), wrong.is_some());
    let again = Query::parse(&valid).map(|query| query.terms().len());
    assert_eq!(again, Ok(prefix.terms().len()), "{text:?} {valid:?}");
    match &parsed {
        Ok(query) => {
            for term in 0..query.terms().len() {
                let rest = query.without(&text, term);
                assert!(Query::parse(&rest).is_ok(), "{text:?} without {term}: {rest:?}");
            }
        }
        Err(error) => {
            assert!(error.column() <= letters, "{text:?} {error:?}");
            assert!(Lang::ALL.iter().all(|lang| !error.message(Messages::new(*lang)).is_empty()));
        }
    }
    let known = KnownValues {
        statuses: &["ic", "sourcing"],
        classes: &["bureaux"],
        owners: &["M. Petit"],
        ..KnownValues::default()
    };
    for cursor in [0, letters / 2, letters] {
        let completions = Query::completions(&text, cursor, &known, Lang::Fr);
        assert!(completions.start <= completions.end && completions.end <= letters);
    }
}

/// Reads a configuration with everything that it sets.
pub fn config(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(file) = ConfigFile::parse(Path::new("config.toml"), &text) else { return };
    let _parts = (file.status_order(), file.entry_rules(), file.working_days(), file.thresholds());
    let rules = file.rule_config().rules;
    assert!(rules.iter().all(|rule| Query::parse(&rule.when).is_ok()));
    let _problems = file.rule_problems(Lang::En);
    assert!(file.lines_of_keys(&["deals.open"]).iter().all(|line| *line <= text.lines().count() + 1));
    let _plain = file.plain_content();
}

/// Reads views; written and read again they are the same.
pub fn views(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(views) = parse_views(&text) {
        assert_eq!(parse_views_strict(&views_to_text(&views)), Ok(views));
    }
}

/// Makes a text safe: nothing is left that a terminal obeys, and doing it twice changes nothing.
pub fn sanitize(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for safe in [SafeText::line(&text), SafeText::block(&text), SafeText::line_within(&text, 5)] {
        assert_safe(&safe);
        assert_eq!(SafeText::block(&safe), safe);
    }
    assert!(!SafeText::line(&text).contains('\n'));
}

/// Finds identifiers in a mail or file: each can be a part of a path.
pub fn identifiers(bytes: &[u8]) {
    let (flags, file) = variant(bytes);
    let kind = ResourceKind::ALL[usize::from(flags) % ResourceKind::ALL.len()];
    let parsed = parse_file(kind, file).unwrap_or_default();
    for id in &parsed.ids {
        assert!(NotificationId::new(id).is_ok(), "{id:?}");
    }
}

/// Plans the import of a CSV file over some deals: each row to write has a key of its own and a deal, and no other has one.
pub fn import(bytes: &[u8]) {
    let Ok(table) = parse_csv(String::new(), bytes) else { return };
    assert!(table.lines.windows(2).all(|pair| pair[0].number < pair[1].number), "{table:?}");
    let mapping = Mapping::guess(&table.header, None);
    if mapping.check().is_err() {
        return;
    }
    assert_eq!(Mapping::guess(&table.header, mapping.setting(None).as_deref()), mapping);
    let mut deals = ColumnStoreBuilder::default();
    for (id, name, owner) in
        [("d-1", "Le Parc, Lyon", "A. Martin"), ("d-2", "Halle", ""), ("d-3", "Halle", "")]
    {
        let (id, name, owner) = (id.into(), name.into(), owner.into());
        deals.push(&RowData { id, name, owner, status: "ic".into(), ..RowData::default() });
    }
    let (deals, rules, accepted) = (deals.finish(), EntryRules::default(), BTreeSet::new());
    let facts = ImportFacts { deals: &deals, statuses: &[], entry_rules: &rules, accepted: &accepted };
    let plan = ImportPlan::new(&table, mapping, facts);
    assert_eq!(plan.rows.len(), table.lines.len());
    let written: Vec<_> = plan.rows.iter().filter(|row| !row.after.is_empty()).collect();
    assert!(
        written.iter().all(|row| row.issue.is_none() && row.deal.is_some() && row.key.is_some()),
        "{plan:?}"
    );
    let (keys, targets): (BTreeSet<_>, BTreeSet<_>) = written
        .iter()
        .filter_map(|row| Some((row.key.as_ref()?.as_str(), row.deal.as_ref()?.as_str())))
        .unzip();
    assert_eq!((keys.len(), targets.len()), (written.len(), written.len()), "{plan:?}");
    assert!(plan.rows.iter().all(|row| row.key.is_none() == row.after.is_empty()));
}

/// Decodes input of a terminal, in pieces and with pauses. Every pause ends an incomplete sequence.
pub fn terminal_input(bytes: &[u8]) {
    let mut now = Instant::now();
    let mut decoder = Decoder::new(now);
    let (size, bytes) = variant(bytes);
    for piece in bytes.chunks(usize::from(size % 16) + 1) {
        now += Duration::from_millis(u64::from(size));
        decoder.expire(now);
        decoder.feed(piece, now);
        while decoder.next_event().is_some() {}
    }
    while let Some(end) = decoder.deadline() {
        decoder.expire(end);
        if decoder.deadline() == Some(end) {
            break;
        }
    }
}

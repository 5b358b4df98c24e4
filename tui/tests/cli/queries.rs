//! A query selects the same deals on the command line as on the screens.

use std::collections::BTreeSet;

use encours_core::contract::Record;
use encours_core::contract::json::date_or_time::DateOrTime;
use encours_core::contract::models::deal::Deal;
use encours_core::dataset::filtered::FilteredBoard;
use encours_core::dataset::known_statuses::KnownStatuses;
use encours_core::local_zone::local_zone;
use encours_core::model::table::{ColumnStoreBuilder, DealTable, RowData};
use encours_core::query::{AgeClock, Query, WorkingDays};
use encours_core::store::Store;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::Value;

use super::support::{TestEnv, test_env_today};

fn deals(env: &TestEnv, line: &[&str]) -> Vec<Value> {
    env.run_ok(line).json().as_array().unwrap().clone()
}

fn ids(deals: &[Value]) -> BTreeSet<String> {
    deals.iter().map(|deal| deal["id"].as_str().unwrap().to_owned()).collect()
}

/// Builds the table of deals that the screens use.
fn table(deals: &[Value]) -> DealTable {
    let mut builder = ColumnStoreBuilder::default();
    for deal in deals {
        let deal = Deal::from_record(Record::parse(deal.to_string()).unwrap()).unwrap();
        builder.push(&RowData::from_deal(&deal, None, &TimeZone::UTC));
    }
    builder.finish()
}

/// Returns the deals that the board and the table show.
fn matching_ids(table: &DealTable, query: &str) -> BTreeSet<String> {
    let query = Query::parse(query).unwrap();
    let filtered = FilteredBoard::compute(
        table,
        &query,
        &KnownStatuses::default(),
        AgeClock::calendar(Timestamp::now().as_second()),
    );
    let rows = filtered.columns.iter().flat_map(|column| column.rows.iter());
    rows.map(|row| table.row(*row).unwrap().id.to_owned()).collect()
}

/// Opens the profile's own store.
fn store(env: &TestEnv) -> Store {
    let mut profiles = std::fs::read_dir(env.dir.path().join("data/profiles")).unwrap();
    let profile = profiles.next().unwrap().unwrap().path();
    Store::open(&profile, Timestamp::now()).unwrap()
}

#[test]
fn query_matches_the_same_deals_as_the_screens() {
    let env = super::support::test_env_with_deals(240);
    let all = deals(&env, &["deals", "list", "--all"]);
    let table = table(&all);
    // The query must not match a part of the identifier, only of the name.
    let id = all[0]["id"].as_str().unwrap();
    let beginning = id.split('-').next().unwrap();
    let mut met = 0;
    for query in [
        "parc",
        "lead 2",
        "rescas",
        "-parc",
        "20e",
        "paris statut:ic,closing",
        "age>15j",
        "age<=3j -statut:lost",
        "ltv>65%",
        "classe:bureaux responsable:martin",
        "\"le parc\"",
        beginning,
    ] {
        let found = ids(&deals(&env, &["deals", "list", "--query", query]));
        assert_eq!(found, matching_ids(&table, query), "{query}");
        let offline = env.offline(&["deals", "list", "--query", query]).json();
        assert_eq!(ids(offline.as_array().unwrap()), found, "{query}, offline");
        met += usize::from(!found.is_empty());
    }
    assert!(met >= 8, "most of them find something: {met}");
    for found in deals(&env, &["deals", "list", "--query", "parc"]) {
        let name = found["name"].as_str().unwrap().to_lowercase();
        assert!(name.contains("parc"), "{name}");
    }
}

#[test]
fn option_is_not_mistaken_for_a_missing_query() {
    let env = test_env_today();
    let error = env.run(&["deals", "list", "--query", "--all"]).failed(2, "usage");
    assert!(error["message"].as_str().unwrap().contains("--query"), "{error}");
}

#[test]
fn owner_me_uses_the_profile_name_or_fails() {
    let env = test_env_today();
    for line in [
        &["deals", "list", "--query", "owner:me"][..],
        &["deals", "list", "--query", "-responsable:moi ltv>0.1", "--offline"],
    ] {
        let error = env.run(line).failed(2, "usage");
        assert!(error["message"].as_str().unwrap().contains("config.toml"), "{error}");
    }
    env.run_ok(&["sync"]);
    // The same setting as the palette stores for the user's own name.
    store(&env).set_setting("me", Some("A. Martin"), Timestamp::now()).unwrap();
    let mine = deals(&env, &["deals", "list", "--query", "owner:me"]);
    let named = deals(&env, &["deals", "list", "--query", "owner:\"A. Martin\""]);
    assert!(!mine.is_empty() && mine == named);
    let other = deals(&env, &["deals", "list", "--query", "-owner:me"]);
    assert_eq!(mine.len() + other.len(), 40);
}

#[test]
fn band_queries_use_custom_thresholds() {
    let env = test_env_today();
    let asked = |query: &str| env.run(&["deals", "list", "--query", query]);
    let count = |query: &str| asked(query).json().as_array().unwrap().len();
    let (alert, known) = (count("ltv:alerte"), count("ltv>0 ltv<=200%"));
    assert!(alert < known, "{alert} of {known}");
    let error = asked("score:alerte").failed(2, "usage");
    assert!(error["message"].as_str().unwrap().contains("[limits]"), "{error}");
    let config = env.dir.path().join("config");
    std::fs::create_dir_all(&config).unwrap();
    let file = config.join("config.toml");
    std::fs::write(&file, "[limits]\nltv = [0, 0]\nrisk_score_simple = [100, 0]\n").unwrap();
    assert_eq!(count("ltv:alerte"), known);
    assert!(count("score:vigilance") > 0, "of the score the order says which way is worse");
    std::fs::write(&file, "[limits]\nltv = [60, 75]\n").unwrap();
    let error = env.run(&["entity"]).failed(2, "usage");
    assert!(error["message"].as_str().unwrap().contains("config.toml:2:8"), "{error}");
}

#[test]
fn query_operators_act_or_are_rejected() {
    let env = test_env_today();
    let found = |query: &str| {
        let found = env.run(&["deals", "list", "--query", query]).json();
        let deals = found.as_array().unwrap().iter();
        deals.map(|deal| deal["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let both = found("ltv>65% parc");
    for query in ["ltv>65% and parc", "parc ET ltv>65%", "ltv > 65 % && parc"] {
        assert_eq!(found(query), both, "{query}");
    }
    let either = found("ltv>65% (parc or nice)");
    assert!(both.iter().all(|id| either.contains(id)) && either.len() > both.len(), "{either:?}");
    assert_eq!(found("not (-parc or not ltv > 65 %)"), both);
    assert_eq!(found("ltv:65.001%.. parc"), both);
    for query in ["lyon or", "not", "(parc", "parc)", "age>15 d", "parc and", "par*", "70%"] {
        let error = env.run(&["deals", "list", "--query", query]).failed(2, "usage");
        assert!(error["message"].as_str().unwrap().contains("--query: character"), "{error}");
    }
    let error = env.run(&["deals", "list", "--query", "foo:x parc bar:y"]).failed(2, "usage");
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("foo") && message.contains("bar"), "every mistake is named: {message}");
    assert_eq!(found("lprc"), Vec::<String>::new());
}

#[test]
fn check_lists_contradictions_and_values_beyond_thresholds() {
    let env = test_env_today();
    let faulty = |line: &[&str], metric: &str, check: &str| {
        let mut rows = env.run(line).json().as_array().unwrap().clone();
        rows.retain(|row| row["metric"] == metric && row["check"] == check);
        rows.iter().map(|row| row["deal_id"].as_str().unwrap().to_owned()).collect::<BTreeSet<_>>()
    };
    for (metric, query) in [("ltv", "ltv>75%"), ("dscr", "dscr<1"), ("icr", "icr<1.5")] {
        let beyond = ids(&deals(&env, &["deals", "list", "--query", query]));
        assert!(!beyond.is_empty(), "{query}");
        assert_eq!(faulty(&["check"], metric, "threshold"), beyond, "{metric}");
        let online = ["check", "--query", "status:ic"];
        let some = ids(&deals(&env, &["deals", "list", "--query", &format!("{query} status:ic")]));
        assert_eq!(faulty(&online, metric, "threshold"), some, "{metric}");
    }
    let id = deals(&env, &["deals", "list", "--limit", "3"])[2]["id"].as_str().unwrap().to_owned();
    let kpi = r#"kpi_snapshot={"crd_total":80,"valeur_venale":100,"ltv":0.6,"dscr":1.5,"icr":1.4}"#;
    env.run_ok(&["deals", "update", &id, "--set", kpi]);
    for (metric, check) in [("ltv", "differs"), ("icr", "icr_below_dscr")] {
        assert!(faulty(&["check"], metric, check).contains(&id), "{check}");
        assert_eq!(faulty(&["check", "--offline"], metric, check), faulty(&["check"], metric, check));
    }
    let rows = env.run(&["check"]).json();
    let is_threshold = |row: &Value| row["check"] == "threshold";
    assert!(rows.as_array().unwrap().is_sorted_by_key(is_threshold), "arithmetic first: {rows}");
    let french = env.run(&["check", "--offline", "--lang", "fr"]).stderr;
    assert!(french.contains("loaded on") && !french.contains(" à "), "{french}");
}

#[test]
fn find_searches_every_list_by_name() {
    let env = test_env_today();
    let found = |line: &[&str]| {
        let rows = env.run(line).json().as_array().unwrap().clone();
        rows.iter().map(|row| row["kind"].as_str().unwrap().to_owned()).collect::<BTreeSet<_>>()
    };
    assert!(found(&["find", "parc", "lyon"]).contains("deals"));
    let missing = env.run(&["find", "zzzqx"]);
    assert_eq!((missing.status, missing.json()), (0, serde_json::json!([])));
    assert!(found(&["find", "parc", "--offline"]).contains("deals"));
    for (kind, first, field) in [("operations", "/0", "name"), ("tasks", "/items/0", "title")] {
        let listed = env.run_ok(&["api", "GET", &format!("/{kind}")]).json();
        let name = listed.pointer(first).unwrap()[field].as_str().unwrap();
        let kinds = found(&["find", name]);
        assert!(kinds.contains(kind), "{kind}: {kinds:?}");
    }
}

#[test]
fn working_days_count_in_columns_headings_and_filters() {
    let env = super::support::test_env_with_deals(240);
    let list = ["deals", "list", "--all", "--columns", "id,age,status_since"];
    let calendar = deals(&env, &list);
    std::fs::create_dir_all(env.dir.path().join("config")).unwrap();
    let config = env.dir.path().join("config/config.toml");
    std::fs::write(&config, "[pipeline]\nworking_days = true\n").unwrap();
    let (zone, working) = (local_zone(), deals(&env, &list));
    let days = WorkingDays::new(zone.clone());
    let clock = AgeClock::new(Timestamp::now().as_second(), Some(&days));
    let age = |deal: &Value| deal["age"].as_i64();
    for (deal, before) in working.iter().zip(&calendar) {
        let since = deal["status_since"].as_str().and_then(DateOrTime::parse);
        let since = since.map(|since| since.instant(&zone).as_second());
        assert_eq!(age(deal), since.map(|since| clock.days_since(since)), "{deal}");
        assert!(age(deal) <= age(before), "{deal} {before}");
    }
    let older =
        |list: &[Value], limit| list.iter().filter(|deal| age(deal).is_some_and(|it| it > limit)).count();
    let found = |query| deals(&env, &["deals", "list", "--query", query, "--columns", "id"]).len();
    assert!(older(&working, 15) < older(&calendar, 15));
    assert_eq!(found("age>15d"), older(&working, 15));
    assert_eq!(found("age>2w"), older(&calendar, 14), "weeks are those of the calendar");
    let table = |line: &[&str]| env.run_ok(&[line, &["--format", "table"]].concat()).stdout;
    assert!(
        table(&["deals", "list", "--all", "--columns", "name,age"]).contains("Time in status (working days)")
    );
    assert!(table(&["deals", "list", "--all"]).contains("\u{a0}wd "));
    std::fs::write(&config, "[pipeline]\nworking_days = \"yes\"\n").unwrap();
    let error = env.run(&["doctor"]).stdout;
    assert!(error.contains("config.toml:2:16") && error.contains("expected true or false"), "{error}");
}

#[test]
fn received_fields_and_observed_moves_are_filtered_on_and_offline() {
    let env = super::support::test_env_with_deals(24);
    env.run_ok(&["sync"]);
    let all = deals(&env, &["deals", "list", "--all"]);
    let source = |deal: &Value| deal["kpi_snapshot"]["crd_total_source"].as_str().map(str::to_owned);
    let first = all.iter().find_map(source).unwrap();
    let wanted = all.iter().filter(|deal| source(deal).as_ref() == Some(&first)).count();
    let moved = all.iter().find(|deal| deal["status"] == "sourcing").unwrap();
    env.run_ok(&["deals", "update", moved["id"].as_str().unwrap(), "--status", "ic"]);
    for offline in [None, Some("--offline")] {
        let found = |query: &str| {
            let line: Vec<&str> = offline.into_iter().chain(["deals", "list", "--query", query]).collect();
            let output = env.run(&line);
            output.json().as_array().unwrap().clone()
        };
        assert_eq!(found(&format!(".crd_total_source:\"{first}\"")).len(), wanted);
        assert_eq!(found(".crd_total_source:empty or not .crd_total_source:empty").len(), 24);
        assert_eq!(
            ids(&found("entered:ic<1d moved:<1d was:sourcing changed:status")),
            ids(std::slice::from_ref(moved))
        );
        let top = found("ltv>=0% sort:ltv desc limit:3");
        let ltv = |deal: &Value| deal["kpi_snapshot"]["ltv"].to_string();
        assert!(top.len() == 3 && top.is_sorted_by(|one, other| ltv(one) >= ltv(other)), "{top:?}");
    }
    let moved = env.run(&["deals", "list", "--query", "moved:<7d"]);
    assert!(moved.stderr.contains("Changes are known since"), "{}", moved.stderr);
    let dotless = env.run(&["deals", "list", "--query", "created_at>=2026-11-01"]);
    assert!(dotless.stderr.contains("write: .created_at>=2026-11-01"), "{}", dotless.stderr);
    let wrong = env.run(&["deals", "list", "--query", "statu:ic"]);
    assert!(wrong.stderr.contains("write: status:ic"), "{}", wrong.stderr);
    let unknown = env.run(&["deals", "list", "--query", ".foo:x"]);
    assert!(unknown.stderr.contains("field_unknown"), "{}", unknown.stderr);
}

#[test]
fn loaded_field_definitions_reject_comparisons_without_sense() {
    let env = test_env_today();
    env.run_ok(&["deals", "list", "--query", ".ltv>65"]);
    env.run_ok(&["fields", "list"]);
    for (query, advice) in [
        (".responsable<5", ".responsable:5"),
        (".ltv>65", ".ltv>65%"),
        (".created_at:lyon", "<7d"),
        (".crd_total:abc", "not a number"),
    ] {
        let wrong = env.run(&["deals", "list", "--query", query]);
        wrong.failed(2, "usage");
        assert!(wrong.stderr.contains(advice), "{query}: {}", wrong.stderr);
    }
    let high = deals(&env, &["deals", "list", "--query", ".ltv>65%"]);
    assert_eq!(ids(&high), ids(&deals(&env, &["deals", "list", "--query", "ltv>65%"])));
    assert!(!high.is_empty());
}

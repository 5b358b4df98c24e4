//! Resource kinds whose list the contract does not document: discovery, reading, watching, remembering.

use encours_core::contract::Body;
use encours_core::engine::Engine;
use encours_core::error::ErrorKind;
use encours_core::model::effect::Effect;
use encours_core::model::fetched::Asked;
use encours_core::model::resources::list_source::Mode;
use encours_core::model::resources::resource_kind::Family;
use encours_core::model::resources::resource_list::FamilyList;
use encours_core::model::snapshot::Snapshot;
use encours_sandbox::{Config, Fault, Profile};

use crate::bench::{Bench, submit, wait};

fn strict() -> Bench {
    Bench::with(Config {
        deals: 24,
        profile: Profile::Strict,
        ..Config::default()
    })
}

fn family(snapshot: &Snapshot, family: Family) -> &FamilyList {
    &snapshot.families[&family]
}

fn settled(engine: &Engine, of: Family) -> std::sync::Arc<Snapshot> {
    wait(engine, of.name(), |s| {
        s.families
            .get(&of)
            .is_some_and(|list| !list.loading && list.standing.mode != Mode::Unknown)
    })
}

/// Returns the requested paths, without those of deals and sign-in.
fn asked(bench: &Bench) -> Vec<String> {
    bench
        .sandbox()
        .requests()
        .all()
        .into_iter()
        .map(|request| request.target)
        .filter(|target| !target.contains("/deals") && !target.contains("/auth/"))
        .collect()
}

fn notifications() -> Vec<String> {
    let bench = Bench::new(24);
    let engine = bench.ready();
    submit(&engine, vec![Effect::LoadNotifications]);
    let s = wait(&engine, "the list", |s| !s.inbox.items.is_empty());
    s.inbox
        .items
        .iter()
        .take(2)
        .map(|item| item.id.to_string())
        .collect()
}

#[test]
fn the_same_answer_again_is_told_with_the_moment_of_the_last() {
    let bench = Bench::quick(24);
    let engine = bench.ready();
    let s = wait(&engine, "the right", |s| s.rights.get("GET", "/deals").is_some());
    let first = s.rights.get("GET", "/deals").unwrap().at;
    engine.submit(vec![Effect::Refresh]);
    wait(&engine, "the moment of the last answer", |s| {
        s.rights
            .get("GET", "/deals")
            .is_some_and(|right| right.at > first)
    });
}

#[test]
fn tasks_are_read_where_the_description_lists_them() {
    let bench = Bench::new(24);
    let engine = bench.ready();
    submit(&engine, vec![Effect::LoadFamily(Family::Tasks)]);
    let s = wait(&engine, "the tasks", |s| {
        s.families
            .get(&Family::Tasks)
            .is_some_and(|list| list.read_at.is_some())
            && s.rights.get("GET", "/tasks").is_some()
    });
    let tasks = family(&s, Family::Tasks);
    assert_eq!(
        (tasks.standing.mode, &*tasks.standing.path),
        (Mode::Discovered, "/tasks")
    );
    assert!(tasks.records.len() > 2);
    let known: u64 = s.words.family("statut").map(|(_, learned)| learned.count).sum();
    assert_eq!(
        known,
        tasks.records.len() as u64,
        "every statut is learned with its count"
    );
    assert!(s.rights.get("GET", "/tasks").unwrap().granted() == Some(true));
    drop(engine);
    let before = asked(&bench).len();
    let engine = bench.ready();
    submit(&engine, vec![Effect::LoadFamily(Family::Tasks)]);
    let s = wait(&engine, "the tasks again", |s| {
        s.families
            .get(&Family::Tasks)
            .is_some_and(|list| !list.loading && !list.records.is_empty())
    });
    assert_eq!(family(&s, Family::Tasks).standing.mode, Mode::Discovered);
    let again = asked(&bench).split_off(before);
    assert!(
        again.iter().all(|target| target.starts_with("/v1/tasks")),
        "nothing is learned twice: {again:?}"
    );
}

#[test]
fn where_there_is_no_list_what_is_watched_is_read_and_a_404_keeps_its_reason() {
    let known = notifications();
    let bench = strict();
    let engine = bench.ready();
    let nobody = "00000000-0000-4000-8000-000000000000".to_owned();
    let ids = vec![known[0].clone(), nobody.clone()];
    submit(
        &engine,
        vec![Effect::Watch {
            family: Family::Notifications,
            ids,
        }],
    );
    let s = wait(&engine, "what is watched", |s| {
        s.inbox.items.len() == 1
            && s.families[&Family::Notifications]
                .watched
                .iter()
                .all(|watched| watched.checked_at.is_some())
    });
    assert_eq!(s.inbox.mode, Mode::Watched);
    assert_eq!(s.inbox.items[0].id.as_str(), known[0]);
    assert!(!s.inbox.items[0].title.is_empty() && s.inbox.error.is_none());
    let watched = &family(&s, Family::Notifications).watched;
    assert!(
        watched[1].is_unknown() && watched[1].reason.is_some(),
        "{watched:?}"
    );
    let targets = asked(&bench);
    assert_eq!(
        targets
            .iter()
            .filter(|target| *target == "/v1/notifications?limit=1")
            .count(),
        1,
        "one probe: {targets:?}"
    );
    submit(
        &engine,
        vec![Effect::Unwatch {
            family: Family::Notifications,
            ids: vec![nobody],
        }],
    );
    wait(&engine, "the rest", |s| {
        s.families[&Family::Notifications].watched.len() == 1
    });
    drop(engine);
    let engine = bench.engine();
    let s = wait(&engine, "the memory of it", |s| s.inbox.mode == Mode::Watched);
    assert_eq!(s.inbox.items.len(), 1);
}

#[test]
fn a_climb_over_all_families_ends_at_the_first_429() {
    let bench = strict();
    let engine = bench.ready();
    submit(&engine, vec![Effect::Discover]);
    settled(&engine, Family::Taxonomies);
    let probes = asked(&bench)
        .into_iter()
        .filter(|target| target.ends_with("limit=1"))
        .count();
    // Kinds that need a delegated user are skipped without one; documented lists are read without a probe.
    assert_eq!(probes, 5);

    let bench = Bench::new(24);
    let engine = bench.ready();
    bench
        .sandbox()
        .faults()
        .add("retry-after=60@postman_get".parse::<Fault>().unwrap());
    submit(&engine, vec![Effect::Discover]);
    let s = wait(&engine, "the refusal", |s| {
        s.families
            .get(&Family::Notifications)
            .is_some_and(|list| list.error.is_some())
            && s.families.values().all(|list| !list.loading)
    });
    let error = family(&s, Family::Notifications).error.as_ref().unwrap();
    assert_eq!(error.kind(), ErrorKind::RateLimited);
    assert_eq!(asked(&bench), ["/v1/postman.json"]);
}

#[test]
fn any_route_is_read_as_what_it_is() {
    let bench = Bench::new(24);
    let engine = bench.ready();
    let ask = |path: &str| Asked {
        path: path.to_owned(),
        query: vec![("limit".to_owned(), "2".to_owned())],
    };
    submit(
        &engine,
        vec![Effect::Read(ask("/spvs")), Effect::Read(ask("/nothing"))],
    );
    let s = wait(&engine, "the answers", |s| {
        s.explored.len() == 2 && s.explored.values().all(|answer| !answer.loading)
    });
    match s.explored[&ask("/spvs")].value.as_deref() {
        Some(Body::List(list)) => assert_eq!((list.elements.len(), list.has_more), (2, Some(true))),
        other => panic!("{other:?}"),
    }
    assert_eq!(
        s.explored[&ask("/nothing")].error.as_ref().unwrap().kind(),
        ErrorKind::NotFound
    );
}

#[test]
fn deals_in_a_status_nobody_named_are_counted() {
    let bench = Bench::new(240);
    let engine = bench.engine();
    let s = wait(&engine, "the first counts", |s| !s.status_totals.is_empty());
    let attested: u64 = s.status_totals.values().sum();
    let unknown = s.coverage.total.unwrap() - attested;
    if s.status_totals.len() == 3 {
        assert!(
            unknown > 0,
            "the sandbox has statuses the contract does not attest"
        );
    }
    let s = wait(&engine, "every status", |s| {
        s.coverage.complete_at.is_some()
            && s.coverage.unknown_status == 0
            && s.coverage.total == Some(s.status_totals.values().sum())
    });
    let words: Vec<_> = s
        .words
        .family("status")
        .map(|(code, learned)| (code.to_owned(), learned.count))
        .collect();
    let counted: Vec<_> = s
        .status_totals
        .iter()
        .map(|(code, count)| (code.clone(), *count))
        .collect();
    assert_eq!(words, counted);
}

//! Resource kinds whose list the contract does not document: discovery, reading, watching, remembering.

use encours_core::contract::JsonBody;
use encours_core::engine::Engine;
use encours_core::error::ErrorKind;
use encours_core::model::effect::Effect;
use encours_core::model::fetched::RouteRequest;
use encours_core::model::resources::list_source::ListMode;
use encours_core::model::resources::resource_kind::ResourceKind;
use encours_core::model::resources::resource_list::ResourceList;
use encours_core::model::snapshot::Snapshot;
use encours_sandbox::{Config, Fault, ServiceProfile};

use crate::harness::test_harness::{TestHarness, submit, wait};

fn strict_harness() -> TestHarness {
    TestHarness::with_config(Config { deals: 24, profile: ServiceProfile::Strict, ..Config::default() })
}

fn resource_list(snapshot: &Snapshot, kind: ResourceKind) -> &ResourceList {
    &snapshot.resources[&kind]
}

fn wait_until_listed(engine: &Engine, kind: ResourceKind) -> std::sync::Arc<Snapshot> {
    wait(engine, kind.name(), |s| {
        s.resources.get(&kind).is_some_and(|list| !list.loading && list.status.mode != ListMode::Unknown)
    })
}

/// Returns the requested paths, without those of deals and sign-in.
fn requested_paths(harness: &TestHarness) -> Vec<String> {
    harness
        .sandbox()
        .requests()
        .all()
        .into_iter()
        .map(|request| request.target)
        .filter(|target| !target.contains("/deals") && !target.contains("/auth/"))
        .collect()
}

fn notification_ids() -> Vec<String> {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    submit(&engine, vec![Effect::LoadNotifications]);
    let s = wait(&engine, "the list", |s| !s.inbox.items.is_empty());
    s.inbox.items.iter().take(2).map(|item| item.id.to_string()).collect()
}

#[test]
fn repeated_response_updates_the_permission_time() {
    let harness = TestHarness::fast(24);
    let engine = harness.synced_engine();
    let s = wait(&engine, "the right", |s| s.permissions.get("GET", "/deals").is_some());
    let first = s.permissions.get("GET", "/deals").unwrap().at;
    engine.submit(vec![Effect::Refresh]);
    wait(&engine, "the moment of the last answer", |s| {
        s.permissions.get("GET", "/deals").is_some_and(|right| right.at > first)
    });
}

#[test]
fn tasks_are_fetched_where_the_api_description_lists_them() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    submit(&engine, vec![Effect::LoadResources(ResourceKind::Tasks)]);
    let s = wait(&engine, "the tasks", |s| {
        s.resources.get(&ResourceKind::Tasks).is_some_and(|list| list.fetched_at.is_some())
            && s.permissions.get("GET", "/tasks").is_some()
    });
    let tasks = resource_list(&s, ResourceKind::Tasks);
    assert_eq!((tasks.status.mode, &*tasks.status.path), (ListMode::Discovered, "/tasks"));
    assert!(tasks.records.len() > 2);
    let counted: u64 = s.learned_codes.codes_of("statut").map(|(_, learned)| learned.count).sum();
    assert_eq!(counted, tasks.records.len() as u64, "every statut is learned with its count");
    assert!(s.permissions.get("GET", "/tasks").unwrap().is_granted() == Some(true));
    drop(engine);
    let before = requested_paths(&harness).len();
    let engine = harness.synced_engine();
    submit(&engine, vec![Effect::LoadResources(ResourceKind::Tasks)]);
    let s = wait(&engine, "the tasks again", |s| {
        s.resources.get(&ResourceKind::Tasks).is_some_and(|list| !list.loading && !list.records.is_empty())
    });
    assert_eq!(resource_list(&s, ResourceKind::Tasks).status.mode, ListMode::Discovered);
    let repeated = requested_paths(&harness).split_off(before);
    assert!(
        repeated.iter().all(|target| target.starts_with("/v1/tasks")),
        "nothing is learned twice: {repeated:?}"
    );
}

#[test]
fn watched_ids_replace_missing_lists_and_keep_404_reasons() {
    let known_ids = notification_ids();
    let harness = strict_harness();
    let engine = harness.synced_engine();
    let unknown_id = "00000000-0000-4000-8000-000000000000".to_owned();
    let ids = vec![known_ids[0].clone(), unknown_id.clone()];
    submit(&engine, vec![Effect::Watch { kind: ResourceKind::Notifications, ids }]);
    let s = wait(&engine, "what is watched", |s| {
        s.inbox.items.len() == 1
            && s.resources[&ResourceKind::Notifications]
                .watched
                .iter()
                .all(|watched| watched.checked_at.is_some())
    });
    assert_eq!(s.inbox.mode, ListMode::Watched);
    assert_eq!(s.inbox.items[0].id.as_str(), known_ids[0]);
    assert!(!s.inbox.items[0].title.is_empty() && s.inbox.error.is_none());
    let watched = &resource_list(&s, ResourceKind::Notifications).watched;
    assert!(watched[1].is_unknown() && watched[1].reason.is_some(), "{watched:?}");
    let targets = requested_paths(&harness);
    assert_eq!(
        targets.iter().filter(|target| *target == "/v1/notifications?limit=1").count(),
        1,
        "one probe: {targets:?}"
    );
    submit(&engine, vec![Effect::Unwatch { kind: ResourceKind::Notifications, ids: vec![unknown_id] }]);
    wait(&engine, "the rest", |s| s.resources[&ResourceKind::Notifications].watched.len() == 1);
    drop(engine);
    let engine = harness.engine();
    let s = wait(&engine, "the memory of it", |s| s.inbox.mode == ListMode::Watched);
    assert_eq!(s.inbox.items.len(), 1);
}

#[test]
fn discovery_of_all_kinds_stops_at_the_first_429() {
    let harness = strict_harness();
    let engine = harness.synced_engine();
    submit(&engine, vec![Effect::Discover]);
    wait_until_listed(&engine, ResourceKind::Taxonomies);
    let probes = requested_paths(&harness).into_iter().filter(|target| target.ends_with("limit=1")).count();
    // Kinds that need a delegated user are skipped without one; documented lists are read without a probe.
    assert_eq!(probes, 5);

    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    harness.sandbox().faults().add("retry-after=60@postman_get".parse::<Fault>().unwrap());
    submit(&engine, vec![Effect::Discover]);
    let s = wait(&engine, "the rejection", |s| {
        s.resources.get(&ResourceKind::Notifications).is_some_and(|list| list.error.is_some())
            && s.resources.values().all(|list| !list.loading)
    });
    let error = resource_list(&s, ResourceKind::Notifications).error.as_ref().unwrap();
    assert_eq!(error.kind(), ErrorKind::RateLimited);
    assert_eq!(requested_paths(&harness), ["/v1/postman.json"]);
}

#[test]
fn any_route_is_loaded_by_its_response_type() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let route_request = |path: &str| RouteRequest {
        path: path.to_owned(),
        query: vec![("limit".to_owned(), "2".to_owned())],
    };
    submit(
        &engine,
        vec![Effect::LoadRoute(route_request("/spvs")), Effect::LoadRoute(route_request("/nothing"))],
    );
    let s = wait(&engine, "the answers", |s| {
        s.loaded_routes.len() == 2 && s.loaded_routes.values().all(|response| !response.loading)
    });
    match s.loaded_routes[&route_request("/spvs")].value.as_deref() {
        Some(JsonBody::List(list)) => assert_eq!((list.elements.len(), list.has_more), (2, Some(true))),
        other => panic!("{other:?}"),
    }
    assert_eq!(
        s.loaded_routes[&route_request("/nothing")].error.as_ref().unwrap().kind(),
        ErrorKind::NotFound
    );
}

#[test]
fn deals_in_an_unknown_status_are_counted() {
    let harness = TestHarness::new(240);
    let engine = harness.engine();
    let s = wait(&engine, "the first counts", |s| !s.status_totals.is_empty());
    let attested: u64 = s.status_totals.values().sum();
    let unknown = s.coverage.total.unwrap() - attested;
    if s.status_totals.len() == 3 {
        assert!(unknown > 0, "the sandbox has statuses the contract does not attest");
    }
    let s = wait(&engine, "every status", |s| {
        s.coverage.complete_at.is_some()
            && s.coverage.in_unknown_status == 0
            && s.coverage.total == Some(s.status_totals.values().sum())
    });
    let learned_codes: Vec<_> =
        s.learned_codes.codes_of("status").map(|(code, learned)| (code.to_owned(), learned.count)).collect();
    let totals: Vec<_> = s.status_totals.iter().map(|(code, count)| (code.clone(), *count)).collect();
    assert_eq!(learned_codes, totals);
}

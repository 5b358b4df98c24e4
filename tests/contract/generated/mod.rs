//! Randomly generated requests over the table of operations, with valid and invalid parts mixed.
//!
//! For every request, the response is one that the contract allows for that operation, in its shape, and the state
//! stays consistent.

mod draw;

use std::collections::{BTreeMap, HashSet};

use draw::{DrawnRequest, drawn_request, percent_encode};
use encours_core::contract::operation::{OPERATIONS, Operation, OperationId};
use encours_sandbox::{Config, ServiceProfile};
use encours_tests::{
    raw_request,
    reference_client::{ReferenceClient, test_config},
    shapes,
};
use proptest::{
    prelude::*,
    test_runner::{Config as Cases, RngAlgorithm, TestError, TestRng, TestRunner},
};

/// Requests per profile: in a few seconds, every operation meets every kind of part many times.
const CASES: u32 = 3_000;

/// Existing identifiers by the name of their path parameter.
type KnownIds = BTreeMap<&'static str, Vec<String>>;

impl DrawnRequest {
    fn path(&self, op: &Operation, known_ids: &KnownIds) -> String {
        let concrete = |part: &str| {
            let Some(name) = part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) else {
                return part.to_owned();
            };
            let ids = known_ids.get(name).map_or(&[][..], Vec::as_slice);
            match self.known_id {
                Some(index) if !ids.is_empty() => index.get(ids).clone(),
                _ => percent_encode(&self.other_id),
            }
        };
        op.path.split('/').map(concrete).collect::<Vec<_>>().join("/")
    }

    fn bytes(&self, op: &Operation, partner: &ReferenceClient, known_ids: &KnownIds) -> Vec<u8> {
        let query: Vec<String> =
            self.query.iter().map(|(name, value)| format!("{name}={}", percent_encode(value))).collect();
        let target = format!("/v1{}?{}", self.path(op, known_ids), query.join("&"));
        let bearer = match self.bearer {
            0 => None,
            1 => Some("Bearer nobody".to_owned()),
            2 => Some(format!("bearer {}", partner.bearer())),
            _ => Some(format!("Bearer {}", partner.bearer())),
        };
        let users: &[(&str, &[u8])] = match self.user {
            0 => &[],
            1 => &[("X-Service-Delegated-User-Id", b"u-petit")],
            2 => &[("X-Service-Delegated-User-Id", b"u-ferrand")],
            3 => &[("X-Service-Delegated-User-Id", b"utilis\xe9")],
            4 => &[
                ("X-Service-Delegated-User-Id", b"u-martin"),
                ("X-Service-Delegated-User-External-Id", b"ext-1001"),
            ],
            5 => &[("X-Service-Delegated-User-External-Id", b"ext-1001")],
            _ => &[("X-Service-Delegated-User-Id", b"u-martin")],
        };
        let mut headers: Vec<(&str, &[u8])> = users.to_vec();
        if let Some(bearer) = &bearer {
            headers.push(("Authorization", bearer.as_bytes()));
        }
        if let Some(key) = &self.key {
            headers.push(("Idempotency-Key", key));
        }
        if let Some(id) = &self.request_id {
            headers.push(("X-Request-ID", id));
        }
        if let Some(media) = self.media {
            headers.push(("Content-Type", media.as_bytes()));
        }
        raw_request::request(op.method.as_str(), &target, &headers, &self.body)
    }
}

/// Fetches existing identifiers from a service that lists them.
async fn fetch_known_ids(partner: &ReferenceClient) -> KnownIds {
    let ids = async |path: &str| {
        let reply = partner.get_as("u-martin", path).await.success(200);
        let items = reply.get("items").unwrap_or(&reply).as_array().unwrap().clone();
        items.iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    BTreeMap::from([
        ("deal_id", ids("/deals").await),
        ("task_id", ids("/tasks").await),
        ("view_id", ids("/users/me/saved-views").await),
        ("dashboard_id", ids("/users/me/custom-dashboards").await),
        ("field_id", ids("/field-definitions").await),
        ("alert_id", ids("/alerts").await),
        ("notification_id", ids("/notifications").await),
        ("operation_id", ids("/operations").await),
        ("spv_id", ids("/spvs").await),
        ("operateur_id", ids("/operateurs").await),
        ("fonds_id", ids("/fonds").await),
        ("job_id", ids("/ai-extraction/jobs").await),
        ("user_id", vec!["u-martin".to_owned()]),
        ("field_key", vec!["ltv".to_owned(), "noi".to_owned()]),
    ])
}

/// Checks that count, list, filter, single reads and summary agree.
async fn check_consistency(partner: &ReferenceClient, created_count: u64, deleted_count: u64) {
    let total = partner.get("/deals").await.success(200)["total"].as_u64().unwrap();
    assert_eq!(total, 48 + created_count - deleted_count, "{created_count} made, {deleted_count} gone");
    let all = partner.fetch_all("/deals", 37).await;
    assert_eq!(all.len() as u64, total);
    let ids: HashSet<&str> = all.iter().map(|deal| deal["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), all.len());
    let mut by_status: BTreeMap<&str, u64> = BTreeMap::new();
    for deal in &all {
        shapes::check_record(OperationId::DealsGet.spec(), deal);
        *by_status.entry(deal["status"].as_str().unwrap()).or_default() += 1;
        let reply = partner.get(&format!("/deals/{}", deal["id"].as_str().unwrap())).await;
        assert_eq!(reply.success(200), *deal);
    }
    for (status, count) in by_status {
        let page = partner.get(&format!("/deals?status={status}&limit=1")).await.success(200);
        assert_eq!(page["total"], count, "{status}");
    }
    let summary = partner.get("/portfolio/summary").await.success(200);
    for breakdown in ["operations_by_status", "operations_by_type_investissement"] {
        let sum: u64 = summary[breakdown].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
        assert_eq!(summary["total_operations"], sum, "{breakdown}");
    }
}

async fn run_random_requests(profile: ServiceProfile) {
    // The strict service has few lists, but its records have the same identifiers as the extended one of the same
    // seed.
    let extended = ReferenceClient::start(test_config()).await;
    let known_ids = fetch_known_ids(&extended).await;
    let partner = ReferenceClient::start(Config { profile, ..test_config() }).await;
    let strict = profile == ServiceProfile::Strict;
    let ops: Vec<&Operation> = OPERATIONS
        .iter()
        .filter(|op| !strict || op.documented == encours_core::contract::operation::DocLevel::Full)
        // Deal operations are drawn more often, because they change the state.
        .flat_map(|op| std::iter::repeat_n(op, if op.path.starts_with("/deals") { 4 } else { 1 }))
        .collect();
    let runtime = tokio::runtime::Handle::current();
    tokio::task::block_in_place(|| {
        let cases = Cases { cases: CASES, failure_persistence: None, ..Cases::default() };
        let mut runner = TestRunner::new_with_rng(cases, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
        let outcome = runner.run(&drawn_request(), |request| {
            let op = *request.op.get(&ops);
            let reply = runtime.block_on(raw_request::send(
                partner.sandbox.base_url(),
                &request.bytes(op, &partner, &known_ids),
            ));
            prop_assert!(reply.status != 500 && reply.status != 429, "{}: {}", op.name, reply.text);
            let logged = partner.sandbox.requests().last().unwrap().route;
            if logged.is_none() {
                // An identifier with more than one path segment matches no route.
                shapes::check_problem(&reply);
                prop_assert_eq!(reply.status, 404);
            } else {
                shapes::check_reply(op, &reply);
            }
            Ok(())
        });
        match outcome {
            Ok(()) => {}
            Err(TestError::Fail(reason, request)) => panic!("{reason}: {request:?}"),
            Err(TestError::Abort(reason)) => panic!("{reason}"),
        }
    });
    let log = partner.sandbox.requests().all();
    let count = |route: &str, status: u16| {
        log.iter()
            .filter(|request| {
                request.route.as_deref() == Some(route) && request.status == status && !request.replayed
            })
            .count() as u64
    };
    let (created_count, deleted_count) = (count("deals_create", 201), count("deals_delete", 204));
    assert!(
        created_count > 3 && deleted_count > 3 && count("deals_update", 200) > 3,
        "{created_count} {deleted_count}"
    );
    let mut partner = partner;
    partner.sign_in().await;
    check_consistency(&partner, created_count, deleted_count).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn strict_server_handles_random_requests() {
    run_random_requests(ServiceProfile::Strict).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn extended_server_handles_random_requests() {
    run_random_requests(ServiceProfile::Extended).await;
}

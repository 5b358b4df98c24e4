//! The service's routes are the operations of the table, no more and no less, and so is its own description.

use std::collections::BTreeSet;

use encours_core::contract::operation::{Documented, OPERATIONS};
use encours_sandbox::{Config, Profile};
use encours_tests::partner::{Partner, fixed};
use reqwest::Method;
use serde_json::Value;

fn concrete(path: &str) -> String {
    path.split('/')
        .map(|part| {
            if part.starts_with('{') {
                "6f1c08d2-4b7e-4a55-9d10-2e77c1b9a0f4"
            } else {
                part
            }
        })
        .collect::<Vec<_>>()
        .join("/")
}

#[tokio::test]
async fn every_operation_is_routed_where_its_profile_serves_it() {
    for profile in [Profile::Strict, Profile::Extended] {
        let partner = Partner::start(Config { profile, ..fixed() }).await;
        for op in OPERATIONS {
            let method: Method = op.method.as_str().parse().unwrap();
            let body = op.has_body().then_some("{}");
            partner.send(method, &concrete(op.path), &[], body).await;
            let routed = partner.sandbox.requests().all().last().unwrap().route.clone();
            let served =
                profile == Profile::Extended || op.documented == Documented::Full || op.name == "postman_get";
            assert_eq!(
                routed.as_deref(),
                served.then_some(op.name),
                "{profile} {} {}",
                op.method,
                op.path
            );
        }
    }
}

fn requests(item: &Value, found: &mut BTreeSet<String>) {
    for child in item["item"].as_array().into_iter().flatten() {
        requests(child, found);
    }
    if let Some(request) = item.get("request") {
        let path: Vec<&str> = request["url"]["path"]
            .as_array()
            .unwrap()
            .iter()
            .map(|part| part.as_str().unwrap())
            .collect();
        found.insert(format!(
            "{} {} /{}",
            item["name"].as_str().unwrap(),
            request["method"].as_str().unwrap(),
            path.join("/")
        ));
    }
}

#[tokio::test]
async fn the_collection_describes_what_is_served() {
    for profile in [Profile::Strict, Profile::Extended] {
        let mut partner = Partner::start(Config { profile, ..fixed() }).await;
        partner.set_bearer(None);
        let collection = partner.get("/postman.json").await.success(200);
        assert_eq!(
            collection["info"]["schema"],
            "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
        );
        let mut found = BTreeSet::new();
        requests(&collection, &mut found);
        let expected: BTreeSet<String> = OPERATIONS
            .iter()
            .filter(|op| {
                profile == Profile::Extended || op.documented == Documented::Full || op.name == "postman_get"
            })
            .map(|op| {
                format!(
                    "{} {} {}",
                    op.name,
                    op.method,
                    op.path.replace('{', ":").replace('}', "")
                )
            })
            .collect();
        assert_eq!(found, expected, "{profile}");
    }
}

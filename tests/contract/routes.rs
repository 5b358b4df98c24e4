//! The service's routes and its Postman collection match the table of operations exactly.

use std::collections::BTreeSet;

use encours_core::contract::operation::{DocLevel, OPERATIONS};
use encours_sandbox::{Config, ServiceProfile};
use encours_tests::reference_client::{ReferenceClient, sign, test_config};
use reqwest::Method;
use serde_json::Value;

fn fill_path(path: &str) -> String {
    path.split('/')
        .map(
            |segment| {
                if segment.starts_with('{') { "6f1c08d2-4b7e-4a55-9d10-2e77c1b9a0f4" } else { segment }
            },
        )
        .collect::<Vec<_>>()
        .join("/")
}

#[tokio::test]
async fn every_operation_is_routed_only_in_its_profiles() {
    for profile in [ServiceProfile::Strict, ServiceProfile::Extended] {
        let partner = ReferenceClient::start(Config { profile, ..test_config() }).await;
        for op in OPERATIONS {
            let method: Method = op.method.as_str().parse().unwrap();
            let body = op.has_body().then_some("{}");
            partner.send(method, &fill_path(op.path), &[], body).await;
            let routed = partner.sandbox.requests().all().last().unwrap().route.clone();
            let served = profile == ServiceProfile::Extended
                || op.documented == DocLevel::Full
                || op.name == "postman_get";
            assert_eq!(routed.as_deref(), served.then_some(op.name), "{profile} {} {}", op.method, op.path);
        }
    }
}

fn collection_requests(item: &Value, found: &mut BTreeSet<String>) {
    for child in item["item"].as_array().into_iter().flatten() {
        collection_requests(child, found);
    }
    if let Some(request) = item.get("request") {
        let path: Vec<&str> =
            request["url"]["path"].as_array().unwrap().iter().map(|part| part.as_str().unwrap()).collect();
        found.insert(format!(
            "{} {} /{}",
            item["name"].as_str().unwrap(),
            request["method"].as_str().unwrap(),
            path.join("/")
        ));
    }
}

#[tokio::test]
async fn collection_lists_exactly_the_served_operations() {
    for profile in [ServiceProfile::Strict, ServiceProfile::Extended] {
        let mut partner = ReferenceClient::start(Config { profile, ..test_config() }).await;
        partner.set_bearer(None);
        let collection = partner.get("/postman.json").await.success(200);
        assert_eq!(
            collection["info"]["schema"],
            "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
        );
        let mut found = BTreeSet::new();
        collection_requests(&collection, &mut found);
        let expected: BTreeSet<String> = OPERATIONS
            .iter()
            .filter(|op| {
                profile == ServiceProfile::Extended
                    || op.documented == DocLevel::Full
                    || op.name == "postman_get"
            })
            .map(|op| format!("{} {} {}", op.name, op.method, op.path.replace('{', ":").replace('}', "")))
            .collect();
        assert_eq!(found, expected, "{profile}");
    }
}

/// Returns every item that is a request.
fn items(item: &Value) -> Vec<Value> {
    match item["item"].as_array() {
        Some(children) => children.iter().flat_map(items).collect(),
        None => vec![item.clone()],
    }
}

#[tokio::test]
async fn collection_includes_everything_its_requests_need() {
    let partner = ReferenceClient::start(test_config()).await;
    let collection = partner.get("/postman.json").await.success(200);
    let variables: std::collections::BTreeMap<&str, &str> = collection["variable"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["key"].as_str().unwrap(), one["value"].as_str().unwrap()))
        .collect();
    assert_eq!(variables["base_url"], partner.sandbox.base_url());
    assert_eq!((variables["key_id"], variables["secret"]), ("key_demo_0001", ""));
    let sign_in = collection["event"][0]["script"]["exec"].to_string();
    assert!(
        sign_in.contains("throw new Error('The variable `secret` is empty."),
        "where the secret is missing the run says so: {sign_in}"
    );
    // The variables set by the scripts or by Postman itself.
    let set = ["timestamp", "nonce", "signature", "access_token", "created_deal_id", "$guid"];
    for item in items(&collection) {
        let text = item.to_string();
        for name in text.split("{{").skip(1).map(|rest| rest.split("}}").next().unwrap()) {
            let given = variables.get(name).is_some_and(|value| !value.is_empty());
            assert!(given || set.contains(&name), "{}: {name}", item["name"]);
        }
        let body = item["request"].get("body").map(|body| body["raw"].as_str().unwrap().to_owned());
        let delegated = text.contains("X-Service-Delegated-User-Id");
        let op = OPERATIONS.iter().find(|op| item["name"] == op.name).unwrap();
        assert_eq!((body.is_some(), delegated), (op.has_body(), op.delegated), "{}", op.name);
        assert_eq!(text.contains("Idempotency-Key"), op.requires_key(), "{}", op.name);
    }
}

/// Sends every request of the collection as Postman would, and expects the documented status.
#[tokio::test]
async fn the_collection_runs_as_it_is() {
    for profile in [ServiceProfile::Strict, ServiceProfile::Extended] {
        // With a generated secret the collection runs without further input.
        let own = Config { profile, secret: None, ..test_config() };
        let mut partner = ReferenceClient::start_signed_out(own);
        let collection = partner.get("/postman.json").await.success(200);
        let mut variables: std::collections::BTreeMap<String, String> = collection["variable"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| (one["key"].as_str().unwrap().to_owned(), one["value"].as_str().unwrap().to_owned()))
            .collect();
        // Sign with the collection's own variables, as its script does.
        let (secret, now) = (&variables["secret"], &variables["now"]);
        let signature = sign(secret, &variables["key_id"], now.parse().unwrap(), "collection");
        let now = now.clone();
        for (name, value) in [("timestamp", now), ("nonce", "collection".into()), ("signature", signature)] {
            variables.insert(name.to_owned(), value);
        }
        for (number, item) in items(&collection).iter().enumerate() {
            variables.insert("$guid".to_owned(), format!("guid-{number}"));
            let fill = |text: &str| {
                variables.iter().fold(text.to_owned(), |text, (name, value)| {
                    text.replace(&format!("{{{{{name}}}}}"), value)
                })
            };
            let request = &item["request"];
            let mut path = request["url"]["raw"].as_str().unwrap().replace("{{base_url}}", "");
            for one in request["url"]["variable"].as_array().unwrap() {
                let value = fill(one["value"].as_str().unwrap());
                path = path.replace(&format!(":{}", one["key"].as_str().unwrap()), &value);
            }
            let headers: Vec<(String, String)> = request["header"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| (one["key"].as_str().unwrap().to_owned(), fill(one["value"].as_str().unwrap())))
                .filter(|(name, _)| name != "Content-Type")
                .collect();
            let headers: Vec<(&str, &str)> =
                headers.iter().map(|(name, value)| (&**name, &**value)).collect();
            let body = request.get("body").map(|body| fill(body["raw"].as_str().unwrap()));
            let method: Method = request["method"].as_str().unwrap().parse().unwrap();
            let reply = partner.send(method, &path, &headers, body.as_deref()).await;
            let op = OPERATIONS.iter().find(|op| item["name"] == op.name).unwrap();
            assert_eq!(reply.status, op.success, "{profile} {}: {}", op.name, reply.text);
            encours_tests::shapes::check_reply(op, &reply);
            if op.name == "auth_token_exchange" {
                partner.set_bearer(reply.json()["access_token"].as_str());
            }
            if op.name == "notifications_get" {
                assert_eq!(reply.json()["read"], false, "{profile}: it is about to become read");
            }
            if op.name == "deals_create" {
                let id = reply.json()["id"].as_str().unwrap().to_owned();
                variables.insert("created_deal_id".to_owned(), id);
            }
        }
    }
}

#[tokio::test]
async fn collection_shows_its_secret_only_to_loopback_hosts() {
    let partner = ReferenceClient::start_signed_out(Config { secret: None, ..test_config() });
    let url = partner.url("/postman.json");
    let port = url.rsplit_once(':').and_then(|(_, rest)| rest.split('/').next()).unwrap();
    for (host, given) in [
        (format!("127.0.0.1:{port}"), true),
        (format!("localhost:{port}"), true),
        ("localhost".to_owned(), true),
        (format!("rebound.example.com:{port}"), false),
        (format!("127.0.0.1.example.com:{port}"), false),
        (format!("192.0.2.1:{port}"), false),
    ] {
        let reply = partner.send(Method::GET, "/postman.json", &[("Host", host.as_str())], None).await.text;
        assert_eq!(reply.contains(partner.sandbox.secret().expose()), given, "{host}");
    }
}

#[tokio::test]
async fn collection_has_no_unused_variable() {
    for (profile, areas) in [(ServiceProfile::Strict, false), (ServiceProfile::Extended, true)] {
        let partner = ReferenceClient::start(Config { profile, ..test_config() }).await;
        let reply = partner.get("/postman.json").await;
        let collection = reply.success(200);
        let names: Vec<&str> = collection["variable"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["key"].as_str().unwrap())
            .collect();
        let scripts = collection["event"].to_string();
        for name in &names {
            let read =
                reply.text.contains(&format!("{{{{{name}}}}}")) || scripts.contains(&format!("'{name}'"));
            assert!(read, "{profile}: {name}");
        }
        for name in ["operation_id", "spv_id", "fonds_id", "job_id", "user_id"] {
            assert_eq!(names.contains(&name), areas, "{profile}: {name}");
        }
        assert!(names.contains(&"deal_id") && names.contains(&"delegated_user_id"));
    }
}

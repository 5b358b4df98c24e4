//! Every rejection is a problem of the contract's shape, with title and request identifier.

use encours_sandbox::{Config, Fault, FaultKind};
use encours_tests::reference_client::{ReferenceClient, test_config};
use reqwest::Method;
use serde_json::json;

#[tokio::test]
async fn titles_are_the_contracts() {
    let partner = ReferenceClient::start(Config { rate_limit: Some(1_000_000), ..test_config() }).await;
    let titles = [
        (400, "Bad Request"),
        (401, "Unauthorized"),
        (403, "Forbidden"),
        (409, "Conflict"),
        (422, "Unprocessable Content"),
        (428, "Precondition Required"),
        (429, "Too Many Requests"),
        (500, "Internal Server Error"),
    ];
    for (status, title) in titles {
        partner.sandbox.faults().replace(vec![Fault::new(FaultKind::Status(status)).times(1)]);
        assert_eq!(partner.get("/entity").await.problem(status)["title"], title);
    }
}

#[tokio::test]
async fn the_request_identifier_is_echoed_in_header_and_problem() {
    let mut partner = ReferenceClient::start(test_config()).await;
    let id = [("X-Request-ID", "0193f1c2-demo \"quoted\"")];
    let good = partner.send(Method::GET, "/entity", &id, None).await;
    good.success(200);
    assert_eq!(good.header("x-request-id"), id[0].1);
    let bad = partner.send(Method::GET, "/deals?limit=0", &id, None).await;
    assert_eq!(bad.problem(422)["request_id"], id[0].1);
    assert_eq!(bad.header("x-request-id"), id[0].1);
    let unknown = partner.send(Method::GET, "/nothing", &id, None).await;
    assert_eq!(unknown.problem(404)["request_id"], id[0].1);
    partner.set_bearer(None);
    assert_eq!(partner.send(Method::GET, "/entity", &id, None).await.problem(401)["request_id"], id[0].1);
    let silent = partner.get("/nothing").await;
    assert_eq!(silent.problem(404).get("request_id"), None);
    assert_eq!(silent.header("x-request-id"), "");
    let logged = partner.sandbox.requests().all();
    assert_eq!(logged.iter().filter(|request| request.request_id.as_deref() == Some(id[0].1)).count(), 4);
}

#[tokio::test]
async fn unknown_routes_and_methods_are_404() {
    let partner = ReferenceClient::start(test_config()).await;
    let deal = format!("/deals/{}", partner.first_deal("ic").await);
    for (method, path) in [
        (Method::GET, "/nothing"),
        (Method::GET, "/"),
        (Method::GET, "/deals/"),
        (Method::GET, "/auth/token"),
        (Method::PATCH, &*deal),
        (Method::POST, &*deal),
        (Method::DELETE, "/entity"),
        (Method::GET, "//deals"),
        (Method::GET, "//v2/deals"),
        (Method::GET, "/remboursements"),
    ] {
        let reply = partner.send(method.clone(), path, &[], None).await;
        assert_eq!(reply.problem(404)["title"], "Not Found", "{method} {path}");
    }
}

#[tokio::test]
async fn problems_name_their_route() {
    let partner = ReferenceClient::start(test_config()).await;
    let missing = partner.get("/deals/6f1c08d2-4b7e-4a55-9d10-2e77c1b9a0f4").await.problem(404);
    assert_eq!(
        (&missing["route_id"], &missing["reason_code"]),
        (&json!("deals_get"), &json!("deal_not_found"))
    );
}

#[tokio::test]
async fn responses_use_the_server_clock_and_are_not_cached() {
    let partner = ReferenceClient::start(test_config()).await;
    let reply = partner.get("/entity").await;
    assert_eq!(reply.header("date"), "Fri, 20 Nov 2026 08:41:00 GMT");
    assert_eq!(reply.header("cache-control"), "no-store");
}

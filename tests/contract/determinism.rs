//! The same seed and the same clock give the same bytes.

use std::fmt::Write as _;

use encours_sandbox::{Config, ServiceProfile};
use encours_tests::reference_client::{ReferenceClient, test_config};
use reqwest::Method;

/// Returns every readable response, and the responses of a few writes.
async fn transcript(config: Config) -> String {
    let partner = ReferenceClient::start(config).await;
    let user = [("X-Service-Delegated-User-Id", "u-martin")];
    let mut text = String::new();
    for path in [
        "/entity",
        "/portfolio/summary",
        "/deals?limit=500",
        "/notifications?limit=200",
        "/operations?limit=200",
        "/spvs",
        "/operateurs?limit=200",
        "/fonds",
        "/tasks",
        "/alerts",
        "/field-definitions",
        "/users/me/saved-views",
        "/users/me/custom-dashboards",
        "/users/me/alert-preferences",
        "/postman.json",
        "/refunds",
        "/ai-extraction/jobs",
        "/imports",
        "/workflows",
        "/notes",
        "/external-identifiers",
        "/personal-data/requests",
        "/rcci/summary",
    ] {
        // The collection contains the service's address with its random port.
        let response = partner.send(Method::GET, path, &user, None).await.text;
        text.push_str(&response.replace(partner.sandbox.base_url(), ""));
    }
    for deal in partner.fetch_all("/deals", 500).await {
        text.push_str(&partner.get(&format!("/deals/{}/notes", deal["id"].as_str().unwrap())).await.text);
    }
    text.push_str(&partner.create("k", r#"{"name":"a"}"#).await.text);
    text.push_str(&partner.create("l", r#"{"name":"b"}"#).await.text);
    for _ in 0..30 {
        write!(text, "{:?}", partner.sandbox.act().unwrap()).unwrap();
    }
    text.push_str(&partner.get("/deals?limit=500").await.text);
    text
}

#[tokio::test]
async fn equal_seeds_give_identical_servers() {
    for profile in [ServiceProfile::Strict, ServiceProfile::Extended] {
        let config = Config { profile, ..test_config() };
        assert!(transcript(config.clone()).await == transcript(config).await, "{profile}");
    }
}

#[tokio::test]
async fn different_seeds_give_different_transcripts() {
    assert!(transcript(test_config()).await != transcript(Config { seed: 2, ..test_config() }).await);
}

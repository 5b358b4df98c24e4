//! The contract's gaps: each rule at its default and at another setting.
//!
//! Every setting has a test of its name in this module, which the last test checks.

mod lists;
mod permissions;
mod writes;

use encours_sandbox::{Config, Setting};
use encours_tests::reference_client::{HttpReply, ReferenceClient, test_config};
use reqwest::Method;

/// Starts a service with one spec gap set, in command-line form.
async fn with(point: &str) -> ReferenceClient {
    ReferenceClient::start(with_setting(test_config(), point)).await
}

fn with_setting(mut config: Config, point: &str) -> Config {
    config.set(point).unwrap();
    config
}

async fn start_default() -> ReferenceClient {
    ReferenceClient::start(test_config()).await
}

async fn count(partner: &ReferenceClient, path: &str) -> usize {
    let page = partner.get(path).await.success(200);
    page.get("items").unwrap_or(&page).as_array().unwrap().len()
}

async fn deal_path(partner: &ReferenceClient, status: &str) -> String {
    format!("/deals/{}", partner.first_deal(status).await)
}

async fn put_as(partner: &ReferenceClient, user: &str, path: &str, body: &str) -> HttpReply {
    let headers = [("X-Service-Delegated-User-Id", user)];
    partner.send(Method::PUT, path, &headers, Some(body)).await
}

async fn first_view_path(partner: &ReferenceClient) -> String {
    let views = partner.get_as("u-martin", "/users/me/saved-views").await.success(200);
    format!("/users/me/saved-views/{}", views["items"][0]["id"].as_str().unwrap())
}

#[test]
fn every_setting_is_tried_at_two_values() {
    let source =
        [include_str!("lists.rs"), include_str!("permissions.rs"), include_str!("writes.rs")].concat();
    for setting in Setting::all() {
        assert!(source.contains(&format!("async fn {}()", setting.name())), "no test of {}", setting.name());
    }
}

//! The contract's open points: each rule at its default and at another setting.
//!
//! Every setting has a test of its name in this module, which the last test checks.

mod lists;
mod rights;
mod writes;

use encours_sandbox::{Config, Setting};
use encours_tests::partner::{Partner, Reply, fixed};
use reqwest::Method;

/// Starts a service with one open point set, in command-line form.
async fn with(point: &str) -> Partner {
    Partner::start(set(fixed(), point)).await
}

fn set(mut config: Config, point: &str) -> Config {
    config.set(point).unwrap();
    config
}

async fn plain() -> Partner {
    Partner::start(fixed()).await
}

async fn count(partner: &Partner, path: &str) -> usize {
    let page = partner.get(path).await.success(200);
    page.get("items").unwrap_or(&page).as_array().unwrap().len()
}

async fn deal(partner: &Partner, status: &str) -> String {
    format!("/deals/{}", partner.a_deal(status).await)
}

async fn put_as(partner: &Partner, user: &str, path: &str, body: &str) -> Reply {
    let headers = [("X-Service-Delegated-User-Id", user)];
    partner.send(Method::PUT, path, &headers, Some(body)).await
}

async fn a_view(partner: &Partner) -> String {
    let views = partner
        .get_as("u-martin", "/users/me/saved-views")
        .await
        .success(200);
    format!(
        "/users/me/saved-views/{}",
        views["items"][0]["id"].as_str().unwrap()
    )
}

#[test]
fn every_setting_is_tried_at_two_values() {
    let source = [
        include_str!("lists.rs"),
        include_str!("rights.rs"),
        include_str!("writes.rs"),
    ]
    .concat();
    for setting in Setting::all() {
        assert!(
            source.contains(&format!("async fn {}()", setting.name())),
            "no test of {}",
            setting.name()
        );
    }
}

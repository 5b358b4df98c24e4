//! Rate limit and progressive ban.

use encours_sandbox::{Config, ServiceProfile};
use encours_tests::reference_client::{ReferenceClient, test_config};
use jiff::SignedDuration;
use reqwest::Method;

#[tokio::test]
async fn exceeding_the_limit_returns_429_with_growing_cooldown() {
    let partner = ReferenceClient::start(Config { rate_limit: Some(5), ..test_config() }).await;
    // The token exchange was the first of the five calls.
    for _ in 0..4 {
        partner.get("/entity").await.success(200);
    }
    let mut cooldowns = Vec::new();
    for _ in 0..4 {
        let reply = partner.get("/entity").await;
        assert_eq!(reply.problem(429)["title"], "Too Many Requests");
        cooldowns.push(reply.header("retry-after").parse::<i64>().unwrap());
    }
    assert_eq!(cooldowns, [1, 2, 4, 8]);
    partner.sandbox.advance(SignedDuration::from_secs(8));
    partner.get("/entity").await.success(200);
}

#[tokio::test]
async fn waiting_for_retry_after_is_enough() {
    let partner = ReferenceClient::start(Config { rate_limit: Some(2), ..test_config() }).await;
    for _ in 0..10 {
        let reply = partner.get("/entity").await;
        if reply.status == 429 {
            assert_eq!(reply.header("retry-after"), "1");
            partner.sandbox.advance(SignedDuration::from_secs(2));
        }
    }
    let rejected = partner.sandbox.requests().all().iter().filter(|request| request.status == 429).count();
    assert!((3..=5).contains(&rejected), "{rejected}");
}

#[tokio::test]
async fn the_bans_numbers_are_settings() {
    let mut config = Config { rate_limit: Some(1), ..test_config() };
    config.spec_gaps.first_ban = 30;
    config.spec_gaps.longest_ban = 45;
    let partner = ReferenceClient::start(config).await;
    let mut cooldowns = Vec::new();
    for _ in 0..3 {
        cooldowns.push(partner.get("/entity").await.header("retry-after").to_owned());
    }
    assert_eq!(cooldowns, ["30", "45", "45"]);
}

#[tokio::test]
async fn hostile_profile_rate_limit_can_be_disabled() {
    for (rate_limit, bans) in [(None, true), (Some(0), false)] {
        let partner =
            ReferenceClient::start(Config { profile: ServiceProfile::Hostile, rate_limit, ..test_config() })
                .await;
        // The clock is fixed, so all calls fall into one second.
        for _ in 0..30 {
            // The profile's random faults may give any result.
            let _any = partner.try_send(Method::GET, "/entity", &[], None).await;
        }
        let requests = partner.sandbox.requests().all();
        let banned = requests.iter().any(|request| request.status == 429 && request.fault.is_none());
        assert_eq!(banned, bans, "{rate_limit:?}");
    }
}

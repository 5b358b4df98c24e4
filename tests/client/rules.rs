//! The contract's rules for clients: signing in, scopes, delegation, clock, rate.

use std::time::{Duration, SystemTime};

use encours_core::client::auth::random_id;
use encours_core::client::{Call, Client, ClientConfig, DelegatedUser, SecretSource};
use encours_core::contract::models::delegation::DelegationRejection;
use encours_core::contract::{OperationId, UserId};
use encours_core::error::ErrorKind;
use encours_sandbox::{Config, Fault, Sandbox};
use jiff::{SignedDuration, Timestamp};

use crate::{client, config, delegated_client, sandbox};

/// Returns the number of token exchanges at the service.
fn exchange_count(sandbox: &Sandbox) -> usize {
    sandbox.requests().count("auth_token_exchange")
}

/// Makes a hundred calls at once; all must succeed.
async fn call_concurrently(client: &Client) {
    let calls: Vec<_> = (0..100)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { client.entity().await.map(|_| ()) })
        })
        .collect();
    for call in calls {
        call.await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn hundred_calls_with_a_revoked_bearer_make_one_exchange() {
    let sandbox = sandbox(Config::default());
    let client = client(&sandbox);
    call_concurrently(&client).await;
    assert_eq!(exchange_count(&sandbox), 1);
    sandbox.revoke_tokens().unwrap();
    call_concurrently(&client).await;
    assert_eq!(exchange_count(&sandbox), 2);
}

#[tokio::test]
async fn bearer_expired_by_the_server_clock_is_replaced() {
    let sandbox = sandbox(Config { now: Some(Timestamp::now()), ..Config::default() });
    let client = client(&sandbox);
    client.entity().await.unwrap();
    // The service's clock passes the bearer's expiry, but this device's clock does not.
    sandbox.advance(SignedDuration::from_secs(901));
    call_concurrently(&client).await;
    // The first exchange may be rejected for its timestamp; the client then learns the service's clock.
    assert!((2..=3).contains(&exchange_count(&sandbox)), "{}", exchange_count(&sandbox));
}

#[tokio::test]
async fn a_wrong_clock_on_this_machine_is_corrected() {
    for hours in [-2, 2] {
        let there = Timestamp::now() + SignedDuration::from_hours(hours);
        let sandbox = sandbox(Config { now: Some(there), ..Config::default() });
        let client = client(&sandbox);
        client.entity().await.unwrap();
        assert_eq!(exchange_count(&sandbox), 2);
        let skew = client.clock_skew_ms().unwrap();
        assert!((skew - hours * 3_600_000).abs() < 5_000, "{skew}");
        let stubborn = Client::new(ClientConfig { corrects_clock: false, ..config(&sandbox) }).unwrap();
        assert_eq!(stubborn.entity().await.unwrap_err().kind(), ErrorKind::Auth);
    }
}

#[tokio::test]
async fn a_wrong_secret_is_refused_once_for_all() {
    let sandbox = sandbox(Config::default());
    let secret = SecretSource::fixed("not the secret");
    let client = Client::new(ClientConfig { secret, ..config(&sandbox) }).unwrap();
    for _ in 0..5 {
        let error = client.entity().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Auth);
        assert!(error.problem().is_some() && error.request_id().is_some());
    }
    assert_eq!(exchange_count(&sandbox), 1);
}

#[tokio::test]
async fn a_missing_scope_is_named() {
    let sandbox = sandbox(Config { scopes: Some(vec!["deals:read".into()]), ..Config::default() });
    let client = client(&sandbox);
    let error = client.entity().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Forbidden);
    assert_eq!(error.problem().unwrap().scope().as_deref(), Some("entity:read"));
    let error = client.create_deal(r#"{"name":"x"}"#, &random_id::idempotency_key()).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome_unknown()), (ErrorKind::Forbidden, false));
}

#[tokio::test]
async fn delegation_follows_the_rules() {
    let sandbox = sandbox(Config::default());
    let preferences = || Call::new(OperationId::AlertPreferencesList);
    let without = client(&sandbox).call(preferences()).await.unwrap_err();
    assert_eq!(without.kind(), ErrorKind::Usage, "none is never sent");
    for (user, kind, rejection) in [
        ("u-nobody", ErrorKind::NotFound, DelegationRejection::UnknownUser),
        ("u-petit", ErrorKind::Forbidden, DelegationRejection::NotApproved),
        ("u-girard", ErrorKind::Forbidden, DelegationRejection::NotAllowed),
    ] {
        let error = delegated_client(&sandbox, user).call(preferences()).await.unwrap_err();
        assert_eq!((error.kind(), error.delegation()), (kind, Some(rejection)), "{user}");
    }
    let call = Call::new(OperationId::SavedViewsUpdate)
        .parameter("view_id", "00000000-0000-4000-8000-000000000000")
        .body("{}")
        .key(&random_id::idempotency_key());
    let read_only = delegated_client(&sandbox, "u-ferrand").call(call).await;
    assert!(matches!(read_only.unwrap_err().kind(), ErrorKind::Forbidden | ErrorKind::NotFound));

    let external = DelegatedUser {
        header: "X-Service-Delegated-User-External-Id".to_owned(),
        id: UserId::new("ext-1001").unwrap(),
    };
    let other = Client::new(ClientConfig { delegated_user: Some(external), ..config(&sandbox) }).unwrap();
    other.call(preferences()).await.unwrap();
}

#[tokio::test]
async fn client_sends_nothing_during_a_rate_limit() {
    let sandbox = sandbox(Config::default());
    let client = client(&sandbox);
    client.token().await.unwrap();
    sandbox.faults().add("retry-after=600:1".parse::<Fault>().unwrap());
    let error = client.entity().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::RateLimited);
    let before = sandbox.requests().total();
    for _ in 0..20 {
        assert_eq!(client.entity().await.unwrap_err().kind(), ErrorKind::RateLimited);
    }
    assert_eq!(sandbox.requests().total(), before);
    assert!(client.watch_rate_limit().borrow().unwrap() > SystemTime::now() + Duration::from_secs(500));
}

#[tokio::test]
async fn a_progressive_ban_is_never_lengthened() {
    let sandbox = sandbox(Config { rate_limit: Some(20), ..Config::default() });
    let client = client(&sandbox);
    for _ in 0..30 {
        client.entity().await.unwrap();
    }
    let statuses: Vec<_> =
        sandbox.requests().of_route("entity_get").iter().map(|request| request.status).collect();
    let rejected = statuses.iter().filter(|status| **status == 429).count();
    assert!(rejected > 0, "the limit was hit");
    assert!(!statuses.windows(2).any(|pair| pair == [429, 429]), "called inside the cooldown: {statuses:?}");
}

#[tokio::test]
async fn a_burst_is_bounded_before_the_first_rejection() {
    let sandbox = sandbox(Config { rate_limit: Some(20), ..Config::default() });
    let client =
        Client::new(ClientConfig { timeout: Duration::from_millis(500), ..config(&sandbox) }).unwrap();
    let calls: Vec<_> = (0..60)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { client.entity().await.map(|_| ()) })
        })
        .collect();
    for call in calls {
        if let Err(error) = call.await.unwrap() {
            assert_eq!(error.kind(), ErrorKind::RateLimited, "{error}");
        }
    }
    let rejected = sandbox.requests().all().iter().filter(|request| request.status == 429).count();
    assert!((1..=8).contains(&rejected), "{rejected} refusals");
}

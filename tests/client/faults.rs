//! The sandbox's faults as the client sees them: it recovers, or returns a specific error.

use std::time::Duration;

use encours_core::client::{Call, Client};
use encours_core::contract::Record;
use encours_core::contract::operation::OperationId;
use encours_core::engine::WalkFindings;
use encours_core::error::{Error, ErrorKind};
use encours_core::text::{Lang, Messages};
use encours_sandbox::{Config, Fault, Sandbox, ServiceProfile};

use crate::{client, config, sandbox, walk};

async fn entity_with_fault(fault: &str) -> (Result<Record, Error>, Sandbox) {
    let sandbox = sandbox(Config::default());
    let client = client(&sandbox);
    client.token().await.unwrap();
    sandbox.faults().add(fault.parse::<Fault>().unwrap());
    let call = Call::new(OperationId::EntityGet).timeout(Duration::from_secs(15));
    (client.fetch_one::<Record>(call).await, sandbox)
}

#[tokio::test]
async fn passing_faults_heal() {
    for fault in [
        "drop-before-commit@entity_get:2",
        "drop-after-commit@entity_get:2",
        "delay=30@entity_get:1",
        "status=503@entity_get:2",
        "status=408@entity_get:1",
        "status=500@entity_get:1",
        "html-502@entity_get:2",
        "truncate@entity_get:2",
        "reset@entity_get:1",
        "drip=5@entity_get:1",
        "unauthorized@entity_get:1",
        "retry-after=1@entity_get:1",
        "retry-after=date@entity_get:1",
        "retry-after=plus tard@entity_get:1",
        "retry-after=-5@entity_get:1",
        "date=3600@entity_get:1",
        "age=3600@entity_get:1",
        "new-field@entity_get:1",
        "null=name@entity_get:1",
        "flip-numbers@entity_get:1",
        "long-decimal@entity_get:1",
    ] {
        let (response, _sandbox) = entity_with_fault(fault).await;
        assert!(response.is_ok(), "{fault}: {response:?}");
    }
}

#[tokio::test]
async fn lasting_faults_have_distinct_error_kinds() {
    for (fault, kind, status) in [
        ("status=503", ErrorKind::Unexpected, Some(503)),
        ("status=500", ErrorKind::Unexpected, Some(500)),
        ("html-502", ErrorKind::Unexpected, Some(502)),
        ("drop-before-commit", ErrorKind::Unreachable, None),
        ("truncate", ErrorKind::Unreachable, None),
        ("unauthorized", ErrorKind::Auth, Some(401)),
        ("forbidden=scope", ErrorKind::Forbidden, Some(403)),
        ("forbidden=ip", ErrorKind::Forbidden, Some(403)),
        ("bare-problem=409", ErrorKind::Conflict, Some(409)),
        ("status=422", ErrorKind::Invalid, Some(422)),
        ("status=428", ErrorKind::Invalid, Some(428)),
        ("retry-after=7200", ErrorKind::RateLimited, Some(429)),
        ("empty", ErrorKind::Protocol, Some(200)),
        ("captive-portal", ErrorKind::Protocol, Some(200)),
        ("invalid-utf8", ErrorKind::Protocol, Some(200)),
        ("wrong-media-type", ErrorKind::Protocol, Some(200)),
        ("bomb=gzip", ErrorKind::Protocol, None),
        ("bomb=zstd", ErrorKind::Protocol, None),
        ("redirect=same", ErrorKind::Protocol, Some(307)),
        ("redirect=other", ErrorKind::Protocol, Some(307)),
    ] {
        let (response, sandbox) = entity_with_fault(fault).await;
        let error = response.expect_err(fault);
        assert_eq!((error.kind(), error.status()), (kind, status), "{fault}: {error}");
        assert!(error.request_id().is_some() && !error.outcome_unknown(), "{fault}");
        let sent = sandbox.requests().count("entity_get");
        assert!((1..=3).contains(&sent), "{fault}: {sent} requests");
    }
}

async fn walk_with_fault(fault: &str) -> (usize, WalkFindings) {
    let sandbox = sandbox(Config::default());
    sandbox.faults().add(format!("{fault}@deals_list").parse::<Fault>().unwrap());
    let (deals, findings) = walk(&client(&sandbox), OperationId::DealsList, 12).await;
    (deals.len(), findings)
}

#[tokio::test]
async fn bad_paging_is_detected_without_losing_deals() {
    for (fault, is_consistent) in [
        ("clamp=5", true),
        ("shift", false),
        ("duplicate", false),
        ("total=9", false),
        ("new-status", true),
        ("null=name", true),
    ] {
        let (deals, findings) = walk_with_fault(fault).await;
        assert_eq!((deals, findings.is_consistent), (40, is_consistent), "{fault}: {findings:?}");
        assert_eq!(findings.has_changed, !is_consistent, "{fault}");
        assert!(findings.complete().is_ok(), "{fault}");
    }
    let (deals, findings) = walk_with_fault("ignore-offset").await;
    let error = findings.complete().unwrap_err();
    assert_eq!((deals, error.kind()), (12, ErrorKind::Protocol));
    assert!(error.message().contains("does not advance"), "{error}");
}

#[tokio::test]
async fn long_decimals_and_new_fields_arrive_exactly() {
    let (record, _sandbox) = entity_with_fault("long-decimal").await;
    let record = record.unwrap();
    assert_eq!(record.num("montant_long").unwrap().as_json(), "12345678901234567890.123456789012345678");
    assert_eq!(record.num("montant_texte").unwrap().text(), "0.100000000000000000000000000001");
}

#[tokio::test]
async fn a_hostile_service_is_survived() {
    let sandbox =
        Sandbox::start(Config { deals: 60, profile: ServiceProfile::Hostile, ..Config::default() }).unwrap();
    let client = Client::new(config(&sandbox)).unwrap();
    let mut answered = 0;
    for _ in 0..25 {
        match client.entity().await {
            Ok(_) => answered += 1,
            // Any rejection may occur, but never an error in our own use of the client.
            Err(error) => assert_ne!(error.kind(), ErrorKind::Usage, "{error}"),
        }
    }
    assert!(answered > 0);
}

/// An operating system's error number means nothing to users; it appears only in the detailed message.
#[tokio::test]
async fn refused_connection_is_explained_in_plain_words() {
    let sandbox = sandbox(Config::default());
    let config = config(&sandbox);
    sandbox.shutdown();
    let call = Call::new(OperationId::EntityGet).timeout(Duration::from_secs(15));
    let response = Client::new(config).unwrap().fetch_one::<Record>(call).await;
    let error = response.expect_err("nothing listens");
    let text = error.message_ref().expect("the error has a plain message");
    assert_eq!(text.key, "cli-net-refused", "{error}");
    let message = Messages::new(Lang::En).get(text.key);
    assert_eq!(message, "connection refused at this address");
    assert!(error.message().contains("refused"), "{error}");
}

//! The token exchange, check by check, and its bearer.

use encours_sandbox::Config;
use encours_tests::reference_client::{ReferenceClient, sign, test_config, timestamp};
use jiff::SignedDuration;
use serde_json::json;

const VECTOR: &str = "eee4846fd0408b1c212e0d502a340df160f378cb5e56884a32c73fd086dba53e";

fn vector_request() -> serde_json::Value {
    json!({
        "key_id": "key_demo_0001",
        "timestamp": 1_700_000_000,
        "nonce": "3f6c2b1e-8a4d-4c1e-9b7a-2d5e6f708192",
        "signature": VECTOR,
    })
}

fn start_at_vector() -> ReferenceClient {
    let now = jiff::Timestamp::from_second(1_700_000_000).unwrap();
    ReferenceClient::start_signed_out(Config { now: Some(now), ..test_config() })
}

#[test]
fn the_partner_signs_as_python_and_openssl_do() {
    let nonce = "3f6c2b1e-8a4d-4c1e-9b7a-2d5e6f708192";
    assert_eq!(sign("demo-secret-do-not-use", "key_demo_0001", 1_700_000_000, nonce), VECTOR);
}

#[tokio::test]
async fn the_vector_is_accepted_once() {
    let partner = start_at_vector();
    let token = partner.exchange(&vector_request()).await.success(200);
    assert_eq!(token["token_type"], "Bearer");
    assert_eq!(token["expires_in"], 900);
    assert_eq!(token["issued_at"], "2023-11-14T22:13:20Z");
    assert_eq!(token["expires_at"], "2023-11-14T22:28:20Z");
    assert_eq!(token["key_id"], "key_demo_0001");
    assert_eq!(token["environment"], "live");
    assert_eq!(token["entity_slug"], "corvane-credit");
    assert_eq!(token.as_object().unwrap().len(), 8);
    let problem = partner.exchange(&vector_request()).await.problem(401);
    assert_eq!(
        (&problem["title"], &problem["reason_code"]),
        (&json!("Unauthorized"), &json!("nonce_reused"))
    );
}

#[tokio::test]
async fn upper_case_digits_are_digits_too() {
    let partner = start_at_vector();
    let mut body = vector_request();
    body["signature"] = json!(VECTOR.to_uppercase());
    partner.exchange(&body).await.success(200);
}

#[tokio::test]
async fn rejected_exchange_does_not_use_up_its_nonce() {
    let partner = start_at_vector();
    let mut forged = vector_request();
    forged["signature"] = json!("0".repeat(64));
    partner.exchange(&forged).await.problem(401);
    partner.exchange(&vector_request()).await.success(200);
}

#[tokio::test]
async fn unknown_keys_and_wrong_signatures_hear_the_same() {
    let partner = start_at_vector();
    let mut forged = vector_request();
    forged["signature"] = json!(format!("f{}", VECTOR.strip_prefix('e').unwrap()));
    let mut unknown = vector_request();
    unknown["key_id"] = json!("key_demo_0002");
    let (forged, unknown) = (partner.exchange(&forged).await, partner.exchange(&unknown).await);
    assert_eq!(forged.problem(401), unknown.problem(401));
}

#[tokio::test]
async fn exchange_accepts_clock_skew_up_to_the_limit() {
    for skew in [300, 30] {
        let partner = ReferenceClient::start_signed_out(Config { clock_skew: skew, ..test_config() });
        let now = partner.sandbox.now().as_second();
        let skew = i64::try_from(skew).unwrap();
        for (index, (off, accepted)) in
            [(skew, true), (-skew, true), (skew + 1, false), (-skew - 1, false)].into_iter().enumerate()
        {
            let reply = partner.exchange(&partner.token_request(&format!("n{index}"), now + off)).await;
            if accepted {
                reply.success(200);
            } else {
                assert_eq!(reply.problem(401)["reason_code"], "clock_skew");
            }
        }
    }
}

#[tokio::test]
async fn malformed_exchange_is_422_before_the_signature_check() {
    let partner = start_at_vector();
    let wrong = [
        ("key_id", json!("")),
        ("key_id", json!(1)),
        ("timestamp", json!("1700000000")),
        ("timestamp", json!(1_700_000_000.5)),
        ("timestamp", json!(null)),
        ("nonce", json!("")),
        ("nonce", json!(["n"])),
        ("signature", json!(VECTOR.strip_prefix('e').unwrap())),
        ("signature", json!(format!("g{}", VECTOR.strip_prefix('e').unwrap()))),
        ("signature", json!(null)),
    ];
    for (field, value) in wrong {
        let mut body = vector_request();
        body[field] = value;
        let problem = partner.exchange(&body).await.problem(422);
        assert_eq!(problem["title"], "Unprocessable Content");
        assert!(problem["detail"].as_str().unwrap().contains(field), "{problem}");
    }
    for field in ["key_id", "timestamp", "nonce", "signature"] {
        let mut body = vector_request();
        body.as_object_mut().unwrap().remove(field);
        partner.exchange(&body).await.problem(422);
    }
    partner.exchange(&json!([])).await.problem(422);
    partner.exchange(&json!("text")).await.problem(422);
}

#[tokio::test]
async fn bearer_expires_after_its_lifetime() {
    for lifetime in [900, 2] {
        let partner = ReferenceClient::start(Config { token_lifetime: lifetime, ..test_config() }).await;
        partner.get("/entity").await.success(200);
        partner.sandbox.advance(SignedDuration::from_secs(i64::try_from(lifetime).unwrap() - 1));
        partner.get("/entity").await.success(200);
        partner.sandbox.advance(SignedDuration::from_secs(1));
        let reply = partner.get("/entity").await;
        assert_eq!(reply.problem(401)["reason_code"], "bearer_expired");
        assert_eq!(reply.header("www-authenticate"), "Bearer");
    }
}

#[tokio::test]
async fn business_calls_need_a_bearer_of_this_service() {
    let mut partner = ReferenceClient::start(test_config()).await;
    partner.sandbox.revoke_tokens().unwrap();
    assert_eq!(partner.get("/deals").await.problem(401)["reason_code"], "bearer_unknown");
    partner.set_bearer(None);
    assert_eq!(partner.get("/deals").await.problem(401)["reason_code"], "bearer_missing");
    partner.set_bearer(Some("made-up"));
    partner.get("/deals").await.problem(401);
    partner.sign_in().await;
    partner.get("/deals").await.success(200);
}

#[tokio::test]
async fn generated_credentials_work_and_the_secret_is_hidden() {
    let partner = ReferenceClient::start(Config { key_id: None, secret: None, ..test_config() }).await;
    partner.get("/entity").await.success(200);
    let secret = partner.sandbox.secret().expose();
    assert_eq!(secret.len(), 64);
    assert!(!format!("{:?}", partner.sandbox).contains(secret));
    let other = ReferenceClient::start(Config { key_id: None, secret: None, ..test_config() }).await;
    assert_ne!(other.sandbox.secret(), partner.sandbox.secret());
}

#[tokio::test]
async fn two_bearers_of_one_key_are_both_valid() {
    let mut partner = ReferenceClient::start(test_config()).await;
    let first = partner.bearer().to_owned();
    partner.sign_in().await;
    assert_ne!(partner.bearer(), first);
    partner.get("/entity").await.success(200);
    partner.set_bearer(Some(&first));
    partner.get("/entity").await.success(200);
    assert_eq!(partner.sandbox.now(), timestamp(encours_tests::reference_client::NOW));
}

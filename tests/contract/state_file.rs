//! The state file: it outlives the service, and other files are rejected.

use std::path::Path;

use encours_sandbox::{Config, Error, Sandbox, ServiceProfile};
use encours_tests::reference_client::{ReferenceClient, test_config};

fn file_config(path: &Path) -> Config {
    Config { data: Some(path.to_owned()), ..test_config() }
}

#[tokio::test]
async fn writes_keys_nonces_and_bearers_survive_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("state.db");
    let config = Config { key_id: None, secret: None, ..file_config(&path) };
    let mut partner = ReferenceClient::start(config.clone()).await;
    let nonce = partner.token_request("spent", partner.sandbox.now().as_second());
    partner.exchange(&nonce).await.success(200);
    let created = partner.create("once", r#"{"name":"a"}"#).await;
    let deleted = format!("/deals/{}", partner.first_deal("lost").await);
    partner.delete(&deleted).await;
    let before = partner.fetch_all("/deals", 500).await;
    let bearer = partner.bearer().to_owned();
    let key = (partner.sandbox.key_id().to_owned(), partner.sandbox.secret().clone());
    partner.set_bearer(None);
    partner.sandbox.shutdown();

    // Another deal count and seed do not change existing data.
    let mut again = ReferenceClient::start_signed_out(Config { deals: 7, seed: 9, ..config });
    assert_eq!((again.sandbox.key_id(), again.sandbox.secret()), (&*key.0, &key.1));
    again.set_bearer(Some(&bearer));
    assert_eq!(again.fetch_all("/deals", 500).await, before);
    again.get(&deleted).await.problem(404);
    assert_eq!(again.create("once", r#"{"name":"a"}"#).await.text, created.text);
    assert_eq!(again.exchange(&nonce).await.problem(401)["reason_code"], "nonce_reused");
}

#[cfg(unix)]
#[tokio::test]
async fn the_file_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;

    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("state.db");
    let partner = ReferenceClient::start(file_config(&path)).await;
    partner.create("k", r#"{"name":"a"}"#).await.success(201);
    for file in std::fs::read_dir(directory.path()).unwrap() {
        let file = file.unwrap();
        let mode = file.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", file.path().display());
    }
}

#[test]
fn state_file_of_another_service_profile_is_rejected_unchanged() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("state.db");
    drop(Sandbox::start(file_config(&path)).unwrap());
    let bytes = std::fs::read(&path).unwrap();
    let error = Sandbox::start(Config { profile: ServiceProfile::Strict, ..file_config(&path) }).unwrap_err();
    assert!(matches!(error, Error::OtherProfile { .. }), "{error}");
    assert!(error.to_string().contains("extended"), "{error}");
    assert!(std::fs::read(&path).unwrap() == bytes);
}

#[test]
fn files_that_are_no_state_file_are_rejected_unchanged() {
    let directory = tempfile::tempdir().unwrap();
    let text = directory.path().join("notes.txt");
    std::fs::write(&text, "These are my notes, please keep them. ".repeat(40)).unwrap();
    let error = Sandbox::start(file_config(&text)).unwrap_err();
    assert!(matches!(error, Error::NotStateFile { .. }), "{error}");
    assert!(std::fs::read_to_string(&text).unwrap().starts_with("These are my notes"));
    let nowhere = directory.path().join("absent/state.db");
    assert!(matches!(Sandbox::start(file_config(&nowhere)).unwrap_err(), Error::File { .. }));
}

#[test]
fn state_file_belongs_to_one_server_at_a_time() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("state.db");
    let first = Sandbox::start(file_config(&path)).unwrap();
    let error = Sandbox::start(file_config(&path)).unwrap_err();
    assert!(matches!(error, Error::InUse { .. }), "{error}");
    assert!(error.to_string().contains("another sandbox"), "{error}");
    first.shutdown();
    drop(Sandbox::start(file_config(&path)).unwrap());
}

#[test]
fn newer_state_file_is_rejected_and_left_unchanged() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("state.db");
    drop(Sandbox::start(file_config(&path)).unwrap());
    let mut bytes = std::fs::read(&path).unwrap();
    // SQLite stores the schema version (`user_version`) in the file's header, at offset 60.
    bytes[60..64].copy_from_slice(&99_u32.to_be_bytes());
    std::fs::write(&path, &bytes).unwrap();
    let error = Sandbox::start(file_config(&path)).unwrap_err();
    assert!(error.to_string().contains("version 99"), "{error}");
    assert!(std::fs::read(&path).unwrap() == bytes);
}

#[tokio::test]
async fn other_key_does_not_inherit_bearer_tokens() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("state.db");
    let partner = ReferenceClient::start(file_config(&path)).await;
    let bearer = partner.bearer().to_owned();
    partner.sandbox.shutdown();
    let mut same = ReferenceClient::start_signed_out(file_config(&path));
    same.set_bearer(Some(&bearer));
    same.get("/entity").await.success(200);
    same.sandbox.shutdown();
    let mut other = ReferenceClient::start_signed_out(Config {
        secret: Some("another-secret".into()),
        ..file_config(&path)
    });
    other.set_bearer(Some(&bearer));
    assert_eq!(other.get("/entity").await.problem(401)["reason_code"], "bearer_unknown");
}

#[test]
fn port_in_use_is_reported_at_the_start() {
    let first = Sandbox::start(test_config()).unwrap();
    let port = first.base_url().rsplit(':').next().unwrap().strip_suffix("/v1").unwrap().parse().unwrap();
    let error = Sandbox::start(Config { port, ..test_config() }).unwrap_err();
    assert!(matches!(error, Error::Listen { .. }), "{error}");
    first.shutdown();
    drop(Sandbox::start(Config { port, ..test_config() }).unwrap());
}

#[test]
fn contradicting_settings_are_refused() {
    let setting = |change: fn(&mut Config)| {
        let mut config = test_config();
        change(&mut config);
        match Sandbox::start(config).unwrap_err() {
            Error::Setting { setting, .. } => setting,
            other => panic!("{other}"),
        }
    };
    assert_eq!(setting(|config| config.spec_gaps.deals_page.default = 501), "open.deals_page");
    assert_eq!(setting(|config| config.spec_gaps.notes_page.default = 0), "open.notes_page");
    assert_eq!(
        setting(|config| config.spec_gaps.second_delegated_header = "two words".to_owned()),
        "open.second_delegated_header"
    );
    assert_eq!(
        setting(|config| config.spec_gaps.second_delegated_header = "x-service-delegated-user-id".to_owned()),
        "open.second_delegated_header"
    );
    assert_eq!(setting(|config| config.key_id = Some(String::new())), "key_id");
    assert_eq!(setting(|config| config.secret = Some("".into())), "secret");
    assert_eq!(setting(|config| config.token_lifetime = 0), "token_lifetime");
    assert_eq!(
        setting(|config| config.spec_gaps.initial_status = "signed".to_owned()),
        "open.initial_status"
    );
    assert_eq!(
        setting(|config| config.spec_gaps.external_reference_field = "name".to_owned()),
        "open.external_reference_field"
    );
    assert_eq!(setting(|config| config.spec_gaps.deepest_json = 0), "open.deepest_json");
    assert_eq!(setting(|config| config.scopes = Some(vec!["deals".to_owned()])), "scopes");
    assert_eq!(setting(|config| config.scopes = Some(vec!["deals:delete".to_owned()])), "scopes");
    assert_eq!(
        setting(|config| config.allowed_routes = Some(vec!["deal_list".to_owned()])),
        "allowed_routes"
    );
}

#[tokio::test]
async fn idempotency_key_is_scoped_to_its_api_key() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("state.db");
    let mut made = Vec::new();
    for (key, body) in [("key_a", r#"{"name":"a"}"#), ("key_b", r#"{"name":"b"}"#)] {
        let partner =
            ReferenceClient::start(Config { key_id: Some(key.to_owned()), ..file_config(&path) }).await;
        made.push(partner.create("once", body).await.success(201)["id"].clone());
        assert_eq!(partner.create("once", body).await.success(201)["id"], made[made.len() - 1]);
        partner.sandbox.shutdown();
    }
    assert_ne!(made[0], made[1]);
}

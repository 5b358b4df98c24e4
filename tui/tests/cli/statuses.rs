//! Each failure has its exit status and its kind.

use encours_sandbox::{Config, FaultKind};

use super::support::{CliOutput, bare, test_env, with};

const NOBODY: &str = "00000000-0000-4000-8000-000000000000";

#[test]
fn bad_arguments_are_2() {
    let place = test_env();
    for line in [
        &["deals", "lst"][..],
        &["deals", "show"],
        &["deals", "list", "--limit", "x"],
        &["deals", "list", "--limit", "1", "--all"],
        &["deals", "update", "x"],
        &["deals", "list", "--sort", "name:up"],
        &["deals", "list", "--query", "ltv>"],
        &["deals", "create", "--name", "x", "--set", "a=b"],
        &["deals", "create", "--name", "x", "--idempotency-key", "a b"],
        &["entity", "--timeout", "0"],
        &["api", "BREW", "/deals"],
        &["api", "GET", "https://example.com/v1/deals"],
        &["api", "GET", "/deals/../entity"],
        &["api", "POST", "/deals", "--body", "{"],
        &["api", "GET", "/deals", "--header", "Authorization: Bearer x"],
        &["--profile", "nobody", "entity"],
        &["--profile", "../x", "entity"],
        &["--as-user", " a", "entity"],
        &["sandbox", "--fault", "no-such-fault"],
    ] {
        place.run(line).failed(2, "usage");
    }
    assert_eq!(place.sandbox.requests().total(), 0, "nothing was sent");
}

#[test]
fn a_configuration_that_cannot_be_used_is_2() {
    let dir = tempfile::tempdir().unwrap();
    let run = |pairs: &[(&str, &str)], line: &[&str]| {
        CliOutput::from_output(
            bare(dir.path())
                .envs(pairs.iter().copied())
                .args(line)
                .output()
                .unwrap(),
        )
    };
    let error = run(&[], &["entity"]).failed(2, "usage");
    assert!(
        error["message"].as_str().unwrap().contains("encours login"),
        "{error}"
    );
    run(&[("ENCOURS_FORMAT", "xml")], &["entity"]).failed(2, "usage");
    run(&[("ENCOURS_LANG", "de")], &["entity"]).failed(2, "usage");
    for url in [
        "http://example.com/v1",
        "ftp://127.0.0.1/v1",
        "https://example.com",
        "https://u:p@example.com/v1",
    ] {
        let ran = run(
            &[
                ("ENCOURS_BASE_URL", url),
                ("ENCOURS_KEY_ID", "k"),
                ("ENCOURS_SECRET", "s"),
            ],
            &["entity"],
        );
        ran.failed(2, "usage");
    }
    std::fs::create_dir_all(dir.path().join("config")).unwrap();
    std::fs::write(
        dir.path().join("config/config.toml"),
        "[profiles.default]\nbase-url = 1\n",
    )
    .unwrap();
    let error = run(&[], &["entity"]).failed(2, "usage");
    assert!(
        error["message"].as_str().unwrap().contains("config.toml:2:1"),
        "{error}"
    );
    let order = "[pipeline]\norder = [\"pre_ic\", \"Due diligence\"]\n";
    std::fs::write(dir.path().join("config/config.toml"), order).unwrap();
    let error = run(&[], &["entity"]).failed(2, "usage");
    let said = error["message"].as_str().unwrap();
    assert!(
        said.contains("config.toml:2:20") && said.contains("due_diligence"),
        "what is wrong, and what it could be: {said}"
    );
}

#[test]
fn a_wrong_secret_is_3() {
    let place = test_env();
    let ran = CliOutput::from_output(
        place
            .command(&["entity"])
            .env("ENCOURS_SECRET", "wrong")
            .output()
            .unwrap(),
    );
    let error = ran.failed(3, "auth");
    assert_eq!(
        (&error["status"], &error["problem"]["status"]),
        (&401.into(), &401.into())
    );
    assert!(error["request_id"].is_string() && ran.stdout.is_empty());
}

#[test]
fn a_missing_scope_is_4_and_named() {
    let place = with(Config {
        scopes: Some(vec!["deals:read".into()]),
        ..Config::default()
    });
    let error = place.run(&["entity"]).failed(4, "forbidden");
    assert_eq!(error["problem"]["scope"], "entity:read");
    place
        .run(&["deals", "create", "--name", "x"])
        .failed(4, "forbidden");
    assert!(place.outbox().is_empty(), "what was answered does not wait");
}

#[test]
fn what_is_not_there_is_5() {
    let place = test_env();
    place.run(&["deals", "show", NOBODY]).failed(5, "not_found");
    place
        .run(&["api", "GET", "/no-such-route"])
        .failed(5, "not_found");
    place
        .run(&["deals", "update", NOBODY, "--status", "ic"])
        .failed(5, "not_found");
}

#[test]
fn another_payload_under_the_same_key_is_6() {
    let place = test_env();
    let create = |name| place.run(&["deals", "create", "--name", name, "--idempotency-key", "key-1"]);
    let first = create("A").json();
    assert_eq!(
        create("A").json()["id"],
        first["id"],
        "the same write is done once"
    );
    create("B").failed(6, "conflict");
}

#[test]
fn what_the_service_finds_invalid_is_7() {
    let place = test_env();
    let error = place
        .run(&["deals", "create", "--name", "  "])
        .failed(7, "invalid");
    assert_eq!(error["status"], 422);
    // Without a request to the service the error is a bad argument, not a refusal.
    let error = place
        .run(&["deals", "create", "--name", "  ", "--offline"])
        .failed(2, "usage");
    assert!(error["status"].is_null(), "{error}");
    place.run(&["deals", "show", "not-a-uuid"]).failed(7, "invalid");
    place
        .run(&["deals", "list", "--status", "no-such-status"])
        .failed(7, "invalid");
}

#[test]
fn a_wait_beyond_the_timeout_is_9() {
    let place = test_env();
    place.sandbox.faults().add(FaultKind::RetryAfter("120".into()));
    let error = place.run(&["entity", "--timeout", "5"]).failed(9, "rate_limited");
    assert!(error["retry_after"].as_u64().unwrap() > 100, "{error}");
    place.sandbox.faults().clear();
}

#[test]
fn the_pause_asked_for_holds_for_the_next_command() {
    let place = test_env();
    // The first command creates the store, in which the pause is saved.
    place.run_ok(&["entity"]);
    place.sandbox.faults().add(FaultKind::RetryAfter("120".into()));
    place.run(&["entity", "--timeout", "5"]).failed(9, "rate_limited");
    place.sandbox.faults().clear();
    let before = place.sandbox.requests().total();
    place.run(&["entity", "--timeout", "5"]).failed(9, "rate_limited");
    assert_eq!(
        place.sandbox.requests().total(),
        before,
        "no request is sent early"
    );
}

#[test]
fn no_connection_is_10_on_a_read() {
    let place = test_env();
    let ran = place
        .command(&["entity", "--timeout", "5"])
        .env("ENCOURS_BASE_URL", "http://127.0.0.1:1/v1")
        .output();
    CliOutput::from_output(ran.unwrap()).failed(10, "unreachable");
}

#[test]
fn an_answer_that_the_contract_does_not_allow_is_11() {
    let place = test_env();
    for fault in [FaultKind::CaptivePortal, FaultKind::Empty, FaultKind::InvalidUtf8] {
        place.sandbox.faults().replace(vec![fault.clone().into()]);
        let error = place.run(&["entity"]).failed(11, "protocol");
        assert!(error["request_id"].is_string(), "{fault}");
    }
}

#[test]
fn an_error_of_the_service_is_1_after_retries() {
    let place = test_env();
    place.sandbox.faults().add(FaultKind::Status(500));
    let error = place.run(&["entity"]).failed(1, "unexpected");
    assert_eq!(error["status"], 500);
    assert!(
        place.sandbox.requests().count("entity_get") > 1,
        "a read is tried again"
    );
}

#[test]
fn people_read_sentences_in_their_language() {
    let place = test_env();
    let ran = place.run(&["deals", "show", NOBODY, "--format", "table", "--lang", "fr"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (5, ""));
    assert!(
        ran.stderr
            .starts_with("Erreur\u{a0}: Le serveur ne connaît pas cette ressource."),
        "{}",
        ran.stderr
    );
    let ran = place.run(&["deals", "show", NOBODY, "--format", "csv", "--lang", "en"]);
    assert!(
        ran.stderr
            .starts_with("Error: The server doesn’t know this resource."),
        "{}",
        ran.stderr
    );
}

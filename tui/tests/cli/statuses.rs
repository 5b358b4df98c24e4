//! Each failure has its exit status and its kind.

use encours_sandbox::{Config, FaultKind};

use super::support::{CliOutput, bare, test_env, with};

const NOBODY: &str = "00000000-0000-4000-8000-000000000000";

#[test]
fn bad_arguments_are_2() {
    let env = test_env();
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
        env.run(line).failed(2, "usage");
    }
    assert_eq!(env.sandbox.requests().total(), 0, "nothing was sent");
}

#[test]
fn a_configuration_that_cannot_be_used_is_2() {
    let dir = tempfile::tempdir().unwrap();
    let run = |pairs: &[(&str, &str)], line: &[&str]| {
        CliOutput::from_output(bare(dir.path()).envs(pairs.iter().copied()).args(line).output().unwrap())
    };
    let error = run(&[], &["entity"]).failed(2, "usage");
    assert!(error["message"].as_str().unwrap().contains("encours login"), "{error}");
    run(&[("ENCOURS_FORMAT", "xml")], &["entity"]).failed(2, "usage");
    run(&[("ENCOURS_LANG", "de")], &["entity"]).failed(2, "usage");
    for url in
        ["http://example.com/v1", "ftp://127.0.0.1/v1", "https://example.com", "https://u:p@example.com/v1"]
    {
        let output =
            run(&[("ENCOURS_BASE_URL", url), ("ENCOURS_KEY_ID", "k"), ("ENCOURS_SECRET", "s")], &["entity"]);
        output.failed(2, "usage");
    }
    std::fs::create_dir_all(dir.path().join("config")).unwrap();
    std::fs::write(dir.path().join("config/config.toml"), "[profiles.default]\nbase-url = 1\n").unwrap();
    let error = run(&[], &["entity"]).failed(2, "usage");
    assert!(error["message"].as_str().unwrap().contains("config.toml:2:1"), "{error}");
    let order = "[pipeline]\norder = [\"pre_ic\", \"Due diligence\"]\n";
    std::fs::write(dir.path().join("config/config.toml"), order).unwrap();
    let error = run(&[], &["entity"]).failed(2, "usage");
    let text = error["message"].as_str().unwrap();
    assert!(
        text.contains("config.toml:2:20") && text.contains("due_diligence"),
        "what is wrong, and what it could be: {text}"
    );
}

#[test]
fn a_wrong_secret_is_3() {
    let env = test_env();
    let output =
        CliOutput::from_output(env.command(&["entity"]).env("ENCOURS_SECRET", "wrong").output().unwrap());
    let error = output.failed(3, "auth");
    assert_eq!((&error["status"], &error["problem"]["status"]), (&401.into(), &401.into()));
    assert!(error["request_id"].is_string() && output.stdout.is_empty());
}

#[test]
fn a_missing_scope_is_4_and_named() {
    let env = with(Config { scopes: Some(vec!["deals:read".into()]), ..Config::default() });
    let error = env.run(&["entity"]).failed(4, "forbidden");
    assert_eq!(error["problem"]["scope"], "entity:read");
    env.run(&["deals", "create", "--name", "x"]).failed(4, "forbidden");
    assert!(env.outbox().is_empty(), "what was answered does not wait");
}

#[test]
fn not_found_exits_with_5() {
    let env = test_env();
    env.run(&["deals", "show", NOBODY]).failed(5, "not_found");
    env.run(&["api", "GET", "/no-such-route"]).failed(5, "not_found");
    env.run(&["deals", "update", NOBODY, "--status", "ic"]).failed(5, "not_found");
}

#[test]
fn other_payload_under_the_same_key_exits_with_6() {
    let env = test_env();
    let create = |name| env.run(&["deals", "create", "--name", name, "--idempotency-key", "key-1"]);
    let first = create("A").json();
    assert_eq!(create("A").json()["id"], first["id"], "the same write is done once");
    create("B").failed(6, "conflict");
}

#[test]
fn invalid_input_exits_with_7() {
    let env = test_env();
    let error = env.run(&["deals", "create", "--name", "  "]).failed(7, "invalid");
    assert_eq!(error["status"], 422);
    // Without a request to the service the error is a bad argument, not a rejection.
    let error = env.run(&["deals", "create", "--name", "  ", "--offline"]).failed(2, "usage");
    assert!(error["status"].is_null(), "{error}");
    env.run(&["deals", "show", "not-a-uuid"]).failed(7, "invalid");
    env.run(&["deals", "list", "--status", "no-such-status"]).failed(7, "invalid");
}

#[test]
fn a_wait_beyond_the_timeout_is_9() {
    let env = test_env();
    env.sandbox.faults().add(FaultKind::RetryAfter("120".into()));
    let error = env.run(&["entity", "--timeout", "5"]).failed(9, "rate_limited");
    assert!(error["retry_after"].as_u64().unwrap() > 100, "{error}");
    env.sandbox.faults().clear();
}

#[test]
fn rate_limit_applies_to_the_next_command() {
    let env = test_env();
    // The first command creates the store, in which the pause is saved.
    env.run_ok(&["entity"]);
    env.sandbox.faults().add(FaultKind::RetryAfter("120".into()));
    env.run(&["entity", "--timeout", "5"]).failed(9, "rate_limited");
    env.sandbox.faults().clear();
    let before = env.sandbox.requests().total();
    env.run(&["entity", "--timeout", "5"]).failed(9, "rate_limited");
    assert_eq!(env.sandbox.requests().total(), before, "no request is sent early");
}

#[test]
fn no_connection_is_10_on_a_read() {
    let env = test_env();
    let output =
        env.command(&["entity", "--timeout", "5"]).env("ENCOURS_BASE_URL", "http://127.0.0.1:1/v1").output();
    CliOutput::from_output(output.unwrap()).failed(10, "unreachable");
}

#[test]
fn response_outside_the_contract_exits_with_11() {
    let env = test_env();
    for fault in [FaultKind::CaptivePortal, FaultKind::Empty, FaultKind::InvalidUtf8] {
        env.sandbox.faults().replace(vec![fault.clone().into()]);
        let error = env.run(&["entity"]).failed(11, "protocol");
        assert!(error["request_id"].is_string(), "{fault}");
    }
}

#[test]
fn an_error_of_the_service_is_1_after_retries() {
    let env = test_env();
    env.sandbox.faults().add(FaultKind::Status(500));
    let error = env.run(&["entity"]).failed(1, "unexpected");
    assert_eq!(error["status"], 500);
    assert!(env.sandbox.requests().count("entity_get") > 1, "a read is tried again");
}

#[test]
fn users_get_errors_in_their_language() {
    let env = test_env();
    let output = env.run(&["deals", "show", NOBODY, "--format", "table", "--lang", "fr"]);
    assert_eq!((output.status, output.stdout.as_str()), (5, ""));
    assert!(
        output.stderr.starts_with("Erreur\u{a0}: Le serveur ne connaît pas cette ressource."),
        "{}",
        output.stderr
    );
    let output = env.run(&["deals", "show", NOBODY, "--format", "csv", "--lang", "en"]);
    assert!(output.stderr.starts_with("Error: The server doesn’t know this resource."), "{}", output.stderr);
}

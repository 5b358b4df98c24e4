//! Routes of a delegated user: exactly one header, and a specific message for each rejection.

use super::server::{Reply, Server};

fn configure(server: &Server, more: &str) {
    let dir = server.dir.path().join("config");
    std::fs::create_dir_all(&dir).unwrap();
    let text = format!(
        "[profiles.default]\nbase_url = \"{}\"\nkey_id = \"key_hostile_1\"\n{more}\n",
        server.base_url
    );
    std::fs::write(dir.join("config.toml"), text).unwrap();
}

const PREFERENCES: [&str; 3] = ["api", "GET", "/users/me/alert-preferences"];

#[test]
fn exactly_one_header_names_the_delegated_user() {
    let server = Server::start(|_, _| Reply::json(200, "[]"));
    server.run(&PREFERENCES).failed(2, "usage");
    assert!(server.requests().is_empty(), "none is never sent");
    server.run(&[&PREFERENCES[..], &["--as-user", "jean.martin@example"]].concat()).assert_ok();
    let call = server.calls().remove(0);
    assert_eq!(call.header("x-service-delegated-user-id"), Some("jean.martin@example"));

    configure(&server, "delegated_header = \"X-Partner-User\"\nas_user = \"ext-1\"");
    server.run(&PREFERENCES).assert_ok();
    let call = server.calls().remove(1);
    assert_eq!(call.header("x-partner-user"), Some("ext-1"));
    assert_eq!(call.header("x-service-delegated-user-id"), None);
    for header in ["X-Partner-User: other", "X-Service-Delegated-User-Id: other"] {
        let output = server.run(&[&PREFERENCES[..], &["--header", header]].concat());
        if output.status == 0 {
            let call = server.calls().pop().unwrap();
            assert_eq!(call.header("x-partner-user"), Some("ext-1"), "the setting wins");
        } else {
            output.failed(2, "usage");
        }
    }
    // Other routes do not name a user.
    server.run(&["api", "GET", "/spvs"]).assert_ok();
    assert_eq!(server.calls().pop().unwrap().header("x-partner-user"), None);
}

#[test]
fn client_header_cannot_name_the_delegated_user() {
    let server = Server::start(|_, _| Reply::json(200, "[]"));
    for header in ["Authorization", "Idempotency-Key", "X-Request-ID", "a b"] {
        configure(&server, &format!("delegated_header = \"{header}\"\nas_user = \"u\""));
        server.run(&PREFERENCES).failed(2, "usage");
    }
    assert!(server.requests().is_empty());
}

#[test]
fn delegation_rejections_have_distinct_messages() {
    let mut messages = std::collections::BTreeSet::new();
    for (status, detail, exit) in [
        (400, "exactly one delegated user header is expected", 7),
        (403, "the delegated user is not approved", 4),
        (403, "the user is not in the key's allowlist", 4),
        (403, "the key lacks the capability alert_preferences", 4),
        (404, "user not found in the entity", 5),
    ] {
        let server = Server::start(move |_, _| {
            Reply::problem(status, format!(r#"{{"title":"T","status":{status},"detail":"{detail}"}}"#))
        });
        for (format, lang) in [("json", "en"), ("table", "en"), ("table", "fr")] {
            let line = ["--as-user", "u", "--format", format, "--lang", lang];
            let output = server.run(&[&PREFERENCES[..], &line].concat());
            assert_eq!(output.status, exit, "{output:?}");
            assert!(output.stderr.contains(detail), "{output:?}");
            messages.insert(output.stderr.replace(detail, ""));
        }
    }
    assert_eq!(messages.len(), 15, "each refusal has words of its own");
}

//! Saved views: what the contract rules out never leaves.

use super::server::{Reply, Server};

fn put(server: &Server, body: &str) -> super::server::Ran {
    server.run(&[
        "api",
        "PUT",
        "/users/me/saved-views/v1",
        "--as-user",
        "u",
        "--body",
        body,
    ])
}

fn keys(count: usize, value: &str) -> String {
    let members: Vec<_> = (0..count).map(|key| format!("\"k{key}\":{value}")).collect();
    format!("{{{}}}", members.join(","))
}

#[test]
fn limits_are_checked_before_anything_is_sent() {
    let server = Server::start(|_, _| Reply::json(200, r#"{"id":"v1","name":"x"}"#));
    let columns = |count| format!("[{}]", vec!["\"name\""; count].join(","));
    let large = |bytes: usize| format!(r#"{{"columns":["{}"]}}"#, "x".repeat(bytes - 4));
    for refused in [
        r#"{"name":""}"#.to_owned(),
        r#"{"name":" \t "}"#.to_owned(),
        r#"{"name":null}"#.to_owned(),
        r#"{"filters":{"status":"ic"}}"#.to_owned(),
        r#"{"filters":{"nom":"x"}}"#.to_owned(),
        format!(r#"{{"filters":{}}}"#, keys(25, "1")),
        format!(r#"{{"columns":{}}}"#, columns(65)),
        format!(r#"{{"sort":[{}]}}"#, [r#"{"sort_by":"name"}"#; 5].join(",")),
        r#"{"sort":{"sort_by":"name","sort_order":"up"}}"#.to_owned(),
        large(16_385),
        r#"{"type":"deals"}"#.to_owned(),
    ] {
        let ran = put(&server, &refused);
        ran.failed(2, "usage");
    }
    assert!(server.calls().is_empty());
    for sent in [
        r#"{"name":"x","is_default":true}"#.to_owned(),
        r#"{"filters":{"statut":"ic","preset":"p"},"sort":{"sort_by":"name","sort_order":"desc"}}"#
            .to_owned(),
        format!(r#"{{"columns":{}}}"#, columns(64)),
        large(16_384),
    ] {
        put(&server, &sent).good();
        assert_eq!(server.calls().pop().unwrap().body, sent);
    }
}

#[test]
fn the_command_normalises_names_and_refuses_the_same() {
    let server = Server::start(|_, _| Reply::json(200, r#"{"id":"v1","name":"x"}"#));
    let update = |more: &[&str]| server.run(&[&["views", "update", "v1", "--as-user", "u"], more].concat());
    update(&["--name", "  \u{c0}   suivre "]).good();
    assert_eq!(server.calls()[0].body, "{\"name\":\"\u{c0} suivre\"}");
    for refused in [
        &["--name", "  "][..],
        &["--filters", r#"{"status":"ic"}"#],
        &["--sort", r#"{"sort_by":"name","sort_order":"up"}"#],
    ] {
        update(refused).failed(2, "usage");
    }
    assert_eq!(server.calls().len(), 1);
}

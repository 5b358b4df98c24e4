//! Saved views: values outside the contract's limits are never sent.

use super::server::{Reply, Server};

fn put_view(server: &Server, body: &str) -> super::server::CliOutput {
    server.run(&["api", "PUT", "/users/me/saved-views/v1", "--as-user", "u", "--body", body])
}

fn keys(count: usize, value: &str) -> String {
    let members: Vec<_> = (0..count).map(|key| format!("\"k{key}\":{value}")).collect();
    format!("{{{}}}", members.join(","))
}

#[test]
fn view_limits_are_checked_before_sending() {
    let server = Server::start(|_, _| Reply::json(200, r#"{"id":"v1","name":"x"}"#));
    let columns = |count| format!("[{}]", vec!["\"name\""; count].join(","));
    let large = |bytes: usize| format!(r#"{{"columns":["{}"]}}"#, "x".repeat(bytes - 4));
    for rejected in [
        r#"{"name":""}"#.to_owned(),
        r#"{"name":" \t "}"#.to_owned(),
        r#"{"name":null}"#.to_owned(),
        "{\"name\":\"\u{2800}\"}".to_owned(),
        r#"{"type":"operations","filters":{"status":"ic"}}"#.to_owned(),
        r#"{"filters":[]}"#.to_owned(),
        r#"{"filters":{"search":"a","search":"b"}}"#.to_owned(),
        r#"{"columns":{}}"#.to_owned(),
        r#"{"columns":[""]}"#.to_owned(),
        r#"{"sort":[{}]}"#.to_owned(),
        r#"{"sort":["name"]}"#.to_owned(),
        r#"{"sort":[{"sort_by":"a","x":1}]}"#.to_owned(),
        format!(r#"{{"filters":{}}}"#, keys(25, "1")),
        format!(r#"{{"columns":{}}}"#, columns(65)),
        format!(r#"{{"sort":[{}]}}"#, [r#"{"sort_by":"name"}"#; 5].join(",")),
        r#"{"sort":{"sort_by":"name","sort_order":"up"}}"#.to_owned(),
        large(16_385),
        r#"{"type":null}"#.to_owned(),
    ] {
        let output = put_view(&server, &rejected);
        output.failed(2, "usage");
    }
    assert!(server.calls().is_empty());
    for sent in [
        r#"{"name":"x","is_default":true}"#.to_owned(),
        r#"{"filters":{"status":"ic"}}"#.to_owned(),
        r#"{"type":"deals","filters":{"status":"ic"}}"#.to_owned(),
        r#"{"filters":{"statut":"ic","preset":"p"},"sort":{"sort_by":"name","sort_order":"desc"}}"#
            .to_owned(),
        format!(r#"{{"columns":{}}}"#, columns(64)),
        large(16_384),
    ] {
        put_view(&server, &sent).assert_ok();
        assert_eq!(server.calls().pop().unwrap().body, sent);
    }
}

#[test]
fn the_command_normalises_names_and_refuses_the_same() {
    let server = Server::start(|_, _| Reply::json(200, r#"{"id":"v1","name":"x"}"#));
    let update = |more: &[&str]| server.run(&[&["views", "update", "v1", "--as-user", "u"], more].concat());
    update(&["--name", "  \u{c0}   suivre "]).assert_ok();
    assert_eq!(server.calls()[0].body, "{\"name\":\"\u{c0} suivre\"}");
    for rejected in [
        &["--name", "  "][..],
        &["--filters", "[]"],
        &["--sort", r#"{"sort_by":"name","sort_order":"up"}"#],
        &["--columns", "{}"],
    ] {
        update(rejected).failed(2, "usage");
    }
    assert_eq!(server.calls().len(), 1);
}

/// A view without a type in an earlier response must not block later updates.
#[test]
fn a_response_without_a_type_stops_no_later_update() {
    let stored = format!(
        r#"{{"id":"v1","name":"n","is_default":false,"filters":{{"status":"{}"}},"columns":["a"],"sort":[1,2,3,4,5]}}"#,
        "x".repeat(16_390)
    );
    let server = Server::start(move |request, _| {
        if request.method == "PUT" {
            Reply::json(200, stored.clone())
        } else {
            Reply::problem(404, r#"{"title":"Not Found","status":404,"detail":"no"}"#)
        }
    });
    let update = |more: &[&str]| server.run(&[&["views", "update", "v1", "--as-user", "u"], more].concat());
    let sent = || server.calls().iter().filter(|call| call.method == "PUT").count();
    for (before, more) in [
        &["--sort", r#"[{"sort_by":"name","sort_order":"asc"}]"#][..],
        &["--name", "n"],
        &["--default", "false"],
        &["--columns", r#"["a"]"#],
        &["--filters", r#"{"status":"ic"}"#],
    ]
    .into_iter()
    .enumerate()
    {
        let output = update(more);
        assert_eq!((output.status, sent()), (0, before + 1), "{more:?}: {output:?}");
    }
    put_view(&server, r#"{"filters":{"status":"ic"}}"#).assert_ok();
}

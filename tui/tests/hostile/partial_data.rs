//! Output and messages if only some data arrives, or if several things fail.

use serde_json::Value;

use super::server::{CliOutput, Reply, Server};

const FORMATS: [&str; 4] = ["json", "ndjson", "csv", "table"];

fn page(total: usize, ids: std::ops::Range<usize>) -> Reply {
    let items: Vec<String> =
        ids.map(|id| format!(r#"{{"id":"d{id:03}","name":"n","status":"ic"}}"#)).collect();
    let items = items.join(",");
    Reply::json(200, format!(r#"{{"items":[{items}],"total":{total}}}"#))
}

/// Returns the only error object of a run, after any warnings.
fn one_error(output: &CliOutput) -> Value {
    let objects: Vec<Value> = output
        .stderr
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {output:?}")))
        .collect();
    let mut errors = objects.iter().filter(|object| object["error"].is_object());
    let first = errors.next().unwrap_or_else(|| panic!("{output:?}"))["error"].clone();
    assert!(errors.next().is_none(), "{output:?}");
    first
}

#[test]
fn partial_list_is_printed_in_every_format() {
    type Second = fn() -> Reply;
    let cases: [(&str, Second, i32); 7] = [
        ("the same page again", || page(25, 0..10), 11),
        ("an empty page", || page(25, 0..0), 0),
        ("500", || Reply::json(500, ""), 1),
        ("404", || Reply::problem(404, r#"{"title":"Not Found"}"#), 5),
        ("HTML", || Reply::with_type(200, "text/html", "<html>portal</html>"), 11),
        ("cut", || Reply::json(200, r#"{"items":[{"id":"#), 11),
        ("silence", || Reply::Silence, 10),
    ];
    for (name, second, status) in cases {
        let server = Server::start(move |request, _| match request.number("offset") {
            Some(offset) if offset > 0 => second(),
            _ => page(25, 0..10),
        });
        for format in FORMATS {
            for line in [
                &["deals", "list", "--all"][..],
                &["deals", "list", "--query", "statut:ic", "--sort", "name"],
                &["api", "GET", "/deals", "--paginate"],
            ] {
                let output = server.run(&[line, &["--format", format, "--timeout", "2"]].concat());
                assert_eq!(output.status, status, "{name} {format} {line:?}: {output:?}");
                for id in ["d000", "d009"] {
                    assert!(output.stdout.contains(id), "{name} {format} {line:?}: {output:?}");
                }
                // A list that ended before its count was reached is complete, with a warning.
                if status == 0 {
                    assert!(
                        output.stderr.contains("10 different records of the 25"),
                        "{name} {format}: {output:?}"
                    );
                    continue;
                }
                assert!(output.stderr.contains("printed"), "{name} {format}: {output:?}");
                assert!(!output.stderr.contains("Nothing from this response"), "{name} {format}: {output:?}");
                if format == "json" {
                    one_error(&output);
                }
            }
        }
    }
}

#[test]
fn failed_first_page_prints_nothing() {
    let server = Server::start(|_, _| Reply::with_type(200, "text/html", "<html>portal</html>"));
    for format in FORMATS {
        let output = server.run(&["deals", "list", "--all", "--format", format]);
        assert_eq!((output.status, output.stdout.as_str()), (11, ""), "{output:?}");
    }
}

#[test]
fn all_list_errors_are_reported_in_one_object() {
    let server = Server::start(|_, _| {
        let items = r#"{"id":"a","name":"n"},{"id":"b","name":"n"},{"id":"c","name":"n"},null"#;
        Reply::json(200, format!(r#"{{"items":[{items}],"total":6}}"#))
    });
    let output = server.run(&["deals", "list", "--all"]);
    assert_eq!(output.status, 11, "{output:?}");
    let message = one_error(&output)["message"].as_str().unwrap().to_owned();
    assert!(message.contains("can’t be read"), "{message}");
    let table = server.run(&["deals", "list", "--all", "--format", "table"]);
    assert!(table.stderr.contains("The records received"), "{table:?}");
    assert!(!table.stderr.contains("Nothing from this response"), "{table:?}");
}

#[test]
fn elements_without_an_id_are_reported_in_raw_lists() {
    let server = Server::start(|request, _| match request.number("offset") {
        Some(offset) if offset > 0 => Reply::json(200, r#"{"items":[],"total":4}"#),
        _ => Reply::json(200, r#"{"items":[{"id":"a"},{"id":"b"},null,{"name":"n"}],"total":4}"#),
    });
    let line = ["api", "GET", "/deals", "--paginate", "--format", "table", "--lang", "en"];
    let output = server.run(&line);
    assert_eq!(output.status, 0, "{output:?}");
    assert!(output.stderr.contains("with an ID"), "{output:?}");
}

#[test]
fn list_ends_when_pages_bring_no_new_records() {
    let server = Server::start(|request, _| {
        let offset = request.number("offset").unwrap_or(0);
        let left = 12_usize.saturating_sub(offset);
        let items = vec![r#"{"id":"a","name":"n","status":"ic"}"#; left.min(5)].join(",");
        Reply::json(200, format!(r#"{{"items":[{items}],"total":12}}"#))
    });
    let line = ["deals", "list", "--all", "--format", "table", "--lang", "en"];
    let output = server.run(&line);
    assert_eq!(output.status, 0, "{output:?}");
    assert_eq!(output.stderr.matches("1 different records of the 12").count(), 1, "{output:?}");
    let strict = server.run(&[&line[..], &["--strict"]].concat());
    assert_eq!(strict.status, 11, "{strict:?}");
}

#[test]
fn several_failed_writes_are_reported_in_one_object() {
    let server = Server::start(|_, _| Reply::problem(404, r#"{"title":"Not Found","detail":"no"}"#));
    for line in [&["notifications", "read", "a", "b"][..], &["deals", "delete", "a", "b", "--yes"]] {
        for format in ["json", "ndjson"] {
            let output = server.run(&[line, &["--format", format]].concat());
            let error = output.failed(5, "not_found");
            assert_eq!(error["id"], "a");
            let ids: Vec<_> = error["errors"].as_array().unwrap().iter().map(|one| &one["id"]).collect();
            assert_eq!(ids, ["a", "b"], "{error}");
        }
        let table = server.run(&[line, &["--format", "table"]].concat());
        assert_eq!(table.stderr.matches("Error:").count(), 2, "{table:?}");
    }
}

#[test]
fn record_without_a_usable_id_is_a_protocol_error() {
    for id in ["null", "5", "[]"] {
        let body = format!(r#"{{"items":[{{"id":{id},"name":"n"}}],"total":1}}"#);
        let server = Server::start(move |request, _| {
            if request.target.ends_with("/postman.json") {
                return Reply::problem(404, r#"{"title":"Not Found"}"#);
            }
            Reply::json(200, body.clone())
        });
        for line in [
            &["deals", "list"][..],
            &["notifications", "list"],
            &["fields", "list"],
            &["views", "list", "--as-user", "u"],
        ] {
            let output = server.run(line);
            assert_eq!(output.status, 11, "{id} {line:?}: {output:?}");
        }
    }
    for body in
        [r#"{"field_key":"k"}"#, r#"{"id":[],"field_key":"k"}"#, r#"{"id":"f","field_key":"k","label_fr":5}"#]
    {
        let server = Server::start(move |_, _| Reply::json(200, body));
        server.run(&["fields", "show", "--key", "k"]).failed(11, "protocol");
    }
}

#[test]
fn damaged_compression_is_a_protocol_error() {
    for encoding in ["br", "gzip", "zstd", "deflate"] {
        let server = Server::start(move |_, _| {
            let damaged = b"\xff\xff\xffnot compressed at all, whatever the header says\xff".to_vec();
            Reply::json(200, damaged).with("Content-Encoding", encoding)
        });
        server.run(&["entity"]).failed(11, "protocol");
        assert_eq!(server.calls().len(), 1, "{encoding}");
    }
}

#[test]
fn retry_delay_names_the_server_or_encours_as_source() {
    let asking = |wait: &'static str| {
        Server::start(move |_, _| Reply::problem(429, r#"{"title":"T"}"#).with("Retry-After", wait))
    };
    let one = asking("1").run(&["entity", "--timeout", "6"]).failed(9, "rate_limited");
    assert_eq!(one["retry_after"], 1, "{one}");
    for own in ["0", "Sun, 06 Nov 1994 08:49:37 GMT"] {
        let error = asking(own).run(&["entity", "--timeout", "2"]).failed(9, "rate_limited");
        assert!(error["message"].as_str().unwrap().contains("set by Encours"), "{own}: {error}");
    }
}

#[test]
fn raw_write_without_a_response_is_not_queued() {
    let server = Server::start(|_, _| Reply::cut());
    let line = ["api", "POST", "/deals", "--body", r#"{"name":"x"}"#, "--timeout", "3"];
    let error = server.run(&line).failed(1, "unexpected");
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("saves nothing") && message.contains("Idempotency-Key"), "{error}");
    server.run(&["api", "GET", "/deals", "--timeout", "2"]).failed(10, "unreachable");
}

//! A service that attacks the terminal, the spreadsheet or the log.

use super::stub_server::{Response, start};

fn deals(name: &str) -> String {
    let name = serde_json::to_string(name).unwrap();
    format!("{{\"items\":[{{\"id\":\"d1\",\"name\":{name},\"status\":\"ic\",\"x\":1.10}}],\"total\":1}}")
}

#[test]
fn table_contains_no_control_characters() {
    let name = "a\u{1b}[31mred\u{1b}]0;title\u{7}\nsecond\rthird\u{202e}desrever\u{9b}1m\u{200b}";
    let stub = start(Response::Body(deals(name)));
    let output = stub.run(&["deals", "list", "--format", "table"]);
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert_eq!(output.stdout.lines().count(), 2, "one record, one line: {:?}", output.stdout);
    let steering =
        |c: char| (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c) || c == '\u{200b}';
    assert!(!output.stdout.contains(steering), "{:?}", output.stdout);
    assert!(output.stdout.contains("red") && output.stdout.contains("second"), "{:?}", output.stdout);
}

#[test]
fn json_output_is_byte_identical_to_the_response() {
    let body = deals("a\u{202e}b\u{9b}");
    let stub = start(Response::Body(body.clone()));
    let output = stub.run(&["api", "GET", "/deals"]);
    assert_eq!(output.stdout, format!("{body}\n"));
    let list = stub.run(&["deals", "list"]);
    assert!(body.contains(list.stdout.trim()), "{} in {body}", list.stdout);
}

#[test]
fn very_long_name_stays_on_one_line() {
    let stub = start(Response::Body(deals(&"x".repeat(100_000))));
    let output = stub.run(&["deals", "list", "--format", "table"]);
    assert_eq!((output.status, output.stdout.lines().count()), (0, 2), "{}", output.stderr);
    assert!(output.stdout.len() < 4_000, "{}", output.stdout.len());
    assert!(output.stdout.contains('…'));
    assert_eq!(stub.run(&["deals", "list"]).json()[0]["name"].as_str().unwrap().len(), 100_000);
}

#[test]
fn decimals_beyond_binary_precision_stay_exact() {
    let body = r#"{"total_operations":3,"total_nominal":123456789012345678901234567890.10,"x":0.1000000000000000055511151231257827,"y":1e400}"#;
    let stub = start(Response::Body(body.to_owned()));
    assert_eq!(stub.run(&["portfolio"]).stdout, format!("{body}\n"));
    let ndjson = stub.run(&["portfolio", "--format", "ndjson"]).stdout;
    assert_eq!(ndjson, format!("{body}\n"));
    let csv = stub.run(&["portfolio", "--format", "csv"]).stdout;
    for exact in ["123456789012345678901234567890.10", "0.1000000000000000055511151231257827", "1e400"] {
        assert!(csv.contains(exact), "{csv}");
    }
}

#[test]
fn invalid_list_element_is_reported_and_the_rest_printed() {
    let stub = start(Response::Body(r#"{"items":[{"id":"a"},7,{"id":"b"}],"total":3}"#.to_owned()));
    let output = stub.run(&["deals", "list"]);
    assert_eq!(output.json().as_array().unwrap().len(), 2);
    output.failed(11, "protocol");
}

#[test]
fn malformed_list_is_a_protocol_error() {
    for body in ["{}", "7", "{\"items\":{}}", "[", ""] {
        let stub = start(Response::Body(body.to_owned()));
        let output = stub.run(&["deals", "list"]);
        output.failed(11, "protocol");
        assert_eq!(output.stdout, "");
    }
}

#[test]
fn diagnostics_hold_no_secret_and_no_bearer() {
    let stub = start(Response::Body(deals("x")));
    let log = stub.dir.path().join("log");
    let output = stub.run(&["deals", "list", "-vvv", "--log", log.to_str().unwrap()]);
    assert_eq!(output.status, 0, "{}", output.stderr);
    let loud = stub.run(&["deals", "list", "-vvv"]);
    let written = std::fs::read_to_string(&log).unwrap();
    assert!(written.contains("/deals"), "{written}");
    for text in [written, loud.stderr, output.stderr] {
        assert!(!text.contains("canary"), "{text}");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&log).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn stored_files_contain_no_secret() {
    let stub = start(Response::Body(deals("x")));
    stub.run(&["deals", "list"]);
    stub.run(&["deals", "create", "--name", "y", "--offline"]);
    let mut files = 0;
    let mut folders = vec![stub.dir.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            files += 1;
            let bytes = std::fs::read(&path).unwrap();
            assert!(!bytes.windows(6).any(|window| window == b"canary"), "{}", path.display());
        }
    }
    assert!(files >= 2, "the store was written");
}

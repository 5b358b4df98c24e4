//! Lists that page incorrectly: no record is lost silently, and every walk ends.

use super::server::{Reply, Request, Server};

fn record(id: usize) -> String {
    format!(r#"{{"id":"d{id:03}","name":"n","status":"ic","content":"c"}}"#)
}

fn array(ids: impl IntoIterator<Item = usize>) -> String {
    let records: Vec<_> = ids.into_iter().map(record).collect();
    format!("[{}]", records.join(","))
}

fn items(ids: impl IntoIterator<Item = usize>, total: usize) -> Reply {
    Reply::json(200, format!(r#"{{"items":{},"total":{total}}}"#, array(ids)))
}

fn offset(request: &Request) -> usize {
    request.number("offset").unwrap_or(0)
}

fn limit(request: &Request) -> usize {
    request.number("limit").unwrap_or(50)
}

fn page(request: &Request, size: usize, clamp: usize) -> std::ops::Range<usize> {
    let start = offset(request).min(size);
    start..(start + limit(request).min(clamp)).min(size)
}

fn expected(count: usize) -> Vec<String> {
    (0..count).map(|id| format!("d{id:03}")).collect()
}

const ALL: [&str; 3] = ["deals", "list", "--all"];

#[test]
fn silently_capped_page_size_loses_no_record() {
    for clamp in [1, 7, 50, 100] {
        let server = Server::start(move |request, _| items(page(request, 130, clamp), 130));
        let output = server.run(&ALL).assert_ok();
        assert_eq!((output.ids(), output.stderr.as_str()), (expected(130), ""), "{clamp}");
        let offsets: Vec<_> = server.calls().iter().map(offset).collect();
        let steps: Vec<_> = (0..130).step_by(clamp).collect();
        assert_eq!(offsets, steps, "advanced by what was received");
    }
}

#[test]
fn array_without_headers_is_loaded_to_its_empty_page() {
    for clamp in [7, 100, 500] {
        let server = Server::start(move |request, _| Reply::json(200, array(page(request, 130, clamp))));
        let output = server.run(&["api", "GET", "/operations", "--paginate"]).assert_ok();
        assert_eq!(output.ids(), expected(130), "{clamp}");
    }
}

#[test]
fn the_headers_of_a_list_end_it() {
    let server = Server::start(|request, _| {
        let page = page(request, 130, 40);
        let more = (page.end < 130).to_string();
        Reply::json(200, array(page.clone()))
            .with("X-Service-Limit", "40")
            .with("X-Service-Offset", page.start.to_string())
            .with("X-Service-Has-More", more)
    });
    let output = server.run(&["api", "GET", "/spvs", "--paginate"]).assert_ok();
    assert_eq!((output.ids(), server.calls().len()), (expected(130), 4));
}

#[test]
fn numbered_pages_are_followed_from_the_first() {
    for first in [0, 1] {
        let server = Server::start(move |request, _| {
            let start = (request.number("page").unwrap() - first) * limit(request);
            items(start.min(25)..(start + limit(request)).min(25), 25)
        });
        let first = format!("page={first}");
        let line = ["api", "GET", "/imports", "--paginate", "--query", &first, "--query", "limit=10"];
        assert_eq!(server.run(&line).assert_ok().ids(), expected(25));
        assert!(server.calls().iter().all(|call| call.query("offset").is_none()));
        assert_eq!(server.calls().len(), 3);
    }
    let server = Server::start(|_, _| Reply::json(200, "[]"));
    server.run(&["api", "GET", "/deals", "--query", "page=1", "--query", "offset=0"]).failed(2, "usage");
    assert!(server.requests().is_empty());
}

#[test]
fn a_total_that_is_too_small_is_read_past() {
    for total in [0, 1, 99, 100, 129] {
        let server = Server::start(move |request, _| items(page(request, 130, 500), total));
        assert_eq!(server.run(&ALL).assert_ok().ids(), expected(130), "{total}");
    }
    let counting = Server::start(|request, _| {
        let page = page(request, 130, 500);
        items(page.clone(), page.len())
    });
    assert_eq!(counting.run(&ALL).assert_ok().ids(), expected(130), "a total that counts the page alone");
}

#[test]
fn too_large_total_ends_with_a_warning() {
    let server = Server::start(|request, _| items(page(request, 30, 500), 999_999));
    let output = server.run(&ALL).assert_ok();
    assert_eq!(output.ids(), expected(30), "what came is printed");
    assert_eq!(output.warning(), "incomplete");
    assert!(server.calls().len() <= 4, "{}", server.calls().len());
    let output = server.run(&["deals", "list", "--all", "--format", "table"]).assert_ok();
    assert_eq!(output.stderr.lines().count(), 1, "one warning: {output:?}");
    assert!(output.stderr.contains("999"), "{output:?}");
    let output = server.run(&[&ALL[..], &["--strict"]].concat());
    output.failed(11, "protocol");
    assert_eq!(output.ids(), expected(30), "what came is printed");
}

#[test]
fn a_total_that_counts_a_record_twice_is_reached() {
    let lists: [&[usize]; 4] = [&[0, 0, 1], &[0, 1, 2, 1], &[0, 1, 1, 2, 2, 3], &[0, 1, 2, 3, 3]];
    for list in lists {
        for (size, heeds_offset) in [(500, true), (500, false), (2, true), (3, true)] {
            let server = Server::start(move |request, _| {
                let start = if heeds_offset { offset(request).min(list.len()) } else { 0 };
                let end = (start + limit(request).min(size)).min(list.len());
                items(list[start..end].to_vec(), list.len())
            });
            let mut different = list.to_vec();
            different.dedup();
            different.sort_unstable();
            different.dedup();
            for line in [&ALL[..], &["deals", "notes", "d000", "--all"]] {
                let output = server.run(line).assert_ok();
                assert_eq!(
                    (output.ids(), output.warning()),
                    (expected(different.len()), "incomplete".to_owned()),
                    "{list:?} by {size}"
                );
                server.run(&[line, &["--strict"]].concat()).failed(11, "protocol");
            }
        }
    }
}

#[test]
fn empty_page_before_the_end_is_requested_again() {
    // The second page is empty once.
    let server =
        Server::start(
            |request, before| {
                if before == 1 { items([], 250) } else { items(page(request, 250, 500), 250) }
            },
        );
    let output = server.run(&ALL).assert_ok();
    let mut ids = output.ids();
    ids.sort();
    assert_eq!((ids, output.stderr.as_str()), (expected(250), ""));
}

#[test]
fn list_that_ignores_the_offset_ends_with_an_error() {
    for form in ["items", "array"] {
        let server = Server::start(move |_, _| match form {
            "items" => items(0..100, 250),
            _ => Reply::json(200, array(0..100)),
        });
        let output = server.run(&["api", "GET", "/operations", "--paginate"]);
        output.failed(11, "protocol");
        assert!(server.calls().len() <= 3);
    }
    // A list that sends everything each time is complete.
    for body in [format!(r#"{{"items":{},"total":150}}"#, array(0..150)), array(0..150)] {
        let server = Server::start(move |_, _| Reply::json(200, body.clone()));
        let output = server.run(&["api", "GET", "/operations", "--paginate"]).assert_ok();
        assert_eq!(output.ids(), expected(150));
        assert!(server.calls().len() <= 2);
    }
}

#[test]
fn list_growing_at_the_front_prints_each_record_once() {
    // Before each later page, one more record is inserted at the front.
    let server = Server::start(|request, before| {
        let new = before.min(3);
        let list: Vec<usize> = (0..new).rev().map(|id| 900 + id).chain(0..250).collect();
        let start = offset(request).min(list.len());
        let end = (start + limit(request)).min(list.len());
        items(list[start..end].to_vec(), list.len())
    });
    let mut ids = server.run(&ALL).assert_ok().ids();
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count, "no record twice");
    for id in expected(250).iter().chain(&["d900".to_owned(), "d901".to_owned(), "d902".to_owned()]) {
        assert!(ids.contains(id), "{id} is missing");
    }
}

#[test]
fn a_list_that_shrinks_in_front_is_read_again() {
    // After the first page, its first ten records are gone, so that the rest moves past the next offset.
    let server = Server::start(|request, before| {
        let deleted = if before == 0 { 0 } else { 10 };
        let list: Vec<usize> = (deleted..250).collect();
        let start = offset(request).min(list.len());
        let end = (start + limit(request)).min(list.len());
        items(list[start..end].to_vec(), list.len())
    });
    let mut ids = server.run(&ALL).assert_ok().ids();
    ids.sort();
    assert_eq!(ids, expected(250), "what the first pass skipped is found by the second");
}

#[test]
fn inconsistent_pass_deletes_no_cached_deal() {
    let server = Server::start(|request, before| match before {
        0 => items(page(request, 3, 50), 3),
        // Records are missing, and the service's own count shows it.
        _ => items(page(request, 1, 50), 3),
    });
    server.run(&ALL).assert_ok();
    let later = server.run(&ALL).assert_ok();
    assert_eq!(later.ids(), expected(1));
    assert_eq!(later.warning(), "incomplete");
    let stored = server.run(&["deals", "list", "--offline", "--all"]).assert_ok();
    assert_eq!(stored.ids(), expected(3), "what was read before is not taken for deleted");
}

#[test]
fn identifiers_of_another_type_tell_records_apart_too() {
    let server = Server::start(|_, _| {
        Reply::json(200, r#"{"items":[{"id":7},{"id":8},{"id":7},{"id":"\u0061"},{"id":"a"}],"total":3}"#)
    });
    let list = server.run(&["deals", "list"]);
    list.failed(11, "protocol");
    let list = list.json();
    assert_eq!(list.as_array().unwrap().len(), 3, "{list}");
}

#[test]
fn duplicate_record_in_a_page_is_listed_once() {
    let server = Server::start(|_, _| items([0, 1, 1, 2, 0], 3));
    assert_eq!(server.run(&["deals", "list"]).assert_ok().ids(), expected(3));
}

#[test]
fn failed_later_page_prints_records_and_reports_incomplete() {
    let server = Server::start(
        |request, _| {
            if offset(request) == 0 { items(0..100, 250) } else { Reply::json(500, "") }
        },
    );
    let output = server.run(&ALL);
    let error = output.failed(1, "unexpected");
    assert!(error["message"].as_str().unwrap().contains("The list is incomplete"), "{error}");
    assert_eq!(output.ids().len(), 100);
    let lines = server.run(&["deals", "list", "--all", "--format", "ndjson"]);
    assert_eq!((lines.status, lines.stdout.lines().count()), (1, 100), "what came was written as it came");
}

#[test]
fn parameters_are_encoded_and_exclusive_parameters_rejected() {
    let server = Server::start(|_, _| Reply::json(200, "[]"));
    let name = "name=Fonci\u{e8}re & Cie/50 % #1+2";
    server.run(&["api", "GET", "/spvs", "--query", name, "--query", "active=true"]).assert_ok();
    assert_eq!(
        server.calls()[0].target,
        "/v1/spvs?name=Fonci%C3%A8re%20%26%20Cie%2F50%20%25%20%231%2B2&active=true"
    );
    server.run(&["api", "GET", "/operateurs", "--query", "name=a", "--query", "search=b"]).failed(2, "usage");
    server.run(&["api", "GET", "/operations", "--query", "status=active"]).assert_ok();
    assert_eq!(server.calls().len(), 2);
}

#[test]
fn list_ending_before_the_announced_end_is_reported() {
    let server = Server::start(|request, _| {
        Reply::json(200, array(page(request, 30, 500))).with("X-Service-Has-More", "true")
    });
    let line = ["api", "GET", "/spvs", "--paginate"];
    let output = server.run(&line).assert_ok();
    assert_eq!((output.ids(), output.warning()), (expected(30), "incomplete".to_owned()));
    assert!(server.calls().len() <= 4, "{}", server.calls().len());
    server.run(&[&line[..], &["--strict"]].concat()).failed(11, "protocol");
}

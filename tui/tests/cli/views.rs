//! Saved views: listed if there is a list, changed byte for byte, within the service's limits.

use encours_sandbox::{Config, Profile};

use super::stub::{self, Answer};
use super::support::{Place, Ran, place, with};

fn run(place: &Place, line: &[&str]) -> Ran {
    let mut line = line.to_vec();
    line.extend(["--as-user", "u-martin"]);
    place.run(&line)
}

fn good(place: &Place, line: &[&str]) -> Ran {
    let ran = run(place, line);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{line:?}");
    ran
}

fn view() -> String {
    let list = good(&place(), &["views", "list"]).json();
    list[1]["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_view_is_listed_renamed_and_made_the_default() {
    let place = place();
    let all = good(&place, &["views", "list"]).json();
    let count = all.as_array().unwrap().len();
    assert!(count > 2);
    let id = all[1]["id"].as_str().unwrap();
    let changed = good(
        &place,
        &["views", "update", id, "--name", " Retards  ", "--default", "true"],
    )
    .json();
    assert_eq!(
        (&changed["name"], &changed["is_default"]),
        (&"Retards".into(), &true.into())
    );
    assert_eq!(
        changed["filters"], all[1]["filters"],
        "what was not given is not touched"
    );
    let sent = place.sandbox.requests().of("saved_views_update");
    assert!(sent.len() == 1 && sent[0].idempotency_key.is_some());
    let table = run(&place, &["views", "list", "--format", "table", "--lang", "fr"]);
    assert!(
        table.out.contains("Par défaut") && table.out.contains("Retards"),
        "{}",
        table.out
    );
    assert!(!table.out.contains("sort_by"), "what has parts is no column");
    assert!(
        table.err.contains("découverte · GET /users/me/saved-views"),
        "{}",
        table.err
    );
    let csv = good(&place, &["views", "list", "--format", "csv"]).out;
    assert!(
        csv.starts_with("id,name,is_default,filters,columns,sort"),
        "{csv}"
    );
    assert_eq!(
        good(&place, &["views", "list", "--format", "ndjson"])
            .out
            .lines()
            .count(),
        count
    );
}

#[test]
fn filters_columns_and_sort_go_through_byte_for_byte() {
    let stub = stub::start(Answer::Body("{\"id\":\"v\",\"name\":\"n\"}".into()));
    let filters = "{ \"statut\" : [\"retard\" ,\"\\u00e9\"],\n \"search\":1.10e+2 }";
    let line = [
        "views",
        "update",
        "v",
        "--filters",
        filters,
        "--columns",
        "[ \"name\" ]",
        "--sort",
        "{\"sort_by\":\"name\"}",
        "--as-user",
        "u",
    ];
    assert_eq!(stub.run(&line).status, 0);
    assert_eq!(
        stub.sent.recv().unwrap(),
        format!("{{\"filters\":{filters},\"columns\":[ \"name\" ],\"sort\":{{\"sort_by\":\"name\"}}}}")
    );
    let place = place();
    let id = view();
    let changed = good(
        &place,
        &["views", "update", &id, "--filters", "{\"statut\":  [\"retard\"]}"],
    )
    .out;
    assert!(
        changed.contains("\"filters\":{\"statut\":  [\"retard\"]}"),
        "{changed}"
    );
    let listed = good(&place, &["views", "list"]).out;
    assert!(
        listed.contains("\"filters\":{\"statut\":  [\"retard\"]}"),
        "{listed}"
    );
    let told = run(
        &place,
        &[
            "views",
            "update",
            &id,
            "--filters",
            "{}",
            "--format",
            "table",
            "--lang",
            "fr",
        ],
    );
    assert!(told.err.contains("Le contrat ne documente"), "{}", told.err);
}

#[test]
fn the_limits_are_held_before_anything_is_sent() {
    let place = place();
    let id = view();
    good(&place, &["views", "list"]);
    let object = |keys: usize| {
        let members: Vec<_> = (0..keys).map(|key| format!("\"k{key}\":1")).collect();
        format!("{{{}}}", members.join(","))
    };
    let columns = format!("[{}]", vec!["\"name\""; 65].join(","));
    let long = format!("{{\"search\":\"{}\"}}", "x".repeat(16_384));
    for (option, json) in [
        ("--name", "  ".to_owned()),
        ("--filters", object(25)),
        ("--filters", "{\"status\":\"x\"}".to_owned()),
        ("--filters", long),
        ("--columns", columns),
        ("--sort", object(5)),
    ] {
        let error = run(&place, &["views", "update", &id, option, &json]).failed(2, "usage");
        assert!(
            error["message"].as_str().unwrap().contains("Nothing was sent"),
            "{error}"
        );
    }
    for (option, json) in [("--filters", "{"), ("--filters", "5"), ("--default", "maybe")] {
        run(&place, &["views", "update", &id, option, json]).failed(2, "usage");
    }
    run(&place, &["views", "update", &id]).failed(2, "usage");
    assert_eq!(place.sandbox.requests().count("saved_views_update"), 0);
    let told = run(
        &place,
        &[
            "views", "update", &id, "--name", "", "--format", "table", "--lang", "fr",
        ],
    );
    assert!(
        told.err.contains("vue") && told.err.contains("Corrigez"),
        "{}",
        told.err
    );
}

#[test]
fn a_view_is_the_users_own() {
    let place = place();
    let id = view();
    place
        .run(&["views", "update", &id, "--name", "x"])
        .failed(2, "usage");
    let of = |user: &str| place.run(&["views", "update", &id, "--name", "x", "--as-user", user]);
    of("u-nguyen").failed(5, "not_found");
    of("u-nobody").failed(5, "not_found");
    of("u-petit").failed(4, "forbidden");
    of("u-ferrand").failed(4, "forbidden");
}

#[test]
fn a_view_waits_while_there_is_no_service() {
    let place = place();
    let id = view();
    let ran = run(
        &place,
        &["views", "update", &id, "--name", "Plus tard", "--offline"],
    );
    ran.failed(8, "queued");
    let waiting = good(&place, &["outbox", "list"]).json();
    assert_eq!(waiting[0]["body"]["name"], "Plus tard");
    assert_eq!(good(&place, &["outbox", "retry"]).json()[0]["name"], "Plus tard");
    assert!(
        place.outbox().is_empty(),
        "another user's writes are another outbox"
    );
}

#[test]
fn without_a_list_the_views_met_are_listed() {
    let place = with(Config {
        profile: Profile::Strict,
        ..Config::default()
    });
    let id = view();
    let error = run(&place, &["views", "list"]).failed(5, "not_found");
    assert!(
        error["message"].as_str().unwrap().contains("delegated user"),
        "both readings: {error}"
    );
    good(&place, &["views", "update", &id, "--name", "Suivie"]);
    let listed = good(&place, &["views", "list"]).json();
    assert_eq!(
        (&listed[0]["id"], &listed[0]["name"]),
        (&id.as_str().into(), &"Suivie".into())
    );
}

//! Reading: single resources, lists, filters, sort orders, offline.

use encours_sandbox::{Config, FaultKind, Profile};
use serde_json::Value;

use super::support::{Place, place, with};

fn ids(list: &Value) -> Vec<&str> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|deal| deal["id"].as_str().unwrap())
        .collect()
}

fn names(place: &Place, line: &[&str]) -> Vec<String> {
    let list = place.good(line).json();
    list.as_array()
        .unwrap()
        .iter()
        .map(|deal| deal["name"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn what_there_is_one_of() {
    let place = place();
    assert_eq!(place.good(&["entity"]).json()["siren"], "732829320");
    assert!(
        place
            .good(&["portfolio"])
            .out
            .contains("\"total_nominal\":486215400.00"),
        "decimals stay as they are"
    );
    let token = place.good(&["token"]).json();
    assert_eq!(token["token_type"], "Bearer");
    assert!(token.get("access_token").is_none());
    assert!(place.good(&["token", "--reveal"]).json()["access_token"].is_string());
}

#[test]
fn a_status_that_nobody_knows_is_an_empty_list_offline_and_said_to_be_unknown() {
    let place = place();
    place.good(&["sync"]);
    let nonsense = ["deals", "list", "--status", "nonsense"];
    place.run(&nonsense).failed(7, "invalid");
    let offline = |status: &str| place.run(&["deals", "list", "--status", status, "--offline"]);
    let doubted = offline("nonsense");
    assert_eq!((doubted.status, doubted.json()), (0, serde_json::json!([])));
    assert_eq!(doubted.warned(), ["status_unknown", "age"]);
    assert!(doubted.err.contains("sourcing"), "{}", doubted.err);
    place.offline(&["deals", "list", "--status", "closing"]);
    // A pending write does not prove that the service knows the status.
    let id = place.deal();
    place.queued(&id, "nonsense");
    let queued = offline("nonsense");
    assert_eq!(queued.json()[0]["id"], *id);
    assert!(
        queued.warned().contains(&"status_unknown".to_owned()),
        "{}",
        queued.err
    );
    place.run(&["outbox", "discard", "1", "--yes"]);
}

#[test]
fn a_query_for_what_no_deal_has_is_an_empty_list_and_said_to_be_so() {
    let place = place();
    for (query, warned, near) in [
        ("status:foo", "code_unknown", None),
        ("status:closimg", "code_unknown", Some("closing")),
        ("owner:nobody", "owner_unknown", None),
    ] {
        for line in [
            &["deals", "list", "--query", query][..],
            &["deals", "list", "--query", query, "--offline"],
        ] {
            let ran = place.run(line);
            assert_eq!((ran.status, ran.json()), (0, serde_json::json!([])), "{query}");
            assert!(ran.warned().contains(&warned.to_owned()), "{}", ran.err);
            assert!(near.is_none_or(|near| ran.err.contains(near)), "{}", ran.err);
        }
    }
    let known = place.run(&["deals", "list", "--query", "status:closing"]);
    assert!(
        !known.warned().contains(&"code_unknown".to_owned()),
        "{}",
        known.err
    );
}

#[test]
fn a_status_whose_column_is_empty_by_now_is_an_empty_list_offline() {
    let place = place();
    place.good(&["sync"]);
    let all = place.good(&["deals", "list", "--all"]).json();
    let of = |status: &str| -> Vec<String> {
        let deals = all.as_array().unwrap().iter();
        let deals = deals.filter(|deal| deal["status"] == status);
        deals
            .map(|deal| deal["id"].as_str().unwrap().to_owned())
            .collect()
    };
    for id in of("term_sheet") {
        place.moved_elsewhere(&id, "closing");
    }
    place.good(&["sync"]);
    for status in ["term_sheet", "on_hold"] {
        let listed = place.offline(&["deals", "list", "--status", status]).json();
        assert_eq!(
            listed.as_array().unwrap().len(),
            if status == "on_hold" { of(status).len() } else { 0 }
        );
    }
}

#[test]
fn a_list_is_the_services_first_page_unless_more_is_asked_for() {
    let place = place();
    let status_one = place.good(&["deals", "list", "--limit", "7"]).json();
    assert_eq!(status_one.as_array().unwrap().len(), 7);
    let all = place.good(&["deals", "list", "--all"]).json();
    assert_eq!(ids(&all).len(), 40);
    assert_eq!(ids(&all)[..7], ids(&status_one)[..]);
    let later = place
        .good(&["deals", "list", "--offset", "5", "--limit", "3"])
        .json();
    assert_eq!(ids(&later)[..], ids(&all)[5..8]);
    place.sandbox.requests().clear();
    place.good(&["deals", "list"]);
    let asked = place.sandbox.requests().of("deals_list");
    assert_eq!(asked.len(), 1);
    assert!(
        asked[0].target.ends_with("/deals"),
        "the service chooses: {}",
        asked[0].target
    );
}

#[test]
fn statuses_are_filtered_by_the_service_and_put_together() {
    let place = place();
    let one = place.good(&["deals", "list", "--status", "ic", "--all"]).json();
    assert!(!ids(&one).is_empty());
    assert!(one.as_array().unwrap().iter().all(|deal| deal["status"] == "ic"));
    let two = place
        .good(&[
            "deals", "list", "--status", "ic", "--status", "closing", "--status", "ic",
        ])
        .json();
    let closing = place
        .good(&["deals", "list", "--status", "closing", "--all"])
        .json();
    assert_eq!(ids(&two).len(), ids(&one).len() + ids(&closing).len());
}

#[test]
fn queries_and_orders_see_the_whole_pipeline() {
    let place = place();
    let matching = place.good(&["deals", "list", "--query", "statut:ic"]).json();
    let served = place.good(&["deals", "list", "--status", "ic", "--all"]).json();
    let (mut matching, mut served) = (ids(&matching), ids(&served));
    matching.sort_unstable();
    served.sort_unstable();
    assert_eq!(matching, served);
    let up = names(&place, &["deals", "list", "--sort", "name"]);
    let mut down = names(&place, &["deals", "list", "--sort", "name:desc"]);
    assert_eq!(up.len(), 40);
    down.reverse();
    assert_eq!(up, down);
    assert_eq!(
        names(
            &place,
            &["deals", "list", "--sort", "name", "--offset", "2", "--limit", "3"]
        ),
        up[2..5]
    );
    let ltv = place
        .good(&["deals", "list", "--query", "ltv>0.7", "--sort", "ltv:desc"])
        .json();
    let value = |deal: &Value| match &deal["kpi_snapshot"]["ltv"] {
        // The service may send a decimal as a string.
        Value::String(text) => text.parse().unwrap(),
        number => number.as_f64().unwrap(),
    };
    let values: Vec<f64> = ltv.as_array().unwrap().iter().map(value).collect();
    place
        .run(&["deals", "list", "--sort", "no_such_field"])
        .failed(2, "usage");
    assert!(!values.is_empty() && values.is_sorted_by(|a, b| a >= b) && values.iter().all(|ltv| *ltv > 0.7));
}

#[test]
fn global_options_stand_before_or_after_the_command() {
    let place = place();
    let after = place
        .good(&["deals", "list", "--limit", "1", "--format", "ndjson"])
        .out;
    assert_eq!(
        place
            .good(&["--format", "ndjson", "deals", "list", "--limit", "1"])
            .out,
        after
    );
    assert_eq!(
        place
            .good(&["deals", "--format", "ndjson", "list", "--limit", "1"])
            .out,
        after
    );
    assert_eq!(
        place
            .good(&[
                "--format", "csv", "deals", "list", "--limit", "1", "--format", "ndjson"
            ])
            .out,
        after
    );
}

#[test]
fn notes_and_one_deal() {
    let place = place();
    let id = place.deal();
    assert_eq!(place.good(&["deals", "show", &id]).json()["id"], id.as_str());
    assert!(place.good(&["deals", "notes", &id, "--all"]).json().is_array());
}

#[test]
fn notifications_are_listed_shown_and_marked() {
    let place = place();
    let all = place.good(&["notifications", "list"]).json();
    let unread = place.good(&["notifications", "list", "--unread"]).json();
    assert!(ids(&unread).len() < ids(&all).len());
    let id = ids(&unread)[0].to_owned();
    assert_eq!(
        place.good(&["notifications", "show", &id]).json()["read"],
        false,
        "showing does not mark"
    );
    let marked = place.good(&["notifications", "read", &id]).json();
    assert_eq!(
        (&marked["id"], &marked["read"]),
        (&id.as_str().into(), &true.into())
    );
    let left = place.good(&["notifications", "list", "--unread"]).json();
    assert_eq!(ids(&left).len(), ids(&unread).len() - 1);
}

#[test]
fn without_a_list_the_notifications_met_are_listed() {
    let place = with(Config {
        profile: Profile::Strict,
        ..Config::default()
    });
    assert_eq!(
        place.good(&["notifications", "list"]).json(),
        Value::Array(Vec::new())
    );
    let other = super::support::place();
    let id = ids(&other.good(&["notifications", "list"]).json())[0].to_owned();
    place.good(&["notifications", "show", &id]);
    assert_eq!(ids(&place.good(&["notifications", "list"]).json()), [id]);
}

#[test]
fn offline_answers_from_what_was_read() {
    let place = place();
    place.run(&["entity", "--offline"]).failed(10, "unreachable");
    let entity = place.good(&["entity"]).out;
    let all = place.good(&["deals", "list", "--all"]).json();
    let id = ids(&all)[3].to_owned();
    let shown = place.good(&["deals", "show", &id]).out;
    let before = place.sandbox.requests().total();
    assert_eq!(place.offline(&["entity"]).out, entity);
    assert_eq!(place.offline(&["deals", "show", &id]).out, shown);
    let mut kept: Vec<String> = ids(&place.offline(&["deals", "list"]).json())
        .into_iter()
        .map(Into::into)
        .collect();
    let mut known: Vec<&str> = ids(&all);
    kept.sort();
    known.sort_unstable();
    assert_eq!(kept, known);
    let found = place.offline(&["deals", "list", "--query", "statut:ic"]).json();
    assert!(!ids(&found).is_empty());
    assert_eq!(
        place.sandbox.requests().total(),
        before,
        "the service was not asked"
    );
}

#[test]
fn any_route_is_called_and_its_pages_followed() {
    let place = place();
    let page = place
        .good(&["api", "GET", "/deals?limit=2", "--query", "offset=1"])
        .json();
    assert_eq!(
        (page["items"].as_array().unwrap().len(), &page["offset"]),
        (2, &1.into())
    );
    assert_eq!(
        ids(&place.good(&["api", "get", "deals", "--paginate"]).json()).len(),
        40
    );
    let spvs = place.good(&["api", "GET", "/spvs", "--paginate"]).json();
    let whole = place
        .good(&["api", "GET", "/spvs", "--query", "limit=200"])
        .json();
    assert_eq!(spvs, whole, "arrays page too");
    let body = place.dir.path().join("body.json");
    std::fs::write(&body, "{\"name\":\"From a file\"}").unwrap();
    let given = format!("@{}", body.display());
    let line = [
        "api",
        "POST",
        "/deals",
        "--body",
        &given,
        "--header",
        "Idempotency-Key: key-9",
    ];
    let made = place.good(&line).json();
    assert_eq!(place.good(&line).json()["id"], made["id"]);
    let gone = place.good(&[
        "api",
        "DELETE",
        "--yes",
        &format!("/deals/{}", made["id"].as_str().unwrap()),
    ]);
    assert_eq!(gone.out, "", "204 has no body");
}

#[test]
fn a_page_that_is_cut_short_is_read_to_its_end() {
    let place = place();
    place.sandbox.faults().add(FaultKind::Clamp(3));
    assert_eq!(ids(&place.good(&["deals", "list", "--all"]).json()).len(), 40);
    assert_eq!(
        ids(&place.good(&["deals", "list", "--limit", "8"]).json()).len(),
        8
    );
}

#[test]
fn a_record_met_twice_is_listed_once() {
    let place = place();
    place
        .sandbox
        .faults()
        .replace(vec![FaultKind::Clamp(10).into(), FaultKind::Duplicate.into()]);
    let all = place.good(&["deals", "list", "--all"]).json();
    let mut unique = ids(&all);
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), ids(&all).len());
}

#[test]
fn the_demo_needs_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let run = |line: &[&str]| {
        super::support::Ran::of(super::support::bare(dir.path()).args(line).output().unwrap())
    };
    let ran = run(&["--demo", "--demo-deals", "12", "deals", "list", "--all"]);
    assert_eq!((ran.status, ids(&ran.json()).len()), (0, 12), "{}", ran.err);
    let made = run(&["deals", "create", "--name", "x", "--demo"]);
    assert_eq!(made.json()["name"], "x");
    assert_eq!(
        std::fs::read_dir(dir.path()).unwrap().count(),
        0,
        "it touches nothing"
    );
}

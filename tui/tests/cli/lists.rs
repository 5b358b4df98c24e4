//! Reading: single resources, lists, filters, sort orders, offline.

use encours_sandbox::{Config, FaultKind, ServiceProfile};
use serde_json::Value;

use super::support::{TestEnv, test_env, with};

fn ids(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|deal| deal["id"].as_str().unwrap()).collect()
}

fn names(env: &TestEnv, line: &[&str]) -> Vec<String> {
    let list = env.run_ok(line).json();
    list.as_array().unwrap().iter().map(|deal| deal["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn entity_portfolio_and_token_print_one_record() {
    let env = test_env();
    assert_eq!(env.run_ok(&["entity"]).json()["siren"], "732829320");
    assert!(
        env.run_ok(&["portfolio"]).stdout.contains("\"total_nominal\":486215400.00"),
        "decimals stay as they are"
    );
    let token = env.run_ok(&["token"]).json();
    assert_eq!(token["token_type"], "Bearer");
    assert!(token.get("access_token").is_none());
    assert!(env.run_ok(&["token", "--reveal"]).json()["access_token"].is_string());
}

#[test]
fn unknown_status_offline_gives_an_empty_list_and_warning() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let nonsense = ["deals", "list", "--status", "nonsense"];
    env.run(&nonsense).failed(7, "invalid");
    let offline = |status: &str| env.run(&["deals", "list", "--status", status, "--offline"]);
    let doubted = offline("nonsense");
    assert_eq!((doubted.status, doubted.json()), (0, serde_json::json!([])));
    assert_eq!(doubted.warnings(), ["status_unknown", "age"]);
    assert!(doubted.stderr.contains("sourcing"), "{}", doubted.stderr);
    env.offline(&["deals", "list", "--status", "closing"]);
    // A pending write does not prove that the service knows the status.
    let id = env.deal();
    env.queue_move(&id, "nonsense");
    let queued = offline("nonsense");
    assert_eq!(queued.json()[0]["id"], *id);
    assert!(queued.warnings().contains(&"status_unknown".to_owned()), "{}", queued.stderr);
    env.run(&["outbox", "discard", "1", "--yes"]);
}

#[test]
fn query_for_unknown_value_gives_empty_list_and_warning() {
    let env = test_env();
    for (query, warned, near) in [
        ("status:foo", "code_unknown", None),
        ("status:closimg", "code_unknown", Some("closing")),
        ("owner:nobody", "owner_unknown", None),
    ] {
        for line in
            [&["deals", "list", "--query", query][..], &["deals", "list", "--query", query, "--offline"]]
        {
            let output = env.run(line);
            assert_eq!((output.status, output.json()), (0, serde_json::json!([])), "{query}");
            assert!(output.warnings().contains(&warned.to_owned()), "{}", output.stderr);
            assert!(near.is_none_or(|near| output.stderr.contains(near)), "{}", output.stderr);
        }
    }
    let known = env.run(&["deals", "list", "--query", "status:closing"]);
    assert!(!known.warnings().contains(&"code_unknown".to_owned()), "{}", known.stderr);
}

#[test]
fn status_without_deals_gives_an_empty_list_offline() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let all = env.run_ok(&["deals", "list", "--all"]).json();
    let of = |status: &str| -> Vec<String> {
        let deals = all.as_array().unwrap().iter();
        let deals = deals.filter(|deal| deal["status"] == status);
        deals.map(|deal| deal["id"].as_str().unwrap().to_owned()).collect()
    };
    for id in of("term_sheet") {
        env.move_as_other(&id, "closing");
    }
    env.run_ok(&["sync"]);
    for status in ["term_sheet", "on_hold"] {
        let listing = env.offline(&["deals", "list", "--status", status]).json();
        assert_eq!(listing.as_array().unwrap().len(), if status == "on_hold" { of(status).len() } else { 0 });
    }
}

#[test]
fn list_prints_only_the_first_page_by_default() {
    let env = test_env();
    let status_one = env.run_ok(&["deals", "list", "--limit", "7"]).json();
    assert_eq!(status_one.as_array().unwrap().len(), 7);
    let all = env.run_ok(&["deals", "list", "--all"]).json();
    assert_eq!(ids(&all).len(), 40);
    assert_eq!(ids(&all)[..7], ids(&status_one)[..]);
    let later = env.run_ok(&["deals", "list", "--offset", "5", "--limit", "3"]).json();
    assert_eq!(ids(&later)[..], ids(&all)[5..8]);
    env.sandbox.requests().clear();
    env.run_ok(&["deals", "list"]);
    let requests = env.sandbox.requests().of_route("deals_list");
    assert_eq!(requests.len(), 1);
    assert!(requests[0].target.ends_with("/deals"), "the service chooses: {}", requests[0].target);
}

#[test]
fn statuses_are_filtered_by_the_service_and_put_together() {
    let env = test_env();
    let one = env.run_ok(&["deals", "list", "--status", "ic", "--all"]).json();
    assert!(!ids(&one).is_empty());
    assert!(one.as_array().unwrap().iter().all(|deal| deal["status"] == "ic"));
    let two =
        env.run_ok(&["deals", "list", "--status", "ic", "--status", "closing", "--status", "ic"]).json();
    let closing = env.run_ok(&["deals", "list", "--status", "closing", "--all"]).json();
    assert_eq!(ids(&two).len(), ids(&one).len() + ids(&closing).len());
}

#[test]
fn query_and_sort_cover_the_full_pipeline() {
    let env = test_env();
    let matching = env.run_ok(&["deals", "list", "--query", "statut:ic"]).json();
    let served = env.run_ok(&["deals", "list", "--status", "ic", "--all"]).json();
    let (mut matching, mut served) = (ids(&matching), ids(&served));
    matching.sort_unstable();
    served.sort_unstable();
    assert_eq!(matching, served);
    let up = names(&env, &["deals", "list", "--sort", "name"]);
    let mut down = names(&env, &["deals", "list", "--sort", "name:desc"]);
    assert_eq!(up.len(), 40);
    down.reverse();
    assert_eq!(up, down);
    assert_eq!(names(&env, &["deals", "list", "--sort", "name", "--offset", "2", "--limit", "3"]), up[2..5]);
    let ltv = env.run_ok(&["deals", "list", "--query", "ltv>0.7", "--sort", "ltv:desc"]).json();
    let value = |deal: &Value| match &deal["kpi_snapshot"]["ltv"] {
        // The service may send a decimal as a string.
        Value::String(text) => text.parse().unwrap(),
        number => number.as_f64().unwrap(),
    };
    let values: Vec<f64> = ltv.as_array().unwrap().iter().map(value).collect();
    env.run(&["deals", "list", "--sort", "no_such_field"]).failed(2, "usage");
    assert!(!values.is_empty() && values.is_sorted_by(|a, b| a >= b) && values.iter().all(|ltv| *ltv > 0.7));
}

#[test]
fn global_options_work_before_or_after_the_command() {
    let env = test_env();
    let after = env.run_ok(&["deals", "list", "--limit", "1", "--format", "ndjson"]).stdout;
    assert_eq!(env.run_ok(&["--format", "ndjson", "deals", "list", "--limit", "1"]).stdout, after);
    assert_eq!(env.run_ok(&["deals", "--format", "ndjson", "list", "--limit", "1"]).stdout, after);
    assert_eq!(
        env.run_ok(&["--format", "csv", "deals", "list", "--limit", "1", "--format", "ndjson"]).stdout,
        after
    );
}

#[test]
fn show_and_notes_print_the_requested_deal() {
    let env = test_env();
    let id = env.deal();
    assert_eq!(env.run_ok(&["deals", "show", &id]).json()["id"], id.as_str());
    assert!(env.run_ok(&["deals", "notes", &id, "--all"]).json().is_array());
}

#[test]
fn notifications_are_listed_shown_and_marked() {
    let env = test_env();
    let all = env.run_ok(&["notifications", "list"]).json();
    let unread = env.run_ok(&["notifications", "list", "--unread"]).json();
    assert!(ids(&unread).len() < ids(&all).len());
    let id = ids(&unread)[0].to_owned();
    assert_eq!(env.run_ok(&["notifications", "show", &id]).json()["read"], false, "showing does not mark");
    let marked = env.run_ok(&["notifications", "read", &id]).json();
    assert_eq!((&marked["id"], &marked["read"]), (&id.as_str().into(), &true.into()));
    let left = env.run_ok(&["notifications", "list", "--unread"]).json();
    assert_eq!(ids(&left).len(), ids(&unread).len() - 1);
}

#[test]
fn without_a_list_the_notifications_met_are_listed() {
    let env = with(Config { profile: ServiceProfile::Strict, ..Config::default() });
    assert_eq!(env.run_ok(&["notifications", "list"]).json(), Value::Array(Vec::new()));
    let other = super::support::test_env();
    let id = ids(&other.run_ok(&["notifications", "list"]).json())[0].to_owned();
    env.run_ok(&["notifications", "show", &id]);
    assert_eq!(ids(&env.run_ok(&["notifications", "list"]).json()), [id]);
}

#[test]
fn offline_commands_print_the_cached_data() {
    let env = test_env();
    env.run(&["entity", "--offline"]).failed(10, "unreachable");
    let entity = env.run_ok(&["entity"]).stdout;
    let all = env.run_ok(&["deals", "list", "--all"]).json();
    let id = ids(&all)[3].to_owned();
    let shown = env.run_ok(&["deals", "show", &id]).stdout;
    let before = env.sandbox.requests().total();
    assert_eq!(env.offline(&["entity"]).stdout, entity);
    assert_eq!(env.offline(&["deals", "show", &id]).stdout, shown);
    let mut stored: Vec<String> =
        ids(&env.offline(&["deals", "list"]).json()).into_iter().map(Into::into).collect();
    let mut known: Vec<&str> = ids(&all);
    stored.sort();
    known.sort_unstable();
    assert_eq!(stored, known);
    let found = env.offline(&["deals", "list", "--query", "statut:ic"]).json();
    assert!(!ids(&found).is_empty());
    assert_eq!(env.sandbox.requests().total(), before, "the service was not asked");
}

#[test]
fn any_route_is_called_and_its_pages_followed() {
    let env = test_env();
    let page = env.run_ok(&["api", "GET", "/deals?limit=2", "--query", "offset=1"]).json();
    assert_eq!((page["items"].as_array().unwrap().len(), &page["offset"]), (2, &1.into()));
    assert_eq!(ids(&env.run_ok(&["api", "get", "deals", "--paginate"]).json()).len(), 40);
    let spvs = env.run_ok(&["api", "GET", "/spvs", "--paginate"]).json();
    let full = env.run_ok(&["api", "GET", "/spvs", "--query", "limit=200"]).json();
    assert_eq!(spvs, full, "arrays page too");
    let body = env.dir.path().join("body.json");
    std::fs::write(&body, "{\"name\":\"From a file\"}").unwrap();
    let given = format!("@{}", body.display());
    let line = ["api", "POST", "/deals", "--body", &given, "--header", "Idempotency-Key: key-9"];
    let made = env.run_ok(&line).json();
    assert_eq!(env.run_ok(&line).json()["id"], made["id"]);
    let deleted =
        env.run_ok(&["api", "DELETE", "--yes", &format!("/deals/{}", made["id"].as_str().unwrap())]);
    assert_eq!(deleted.stdout, "", "204 has no body");
}

#[test]
fn shortened_pages_are_followed_to_the_end() {
    let env = test_env();
    env.sandbox.faults().add(FaultKind::Clamp(3));
    assert_eq!(ids(&env.run_ok(&["deals", "list", "--all"]).json()).len(), 40);
    assert_eq!(ids(&env.run_ok(&["deals", "list", "--limit", "8"]).json()).len(), 8);
}

#[test]
fn a_record_met_twice_is_listed_once() {
    let env = test_env();
    env.sandbox.faults().replace(vec![FaultKind::Clamp(10).into(), FaultKind::Duplicate.into()]);
    let all = env.run_ok(&["deals", "list", "--all"]).json();
    let mut unique = ids(&all);
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), ids(&all).len());
}

#[test]
fn demo_needs_no_configuration_and_stores_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let run = |line: &[&str]| {
        super::support::CliOutput::from_output(super::support::bare(dir.path()).args(line).output().unwrap())
    };
    let output = run(&["--demo", "--demo-deals", "12", "deals", "list", "--all"]);
    assert_eq!((output.status, ids(&output.json()).len()), (0, 12), "{}", output.stderr);
    let made = run(&["deals", "create", "--name", "x", "--demo"]);
    assert_eq!(made.json()["name"], "x");
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0, "it touches nothing");
}

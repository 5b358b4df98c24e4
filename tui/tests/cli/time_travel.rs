//! `--as-of` and `history --net`: what this device knew at a past time.

use std::collections::BTreeSet;

use serde_json::json;

use super::support::test_env;

#[test]
fn past_deals_are_listed_filtered_and_shown_without_a_request() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let deals = env.run_ok(&["deals", "list", "--status", "sourcing", "--limit", "2"]).json();
    let id = |at: usize| deals[at]["id"].as_str().unwrap().to_owned();
    let (moved, deleted) = (id(0), id(1));
    env.run_ok(&["deals", "update", &moved, "--status", "lost"]);
    env.run_ok(&["deals", "delete", &deleted, "--yes"]);
    // The difference has each deal once, without the server's own dates.
    let net = env.run_ok(&["history", "--net"]).json();
    let listed: Vec<_> =
        net.as_array().unwrap().iter().map(|line| (&line["deal_id"], &line["change"])).collect();
    assert_eq!(listed, [(&json!(moved), &json!("field")), (&json!(deleted), &json!("deleted"))]);
    assert_eq!((&net[0]["before"], &net[0]["after"]), (&json!("sourcing"), &json!("lost")));
    // Times are the server's, which the sandbox sets back.
    let changed_at: jiff::Timestamp = net[0]["observed_at"].as_str().unwrap().parse().unwrap();
    let before = (changed_at - jiff::SignedDuration::from_micros(1)).to_string();
    assert_eq!(env.run_ok(&["history", "--since", &before, "--net"]).json(), net);
    assert_eq!(env.run_ok(&["history", "--until", &before, "--net"]).json(), json!([]));
    // The change belongs to the past of its own time, as with `--as-of`.
    let then = changed_at.to_string();
    assert_eq!(env.run_ok(&["history", "--since", &then, "--net"]).json(), json!([net[1]]));
    assert_eq!(env.run_ok(&["history", "--since", &then]).json(), json!([net[0]]));
    for line in [[&then, "--until", &before, "--net"], [&then, "--until", &before, "--all"]] {
        env.run(&[&["history", "--since"], &line[..]].concat()).failed(2, "usage");
    }
    for (option, day) in [("--since", "2199-01-01"), ("--until", "2199-01-01"), ("--since", "2020-01-01")] {
        env.run(&["history", option, day, "--net"]).failed(2, "usage");
    }
    let ids = |line: &[&str]| -> BTreeSet<String> {
        let list = env.run_ok(line).json();
        list.as_array().unwrap().iter().map(|deal| deal["id"].as_str().unwrap().to_owned()).collect()
    };
    let both = BTreeSet::from([moved.clone(), deleted.clone()]);
    let now = ids(&["deals", "list", "--status", "sourcing", "--all"]);
    assert!(now.is_disjoint(&both));
    let past = ids(&["deals", "list", "--status", "sourcing", "--as-of", &before]);
    assert_eq!(past, &now | &both);
    assert_eq!(ids(&["deals", "list", "--query", "status:sourcing", "--as-of", &before]), past);
    assert_eq!(env.run_ok(&["deals", "show", &deleted, "--as-of", &before]).json(), deals[1]);
}

#[test]
fn unknown_past_is_rejected_with_the_first_known_time() {
    let env = test_env();
    env.run(&["deals", "list", "--as-of", "2020-01-01"]).failed(2, "usage");
    env.run_ok(&["sync"]);
    for line in [["deals", "list", "--as-of", "2020-01-01"], ["deals", "list", "--as-of", "2199-01-01"]] {
        env.run(&line).failed(2, "usage");
    }
    let unknown = "00000000-0000-4000-8000-00000000ffff";
    let now = jiff::Timestamp::now().to_string();
    env.run(&["deals", "show", unknown, "--as-of", &now]).failed(5, "not_found");
}

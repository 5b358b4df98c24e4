//! Stars, labels and the comparison of deals on the command line.

use serde_json::{Value, json};

use super::support::test_env;

fn deal_ids(env: &super::support::TestEnv, count: &str) -> Vec<String> {
    let deals = env.run_ok(&["deals", "list", "--limit", count]).json();
    deals.as_array().unwrap().iter().map(|deal| deal["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn stars_and_labels_are_set_listed_filtered_and_removed() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let deals = deal_ids(&env, "2");
    let (one, other) = (deals[0].as_str(), deals[1].as_str());
    assert_eq!(env.run_ok(&["stars", "add", one]).json()[0]["id"], json!(one));
    env.run_ok(&["labels", "add", "Lender, urgent", one]);
    let added = env.run_ok(&["labels", "add", "LENDER", one, other]).json();
    let labels = |list: &Value, id: &str| {
        let found = list.as_array().unwrap().iter().find(|deal| deal["id"] == json!(id));
        found.map(|deal| deal["labels"].as_str().unwrap().to_owned())
    };
    assert_eq!(labels(&added, one).as_deref(), Some("Lender, urgent"));
    assert_eq!(labels(&added, other).as_deref(), Some("Lender"), "the known spelling is used");
    assert_eq!(env.run_ok(&["labels", "list", "urgent"]).json().as_array().unwrap().len(), 1);
    let found = |query: &str| {
        let line = ["deals", "list", "--query", query, "--columns", "id,star,labels"];
        env.run_ok(&line).json()
    };
    assert_eq!(found("is:starred"), json!([{"id": one, "star": true, "labels": "Lender, urgent"}]));
    assert_eq!(found("label:lender -is:starred"), json!([{"id": other, "star": false, "labels": "Lender"}]));
    // They are part of the settings that users export and import.
    let settings = env.run_ok(&["settings", "export"]).json();
    assert_eq!(settings["settings"][format!("deal-labels/{one}")], json!("Lender\nurgent"));
    env.run_ok(&["labels", "remove", "lender"]);
    env.run_ok(&["stars", "remove", one]);
    assert_eq!(env.run_ok(&["stars", "list"]).json(), json!([]));
    assert_eq!(found("has:label"), json!([{"id": one, "star": false, "labels": "urgent"}]));
    for line in
        [["labels", "add", ",", one], ["labels", "add", "x", "unknown-deal"], ["labels", "remove", "x", one]]
    {
        assert_ne!(env.run(&line).status, 0, "{line:?}");
    }
}

#[test]
fn compared_deals_have_a_line_for_each_field() {
    let env = test_env();
    env.run_ok(&["sync"]);
    let deals = deal_ids(&env, "3");
    env.run_ok(&["stars", "add", &deals[0]]);
    let line: Vec<&str> = ["deals", "compare"].into_iter().chain(deals.iter().map(String::as_str)).collect();
    let compared = env.run_ok(&line).json();
    let field = |name: &str| {
        let field = compared.as_array().unwrap().iter().find(|line| line["field"] == json!(name));
        field.unwrap_or_else(|| panic!("{name}")).clone()
    };
    let id = field("id");
    assert_eq!(
        (&id["differs"], &id["deal_1"], &id["deal_3"]),
        (&json!(true), &json!(deals[0]), &json!(deals[2]))
    );
    assert_eq!((&field("star")["deal_1"], &field("star")["deal_2"]), (&json!(true), &json!(false)));
    assert!(field("ltv")["deal_1"].is_number() || field("ltv")["deal_2"].is_number());
    let table = env.run_ok(&[&line[..], &["--format", "table"]].concat()).stdout;
    assert!(table.contains("Deal 3") && !table.contains("Deal 4"), "{table}");
    assert_eq!(env.run(&["deals", "compare", &deals[0]]).status, 2);
}

//! `deals list --group-by`: subtotals that agree with the deals.

use serde_json::Value;

use super::support::{TestEnv, test_env_with_deals};

const LINE: [&str; 6] = ["deals", "list", "--group-by", "status,class", "--columns", "crd_total"];

fn rows(env: &TestEnv, line: &[&str]) -> Vec<Value> {
    env.run_ok(line).json().as_array().unwrap().clone()
}

/// Returns a number that was sent as a number or as text.
fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.parse().ok())
}

#[test]
fn subtotals_agree_with_the_listed_deals() {
    let env = test_env_with_deals(240);
    let deals = rows(&env, &["deals", "list", "--all"]);
    let groups = rows(&env, &LINE);
    assert_eq!(groups.iter().map(|group| group["deals"].as_u64().unwrap()).sum::<u64>(), deals.len() as u64);
    for group in &groups {
        let own = deals.iter().filter(|deal| {
            deal["status"] == group["status"] && deal["classe_actif"] == group["classe_actif"]
        });
        let values: Vec<f64> = own.filter_map(|deal| number(&deal["kpi_snapshot"]["crd_total"])).collect();
        assert_eq!(group["covered"], values.len(), "{group}");
        let sum = (!values.is_empty()).then(|| values.iter().sum());
        let max = values.iter().copied().reduce(f64::max);
        assert_eq!((number(&group["sum"]), number(&group["max"])), (sum, max), "{group}");
    }
    let mut offline = LINE.to_vec();
    offline.push("--offline");
    assert_eq!(env.run(&offline).json().as_array(), Some(&groups));
}

#[test]
fn table_has_subtotals_of_outer_groups() {
    let env = test_env_with_deals(240);
    let groups = rows(&env, &LINE);
    let statuses: std::collections::BTreeSet<&str> =
        groups.iter().map(|group| group["status"].as_str().unwrap()).collect();
    let table = env.run_ok(&[&LINE[..], &["--format", "table"]].concat()).stdout;
    assert_eq!(table.lines().count(), 1 + statuses.len() + groups.len(), "{table}");
    assert_eq!(table.matches(" Total ").count(), statuses.len(), "{table}");
}

#[test]
fn groups_follow_the_query_and_the_sort_in_every_format() {
    let env = test_env_with_deals(240);
    let mut line = vec!["deals", "list", "--group-by", "owner", "--columns", "ltv", "--query", "status:ic"];
    let means = |line: &[&str]| -> Vec<f64> {
        rows(&env, line).iter().filter_map(|group| group["mean"].as_f64()).collect()
    };
    assert!(!means(&line).is_empty());
    line.extend(["--sort", "ltv:desc"]);
    assert!(means(&line).is_sorted_by(|left, right| left >= right), "{:?}", means(&line));
    let count = rows(&env, &line).len();
    for format in ["csv", "ndjson", "table"] {
        let mut line = line.clone();
        line.extend(["--format", format]);
        let lines = env.run_ok(&line).stdout.lines().count();
        assert!(lines == count + usize::from(format != "ndjson"), "{format}: {lines} lines");
    }
}

#[test]
fn wrong_groups_and_numbers_are_rejected() {
    let env = test_env_with_deals(5);
    for (line, text) in [
        (["--group-by", "ltv"], "status, class and owner"),
        (["--group-by", "status,status"], "status, class and owner"),
        (["--group-by", "status:median"], "status, class and owner"),
    ] {
        let output = env.run(&[&["deals", "list"][..], &line[..]].concat());
        assert_eq!(output.status, 2);
        assert!(output.stderr.contains(text), "{}", output.stderr);
    }
    let output = env.run(&["deals", "list", "--group-by", "status", "--columns", "name"]);
    assert!(output.status == 2 && output.stderr.contains("`name` is not a number"), "{}", output.stderr);
}

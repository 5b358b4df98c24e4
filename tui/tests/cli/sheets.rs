//! `deals frequency`, `deals describe` and `deals pivot`: numbers that agree with the deals.

use serde_json::Value;

use super::support::{TestEnv, test_env_with_deals};

fn rows(env: &TestEnv, line: &[&str]) -> Vec<Value> {
    env.run_ok(line).json().as_array().unwrap().clone()
}

#[test]
fn sheets_agree_with_the_listed_deals() {
    let env = test_env_with_deals(240);
    let deals = rows(&env, &["deals", "list", "--all"]);
    let count = |field: &str, code: &Value| deals.iter().filter(|deal| deal[field] == *code).count();
    for row in rows(&env, &["deals", "frequency", "class"]) {
        assert_eq!(row["deals"], count("classe_actif", &row["classe_actif"]), "{row}");
    }
    let pivot = rows(&env, &["deals", "pivot", "class", "status"]);
    let total = pivot.last().unwrap();
    assert_eq!((&total["classe_actif"], &total["total"]), (&Value::from("total"), &Value::from(deals.len())));
    assert_eq!(total["ic"], count("status", &Value::from("ic")));
    let described = rows(&env, &["deals", "describe"]);
    let ltv = described.iter().find(|row| row["field"] == "ltv").unwrap();
    let received = deals.iter().filter(|deal| !deal["kpi_snapshot"]["ltv"].is_null()).count();
    assert_eq!(ltv["received"].as_u64().unwrap() + ltv["outside"].as_u64().unwrap(), received as u64);
    assert_eq!(ltv["received"].as_u64().unwrap() + ltv["missing"].as_u64().unwrap(), deals.len() as u64);
    assert!(ltv["min"].as_f64() < ltv["median"].as_f64() && ltv["sum"].is_null(), "{ltv}");
    let group = ["deals", "list", "--group-by", "status", "--columns", "ltv", "--query", "status:ic"];
    let line = ["deals", "pivot", "status", "class", "--figure", "ltv:median", "--query", "status:ic"];
    assert_eq!(rows(&env, &line)[0]["total"], rows(&env, &group)[0]["median"]);
    let mut offline = vec!["deals", "describe", "--offline"];
    assert_eq!(env.run(&offline).json().as_array(), Some(&described));
    offline.extend(["--format", "csv"]);
    assert_eq!(env.run(&offline).stdout.lines().count(), described.len() + 1);
}

#[test]
fn sheet_tables_name_values_and_say_the_coverage() {
    let env = test_env_with_deals(240);
    let output = env.run(&["deals", "pivot", "class", "status", "--figure", "ltv", "--format", "table"]);
    assert!(output.stdout.contains("Offices") && output.stdout.contains("Total"), "{}", output.stdout);
    assert!(output.stderr.contains("deals have a value"), "{}", output.stderr);
}

#[test]
fn wrong_columns_of_sheets_are_rejected() {
    let env = test_env_with_deals(5);
    for (line, text) in [
        (&["frequency", "sector"][..], "expected a column"),
        (&["pivot", "class", "ltv"], "expected status, class or owner"),
        (&["pivot", "class", "class"], "must differ"),
        (&["pivot", "class", "status", "--figure", "ltv:mode"], "such as crd_total or ltv:median"),
    ] {
        let output = env.run(&[&["deals"][..], line].concat());
        assert_eq!(output.status, 2);
        assert!(output.stderr.contains(text), "{}", output.stderr);
    }
}

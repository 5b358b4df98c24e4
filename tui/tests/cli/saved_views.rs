//! Views of deals saved on this device, as used by scripts.

use std::process::Stdio;

use serde_json::Value;

use super::support::test_env;

const VIEWS: &str = "[[view]]\nname = \"LTV haute\"\nquery = \"ltv>0.6 -statut:lost\"\nlayout = \"table\"\n\
    columns = [\"name\", \"ltv\"]\nsort = [\"ltv:desc\", \"name\"]\npinned = true\n\n[[view]]\nname = \"Comité\"\nquery = \"statut:ic\"\n";

fn write(env: &super::support::TestEnv, text: &str) -> String {
    let file = env.dir.path().join("views.toml");
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn views_go_in_and_out_as_the_same_text() {
    let env = test_env();
    let output = env.run(&["deals", "views", "--import", &write(&env, VIEWS)]);
    assert_eq!((output.status, output.stdout.as_str()), (0, ""));
    let list = env.run_ok(&["deals", "views"]).json();
    let names: Vec<&str> = list.as_array().unwrap().iter().map(|v| v["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["LTV haute", "Comité"], "pinned ones come first");
    assert_eq!(list[0]["sort"], serde_json::json!(["ltv:desc", "name"]));
    let text = env.run_ok(&["deals", "views", "--export"]).stdout;
    let mut again = env.command(&["deals", "views", "--import", "-"]);
    let mut child = again.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), text.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(env.run_ok(&["deals", "views", "--export"]).stdout, text);
}

#[test]
fn empty_view_list_prints_nothing_as_csv() {
    let output = test_env().run(&["deals", "views", "--format", "csv"]);
    assert_eq!((output.status, output.stdout.as_str()), (0, ""));
}

#[test]
fn list_applies_a_view_and_an_additional_query() {
    let env = test_env();
    env.run(&["deals", "views", "--import", &write(&env, VIEWS)]);
    let ids = |line: &[&str]| -> Vec<String> {
        let deals = env.run_ok(line).json();
        let deals = deals.as_array().unwrap().iter();
        deals.map(|deal: &Value| deal["id"].as_str().unwrap().to_owned()).collect()
    };
    let viewed = ids(&["deals", "list", "--view", "ltv HAUTE"]);
    let asked = ids(&["deals", "list", "--query", "ltv>0.6 -statut:lost", "--sort", "ltv:desc"]);
    assert!(viewed.len() > 2);
    assert_eq!(viewed, asked);
    let narrowed = ids(&["deals", "list", "--view", "LTV haute", "--query", "statut:ic"]);
    assert!(narrowed.len() < viewed.len() && narrowed.iter().all(|id| viewed.contains(id)));
}

#[test]
fn invalid_view_imports_are_rejected_without_changes() {
    let env = test_env();
    let unknown = env.run(&["deals", "list", "--view", "Comité"]).failed(2, "usage");
    assert!(unknown["message"].as_str().unwrap().contains("Comité"));
    let wrong = write(&env, "[[view]]\nname = \"a\"\n[[view]]\nname = \"b\"\nquery = \"ltv>abc\"\n");
    let rejected = env.run(&["deals", "views", "--import", &wrong]).failed(2, "usage");
    assert!(rejected["message"].as_str().unwrap().contains("“b”"));
    env.run(&["deals", "views", "--import", "/no/such/file"]).failed(2, "usage");
    assert_eq!(env.run(&["deals", "views"]).json(), serde_json::json!([]));
}

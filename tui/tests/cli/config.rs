//! `encours config` on the command line.

use serde_json::json;

use super::support::test_env;

#[test]
fn settings_are_listed_changed_and_unset() {
    let env = test_env();
    let path = env.dir.path().join("config/config.toml");
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, "# mine\n[settings]\ntheme = \"dark\" # always\n").unwrap();
    let listed = env.run_ok(&["config", "list"]).json();
    let listed = listed.as_array().unwrap();
    let find = |key: &str| listed.iter().find(|setting| setting["key"] == key).unwrap();
    assert_eq!(
        (&find("settings.theme")["value"], &find("settings.theme")["origin"]),
        (&json!("dark"), &json!("config.toml"))
    );
    assert_eq!(find("limits.dscr")["default"], json!("[1.25, 1]"));
    let changed = env.run_ok(&["config", "list", "--changed"]).json();
    assert!(changed.as_array().unwrap().iter().all(|setting| setting["origin"] != "default"), "{changed}");
    let set = env.run_ok(&["config", "set", "theme", "light"]).json();
    assert_eq!((&set["key"], &set["value"]), (&json!("settings.theme"), &json!("light")));
    env.run_ok(&["config", "set", "rules.\"High LTV\".when", "ltv>70%"]);
    assert_eq!(env.run_ok(&["rules", "list"]).json()[0]["name"], json!("High LTV"));
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("# mine\n") && text.contains("theme = \"light\" # always"), "{text}");
    env.run_ok(&["config", "unset", "theme"]);
    let unset = env.run_ok(&["config", "get", "theme"]).json();
    assert_eq!((&unset["value"], &unset["origin"]), (&json!(null), &json!("default")));
}

#[test]
fn french_table_of_settings_has_french_defaults() {
    let env = test_env();
    let table = env.run_ok(&["--lang", "fr", "--format", "table", "config", "list"]).stdout;
    assert!(table.contains("celle du système") && table.contains("défaut"), "{table}");
    assert!(!table.contains("that of the"), "{table}");
    assert_eq!(env.run_ok(&["config", "get", "lang"]).json()["default"], json!("that of the locale"));
}

#[test]
fn wrong_settings_are_usage_errors_and_change_nothing() {
    let env = test_env();
    let path = env.dir.path().join("config/config.toml");
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    for (args, why) in [
        (&["set", "theme", "mauve"][..], "high-contrast"),
        (&["set", "color", "red"], "config list"),
        (&["get", "when"], "config list"),
        (&["set", "keys", "quit = [\"d\"]"], "delete-deal"),
        (&["set", "ltv", "70%, 55%"], "before"),
        (&["set", "limits.ltv", "80%,70%"], "limits.ltv: “80%,70%” is not a valid value"),
    ] {
        let result = env.run(&[&["config"], args].concat());
        assert_eq!(result.status, 2, "{args:?}: {}", result.stderr);
        assert!(result.stderr.contains(why), "{args:?}: {}", result.stderr);
        assert!(!path.exists() || std::fs::read_to_string(&path).unwrap().is_empty());
    }
    std::fs::write(&path, "profiles = 3\n").unwrap();
    let result = env.run(&["config", "set", "theme", "light"]);
    assert_eq!((result.status, std::fs::read_to_string(&path).unwrap().as_str()), (2, "profiles = 3\n"));
}

#[test]
fn tasks_are_listed_filtered_and_sorted() {
    let env = test_env();
    let all = env.run_ok(&["tasks", "list"]).json();
    let due = |tasks: &serde_json::Value| -> Vec<String> {
        tasks
            .as_array()
            .unwrap()
            .iter()
            .map(|task| task["echeance"].as_str().unwrap_or("~").to_owned())
            .collect()
    };
    assert!(due(&all).len() > 10 && due(&all).is_sorted(), "{:?}", due(&all));
    let prep = env.run_ok(&["tasks", "list", "--filter", "status:prep"]).json();
    assert!(prep.as_array().unwrap().iter().all(|task| task["statut"] == "prep"), "{prep}");
    assert!(!due(&prep).is_empty() && due(&prep).len() < due(&all).len());
    let unknown = env.run(&["tasks", "list", "--mine"]);
    assert_eq!(unknown.status, 2);
    env.run_ok(&["config", "set", "me", "A. Martin"]);
    let mine = env.run_ok(&["tasks", "list", "--mine", "--sort", "deal"]).json();
    assert!(mine.as_array().unwrap().iter().all(|task| task["responsable"] == "A. Martin"), "{mine}");
}

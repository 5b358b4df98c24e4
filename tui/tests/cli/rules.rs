//! Rules, subscriptions and `watch` on the command line.

use serde_json::json;

use super::support::test_env;

#[test]
fn rules_are_listed_checked_and_watched() {
    let env = test_env();
    let config = env.dir.path().join("config/config.toml");
    std::fs::create_dir_all(config.parent().unwrap()).unwrap();
    let rules = "\n[rules.committee]\nwhen = \"status:ic\"\nseverity = \"critical\"\n";
    std::fs::write(&config, rules).unwrap();
    env.run_ok(&["rules", "check"]);
    assert_eq!(env.run_ok(&["watch", "--once"]).stdout, "", "deals that match at the start are silent");
    let listed = env.run_ok(&["rules", "list"]).json();
    assert_eq!((&listed[0]["name"], &listed[0]["severity"]), (&json!("committee"), &json!("critical")));
    let count = listed[0]["matches"].as_u64().unwrap();
    let deals = env.run_ok(&["deals", "list", "--status", "sourcing", "--limit", "1"]).json();
    let id = deals[0]["id"].as_str().unwrap();
    env.run_ok(&["deals", "update", id, "--status", "ic"]);
    let raised = env.run_ok(&["watch", "--once", "--rule", "committee"]).stdout;
    let lines: Vec<serde_json::Value> =
        raised.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 1, "{raised}");
    assert_eq!(
        (&lines[0]["deal"], &lines[0]["event"], &lines[0]["rule"]),
        (&json!(id), &json!("enters"), &json!("committee"))
    );
    assert_eq!(env.run_ok(&["watch", "--for", "1s"]).stdout, "", "nothing is raised twice");
    assert_eq!(env.run_ok(&["rules", "list"]).json()[0]["matches"], json!(count + 1));
    let unknown = env.run(&["watch", "--rule", "other"]);
    assert_eq!(unknown.status, 2);
    assert!(unknown.stderr.contains("committee"), "{}", unknown.stderr);
}

#[test]
fn a_bad_rule_is_reported_while_other_commands_work() {
    let env = test_env();
    let config = env.dir.path().join("config/config.toml");
    std::fs::create_dir_all(config.parent().unwrap()).unwrap();
    let rules = "\n[rules.bad]\nwhen = \"ltv>abc\"\n[rules.good]\nwhen = \"ltv>70%\"\n";
    std::fs::write(&config, rules).unwrap();
    let checked = env.run(&["rules", "check"]);
    assert_eq!(checked.status, 2);
    assert!(checked.stderr.contains("bad") && checked.stderr.contains("character 5"), "{}", checked.stderr);
    env.run_ok(&["deals", "list", "--limit", "1"]);
    let listed = env.run(&["rules", "list"]);
    assert_eq!((listed.status, listed.json()[0]["name"].clone()), (0, json!("good")));
}

#[test]
fn a_rule_that_cannot_match_is_reported_by_the_check() {
    let env = test_env();
    let config = env.dir.path().join("config/config.toml");
    std::fs::create_dir_all(config.parent().unwrap()).unwrap();
    std::fs::write(&config, "\n[rules.typo]\nwhen = \"status:xyzzy class:nope\"\n").unwrap();
    let checked = env.run(&["rules", "check"]);
    assert_eq!(checked.status, 0);
    let checked = checked.stderr;
    for part in ["typo: No loaded deal has the code “xyzzy”", "“nope”"] {
        assert!(checked.contains(part), "{checked}");
    }
    std::fs::write(&config, "\n[rules.mine]\nwhen = \"owner:me\"\n").unwrap();
    let checked = env.run(&["rules", "check"]);
    assert!(checked.status == 2 && checked.stderr.contains("mine: “me” is not set"), "{}", checked.stderr);
    let listed = env.run(&["rules", "list", "--lang", "fr", "--format", "table"]);
    assert!(listed.stderr.contains("mine\u{a0}: «\u{a0}moi\u{a0}»"), "{}", listed.stderr);
    let table = listed.stdout;
    assert!(table.contains("règle") && table.contains("à chaque fois"), "{table}");
    assert_eq!(env.run(&["rules", "list"]).json()[0]["repeat"], json!("each"));
    let heading = table.lines().next().unwrap();
    assert!(
        ["Filtre", "Trouvés", "Gravité", "Répétition", "Avis"].iter().all(|it| heading.contains(it)),
        "{table}"
    );
    std::fs::write(&config, "\n[rules.band]\nwhen = \"risk:alert\"\n").unwrap();
    let checked = env.run(&["rules", "check"]);
    assert!(checked.status == 2 && checked.stderr.contains("band: no thresholds"), "{}", checked.stderr);
    let wrong = env.run(&["watch", "--for", "5x"]);
    assert!(
        wrong.status == 2 && wrong.stderr.contains("expected a duration: 90s, 10m or 1h30m"),
        "{}",
        wrong.stderr
    );
    let views = env.dir.path().join("views.toml");
    std::fs::write(&views, "[[view]]\nname = \"x\"\nquery = \"ltv>abc\"\n").unwrap();
    let wrong = env.run(&["deals", "views", "--import", views.to_str().unwrap()]).stderr;
    assert!(wrong.contains("character 5: invalid number: “abc”, try ltv>65%"), "{wrong}");
}

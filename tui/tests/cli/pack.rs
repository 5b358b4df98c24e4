//! `pack`: a page a deal from the local store, the same bytes at every run.

use super::support::{TestEnv, test_env_with_deals};

fn written(env: &TestEnv, line: &[&str], name: &str) -> Vec<u8> {
    let path = env.dir.path().join(name);
    let output = env.run(&[&["pack"], line, &["--to", path.to_str().unwrap(), "--yes"]].concat());
    assert_eq!(output.status, 0, "{}", output.stderr);
    std::fs::read(path).unwrap()
}

#[test]
fn pack_has_a_page_a_deal_and_is_reproducible() {
    let env = test_env_with_deals(30);
    env.run(&["pack", "x", "--to", "x.md"]).failed(10, "unreachable");
    env.run_ok(&["sync"]);
    env.run_ok(&["config", "set", "currency", "EUR"]);
    let deals = env.run_ok(&["deals", "list", "--all"]).json();
    let ids: Vec<&str> =
        deals.as_array().unwrap().iter().take(3).map(|deal| deal["id"].as_str().unwrap()).collect();
    env.run_ok(&["notes", "add", ids[1], "Visite le 3"]);
    env.run_ok(&["followups", "set", ids[1], "2030-01-31", "Relancer"]);
    env.run_ok(&["deals", "notes", ids[0]]);
    let text = String::from_utf8(written(&env, &ids, "a.md")).unwrap();
    assert_eq!(text.lines().filter(|line| line.starts_with("# ")).count(), 4, "{text}");
    for part in [
        "# Committee pack",
        "## 3 deals",
        "Visite le 3",
        "Relancer",
        "30 deals on this device",
        "## Failed checks",
        ", from the server)",
        "€",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("≥ 0"), "the server gives the date of the status: {text}");
    for name in ["a.md", "a.html", "a.pdf"] {
        let first = written(&env, &ids, name);
        assert!(!first.is_empty() && first == written(&env, &ids, name), "{name}");
    }
    let html = String::from_utf8(written(&env, &ids, "a.html")).unwrap();
    assert_eq!(html.matches("<section").count(), 4);
    assert!(written(&env, &ids, "a.pdf").starts_with(b"%PDF-"));
}

#[test]
fn pack_rejects_other_files_and_unknown_deals() {
    let env = test_env_with_deals(5);
    env.run_ok(&["sync"]);
    let id = env.deal();
    let wrong = env.run(&["pack", &id, "--to", "x.docx"]);
    assert!(wrong.status == 2 && wrong.stderr.contains(".html"), "{}", wrong.stderr);
    let unknown = env.run(&["pack", "00000000-0000-4000-8000-000000000000", "--to", "x.md"]);
    assert!(
        unknown.status == 5 && unknown.stderr.contains("no deal on this device has the ID 0000"),
        "{}",
        unknown.stderr
    );
    let existing = env.dir.path().join("x.md");
    std::fs::write(&existing, "").unwrap();
    let kept = env.run(&["pack", &id, "--to", existing.to_str().unwrap()]);
    assert!(kept.status == 2 && kept.stderr.contains("x.md already exists"), "{}", kept.stderr);
    assert_eq!(env.run(&["pack", "--to", "x.md"]).status, 2);
}

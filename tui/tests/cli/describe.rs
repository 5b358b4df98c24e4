//! Help, completions and the manual: golden, since scripts and people learn from them.

use super::support::{Ran, bare};

fn run(line: &[&str]) -> Ran {
    let dir = tempfile::tempdir().unwrap();
    Ran::of(bare(dir.path()).args(line).output().unwrap())
}

#[test]
fn the_help_of_the_program() {
    let ran = run(&["--help"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!("help", ran.out);
}

#[test]
fn the_help_of_each_command() {
    let commands = [
        "login",
        "logout",
        "profiles",
        "token",
        "entity",
        "portfolio",
        "deals",
        "deals list",
        "deals show",
        "deals create",
        "deals update",
        "deals delete",
        "deals notes",
        "tasks",
        "tasks update",
        "views",
        "views list",
        "views update",
        "dashboards",
        "dashboards show",
        "alert-preferences",
        "fields",
        "fields show",
        "fields list",
        "alerts",
        "alerts show",
        "notifications",
        "notifications list",
        "notifications show",
        "notifications read",
        "notifications watch",
        "notifications unwatch",
        "notifications watched",
        "routes",
        "api",
        "outbox",
        "outbox list",
        "outbox retry",
        "outbox discard",
        "outbox journal",
        "sync",
        "history",
        "export",
        "doctor",
        "sandbox",
        "completions",
        "man",
    ];
    let mut whole = String::new();
    for command in commands {
        let mut line: Vec<&str> = command.split(' ').collect();
        line.push("-h");
        let ran = run(&line);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{command}");
        whole.extend(["$ encours ", command, " -h\n", &ran.out, "\n"]);
    }
    insta::assert_snapshot!("help_of_commands", whole);
}

#[test]
fn the_long_help_of_a_command_lists_the_global_options_too() {
    let ran = run(&["deals", "list", "--help"]);
    assert!(
        ran.out.contains("--status") && ran.out.contains("--profile"),
        "{}",
        ran.out
    );
}

#[test]
fn the_version_is_printed() {
    let ran = run(&["--version"]);
    assert_eq!(ran.out, format!("encours {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn every_shell_gets_its_script() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = run(&["completions", shell]);
        assert_eq!(ran.status, 0, "{shell}");
        assert!(
            ran.out.contains("encours") && ran.out.contains("notifications"),
            "{shell}"
        );
    }
    assert_eq!(run(&["completions", "tcsh"]).status, 2);
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let ran = run(&["man"]);
    assert_eq!(ran.status, 0);
    for page in [
        ".TH encours 1",
        ".TH encours-deals-list 1",
        ".TH encours-sandbox 1",
    ] {
        assert!(ran.out.contains(page), "{page}");
    }
}

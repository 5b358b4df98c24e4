//! Help, completions and the manual, as snapshots, because scripts and users rely on them.

use super::support::{CliOutput, bare};

fn run(line: &[&str]) -> CliOutput {
    let dir = tempfile::tempdir().unwrap();
    CliOutput::from_output(bare(dir.path()).args(line).output().unwrap())
}

#[test]
fn the_help_of_the_program() {
    let output = run(&["--help"]);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    insta::assert_snapshot!("help", output.stdout);
    insta::assert_snapshot!("help_fr", run(&["--help", "--lang", "fr"]).stdout);
}

const COMMANDS: &[&str] = &[
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
    "deals views",
    "tasks watch",
    "tasks unwatch",
    "tasks watched",
    "outbox",
    "outbox list",
    "outbox retry",
    "outbox discard",
    "outbox journal",
    "sync",
    "history",
    "flow",
    "export",
    "doctor",
    "sandbox",
    "completions",
    "man",
];

#[test]
fn the_help_of_each_command_in_both_languages() {
    for lang in ["en", "fr"] {
        let mut full = String::new();
        for command in COMMANDS {
            let mut line: Vec<&str> = command.split(' ').collect();
            line.extend(["--lang", lang, "-h"]);
            let output = run(&line);
            assert_eq!((output.status, output.stderr.as_str()), (0, ""), "{command}");
            full.extend(["$ encours ", command, " -h\n", &output.stdout, "\n"]);
        }
        insta::assert_snapshot!(format!("help_of_commands_{lang}"), full);
    }
}

#[test]
fn help_command_equals_the_help_option() {
    for (asked, means) in [
        (&["help"][..], &["--help"][..]),
        (&["help", "deals", "list"], &["deals", "list", "--help"]),
        (&["deals", "help", "list"], &["deals", "list", "--help"]),
        (&["--lang", "fr", "help", "outbox"], &["--lang", "fr", "outbox", "--help"]),
    ] {
        let (asked, means) = (run(asked), run(means));
        assert_eq!((asked.status, asked.stderr.as_str()), (0, ""));
        assert_eq!(asked.stdout, means.stdout);
    }
    run(&["help", "nope"]).failed(2, "usage");
}

#[test]
fn help_language_comes_from_option_then_environment() {
    let dir = tempfile::tempdir().unwrap();
    let asked = |line: &[&str], variables: &[(&str, &str)]| {
        let mut command = bare(dir.path());
        command.args(line).envs(variables.iter().copied());
        CliOutput::from_output(command.output().unwrap()).stdout
    };
    let french = "Lister les deals";
    assert!(asked(&["deals", "list", "--help", "--lang", "fr"], &[]).starts_with(french));
    assert!(asked(&["--lang=fr", "deals", "list", "-h"], &[]).starts_with(french));
    assert!(asked(&["deals", "list", "-h"], &[("ENCOURS_LANG", "fr")]).starts_with(french));
    assert!(asked(&["deals", "list", "-h"], &[("LC_ALL", "fr_FR.UTF-8")]).starts_with(french));
    let both = [("ENCOURS_LANG", "fr")];
    assert!(asked(&["deals", "list", "-h", "--lang", "en"], &both).starts_with("List deals"));
}

/// Invalid command lines, each with a different error.
const WRONG: &[&[&str]] = &[
    &["deal"],
    &["deals", "lst"],
    &["deals", "list", "--limt", "3"],
    &["deals", "list", "--limit", "x"],
    &["deals", "list", "--limit", "-1"],
    &["deals", "list", "--limit", "1", "--limit", "2"],
    &["deals", "list", "--limit", "1", "--all"],
    &["deals", "list", "--sort", "ltv:up"],
    &["deals", "list", "--timeout", "0"],
    &["deals", "list", "--format", "xml"],
    &["deals", "list", "--limit"],
    &["deals", "create"],
    &["deals", "create", "--name", "x", "--set", "y"],
    &["deals", "create", "--name", "x", "--idempotency-key", "a b"],
    &["deals", "update", "x"],
    &["deals", "show"],
    &["deals", "show", ".."],
    &["deals", "show", "a", "b"],
    &["history", "--since", "yesterday"],
    &["views", "update", "x", "--default", "perhaps"],
    &["api", "BREW", "/deals"],
    &["api", "GET", "/deals", "--header", "x"],
    &["sandbox", "--port", "70000"],
    &["sandbox", "--now", "soon"],
    &["outbox", "discard", "one"],
    &["completions", "tcsh"],
];

#[test]
fn usage_errors_are_reported_in_both_languages() {
    for lang in ["en", "fr"] {
        let mut full = String::new();
        for line in WRONG {
            let format = if line.contains(&"xml") { &[][..] } else { &["--format", "table"] };
            let mut args = line.to_vec();
            args.extend_from_slice(format);
            args.extend(["--lang", lang]);
            let output = run(&args);
            assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{line:?}");
            full.extend(["$ encours ", &line.join(" "), "\n", &output.stderr, "\n"]);
        }
        insta::assert_snapshot!(format!("usage_errors_{lang}"), full);
    }
}

#[test]
fn script_errors_are_english_on_one_line() {
    for line in WRONG {
        let text = |lang: &str| {
            let mut args = line.to_vec();
            args.extend(["--lang", lang]);
            if !line.contains(&"xml") {
                args.extend(["--format", "json"]);
            }
            run(&args).failed(2, "usage")["message"].as_str().unwrap().to_owned()
        };
        let message = text("fr");
        assert_eq!(message, text("en"), "{line:?}");
        assert!(!message.contains('\n') && !message.contains(";;"), "{message}");
        for fragment in ["were not provided", "unexpected argument", "tip:", "invalid digit"] {
            assert!(!message.contains(fragment), "{message}");
        }
    }
}

#[test]
fn long_help_of_a_command_includes_global_options() {
    let output = run(&["deals", "list", "--help"]);
    assert!(output.stdout.contains("--status") && output.stdout.contains("--profile"), "{}", output.stdout);
}

#[test]
fn the_version_is_printed() {
    let output = run(&["--version"]);
    assert_eq!(output.stdout, format!("encours {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn every_shell_gets_its_script() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = run(&["completions", shell]);
        assert_eq!(output.status, 0, "{shell}");
        assert!(output.stdout.contains("encours") && output.stdout.contains("notifications"), "{shell}");
    }
    assert_eq!(run(&["completions", "tcsh"]).status, 2);
}

/// Returns the completions that bash offers for the last word.
#[cfg(unix)]
fn offered(args: &[&str], config: &str) -> Option<Vec<String>> {
    let script = run(&["completions", "bash", "--config-dir", config]).stdout;
    let quoted: Vec<String> = args.iter().map(|word| format!("'{word}'")).collect();
    let last = args.len() - 1;
    let ask = format!(
        "{script}\ncd {config}\nCOMP_WORDS=({})\nCOMP_CWORD={last}\n_encours encours '{}' '{}'\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
        quoted.join(" "),
        args[last],
        args[last - 1],
    );
    let output = std::process::Command::new("bash").args(["--norc", "-c", &ask]).output().ok()?;
    let text = String::from_utf8(output.stdout).unwrap();
    Some(text.lines().map(str::to_owned).collect())
}

#[cfg(unix)]
#[test]
fn bash_completion_offers_values_and_files_where_expected() {
    let dir = tempfile::tempdir().unwrap();
    let config = dir.path().to_str().unwrap();
    let profile = "[profiles.acme]\nbase_url = \"https://x.example/v1\"\nkey_id = \"k\"\n";
    std::fs::write(dir.path().join("config.toml"), profile).unwrap();
    let Some(statuses) = offered(&["encours", "deals", "list", "--status", ""], config) else {
        return;
    };
    assert!(
        statuses.contains(&"ic".to_owned()) && !statuses.contains(&"config.toml".to_owned()),
        "{statuses:?}"
    );
    let offered = |args: &[&str]| offered(args, config).unwrap();
    assert_eq!(offered(&["encours", "--profile", "a"]), ["acme"]);
    assert_eq!(offered(&["encours", "deals", "list", "--format", "=", "nd"]), ["ndjson"]);
    assert_eq!(offered(&["encours", "deals", "list", "--format", "="]), ["table", "json", "ndjson", "csv"]);
    assert_eq!(offered(&["encours", "--log", "con"]), ["config.toml"]);
    assert_eq!(offered(&["encours", "deals", "list", "--query", "con"]), ["con"]);
    let script = run(&["completions", "bash"]).stdout;
    assert!(!script.contains("-o default"), "no files where nothing is offered");
}

#[test]
fn manual_is_a_single_page_in_each_language() {
    for (lang, title, section) in
        [("en", ".SH \"COMMANDS\"", "EXIT STATUS"), ("fr", ".SH \"COMMANDES\"", "CODE DE RETOUR")]
    {
        let output = run(&["man", "--lang", lang]);
        assert_eq!((output.status, output.stderr.as_str()), (0, ""));
        assert_eq!(output.stdout.matches(".TH ").count(), 1);
        assert!(output.stdout.contains(title) && output.stdout.contains(section), "{lang}");
        for command in ["deals list", "sandbox", "outbox journal"] {
            let shown = format!(".SS \"encours {command}");
            assert!(output.stdout.contains(&shown), "{lang} {command}");
        }
        insta::assert_snapshot!(format!("manual_{lang}"), output.stdout);
    }
}

//! Every output that the server does not define fits its JSON Schema and has no other member.
//!
//! The commands of all tests are checked, and one test covers every schema.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::Value;

use super::support::{CliOutput, TestEnv, test_env, test_env_today, with};

/// The schemas by name.
static SCHEMAS: LazyLock<BTreeMap<String, Value>> = LazyLock::new(|| {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/schemas");
    let schema = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap())
    };
    std::fs::read_dir(dir).unwrap().map(schema).collect()
});

static VALIDATORS: LazyLock<BTreeMap<&str, Validator>> = LazyLock::new(|| {
    let build = |schema| jsonschema::options().should_validate_formats(true).build(schema).unwrap();
    SCHEMAS.iter().map(|(name, schema)| (name.as_str(), build(schema))).collect()
});

/// Commands with their schemas; the first that fits counts.
const COMMANDS: [(&str, &str); 42] = [
    ("outbox list", "outbox"),
    ("outbox discard", "outbox-discard"),
    ("outbox journal --requests", "requests"),
    ("outbox journal", "journal"),
    ("doctor", "doctor"),
    ("routes --rights", "rights"),
    ("routes", "routes"),
    ("tasks watched", "watched"),
    ("alerts watched", "watched"),
    ("notifications watched", "watched"),
    ("tasks watch", "watched"),
    ("alerts watch", "watched"),
    ("notifications watch", "watched"),
    ("tasks unwatch", "unwatched"),
    ("alerts unwatch", "unwatched"),
    ("notifications unwatch", "unwatched"),
    ("sync", "history"),
    ("history", "history"),
    ("flow", "flow"),
    ("deals frequency", "sheet"),
    ("deals describe", "sheet"),
    ("deals pivot", "sheet"),
    ("deals compare", "compare"),
    ("deals import", "import"),
    ("deals views", "views"),
    ("deals delete", "deleted"),
    ("check", "check"),
    ("find", "find"),
    ("export", "export"),
    ("pack", "export"),
    ("profiles", "profiles"),
    ("logout", "logout"),
    ("rules list", "rules"),
    ("watch", "watch"),
    ("followups", "followups"),
    ("notes", "notes"),
    ("stars", "stars"),
    ("labels", "labels"),
    ("settings copies", "settings-copies"),
    ("settings", "settings-import"),
    ("config", "config"),
    ("schema", "schema"),
];

/// Checks a value against a schema.
pub(super) fn validate(line: &[&str], name: &str, value: &Value) {
    let errors =
        VALIDATORS[name].iter_errors(value).map(|error| format!("{}: {error}", error.instance_path()));
    let errors: Vec<String> = errors.collect();
    assert!(errors.is_empty(), "{line:?} does not fit the schema {name}: {errors:#?}\n{value:#}");
}

/// Returns the values of an output in JSON: the elements of a list, or those of each line.
fn values(text: &str) -> Vec<Value> {
    let whole = serde_json::from_str(text);
    let lines = || text.lines().map(serde_json::from_str).collect::<Result<Vec<Value>, _>>();
    match whole {
        Ok(Value::Array(elements)) => elements,
        Ok(value) => vec![value],
        Err(_) => lines().unwrap_or_default(),
    }
}

/// Compares what a command printed with the schemas. Returns the names of those that it used.
pub fn check(line: &[&str], output: &CliOutput) -> BTreeSet<&'static str> {
    let mut used = BTreeSet::new();
    let joined = line.join(" ");
    let starts =
        |words: &str| joined.strip_prefix(words).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    let of_command = COMMANDS.iter().find(|(words, _)| starts(words)).map(|(_, name)| *name);
    let of_command = if joined.contains("--group-by") { Some("groups") } else { of_command };
    let is_other = |text: &str| joined.contains(text);
    let is_text =
        is_other("schema ") || is_other("settings export") || is_other("--ics") || is_other("--format csv");
    for value in values(&output.stdout).iter().filter(|value| value.is_object() && !is_text) {
        let name = if value.get("queued").is_some() { Some("queued") } else { of_command };
        if let Some(name) = name {
            validate(line, name, value);
            used.insert(name);
        }
    }
    for text in output.stderr.lines() {
        for name in ["error", "warning"].into_iter().filter(|name| text.starts_with(&format!("{{\"{name}\"")))
        {
            validate(line, name, &serde_json::from_str(text).unwrap());
            used.insert(name);
        }
    }
    used
}

#[test]
fn schemas_are_listed_and_printed() {
    let env = test_env();
    let listed = env.run_ok(&["schema"]).json();
    let names: BTreeSet<&str> =
        listed.as_array().unwrap().iter().map(|schema| schema["name"].as_str().unwrap()).collect();
    assert_eq!(names, SCHEMAS.keys().map(String::as_str).collect());
    for (name, schema) in SCHEMAS.iter() {
        assert!(jsonschema::meta::is_valid(schema), "{name}");
        assert_eq!(env.run_ok(&["schema", name]).json(), *schema);
    }
    let unknown = env.run(&["schema", "x"]);
    unknown.failed(2, "usage");
    assert!(unknown.stderr.contains("outbox-discard"), "{}", unknown.stderr);
}

#[test]
fn every_own_output_fits_its_schema() {
    let env = test_env_today();
    let mut used = BTreeSet::new();
    let config = env.dir.path().join("config/config.toml");
    std::fs::create_dir_all(config.parent().unwrap()).unwrap();
    let rules = "[settings]\nme = [\"A. Martin\"]\n[rules.committee]\nwhen = \"status:ic\"\n";
    std::fs::write(&config, rules).unwrap();
    let mut run = |line: &[&str]| {
        let output = env.run(line);
        used.extend(check(line, &output));
        // The lines of `ndjson` are the elements of `json`.
        let lines = env.run(&[line, &["--format", "ndjson"]].concat());
        used.extend(check(line, &lines));
        output
    };
    run(&["sync"]);
    let deals = env.run(&["deals", "list", "--limit", "2", "--status", "sourcing"]).json();
    let [one, two] = [0, 1].map(|at| deals[at]["id"].as_str().unwrap().to_owned());
    run(&["watch", "--once"]);
    run(&["deals", "update", &one, "--status", "ic"]);
    run(&["watch", "--once"]);
    run(&["history"]);
    run(&["history", "--all"]);
    for table in ["statuses", "moves", "weeks", "cycles", "open", "forecast"] {
        run(&["flow", "--show", table]);
        run(&["flow", "--show", table, "--by", "owner"]);
    }
    for line in [
        &["deals", "frequency", "status"][..],
        &["deals", "frequency", "ltv"],
        &["deals", "describe"],
        &["deals", "pivot", "status", "classe_actif"],
        &["deals", "pivot", "responsable", "status", "--figure", "ltv:median"],
        &["deals", "list", "--group-by", "status,responsable"],
        &["deals", "compare", &one, &two],
        &["deals", "update", &one, "--status", "closing", "--offline"],
        &["outbox", "list"],
        &["outbox", "discard", "1", "2", "3", "-y"],
        &["outbox", "journal"],
        &["outbox", "journal", "--requests"],
        &["doctor"],
        &["routes", "--probe"],
        &["routes", "--rights"],
        &["tasks", "watch", "task-1"],
        &["tasks", "watched"],
        &["tasks", "unwatch", "task-1"],
        &["check"],
        &["find", "a"],
        &["profiles"],
        &["rules", "list"],
        &["followups", "set", &one, "2099-12-24", "call"],
        &["followups", "list"],
        &["followups", "done", &one],
        &["notes", "set", &one, "private"],
        &["notes", "list"],
        &["stars", "add", &one],
        &["labels", "add", "urgent", &one],
        &["settings", "copies"],
        &["settings", "restore", "--dry-run"],
        &["config", "list"],
        &["config", "get", "lang"],
        &["schema"],
        &["deals", "list", "--query", "a:b"],
    ] {
        run(line);
    }
    let file = |name: &str, text: &str| {
        let path = env.dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    run(&["settings", "import", &file("settings.toml", &env.run(&["settings", "export"]).stdout)]);
    run(&[
        "deals",
        "views",
        "--import",
        &file("views.toml", "[[view]]\nname = \"x\"\nquery = \"ltv>65%\"\n"),
    ]);
    run(&["deals", "views"]);
    let rows = format!("id,name,status\n{two},,ic\n,New deal,sourcing\n,,nowhere\n");
    run(&["deals", "import", &file("rows.csv", &rows), "--dry-run"]);
    run(&["deals", "import", &file("rows.csv", &rows), "-y"]);
    run(&["export", "deals", "--to", &file("deals.json", ""), "-y"]);
    run(&["pack", &two, "--to", &file("pack.md", ""), "-y"]);
    run(&["deals", "delete", &two, "-y"]);
    std::fs::write(&config, "[profiles.x]\nkey_id = \"k\"\n").unwrap();
    run(&["profiles"]);
    let mut sandbox = env.command(&["sandbox"]);
    let mut sandbox = Running::start(&mut sandbox);
    validate(&["sandbox"], "sandbox", &sandbox.line());
    let all: BTreeSet<&str> = SCHEMAS.keys().map(String::as_str).collect();
    let unused: Vec<&str> = all.into_iter().filter(|name| !used.contains(name)).collect();
    // `logout` needs a keyring, `purge` a stored secret; their tests are there. Encryption is a feature.
    assert_eq!(unused, ["encryption", "logout", "purge", "sandbox"]);
}

/// A command that goes on, with its lines.
struct Running {
    child: Child,
    lines: BufReader<std::process::ChildStdout>,
}

impl Running {
    fn start(command: &mut std::process::Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Self { child, lines }
    }

    /// Waits for the next line.
    fn line(&mut self) -> Value {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    /// Waits for a line that fits.
    fn line_with(&mut self, name: &str, value: &str) -> Value {
        loop {
            let line = self.line();
            if line[name] == value {
                return line;
            }
        }
    }

    #[cfg(unix)]
    fn interrupt(mut self) {
        let pid = self.child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        assert_eq!(self.child.wait().unwrap().code(), Some(130));
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn follow(env: &TestEnv, line: &[&str]) -> Running {
    Running::start(&mut env.command(&[line, &["--follow"]].concat()))
}

#[cfg(unix)]
#[test]
fn outbox_is_followed_until_a_change_is_removed() {
    let env = test_env_today();
    env.run_ok(&["deals", "list", "--all"]);
    let deal = env.deal();
    env.queue_move(&deal, "ic");
    let mut outbox = follow(&env, &["outbox", "list", "--offline"]);
    let waiting = outbox.line();
    assert_eq!((&waiting["state"], &waiting["record"]), (&"waiting".into(), &deal.as_str().into()));
    env.run_ok(&["outbox", "discard", "1", "-y"]);
    let removed = outbox.line_with("state", "removed");
    validate(&["outbox", "list", "--follow"], "outbox", &removed);
    assert_eq!(removed["outbox_id"], 1);
    outbox.interrupt();
}

#[cfg(unix)]
#[test]
fn history_is_followed_beyond_its_present_end() {
    let env = test_env_today();
    env.run(&["sync"]);
    let deal = env.deal();
    let mut history = follow(&env, &["history"]);
    for status in ["ic", "closing"] {
        env.run_ok(&["deals", "update", &deal, "--status", status]);
        let change = history.line_with("after", status);
        validate(&["history", "--follow"], "history", &change);
        assert_eq!(change["deal_id"], deal.as_str());
    }
    history.interrupt();
}

#[test]
fn notifications_are_followed_and_printed_again_if_changed() {
    let env = with(encours_sandbox::Config::default());
    let mut notifications = follow(&env, &["notifications", "list", "--unread"]);
    let first = notifications.line();
    assert_eq!(first["read"], false);
    let mut all = follow(&env, &["notifications", "list", "--format", "table"]);
    let id = first["id"].as_str().unwrap();
    while all.line_with("id", id)["read"] != false {}
    env.run_ok(&["notifications", "read", id]);
    assert_eq!(all.line_with("id", id)["read"], true);
}

#[test]
fn a_closed_pipe_ends_what_is_followed_quietly() {
    let env = test_env_today();
    let mut command = env.command(&["notifications", "list", "--follow"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = CliOutput::from_output(child.wait_with_output().unwrap());
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
}

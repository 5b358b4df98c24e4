//! A sandbox, private directories, and the binary run against them.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use encours_sandbox::{Config, Sandbox};
use serde_json::Value;
use tempfile::TempDir;

/// A running service and a user's directories.
pub struct Place {
    pub sandbox: Sandbox,
    pub dir: TempDir,
}

/// The result of a run.
pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
}

pub fn place() -> Place {
    with(Config::default())
}

/// Starts a small service with custom settings.
pub fn with(config: Config) -> Place {
    start(Config {
        deals: 40,
        now: Some("2026-11-20T08:41:00Z".parse().unwrap()),
        ..config
    })
}

/// Starts a small service that uses the real clock.
///
/// The binary computes ages from its own clock, so the ages of records are stable.
pub fn today() -> Place {
    many_today(40)
}

/// Starts a service with the real clock and that many deals.
pub fn many_today(deals: u32) -> Place {
    start(Config {
        deals,
        ..Config::default()
    })
}

fn start(config: Config) -> Place {
    let sandbox = Sandbox::start(config).unwrap();
    Place {
        sandbox,
        dir: tempfile::tempdir().unwrap(),
    }
}

/// Returns the binary with an environment that contains only what tests set.
pub fn bare(dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_encours"));
    command
        .env_clear()
        .env("ENCOURS_CONFIG_DIR", dir.join("config"))
        .env("ENCOURS_DATA_DIR", dir.join("data"))
        // Prevents access to the keyring of the user who runs the tests.
        .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/no/such/bus")
        .env("LC_ALL", "C")
        .env("TZ", "UTC")
        .stdin(Stdio::null());
    command
}

impl Place {
    pub fn command(&self, line: &[&str]) -> Command {
        let mut command = bare(self.dir.path());
        command
            .env("ENCOURS_BASE_URL", self.sandbox.base_url())
            .env("ENCOURS_KEY_ID", self.sandbox.key_id())
            .env("ENCOURS_SECRET", self.sandbox.secret().expose())
            .args(line);
        command
    }

    /// Runs the binary and removes its messages about the clock.
    ///
    /// The service's clock is fixed, days away from the real one.
    pub fn run(&self, line: &[&str]) -> Ran {
        let mut ran = Ran::of(self.command(line).output().unwrap());
        let (clock, rest): (Vec<&str>, Vec<&str>) =
            ran.err.split_inclusive('\n').partition(|said| of_the_clock(said));
        assert!(clock.len() <= 1, "{clock:?}");
        // Also remove the message about a first sync, which most tests begin with.
        ran.err = rest
            .into_iter()
            .filter(|said| !said.contains("\"kind\":\"first_reading\""))
            .collect();
        ran
    }

    /// Runs a command that must succeed.
    pub fn good(&self, line: &[&str]) -> Ran {
        let ran = self.run(line);
        assert_eq!(ran.status, 0, "{line:?}: {}", ran.err);
        assert_eq!(ran.err, "", "{line:?}");
        ran
    }

    /// Runs a command with `--offline`; standard error reports the age of the data.
    pub fn offline(&self, line: &[&str]) -> Ran {
        let ran = self.run(&[line, &["--offline"]].concat());
        assert_eq!(ran.status, 0, "{line:?}: {}", ran.err);
        let said = match serde_json::from_str::<Value>(&ran.err) {
            Ok(warning) => {
                assert_eq!(warning["warning"]["kind"], "age", "{warning}");
                warning["warning"]["message"].as_str().unwrap().to_owned()
            }
            Err(_) => ran.err.clone(),
        };
        assert!(said.starts_with("Local data"), "{line:?}: {}", ran.err);
        ran
    }

    /// Moves a deal without the service; the write stays pending.
    pub fn queued(&self, id: &str, status: &str) {
        self.run(&["deals", "update", id, "--status", status, "--offline"])
            .failed(8, "queued");
    }

    /// Moves a deal as another client, without caching it.
    pub fn moved_elsewhere(&self, id: &str, status: &str) {
        let body = format!("{{\"status\":\"{status}\"}}");
        self.good(&["api", "PUT", &format!("/deals/{id}"), "--body", &body]);
    }

    /// Returns the identifier of the first deal.
    pub fn deal(&self) -> String {
        self.good(&["deals", "list", "--limit", "1"]).json()[0]["id"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Returns the number of deals at the service.
    pub fn deals(&self) -> u64 {
        self.good(&["api", "GET", "/deals", "--query", "limit=1"]).json()["total"]
            .as_u64()
            .unwrap()
    }

    pub fn outbox(&self) -> Vec<Value> {
        self.good(&["outbox", "list"]).json().as_array().unwrap().clone()
    }
}

/// Returns whether a line of standard error reports a wrong clock.
pub fn of_the_clock(said: &str) -> bool {
    said.starts_with("This device’s clock") || said.starts_with("L’horloge de cet appareil")
}

impl Ran {
    /// Returns the kinds of the warnings on standard error.
    pub fn warned(&self) -> Vec<String> {
        self.err
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap())
            .map(|said| said["warning"]["kind"].as_str().unwrap().to_owned())
            .collect()
    }

    pub fn of(output: Output) -> Self {
        Self {
            status: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Parses standard output as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {} {}", self.out, self.err))
    }

    /// Returns the only error on standard error.
    pub fn error(&self) -> Value {
        let whole: Value =
            serde_json::from_str(&self.err).unwrap_or_else(|error| panic!("{error}: {}", self.err));
        whole["error"].clone()
    }

    /// Asserts the exit status and the kind of the only error.
    pub fn failed(&self, status: i32, kind: &str) -> Value {
        assert_eq!(self.status, status, "{} {}", self.out, self.err);
        let error = self.error();
        assert_eq!(error["kind"], kind, "{error}");
        error
    }
}

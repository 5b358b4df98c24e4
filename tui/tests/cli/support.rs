//! A sandbox, private directories, and the binary run against them.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use encours_sandbox::{Config, Sandbox};
use serde_json::Value;
use tempfile::TempDir;

/// A running service and a person's directories.
pub struct Place {
    pub sandbox: Sandbox,
    pub dir: TempDir,
}

/// What a run left.
pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
}

pub fn place() -> Place {
    with(Config::default())
}

/// A small service with settings of its own.
pub fn with(config: Config) -> Place {
    start(Config {
        deals: 40,
        now: Some("2026-11-20T08:41:00Z".parse().unwrap()),
        ..config
    })
}

/// A small service whose records are as old today as on any other day: the binary counts ages from its own clock.
pub fn today() -> Place {
    many_today(40)
}

/// The same with so many deals.
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

/// The binary with nothing of this process's environment but what a test gives it.
pub fn bare(dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_encours"));
    command
        .env_clear()
        .env("ENCOURS_CONFIG_DIR", dir.join("config"))
        .env("ENCOURS_DATA_DIR", dir.join("data"))
        // Whoever runs the tests has a keyring of their own.
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

    /// The clock of the service stands still, days from that of the binary: what the binary says of that is left out.
    pub fn run(&self, line: &[&str]) -> Ran {
        let mut ran = Ran::of(self.command(line).output().unwrap());
        let (clock, rest): (Vec<&str>, Vec<&str>) =
            ran.err.split_inclusive('\n').partition(|said| of_the_clock(said));
        assert!(clock.len() <= 1, "{clock:?}");
        // So is that a reading was the first one, which most tests begin with.
        ran.err = rest
            .into_iter()
            .filter(|said| !said.contains("\"kind\":\"first_reading\""))
            .collect();
        ran
    }

    /// Runs what must succeed.
    pub fn good(&self, line: &[&str]) -> Ran {
        let ran = self.run(line);
        assert_eq!(ran.status, 0, "{line:?}: {}", ran.err);
        assert_eq!(ran.err, "", "{line:?}");
        ran
    }

    /// Runs what the local store answers alone: standard error says how old it is.
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
        assert!(
            said.starts_with("Local data"),
            "{line:?}: {}",
            ran.err
        );
        ran
    }

    /// Moves a deal without the service: the write waits.
    pub fn queued(&self, id: &str, status: &str) {
        self.run(&["deals", "update", id, "--status", status, "--offline"])
            .failed(8, "queued");
    }

    /// Another client moves a deal: nothing of it is kept here.
    pub fn moved_elsewhere(&self, id: &str, status: &str) {
        let body = format!("{{\"status\":\"{status}\"}}");
        self.good(&["api", "PUT", &format!("/deals/{id}"), "--body", &body]);
    }

    /// The identifier of the first deal.
    pub fn deal(&self) -> String {
        self.good(&["deals", "list", "--limit", "1"]).json()[0]["id"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// How many deals the service holds.
    pub fn deals(&self) -> u64 {
        self.good(&["api", "GET", "/deals", "--query", "limit=1"]).json()["total"]
            .as_u64()
            .unwrap()
    }

    pub fn outbox(&self) -> Vec<Value> {
        self.good(&["outbox", "list"]).json().as_array().unwrap().clone()
    }
}

/// Whether a line of standard error tells people that their clock is off.
pub fn of_the_clock(said: &str) -> bool {
    said.starts_with("This device’s clock") || said.starts_with("L’horloge de cet appareil")
}

impl Ran {
    /// The kinds of the warnings on standard error.
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

    /// Standard output as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {} {}", self.out, self.err))
    }

    /// The one error on standard error.
    pub fn error(&self) -> Value {
        let whole: Value =
            serde_json::from_str(&self.err).unwrap_or_else(|error| panic!("{error}: {}", self.err));
        whole["error"].clone()
    }

    /// Asserts the exit status and the kind of the one error.
    pub fn failed(&self, status: i32, kind: &str) -> Value {
        assert_eq!(self.status, status, "{} {}", self.out, self.err);
        let error = self.error();
        assert_eq!(error["kind"], kind, "{error}");
        error
    }
}

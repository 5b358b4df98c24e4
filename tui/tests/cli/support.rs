//! A sandbox, private directories, and the binary run against them.

use std::process::Command;

use encours_sandbox::{Config, Sandbox};
use serde_json::Value;
use tempfile::TempDir;

pub use super::server::{CliOutput, bare};

/// A running service and a user's directories.
pub struct TestEnv {
    pub sandbox: Sandbox,
    pub dir: TempDir,
}

pub fn test_env() -> TestEnv {
    with(Config::default())
}

/// Starts a small service with custom settings.
pub fn with(config: Config) -> TestEnv {
    start(Config { deals: 40, now: Some("2026-11-20T08:41:00Z".parse().unwrap()), ..config })
}

/// Starts a small service that uses the real clock.
///
/// The binary computes ages from its own clock, so the ages of records are stable.
pub fn test_env_today() -> TestEnv {
    test_env_with_deals(40)
}

/// Starts a service with the real clock and that many deals.
pub fn test_env_with_deals(deals: u32) -> TestEnv {
    start(Config { deals, ..Config::default() })
}

fn start(config: Config) -> TestEnv {
    let sandbox = Sandbox::start(config).unwrap();
    TestEnv { sandbox, dir: tempfile::tempdir().unwrap() }
}

impl TestEnv {
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
    pub fn run(&self, line: &[&str]) -> CliOutput {
        let mut output = CliOutput::from_output(self.command(line).output().unwrap());
        let (clock, remaining): (Vec<&str>, Vec<&str>) =
            output.stderr.split_inclusive('\n').partition(|warning_line| is_clock_warning(warning_line));
        assert!(clock.len() <= 1, "{clock:?}");
        super::schemas::check(line, &output);
        // Also remove the message about a first sync, which most tests begin with.
        output.stderr = remaining
            .into_iter()
            .filter(|warning_line| !warning_line.contains("\"kind\":\"first_reading\""))
            .collect();
        output
    }

    /// Runs a command that must succeed.
    pub fn run_ok(&self, line: &[&str]) -> CliOutput {
        let output = self.run(line);
        assert_eq!(output.status, 0, "{line:?}: {}", output.stderr);
        assert_eq!(output.stderr, "", "{line:?}");
        output
    }

    /// Runs a command with `--offline`; standard error reports the age of the data.
    pub fn offline(&self, line: &[&str]) -> CliOutput {
        let output = self.run(&[line, &["--offline"]].concat());
        assert_eq!(output.status, 0, "{line:?}: {}", output.stderr);
        let parsed = match serde_json::from_str::<Value>(&output.stderr) {
            Ok(warning) => {
                assert_eq!(warning["warning"]["kind"], "age", "{warning}");
                warning["warning"]["message"].as_str().unwrap().to_owned()
            }
            Err(_) => output.stderr.clone(),
        };
        assert!(parsed.starts_with("Local data"), "{line:?}: {}", output.stderr);
        output
    }

    /// Moves a deal without the service; the write stays pending.
    pub fn queue_move(&self, id: &str, status: &str) {
        self.run(&["deals", "update", id, "--status", status, "--offline"]).failed(8, "queued");
    }

    /// Moves a deal as another client, without caching it.
    pub fn move_as_other(&self, id: &str, status: &str) {
        let body = format!("{{\"status\":\"{status}\"}}");
        self.run_ok(&["api", "PUT", &format!("/deals/{id}"), "--body", &body]);
    }

    /// Returns the identifier of the first deal.
    pub fn deal(&self) -> String {
        self.run_ok(&["deals", "list", "--limit", "1"]).json()[0]["id"].as_str().unwrap().to_owned()
    }

    /// Returns the number of deals at the service.
    pub fn deals(&self) -> u64 {
        self.run_ok(&["api", "GET", "/deals", "--query", "limit=1"]).json()["total"].as_u64().unwrap()
    }

    pub fn outbox(&self) -> Vec<Value> {
        self.run_ok(&["outbox", "list"]).json().as_array().unwrap().clone()
    }
}

/// Returns whether a line of standard error reports a wrong clock.
pub fn is_clock_warning(line: &str) -> bool {
    line.starts_with("This device’s clock") || line.starts_with("L’horloge de cet appareil")
}

impl CliOutput {
    /// Returns the kinds of the warnings on standard error.
    pub fn warnings(&self) -> Vec<String> {
        self.stderr
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap())
            .map(|parsed| parsed["warning"]["kind"].as_str().unwrap().to_owned())
            .collect()
    }

    /// Returns the only error on standard error.
    pub fn error(&self) -> Value {
        let full: Value =
            serde_json::from_str(&self.stderr).unwrap_or_else(|error| panic!("{error}: {}", self.stderr));
        full["error"].clone()
    }
}

//! A test's own service and a user's directories, which outlive a run of the program.

use std::process::Command;

use encours_core::store::profile_dir;
use encours_sandbox::{Config, Sandbox};

use super::{Terminal, TerminalSetup, encours};

pub struct TestEnv {
    sandbox: Option<Sandbox>,
    service: Vec<(&'static str, String)>,
    dir: tempfile::TempDir,
}

impl TestEnv {
    pub fn new(config: Config) -> Self {
        let sandbox = Sandbox::start(config).unwrap();
        let service = vec![
            ("ENCOURS_BASE_URL", sandbox.base_url().to_owned()),
            ("ENCOURS_KEY_ID", sandbox.key_id().to_owned()),
            ("ENCOURS_SECRET", sandbox.secret().expose().to_owned()),
            ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/no/such/bus".to_owned()),
        ];
        Self { sandbox: Some(sandbox), service, dir: tempfile::tempdir().unwrap() }
    }

    /// Returns the program's environment, with the data directory of one user.
    fn vars(&self, whose: &str) -> Vec<(&'static str, String)> {
        let dir = |name: &str| self.dir.path().join(name).to_string_lossy().into_owned();
        let own = [("ENCOURS_CONFIG_DIR", dir("config")), ("ENCOURS_DATA_DIR", dir(whose))];
        self.service.iter().cloned().chain(own).collect()
    }

    /// Opens the full screen, in English.
    pub fn open(&self, size: (u16, u16)) -> Terminal {
        self.start(&["--lang", "en"], size)
    }

    /// Runs a command on the user's terminal, where it can ask questions.
    pub fn typed(&self, args: &[&str]) -> Terminal {
        self.start(&[args, &["--lang", "en"]].concat(), super::SIZE)
    }

    fn start(&self, args: &[&str], size: (u16, u16)) -> Terminal {
        let vars = self.vars("data");
        let vars: Vec<(&str, &str)> = vars.iter().map(|(name, value)| (*name, value.as_str())).collect();
        Terminal::start(&TerminalSetup { args, vars: &vars, size, ..TerminalSetup::default() })
    }

    /// Runs a command with the same key on another machine; returns its JSON output.
    pub fn run_as_other(&self, args: &[&str]) -> serde_json::Value {
        self.command("elsewhere", args)
    }

    /// Runs a command of the same user beside the full screen.
    pub fn run_beside(&self, args: &[&str]) -> serde_json::Value {
        self.command("data", args)
    }

    /// Returns the directory of a delegated user's store, which may not exist.
    pub fn store_of(&self, user: &str) -> std::path::PathBuf {
        let service = self.service();
        profile_dir(&self.dir.path().join("data"), service.base_url(), service.key_id(), Some(user))
    }

    /// Returns the statuses of the requests to delegated routes, in order.
    pub fn answers_for_users(&self) -> Vec<u16> {
        let requests = self.service().requests().all();
        let of_a_user = requests.iter().filter(|request| request.target.contains("/users/me/"));
        of_a_user.map(|request| request.status).collect()
    }

    fn command(&self, whose: &str, args: &[&str]) -> serde_json::Value {
        let mut command = Command::new(encours());
        command.args(args).args(["--format", "json"]);
        command.env_clear().envs(self.vars(whose));
        let output = command.output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{args:?}: {message}");
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// Returns the service, for its request log and its faults.
    pub fn service(&self) -> &Sandbox {
        self.sandbox.as_ref().unwrap()
    }

    /// Stops the service.
    pub fn stop_server(&mut self) {
        self.sandbox = None;
    }
}

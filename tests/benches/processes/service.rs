//! The sandbox service in its own process, and the program configured for it.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use portable_pty::CommandBuilder;

/// The address and credentials of the service. They outlive it, for a start without a network.
#[derive(Clone)]
pub struct ServiceAddress {
    pub base_url: String,
    pub key_id: String,
    pub secret: String,
}

/// The running service.
pub struct SandboxProcess {
    process: Child,
    address: ServiceAddress,
}

impl SandboxProcess {
    pub fn start(program: &Path, deals: u32) -> Self {
        let mut process = Command::new(program)
            .args(["sandbox", "--deals", &deals.to_string()])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("failed to start the service");
        let mut line = String::new();
        let mut output = BufReader::new(process.stdout.take().expect("the service's output is piped"));
        output.read_line(&mut line).expect("failed to read the service's address");
        let first_line: serde_json::Value = serde_json::from_str(&line).expect("in one line of JSON");
        let text = |name: &str| first_line[name].as_str().expect("the first line has this field").to_owned();
        let secret =
            std::fs::read_to_string(PathBuf::from(text("secret_file"))).expect("failed to read the secret");
        Self {
            process,
            address: ServiceAddress {
                base_url: text("base_url"),
                key_id: text("key_id"),
                secret: secret.trim().to_owned(),
            },
        }
    }

    pub fn address(&self) -> ServiceAddress {
        self.address.clone()
    }

    /// Returns the program on this service, with its store in `dir`.
    pub fn program(&self, program: &Path, dir: &Path) -> CommandBuilder {
        self.address.program(program, dir)
    }
}

impl Drop for SandboxProcess {
    fn drop(&mut self) {
        // The process may have ended already.
        let _gone = self.process.kill();
        let _gone = self.process.wait();
    }
}

impl ServiceAddress {
    /// Returns the full-screen program on this service, with its store in `dir`.
    pub fn program(&self, program: &Path, dir: &Path) -> CommandBuilder {
        std::fs::create_dir_all(dir).expect("failed to create a directory");
        let mut command = CommandBuilder::new(program);
        command.cwd(dir);
        for (name, value) in self.settings(dir) {
            command.env(name, value);
        }
        command
    }

    /// Returns a command on this service.
    pub fn command(&self, program: &Path, dir: &Path) -> Command {
        let mut command = Command::new(program);
        command.envs(self.settings(dir));
        command
    }

    fn settings(&self, dir: &Path) -> [(&'static str, String); 9] {
        let path_in_dir = |name: &str| dir.join(name).to_string_lossy().into_owned();
        [
            ("ENCOURS_BASE_URL", self.base_url.clone()),
            ("ENCOURS_KEY_ID", self.key_id.clone()),
            ("ENCOURS_SECRET", self.secret.clone()),
            ("ENCOURS_PASSPHRASE", "benchmark".to_owned()),
            ("ENCOURS_DATA_DIR", path_in_dir("data")),
            ("ENCOURS_CONFIG_DIR", path_in_dir("config")),
            ("ENCOURS_LANG", "en".to_owned()),
            ("HOME", path_in_dir("")),
            ("TERM", "xterm-256color".to_owned()),
        ]
    }
}

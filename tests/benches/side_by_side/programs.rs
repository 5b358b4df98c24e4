//! The compared programs, with their input names, keys and expected screen texts.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use portable_pty::CommandBuilder;

use super::screen::BenchScreen;
use super::service::{SandboxProcess, ServiceAddress};
use super::{FILTER_TEXT, TIMEOUT};

/// A program with its keys and expected texts.
pub struct Program {
    /// Its name.
    pub name: &'static str,
    start: StartCommand,
    /// The screen text once the first names are visible.
    pub first_text: String,
    /// The screen text once all names are counted.
    pub all_text: String,
    /// The key that moves the cursor down.
    pub down: &'static str,
    /// The key that moves the cursor up.
    pub up: &'static str,
    /// The key that switches to a list of rows, if another screen comes first.
    pub rows_key: &'static str,
    /// The key that opens the filter.
    pub filter: &'static str,
    /// The inputs typed into the filter, each measured.
    pub filter_inputs: Vec<String>,
    /// The key that clears the filter text, if the program filters while typing.
    pub clear: Option<&'static str>,
    /// The keys that quit the program from any screen.
    pub quit_keys: &'static str,
}

enum StartCommand {
    Encours { program: PathBuf, address: ServiceAddress, store: PathBuf },
    Shell { program: &'static str, line: String, home: PathBuf },
}

impl Program {
    /// Returns whether the program is installed.
    pub fn is_installed(&self) -> bool {
        let StartCommand::Shell { program, .. } = &self.start else {
            return true;
        };
        Command::new(program)
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    }

    /// Returns the command that starts the program on its names.
    pub fn command(&self) -> CommandBuilder {
        match &self.start {
            StartCommand::Encours { program, address, store } => address.program(program, store),
            StartCommand::Shell { line, home, .. } => {
                let mut command = CommandBuilder::new("sh");
                command.args(["-c", line]);
                command.env("TERM", "xterm-256color");
                command.env("HOME", home);
                command.cwd(home);
                command
            }
        }
    }
}

/// Prepares the three programs on the same names: those of a service that was fully synced once.
///
/// The service must live as long as the programs.
pub fn prepare_programs(encours: &Path, deals: u32, dir: &Path) -> (Vec<Program>, SandboxProcess) {
    let service = SandboxProcess::start(encours, deals);
    let store = dir.join("store");
    let mut screen = BenchScreen::open(service.program(encours, &store));
    screen.wait(TIMEOUT, |text| text.contains("up to date"));
    drop(screen);
    let names = stored_names(encours, &store, &service.address());
    assert_eq!(names.len(), deals as usize, "the store holds every name");
    let file = dir.join("names.txt");
    std::fs::write(&file, names.join("\n")).expect("failed to write the names");
    let deal_count = with_separators(deals);
    let file = file.to_string_lossy();
    let programs = vec![
        Program {
            name: "encours",
            start: StartCommand::Encours { program: encours.to_owned(), address: service.address(), store },
            // The pipeline shows its header together with the cards.
            first_text: format!("{deal_count} deals"),
            all_text: format!("{deal_count} deals · {deal_count} shown"),
            down: "j",
            up: "k",
            rows_key: "v",
            filter: "/",
            filter_inputs: letters(FILTER_TEXT),
            clear: Some("\x15"),
            quit_keys: "\x03",
        },
        Program {
            name: "fzf",
            start: StartCommand::Shell {
                program: "fzf",
                line: format!("exec fzf < '{file}'"),
                home: dir.to_owned(),
            },
            first_text: names[0].clone(),
            all_text: format!("{deals}/{deals}"),
            // `fzf` lists from the bottom up.
            down: "\x0b",
            up: "\x0a",
            rows_key: "",
            filter: "\x15",
            filter_inputs: letters(FILTER_TEXT),
            clear: Some("\x15"),
            quit_keys: "\x03",
        },
        Program {
            name: "VisiData",
            start: StartCommand::Shell {
                program: "vd",
                line: format!("exec vd --nothing --motd-url= -f txt '{file}'"),
                home: dir.to_owned(),
            },
            first_text: names[0].clone(),
            all_text: format!("{deals} lines"),
            down: "j",
            up: "k",
            rows_key: "",
            // `VisiData` selects with one query and opens the selected rows as a new sheet.
            filter: "g|",
            filter_inputs: vec![format!("{FILTER_TEXT}\r\"")],
            clear: None,
            quit_keys: "gq",
        },
    ];
    (programs, service)
}

/// Returns the letters of a word, each as one input.
pub fn letters(word: &str) -> Vec<String> {
    word.chars().map(String::from).collect()
}

fn stored_names(program: &Path, store: &Path, address: &ServiceAddress) -> Vec<String> {
    let output = address
        .command(program, store)
        .args(["deals", "list", "--all", "--offline", "--format", "json"])
        .output()
        .expect("failed to run the program");
    assert!(
        output.status.success(),
        "the names are in the store: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let deals: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).expect("in JSON");
    deals.iter().map(|deal| deal["name"].as_str().unwrap_or_default().to_owned()).collect()
}

fn with_separators(number: u32) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

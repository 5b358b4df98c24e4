//! The programs for comparison, `curl` and `fzf`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use portable_pty::CommandBuilder;

use super::screen::BenchScreen;
use super::service::{SandboxProcess, ServiceAddress};
use super::{TIMEOUT, median};

/// The page size of `curl` and of the program.
const PAGE: u32 = 500;
/// The number of parallel requests of both.
const PARALLEL: &str = "4";

fn is_installed(name: &str) -> bool {
    let is_present = Command::new(name)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !is_present {
        println!("  ({name} is not installed: nothing to compare with)");
    }
    is_present
}

/// The time `curl` needs for every page of the list, four in parallel.
pub struct CurlTimes {
    /// With the output discarded.
    pub discarded: Duration,
    /// With the output in files, until these are on disk.
    pub stored: Duration,
}

/// Measures one `curl` that fetches every page of the list.
pub fn measure_curl(service: &SandboxProcess, program: &Path, deals: u32, runs: usize) -> Option<CurlTimes> {
    if !is_installed("curl") {
        return None;
    }
    let dir = tempfile::tempdir().expect("failed to create a temporary directory");
    let address = service.address();
    let token = address.command(program, dir.path()).args(["token", "--reveal", "--format", "json"]).output();
    let token = token.expect("failed to run the program").stdout;
    let token: serde_json::Value = serde_json::from_slice(&token).expect("failed to parse the token");
    let bearer = token["access_token"].as_str().expect("the token has a bearer");
    let list = |output: &dyn Fn(u32) -> PathBuf| {
        let mut list = format!("header = \"Authorization: Bearer {bearer}\"\n");
        for offset in (0..deals).step_by(PAGE as usize) {
            // Writing to a `String` cannot fail.
            let _ = writeln!(
                list,
                "url = \"{}/deals?limit={PAGE}&offset={offset}\"\noutput = \"{}\"",
                address.base_url,
                output(offset).display()
            );
        }
        list
    };
    let (discard_list, files) = (dir.path().join("nothing"), dir.path().join("files"));
    let pages = dir.path().join("pages");
    std::fs::write(&discard_list, list(&|_| "/dev/null".into())).expect("failed to write the list of pages");
    std::fs::write(&files, list(&|offset| pages.join(offset.to_string()))).expect("failed to write the list");
    let read = (0..runs).map(|_| {
        let started_at = Instant::now();
        fetch_pages(&discard_list);
        started_at.elapsed()
    });
    let read = median(read.collect());
    let stored = (0..runs).map(|_| {
        std::fs::create_dir(&pages).expect("failed to create a directory for the pages");
        let started_at = Instant::now();
        fetch_pages(&files);
        run_ok(Command::new("sync").arg("--file-system").arg(&pages));
        let elapsed = started_at.elapsed();
        std::fs::remove_dir_all(&pages).expect("failed to remove the pages");
        elapsed
    });
    let stored = median(stored.collect());
    Some(CurlTimes { discarded: read, stored })
}

fn fetch_pages(list: &Path) {
    let mut curl = Command::new("curl");
    curl.args(["--silent", "--fail", "--parallel", "--parallel-max", PARALLEL]);
    run_ok(curl.arg("--config").arg(list).stderr(Stdio::null()));
}

fn run_ok(command: &mut Command) {
    let succeeded = command.status().is_ok_and(|status| status.success());
    assert!(succeeded, "{command:?} does what it is for");
}

/// Measures `fzf` for each letter of the same word on the same names.
pub fn measure_fzf(program: &Path, store: &Path, address: &ServiceAddress) -> Option<Vec<Duration>> {
    if !is_installed("fzf") {
        return None;
    }
    let output = address
        .command(program, store)
        .args(["deals", "list", "--all", "--offline", "--format", "csv"])
        .output()
        .expect("failed to run the program");
    assert!(output.status.success(), "the names are in the store");
    let names: Vec<String> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .skip(1)
        .filter_map(|line| Some(line.split_once(',')?.1.trim_start_matches('"').to_owned()))
        .collect();
    let file = store.join("names");
    std::fs::write(&file, names.join("\n")).expect("failed to write the names");
    let mut command = CommandBuilder::new("sh");
    command.args(["-c", "exec fzf < \"$0\""]);
    command.arg(&file);
    command.env("TERM", "xterm-256color");
    command.cwd(store);
    let mut screen = BenchScreen::open(command);
    let all = format!("{0}/{0}", names.len());
    screen.wait(TIMEOUT, |text| text.contains(&all));
    screen.settle();
    Some("toulouse".chars().map(|letter| screen.measure_letter(letter)).collect())
}

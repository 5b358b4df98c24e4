//! The memory use of the process while a service sends endless data.
#![cfg(target_os = "linux")]

use std::process::{Child, Stdio};

use encours_sandbox::{Config, Sandbox};

use super::server::{CliOutput, Reply, SECRET, Server, bare};

/// The maximum memory of the process.
const MAX_KIB: u64 = 100 * 1024;

/// Follows the peak memory of a process until it ends.
fn high_water(child: Child) -> (u64, CliOutput) {
    let status = format!("/proc/{}/status", child.id());
    let watch = std::thread::spawn(move || {
        let mut highest = 0;
        // After the process ends, the file first lacks the memory line and then disappears.
        while let Some(mark) = std::fs::read_to_string(&status).ok().as_deref().and_then(mark) {
            highest = highest.max(mark);
            std::thread::yield_now();
        }
        highest
    });
    let output = CliOutput::from_output(child.wait_with_output().unwrap());
    (watch.join().unwrap(), output)
}

/// Returns `VmHWM` in KiB.
fn mark(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

fn endless(header: &'static str, chunk: &[u8]) -> Server {
    let chunk = chunk.repeat(64 * 1024 / chunk.len());
    Server::start(move |_, _| Reply::Endless(header, chunk.clone()))
}

#[test]
fn endless_body_is_aborted_within_the_memory_limit() {
    const JSON: &str = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[";
    const SAID: &str =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n[";
    const ERROR: &str = "HTTP/1.1 422 X\r\nContent-Type: application/problem+json\r\n\r\n";
    for (name, header, chunk, exit) in [
        ("a list", JSON, &b"{\"id\":\"d1\",\"name\":\"x\"},"[..], 11),
        ("a text", JSON, b"x", 11),
        ("many small things", SAID, b"{},", 11),
        ("an error", ERROR, b"{\"title\":\"x\"}", 7),
    ] {
        let server = endless(header, chunk);
        let child = server
            .command(&["deals", "list", "--timeout", "60"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (highest, output) = high_water(child);
        assert_eq!(output.status, exit, "{name}: {output:?}");
        assert!(highest > 0 && highest < MAX_KIB, "{name}: {highest} KiB");
        println!("{name}: {highest} KiB");
    }
}

#[test]
fn a_bomb_is_counted_after_it_is_unpacked() {
    for kind in ["gzip", "zstd"] {
        let sandbox = Sandbox::start(Config { deals: 1, ..Config::default() }).unwrap();
        sandbox.faults().add(format!("bomb={kind}@entity_get").parse::<encours_sandbox::Fault>().unwrap());
        let dir = tempfile::tempdir().unwrap();
        let child = bare(dir.path())
            .env("ENCOURS_BASE_URL", sandbox.base_url())
            .env("ENCOURS_KEY_ID", sandbox.key_id())
            .env("ENCOURS_SECRET", sandbox.secret().expose())
            .args(["entity", "--timeout", "60"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (highest, output) = high_water(child);
        output.failed(11, "protocol");
        assert!(highest > 0 && highest < MAX_KIB, "{kind}: {highest} KiB");
        assert!(!output.stderr.contains(SECRET));
    }
}

/// Returns a page with that many deals, with notes of that length.
fn page(deals: usize, note: usize) -> String {
    let deals: Vec<String> = (0..deals)
        .map(|number| format!(r#"{{"id":"d{number}","name":"x","note":"{}"}}"#, "n".repeat(note)))
        .collect();
    format!(r#"{{"items":[{}],"total":{}}}"#, deals.join(","), deals.len())
}

#[test]
fn largest_page_uses_at_most_four_times_its_bytes() {
    const SIZE: usize = 15_000_000;
    let highest = |line: &[&str], page: String| {
        let server = Server::start(move |request, _| {
            let offset = request.number("offset").is_some_and(|offset| offset > 0);
            let one = request.query("status").is_some() || !request.target.contains("/deals");
            Reply::json(
                200,
                if offset || one { r#"{"items":[],"total":0}"#.to_owned() } else { page.clone() },
            )
        });
        let child = server
            .command(line)
            .current_dir(server.dir.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (highest, output) = high_water(child);
        assert_eq!(output.status, 0, "{line:?}: {}", output.stderr);
        highest
    };
    let mut over = Vec::new();
    for line in [
        &["deals", "list"][..],
        &["deals", "list", "--query", "x"],
        &["sync"],
        &["export", "deals", "--to", "d.xlsx"],
        &["api", "GET", "/deals", "--paginate"],
    ] {
        for deals in [1, 100, 30_000] {
            let (large, small) = (page(deals, SIZE / deals), page(deals, 1));
            // SQLite copies a record once more when it stores it, which matters for one large record.
            let times = if deals == 1 { 5 } else { 4 };
            let max = times * large.len() as u64 / 1024;
            let more = highest(line, large).saturating_sub(highest(line, small));
            if more > max {
                over.push(format!("{line:?}, {deals} deals: {more} KiB, at most {max}"));
            }
        }
    }
    assert!(over.is_empty(), "{}", over.join("\n"));
}

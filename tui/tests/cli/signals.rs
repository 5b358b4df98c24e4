//! Interruption and closed pipes.
#![cfg(unix)]

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use super::stub_server::{Response, start};
use super::support::CliOutput;

fn interrupt(pid: u32) {
    assert!(Command::new("kill").args(["-INT", &pid.to_string()]).status().unwrap().success());
}

#[test]
fn an_interrupted_read_is_130() {
    let stub = start(Response::Silence);
    let child = stub
        .command(&["entity", "--timeout", "60"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    stub.requests.recv().unwrap();
    interrupt(child.id());
    CliOutput::from_output(child.wait_with_output().unwrap()).failed(130, "interrupted");
}

#[test]
fn interrupted_write_stays_in_the_outbox() {
    let stub = start(Response::Silence);
    let child = stub
        .command(&["deals", "create", "--name", "x", "--timeout", "60"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    stub.requests.recv().unwrap();
    interrupt(child.id());
    CliOutput::from_output(child.wait_with_output().unwrap()).failed(130, "interrupted");
    let rows = stub.run(&["outbox", "list"]).json();
    assert_eq!(rows.as_array().unwrap().len(), 1);
    assert_eq!(rows[0]["body"]["name"], "x");
}

#[test]
fn write_without_a_timely_response_is_queued_in_doubt() {
    let stub = start(Response::Silence);
    let output = stub.run(&["deals", "create", "--name", "x", "--timeout", "1"]);
    output.failed(8, "queued");
    assert_eq!(stub.run(&["outbox", "list"]).json()[0]["outcome_unknown"], true);
}

#[test]
fn a_closed_pipe_is_a_quiet_end() {
    let dir = tempfile::tempdir().unwrap();
    let mut child = super::support::bare(dir.path())
        .args(["--demo", "--demo-deals", "4000", "deals", "list", "--all", "--format", "ndjson"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut String::new()).unwrap();
    drop(out);
    let output = CliOutput::from_output(child.wait_with_output().unwrap());
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
}

//! A command stops at once on a signal, in every kind of wait.
#![cfg(unix)]

use std::process::{Child, Command, Stdio};

use super::server::{CliOutput, Reply, Server, wait_until};

fn started(server: &Server, line: &[&str]) -> Child {
    server.command(line).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn send_signal(child: &Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

#[test]
fn signal_while_waiting_for_the_server_exits_with_130() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let server = Server::start(|_, _| Reply::Silence);
        let child = started(&server, &["entity", "--timeout", "60"]);
        server.await_call();
        send_signal(&child, signal);
        CliOutput::from_output(child.wait_with_output().unwrap()).failed(130, "interrupted");
    }
}

#[test]
fn signal_while_waiting_for_stdin_exits_with_130() {
    for line in [&["api", "POST", "/imports", "--body", "-"][..], &["login", "--secret-stdin"]] {
        let server = Server::start(|_, _| Reply::json(200, "{}"));
        let mut child = started(&server, line);
        // Kept open, and never written to.
        let input = child.stdin.take();
        wait_for_listener(&child);
        send_signal(&child, "-INT");
        CliOutput::from_output(child.wait_with_output().unwrap()).failed(130, "interrupted");
        drop(input);
        assert!(server.requests().is_empty());
    }
}

/// Waits until the process catches the signal itself; before that, any process would just end.
fn wait_for_listener(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    wait_until("the signal is caught", || {
        // Without `/proc`, this cannot be checked.
        let Ok(text) = std::fs::read_to_string(&status) else {
            return true;
        };
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        // SIGINT is number 2: the second bit.
        caught.is_none_or(|mask| mask & 0b10 != 0)
    });
}

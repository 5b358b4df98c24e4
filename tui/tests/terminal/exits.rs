//! The terminal is restored after every kind of exit.

use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::process;
use super::pty::{Terminal, TerminalSetup, encours};

/// The time within which a hang-up or any other signal ends the process.
const SOON: Duration = Duration::from_secs(1);

#[test]
fn every_ending_signal_restores_the_terminal() {
    for (signal, status) in [(Signal::HUP, 129), (Signal::INT, 130), (Signal::QUIT, 131), (Signal::TERM, 143)]
    {
        let mut terminal = Terminal::start(&TerminalSetup::default());
        terminal.wait_for_text("240 deals · 240 shown");
        terminal.signal(signal);
        assert_eq!(terminal.wait_exit(), status, "{signal:?}");
        terminal.assert_restored();
        terminal.assert_plain();
    }
}

#[test]
fn signal_during_startup_restores_the_terminal() {
    let mut terminal = Terminal::start(&TerminalSetup::default());
    terminal.wait("the modes", |state| state.screen.screen().alternate_screen().then_some(()));
    terminal.signal(Signal::TERM);
    let status = terminal.wait_exit();
    // Before its handler is installed, a signal ends the process by default. The alternate screen comes first, so this
    // signal may arrive in between.
    assert_eq!(status, 143);
    terminal.assert_restored();
}

#[test]
fn startup_failure_is_printed_on_the_normal_screen() {
    let mut terminal = Terminal::start(&TerminalSetup {
        vars: &[("TMPDIR", "/no/such/directory")],
        ..TerminalSetup::default()
    });
    assert_ne!(terminal.wait_exit(), 0);
    terminal.assert_restored();
    let message = terminal.state().screen.screen().contents();
    assert!(message.contains("/no/such/directory"), "{message}");
}

#[test]
fn terminal_hang_up_ends_the_process() {
    for stir in ["j", "/", "?"] {
        let terminal = Terminal::start(&TerminalSetup::default());
        terminal.wait_for_text("240 deals · 240 shown");
        let mut child = terminal.hang_up(stir);
        let began = Instant::now();
        while child.try_wait().unwrap().is_none() {
            assert!(began.elapsed() < SOON, "it still runs");
            std::thread::yield_now();
        }
    }
}

#[test]
fn hang_up_without_a_signal_ends_the_process() {
    // A shell that survives the hang-up and shields its child processes from it.
    let script = format!("trap '' HUP; {} --demo --lang en; exit 7", encours().display());
    let terminal = Terminal::run("/bin/sh".as_ref(), &["-c", &script]);
    terminal.wait_for_text("240 deals · 240 shown");
    let pid = process::child(terminal.pid().as_raw_nonzero().get(), "encours", SOON);
    let mut shell = terminal.hang_up("j");
    process::wait_gone(pid, SOON);
    assert_eq!(shell.wait().unwrap().exit_code(), 7);
}

#[test]
fn blocked_terminal_output_does_not_prevent_exit() {
    let mut terminal = Terminal::start(&TerminalSetup::default());
    terminal.wait_for_text("240 deals · 240 shown");
    let pid = terminal.pid().as_raw_nonzero().get();
    {
        // While this lock is held the output is not read, so that writes block once the system's buffer is full.
        let locked_state = terminal.state();
        for round in 0_u16..200 {
            terminal.resize_unseen((100 + round % 7, 30));
            let before = process::cpu_use(pid).wakeups;
            let end = Instant::now() + Duration::from_millis(20);
            while process::cpu_use(pid).wakeups == before && Instant::now() < end {
                std::thread::yield_now();
            }
        }
        terminal.signal(Signal::TERM);
        process::wait_gone(pid, SOON + SOON);
        drop(locked_state);
    }
    assert_eq!(terminal.wait_exit(), 143);
}

//! Suspension by a shell and resumption, with the terminal returned to the shell meanwhile.

use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use super::process;
use super::pty::{TIMEOUT, Terminal, TerminalSetup, encours};

/// Starts an interactive shell with job control.
fn shell() -> Terminal {
    let terminal = Terminal::start(&TerminalSetup {
        program: "/bin/bash".as_ref(),
        args: &["--norc", "--noprofile", "-i"],
        vars: &[("PS1", "ready> ")],
        ..TerminalSetup::default()
    });
    terminal.wait_for_text("ready> ");
    terminal
}

fn open(terminal: &mut Terminal) -> i32 {
    terminal.press(&format!("{} --demo --lang en\r", encours().display()));
    terminal.wait_for_text("240 deals · 240 shown");
    process::child(terminal.pid().as_raw_nonzero().get(), "encours", TIMEOUT)
}

fn wait_for_prompt(terminal: &Terminal, prompts: usize) {
    terminal.wait_until("the shell's prompt", |screen| screen.matches("ready> ").count() >= prompts);
    // The shell itself enables bracketed paste; all other modes must be reset by the program.
    let state = terminal.state();
    let screen = state.screen.screen();
    assert!(!screen.alternate_screen() && !screen.hide_cursor());
    assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
}

fn assert_resumed(terminal: &mut Terminal) {
    terminal.press("fg\r");
    terminal.wait_until("the board again", |screen| {
        screen.contains("240 deals · 240 shown") && screen.contains("Sourcing")
    });
    let state = terminal.state();
    let screen = state.screen.screen();
    assert!(screen.alternate_screen() && screen.hide_cursor() && screen.bracketed_paste());
    assert_ne!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
}

#[test]
fn suspension_by_key_or_signal_releases_and_resumes_terminal() {
    let mut terminal = shell();
    let pid = open(&mut terminal);
    let inside = terminal.modes();
    let mut prompts = 2;
    for round in 0..4 {
        if round % 2 == 0 {
            terminal.press("\x1a");
        } else {
            kill_process(Pid::from_raw(pid).unwrap(), Signal::TSTP).unwrap();
        }
        wait_for_prompt(&terminal, prompts);
        prompts += 1;
        assert_ne!(terminal.modes(), inside, "raw mode stays");
        assert_resumed(&mut terminal);
        assert_eq!(terminal.modes(), inside, "raw mode does not come back");
    }
    // It works as before.
    terminal.press("/parc lyon");
    terminal.wait_for_text("240 deals · 1 shown");
    terminal.press("\r");
    terminal.press("q");
    wait_for_prompt(&terminal, prompts);
}

#[test]
fn a_size_changed_while_it_was_stopped_is_noticed() {
    let mut terminal = shell();
    open(&mut terminal);
    terminal.press("\x1a");
    wait_for_prompt(&terminal, 2);
    terminal.resize((60, 20));
    assert_resumed(&mut terminal);
    let state = terminal.state();
    assert!(state.screen.screen().rows(0, 60).filter(|row| row.trim_end().len() > 1).count() >= 15);
    drop(state);
    terminal.press("q");
    terminal.wait_until("the prompt", |screen| screen.contains("ready> "));
}

#[test]
fn uncatchable_stop_is_repaired_on_continue() {
    let terminal = Terminal::start(&TerminalSetup::default());
    terminal.wait_for_text("240 deals · 240 shown");
    terminal.signal(Signal::STOP);
    terminal.forget();
    terminal.signal(Signal::CONT);
    terminal.wait_until("the whole board", |screen| {
        screen.contains("240 deals · 240 shown") && screen.contains("Sourcing")
    });
}

fn assert_redrawn(terminal: &mut Terminal) {
    terminal.assert_idle(Duration::from_millis(300));
    terminal.forget();
    terminal.press("\x1a");
    terminal.wait_until("the whole board", |screen| {
        screen.contains("240 deals · 240 shown") && screen.contains("Sourcing")
    });
}

#[test]
fn suspend_without_a_job_control_shell_only_redraws() {
    let mut terminal = Terminal::start(&TerminalSetup::default());
    terminal.wait_for_text("240 deals · 240 shown");
    assert_redrawn(&mut terminal);
    terminal.press("q");
    assert_eq!(terminal.wait_exit(), 0);
    terminal.assert_restored();
}

#[test]
fn script_without_job_control_is_not_suspended() {
    let script = format!("{} --demo --lang en; exit 3", encours().display());
    let mut terminal = Terminal::run("/bin/sh".as_ref(), &["-c", &script]);
    terminal.wait_for_text("240 deals · 240 shown");
    assert_redrawn(&mut terminal);
    terminal.press("q");
    assert_eq!(terminal.wait_exit(), 3);
}

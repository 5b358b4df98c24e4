//! Inside tmux and GNU screen, each with a private server.

use std::path::Path;
use std::process::Command;

use super::process::is_installed;
use super::pty::{Terminal, TerminalSetup, encours};

fn require(program: &str) {
    assert!(
        is_installed(program),
        "{program} is missing; tests/run installs it, and so does apt-get install {program}"
    );
}

/// Uses the full screen inside a multiplexer, and quits.
fn exercise(mut terminal: Terminal) {
    terminal.wait_until("the board", |screen| {
        screen.contains("240 deals · 240 shown") && screen.contains("Sourcing")
    });
    terminal.press("/parc lyon");
    terminal.wait_until("one deal", |screen| {
        screen.contains("240 deals · 1 shown") && screen.contains("Le Parc, Lyon")
    });
    terminal.press("\r");
    terminal.press("L");
    terminal.wait_for_text("→ Term sheet");
    terminal.press("u");
    terminal.resize((90, 25));
    terminal.wait_until("the board at its new size", |screen| {
        screen.contains("240 deals · 1 shown") && screen.contains("Le Parc, Lyon")
    });
    terminal.press("q");
    terminal.wait_exit();
    let state = terminal.state();
    let screen = state.screen.screen();
    assert!(!screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste());
}

/// Ends the server even if a test fails. Otherwise it ends with its last window.
struct MultiplexerServer(Command);

impl MultiplexerServer {
    fn start(program: &str, args: &[&str], env: (&str, &Path)) -> Self {
        let mut command = Command::new(program);
        command.args(args).env(env.0, env.1);
        Self(command)
    }
}

impl Drop for MultiplexerServer {
    fn drop(&mut self) {
        // If the server has ended already, the command's failure is ignored.
        let _ended = self.0.output();
    }
}

#[test]
fn in_tmux() {
    require("tmux");
    let command = format!("{} --demo --lang en", encours().display());
    let sockets = tempfile::tempdir().unwrap();
    let _server = MultiplexerServer::start("tmux", &["kill-server"], ("TMUX_TMPDIR", sockets.path()));
    exercise(Terminal::start(&TerminalSetup {
        program: "tmux".as_ref(),
        args: &["-f", "/dev/null", "new-session", &command],
        vars: &[("TMUX_TMPDIR", &sockets.path().to_string_lossy())],
        ..TerminalSetup::default()
    }));
}

#[test]
fn copy_in_default_tmux_reaches_its_buffer() {
    require("tmux");
    let command = format!("{} --demo --lang en", encours().display());
    let sockets = tempfile::tempdir().unwrap();
    let _server = MultiplexerServer::start("tmux", &["kill-server"], ("TMUX_TMPDIR", sockets.path()));
    let mut terminal = Terminal::start(&TerminalSetup {
        program: "tmux".as_ref(),
        args: &["-f", "/dev/null", "new-session", &command],
        vars: &[("TMUX_TMPDIR", &sockets.path().to_string_lossy()), ("DISPLAY", "")],
        ..TerminalSetup::default()
    });
    terminal.wait_for_text("240 deals · 240 shown");
    terminal.press("y");
    terminal.wait_for_text("copied via the terminal");
    let shown = Command::new("tmux").arg("show-buffer").env("TMUX_TMPDIR", sockets.path()).output().unwrap();
    let copied = String::from_utf8(shown.stdout).unwrap();
    assert_eq!(copied.len(), 36, "the id of the deal: {copied:?}, {:?}", shown.stderr);
}

#[test]
fn in_gnu_screen() {
    require("screen");
    let sockets = tempfile::tempdir().unwrap();
    let private = std::os::unix::fs::PermissionsExt::from_mode(0o700);
    std::fs::set_permissions(sockets.path(), private).unwrap();
    let _server = MultiplexerServer::start("screen", &["-X", "quit"], ("SCREENDIR", sockets.path()));
    let command = encours().display().to_string();
    exercise(Terminal::start(&TerminalSetup {
        program: "screen".as_ref(),
        args: &["-c", "/dev/null", "-U", &command, "--demo", "--lang", "en"],
        vars: &[("SCREENDIR", &sockets.path().to_string_lossy())],
        ..TerminalSetup::default()
    }));
}

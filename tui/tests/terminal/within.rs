//! Inside tmux and GNU screen, as they are, each with a server of the test's own.

use std::process::Command;

use super::process::installed;
use super::pty::{Start, Terminal, encours};

fn needed(program: &str) {
    assert!(
        installed(program),
        "{program} is missing; tests/run installs it, and so does apt-get install {program}"
    );
}

/// Uses the full screen as a person does who lives in a multiplexer, and leaves it.
fn lived_in(mut terminal: Terminal) {
    terminal.until("the board", |screen| {
        screen.contains("240 deals · 240 shown") && screen.contains("Sourcing")
    });
    terminal.press("/parc lyon");
    terminal.until("one deal", |screen| {
        screen.contains("240 deals · 1 shown") && screen.contains("Le Parc, Lyon")
    });
    terminal.press("\r");
    terminal.press("L");
    terminal.shows("→ Term sheet");
    terminal.press("u");
    terminal.resize((90, 25));
    terminal.until("the board at its new size", |screen| {
        screen.contains("240 deals · 1 shown") && screen.contains("Le Parc, Lyon")
    });
    terminal.press("q");
    terminal.ends();
    let seen = terminal.seen();
    let screen = seen.screen.screen();
    assert!(!screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste());
}

/// Ends the server whatever became of the test.
struct Server(String);

impl Drop for Server {
    fn drop(&mut self) {
        // It ends with its last window; where a test failed, it ends here.
        let _ended = Command::new("tmux").args(["-L", &self.0, "kill-server"]).output();
    }
}

#[test]
fn in_tmux() {
    needed("tmux");
    let name = format!("encours-test-{}", std::process::id());
    let _server = Server(name.clone());
    let command = format!("{} --demo --lang en", encours().display());
    let sockets = tempfile::tempdir().unwrap();
    let args = ["-L", &name, "-f", "/dev/null", "new-session", &command];
    lived_in(Terminal::start(&Start {
        program: "tmux".as_ref(),
        args: &args,
        vars: &[("TMUX_TMPDIR", &sockets.path().to_string_lossy())],
        ..Start::default()
    }));
}

#[test]
fn in_gnu_screen() {
    needed("screen");
    let sockets = tempfile::tempdir().unwrap();
    let private = std::os::unix::fs::PermissionsExt::from_mode(0o700);
    std::fs::set_permissions(sockets.path(), private).unwrap();
    let command = encours().display().to_string();
    lived_in(Terminal::start(&Start {
        program: "screen".as_ref(),
        args: &["-c", "/dev/null", "-U", &command, "--demo", "--lang", "en"],
        vars: &[("SCREENDIR", &sockets.path().to_string_lossy())],
        ..Start::default()
    }));
}

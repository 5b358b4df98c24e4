//! The binary in a real pseudo-terminal, as a person would use it, and what it leaves behind however it ends. Nothing
//! sleeps: each step waits for what the screen shows, within a bound.

#![allow(
    clippy::unwrap_used,
    reason = "this is a test target: its helpers may fail a test too"
)]

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use rustix::process::{Pid, Signal, kill_process};

/// Longer than any step takes, even on a busy machine.
const BOUND: Duration = Duration::from_mins(1);
const ROWS: u16 = 36;
const COLUMNS: u16 = 120;

struct Seen {
    bytes: Vec<u8>,
    screen: vt100::Parser,
    closed: bool,
}

struct Terminal {
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    seen: Arc<(Mutex<Seen>, Condvar)>,
    before: String,
    _home: tempfile::TempDir,
}

impl Terminal {
    fn run(program: &Path, args: &[&str]) -> Self {
        Self::run_with(program, args, &[])
    }

    fn run_with(program: &Path, args: &[&str], vars: &[(&str, &str)]) -> Self {
        let size = PtySize {
            rows: ROWS,
            cols: COLUMNS,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system().openpty(size).unwrap();
        let before = modes(&*pair.master);
        let home = tempfile::tempdir().unwrap();
        let mut command = CommandBuilder::new(program);
        command.args(args);
        command.env_clear();
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        command.env("TZ", "UTC");
        command.env("HOME", home.path());
        for (name, value) in vars {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let screen = vt100::Parser::new(NonZero::new(ROWS).unwrap(), NonZero::new(COLUMNS).unwrap(), 0);
        let seen = Arc::new((
            Mutex::new(Seen {
                bytes: Vec::new(),
                screen,
                closed: false,
            }),
            Condvar::new(),
        ));
        let mut reader = pair.master.try_clone_reader().unwrap();
        let shared = seen.clone();
        std::thread::spawn(move || {
            let mut buffer = [0; 8_192];
            loop {
                let read = reader.read(&mut buffer).unwrap_or(0);
                let mut seen = shared.0.lock().unwrap();
                seen.closed = read == 0;
                seen.bytes.extend_from_slice(&buffer[..read]);
                seen.screen.process(&buffer[..read]);
                shared.1.notify_all();
                if seen.closed {
                    return;
                }
            }
        });
        let writer = pair.master.take_writer().unwrap();
        Self {
            master: pair.master,
            writer,
            child,
            seen,
            before,
            _home: home,
        }
    }

    fn encours(args: &[&str]) -> Self {
        Self::run(Path::new(env!("CARGO_BIN_EXE_encours")), args)
    }

    fn press(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    /// Waits until the screen answers to `what`.
    fn until(&self, says: &str, what: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + BOUND;
        let mut seen = self.seen.0.lock().unwrap();
        loop {
            let text = seen.screen.screen().contents();
            if what(&text) {
                return text;
            }
            let left = end.saturating_duration_since(Instant::now());
            assert!(
                !left.is_zero() && !seen.closed,
                "the screen never showed {says}:\n{text}"
            );
            seen = self.seen.1.wait_timeout(seen, left).unwrap().0;
        }
    }

    fn shows(&self, text: &str) -> String {
        self.until(text, |screen| screen.contains(text))
    }

    /// Waits for the end of the process and of all it wrote. Returns its exit status.
    fn ends(&mut self) -> u32 {
        let end = Instant::now() + BOUND;
        let mut seen = self.seen.0.lock().unwrap();
        while !seen.closed {
            let left = end.saturating_duration_since(Instant::now());
            assert!(
                !left.is_zero(),
                "the process did not end:\n{}",
                seen.screen.screen().contents()
            );
            seen = self.seen.1.wait_timeout(seen, left).unwrap().0;
        }
        drop(seen);
        self.child.wait().unwrap().exit_code()
    }

    fn signal(&self, signal: Signal) {
        let pid = self
            .child
            .process_id()
            .and_then(|pid| Pid::from_raw(pid.cast_signed()))
            .unwrap();
        kill_process(pid, signal).unwrap();
    }

    /// The terminal is as it was: its line discipline, and every mode that was switched on is off.
    fn is_restored(&self) {
        let seen = self.seen.0.lock().unwrap();
        let screen = seen.screen.screen();
        assert!(!screen.alternate_screen(), "the alternate screen stays");
        assert!(!screen.hide_cursor(), "the cursor stays hidden");
        assert!(!screen.bracketed_paste(), "bracketed paste stays on");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        let written = String::from_utf8_lossy(&seen.bytes);
        assert!(
            written.contains("\x1b[?1049h"),
            "the alternate screen was taken at all"
        );
        let (begun, ended) = (written.rfind("\x1b[?2026h"), written.rfind("\x1b[?2026l"));
        assert!(begun < ended, "a synchronised update stays open");
        assert_eq!(modes(&*self.master), self.before, "the line discipline changed");
    }
}

fn modes(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().unwrap())
}

#[test]
fn a_person_filters_moves_undoes_opens_and_leaves() {
    let mut terminal = Terminal::encours(&["--demo", "--lang", "fr"]);
    terminal.shows("240 deals · 240 affichés");
    terminal.press("/parc lyon");
    let filtered = terminal.until("one deal", |screen| screen.contains("240 deals · 1 affiché"));
    assert!(filtered.contains("Le Parc, Lyon"));
    terminal.press("\r");
    terminal.press("L");
    terminal.shows("→ Lettre d’intention");
    terminal.shows("en attente");
    terminal.press("u");
    terminal.shows("Le Parc, Lyon annulé");
    terminal.until("no write that waits", |screen| !screen.contains("en attente"));
    terminal.press("\r");
    let deal = terminal.until("the deal with its notes", |screen| {
        screen.contains("Identifiant") && screen.contains("Notes") && screen.contains("du service")
    });
    assert!(deal.contains("Le Parc, Lyon"), "{deal}");
    terminal.press("\x1b");
    terminal.until("the board again", |screen| {
        screen.contains("1 affiché") && !screen.contains("Identifiant")
    });
    terminal.press("q");
    assert_eq!(terminal.ends(), 0);
    terminal.is_restored();
}

#[test]
fn the_terminal_is_given_back_after_sigterm() {
    let mut terminal = Terminal::encours(&["--demo", "--lang", "en"]);
    terminal.shows("240 deals · 240 shown");
    terminal.signal(Signal::TERM);
    assert_eq!(terminal.ends(), 143);
    terminal.is_restored();
}

#[test]
fn ctrl_c_leaves_like_q() {
    let mut terminal = Terminal::encours(&["--demo", "--lang", "en"]);
    terminal.shows("240 deals · 240 shown");
    terminal.press("\x03");
    assert_eq!(terminal.ends(), 0);
    terminal.is_restored();
}

#[test]
fn the_terminal_is_given_back_after_a_panic_on_any_thread() {
    let program = examples().join("breaks");
    assert!(
        program.exists(),
        "cargo test builds it; alone: cargo build -p encours-tui --examples"
    );
    for (place, said) in [
        ("opening", "broken while opening"),
        ("drawing", "broken while drawing"),
    ] {
        let mut terminal = Terminal::run(&program, &[place]);
        assert_ne!(terminal.ends(), 0, "{place}");
        terminal.is_restored();
        let screen = terminal.seen.0.lock().unwrap().screen.screen().contents();
        assert!(
            screen.contains(said),
            "the reason stands on the ordinary screen:\n{screen}"
        );
    }
}

#[test]
fn the_terminal_is_given_back_after_a_hang_up() {
    let mut terminal = Terminal::encours(&["--demo", "--lang", "en"]);
    terminal.shows("240 deals · 240 shown");
    terminal.signal(Signal::HUP);
    assert_eq!(terminal.ends(), 129);
    terminal.is_restored();
}

#[test]
fn a_note_is_written_in_the_persons_own_editor_and_the_screen_comes_back() {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("editor.sh");
    std::fs::write(
        &script,
        "printf 'IN THE EDITOR '\nread line\nprintf '%s' \"$line\" > \"$1\"\n",
    )
    .unwrap();
    let editor = format!("/bin/sh {}", script.display());
    let program = Path::new(env!("CARGO_BIN_EXE_encours"));
    let mut terminal = Terminal::run_with(program, &["--demo", "--lang", "fr"], &[("EDITOR", &editor)]);
    terminal.shows("240 deals · 240 affichés");
    terminal.press("c");
    terminal.shows("IN THE EDITOR");
    // What is typed now is the editor's: none of it moves, selects or quits anything here.
    terminal.press("q Rappeler mardi\r");
    terminal.shows("note gardée ici");
    terminal.press("\r");
    terminal.shows("q Rappeler mardi");
    terminal.press("c");
    // The first time still stands on the ordinary screen.
    terminal.until("the editor again", |screen| {
        screen.matches("IN THE EDITOR").count() == 2
    });
    // An interrupt is the editor's too: it gives up, and this program does not end.
    terminal.press("\x03");
    terminal.until("the deal again", |screen| {
        screen.contains("Identifiant") && screen.contains("q Rappeler mardi")
    });
    terminal.press("q");
    assert_eq!(terminal.ends(), 0);
    terminal.is_restored();
}

/// Where cargo puts the examples: beside the binary.
fn examples() -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_encours"))
        .parent()
        .unwrap()
        .join("examples")
}

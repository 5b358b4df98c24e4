//! A program in a real pseudo-terminal, with an emulator that records screen and bytes.
//!
//! The tests do not sleep: each step waits for the screen, within a time limit.

#![allow(dead_code, reason = "each test binary uses its own part of it")]
#![allow(clippy::unwrap_used, reason = "this is a test target: its helpers may fail a test too")]

mod control_sequences;
mod test_env;

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use rustix::process::{Pid, Signal, kill_process};

pub use control_sequences::EscapeLog;
pub use test_env::TestEnv;

/// Longer than any step takes, even on a busy machine.
pub const TIMEOUT: Duration = Duration::from_mins(1);
/// The default columns and rows.
pub const SIZE: (u16, u16) = (120, 36);

/// Returns the path of the binary.
pub fn encours() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_encours"))
}

/// Returns the path of an example, built beside the binary.
pub fn example(name: &str) -> PathBuf {
    let path = encours().parent().unwrap().join("examples").join(name);
    assert!(path.exists(), "cargo test builds it; alone: cargo build -p encours-tui --examples");
    path
}

pub struct TerminalState {
    pub bytes: Vec<u8>,
    pub screen: vt100::Parser<EscapeLog>,
    closed: bool,
    leaves: bool,
}

pub struct Terminal {
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    state: Arc<(Mutex<TerminalState>, Condvar)>,
    reader: std::thread::JoinHandle<()>,
    modes_at_start: String,
    _home: tempfile::TempDir,
}

/// The program and environment of a test.
pub struct TerminalSetup<'a> {
    pub program: &'a Path,
    pub args: &'a [&'a str],
    /// Variables in addition to those that every test sets; an empty value removes one.
    pub vars: &'a [(&'a str, &'a str)],
    pub size: (u16, u16),
}

impl Default for TerminalSetup<'_> {
    fn default() -> Self {
        Self { program: encours(), args: &["--demo", "--lang", "en"], vars: &[], size: SIZE }
    }
}

impl Terminal {
    pub fn run(program: &Path, args: &[&str]) -> Self {
        Self::run_with(program, args, &[])
    }

    pub fn run_with(program: &Path, args: &[&str], vars: &[(&str, &str)]) -> Self {
        Self::start(&TerminalSetup { program, args, vars, ..TerminalSetup::default() })
    }

    pub fn encours(args: &[&str]) -> Self {
        Self::run(encours(), args)
    }

    pub fn start(start: &TerminalSetup<'_>) -> Self {
        let pair = native_pty_system().openpty(cells(start.size)).unwrap();
        let modes_at_start = modes(&*pair.master);
        let home = tempfile::tempdir().unwrap();
        let mut command = CommandBuilder::new(start.program);
        command.args(start.args);
        command.env_clear();
        let env = home.path().to_string_lossy().into_owned();
        let path = std::env::var("PATH").unwrap_or_default();
        let usual =
            [("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("TZ", "UTC"), ("HOME", &env), ("PATH", &path)];
        for (name, value) in usual.iter().chain(start.vars) {
            if value.is_empty() {
                command.env_remove(name);
            } else {
                command.env(name, value);
            }
        }
        command.cwd(home.path());
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let state = Arc::new((
            Mutex::new(TerminalState {
                bytes: Vec::new(),
                screen: emulator(start.size),
                closed: false,
                leaves: false,
            }),
            Condvar::new(),
        ));
        let reader = read(pair.master.try_clone_reader().unwrap(), state.clone());
        let writer = pair.master.take_writer().unwrap();
        Self { master: pair.master, writer, child, state, reader, modes_at_start, _home: home }
    }

    pub fn press(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    /// Resizes the terminal, with an empty screen until the program draws again.
    pub fn resize(&mut self, size: (u16, u16)) {
        self.state().screen = emulator(size);
        self.master.resize(cells(size)).unwrap();
    }

    /// Resizes the terminal while [`Terminal::state`] is locked, so that output is not read.
    pub fn resize_unseen(&self, size: (u16, u16)) {
        self.master.resize(cells(size)).unwrap();
    }

    /// Clears the recorded screen, so that only later output counts.
    pub fn forget(&self) {
        let mut state = self.state();
        let (rows, columns) = state.screen.screen().size();
        state.screen = emulator((columns.get(), rows.get()));
    }

    /// Returns the recorded output. The emulator waits until the guard is dropped.
    pub fn state(&self) -> MutexGuard<'_, TerminalState> {
        self.state.0.lock().unwrap()
    }

    /// Waits until `condition` returns a value for the recorded output.
    pub fn wait<T>(&self, is_variant_of: &str, mut condition: impl FnMut(&TerminalState) -> Option<T>) -> T {
        let end = Instant::now() + TIMEOUT;
        let mut state = self.state();
        loop {
            if let Some(found) = condition(&state) {
                return found;
            }
            let remaining = end.saturating_duration_since(Instant::now());
            assert!(
                !remaining.is_zero() && !state.closed,
                "the screen never showed {is_variant_of}:\n{}",
                state.screen.screen().contents()
            );
            state = self.state.1.wait_timeout(state, remaining).unwrap().0;
        }
    }

    /// Waits until the screen matches `condition`, between two frames.
    pub fn wait_until(&self, is_variant_of: &str, condition: impl Fn(&str) -> bool) -> String {
        self.wait(is_variant_of, |state| {
            let text = state.screen.screen().contents();
            (state.screen.callbacks().open_updates == 0 && condition(&text)).then_some(text)
        })
    }

    pub fn wait_for_text(&self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }

    /// Returns the number of bytes that arrive within `time`.
    pub fn bytes_within(&self, time: Duration) -> usize {
        let end = Instant::now() + time;
        let mut state = self.state();
        let before = state.bytes.len();
        loop {
            let remaining = end.saturating_duration_since(Instant::now());
            if remaining.is_zero() {
                return state.bytes.len() - before;
            }
            state = self.state.1.wait_timeout(state, remaining).unwrap().0;
        }
    }

    /// Waits until no bytes have arrived for `time`.
    pub fn assert_idle(&self, time: Duration) {
        let end = Instant::now() + TIMEOUT;
        while self.bytes_within(time) > 0 {
            assert!(Instant::now() < end, "the program never rests");
        }
    }

    /// Waits for the end of the process and of its output. Returns its exit status.
    pub fn wait_exit(&mut self) -> u32 {
        let end = Instant::now() + TIMEOUT;
        let mut state = self.state.0.lock().unwrap();
        while !state.closed {
            let remaining = end.saturating_duration_since(Instant::now());
            assert!(!remaining.is_zero(), "the process did not end:\n{}", state.screen.screen().contents());
            state = self.state.1.wait_timeout(state, remaining).unwrap().0;
        }
        drop(state);
        self.child.wait().unwrap().exit_code()
    }

    pub fn pid(&self) -> Pid {
        Pid::from_raw(self.child.process_id().unwrap().cast_signed()).unwrap()
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).unwrap();
    }

    /// Returns the terminal's line discipline.
    pub fn modes(&self) -> String {
        modes(&*self.master)
    }

    /// Returns the line discipline from before the program started.
    pub fn modes_before(&self) -> &str {
        &self.modes_at_start
    }

    /// Asserts that the line discipline and all modes are restored.
    pub fn assert_restored(&self) {
        self.assert_released();
        assert_eq!(self.modes(), self.modes_at_start, "the line discipline changed");
    }

    /// Asserts that every mode set by escape sequences is reset.
    pub fn assert_released(&self) {
        let state = self.state();
        let screen = state.screen.screen();
        assert!(!screen.alternate_screen(), "the alternate screen stays");
        assert!(!screen.hide_cursor(), "the cursor stays hidden");
        assert!(!screen.bracketed_paste(), "bracketed paste stays on");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        let written = String::from_utf8_lossy(&state.bytes);
        assert!(written.contains("\x1b[?1049h"), "the alternate screen was taken at all");
        assert_eq!(state.screen.callbacks().open_updates, 0, "a synchronised update stays open");
    }

    /// Asserts that the output contains only text, positions, styles and full-screen modes.
    pub fn assert_plain(&self) {
        let state = self.state();
        assert_eq!(state.screen.callbacks().unknown, Vec::<String>::new());
    }

    /// Closes the terminal's other end and returns the process, which may continue.
    ///
    /// The keys in `stir` must make the program write, so that the reader thread notices.
    pub fn hang_up(mut self, stir: &str) -> Box<dyn Child + Send + Sync> {
        self.state().leaves = true;
        self.press(stir);
        self.reader.join().unwrap();
        self.child
    }
}

fn cells((cols, rows): (u16, u16)) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

/// Creates an emulator of at least two cells each way, for wide characters.
///
/// The size (0, 0) means a terminal that does not report its size.
fn emulator(size: (u16, u16)) -> vt100::Parser<EscapeLog> {
    let (columns, rows) = if size == (0, 0) { (80, 24) } else { size };
    let size = |cells: u16| NonZero::new(cells.max(2)).unwrap();
    vt100::Parser::new_with_callbacks(size(rows), size(columns), 0, EscapeLog::default())
}

fn read(
    mut reader: Box<dyn Read + Send>,
    state: Arc<(Mutex<TerminalState>, Condvar)>,
) -> std::thread::JoinHandle<()> {
    std::thread::spawn(move || {
        let mut buffer = [0; 8_192];
        loop {
            let read = reader.read(&mut buffer).unwrap_or(0);
            let mut now = state.0.lock().unwrap();
            now.closed = read == 0;
            now.bytes.extend_from_slice(&buffer[..read]);
            now.screen.process(&buffer[..read]);
            state.1.notify_all();
            if now.closed || now.leaves {
                return;
            }
        }
    })
}

fn modes(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().unwrap())
}

//! A program in a pseudo-terminal, with timed access to its screen.

#![allow(dead_code, reason = "each bench asks its own of a screen")]

use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

const SIZE: PtySize = PtySize { rows: 36, cols: 160, pixel_width: 0, pixel_height: 0 };
/// The silence after which the screen counts as complete.
const STILL: Duration = Duration::from_millis(250);

fn size(cells: u16) -> NonZero<u16> {
    NonZero::new(cells).expect("a terminal has cells")
}

pub struct BenchScreen {
    child: Box<dyn Child + Send + Sync>,
    _terminal: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    output: Receiver<(Instant, Vec<u8>)>,
    parser: vt100::Parser,
}

impl BenchScreen {
    pub fn open(command: CommandBuilder) -> Self {
        Self::sized(command, SIZE.cols, SIZE.rows)
    }

    /// Opens the program in a terminal of that size.
    pub fn sized(command: CommandBuilder, cols: u16, rows: u16) -> Self {
        let wanted = PtySize { rows, cols, ..SIZE };
        let pair = native_pty_system().openpty(wanted).expect("failed to open a pseudo-terminal");
        let child = pair.slave.spawn_command(command).expect("failed to start the program");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("failed to open the terminal's output");
        let keys = pair.master.take_writer().expect("failed to open the terminal's input");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = vec![0; 1 << 16];
            while let Ok(read @ 1..) = reader.read(&mut bytes) {
                if sender.send((Instant::now(), bytes[..read].to_vec())).is_err() {
                    break;
                }
            }
        });
        Self {
            child,
            _terminal: pair.master,
            keys,
            output,
            parser: vt100::Parser::new(size(rows), size(cols), 0),
        }
    }

    /// Waits until `condition` accepts the screen text, and returns that time.
    pub fn wait(&mut self, bound: Duration, condition: impl Fn(&str) -> bool) -> Instant {
        let end = Instant::now() + bound;
        if condition(&self.parser.screen().contents()) {
            return Instant::now();
        }
        loop {
            let remaining = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(remaining) {
                Ok((at, bytes)) => {
                    self.parser.process(&bytes);
                    if condition(&self.parser.screen().contents()) {
                        return at;
                    }
                }
                Err(error) => panic!("{error}: the screen says\n{}", self.parser.screen().contents()),
            }
        }
    }

    /// Waits until output stops, and returns the time of the last byte, if any.
    pub fn settle(&mut self) -> Option<Instant> {
        let mut last = None;
        loop {
            match self.output.recv_timeout(STILL) {
                Ok((at, bytes)) => {
                    self.parser.process(&bytes);
                    last = Some(at);
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return last,
            }
        }
    }

    pub fn key(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("failed to send a key");
        self.keys.flush().expect("failed to flush the keys");
        self.settle();
    }

    /// Types a letter and returns the time until output stops.
    pub fn measure_letter(&mut self, letter: char) -> Duration {
        let started_at = Instant::now();
        self.keys.write_all(letter.to_string().as_bytes()).expect("failed to send a key");
        self.keys.flush().expect("failed to flush the keys");
        self.settle().map_or(Duration::ZERO, |last| last - started_at)
    }

    /// Types `keys`; returns the time to the last byte that changes the screen, and the byte count.
    ///
    /// It ends when nothing has changed for `silence`, because some programs never stop sending.
    pub fn measure_keys(&mut self, keys: &str, silence: Duration) -> (Duration, usize) {
        let started_at = Instant::now();
        self.keys.write_all(keys.as_bytes()).expect("failed to send a key");
        self.keys.flush().expect("failed to flush the keys");
        let (mut last, mut sent, mut unseen) = (started_at, 0, 0);
        // The first change may take longer than later ones.
        let mut end = started_at + silence.max(STILL);
        while let Ok((at, bytes)) = self.output.recv_timeout(end.saturating_duration_since(Instant::now())) {
            let before = self.parser.screen().contents_formatted();
            self.parser.process(&bytes);
            unseen += bytes.len();
            if self.parser.screen().contents_formatted() != before {
                (last, sent, unseen) = (at, sent + unseen, 0);
                end = Instant::now() + silence;
            }
        }
        (last - started_at, sent)
    }

    /// Waits for `time`; returns the bytes received and the processor time of all threads.
    pub fn measure_idle(&mut self, time: Duration) -> (usize, Duration) {
        let (end, before) = (Instant::now() + time, self.cpu_time());
        let mut sent = 0;
        while let Ok((_, bytes)) = self.output.recv_timeout(end.saturating_duration_since(Instant::now())) {
            self.parser.process(&bytes);
            sent += bytes.len();
        }
        (sent, self.cpu_time().saturating_sub(before))
    }

    fn cpu_time(&self) -> Duration {
        let process = self.child.process_id().expect("the program is running");
        let threads = std::fs::read_dir(format!("/proc/{process}/task")).expect("failed to read /proc");
        let nanoseconds = threads.filter_map(|thread| {
            // A thread may end meanwhile.
            let text = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
            text.split_whitespace().next()?.parse::<u64>().ok()
        });
        Duration::from_nanos(nanoseconds.sum())
    }

    /// Returns the current and the peak resident memory, in KiB.
    pub fn memory(&self) -> (u64, u64) {
        let process = self.child.process_id().expect("the program is running");
        let status =
            std::fs::read_to_string(format!("/proc/{process}/status")).expect("failed to read /proc");
        let number = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name));
            line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or_default()
        };
        (number("VmRSS:"), number("VmHWM:"))
    }
}

impl Drop for BenchScreen {
    fn drop(&mut self) {
        // Quit normally, so that the store is closed as in real use.
        if self.keys.write_all(b"\x03").is_ok() {
            let end = Instant::now() + Duration::from_secs(20);
            while Instant::now() < end && matches!(self.child.try_wait(), Ok(None)) {
                let _ended = self.output.recv_timeout(Duration::from_millis(5));
            }
        }
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}

//! Signals of the system: end, stop and resume.
//!
//! They are handled outside the drawing thread, which may be blocked by the terminal. If that thread does not
//! end in time, the process ends here after an attempt to restore the terminal.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;

use super::guard::{SharedTerminal, StdoutTerminal};
#[cfg(unix)]
use super::job_control;

/// Sender of the orders to the drawing thread.
type Orders = UnboundedSender<SignalOrder>;
/// The terminal to restore.
type Terminal = SharedTerminal<StdoutTerminal>;

/// Meaning of a signal for the full screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalOrder {
    /// End with this signal number.
    End(i32),
    /// Restore the terminal and stop.
    Stop,
    /// Resume after a stop: the terminal content is unknown.
    Resume,
}

/// Time for the drawing thread to end by itself.
const GRACE: Duration = Duration::from_millis(700);

/// Time after a loan during which an interrupt may still belong to the other program.
///
/// Both programs get the signal, and the other one's end may be noticed before the signal is handled.
const LATE_INTERRUPT: Duration = Duration::from_millis(500);

/// State of the terminal's loan to another program, to which interrupts then belong.
#[derive(Clone, Debug, Default)]
pub struct TerminalLoan(Arc<Mutex<Holder>>);

/// Current user of the terminal.
#[derive(Clone, Copy, Debug, Default)]
enum Holder {
    #[default]
    Here,
    Other,
    /// Here again, since this time.
    Returned(Instant),
}

impl TerminalLoan {
    /// Lends the terminal.
    pub fn lend(&self) {
        self.set_holder(Holder::Other);
    }

    /// Ends the loan at `now`.
    pub fn end(&self, now: Instant) {
        self.set_holder(Holder::Returned(now));
    }

    fn set_holder(&self, holder: Holder) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = holder;
    }

    /// Returns whether an interrupt at `now` was typed for the other program.
    fn is_for_other(&self, now: Instant) -> bool {
        match *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Holder::Here => false,
            Holder::Other => true,
            Holder::Returned(since) => now.saturating_duration_since(since) < LATE_INTERRUPT,
        }
    }
}

/// Handles signals until the process ends. Needs a multi-threaded tokio runtime.
///
/// # Errors
/// The signal handlers cannot be installed.
#[cfg(unix)]
pub fn listen(orders: &Orders, terminal: &Terminal, lent: &TerminalLoan) -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let stop = SignalKind::from_raw(rustix::process::Signal::TSTP.as_raw());
    let resume = SignalKind::from_raw(rustix::process::Signal::CONT.as_raw());
    let table = [
        (SignalKind::hangup(), SignalOrder::End(SignalKind::hangup().as_raw_value())),
        (SignalKind::terminate(), SignalOrder::End(SignalKind::terminate().as_raw_value())),
        (SignalKind::interrupt(), SignalOrder::End(SignalKind::interrupt().as_raw_value())),
        (SignalKind::quit(), SignalOrder::End(SignalKind::quit().as_raw_value())),
        (stop, SignalOrder::Stop),
        (resume, SignalOrder::Resume),
    ];
    for (kind, order) in table {
        let mut stream = signal(kind)?;
        let (orders, terminal, lent) = (orders.clone(), terminal.clone(), lent.clone());
        let typed = kind == SignalKind::interrupt() || kind == SignalKind::quit();
        tokio::spawn(async move {
            while stream.recv().await.is_some() {
                if typed && lent.is_for_other(Instant::now()) {
                    continue;
                }
                if orders.send(order).is_err() {
                    return;
                }
                if let SignalOrder::End(number) = order {
                    tokio::time::sleep(GRACE).await;
                    terminal.try_leave();
                    std::process::exit(128 + number);
                }
            }
        });
    }
    Ok(())
}

/// Handles Ctrl+C and the closing of the console until the process ends.
///
/// # Errors
/// The handlers cannot be installed.
#[cfg(windows)]
pub fn listen(orders: &Orders, terminal: &Terminal, lent: &TerminalLoan) -> io::Result<()> {
    use tokio::signal::windows;
    // The C runtime's numbers for interrupt and termination.
    const INTERRUPT: i32 = 2;
    const TERMINATE: i32 = 15;
    let (mut interrupt, mut close) = (windows::ctrl_c()?, windows::ctrl_close()?);
    let (orders, terminal, lent) = (orders.clone(), terminal.clone(), lent.clone());
    tokio::spawn(async move {
        let number = loop {
            tokio::select! {
                _ = interrupt.recv() => if !lent.is_for_other(Instant::now()) { break INTERRUPT },
                _ = close.recv() => break TERMINATE,
            }
        };
        if orders.send(SignalOrder::End(number)).is_ok() {
            tokio::time::sleep(GRACE).await;
            terminal.try_leave();
            std::process::exit(128 + number);
        }
    });
    Ok(())
}

/// Detects a lost terminal without a signal, on a separate thread.
///
/// A shell may withhold the hang-up from its children, or survive its terminal. Crossterm 0.29 treats the end
/// of a terminal as absence of input, so only the next frame would notice it, perhaps much later. The thread
/// blocks in `poll` and costs nothing. Windows reports a closed console.
///
/// # Errors
/// The thread cannot be created.
#[cfg(unix)]
pub fn watch_hangup(orders: &Orders, terminal: &Terminal) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, poll};
    let (orders, terminal) = (orders.clone(), terminal.clone());
    std::thread::Builder::new().name("hang-up".to_owned()).spawn(move || {
        let stdin = io::stdin();
        // `poll` reports a hang-up even without requested events.
        let mut ends = [PollFd::new(&stdin, PollFlags::empty())];
        let is_hung_up = loop {
            match poll(&mut ends, None) {
                Err(rustix::io::Errno::INTR) => {}
                // If the terminal cannot be watched, the next frame notices its end.
                Err(_) => break false,
                Ok(_) => break ends[0].revents().contains(PollFlags::HUP),
            }
        };
        if is_hung_up {
            let hangup = rustix::process::Signal::HUP.as_raw();
            if orders.send(SignalOrder::End(hangup)).is_ok() {
                std::thread::sleep(GRACE);
                terminal.try_leave();
                std::process::exit(128 + hangup);
            }
        }
    })?;
    Ok(())
}

/// Stops the process group, like Ctrl+Z in cooked mode. Returns whether it was stopped.
///
/// It is not stopped if no shell could resume it.
#[cfg(unix)]
pub fn stop_process() -> bool {
    use rustix::process::{Signal, kill_current_process_group};
    job_control::has_shell() && kill_current_process_group(Signal::STOP).is_ok()
}

/// Does nothing, because Windows has no stopped processes.
#[cfg(windows)]
pub fn stop_process() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interrupt_goes_to_the_editor_until_just_after_exit() {
        let (lent, now) = (TerminalLoan::default(), Instant::now());
        assert!(!lent.is_for_other(now), "the terminal was not lent");
        lent.lend();
        assert!(lent.is_for_other(now + Duration::from_hours(9)));
        lent.end(now);
        assert!(lent.is_for_other(now), "the editor ended before the signal arrived");
        assert!(lent.is_for_other(now + LATE_INTERRUPT / 2));
        assert!(!lent.is_for_other(now + LATE_INTERRUPT), "the loan is over by then");
    }
}

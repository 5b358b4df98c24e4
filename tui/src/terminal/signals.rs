//! What the system asks of the process: end, stop, go on.
//!
//! Signals are listened to beside the drawing thread, which may be stuck on a terminal that takes no more bytes. Who
//! is told to end and has not ended after a moment is ended here, with the terminal put back as far as it goes.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;

use super::guard::{Shared, Terminal};
#[cfg(unix)]
use super::job_control;

/// What a signal means for the full screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// End, with this signal's number.
    End(i32),
    /// Give the terminal back and stop.
    Stop,
    /// The process goes on after a stop: the terminal is no longer as it was left.
    Resume,
}

/// How long the drawing thread has to end by itself.
const GRACE: Duration = Duration::from_millis(700);

/// How long after the terminal was taken back an interrupt may still be the other program's. Both are sent it at once;
/// the other one's end may be known here before its signal is heard.
const LATE: Duration = Duration::from_millis(500);

/// Whether the terminal is lent to another program: then an interrupt typed there is meant for that.
#[derive(Clone, Debug, Default)]
pub struct Lent(Arc<Mutex<Holder>>);

/// Who has the terminal.
#[derive(Clone, Copy, Debug, Default)]
enum Holder {
    #[default]
    Here,
    Other,
    /// Here again, since then.
    Back(Instant),
}

impl Lent {
    /// Lends it.
    pub fn lend(&self) {
        self.hold(Holder::Other);
    }

    /// Takes it back, at `now`.
    pub fn take_back(&self, now: Instant) {
        self.hold(Holder::Back(now));
    }

    fn hold(&self, holder: Holder) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = holder;
    }

    /// Whether an interrupt heard at `now` was typed for the other program.
    fn means_other(&self, now: Instant) -> bool {
        match *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Holder::Here => false,
            Holder::Other => true,
            Holder::Back(since) => now.saturating_duration_since(since) < LATE,
        }
    }
}

/// Listens until the process ends. Needs a running tokio runtime with a thread of its own.
///
/// # Errors
/// The system does not let the process listen.
#[cfg(unix)]
pub fn listen<T: Terminal + Send + 'static>(
    orders: &UnboundedSender<Order>,
    terminal: &Shared<T>,
    lent: &Lent,
) -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let stop = SignalKind::from_raw(rustix::process::Signal::TSTP.as_raw());
    let resume = SignalKind::from_raw(rustix::process::Signal::CONT.as_raw());
    let table = [
        (
            SignalKind::hangup(),
            Order::End(SignalKind::hangup().as_raw_value()),
        ),
        (
            SignalKind::terminate(),
            Order::End(SignalKind::terminate().as_raw_value()),
        ),
        (
            SignalKind::interrupt(),
            Order::End(SignalKind::interrupt().as_raw_value()),
        ),
        (SignalKind::quit(), Order::End(SignalKind::quit().as_raw_value())),
        (stop, Order::Stop),
        (resume, Order::Resume),
    ];
    for (kind, order) in table {
        let mut stream = signal(kind)?;
        let (orders, terminal, lent) = (orders.clone(), terminal.clone(), lent.clone());
        let typed = kind == SignalKind::interrupt() || kind == SignalKind::quit();
        tokio::spawn(async move {
            while stream.recv().await.is_some() {
                if typed && lent.means_other(Instant::now()) {
                    continue;
                }
                if orders.send(order).is_err() {
                    return;
                }
                if let Order::End(number) = order {
                    tokio::time::sleep(GRACE).await;
                    terminal.try_leave();
                    std::process::exit(128 + number);
                }
            }
        });
    }
    Ok(())
}

/// Listens until the process ends. Windows knows of Ctrl+C and of a console that is closed.
///
/// # Errors
/// The system does not let the process listen.
#[cfg(windows)]
pub fn listen<T: Terminal + Send + 'static>(
    orders: &UnboundedSender<Order>,
    terminal: &Shared<T>,
    lent: &Lent,
) -> io::Result<()> {
    use tokio::signal::windows;
    // The numbers that the C runtime gives to an interrupt and to the end of a process.
    const INTERRUPT: i32 = 2;
    const TERMINATE: i32 = 15;
    let (mut interrupt, mut close) = (windows::ctrl_c()?, windows::ctrl_close()?);
    let (orders, terminal, lent) = (orders.clone(), terminal.clone(), lent.clone());
    tokio::spawn(async move {
        let number = loop {
            tokio::select! {
                _ = interrupt.recv() => if !lent.means_other(Instant::now()) { break INTERRUPT },
                _ = close.recv() => break TERMINATE,
            }
        };
        if orders.send(Order::End(number)).is_ok() {
            tokio::time::sleep(GRACE).await;
            terminal.try_leave();
            std::process::exit(128 + number);
        }
    });
    Ok(())
}

/// Hears of a terminal that went away where no signal tells of it: a shell that keeps the hang-up from those it starts,
/// or that lives on while its terminal does not. Crossterm 0.29 takes the end of a terminal for one where nothing is
/// typed, so that only the next frame would meet it, and there may be none for a long time. The wait is the system's own
/// and costs nothing.
///
/// # Errors
/// The system gives no thread.
#[cfg(unix)]
pub fn watch<T: Terminal + Send + 'static>(
    orders: &UnboundedSender<Order>,
    terminal: &Shared<T>,
) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, poll};
    let (orders, terminal) = (orders.clone(), terminal.clone());
    std::thread::Builder::new()
        .name("hang-up".to_owned())
        .spawn(move || {
            let stdin = io::stdin();
            // Asked for nothing, the system still tells of the end.
            let mut ends = [PollFd::new(&stdin, PollFlags::empty())];
            let gone = loop {
                match poll(&mut ends, None) {
                    Err(rustix::io::Errno::INTR) => {}
                    // Where a terminal can't be watched, the next frame meets its end as before.
                    Err(_) => break false,
                    Ok(_) => break ends[0].revents().contains(PollFlags::HUP),
                }
            };
            if gone {
                let hangup = rustix::process::Signal::HUP.as_raw();
                if orders.send(Order::End(hangup)).is_ok() {
                    std::thread::sleep(GRACE);
                    terminal.try_leave();
                    std::process::exit(128 + hangup);
                }
            }
        })?;
    Ok(())
}

/// Watches nothing: Windows tells of a console that is closed.
///
/// # Errors
/// None.
#[cfg(windows)]
pub fn watch<T: Terminal + Send + 'static>(
    _orders: &UnboundedSender<Order>,
    _terminal: &Shared<T>,
) -> io::Result<()> {
    Ok(())
}

/// Stops the process and those it was started with, as Ctrl+Z does in a terminal that is not ours. Returns whether it
/// was stopped: it is not where no shell could make it go on.
#[cfg(unix)]
pub fn stop() -> bool {
    use rustix::process::{Signal, kill_current_process_group};
    job_control::has_shell() && kill_current_process_group(Signal::STOP).is_ok()
}

/// Stops nothing: Windows knows no stopped process.
#[cfg(windows)]
pub fn stop() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupt_is_the_editors_while_it_has_the_terminal_and_for_the_moment_in_which_it_ends() {
        let (lent, now) = (Lent::default(), Instant::now());
        assert!(!lent.means_other(now), "nothing was lent");
        lent.lend();
        assert!(lent.means_other(now + Duration::from_hours(9)));
        lent.take_back(now);
        assert!(
            lent.means_other(now),
            "the editor's end was known before its signal"
        );
        assert!(lent.means_other(now + LATE / 2));
        assert!(!lent.means_other(now + LATE), "who asks later asks this program");
    }
}

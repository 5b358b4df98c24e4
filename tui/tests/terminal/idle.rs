//! Without changes, the program does no work and sends nothing.

use std::time::{Duration, Instant};

use super::process::cpu_use;
use super::pty::{TIMEOUT, Terminal, TerminalSetup};

/// The duration of a measurement, starting after a sync.
const WATCHED: Duration = Duration::from_secs(5);

#[test]
fn idle_screen_sends_nothing_and_uses_no_cpu() {
    let terminal = Terminal::start(&TerminalSetup::default());
    terminal.wait_for_text("240/240 deals");
    let pid = terminal.pid().as_raw_nonzero().get();
    // A periodic sync may cost a little in one of two measurements. It sends nothing in either, because no displayed
    // age becomes wrong.
    let watches = [(); 2].map(|()| {
        terminal.assert_idle(Duration::from_millis(500));
        let before = cpu_use(pid);
        let bytes = terminal.bytes_within(WATCHED);
        let after = cpu_use(pid);
        (
            bytes,
            after.time.saturating_sub(before.time),
            // The counts of a thread that ended are lost.
            after.wakeups.saturating_sub(before.wakeups),
        )
    });
    assert_eq!(watches.map(|(bytes, ..)| bytes), [0, 0], "bytes sent");
    let quiet = watches.iter().any(|(_, time, turns)| *time < Duration::from_millis(2) && *turns <= 12);
    assert!(quiet, "bytes, time on a processor, turns on it: {watches:?}");
}

#[test]
fn keys_that_change_nothing_send_nothing() {
    let mut terminal = Terminal::start(&TerminalSetup::default());
    terminal.wait_for_text("240 deals · 240 shown");
    terminal.press("g");
    // The first card of the first column has no neighbour above or to the left. Unbound keys and the terminal's own
    // reports change nothing either. Loading and a late `g` may draw meanwhile; keys that drew would draw each time.
    let end = Instant::now() + TIMEOUT;
    loop {
        terminal.press("hhhkkk\x1b[I\x1b[O\x1b[5;5R\x1b[?1;2c");
        if terminal.bytes_within(Duration::from_millis(500)) == 0 {
            break;
        }
        assert!(Instant::now() < end, "each of these keys is answered");
    }
}

//! Sets and restores the terminal modes; no other module changes them.
//!
//! Each mode is recorded before it is set. They are undone in reverse order by the first event that ends the
//! full screen: normal end, error, panic or signal. A failed step does not stop the others.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};

use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
};
use crossterm::{cursor, queue, style};

use super::mouse::CaptureMouse;

/// A terminal mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminalMode {
    /// Keys are received immediately and without echo.
    Raw,
    /// A separate screen; the previous one reappears afterwards.
    AlternateScreen,
    /// A paste is received as one event.
    BracketedPaste,
    /// Clicks, drags and the wheel are received.
    Mouse,
    /// The cursor is hidden, except in text fields.
    HiddenCursor,
}

/// A writable terminal whose line discipline can be switched.
pub trait TerminalDevice: Write {
    /// Switches raw mode on or off.
    fn set_raw(&mut self, on: bool) -> io::Result<()>;
}

/// The terminal of this process.
#[derive(Debug)]
pub struct StdoutTerminal(io::Stdout);

impl Default for StdoutTerminal {
    fn default() -> Self {
        Self(io::stdout())
    }
}

impl Write for StdoutTerminal {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl TerminalDevice for StdoutTerminal {
    fn set_raw(&mut self, on: bool) -> io::Result<()> {
        if on { crossterm::terminal::enable_raw_mode() } else { crossterm::terminal::disable_raw_mode() }
    }
}

impl TerminalMode {
    fn set(self, terminal: &mut impl TerminalDevice) -> io::Result<()> {
        match self {
            Self::Raw => terminal.set_raw(true),
            Self::AlternateScreen => queue!(terminal, EnterAlternateScreen),
            Self::BracketedPaste => queue!(terminal, EnableBracketedPaste),
            Self::Mouse => queue!(terminal, CaptureMouse(true)),
            Self::HiddenCursor => queue!(terminal, cursor::Hide),
        }
    }

    fn undo(self, terminal: &mut impl TerminalDevice) -> io::Result<()> {
        match self {
            Self::Raw => terminal.set_raw(false),
            // An incomplete frame may have left a scroll region, which would apply to the other screen too.
            Self::AlternateScreen => queue!(terminal, style::Print("\u{1b}[r"), LeaveAlternateScreen),
            Self::BracketedPaste => queue!(terminal, DisableBracketedPaste),
            Self::Mouse => queue!(terminal, CaptureMouse(false)),
            Self::HiddenCursor => queue!(terminal, cursor::Show),
        }
    }
}

#[derive(Debug)]
struct GuardState<T> {
    terminal: T,
    active_modes: Vec<TerminalMode>,
}

impl<T: TerminalDevice> GuardState<T> {
    fn enter(&mut self, modes: &[TerminalMode]) -> io::Result<()> {
        for mode in modes {
            // Record the mode first, so that a half-failed step is undone too.
            self.active_modes.push(*mode);
            mode.set(&mut self.terminal)?;
        }
        self.terminal.flush()
    }

    fn leave(&mut self) -> io::Result<()> {
        if self.active_modes.is_empty() {
            return Ok(());
        }
        // An incomplete frame may have left a style or a synchronised update.
        let mut first = queue!(self.terminal, EndSynchronizedUpdate, style::ResetColor);
        while let Some(mode) = self.active_modes.pop() {
            if mode == TerminalMode::Raw {
                // Queued bytes must be written before the line discipline changes.
                first = first.and(self.terminal.flush());
            }
            first = first.and(mode.undo(&mut self.terminal));
        }
        first.and(self.terminal.flush())
    }
}

/// Shared handle to the terminal and its modes.
///
/// Dropping it undoes nothing; [`Guard::leave`] does, and [`Guard`] calls it on drop.
#[derive(Debug)]
pub struct SharedTerminal<T>(Arc<Mutex<GuardState<T>>>);

impl<T> Clone for SharedTerminal<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: TerminalDevice> SharedTerminal<T> {
    /// Undoes every mode. Tries all steps and returns the first failure.
    pub fn leave(&self) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).leave()
    }

    /// Does the same without blocking, for a panic hook or a stuck drawing thread.
    ///
    /// If the lock is taken, it does nothing and returns `false`.
    pub fn try_leave(&self) -> bool {
        match self.0.try_lock() {
            Ok(mut state) => state.leave().is_ok(),
            Err(TryLockError::Poisoned(state)) => state.into_inner().leave().is_ok(),
            Err(TryLockError::WouldBlock) => false,
        }
    }
}

/// Keeps the terminal in full-screen mode during its lifetime.
#[derive(Debug)]
pub struct Guard<T: TerminalDevice> {
    shared: SharedTerminal<T>,
    modes: Vec<TerminalMode>,
}

impl<T: TerminalDevice> Guard<T> {
    /// Creates a guard without setting modes. Call [`Guard::reenter`] after the signal handlers are ready.
    pub fn new(terminal: T, modes: Vec<TerminalMode>) -> Self {
        let shared = SharedTerminal(Arc::new(Mutex::new(GuardState { terminal, active_modes: Vec::new() })));
        Self { shared, modes }
    }

    /// Returns a handle for code that may have to undo the modes.
    pub fn shared(&self) -> SharedTerminal<T> {
        self.shared.clone()
    }

    /// Undoes every mode, for example before the process is stopped.
    pub fn leave(&self) -> io::Result<()> {
        self.shared.leave()
    }

    /// Sets the modes again from a known state, because a shell may have changed them.
    ///
    /// # Errors
    /// The terminal rejects a mode; those set before it have been undone.
    pub fn reenter(&self) -> io::Result<()> {
        let mut state = self.shared.0.lock().unwrap_or_else(PoisonError::into_inner);
        let undone = state.leave();
        let entered = state.enter(&self.modes);
        if entered.is_err() {
            // Undo the modes set so far, and return the first failure.
            return entered.and(state.leave());
        }
        undone.and(entered)
    }

    /// Adds or removes one mode without affecting the others.
    ///
    /// # Errors
    /// The terminal rejects it.
    pub fn switch(&mut self, mode: TerminalMode, on: bool) -> io::Result<()> {
        if self.modes.contains(&mode) == on {
            return Ok(());
        }
        let mut state = self.shared.0.lock().unwrap_or_else(PoisonError::into_inner);
        if on {
            self.modes.push(mode);
            // While the terminal is released, the mode is only recorded.
            return if state.active_modes.is_empty() { Ok(()) } else { state.enter(&[mode]) };
        }
        self.modes.retain(|active| *active != mode);
        let Some(at) = state.active_modes.iter().position(|active| *active == mode) else {
            return Ok(());
        };
        state.active_modes.remove(at);
        mode.undo(&mut state.terminal)?;
        state.terminal.flush()
    }

    /// Writes one frame in a synchronised update. Writes nothing while the modes are undone.
    pub fn write(&self, frame: &[u8]) -> io::Result<()> {
        let mut state = self.shared.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.active_modes.is_empty() || frame.is_empty() {
            return Ok(());
        }
        queue!(state.terminal, BeginSynchronizedUpdate)?;
        state.terminal.write_all(frame)?;
        queue!(state.terminal, EndSynchronizedUpdate)?;
        state.terminal.flush()
    }
}

impl<T: TerminalDevice> Drop for Guard<T> {
    fn drop(&mut self) {
        // The normal end has already reported a failure; a drop cannot.
        let _ = self.shared.leave();
    }
}

#[cfg(test)]
#[path = "guard_tests.rs"]
mod tests;

//! The one place that changes how the terminal behaves, and puts it back.
//!
//! Each mode is noted as it is set and undone in reverse, by whoever comes first: the normal end, an error on its way
//! out, a panic, a signal. Undoing goes on past a step that fails, for a terminal half put back is of no use.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};

use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
};
use crossterm::{cursor, queue, style};

use super::mouse::{CaptureMouse, ReleaseMouse};

/// A way in which the terminal is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Keys arrive as they are typed, unechoed.
    Raw,
    /// A screen of our own; what was there before comes back.
    AlternateScreen,
    /// A paste arrives as one piece.
    BracketedPaste,
    /// Clicks, drags and the wheel arrive.
    Mouse,
    /// No cursor, but where text is typed.
    HiddenCursor,
}

/// A terminal: somewhere to write to, whose line discipline can be switched.
pub trait Terminal: Write {
    /// Switches raw mode on or off.
    fn raw(&mut self, on: bool) -> io::Result<()>;
}

/// The terminal this process stands on.
#[derive(Debug)]
pub struct Standard(io::Stdout);

impl Default for Standard {
    fn default() -> Self {
        Self(io::stdout())
    }
}

impl Write for Standard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Terminal for Standard {
    fn raw(&mut self, on: bool) -> io::Result<()> {
        if on {
            crossterm::terminal::enable_raw_mode()
        } else {
            crossterm::terminal::disable_raw_mode()
        }
    }
}

impl Mode {
    fn set(self, terminal: &mut impl Terminal) -> io::Result<()> {
        match self {
            Self::Raw => terminal.raw(true),
            Self::AlternateScreen => queue!(terminal, EnterAlternateScreen),
            Self::BracketedPaste => queue!(terminal, EnableBracketedPaste),
            Self::Mouse => queue!(terminal, CaptureMouse),
            Self::HiddenCursor => queue!(terminal, cursor::Hide),
        }
    }

    fn undo(self, terminal: &mut impl Terminal) -> io::Result<()> {
        match self {
            Self::Raw => terminal.raw(false),
            // A frame cut short may have left a region that scrolls alone, which the other screen would keep.
            Self::AlternateScreen => queue!(terminal, style::Print("\u{1b}[r"), LeaveAlternateScreen),
            Self::BracketedPaste => queue!(terminal, DisableBracketedPaste),
            Self::Mouse => queue!(terminal, ReleaseMouse),
            Self::HiddenCursor => queue!(terminal, cursor::Show),
        }
    }
}

#[derive(Debug)]
struct State<T> {
    terminal: T,
    set: Vec<Mode>,
}

impl<T: Terminal> State<T> {
    fn enter(&mut self, modes: &[Mode]) -> io::Result<()> {
        for mode in modes {
            // Noted first: a step that fails half-way is undone too.
            self.set.push(*mode);
            mode.set(&mut self.terminal)?;
        }
        self.terminal.flush()
    }

    fn leave(&mut self) -> io::Result<()> {
        if self.set.is_empty() {
            return Ok(());
        }
        // A frame may have been cut short: its style and its update end here.
        let mut first = queue!(self.terminal, EndSynchronizedUpdate, style::ResetColor);
        while let Some(mode) = self.set.pop() {
            if mode == Mode::Raw {
                // What was queued must be out before the line discipline changes under it.
                first = first.and(self.terminal.flush());
            }
            first = first.and(mode.undo(&mut self.terminal));
        }
        first.and(self.terminal.flush())
    }
}

/// The terminal with the modes set on it. Clones share it; dropping the last one is not what undoes: [`Guard::leave`]
/// is, and [`Guard`] calls it when it goes.
#[derive(Debug)]
pub struct Shared<T>(Arc<Mutex<State<T>>>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: Terminal> Shared<T> {
    /// Undoes every mode that is set. The first failure is returned, after every step has been tried.
    pub fn leave(&self) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).leave()
    }

    /// The same from a panic hook or beside a drawing thread that may be stuck: where the terminal is held by
    /// somebody else, nothing is done and `false` is returned.
    pub fn try_leave(&self) -> bool {
        match self.0.try_lock() {
            Ok(mut state) => state.leave().is_ok(),
            Err(TryLockError::Poisoned(state)) => state.into_inner().leave().is_ok(),
            Err(TryLockError::WouldBlock) => false,
        }
    }
}

/// Keeps the terminal as the full screen needs it for as long as it lives.
#[derive(Debug)]
pub struct Guard<T: Terminal> {
    shared: Shared<T>,
    modes: Vec<Mode>,
}

impl<T: Terminal> Guard<T> {
    /// A guard that has set nothing yet: [`Guard::reenter`] does, once everybody listens who may have to undo it.
    pub fn new(terminal: T, modes: Vec<Mode>) -> Self {
        let shared = Shared(Arc::new(Mutex::new(State {
            terminal,
            set: Vec::new(),
        })));
        Self { shared, modes }
    }

    /// A handle for those who may have to undo the modes in the guard's place.
    pub fn shared(&self) -> Shared<T> {
        self.shared.clone()
    }

    /// Undoes every mode, for instance before the process is stopped.
    pub fn leave(&self) -> io::Result<()> {
        self.shared.leave()
    }

    /// Sets the modes in order, from a known state: a shell may have changed them meanwhile.
    ///
    /// # Errors
    /// A mode that the terminal refuses; those set before it have been undone.
    pub fn reenter(&self) -> io::Result<()> {
        let mut state = self.shared.0.lock().unwrap_or_else(PoisonError::into_inner);
        let undone = state.leave();
        let entered = state.enter(&self.modes);
        if entered.is_err() {
            // What could be set is taken back; the failure to tell is the first one.
            return entered.and(state.leave());
        }
        undone.and(entered)
    }

    /// Sets one mode more, or undoes one of those that are set, while the others stay.
    ///
    /// # Errors
    /// The terminal refuses it.
    pub fn switch(&mut self, mode: Mode, on: bool) -> io::Result<()> {
        if self.modes.contains(&mode) == on {
            return Ok(());
        }
        let mut state = self.shared.0.lock().unwrap_or_else(PoisonError::into_inner);
        if on {
            self.modes.push(mode);
            // Where the terminal has been given back, the mode waits until it is taken again.
            return if state.set.is_empty() {
                Ok(())
            } else {
                state.enter(&[mode])
            };
        }
        self.modes.retain(|one| *one != mode);
        let Some(at) = state.set.iter().position(|one| *one == mode) else {
            return Ok(());
        };
        state.set.remove(at);
        mode.undo(&mut state.terminal)?;
        state.terminal.flush()
    }

    /// Writes one frame in a synchronised update. Writes nothing while the modes are undone.
    pub fn write(&self, frame: &[u8]) -> io::Result<()> {
        let mut state = self.shared.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.set.is_empty() || frame.is_empty() {
            return Ok(());
        }
        queue!(state.terminal, BeginSynchronizedUpdate)?;
        state.terminal.write_all(frame)?;
        queue!(state.terminal, EndSynchronizedUpdate)?;
        state.terminal.flush()
    }
}

impl<T: Terminal> Drop for Guard<T> {
    fn drop(&mut self) {
        // The normal end has left already and told of its failure; here nobody is left to tell.
        let _ = self.shared.leave();
    }
}

#[cfg(test)]
#[path = "guard_tests.rs"]
mod tests;

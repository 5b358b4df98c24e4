//! Reads what is typed, clicked and pasted; it can let go of the terminal, so that another program may read it meanwhile.

#[cfg(unix)]
mod decoder;
#[cfg(unix)]
mod fit;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::{Input, Typed};
#[cfg(windows)]
pub use windows::{Input, Typed};

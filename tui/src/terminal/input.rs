//! Terminal input: keys, clicks and pastes. It can release the terminal for another program.

#[cfg(unix)]
mod decoder;
pub(super) mod dropped_file;
#[cfg(unix)]
mod fit;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use decoder::Decoder;
#[cfg(unix)]
pub use unix::{Input, PromptInput};
#[cfg(windows)]
pub use windows::{Input, PromptInput};

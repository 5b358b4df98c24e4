//! From events of the window to actions: keys, the pointer, and what waits for a frame.

mod input_dispatch;
pub mod input_queue;
pub mod key_events;
pub(super) mod pointer_queue;

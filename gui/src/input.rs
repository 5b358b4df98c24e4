//! The parts of `input`.

mod input_dispatch;
pub mod input_queue;
pub mod key_events;
pub(super) mod pointer_queue;

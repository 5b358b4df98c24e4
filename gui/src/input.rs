//! Input: translation of window events into actions, with queues for keys and pointer.

mod input_dispatch;
pub mod input_queue;
pub mod key_events;
pub(super) mod pointer_queue;

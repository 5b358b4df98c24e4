//! The connection: its state, its latency and its peers.

pub(super) mod latency;
mod peers;
pub mod pulse;
pub(super) mod request_window;
mod response_observer;
pub(super) mod signal_receiver;
pub(super) mod state;

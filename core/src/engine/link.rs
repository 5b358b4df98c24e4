//! The connection: its state, its speed, its peers.

pub(super) mod latency;
mod peers;
pub(super) mod request_window;
mod response_observer;
pub(super) mod state;

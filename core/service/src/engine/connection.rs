//! The connection: its state, its latency and its peers.

pub(super) mod latency;
pub mod latency_monitor;
mod peers;
mod response_observer;
pub(super) mod shown_requests;
pub(super) mod signal_receiver;
pub(super) mod state;

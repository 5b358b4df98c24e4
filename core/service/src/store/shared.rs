//! State shared by all processes of a profile.

pub(super) mod clock_skew;
pub(super) mod peer_signal;
pub(super) mod shared_rate_limit;

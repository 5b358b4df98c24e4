//! What all processes of a profile share.

pub(super) mod clock_skew;
pub(super) mod peer_signal;
pub(super) mod shared_rate_limit;

//! Unique random values, the only randomness of the client.

use crate::contract::ids::{IdempotencyKey, RequestId};
use crate::error::Error;
use crate::host;

/// Returns a key for a new logical write. Persist it before sending, and reuse it for every retry.
pub fn idempotency_key() -> IdempotencyKey {
    host::uuid().into()
}

/// Returns a request id; ids sort by time.
pub fn request_id() -> RequestId {
    host::timed_uuid().into()
}

/// Returns 128 random bits in hexadecimal, for one token exchange.
pub(in crate::client) fn nonce() -> Result<String, Error> {
    let mut bytes = [0_u8; 16];
    host::fill_random(&mut bytes).map_err(|_| Error::unexpected("the system gives no random numbers"))?;
    Ok(crate::client::auth::hex::hex(&bytes))
}

/// Returns a random delay between zero and `max`; without randomness, `max`.
pub(in crate::client) fn jitter(max: std::time::Duration) -> std::time::Duration {
    let mut bytes = [0_u8; 4];
    match host::fill_random(&mut bytes) {
        Ok(()) => max.mul_f64(f64::from(u32::from_le_bytes(bytes)) / f64::from(u32::MAX)),
        Err(_) => max,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn nonces_do_not_repeat() {
        let nonces: HashSet<_> = (0..10_000).map(|_| nonce().unwrap()).collect();
        assert_eq!(nonces.len(), 10_000);
        assert!(nonces.iter().all(|nonce| nonce.len() == 32));
    }

    #[test]
    fn jitter_spreads_over_the_whole_delay() {
        let max = std::time::Duration::from_secs(1);
        let delays: Vec<_> = (0..200).map(|_| jitter(max)).collect();
        assert!(delays.iter().all(|delay| *delay <= max));
        assert!(
            delays.iter().any(|delay| *delay < max / 4) && delays.iter().any(|delay| *delay > max / 4 * 3)
        );
    }
}

//! What tests of the desk agree on.

use jiff::Timestamp;

/// The moment at which they begin.
pub fn noon() -> Timestamp {
    "2026-11-20T12:00:00Z".parse().unwrap()
}

//! Discovery of the service's undocumented parts (contract, "Gaps").
//!
//! It finds the available lists, the routes that the key may use, the codes in use, and a fallback if a list is
//! missing. The service gets as few requests as possible, and only reads. First comes its own description, once a day.
//! For a resource kind without a known route, **one** `GET` of one record on the conventional route follows. No write
//! is probed, no identifier is guessed, and the first 429 ends all probing. Results are stored with their date and
//! expire. What the responses mean is decided without I/O, in `model::discovery`.
//!
//! Discovered routes are used for reading only. The user can write to an undocumented route with `encours api`.

mod cached;
mod prober;

pub use cached::{CachedDiscovery, record_request};
pub use prober::{Force, discover, probe_list};

//! The parts of `model`.

pub(super) mod effect;
pub(super) mod entry_values;
pub(super) mod fetched;
pub(super) mod intern;
pub(super) mod pending_write;
pub(super) mod pending_writes;
pub(super) mod snapshot;
pub(super) mod table;

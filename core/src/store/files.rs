//! Database files: opened, migrated, checked, set aside.

pub(super) mod atomic_file;
pub(super) mod error;
pub(super) mod examine;
pub(super) mod file_identity;
pub(super) mod identity;
pub(super) mod open;
pub(super) mod private_dir;
pub(super) mod process_lock;
pub(super) mod profile;
pub(crate) mod quarantine;
mod read_only;
pub(super) mod schema;
pub(super) mod seal;
pub(super) mod storage_error;
pub(super) mod sums;
pub(super) mod temp_cleanup;

//! Database files: opening, migration, checks and quarantine.

pub(super) mod atomic_file;
pub mod companion_files;
pub(super) mod encryption_problem;
pub(super) mod error;
pub(super) mod examine;
pub(super) mod file_identity;
pub(super) mod identity;
pub(super) mod open;
pub mod open_private;
pub(super) mod private_dir;
pub(super) mod process_lock;
pub(super) mod profile;
pub(crate) mod quarantine;
pub mod quarantine_marks;
pub(super) mod read_only;
pub(super) mod schema;
pub(super) mod seal;
pub(super) mod storage_error;
pub(super) mod sums;
pub(super) mod temp_cleanup;

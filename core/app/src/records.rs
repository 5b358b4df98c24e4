//! Records other than deals, and the outcomes of writes.

pub mod activity;
pub mod delegated_users;
pub mod lists;

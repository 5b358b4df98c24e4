//! Records other than deals, and what became of writes.

pub mod act_for;
pub mod activity;
pub mod lists;

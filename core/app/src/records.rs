//! Records other than deals, and the outcomes of writes.

pub mod act_for;
pub mod activity;
pub mod lists;

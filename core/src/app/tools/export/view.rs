//! What an export holds: for people and for programs.

pub mod human;
pub mod machine;

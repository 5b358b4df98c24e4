//! What an export holds: for people and for programs.

pub mod requested_export;
pub mod human;
pub mod machine;

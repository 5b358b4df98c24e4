//! Export contents, for people and for programs.

pub mod human;
pub mod machine;
pub mod requested_export;

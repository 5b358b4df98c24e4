//! The parts of `view`.

pub mod handover;
pub mod support_facts;

//! What is copied, in words.

pub mod handover;
pub mod support_facts;

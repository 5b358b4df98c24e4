//! Copying: contents and formats for the clipboard.

pub(crate) mod copy;
#[cfg(test)]
mod copy_tests;
pub mod handover;
pub mod support_facts;

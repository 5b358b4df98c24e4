//! What is copied, and in which form.

mod actions;
pub(crate) mod clipboard;
pub(in crate::app) mod copy;
#[cfg(test)]
mod copy_tests;
pub mod copy_request;
pub mod handover;
pub mod support_facts;

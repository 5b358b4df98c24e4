//! Writes, requests and notices in words.

pub mod activity;
pub mod conflict;
pub mod journal;
mod journal_facts;
mod journal_groups;
pub(in crate::app) mod not_taken;
pub mod permissions;
pub mod request_groups;
pub mod requests;
pub mod storage_notices;
pub mod writes;

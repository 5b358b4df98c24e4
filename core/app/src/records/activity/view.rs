//! Text of writes, requests and notices.

pub mod activity;
pub mod conflict;
pub mod journal;
pub mod journal_facts;
pub mod journal_groups;
pub mod journal_line;
pub mod permissions;
pub mod request_groups;
pub mod requests;
pub mod storage_notices;
pub mod writes;

//! The binary `encours` as scripts use it: real processes, a real sandbox, real HTTP.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the lint's own exception for tests does not see the helpers of a test"
)]

mod behind;
mod beside_holds;
mod company;
mod describe;
mod doctor;
mod doubt;
mod entities;
mod export;
mod families;
mod formats;
mod hostile;
mod in_vain;
mod incomplete;
mod jobs;
mod kept;
mod keys;
mod killed;
mod lists;
mod local;
mod meanwhile;
mod nearly_full;
mod needless;
mod outbox;
mod outbox_listed;
mod overlaid;
mod paging;
mod papers;
mod queries;
mod references;
mod routes;
mod sandbox;
mod saved_views;
mod settings;
mod signals;
mod standing;
mod statuses;
mod stub;
mod support;
mod unkept;
mod views;
mod watching;
mod writes;

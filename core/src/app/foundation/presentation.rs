//! Words that several features share.

pub(in crate::app) mod age;
pub(in crate::app) mod connection_fault;
pub mod frame;
pub mod hold_countdown;
pub mod notice;
pub mod problem;
pub mod provenance;
pub mod sheet_view;
pub mod tone;

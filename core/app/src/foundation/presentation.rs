//! Texts that several features share.

pub mod age;
pub mod chrome;
pub(crate) mod connection_fault;
pub mod followup_mark;
pub mod notice;
pub mod picker_view;
pub mod problem;
pub mod provenance;
pub mod send_countdown;
pub mod setting_text;
pub mod task_status;
pub mod tiles;
pub mod tone;
pub mod write_mark;

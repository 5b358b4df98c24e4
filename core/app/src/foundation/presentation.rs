//! Texts that several features share.

pub(crate) mod age;
pub mod change_cells;
pub mod chrome;
pub(crate) mod connection_fault;
pub mod notice;
pub mod picker_view;
pub mod problem;
pub mod provenance;
pub mod read_ago;
pub mod route_text;
pub mod send_countdown;
pub mod task_status;
pub mod tiles;
pub mod tone;
pub mod write_mark;

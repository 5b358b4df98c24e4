//! Words that several features share.

pub(in crate::app) mod age;
pub(in crate::app) mod connection_fault;
pub mod bar;
pub mod tiles;
pub mod task_status;
pub mod read_ago;
pub mod write_mark;
pub mod route_text;
pub mod change_cells;
pub mod frame;
pub mod hold_countdown;
pub mod notice;
pub mod problem;
pub mod provenance;
pub mod sheet_view;
pub mod tone;

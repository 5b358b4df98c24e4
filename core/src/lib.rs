//! The core of Encours: everything except drawing.
//!
//! Start with `app` for user actions, `view` for screen content, and `engine` for synchronisation with the service.
//! ARCHITECTURE.md shows the modules.

#![allow(
    clippy::module_inception,
    reason = "the main file of a feature has the name of its folder: `table/table.rs`"
)]

pub mod app;
pub mod boot_clock;
pub mod client;
pub mod config;
pub mod contract;
pub mod discovery;
pub mod engine;
pub mod error;
pub mod export;
pub mod files;
pub mod local_zone;
pub mod model;
pub mod open_json;
pub mod private_file;
pub mod process;
pub mod query;
pub mod store;
pub mod temp_artifacts;
pub mod text;
pub mod theme;
pub mod vocabulary;

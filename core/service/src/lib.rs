//! Everything with I/O: HTTP client, storage, discovery of routes, engine, configuration and export.

#![allow(
    clippy::module_inception,
    reason = "the main file of a module has the name of its folder: `client/client.rs`"
)]

// So that `crate::contract` is the same path in all three crates.
use encours_base::{contract, dataset, document, error, flow, import, model, query, text, theme, vocabulary};

pub mod client;
pub mod config;
pub mod discovery;
pub mod engine;
pub mod export;
pub mod files;
pub mod host;
pub mod local_zone;
pub mod private_file;
pub mod process;
pub mod spreadsheet;
pub mod store;
pub mod temp_artifacts;

//! Application state and presentation of every feature, without a clock, files or network.

#![allow(
    clippy::module_inception,
    reason = "the main file of a feature has the name of its folder: `table/table.rs`"
)]

// So that `crate::contract` is the same path in all three crates.
use encours_base::{
    contract, dataset, document, error, import, link, model, open_json, query, text, theme, vocabulary,
};

pub mod changes;
pub mod deals;
pub mod foundation;
pub mod records;
pub mod screens;
pub mod shell;
pub mod tools;

//! Data and rules without I/O: contract, records, table of deals, queries, texts and theme.

#![allow(
    clippy::module_inception,
    reason = "the main file of a feature has the name of its folder: `table/table.rs`"
)]

pub mod contract;
pub mod dataset;
pub mod document;
pub mod error;
pub mod flow;
pub mod import;
pub mod link;
pub mod model;
pub mod open_json;
pub mod query;
pub mod text;
pub mod theme;
pub mod vocabulary;

//! What a person sees, before any pixel: words, numbers, dates, and the shapes screens are drawn from.
//!
//! Pure: no file, no socket, no clock, no environment. Front ends only place what they find here.

pub mod acting;
pub mod activity;
pub mod beside;
pub mod bindings;
pub mod blank;
pub mod board;
pub mod carried;
pub mod checks;
pub mod copy;
mod dashboards;
pub mod deal;
pub mod discovery;
pub mod explorer;
pub mod export;
pub mod export_words;
pub mod folding;
pub mod found;
pub mod frame;
pub mod generic;
mod help_query;
pub mod hints;
pub mod history;
pub mod holds;
pub mod inbox;
pub mod keeping;
pub mod layers;
pub mod library;
pub mod linear;
pub mod lists;
pub mod portfolio;
pub mod problem;
pub mod rights;
pub mod selection;
pub mod sheet;
pub mod stall;
pub mod status;
pub mod table;
pub mod tasks;
pub mod text;
pub mod toast;
pub mod tokens;
pub mod trend;
pub mod vocabulary;
pub mod what_if;
pub mod writes;

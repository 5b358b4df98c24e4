//! Any record of any route as a table or a tree.
//!
//! Columns and labels are derived from the data and the service's field definitions, because the contract defines no
//! shape. Pure functions: the front ends and the command line arrange the results.

mod as_lines;
mod known_fields;
mod labels;
mod summary;
mod table;
mod tree;
mod value;

pub use crate::open_json::format_options::{Called, How};
pub use as_lines::{ReadLine, field_name, field_value, readable};
pub use known_fields::label_key;
pub use known_fields::{coded_name, is_amount};
pub use labels::Labels;
pub use table::{Cell, Column, Table, table};
pub use tree::{Line, tree};
pub use value::value;
pub mod format_options;

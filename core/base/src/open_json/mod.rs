//! Any record of any route as a table or a tree.
//!
//! Columns and labels are derived from the data and the service's field definitions, because the contract defines no
//! shape. Pure functions: the front ends and the command line arrange the results.

mod known_fields;
mod labels;
mod record_lines;
mod summary;
mod table;
mod tree;
mod value;

pub use crate::open_json::format_options::{FormatOptions, NamingStyle};
pub use known_fields::label_key;
pub use known_fields::{code_name, is_amount};
pub use labels::FieldLabels;
pub use record_lines::{RecordLine, field_lines, field_name, field_value};
pub use table::{RecordCell, RecordColumn, RecordTable, record_table};
pub use tree::{TreeLine, tree_lines};
pub use value::format_value;
pub mod format_options;

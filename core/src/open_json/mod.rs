//! Any record of any route, as a table and as a tree: columns and labels learned from the data and from the service's
//! field definitions, because the contract states no shape.
//!
//! Pure and plain: both front ends and the command line place what they find here.

mod as_lines;
mod known_fields;
mod labels;
mod summary;
mod table;
mod tree;
mod value;

pub use as_lines::{ReadLine, field_name, field_value, readable};
pub use known_fields::label_key;
pub(super) use known_fields::{coded_name, is_amount};
pub use labels::Labels;
pub use table::{Cell, Column, Table, table};
pub use tree::{Line, tree};
pub use value::{Called, How, value};

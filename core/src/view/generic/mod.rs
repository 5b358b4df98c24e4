//! Any record of any route, as a table and as a tree: columns and labels learned from the data and from the service's
//! field definitions, because the contract states no shape.
//!
//! Pure and plain: both front ends and the command line place what they find here.

mod familiar;
mod labels;
mod readable;
mod summary;
mod table;
mod tree;
mod value;

pub use familiar::label_key;
pub(super) use familiar::{coded_name, is_amount};
pub use labels::Labels;
pub use readable::{ReadLine, field_name, field_value, readable};
pub use table::{Cell, Column, Table, table};
pub use tree::{Line, tree};
pub use value::{Called, How, value};

//! Import of spreadsheets: rows read, columns mapped to fields, and the plan of writes.
//!
//! Nothing here reads a file or writes. Both front ends and the command line show the same plan.

mod contradictions;
pub mod mapping;
mod parsed_row;
pub mod plan;
pub mod planned_row;
pub mod row_issue;
mod similar;
pub mod table;

//! JSON as the service sends it: exact numbers, unknown members, duplicates.

pub mod date_or_time;
pub mod diagnostic_excerpt;
pub mod dynamic_body;
pub mod id_set;
pub mod json_eq;
pub(super) mod json_scanner;
pub(super) mod key_prediction;
pub mod num;
pub mod response_schema;
pub mod schema_error;

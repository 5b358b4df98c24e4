//! Kinds of records, their lists, and what the key may do with them.

pub mod learned_codes;
pub mod list_source;
pub mod permissions;
pub mod probe_result;
pub mod resource_kind;
pub mod resource_list;

//! The deals: list, create, read, update and logical deletion.

mod crud;
mod list;

pub(crate) use crud::{create, delete, find_live, get, update};
pub(crate) use list::list;

//! The deals: list, create, read, update and logical deletion.

mod crud;
mod list;

pub(crate) use crud::{create, delete, get, live, update};
pub(crate) use list::list;

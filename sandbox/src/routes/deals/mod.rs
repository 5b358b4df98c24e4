//! The deals: list, create, read, update and logical deletion.

mod list;
mod one;

pub(crate) use list::list;
pub(crate) use one::{create, delete, get, live, update};

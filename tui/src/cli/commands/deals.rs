//! `encours deals …`

mod list;
mod one;
mod row;

pub(super) use list::list;
pub(super) use one::{create, delete, notes, show, update};

//! `encours deals …`

pub(super) mod list;
mod one;
pub(super) mod views;

pub(super) use list::list;
pub(super) use one::{create, delete, notes, show, update};
pub(super) use views::views;

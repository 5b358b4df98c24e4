//! `encours deals …`

mod check;
mod crud;
mod groups;
mod import;
pub(super) mod list;
pub(super) mod past;
pub(super) mod views;

pub(super) use check::check;
pub(super) use crud::{create, delete, notes, show, update};
pub(super) use import::import;
pub(super) use list::list;
pub(super) use views::views;

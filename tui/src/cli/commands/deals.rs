//! `encours deals …`

mod check;
mod compare;
mod crud;
mod groups;
mod import;
mod labels;
pub(super) mod list;
mod local_terms;
pub(super) mod past;
pub(super) mod sheets;
pub(super) mod views;

pub(super) use check::check;
pub(super) use compare::compare;
pub(super) use crud::{create, delete, notes, show, update};
pub(super) use import::import;
pub(super) use labels::{labels, stars};
pub(super) use list::list;
pub(super) use views::views;

//! The parts of `pipeline`.

mod actions;
pub(in crate::app) mod filter;
pub(in crate::app) mod filter_completion;
mod filter_from_cell;
pub(in crate::app) mod filter_suggestions;
mod filter_undo;
mod focus;
mod folded_columns;
pub(in crate::app) mod layout;
pub(in crate::app) mod me;
pub(in crate::app) mod order;
pub(crate) mod pipeline;
mod queries;
pub(in crate::app) mod selection;
pub mod unmet;
pub mod view;

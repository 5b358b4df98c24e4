//! Filter, order, focus and selection of deals.

mod actions;
pub mod board_focus;
pub mod board_layout;
pub mod board_state;
pub mod column_metric;
pub mod completion_state;
pub mod current_user;
pub mod filter;
pub(crate) mod filter_completion;
mod filter_from_cell;
pub(crate) mod filter_suggestions;
#[cfg(test)]
mod filter_suggestions_tests;
mod filter_undo;
mod focus;
mod folded_columns;
#[cfg(test)]
mod folded_columns_tests;
pub mod header_metric;
pub mod layout;
pub(crate) mod order;
#[cfg(test)]
mod order_tests;
pub(crate) mod pipeline;
pub(crate) mod queries;
#[cfg(test)]
mod select_many_tests;
pub mod selected_deals;
pub(crate) mod selection;
pub mod swimlane;
pub mod unmet;
pub mod view;
pub mod word_sense;

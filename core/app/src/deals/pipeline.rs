//! Filter, order, focus and selection of deals.

pub mod board_layout;
pub mod board_state;
mod collapsed_columns;
#[cfg(test)]
mod collapsed_columns_tests;
pub mod column_metric;
pub(crate) mod filter_completion;
#[cfg(test)]
mod filter_data_tests;
pub(crate) mod filter_suggestions;
#[cfg(test)]
mod filter_suggestions_tests;
mod focus;
pub mod header_metric;
pub mod lane_scroll;
pub mod layout;
pub(crate) mod order;
#[cfg(test)]
mod order_tests;
pub mod pipeline;
pub(crate) mod query_note;
#[cfg(test)]
mod select_many_tests;
pub mod selected_deals;
pub mod swimlane;
pub mod unknown_values;
pub mod view;

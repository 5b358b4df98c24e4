//! Deals as table rows: filters, sorting, sums.

pub mod all_deals;
pub mod breakdown;
pub mod collation;
pub mod column;
pub mod column_totals;
pub mod faulty_deals;
pub mod filter_pass;
pub mod filtered;
pub mod group_numbers;
pub mod grouping;
pub mod groups;
pub mod known_statuses;
#[cfg(test)]
mod local_deals_tests;
pub mod marked_deals;
#[cfg(test)]
mod query_property_tests;
pub mod query_row;
mod radix_sort;
pub mod row_set;
pub mod rules;
pub mod sheets;
pub mod slowness;
pub mod sort_keys;
pub mod sorted_cache;
pub mod status_ages;
pub mod substring_scan;

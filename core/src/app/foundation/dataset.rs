//! Deals as table rows: filters, sorting, sums.

pub(in crate::app) mod all_deals;
pub(in crate::app) mod bitset;
pub mod breakdown;
pub(in crate::app) mod collation;
pub mod column;
pub(in crate::app) mod column_totals;
pub(in crate::app) mod filter_pass;
pub mod filtered;
pub mod known_statuses;
pub(in crate::app) mod median;
pub mod query_row;
mod radix_sort;
pub(in crate::app) mod row_set;
mod running_sums;
pub(in crate::app) mod sort_keys;
pub(in crate::app) mod sorted_cache;
pub(in crate::app) mod stage_ages;
pub mod staleness;
pub(in crate::app) mod status_sums;
pub(super) mod substring_scan;

//! Paged lists.

pub mod deal_page;
pub mod page;
pub mod pager;

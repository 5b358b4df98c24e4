//! The parts of `paging`.

pub mod deal_page;
pub mod page;
pub mod pager;

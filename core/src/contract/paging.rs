//! Lists page by page.

pub mod deal_page;
pub mod page;
pub mod pager;

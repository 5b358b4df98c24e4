//! Committee pack of chosen deals.

pub mod view;

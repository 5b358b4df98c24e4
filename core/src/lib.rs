//! Everything of Encours but pixels.

pub mod contract;
pub mod query;
pub mod view;

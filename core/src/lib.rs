//! Everything of Encours but pixels.

pub mod client;
pub mod contract;
pub mod error;
pub mod view;

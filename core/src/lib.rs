//! Everything of Encours but pixels.

pub mod contract;
pub mod view;

//! Everything of Encours but pixels.

pub mod config;
pub mod contract;
pub mod error;
pub mod view;

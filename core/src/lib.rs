//! Everything of Encours but pixels.

pub mod view;

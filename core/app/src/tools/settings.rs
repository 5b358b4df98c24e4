//! Settings screen: every setting of `config.toml`, with its value and origin.

pub mod settings;
#[cfg(test)]
mod settings_tests;
pub mod view;

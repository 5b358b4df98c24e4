//! Words, numbers, dates and remote text, in French and English.
//!
//! Two rules hold the room together. What the product says comes from `assets/locales/*.ftl` through
//! [`Words`]; what the service says comes through [`Clean`], once, and stays as received otherwise.

pub mod args;
pub mod clean;
pub mod columns;
pub mod date;
pub mod fold;
pub mod lang;
pub mod number;
pub mod typed;
pub mod words;

#[cfg(test)]
mod locale_tests;

pub use args::Arg;
pub use clean::Clean;
pub use columns::{both_ends, pad, pad_left, truncate, width, wrap};
pub use fold::fold;
pub use lang::Lang;
pub use number::plain_spaces;
pub use words::{Words, sentence};

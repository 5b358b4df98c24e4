//! Messages, numbers, dates and remote text, in French and English.
//!
//! Product texts come from `assets/locales/*.ftl` through [`Messages`]. Texts of the service are sanitised once by
//! [`SafeText`] for display and stay unchanged elsewhere.

pub mod date;
pub mod display_width;
mod formula_guard;
pub mod lang;
pub mod message_args;
pub mod messages;
pub mod number;
pub mod sanitize;
pub mod search_fold;
pub mod single_line;

#[cfg(test)]
mod locale_tests;

pub use display_width::{pad, pad_left, truncate, truncate_keep_suffix, width, wrap};
pub use formula_guard::guard_formula;
pub use lang::Lang;
pub use message_args::MessageArg;
pub use messages::{Messages, sentence};
pub use number::plain_spaces;
pub use sanitize::{SafeText, is_unsafe, push_mark};
pub use search_fold::fold;

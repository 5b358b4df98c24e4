//! A number that grows with every record confirmed on its own. An answer asked for before a confirmation must not undo
//! it: who asks notes the number first, and hands it in with the answer.

/// The counter's value at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change(pub(in crate::store) i64);

//! A number that grows with every record confirmed singly. A response requested before a confirmation must not undo it.
//! Callers note the number before a request and pass it with the response.

/// The value of the change counter at some time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct WriteSeq(pub(in crate::store) i64);

//! The values that completion and corrections may offer.

/// Values in the user's data, for completion.
#[derive(Clone, Copy, Default)]
pub struct KnownValues<'a> {
    /// Known status codes.
    pub statuses: &'a [&'a str],
    /// Known class codes.
    pub classes: &'a [&'a str],
    /// Known owners.
    pub owners: &'a [&'a str],
    /// Names of received fields, each with its number of deals.
    pub fields: &'a [(&'a str, usize)],
    /// Values of a received field, each with its number of deals.
    pub values: Option<&'a dyn Fn(&str) -> Vec<(String, usize)>>,
}

//! The values that completion and corrections may offer.

use super::FieldKinds;

/// Returns the values of a received field, each with its number of deals.
pub type FieldValues<'a> = dyn Fn(&str) -> &'a [(String, usize)] + 'a;

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
    /// Kinds of received fields, as far as known.
    pub kinds: Option<&'a FieldKinds>,
    /// Values of a received field, each with its number of deals.
    pub values: Option<&'a FieldValues<'a>>,
    /// Labels of deals on this device.
    pub labels: &'a [&'a str],
}

//! The values that completion and corrections may offer.

/// Values in the user's data, for completion.
#[derive(Clone, Copy, Debug, Default)]
pub struct KnownValues<'a> {
    /// Known status codes.
    pub statuses: &'a [&'a str],
    /// Known class codes.
    pub classes: &'a [&'a str],
    /// Known owners.
    pub owners: &'a [&'a str],
    /// Labels of deals on this device.
    pub labels: &'a [&'a str],
}

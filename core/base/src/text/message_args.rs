//! Arguments of messages.

use std::borrow::Cow;

use super::SafeText;

/// One argument of a message.
///
/// A number selects the plural form and is formatted with grouped digits; a text is inserted unchanged. Values with
/// decimals, a unit or a currency are formatted first (see [`super::number`]) and passed as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageArg<'a> {
    /// Count: selects `[one]`, `[other]`… and shows grouped digits (`8 420`, `8,420`).
    Number(u64),
    /// Text ready for display.
    Text(Cow<'a, str>),
}

impl From<u64> for MessageArg<'_> {
    fn from(count: u64) -> Self {
        Self::Number(count)
    }
}

impl From<u32> for MessageArg<'_> {
    fn from(count: u32) -> Self {
        Self::Number(u64::from(count))
    }
}

impl From<u16> for MessageArg<'_> {
    fn from(count: u16) -> Self {
        Self::Number(u64::from(count))
    }
}

impl From<usize> for MessageArg<'_> {
    fn from(count: usize) -> Self {
        Self::Number(u64::try_from(count).unwrap_or(u64::MAX))
    }
}

impl<'a> From<&'a str> for MessageArg<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for MessageArg<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl<'a> From<&'a String> for MessageArg<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<Cow<'a, str>> for MessageArg<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a SafeText> for MessageArg<'a> {
    fn from(text: &'a SafeText) -> Self {
        Self::Text(Cow::Borrowed(text.as_str()))
    }
}

impl From<char> for MessageArg<'_> {
    fn from(letter: char) -> Self {
        Self::Text(Cow::Owned(letter.to_string()))
    }
}

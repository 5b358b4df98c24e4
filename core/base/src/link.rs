//! Links to what Encours shows: `encours://deal/ID` and `encours://view/NAME`.

use std::fmt;
use std::str::FromStr;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::contract::ids::DealId;

/// Scheme of the links, with its slashes.
const SCHEME: &str = "encours://";
/// What is written as `%XX`: all but letters, digits and the marks of RFC 3986 §2.3.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A link to a deal or a saved view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// A deal.
    Deal(DealId),
    /// A saved view of this device or the list of all deals, by its name.
    View(String),
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, name) = match self {
            Self::Deal(id) => ("deal", id.as_str()),
            Self::View(name) => ("view", name.as_str()),
        };
        write!(f, "{SCHEME}{kind}/{}", utf8_percent_encode(name, ENCODED))
    }
}

/// A text that is no link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a link is encours://deal/ID or encours://view/NAME")]
pub struct InvalidLink;

impl FromStr for Link {
    type Err = InvalidLink;

    fn from_str(text: &str) -> Result<Self, InvalidLink> {
        let scheme = text.get(..SCHEME.len()).filter(|scheme| scheme.eq_ignore_ascii_case(SCHEME));
        let rest = scheme.and_then(|_| text.get(SCHEME.len()..)).ok_or(InvalidLink)?;
        let (kind, name) = rest.split_once('/').ok_or(InvalidLink)?;
        // Some programs add a slash at the end.
        let name = name.trim_end_matches('/');
        if name.contains('/') {
            return Err(InvalidLink);
        }
        let name = percent_decode_str(name).decode_utf8().map_err(|_| InvalidLink)?;
        match kind {
            "deal" => DealId::new(&*name).map(Self::Deal).map_err(|_| InvalidLink),
            "view" if !name.is_empty() && !name.contains(char::is_control) => {
                Ok(Self::View(name.into_owned()))
            }
            _ => Err(InvalidLink),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn other_texts_are_no_links() {
        for text in [
            "",
            "encours://",
            "encours://deal",
            "encours://deal/",
            "http://deal/a",
            "encours://view/%00",
            "encours://view/%ff",
            "encours://note/a",
            "encours://view/a%0Ab",
            "encours://deal/../../etc/passwd",
        ] {
            assert_eq!(text.parse::<Link>(), Err(InvalidLink), "{text}");
        }
        let link = "ENCOURS://deal/8f14/".parse::<Link>();
        assert_eq!(link, Ok(Link::Deal(DealId::new("8f14").unwrap())));
    }

    proptest! {
        #[test]
        fn written_links_are_read_again(name in "[^\\p{C}]{1,40}") {
            let link = Link::View(name);
            prop_assert_eq!(link.to_string().parse(), Ok(link));
        }
    }
}

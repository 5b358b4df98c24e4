//! HTTP methods that the service uses.

use std::fmt;
use std::str::FromStr;

/// An HTTP method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Method {
    /// `GET`
    Get,
    /// `POST`
    Post,
    /// `PUT`
    Put,
    /// `PATCH`
    Patch,
    /// `DELETE`
    Delete,
}

impl Method {
    /// Returns the name as written on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }

    /// Returns the method with exactly that name.
    pub fn by_name(name: &str) -> Option<Self> {
        [Self::Get, Self::Post, Self::Put, Self::Patch, Self::Delete]
            .into_iter()
            .find(|method| method.as_str() == name)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Error for a text that is not a method of the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not one of GET, POST, PUT, PATCH, DELETE")]
pub struct UnknownMethod;

impl FromStr for Method {
    type Err = UnknownMethod;

    /// Parses any letter case, as the user types it.
    fn from_str(text: &str) -> Result<Self, UnknownMethod> {
        [Self::Get, Self::Post, Self::Put, Self::Patch, Self::Delete]
            .into_iter()
            .find(|method| method.as_str().eq_ignore_ascii_case(text))
            .ok_or(UnknownMethod)
    }
}

impl From<Method> for http::Method {
    fn from(method: Method) -> Self {
        match method {
            Method::Get => Self::GET,
            Method::Post => Self::POST,
            Method::Put => Self::PUT,
            Method::Patch => Self::PATCH,
            Method::Delete => Self::DELETE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trip() {
        for text in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
            assert_eq!(text.parse::<Method>().unwrap().as_str(), text);
            assert_eq!(text.to_lowercase().parse::<Method>().unwrap().to_string(), text);
        }
        assert_eq!("BREW".parse::<Method>(), Err(UnknownMethod));
    }
}

//! Why something failed, for whoever says it: kept apart from the language it will be said in.

use super::{Error, Said};
use crate::contract::base_url::BaseUrlError;

/// Why something failed, before it is said in a language: the sentence of the locales that tells it, where there is one,
/// and the diagnostic of whoever failed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Why {
    /// The sentence.
    pub said: Option<Said>,
    /// The diagnostic. It is not made harmless yet.
    pub text: String,
}

impl From<&Error> for Why {
    fn from(error: &Error) -> Self {
        Self {
            said: error.said().cloned(),
            text: error.to_string(),
        }
    }
}

impl From<String> for Why {
    /// What the system or another program said, which has no sentence of ours.
    fn from(text: String) -> Self {
        Self { said: None, text }
    }
}

impl From<BaseUrlError> for Why {
    fn from(error: BaseUrlError) -> Self {
        Self {
            said: Some(Said {
                key: error.key(),
                arguments: Vec::new(),
            }),
            text: error.to_string(),
        }
    }
}

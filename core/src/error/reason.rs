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
    /// What the service answered, where it did.
    pub answer: Option<Box<Answered>>,
}

/// An answer of the service that refuses: what people read of it, apart from what it is an answer to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answered {
    /// The service's own words; they are not made harmless yet.
    pub detail: String,
    /// The HTTP status.
    pub status: u16,
    /// The number under which the service knows the call; empty where there is none.
    pub request: String,
}

impl From<&Error> for Why {
    fn from(error: &Error) -> Self {
        Self {
            said: error.said().cloned(),
            text: error.to_string(),
            answer: answered(error).map(Box::new),
        }
    }
}

/// The answer of an error that is one, with words of the service.
fn answered(error: &Error) -> Option<Answered> {
    let problem = error.problem()?;
    Some(Answered {
        detail: problem.detail().or(problem.title())?.into_owned(),
        status: error.status()?,
        request: error.request_id().map(ToString::to_string).unwrap_or_default(),
    })
}

impl From<String> for Why {
    /// What the system or another program said, which has no sentence of ours.
    fn from(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
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
            answer: None,
        }
    }
}

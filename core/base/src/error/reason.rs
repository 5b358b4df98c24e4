//! Reason of a failure, independent of the display language.

use super::{Error, Said};
use crate::contract::base_url::BaseUrlError;

/// Reason of a failure before localisation.
///
/// It consists of the localised message, if there is one, and the diagnostic.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Why {
    /// Localised message.
    pub said: Option<Said>,
    /// Diagnostic. Not sanitised yet.
    pub text: String,
    /// The service's answer, if it refused the request.
    pub answer: Option<Box<Answered>>,
}

/// Refusal by the service, reduced to what the user sees.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answered {
    /// The service's own text, not sanitised yet.
    pub detail: String,
    /// The HTTP status.
    pub status: u16,
    /// Request id by which the service knows the call; empty if none.
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

/// Returns the service's refusal in an error, if it contains a text.
fn answered(error: &Error) -> Option<Answered> {
    let problem = error.problem()?;
    Some(Answered {
        detail: problem.detail().or(problem.title())?.into_owned(),
        status: error.status()?,
        request: error.request_id().map(ToString::to_string).unwrap_or_default(),
    })
}

impl From<String> for Why {
    /// Wraps a text of the system or another program, which has no localised message.
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

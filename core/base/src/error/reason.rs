//! Reason of a failure, independent of the display language.

use super::{Error, MessageRef};
use crate::contract::base_url::BaseUrlError;

/// Reason of a failure before localisation.
///
/// It consists of the localised message, if there is one, and the diagnostic.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reason {
    /// Localised message.
    pub message: Option<MessageRef>,
    /// Diagnostic. Not sanitised yet.
    pub diagnostic: String,
    /// The service's response, if it rejected the request.
    pub rejection: Option<Box<ServiceRejection>>,
}

/// Rejection by the service, reduced to what the user sees.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ServiceRejection {
    /// The service's own text, not sanitised yet.
    pub detail: String,
    /// The HTTP status.
    pub status: u16,
    /// Request id by which the service knows the call; empty if none.
    pub request_id: String,
}

impl From<&Error> for Reason {
    fn from(error: &Error) -> Self {
        Self {
            message: error.message_ref().cloned(),
            diagnostic: error.to_string(),
            rejection: service_rejection(error).map(Box::new),
        }
    }
}

/// Returns the service's rejection in an error, if it contains a text.
fn service_rejection(error: &Error) -> Option<ServiceRejection> {
    let problem = error.problem()?;
    Some(ServiceRejection {
        detail: problem.detail().or(problem.title())?.into_owned(),
        status: error.status()?,
        request_id: error.request_id().map(ToString::to_string).unwrap_or_default(),
    })
}

impl From<String> for Reason {
    /// Wraps a text of the system or another program, which has no localised message.
    fn from(text: String) -> Self {
        Self { diagnostic: text, ..Self::default() }
    }
}

impl From<BaseUrlError> for Reason {
    fn from(error: BaseUrlError) -> Self {
        Self {
            message: Some(MessageRef { key: error.key(), arguments: Vec::new() }),
            diagnostic: error.to_string(),
            rejection: None,
        }
    }
}

//! Checks that a success status is a valid answer to the operation.

use super::build_request::Prepared;
use super::request::Response;
use super::retry::Repeat;
use super::transport::Answer;
use crate::contract::operation::{Documented, OperationId};
use crate::error::Error;

impl Prepared {
    /// Combines an answer with the data of its request.
    pub(in crate::client) fn response(&self, answer: Answer) -> Response {
        Response {
            status: answer.status,
            headers: answer.headers,
            body: answer.body,
            request_id: self.request_id.clone(),
            idempotency_key: self.key.clone().filter(|_| self.write),
            operation: self.operation,
            found: false,
        }
    }

    /// Rejects a success that does not match the operation.
    ///
    /// It checks status and media type, that a required record is present, and that the record is the requested one.
    /// For a raw route, the caller judges the answer. A creation is always checked: without its record, the new deal is
    /// unknown.
    pub(super) fn complete(&self, response: Response) -> Result<Response, Error> {
        let Some(operation) = self.operation.filter(|_| self.repeat != Repeat::Exchange) else {
            return Ok(response);
        };
        let creation = operation == OperationId::DealsCreate;
        if !(self.typed || creation) {
            return Ok(response);
        }
        let spec = operation.spec();
        // 202 means only accepted, 204 has no record, and 206 is partial. 200 instead of 201, or the reverse, is
        // harmless.
        let done = matches!(response.status, 200 | 201) || response.status == spec.success;
        if spec.documented == Documented::Full && !done {
            let said = format!(
                "the answer has status {}, but the contract expects {}",
                response.status, spec.success
            );
            let (status, success) = (response.status.to_string(), spec.success.to_string());
            return Err(response.not_allowed(
                Error::protocol(said)
                    .with_said("cli-answer-status", &[("status", &status), ("success", &success)]),
            ));
        }
        if spec.success == 204 {
            return Ok(response);
        }
        if response.body.is_empty() {
            return Err(response
                .not_allowed(Error::protocol("the answer is empty").with_said("cli-answer-empty", &[])));
        }
        if self.typed {
            response.is_json()?;
            if operation.spec().page.is_none() {
                response.identify(operation, &self.route)?;
            }
        }
        Ok(response)
    }
}

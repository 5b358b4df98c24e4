//! Checks that a success status is a valid response to the operation.

use super::build_request::PreparedCall;
use super::request::Response;
use super::retry::RetryRule;
use super::transport::RawResponse;
use crate::contract::operation::{DocLevel, OperationId};
use crate::error::Error;

impl PreparedCall {
    /// Combines a response with the data of its request.
    pub(in crate::client) fn to_response(&self, raw: RawResponse) -> Response {
        Response {
            status: raw.status,
            headers: raw.headers,
            body: raw.body,
            request_id: self.request_id.clone(),
            idempotency_key: self.key.clone().filter(|_| self.is_write),
            operation: self.operation,
            is_verified: false,
        }
    }

    /// Rejects a success that does not match the operation.
    ///
    /// It checks status and media type, that a required record is present, and that the record is the requested one.
    /// For a raw route, the caller judges the response. A creation is always checked: without its record, the new deal
    /// is unknown.
    pub(super) fn validate(&self, response: Response) -> Result<Response, Error> {
        let Some(operation) = self.operation.filter(|_| self.retry_rule != RetryRule::Exchange) else {
            return Ok(response);
        };
        let creation = operation == OperationId::DealsCreate;
        if !(self.is_operation || creation) {
            return Ok(response);
        }
        let spec = operation.spec();
        // 202 means only accepted, 204 has no record, and 206 is partial. 200 instead of 201, or the reverse, is
        // harmless.
        let done = matches!(response.status, 200 | 201) || response.status == spec.success;
        if spec.documented == DocLevel::Full && !done {
            let message = format!(
                "the response has status {}, but the contract expects {}",
                response.status, spec.success
            );
            let (status, success) = (response.status.to_string(), spec.success.to_string());
            return Err(response.invalid(
                Error::protocol(message)
                    .with_message_ref("cli-answer-status", &[("status", &status), ("success", &success)]),
            ));
        }
        if spec.success == 204 {
            return Ok(response);
        }
        if response.body.is_empty() {
            return Err(response.invalid(
                Error::protocol("the response is empty").with_message_ref("cli-answer-empty", &[]),
            ));
        }
        if self.is_operation {
            response.check_json()?;
            if operation.spec().page.is_none() {
                response.check_identity(operation, &self.route)?;
            }
        }
        Ok(response)
    }
}

//! What makes an answer with a status of success the answer to the operation.

use super::build_request::Prepared;
use super::request::Response;
use super::retry::Repeat;
use super::transport::Answer;
use crate::contract::operation::{Documented, OperationId};
use crate::error::Error;

impl Prepared {
    /// The answer, with what is known of its request.
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

    /// Refuses a success that is not the operation's: of another status or media type, empty where a record is owed, or
    /// about another record. The answer of a route that was called as such is its caller's to judge, but a creation
    /// without its record tells nobody what was created.
    pub(super) fn complete(&self, response: Response) -> Result<Response, Error> {
        let Some(operation) = self.operation.filter(|_| self.repeat != Repeat::Exchange) else {
            return Ok(response);
        };
        let creation = operation == OperationId::DealsCreate;
        if !(self.typed || creation) {
            return Ok(response);
        }
        let spec = operation.spec();
        // 202 has only taken it in, 204 shows nothing, and 206 is a part. That 200 and 201 stand for each other harms
        // nobody who sees the record.
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

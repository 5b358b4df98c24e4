//! Requests of discovery: the description, then at most one probe.

use jiff::Timestamp;

use crate::client::{Call, Client};
use crate::contract::operation::{Method, OperationId};
use crate::error::{Error, ErrorKind};
use crate::model::discovery::api_description::Description;
use crate::model::discovery::{Knowledge, Standing, Step};
use crate::model::resources::probe_result::Answer;
use crate::model::resources::resource_kind::Family;

/// Treatment of an earlier refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Insist {
    /// Accepted until it expires.
    No,
    /// Ignored for a user's request, because permissions may have changed; only an absence is accepted.
    Yes,
}

/// Discovers the list of `family` as far as the service allows.
///
/// The results are in `known`, also after an error.
///
/// # Errors
/// Those of a probe that found no usable route: 403, 400, 422, 5xx; and failures without an answer. After a 429 the
/// caller must not continue with another resource kind.
pub async fn settle(
    client: &Client,
    known: &mut Knowledge,
    family: Family,
    now: impl Fn() -> Timestamp,
    insist: Insist,
) -> Result<Standing, Error> {
    if known.next(family, now()) == Step::Describe {
        describe(client, known, &now).await?;
    }
    let wanted = match known.next(family, now()) {
        Step::Probe => true,
        Step::Refused | Step::Wait(_) => insist == Insist::Yes,
        Step::Describe | Step::Read | Step::Watch => false,
    };
    if wanted {
        probe(client, known, family, &now).await?;
    }
    Ok(known.standing(family))
}

/// Requests the description, first without the bearer and then with it.
///
/// An unavailable description does not fail the discovery.
async fn describe(client: &Client, known: &mut Knowledge, now: &impl Fn() -> Timestamp) -> Result<(), Error> {
    let path = OperationId::PostmanGet.spec().path;
    let call = Call::new(OperationId::PostmanGet).once();
    let answer = match client.call(call.clone().anonymous()).await {
        Err(error) if matches!(error.kind(), ErrorKind::Auth | ErrorKind::Forbidden) => {
            client.call(call).await
        }
        answer => answer,
    };
    let base = &client.config().base_url;
    let base_path = base.as_str().strip_prefix(base.origin()).unwrap_or_default();
    let read = answer.and_then(|response| {
        Description::parse(&response.body, base_path)
            .map_err(|error| Error::from(error).with_status(response.status))
    });
    match read {
        Ok(description) => {
            known.learn_description(description, now());
            Ok(())
        }
        Err(error) => match Answer::of_error(path, &error, false, now()) {
            Some(answer) => {
                known.learn_no_description(answer);
                Ok(())
            }
            None => Err(error),
        },
    }
}

/// Sends one `GET` for one record, to the known or the conventional route.
///
/// A missing route is a result, not an error.
///
/// # Errors
/// As [`settle`].
pub async fn probe(
    client: &Client,
    known: &mut Knowledge,
    family: Family,
    now: impl Fn() -> Timestamp,
) -> Result<(), Error> {
    let path = known.standing(family).path;
    let call = Call::raw(Method::Get, &*path).query("limit", "1").once();
    let error = match client.call(call).await {
        Ok(response) => {
            // The answer counts as a list only if it parses as one.
            match response.page() {
                Ok(_) => {
                    known.learn(family, Answer::open(&path, response.status, now()));
                    return Ok(());
                }
                Err(error) => error,
            }
        }
        Err(error) => error,
    };
    let Some(answer) = Answer::of_error(&path, &error, family.is_delegated(), now()) else {
        return Err(error);
    };
    known.learn(family, answer);
    match known.next(family, now()) {
        Step::Watch => Ok(()),
        _ => Err(error),
    }
}

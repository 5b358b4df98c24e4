//! Requests of discovery: the description, then at most one probe.

use jiff::Timestamp;

use crate::client::{Call, Client};
use crate::contract::operation::{Method, OperationId};
use crate::error::Error;
use crate::model::discovery::api_description::ApiDescription;
use crate::model::discovery::{DiscoveryState, ListStatus, NextProbe};
use crate::model::resources::probe_result::ProbeOutcome;
use crate::model::resources::resource_kind::ResourceKind;

/// Treatment of an earlier rejection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Force {
    /// Accepted until it expires.
    No,
    /// Ignored for a user's request, because permissions may have changed; only an absence is accepted.
    Yes,
}

/// Discovers the list of `kind` as far as the service allows.
///
/// The results are in `state`, also after an error.
///
/// # Errors
/// Those of a probe that found no usable route: 403, 400, 422, 5xx; and failures without a response. After a 429 the
/// caller must not continue with another resource kind.
pub async fn discover(
    client: &Client,
    state: &mut DiscoveryState,
    kind: ResourceKind,
    now: impl Fn() -> Timestamp,
    force: Force,
) -> Result<ListStatus, Error> {
    if state.next_probe(kind, now()) == NextProbe::FetchDescription {
        fetch_description(client, state, &now).await?;
    }
    let wanted_step = match state.next_probe(kind, now()) {
        NextProbe::Probe => true,
        NextProbe::Rejected | NextProbe::Wait(_) => force == Force::Yes,
        NextProbe::FetchDescription | NextProbe::LoadList | NextProbe::LoadWatched => false,
    };
    if wanted_step {
        probe_list(client, state, kind, &now).await?;
    }
    Ok(state.list_status(kind))
}

/// Requests the description.
///
/// An unavailable description does not fail the discovery.
async fn fetch_description(
    client: &Client,
    state: &mut DiscoveryState,
    now: &impl Fn() -> Timestamp,
) -> Result<(), Error> {
    let path = OperationId::PostmanGet.spec().path;
    let base = &client.config().base_url;
    let base_path = base.as_str().strip_prefix(base.origin()).unwrap_or_default();
    let read = client.api_description().await.and_then(|response| {
        ApiDescription::parse(&response.body, base_path)
            .map_err(|error| Error::from(error).with_status(response.status))
    });
    match read {
        Ok(description) => {
            state.set_description(description, now());
            Ok(())
        }
        Err(error) => match ProbeOutcome::from_error(path, &error, false, now()) {
            Some(result) => {
                state.set_no_description(result);
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
/// As [`discover`].
pub async fn probe_list(
    client: &Client,
    state: &mut DiscoveryState,
    kind: ResourceKind,
    now: impl Fn() -> Timestamp,
) -> Result<(), Error> {
    let path = state.list_status(kind).path;
    let call = Call::raw(Method::Get, &*path).query("limit", "1").no_retry();
    let error = match client.call(call).await {
        Ok(response) => {
            // The response counts as a list only if it parses as one.
            match response.page() {
                Ok(_) => {
                    state.set_outcome(kind, ProbeOutcome::for_open_route(&path, response.status, now()));
                    return Ok(());
                }
                Err(error) => error,
            }
        }
        Err(error) => error,
    };
    let Some(result) = ProbeOutcome::from_error(&path, &error, kind.is_delegated(), now()) else {
        return Err(error);
    };
    state.set_outcome(kind, result);
    match state.next_probe(kind, now()) {
        NextProbe::LoadWatched => Ok(()),
        _ => Err(error),
    }
}

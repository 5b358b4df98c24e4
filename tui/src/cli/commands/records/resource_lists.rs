//! Lists that the contract does not document.
//!
//! If the service offers such a list, it is loaded, with a remark on how it was discovered. Otherwise the
//! caller shows cached records.

use encours_core::app::foundation::presentation::provenance;
use encours_core::contract::{Method, RequestId};
use encours_core::discovery::{self, CachedDiscovery, Force};
use encours_core::engine::{Extent, WalkFindings, WalkPlan, walk_records};
use encours_core::model::discovery::{DiscoveryState, ListStatus, NextProbe};
use encours_core::open_json::FieldLabels;
use encours_core::store;

use crate::cli::commands::cache_write::begin_pass;
use crate::cli::commands::walk_warnings::warn_incomplete;
use crate::cli::prelude::*;

/// A resource kind with its names in output and cache.
#[derive(Clone, Copy)]
pub struct ListedKind {
    pub resource: ResourceKind,
    pub output: OutputKind,
    pub stored: store::RecordKind,
}

/// Returns the results of earlier discoveries, empty if they cannot be loaded.
pub fn load_discovery(session: &Session) -> DiscoveryState {
    if session.is_demo() {
        return DiscoveryState::default();
    }
    let loaded = session.store().and_then(|store| DiscoveryState::load(store.cache()).map_err(Error::from));
    loaded.unwrap_or_else(|error| {
        tracing::warn!(%error, "failed to load the discovered routes");
        DiscoveryState::default()
    })
}

/// Returns the field labels from the cached field definitions.
pub fn load_labels(session: &Session) -> FieldLabels {
    let mut labels = FieldLabels::default();
    if session.is_demo() {
        return labels;
    }
    let read = session.store().and_then(|store| {
        let read = store.cache().for_each(store::RecordKind::Field, "", |stored| {
            if let Ok(definition) = Record::parse(stored.body) {
                labels.add_definition(&definition);
            }
        });
        read.map_err(Error::from)
    });
    if let Err(error) = read {
        tracing::warn!(%error, "failed to load the cached field definitions");
    }
    labels
}

/// Stores the discovery results for the next run. A failure is only logged.
pub fn store_discovery(session: &Session, known: &mut DiscoveryState) {
    if session.is_demo() {
        return;
    }
    let stored = session.store().and_then(|store| known.save(store.cache()).map_err(Error::from));
    if let Err(error) = stored {
        tracing::warn!(%error, "failed to store the discovered routes");
    }
}

/// Lists a resource kind if the service offers its list. Returns `Some` with the discovery result otherwise.
pub async fn list(
    context: &mut CommandContext,
    session: &Session,
    kind: ListedKind,
    filter: impl Fn(&Record) -> bool,
) -> CommandResult<Option<ListStatus>> {
    let mut known = load_discovery(session);
    let settled =
        discovery::discover(session.client(), &mut known, kind.resource, Timestamp::now, Force::Yes).await;
    store_discovery(session, &mut known);
    let status = settled?;
    if !status.mode.can_list() {
        return Ok(Some(status));
    }
    // A description may place the list at another path, so call it by the discovered path.
    let call = Call::raw(Method::Get, &*status.path);
    let pass = begin_pass(session, kind.stored, "");
    let mut list = context.out.list(kind.output);
    let take = |page: Vec<Record>| Ok::<_, CommandFailure>(list.push_page(page.into_iter().filter(&filter))?);
    let plan = WalkPlan::new(status.form, 0, Extent::All);
    let walked = walk_records(session.client(), &call, plan, pass, take).await;
    let response = match &walked {
        Ok(_) => Some(Ok(())),
        Err(CommandFailure::Error(error)) if list.count() == 0 => Some(Err(error)),
        Err(_) => None,
    };
    if let Some(response) = response {
        let next = known.record_list_response(kind.resource, response, Timestamp::now());
        store_discovery(session, &mut known);
        if next == NextProbe::LoadWatched {
            return Ok(Some(known.list_status(kind.resource)));
        }
    }
    let findings = walked?;
    if list.finish()? == 0 {
        context.remark_empty();
    }
    remark_discovery(context, &status);
    warn_incomplete(context, &findings)?;
    Ok(None)
}

/// Loads a resource kind into the store if the service offers its list. Prints nothing.
///
/// The calling command continues if this fails.
pub async fn sync_list(session: &Session, kind: ListedKind) {
    if let Err(error) = load(session, kind.resource, Some(kind.stored), |_| Ok(())).await {
        tracing::warn!(%error, family = ?kind.resource, "failed to load the list");
    }
}

/// Loads every page of a resource kind, and stores the records of a `stored` kind. Returns whether the service offers
/// the list.
///
/// # Errors
/// The service did not answer, or not with the whole list.
pub async fn load(
    session: &Session,
    resource: ResourceKind,
    stored: Option<store::RecordKind>,
    take: impl FnMut(Vec<Record>) -> Result<(), Error>,
) -> Result<bool, Error> {
    let mut known = load_discovery(session);
    let client = session.client();
    let settled = discovery::discover(client, &mut known, resource, Timestamp::now, Force::No).await;
    store_discovery(session, &mut known);
    let status = settled?;
    if status.mode.can_list() {
        let call = Call::raw(Method::Get, &*status.path);
        let pass = stored.and_then(|kind| begin_pass(session, kind, ""));
        let plan = WalkPlan::new(status.form, 0, Extent::All);
        walk_records(client, &call, plan, pass, take).await.and_then(WalkFindings::complete)?;
    }
    Ok(status.mode.can_list())
}

/// Prints a remark for terminal users on how the list was discovered.
pub(super) fn remark_discovery(context: &CommandContext, status: &ListStatus) {
    let out_style = context.out.style();
    if out_style.format == OutputFormat::Table {
        context.report.remark(&provenance::list_status_text(out_style.lang, status));
    }
}

/// Returns the error for a missing list. For a delegated user's route, it names both possible causes of a 404.
pub(super) fn no_list_error(list_status: &ListStatus) -> Error {
    let resource_kind = list_status.kind.name();
    let key = if list_status.kind.is_delegated() { "usage-no-list-of-user" } else { "usage-no-list" };
    let outcome = list_status.outcome.as_ref();
    let error = error_message::localized(ErrorKind::NotFound, key, &[("family", resource_kind)]);
    let Some(outcome) = outcome else { return error };
    let mut error = error;
    if let Some(status) = outcome.status {
        error = error.with_status(status);
    }
    if let Some(problem) = outcome.problem() {
        error = error.with_problem(problem);
    }
    match outcome.request_id.as_deref().map(RequestId::new) {
        Some(Ok(id)) => error.with_request_id(id),
        _ => error,
    }
}

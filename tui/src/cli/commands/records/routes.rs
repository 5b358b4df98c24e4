//! `encours routes`: the lists that the service offers, the evidence for it, and the learned permissions.

use encours_core::app::foundation::presentation::provenance;
use encours_core::discovery::{self, CachedDiscovery, Force};
use encours_core::model::discovery::{DiscoveryState, ListStatus, NextProbe};
use encours_core::model::resources::list_source::ListMode;
use encours_core::model::resources::permissions::{Permission, Permissions};

use crate::cli::args::RoutesArgs;
use crate::cli::prelude::*;

use super::resource_lists;

/// Prints the discovery results, after new probes with `--probe`.
pub async fn run(context: &mut CommandContext, session: &Session, args: &RoutesArgs) -> CommandResult {
    if args.rights {
        return print_rights(context, session);
    }
    if args.probe && context.global.offline {
        return Err(error_message::usage("usage-offline", &[("command", "--probe")]).into());
    }
    let mut known = resource_lists::load_discovery(session);
    let mut stopped = None;
    if args.probe {
        // A probe asks for the current state, so cached absences expire.
        known.drop_absences();
        for &kind in ResourceKind::ALL {
            if kind.is_delegated() && session.config().delegated_user.is_none() {
                continue;
            }
            let result = probe(session, &mut known, kind).await;
            // A rejection by one route is a finding. An error that affects all routes ends the probes, above
            // all a 429.
            if let Err(error) = result
                && !matches!(
                    error.kind(),
                    ErrorKind::Forbidden | ErrorKind::Invalid | ErrorKind::NotFound | ErrorKind::Protocol
                )
                && error.status().is_none_or(|status| status < 500)
            {
                stopped = Some(error);
                break;
            }
        }
        resource_lists::store_discovery(session, &mut known);
    }
    let table = context.out.style().format == OutputFormat::Table;
    let lang = context.out.style().lang;
    let mut list = context.out.list(OutputKind::Route);
    for list_status in known.list_statuses() {
        let watches = has_watched_ids(session, list_status.kind)?;
        let record = if table {
            to_text_record(lang, &list_status, watches)?
        } else {
            to_record(&list_status, watches)?
        };
        list.push_page([record])?;
    }
    list.finish()?;
    stopped.map_or(Ok(()), |error| Err(error.into()))
}

/// Requests one record of a list. A list that only a description names counts as unproven until then.
async fn probe(session: &Session, known: &mut DiscoveryState, kind: ResourceKind) -> Result<(), Error> {
    let client = session.client();
    let status = discovery::discover(client, known, kind, Timestamp::now, Force::Yes).await?;
    if status.outcome.is_none() && known.next_probe(kind, Timestamp::now()) == NextProbe::LoadList {
        discovery::probe_list(client, known, kind, Timestamp::now).await?;
    }
    Ok(())
}

/// Returns whether any ids of a resource kind are watched.
fn has_watched_ids(session: &Session, kind: ResourceKind) -> Result<bool, Error> {
    if session.is_demo() {
        return Ok(false);
    }
    Ok(!session.store()?.outbox().watched(kind.name())?.is_empty())
}

/// Returns the discovery mode of a list, or "none" without a list and watched ids.
fn mode_key(status: &ListStatus, watches: bool) -> &'static str {
    match status.mode {
        ListMode::Watched if !watches => "none",
        mode => mode.name(),
    }
}

fn to_record(list_status: &ListStatus, watches: bool) -> Result<Record, Error> {
    let outcome = list_status.outcome.as_ref();
    Ok(Fields::new()
        .set("family", list_status.kind.name())
        .set("mode", mode_key(list_status, watches))
        .set("path", &*list_status.path)
        .set("status", &outcome.and_then(|outcome| outcome.status))
        .set("verdict", &outcome.map(|outcome| outcome.result.name()))
        .set("scope", &outcome.and_then(|outcome| outcome.scope.as_ref()))
        .set("detail", &outcome.and_then(|outcome| outcome.detail.as_ref()))
        .set("request_id", &outcome.and_then(|outcome| outcome.request_id.as_ref()))
        .set("checked_at", &outcome.map(|outcome| outcome.at.to_string()))
        .set("expires_at", &outcome.and_then(|outcome| Some(outcome.expires_at()?.to_string())))
        .to_record()?)
}

fn to_text_record(lang: Lang, list_status: &ListStatus, watches: bool) -> Result<Record, Error> {
    let mut fields = Fields::from_record(&to_record(list_status, watches)?);
    let known = match list_status.mode {
        ListMode::Watched if !watches => Messages::new(lang).get("cli-mode-none"),
        mode => provenance::mode_label(lang, mode),
    };
    let none = Messages::new(lang).get("cli-not-asked");
    if list_status.outcome.is_none() {
        fields.set("status", &none).set("checked_at", &none);
    }
    if list_status.outcome.as_ref().is_none_or(|outcome| outcome.scope.is_none()) {
        fields.set_text("scope", "");
    }
    fields.set("family", &provenance::kind_label(lang, list_status.kind)).set("mode", &known);
    Ok(fields.to_record()?)
}

fn print_rights(context: &mut CommandContext, session: &Session) -> CommandResult {
    let rights = Permissions::load(session.store()?.cache())?;
    let record = |right: &Permission| {
        Fields::new()
            .set("method", &right.method)
            .set("path", &right.path)
            .set("status", &right.status)
            .set("granted", &right.is_granted())
            .set("scope", &right.scope)
            .set("checked_at", &right.at.to_string())
            .to_record()
    };
    let records = rights.iter().map(record).collect::<Result<Vec<_>, _>>()?;
    context.print_list(OutputKind::Right, records)
}

//! `encours routes`: the lists that the service offers, the evidence for it, and the learned rights.

use encours_core::contract::{Fields, Record};
use encours_core::discovery::{self, CachedDiscovery, Force};
use encours_core::error::{Error, ErrorKind};
use encours_core::model::discovery::{DiscoveryState, ListStatus, NextProbe};
use encours_core::model::resources::list_source::ListMode;
use encours_core::model::resources::permissions::{Permission, Permissions};
use encours_core::model::resources::resource_kind::ResourceKind;
use encours_core::text::Messages;
use jiff::Timestamp;

use crate::cli::args::{OutputFormat, RoutesArgs};
use crate::cli::context::CommandContext;
use crate::cli::output::OutputKind;
use crate::cli::session::Session;
use crate::cli::{CommandFailure, error_message};

use super::resource_lists;

/// Prints the discovery results, after new probes with `--probe`.
pub(in crate::cli::commands) async fn run(
    context: &mut CommandContext,
    session: &Session,
    args: &RoutesArgs,
) -> Result<(), CommandFailure> {
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
        for kind in ResourceKind::ALL {
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
    if status.answer.is_none() && known.next_probe(kind, Timestamp::now()) == NextProbe::LoadList {
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
    let answer = list_status.answer.as_ref();
    let mut fields = Fields::new();
    fields
        .set_text("family", list_status.kind.name())
        .set_text("mode", mode_key(list_status, watches))
        .set_text("path", &list_status.path);
    let texts = [
        ("verdict", answer.map(|answer| answer.result.name().to_owned())),
        ("scope", answer.and_then(|answer| answer.scope.clone())),
        ("detail", answer.and_then(|answer| answer.detail.clone())),
        ("request_id", answer.and_then(|answer| answer.request_id.clone())),
        ("checked_at", answer.map(|answer| answer.at.to_string())),
        ("expires_at", answer.and_then(|answer| answer.expires_at().map(|at| at.to_string()))),
    ];
    match answer.and_then(|answer| answer.status) {
        Some(status) => fields.set_integer("status", status.into()),
        None => fields.set_null("status"),
    };
    for (name, text) in texts {
        match text {
            Some(text) => fields.set_text(name, &text),
            None => fields.set_null(name),
        };
    }
    Ok(Record::parse(fields.to_body())?)
}

fn to_text_record(
    lang: encours_core::text::Lang,
    list_status: &ListStatus,
    watches: bool,
) -> Result<Record, Error> {
    let mut fields = Fields::from_record(&to_record(list_status, watches)?);
    let known = match list_status.mode {
        ListMode::Watched if !watches => Messages::new(lang).get("cli-mode-none"),
        mode => encours_core::app::foundation::presentation::provenance::mode_label(lang, mode),
    };
    let none = Messages::new(lang).get("cli-not-asked");
    if list_status.answer.is_none() {
        fields.set_text("status", &none).set_text("checked_at", &none);
    }
    if list_status.answer.as_ref().is_none_or(|answer| answer.scope.is_none()) {
        fields.set_text("scope", "");
    }
    fields
        .set_text(
            "family",
            &encours_core::app::foundation::presentation::provenance::kind_label(lang, list_status.kind),
        )
        .set_text("mode", &known);
    Ok(Record::parse(fields.to_body())?)
}

fn print_rights(context: &mut CommandContext, session: &Session) -> Result<(), CommandFailure> {
    let rights = Permissions::load(session.store()?.cache())?;
    let mut list = context.out.list(OutputKind::Right);
    for right in rights.iter() {
        list.push_page([right_record(right)?])?;
    }
    let count = list.count();
    list.finish()?;
    if count == 0 {
        context.report.remark(&context.report.messages().get("cli-empty"));
    }
    Ok(())
}

fn right_record(right: &Permission) -> Result<Record, Error> {
    let mut fields = Fields::new();
    fields
        .set_text("method", &right.method)
        .set_text("path", &right.path)
        .set_integer("status", right.status.into());
    match right.is_granted() {
        Some(granted) => fields.set_boolean("granted", granted),
        None => fields.set_null("granted"),
    };
    match &right.scope {
        Some(scope) => fields.set_text("scope", scope),
        None => fields.set_null("scope"),
    };
    fields.set_text("checked_at", &right.at.to_string());
    Ok(Record::parse(fields.to_body())?)
}

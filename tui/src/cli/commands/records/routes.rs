//! `encours routes`: the lists that the service offers, the evidence for it, and the learned rights.

use encours_core::contract::{Fields, Record};
use encours_core::discovery::{self, Cached, Insist};
use encours_core::error::{Error, ErrorKind};
use encours_core::model::discovery::{Knowledge, Standing, Step};
use encours_core::model::resources::list_source::Mode;
use encours_core::model::resources::permissions::{Right, Rights};
use encours_core::model::resources::resource_kind::Family;
use encours_core::text::Words;
use jiff::Timestamp;

use crate::cli::args::{Format, RoutesArgs};
use crate::cli::context::Context;
use crate::cli::output::Kind;
use crate::cli::session::Session;
use crate::cli::{Failure, error_message};

use super::resource_lists;

/// Prints the discovery results, after new probes with `--probe`.
pub(in crate::cli::commands) async fn run(
    context: &mut Context,
    session: &Session,
    args: &RoutesArgs,
) -> Result<(), Failure> {
    if args.rights {
        return rights(context, session);
    }
    if args.probe && context.global.offline {
        return Err(error_message::usage("usage-offline", &[("command", "--probe")]).into());
    }
    let mut known = resource_lists::known(session);
    let mut stopped = None;
    if args.probe {
        // A probe asks for the current state, so cached absences expire.
        known.doubt_absences();
        for family in Family::ALL {
            if family.is_delegated() && session.config().delegated_user.is_none() {
                continue;
            }
            let asked = prove(session, &mut known, family).await;
            // A rejection by one route is a finding. An error that affects all routes ends the probes, above
            // all a 429.
            if let Err(error) = asked
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
        resource_lists::keep(session, &mut known);
    }
    let table = context.out.look().format == Format::Table;
    let lang = context.out.look().lang;
    let mut list = context.out.list(Kind::Route);
    for standing in known.standings() {
        let watches = watches(session, standing.family)?;
        let record = if table {
            in_words(lang, &standing, watches)?
        } else {
            shown(&standing, watches)?
        };
        list.page([record])?;
    }
    list.finish()?;
    stopped.map_or(Ok(()), |error| Err(error.into()))
}

/// Requests one record of a list. A list that only a description names counts as unproven until then.
async fn prove(session: &Session, known: &mut Knowledge, family: Family) -> Result<(), Error> {
    let client = session.client();
    let standing = discovery::settle(client, known, family, Timestamp::now, Insist::Yes).await?;
    if standing.answer.is_none() && known.next(family, Timestamp::now()) == Step::Read {
        discovery::probe(client, known, family, Timestamp::now).await?;
    }
    Ok(())
}

/// Returns whether any ids of a resource kind are watched.
fn watches(session: &Session, family: Family) -> Result<bool, Error> {
    if session.is_demo() {
        return Ok(false);
    }
    Ok(!session.store()?.outbox().watched(family.name())?.is_empty())
}

/// Returns the discovery mode of a list, or "none" without a list and watched ids.
fn mode(standing: &Standing, watches: bool) -> &'static str {
    match standing.mode {
        Mode::Watched if !watches => "none",
        mode => mode.name(),
    }
}

fn shown(standing: &Standing, watches: bool) -> Result<Record, Error> {
    let answer = standing.answer.as_ref();
    let mut fields = Fields::new();
    fields
        .set_text("family", standing.family.name())
        .set_text("mode", mode(standing, watches))
        .set_text("path", &standing.path);
    let texts = [
        ("verdict", answer.map(|answer| answer.verdict.name().to_owned())),
        ("scope", answer.and_then(|answer| answer.scope.clone())),
        ("detail", answer.and_then(|answer| answer.detail.clone())),
        ("request_id", answer.and_then(|answer| answer.request_id.clone())),
        ("checked_at", answer.map(|answer| answer.at.to_string())),
        (
            "expires_at",
            answer.and_then(|answer| answer.until().map(|at| at.to_string())),
        ),
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

fn in_words(lang: encours_core::text::Lang, standing: &Standing, watches: bool) -> Result<Record, Error> {
    let mut whole = Fields::from_record(&shown(standing, watches)?);
    let known = match standing.mode {
        Mode::Watched if !watches => Words::new(lang).get("cli-mode-none"),
        mode => encours_core::app::foundation::presentation::provenance::mode(lang, mode),
    };
    let none = Words::new(lang).get("cli-not-asked");
    if standing.answer.is_none() {
        whole.set_text("status", &none).set_text("checked_at", &none);
    }
    if standing
        .answer
        .as_ref()
        .is_none_or(|answer| answer.scope.is_none())
    {
        whole.set_text("scope", "");
    }
    whole
        .set_text(
            "family",
            &encours_core::app::foundation::presentation::provenance::family(lang, standing.family),
        )
        .set_text("mode", &known);
    Ok(Record::parse(whole.to_body())?)
}

fn rights(context: &mut Context, session: &Session) -> Result<(), Failure> {
    let rights = Rights::load(session.store()?.cache())?;
    let mut list = context.out.list(Kind::Right);
    for right in rights.iter() {
        list.page([right_shown(right)?])?;
    }
    let shown = list.count();
    list.finish()?;
    if shown == 0 {
        context.report.remark(&context.report.words().get("cli-empty"));
    }
    Ok(())
}

fn right_shown(right: &Right) -> Result<Record, Error> {
    let mut fields = Fields::new();
    fields
        .set_text("method", &right.method)
        .set_text("path", &right.path)
        .set_integer("status", right.status.into());
    match right.granted() {
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

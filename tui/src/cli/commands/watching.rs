//! Watched identifiers: kept for the person, read one by one where the service has no list.

use std::collections::HashSet;
use std::io::Read as _;

use encours_core::client::Call;
use encours_core::contract::{Fields, Record};
use encours_core::discovery::{Family, Origin, Unusable, Watched, pasted};
use encours_core::error::{Error, ErrorKind};
use encours_core::store;
use encours_core::text::{Arg, Clean};
use futures_util::{StreamExt as _, stream};
use jiff::Timestamp;

use super::super::Failure;
use super::super::args::{WatchArgs, WatchCommand};
use super::super::context::Context;
use super::super::output::Kind;
use super::super::said;
use super::super::session::Session;
use super::families::Listing;
use super::{Several, keep, pages};

/// How many identifiers are read at once.
const PARALLEL: usize = 4;

/// `… watch`, `… unwatch`, `… watched`
pub(super) fn run(
    context: &mut Context,
    session: &Session,
    family: Family,
    command: WatchCommand,
) -> Result<(), Failure> {
    match command {
        WatchCommand::Watch(args) => watch(context, session, family, &args),
        WatchCommand::Unwatch(args) => unwatch(context, session, family, &args.ids),
        WatchCommand::Watched => watched(context, session, family),
    }
}

fn watch(context: &mut Context, session: &Session, family: Family, args: &WatchArgs) -> Result<(), Failure> {
    let mut text = args.ids.join("\n");
    let mut found = pasted(family, &text);
    if let Some(from) = &args.from {
        text = read(from)?;
        let more = pasted(family, &text);
        found.unusable.extend(more.unusable);
        for id in more.ids {
            if !found.ids.contains(&id) {
                found.ids.push(id);
            }
        }
    }
    let (store, shared) = (session.store()?, !family.is_delegated());
    store.watch_given(family.name(), &found.ids, shared, Timestamp::now())?;
    let mut list = context.out.list(Kind::Watched);
    let all = store.outbox().watched(family.name())?;
    for id in &found.ids {
        for watched in all.iter().filter(|watched| watched.id == *id) {
            list.page([shown(watched)?])?;
        }
    }
    list.finish()?;
    let mut several = Several::default();
    for (word, why) in found.unusable {
        let why = match why {
            Unusable::Malformed(error) => error.to_string(),
            Unusable::Word => "it has no form of an identifier".to_owned(),
            Unusable::OtherAddress => format!("it is no address of {}", family.name()),
        };
        several.note(
            context,
            Err(Error::usage(format!("`{word}` is not watched: {why}")).into()),
        )?;
    }
    if found.ids.is_empty() && several.first.is_none() {
        return Err(Error::usage("no identifier was found in what was given").into());
    }
    several.end()
}

fn read(from: &str) -> Result<String, Error> {
    let unreadable = |error: std::io::Error| {
        said::usage("usage-unreadable", &[("file", from), ("why", &error.to_string())])
    };
    if from != "-" {
        return std::fs::read_to_string(from).map_err(unreadable);
    }
    let mut text = String::new();
    std::io::stdin()
        .lock()
        .read_to_string(&mut text)
        .map_err(unreadable)?;
    Ok(text)
}

fn unwatch(context: &mut Context, session: &Session, family: Family, ids: &[String]) -> Result<(), Failure> {
    let shared = !family.is_delegated();
    let gone = session
        .store()?
        .unwatch_given(family.name(), ids, shared, Timestamp::now())?;
    if ids.len() > 1 {
        context.out.begin_several();
    }
    let ended = each_unwatched(context, ids, &gone);
    context.out.end_several()?;
    ended
}

fn each_unwatched(context: &mut Context, ids: &[String], gone: &[String]) -> Result<(), Failure> {
    let mut several = Several::default();
    for id in ids {
        let done = if gone.contains(id) {
            let mut fields = Fields::new();
            fields.set_text("id", id).set_boolean("unwatched", true);
            let record = Record::parse(fields.to_body())?;
            context.out.record(Kind::Other, &record).map_err(Failure::from)
        } else {
            Err(said::of(ErrorKind::NotFound, "usage-not-watched", &[("id", id.as_str())]).into())
        };
        several.note(context, done)?;
    }
    several.end()
}

fn watched(context: &mut Context, session: &Session, family: Family) -> Result<(), Failure> {
    let all = session.store()?.outbox().watched(family.name())?;
    let mut list = context.out.list(Kind::Watched);
    for watched in &all {
        list.page([shown(watched)?])?;
    }
    list.finish()?;
    if all.is_empty() {
        context.report.remark(&context.report.words().get("cli-empty"));
    }
    Ok(())
}

fn shown(watched: &Watched) -> Result<Record, Error> {
    let mut fields = Fields::new();
    fields
        .set_text("id", &watched.id)
        .set_text("origin", watched.origin.name())
        .set_text("added_at", &watched.added_at.to_string());
    match watched.checked_at {
        Some(at) => fields.set_text("checked_at", &at.to_string()),
        None => fields.set_null("checked_at"),
    };
    match watched.status {
        Some(status) => fields.set_integer("status", status.into()),
        None => fields.set_null("status"),
    };
    match &watched.reason {
        Some(reason) => fields.set_text("reason", reason),
        None => fields.set_null("reason"),
    };
    Ok(Record::parse(fields.to_body())?)
}

/// Reads every identifier watched or met, each on its own, and lists those the service knows. One that it does not
/// know is kept with its reason.
pub(super) async fn list(
    context: &mut Context,
    session: &Session,
    of: Listing,
    wanted: impl Fn(&Record) -> bool,
) -> Result<(), Failure> {
    let Some(one) = of.family.one() else { return Ok(()) };
    let Some(parameter) = one.spec().path_parameters().next() else {
        return Ok(());
    };
    let ids = ids(session, of)?;
    let outbox = session.store()?.outbox();
    let client = session.client();
    let asked = keep::asking(session);
    let answers = stream::iter(ids.iter())
        .map(|id| async move {
            let call = Call::new(one).parameter(parameter, id);
            let answer = match client.call(call).await {
                Ok(response) => response.record(),
                Err(error) => Err(error),
            };
            (id, answer)
        })
        .buffered(PARALLEL);
    let mut answers = std::pin::pin!(answers);
    let mut unknown = Vec::new();
    let mut broken = None;
    let mut list = context.out.list(of.shown);
    while let Some((id, answer)) = answers.next().await {
        match answer {
            Ok(record) => {
                outbox.checked(of.family.name(), id, 200, None, Timestamp::now())?;
                keep::record(session, of.kept, "", &record, asked);
                if wanted(&record) {
                    list.page([record])?;
                }
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let reason = error
                    .problem()
                    .and_then(|problem| problem.detail().or(problem.title()));
                let status = error.status().unwrap_or(404);
                outbox.checked(of.family.name(), id, status, reason.as_deref(), Timestamp::now())?;
                unknown.push(format!("{id}: {status} {}", reason.unwrap_or_default()));
            }
            Err(error) if list.count() == 0 => return Err(error.into()),
            Err(error) => {
                broken = Some(error);
                break;
            }
        }
    }
    let shown = list.count();
    list.finish()?;
    if let Some(why) = broken {
        return Err(pages::broken(why));
    }
    let words = context.report.words();
    if shown == 0 {
        context.report.remark(&words.get("cli-empty"));
    }
    context
        .report
        .remark(&words.with("inbox-watched-ids", &[("n", Arg::from(ids.len()))]));
    for line in unknown {
        context.report.remark(&Clean::line(&line));
    }
    Ok(())
}

/// What is watched, then what was met: from now on that is watched too.
fn ids(session: &Session, of: Listing) -> Result<Vec<String>, Error> {
    let store = session.store()?;
    let mut met = Vec::new();
    store.cache().each(of.kept, "", |stored| met.push(stored.id))?;
    let outbox = store.outbox();
    outbox.watch(of.family.name(), &met, Origin::Met, Timestamp::now())?;
    let mut seen = HashSet::new();
    Ok(outbox
        .watched(of.family.name())?
        .into_iter()
        .map(|watched| watched.id)
        .filter(|id| seen.insert(id.clone()))
        .collect())
}

/// The family as it is watched, listed and kept.
pub(super) const NOTIFICATIONS: Listing = Listing {
    family: Family::Notifications,
    command: "notifications",
    shown: Kind::Notification,
    kept: store::Kind::Notification,
};

//! Watched ids: stored for the user, and loaded one by one if the service has no list.

use std::collections::HashSet;

use crate::cli::args::{WatchArgs, WatchCommand};
use crate::cli::commands::{Several, cache_write, paginate};
use crate::cli::context::Context;
use crate::cli::output::Kind;
use crate::cli::session::Session;
use crate::cli::{Failure, error_message, limit, prompt};

use super::resource_lists::Listing;
use encours_core::client::Call;
use encours_core::contract::{Fields, Record};
use encours_core::error::{Error, ErrorKind};
use encours_core::model::parse_ids::{Pasted, Unusable, pasted_file, typed};
use encours_core::model::resources::resource_kind::Family;
use encours_core::model::watched::{Origin, Watched};
use encours_core::text::{Arg, Clean};
use encours_core::{files, store};
use futures_util::{StreamExt as _, stream};
use jiff::Timestamp;

/// Number of parallel requests.
const PARALLEL: usize = 4;

/// `… watch`, `… unwatch`, `… watched`
pub(in crate::cli::commands) fn run(
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
    let mut found = Pasted::default();
    for word in &args.ids {
        add(&mut found, typed(family, word));
    }
    if let Some(from) = &args.from {
        let bytes = read(from)?;
        let held = pasted_file(family, &bytes)
            .ok_or_else(|| error_message::usage("usage-no-text", &[("file", from)]))?;
        tell(context, &held);
        let question = context.report.words().get("cli-confirm-watch");
        // A script has named the ids itself; a user must check the ids found in a text.
        if !held.ids.is_empty() && prompt::can_ask() && !prompt::confirm(context, &question)? {
            return Err(prompt::declined(context));
        }
        add(&mut found, held);
    }
    let (store, shared) = (session.store()?, !family.is_delegated());
    limit::lift();
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
            Unusable::Word => "it does not look like an identifier".to_owned(),
            Unusable::OtherAddress => format!("it is not an address of {}", family.name()),
        };
        several.note(
            context,
            Err(Error::usage(format!("`{word}` is not watched: {why}")).into()),
        )?;
    }
    if found.ids.is_empty() && several.first.is_none() {
        return Err(Error::usage("no identifier was found").into());
    }
    several.end()
}

/// Appends the ids of another text, without duplicates.
fn add(found: &mut Pasted, more: Pasted) {
    let known: HashSet<String> = found.ids.iter().cloned().collect();
    found
        .ids
        .extend(more.ids.into_iter().filter(|id| !known.contains(id)));
    found.unusable.extend(more.unusable);
}

/// Maximum number of ids, and of skipped words, to name in a message.
const TOLD: usize = 20;

/// Prints the ids found in a text and the skipped words before the watch starts.
fn tell(context: &Context, held: &Pasted) {
    let named = |names: &[String]| {
        let more = if names.len() > TOLD { ", …" } else { "" };
        let first: Vec<&str> = names.iter().take(TOLD).map(String::as_str).collect();
        Clean::line_of(&format!("{}{more}", first.join(", ")), 1_000)
    };
    let (taken, left) = (named(&held.ids), named(&held.passed_over));
    let args = [
        ("n", Arg::from(held.ids.len())),
        ("ids", Arg::from(&taken)),
        ("left", Arg::from(held.passed_over.len())),
        ("words", Arg::from(&left)),
    ];
    if !held.passed_over.is_empty() {
        context.report.warning("passed_over", "cli-watch-some", &args);
    } else if !held.ids.is_empty() {
        context
            .report
            .remark(&context.report.words().with("cli-watch-all", &args));
    }
}

/// Maximum size of a text to search for ids, in bytes.
const LONGEST: u64 = 64 * 1024 * 1024;

fn read(from: &str) -> Result<Vec<u8>, Error> {
    let unreadable = |error: std::io::Error| {
        error_message::usage("usage-unreadable", &[("file", from), ("why", &error.to_string())])
    };
    let read = match from {
        "-" => files::all_of(std::io::stdin().lock(), LONGEST),
        file => files::read_given(file.as_ref(), LONGEST),
    };
    read.map_err(unreadable)
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
            Err(error_message::of(ErrorKind::NotFound, "usage-not-watched", &[("id", id.as_str())]).into())
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

/// Loads every watched or known id separately and lists the records that exist.
///
/// An id that the service does not know stays watched, with the reason.
pub(in crate::cli::commands) async fn list(
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
    let asked = cache_write::asking(session);
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
                cache_write::record(session, of.kept, "", &record, asked);
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
        return Err(paginate::broken(why));
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

/// Returns the watched ids, then the ids of cached records, and watches the latter too.
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

/// Notifications, as a listed and watched resource kind.
pub(super) const NOTIFICATIONS: Listing = Listing {
    family: Family::Notifications,
    command: "notifications",
    shown: Kind::Notification,
    kept: store::Kind::Notification,
};

//! `encours followups …` and `encours notes …`: private data of this device about deals. Sends no request.

use std::collections::BTreeMap;

use encours_core::app::changes::followups::actions::{FollowupFault, parse_followup};
use encours_core::app::changes::followups::calendar::{CalendarEvent, calendar_file};
use encours_core::app::changes::forms::long_text::normalize_note;
use encours_core::contract::{DealId, Fields, Record};
use encours_core::error::{Error, ErrorKind};
use encours_core::model::local_deals::{FOLLOWUP_PREFIX, Followup, LocalDeals, NoteKey};
use encours_core::query::local_test::Due;
use encours_core::store::{RecordKind, Store};
use encours_core::text::date;
use jiff::Timestamp;
use jiff::civil::Date;

use super::super::args::{FollowupListArgs, FollowupsCommand, LocalNotesCommand, OutputFormat};
use super::super::context::CommandContext;
use super::super::output::OutputKind;
use super::super::session::Session;
use super::super::{CommandResult, error_message};
use super::history::records::DealNames;

/// `followups …`
pub(super) fn run(
    context: &mut CommandContext,
    session: &Session,
    command: FollowupsCommand,
) -> CommandResult {
    let store = session.store()?;
    let now = Timestamp::now();
    let today = date::local(now, &context.out.style().zone).date();
    match command {
        FollowupsCommand::List(args) => list(context, store, &args, today),
        FollowupsCommand::Set { id, date, text } => {
            require_known(store, &id)?;
            let typed = format!("{date} {}", text.join(" "));
            let mut followup = parse_followup(&typed, today).map_err(|fault| match fault {
                FollowupFault::Date => error_message::usage("usage-followup-date", &[("date", &date)]),
                FollowupFault::TooLong => error_message::usage("usage-followup-long", &[]),
            })?;
            // A new date alone moves the follow-up.
            if followup.text.is_empty()
                && let Some(before) =
                    LocalDeals::from_settings(&store.all_settings()?).open_followup(id.as_str())
            {
                followup.text.clone_from(&before.text);
            }
            save(context, store, &[(id, Some(followup))], now)
        }
        FollowupsCommand::Done { ids } => {
            let to_done = |(id, followup): (DealId, Followup)| {
                (id, Some(Followup { done: followup.done.or(Some(now)), ..followup }))
            };
            let changes = stored_followups(store, ids)?.into_iter().map(to_done).collect::<Vec<_>>();
            save(context, store, &changes, now)
        }
        FollowupsCommand::Remove { ids } => {
            let removals =
                stored_followups(store, ids)?.into_iter().map(|(id, _)| (id, None)).collect::<Vec<_>>();
            save(context, store, &removals, now)
        }
    }
}

/// `notes …`
pub(super) fn run_notes(
    context: &mut CommandContext,
    session: &Session,
    command: LocalNotesCommand,
) -> CommandResult {
    let store = session.store()?;
    let (settings, now) = (store.all_settings()?, Timestamp::now());
    let local = LocalDeals::from_settings(&settings);
    let mut names = DealNames::new(store);
    let text_of = |text: &[String]| {
        normalize_note(&text.join(" ")).ok_or_else(|| error_message::usage("usage-note-empty", &[]))
    };
    // Returns the notes of a deal, or the one written at a time.
    let stored = |id: &DealId, written: Option<Timestamp>| {
        let notes = local.notes_of(id.as_str()).iter();
        let found: Vec<_> = notes.filter(|key| written.is_none() || key.written == written).collect();
        if found.is_empty() {
            let none = ("id", id.as_str());
            return Err(error_message::localized(ErrorKind::NotFound, "usage-note-none", &[none]));
        }
        Ok(found)
    };
    let (shown, changed): (Vec<(NoteKey, String)>, Vec<NoteKey>) = match command {
        LocalNotesCommand::List { id } => {
            let notes = local.notes().filter(|key| id.as_ref().is_none_or(|id| id.as_str() == key.deal));
            let with_text = |key: &NoteKey| Some((key.clone(), settings.get(&key.name)?.clone()));
            let notes = notes.filter_map(with_text).map(|(key, text)| note_record(&mut names, &key, &text));
            let records = notes.collect::<Result<Vec<_>, Error>>()?;
            return context.print_list(OutputKind::LocalNote, records);
        }
        LocalNotesCommand::Add { id, text } => {
            require_known(store, &id)?;
            (vec![(NoteKey::dated(id.as_str(), now, None), text_of(&text)?)], Vec::new())
        }
        LocalNotesCommand::Set { id, text, written: None } => {
            require_known(store, &id)?;
            (vec![(NoteKey::undated(id.as_str()), text_of(&text)?)], Vec::new())
        }
        LocalNotesCommand::Set { id, text, written } => {
            let replaced: Vec<NoteKey> = stored(&id, written)?.into_iter().cloned().collect();
            let edited = replaced.first().map(|key| key.edited(now));
            (
                edited.into_iter().map(|key| Ok((key, text_of(&text)?))).collect::<Result<_, Error>>()?,
                replaced,
            )
        }
        LocalNotesCommand::Remove { ids, written } => {
            let found = ids.iter().map(|id| stored(id, written)).collect::<Result<Vec<_>, Error>>()?;
            (Vec::new(), found.into_iter().flatten().cloned().collect())
        }
    };
    let removals = changed.iter().map(|key| (key.name.clone(), None));
    let written = shown.iter().map(|(key, text)| (key.name.clone(), Some(text.clone())));
    store.set_settings(&removals.chain(written).collect::<Vec<_>>(), now)?;
    let records = shown.iter().map(|(key, text)| note_record(&mut names, key, text));
    report_changes(context, OutputKind::LocalNote, changed.len(), records.collect::<Result<Vec<_>, Error>>()?)
}

fn list(context: &mut CommandContext, store: &Store, args: &FollowupListArgs, today: Date) -> CommandResult {
    let local = LocalDeals::from_settings(&store.all_settings()?);
    let shown = local.followups().iter().filter(|(_, followup)| args.all || followup.done.is_none());
    let mut followups: Vec<(&String, &Followup)> = shown.collect();
    followups.sort_by_key(|(_, followup)| (followup.done.is_some(), followup.date));
    if args.ics {
        let event = |(deal, followup): &(&String, &Followup)| {
            let (deal, text) = ((*deal).clone(), followup.text.clone());
            Ok(CalendarEvent {
                name: DealNames::new(store).name_of_deal(&deal)?,
                deal,
                text,
                date: followup.date,
            })
        };
        let events = followups.iter().map(event).collect::<Result<Vec<_>, Error>>()?;
        return Ok(context.out.text(calendar_file(&events, Timestamp::now()).as_bytes())?);
    }
    let record =
        |(deal, followup): (&String, &Followup)| followup_record(context, store, deal, followup, today);
    let records = followups.into_iter().map(record).collect::<Result<Vec<_>, Error>>()?;
    context.print_list(OutputKind::Followup, records)
}

/// Stores follow-ups or removes them, and prints those that are stored.
fn save(
    context: &mut CommandContext,
    store: &Store,
    changes: &[(DealId, Option<Followup>)],
    now: Timestamp,
) -> CommandResult {
    let named = |(id, followup): &(DealId, Option<Followup>)| {
        (format!("{FOLLOWUP_PREFIX}{}", id.as_str()), followup.as_ref().map(Followup::stored_text))
    };
    store.set_settings(&changes.iter().map(named).collect::<Vec<_>>(), now)?;
    let today = date::local(now, &context.out.style().zone).date();
    let stored = changes.iter().filter_map(|(id, followup)| Some((id.as_str(), followup.as_ref()?)));
    let record = |(id, followup): (&str, &Followup)| followup_record(context, store, id, followup, today);
    let records = stored.map(record).collect::<Result<Vec<_>, Error>>()?;
    report_changes(context, OutputKind::Followup, changes.len(), records)
}

/// Prints the stored records; for removals, tells users how many there were.
fn report_changes(
    context: &mut CommandContext,
    kind: OutputKind,
    count: usize,
    records: Vec<Record>,
) -> CommandResult {
    if records.is_empty() {
        let removed = context.report.messages().with("cli-local-removed", &[("n", count.into())]);
        context.report.remark(&removed);
        return Ok(());
    }
    context.print_list(kind, records)
}

/// Returns the stored follow-ups of these deals.
fn stored_followups(store: &Store, ids: Vec<DealId>) -> Result<Vec<(DealId, Followup)>, Error> {
    let local = LocalDeals::from_settings(&store.all_settings()?);
    let followups: &BTreeMap<String, Followup> = local.followups();
    require_stored(&ids, "usage-followup-none", |id| followups.contains_key(id))?;
    let with_followup = |id: DealId| followups.get(id.as_str()).cloned().map(|followup| (id, followup));
    Ok(ids.into_iter().filter_map(with_followup).collect())
}

/// Fails for the first deal without stored data, before anything is changed.
fn require_stored(ids: &[DealId], key: &'static str, has: impl Fn(&str) -> bool) -> Result<(), Error> {
    match ids.iter().find(|id| !has(id.as_str())) {
        Some(id) => Err(error_message::localized(ErrorKind::NotFound, key, &[("id", id.as_str())])),
        None => Ok(()),
    }
}

/// Fails if the deal is neither cached nor about to be created.
fn require_known(store: &Store, id: &DealId) -> Result<(), Error> {
    let is_waiting = || -> Result<bool, Error> {
        Ok(store.outbox().entries()?.iter().any(|entry| entry.record == id.as_str()))
    };
    if store.cache().get(RecordKind::Deal, "", id.as_str())?.is_some() || is_waiting()? {
        return Ok(());
    }
    Err(error_message::localized(ErrorKind::NotFound, "usage-local-unknown", &[("id", id.as_str())]))
}

fn followup_record(
    context: &CommandContext,
    store: &Store,
    id: &str,
    followup: &Followup,
    today: Date,
) -> Result<Record, Error> {
    let due = Due::from_date(followup.date, today);
    let due = match (followup.done, context.out.style().format) {
        (Some(_), OutputFormat::Table) => context.report.messages().get("due-done").into_owned(),
        (None, OutputFormat::Table) => context.report.messages().get(due.key()).into_owned(),
        (Some(_), _) => "done".to_owned(),
        (None, _) => due.key().trim_start_matches("due-").to_owned(),
    };
    let mut fields = Fields::new();
    fields
        .set_text("id", id)
        .set_text("name", &DealNames::new(store).name_of_deal(id)?)
        .set_text("date", &followup.date.to_string())
        .set_text("due", &due)
        .set_text("text", &followup.text)
        .set("done_at", &followup.done.map(|done| done.to_string()));
    Ok(fields.to_record()?)
}

fn note_record(names: &mut DealNames<'_>, key: &NoteKey, text: &str) -> Result<Record, Error> {
    let time = |at: Option<Timestamp>| at.map(|at| at.to_string());
    let mut fields = Fields::new();
    fields
        .set_text("id", &key.deal)
        .set_text("name", &names.name_of_deal(&key.deal)?)
        .set("written_at", &time(key.written))
        .set("edited_at", &time(key.edited))
        .set_text("text", text);
    Ok(fields.to_record()?)
}

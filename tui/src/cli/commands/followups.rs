//! `encours followups …` and `encours notes …`: private data of this device about deals. Sends no request.

use encours_core::app::changes::followups::actions::{FollowupFault, parse_followup};
use encours_core::app::changes::followups::calendar::{CalendarEvent, calendar_file};
use encours_core::app::changes::forms::long_text::normalize_note;
use encours_core::contract::DealId;
use encours_core::model::local_deals::{FOLLOWUP_PREFIX, Followup, LocalDeals, NoteKey};
use encours_core::query::local_test::Due;
use jiff::civil::Date;

use super::super::args::{FollowupListArgs, FollowupsCommand, LocalNotesCommand};
use super::history::records::DealNames;
use crate::cli::prelude::*;

/// `followups …`
pub(super) fn run(
    context: &mut CommandContext,
    session: &Session,
    command: FollowupsCommand,
) -> CommandResult {
    let (store, now) = (session.store()?, Timestamp::now());
    let today = date::local(now, &context.out.style().zone).date();
    let local = LocalDeals::from_settings(&store.all_settings()?);
    let change_stored = |ids: Vec<DealId>, change: &dyn Fn(&Followup) -> Option<Followup>| {
        let changed = |id: DealId| match local.followups().get(id.as_str()) {
            Some(followup) => Ok((change(followup), id)),
            None => Err(not_found("usage-followup-none", &id)),
        };
        ids.into_iter().map(changed).collect::<Result<Vec<_>, Error>>()
    };
    let changes = match command {
        FollowupsCommand::List(args) => return list(context, store, &local, &args, today),
        FollowupsCommand::Set { id, date, text } => {
            require_known(store, &id)?;
            let typed = format!("{date} {}", text.join(" "));
            let mut followup = parse_followup(&typed, today).map_err(|fault| match fault {
                FollowupFault::Date | FollowupFault::NoSuchDay => {
                    error_message::usage("usage-followup-date", &[("date", &date)])
                }
                FollowupFault::TooLong => error_message::usage("usage-followup-long", &[]),
            })?;
            // A new date alone moves the follow-up.
            if let Some(before) = local.open_followup(id.as_str()).filter(|_| followup.text.is_empty()) {
                followup.text.clone_from(&before.text);
            }
            vec![(Some(followup), id)]
        }
        FollowupsCommand::Done { ids } => change_stored(ids, &|followup| {
            Some(Followup { done: followup.done.or(Some(now)), ..followup.clone() })
        })?,
        FollowupsCommand::Remove { ids } => change_stored(ids, &|_| None)?,
    };
    let named = |(followup, id): &(Option<Followup>, DealId)| {
        (format!("{FOLLOWUP_PREFIX}{}", id.as_str()), followup.as_ref().map(Followup::stored_text))
    };
    store.set_settings(&changes.iter().map(named).collect::<Vec<_>>(), now)?;
    let mut names = DealNames::new(store);
    let stored = changes.iter().filter_map(|(followup, id)| Some((id.as_str(), followup.as_ref()?)));
    let records = stored.map(|(id, followup)| followup_record(context, &mut names, id, followup, today));
    let records = records.collect::<Result<Vec<_>, Error>>()?;
    report_changes(context, OutputKind::Followup, changes.len(), records)
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
        let found: Vec<_> =
            notes.filter(|key| written.is_none() || key.written == written).cloned().collect();
        let missing = if written.is_some() { "usage-note-time" } else { "usage-note-none" };
        if found.is_empty() { Err(not_found(missing, id)) } else { Ok(found) }
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
            let replaced = stored(&id, written)?;
            let text = text_of(&text)?;
            (replaced.iter().take(1).map(|key| (key.edited(now), text.clone())).collect(), replaced)
        }
        LocalNotesCommand::Remove { ids, written } => {
            let found = ids.iter().map(|id| stored(id, written)).collect::<Result<Vec<_>, Error>>()?;
            (Vec::new(), found.concat())
        }
    };
    let removals = changed.iter().map(|key| (key.name.clone(), None));
    let written = shown.iter().map(|(key, text)| (key.name.clone(), Some(text.clone())));
    store.set_settings(&removals.chain(written).collect::<Vec<_>>(), now)?;
    let records = shown.iter().map(|(key, text)| note_record(&mut names, key, text));
    report_changes(context, OutputKind::LocalNote, changed.len(), records.collect::<Result<Vec<_>, Error>>()?)
}

fn list(
    context: &mut CommandContext,
    store: &Store,
    local: &LocalDeals,
    args: &FollowupListArgs,
    today: Date,
) -> CommandResult {
    let mut names = DealNames::new(store);
    let shown = local.followups().iter().filter(|(_, followup)| args.all || followup.done.is_none());
    let mut followups: Vec<(&String, &Followup)> = shown.collect();
    followups.sort_by_key(|(_, followup)| (followup.done.is_some(), followup.date));
    if args.ics {
        let event = |(deal, followup): (&String, &Followup)| {
            let (deal, name, text) = (deal.clone(), names.name_of_deal(deal)?, followup.text.clone());
            Ok(CalendarEvent { deal, name, text, date: followup.date })
        };
        let events = followups.into_iter().map(event).collect::<Result<Vec<_>, Error>>()?;
        return Ok(context.out.text(calendar_file(&events, Timestamp::now()).as_bytes())?);
    }
    let records = followups
        .into_iter()
        .map(|(deal, followup)| followup_record(context, &mut names, deal, followup, today))
        .collect::<Result<Vec<_>, Error>>()?;
    context.print_list(OutputKind::Followup, records)
}

/// Prints the stored records; for removals, tells users how many there were.
pub(super) fn report_changes(
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

fn not_found(key: &'static str, id: &DealId) -> Error {
    error_message::localized(ErrorKind::NotFound, key, &[("id", id.as_str())])
}

/// Fails if the deal is neither cached nor about to be created.
pub(super) fn require_known(store: &Store, id: &DealId) -> Result<(), Error> {
    if store.cache().get(RecordKind::Deal, "", id.as_str())?.is_some()
        || store.outbox().entries()?.iter().any(|entry| entry.record == id.as_str())
    {
        return Ok(());
    }
    Err(not_found("usage-local-unknown", id))
}

fn followup_record(
    context: &CommandContext,
    names: &mut DealNames<'_>,
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
    Ok(Fields::new()
        .set_text("id", id)
        .set_text("name", &names.name_of_deal(id)?)
        .set_text("date", &followup.date.to_string())
        .set_text("due", &due)
        .set_text("text", &followup.text)
        .set("done_at", &followup.done.map(|done| done.to_string()))
        .to_record()?)
}

fn note_record(names: &mut DealNames<'_>, key: &NoteKey, text: &str) -> Result<Record, Error> {
    let time = |at: Option<Timestamp>| at.map(|at| at.to_string());
    Ok(Fields::new()
        .set_text("id", &key.deal)
        .set_text("name", &names.name_of_deal(&key.deal)?)
        .set("written_at", &time(key.written))
        .set("edited_at", &time(key.edited))
        .set_text("text", text)
        .to_record()?)
}

//! History entries as records, for `history` and `sync`.

use std::collections::HashMap;

use encours_core::app::foundation::history::lines;
use encours_core::model::history::history_entry::{Certainty, EntryKind, HistoryEntry};
use encours_core::store::RecordKind as Stored;

use crate::cli::prelude::*;

/// Prints entries, oldest first, and returns their number.
pub(in crate::cli::commands) fn print(
    context: &mut CommandContext,
    store: &Store,
    entries: &[HistoryEntry],
) -> CommandResult<usize> {
    let out_style = context.out.style().clone();
    let kind =
        if out_style.format == OutputFormat::Table { OutputKind::ChangeText } else { OutputKind::Change };
    let mut names = DealNames::new(store);
    let mut list = context.out.list(kind);
    let record_kind = if kind == OutputKind::ChangeText {
        lines::notable_entries(entries)
    } else {
        lines::without_ended_absences(entries)
    };
    for entry in record_kind {
        let name = names.name_of(&entry)?;
        let record = if kind == OutputKind::ChangeText {
            to_text_record(&out_style, &entry, &name)?
        } else {
            to_record(&entry, &name)?
        };
        list.push_page([record])?;
    }
    Ok(list.finish()?)
}

/// Names of deals: cached, else from the history.
pub(in crate::cli::commands) struct DealNames<'a> {
    store: &'a Store,
    known: HashMap<String, String>,
}

impl<'a> DealNames<'a> {
    pub(in crate::cli::commands) fn new(store: &'a Store) -> Self {
        Self { store, known: HashMap::new() }
    }

    fn name_of(&mut self, entry: &HistoryEntry) -> Result<String, Error> {
        if let Some(name) = entry_name(entry) {
            self.known.insert(entry.deal.clone(), name);
        }
        self.name_of_deal(&entry.deal)
    }

    /// Returns the name of a deal; empty if unknown.
    pub(in crate::cli::commands) fn name_of_deal(&mut self, deal: &str) -> Result<String, Error> {
        if let Some(name) = self.known.get(deal) {
            return Ok(name.clone());
        }
        let cached = self.store.cache().get(Stored::Deal, "", deal)?;
        let name = match cached {
            Some(cached) => Record::parse(cached.body)?.text("name").map(Into::into),
            // A deleted deal has only its last known name.
            None => self.store.history().entries_of(deal)?.iter().rev().find_map(entry_name),
        };
        let name: String = name.unwrap_or_default();
        self.known.insert(deal.to_owned(), name.clone());
        Ok(name)
    }
}

/// Returns the name in an entry that contains a whole deal.
fn entry_name(entry: &HistoryEntry) -> Option<String> {
    let (EntryKind::FirstSeen { body, .. } | EntryKind::Deleted { body } | EntryKind::Restored { body }) =
        &entry.kind
    else {
        return None;
    };
    let name = Record::parse(body).ok()?.text("name")?.into_owned();
    Some(name).filter(|name| !name.is_empty())
}

fn to_record(entry: &HistoryEntry, name: &str) -> Result<Record, Error> {
    let mut fields = Fields::new();
    fields.set_text("deal_id", &entry.deal).set_text("name", name).set_text("change", kind_key(&entry.kind));
    let (field, before, after) = match &entry.kind {
        EntryKind::FieldChanged { name, before, after } => {
            (Some(name.as_str()), before.as_deref(), after.as_deref())
        }
        EntryKind::FirstSeen { body, .. } | EntryKind::Restored { body } => (None, None, Some(body.as_str())),
        EntryKind::Deleted { body } => (None, Some(body.as_str()).filter(|body| !body.is_empty()), None),
        EntryKind::Missing | EntryKind::Reappeared => (None, None, None),
    };
    fields
        .set("field", &field)
        .set_json("before", before.unwrap_or("null"))?
        .set_json("after", after.unwrap_or("null"))?
        .set("not_before", &entry.not_before.map(|after| after.to_string()))
        .set("observed_at", &entry.at.to_string())
        .set("certainty", certainty_key(entry.certainty()))
        .set("by", &origin(entry));
    Ok(fields.to_record()?)
}

fn to_text_record(out_style: &OutputStyle, entry: &HistoryEntry, name: &str) -> Result<Record, Error> {
    let line = lines::line(out_style.lang, &out_style.zone, entry, name);
    Ok(Fields::new()
        .set_text("name", line.name.as_str())
        .set_text("text", &line.text)
        .set_text("when", &line.when)
        .set_text("by", &line.author)
        .set_text("deal_id", &line.deal)
        .to_record()?)
}

fn kind_key(entry_kind: &EntryKind) -> &'static str {
    match entry_kind {
        EntryKind::FirstSeen { .. } => "new",
        EntryKind::FieldChanged { .. } => "field",
        EntryKind::Missing => "not_seen_again",
        EntryKind::Reappeared => "seen_again",
        EntryKind::Deleted { .. } => "deleted",
        EntryKind::Restored { .. } => "back",
    }
}

/// Returns the origin of a change; `None` for entries without an author.
fn origin(entry: &HistoryEntry) -> Option<&'static str> {
    lines::has_author(entry).then_some(match (entry.is_ours, entry.maybe_ours) {
        (true, _) => "this_client",
        (false, true) => "perhaps_this_client",
        (false, false) => "elsewhere",
    })
}

fn certainty_key(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Exact => "exact",
        Certainty::Interval => "interval",
        Certainty::Censored => "censored",
    }
}

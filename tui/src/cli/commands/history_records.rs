//! History entries as records, for `history` and `sync`.

use std::collections::HashMap;

use encours_core::app::foundation::history::lines;
use encours_core::contract::{Fields, Record};
use encours_core::error::Error;
use encours_core::model::history::history_entry::{Certainty, Entry, What};
use encours_core::store::{Kind as Stored, Store};

use super::super::Failure;
use super::super::args::Format;
use super::super::context::Context;
use super::super::output::{Kind, Look};

/// Prints entries, oldest first, and returns their number.
pub(super) fn print(context: &mut Context, store: &Store, entries: &[Entry]) -> Result<usize, Failure> {
    let look = context.out.look().clone();
    let kind = if look.format == Format::Table {
        Kind::ChangeInWords
    } else {
        Kind::Change
    };
    let mut names = Names::new(store);
    let mut list = context.out.list(kind);
    let told = if kind == Kind::ChangeInWords {
        lines::told(entries)
    } else {
        lines::kept(entries)
    };
    for entry in told {
        let name = names.of(&entry)?;
        let record = if kind == Kind::ChangeInWords {
            in_words(&look, &entry, &name)?
        } else {
            shown(&entry, &name)?
        };
        list.page([record])?;
    }
    let count = list.count();
    list.finish()?;
    Ok(count)
}

/// Names of deals: cached, else from the history.
struct Names<'a> {
    store: &'a Store,
    known: HashMap<String, String>,
}

impl<'a> Names<'a> {
    fn new(store: &'a Store) -> Self {
        Self {
            store,
            known: HashMap::new(),
        }
    }

    fn of(&mut self, entry: &Entry) -> Result<String, Error> {
        if let Some(name) = named(entry) {
            self.known.insert(entry.deal.clone(), name);
        }
        if let Some(name) = self.known.get(&entry.deal) {
            return Ok(name.clone());
        }
        let held = self.store.cache().get(Stored::Deal, "", &entry.deal)?;
        let name = match held {
            Some(held) => Record::parse(held.body)?.text("name").map(Into::into),
            // A deleted deal has only its last known name.
            None => self.store.history().of(&entry.deal)?.iter().rev().find_map(named),
        };
        let name: String = name.unwrap_or_default();
        self.known.insert(entry.deal.clone(), name.clone());
        Ok(name)
    }
}

/// Returns the name in an entry that contains a whole deal.
fn named(entry: &Entry) -> Option<String> {
    let (What::Seen { body, .. } | What::Deleted { body } | What::Back { body }) = &entry.what else {
        return None;
    };
    let name = Record::parse(body).ok()?.text("name")?.into_owned();
    Some(name).filter(|name| !name.is_empty())
}

fn shown(entry: &Entry, name: &str) -> Result<Record, Error> {
    let mut fields = Fields::new();
    fields
        .set_text("deal_id", &entry.deal)
        .set_text("name", name)
        .set_text("change", kind(&entry.what));
    let (field, before, after) = match &entry.what {
        What::Field { name, before, after } => (Some(name.as_str()), before.as_deref(), after.as_deref()),
        What::Seen { body, .. } | What::Back { body } => (None, None, Some(body.as_str())),
        What::Deleted { body } => (None, Some(body.as_str()).filter(|body| !body.is_empty()), None),
        What::NotSeenAgain | What::SeenAgain => (None, None, None),
    };
    match field {
        Some(field) => fields.set_text("field", field),
        None => fields.set_null("field"),
    };
    for (name, token) in [("before", before), ("after", after)] {
        match token {
            Some(token) => fields.set_json(name, token)?,
            None => fields.set_null(name),
        };
    }
    match entry.after {
        Some(after) => fields.set_text("not_before", &after.to_string()),
        None => fields.set_null("not_before"),
    };
    fields
        .set_text("observed_at", &entry.at.to_string())
        .set_text("certainty", certainty(entry.certainty()));
    match by(entry) {
        Some(by) => fields.set_text("by", by),
        None => fields.set_null("by"),
    };
    Ok(Record::parse(fields.to_body())?)
}

fn in_words(look: &Look, entry: &Entry, name: &str) -> Result<Record, Error> {
    let line = lines::line(look.lang, &look.zone, entry, name);
    let mut fields = Fields::new();
    fields
        .set_text("name", line.name.as_str())
        .set_text("text", &line.text)
        .set_text("when", &line.when)
        .set_text("by", &line.by)
        .set_text("deal_id", &line.deal);
    Ok(Record::parse(fields.to_body())?)
}

fn kind(what: &What) -> &'static str {
    match what {
        What::Seen { .. } => "new",
        What::Field { .. } => "field",
        What::NotSeenAgain => "not_seen_again",
        What::SeenAgain => "seen_again",
        What::Deleted { .. } => "deleted",
        What::Back { .. } => "back",
    }
}

/// Returns the origin of a change; `None` for entries without an author.
fn by(entry: &Entry) -> Option<&'static str> {
    lines::is_done_by_somebody(entry).then_some(match (entry.ours, entry.perhaps) {
        (true, _) => "this_client",
        (false, true) => "perhaps_this_client",
        (false, false) => "elsewhere",
    })
}

fn certainty(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Exact => "exact",
        Certainty::Interval => "interval",
        Certainty::Censored => "censored",
    }
}

//! Update of open conflicts while their deal changes. A conflict shows the server's latest known values, so the user
//! decides against those and not against outdated ones.

use crate::contract::OperationId;
use crate::contract::patch::Fields;
use crate::contract::precondition::{changed_fields, current_values};
use crate::contract::record::Record;
use crate::engine::actor::Actor;
use crate::engine::outbox::entries::entry_conversion::recreation_fields;
use crate::store::{EntryState, OutboxEntry, RecordKind};

use super::entries::entry_conversion::{conflict_text, has_same_conflict, parse_fields};

impl Actor {
    /// Updates every conflict with the cached values of its deal.
    pub(in crate::engine) fn update_conflicts(&mut self) {
        let conflicts = self.outbox.entries().filter(|entry| entry.state == EntryState::Conflict);
        let records: Vec<String> = conflicts.map(|entry| entry.record.clone()).collect();
        for record in records {
            self.update_conflicts_of(&record);
        }
    }

    /// Updates the conflicts of one deal.
    pub(in crate::engine) fn update_conflicts_of(&mut self, deal: &str) {
        let conflicts = self.outbox.entries_of(deal).filter(|entry| entry.state == EntryState::Conflict);
        let conflicts: Vec<OutboxEntry> =
            conflicts.filter(|entry| recreation_fields(entry).is_none()).cloned().collect();
        if conflicts.is_empty() {
            return;
        }
        let stored = self.store.cache().get(RecordKind::Deal, "", deal);
        let cached = self.ok_or_report(stored).flatten();
        let Some(cached) = cached.and_then(|cached| Record::parse(cached.body).ok()) else {
            return;
        };
        for entry in conflicts {
            let Some(theirs) =
                disputed_values(&entry, &cached).filter(|theirs| !has_same_conflict(&entry, theirs))
            else {
                continue;
            };
            let problem = self.add_conflict_context(&entry, &theirs, &conflict_text(&theirs));
            let updated = self.store.outbox().update_conflict(entry.seq, &problem);
            if let Some(entry) = self.ok_or_report(updated).flatten() {
                self.outbox.put(entry);
                self.view.writes_changed();
            }
        }
    }
}

/// Returns the server's values that a write in conflict is compared with.
fn disputed_values(entry: &OutboxEntry, current: &Record) -> Option<Fields> {
    match entry.operation {
        OperationId::DealsUpdate => Some(current_values(parse_fields(&entry.body).names(), current)),
        OperationId::DealsDelete => changed_fields(&parse_fields(&entry.base), current),
        _ => None,
    }
}

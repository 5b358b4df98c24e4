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
        let stand = self
            .outbox
            .entries()
            .filter(|row| row.state == EntryState::Conflict);
        let records: Vec<String> = stand.map(|row| row.record.clone()).collect();
        for record in records {
            self.update_conflicts_of(&record);
        }
    }

    /// Updates the conflicts of one deal.
    pub(in crate::engine) fn update_conflicts_of(&mut self, deal: &str) {
        let stand = self
            .outbox
            .entries_of(deal)
            .filter(|row| row.state == EntryState::Conflict);
        let stand: Vec<OutboxEntry> = stand
            .filter(|row| recreation_fields(row).is_none())
            .cloned()
            .collect();
        if stand.is_empty() {
            return;
        }
        let stored = self.store.cache().get(RecordKind::Deal, "", deal);
        let held = self.ok_or_report(stored).flatten();
        let Some(held) = held.and_then(|held| Record::parse(held.body).ok()) else {
            return;
        };
        for row in stand {
            let Some(theirs) = disputed_values(&row, &held).filter(|theirs| !has_same_conflict(&row, theirs))
            else {
                continue;
            };
            let told = self.add_conflict_context(&row, &theirs, &conflict_text(&theirs));
            let retold = self.store.outbox().update_conflict(row.seq, &told);
            if let Some(row) = self.ok_or_report(retold).flatten() {
                self.outbox.put(row);
                self.view.writes_changed();
            }
        }
    }
}

/// Returns the server's values that a write in conflict is compared with.
fn disputed_values(row: &OutboxEntry, held: &Record) -> Option<Fields> {
    match row.operation {
        OperationId::DealsUpdate => Some(current_values(parse_fields(&row.body).names(), held)),
        OperationId::DealsDelete => changed_fields(&parse_fields(&row.base), held),
        _ => None,
    }
}

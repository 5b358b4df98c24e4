//! Update of open conflicts while their deal changes. A conflict shows the server's latest known values, so the user
//! decides against those and not against outdated ones.

use crate::contract::OperationId;
use crate::contract::patch::Fields;
use crate::contract::precondition::{as_held, changed};
use crate::contract::record::Record;
use crate::engine::actor::Actor;
use crate::engine::outbox::entries::entry_conversion::gone;
use crate::store::{Kind, Row, RowState};

use super::entries::entry_conversion::{conflict_text, fields, tells_of_conflict};

impl Actor {
    /// Updates every conflict with the cached values of its deal.
    pub(in crate::engine) fn follow_conflicts(&mut self) {
        let stand = self.outbox.rows().filter(|row| row.state == RowState::Conflict);
        let records: Vec<String> = stand.map(|row| row.record.clone()).collect();
        for record in records {
            self.follow_conflicts_of(&record);
        }
    }

    /// Updates the conflicts of one deal.
    pub(in crate::engine) fn follow_conflicts_of(&mut self, deal: &str) {
        let stand = self.outbox.of(deal).filter(|row| row.state == RowState::Conflict);
        let stand: Vec<Row> = stand.filter(|row| gone(row).is_none()).cloned().collect();
        if stand.is_empty() {
            return;
        }
        let stored = self.store.cache().get(Kind::Deal, "", deal);
        let held = self.kept(stored).flatten();
        let Some(held) = held.and_then(|held| Record::parse(held.body).ok()) else {
            return;
        };
        for row in stand {
            let Some(theirs) = disputed(&row, &held).filter(|theirs| !tells_of_conflict(&row, theirs)) else {
                continue;
            };
            let told = self.with_meanwhile(&row, &theirs, &conflict_text(&theirs));
            let retold = self.store.outbox().retell(row.seq, &told);
            if let Some(row) = self.kept(retold).flatten() {
                self.outbox.put(row);
                self.view.writes_changed();
            }
        }
    }
}

/// Returns the server's values that a write in conflict is compared with.
fn disputed(row: &Row, held: &Record) -> Option<Fields> {
    match row.operation {
        OperationId::DealsUpdate => Some(as_held(fields(&row.body).names(), held)),
        OperationId::DealsDelete => changed(&fields(&row.base), held),
        _ => None,
    }
}

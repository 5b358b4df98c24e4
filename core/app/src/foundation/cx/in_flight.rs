//! Effects that the engine has not handled yet, and the writes they will schedule. The quit confirmation counts them,
//! so its number is right even during a bulk change of thousands of deals.

use crate::contract::ids::DealId;
use crate::foundation::cx::app_cx::{AppCx, InFlightEffect};
use std::collections::{HashMap, HashSet};
use std::time::Duration;

use crate::contract::patch::Fields;
use crate::model::effect::Effect;
use crate::model::pending_write::{PendingWrite, WriteState, merge_changes};

impl AppCx {
    /// Records the effects that are sent to the engine.
    pub(crate) fn record_in_flight(&mut self, effects: &[Effect]) {
        let seq = self.submitted + effects.len() as u64;
        let changes: Vec<RecordChange<'_>> = effects.iter().flat_map(record_changes).collect();
        let changed: HashSet<&str> =
            changes.iter().filter(|change| change.fields.is_some()).map(|change| change.record).collect();
        let is_cancellable = |write: &&PendingWrite| {
            let is_pending = matches!(write.state, WriteState::Scheduled { .. } | WriteState::Waiting { .. });
            is_pending && write.attempts == 0 && changed.contains(write.record.as_str())
        };
        let unsent = self.snapshot.writes.iter().filter(|_| !changed.is_empty()).filter(is_cancellable);
        let unsent: HashMap<&str, &PendingWrite> =
            unsent.map(|write| (write.record.as_str(), write)).collect();
        let to_effect = |RecordChange { record, fields, undo_delay }: RecordChange<'_>| {
            let earlier = match self.in_flight.get(record) {
                Some(effect) => effect.scheduled.as_ref().map(|(fields, base)| (fields, base)),
                None => unsent.get(record).map(|write| (&write.fields, &write.base)),
            };
            let merged = fields.map(|(fields, base)| match earlier {
                Some(earlier) => merge_changes(earlier, fields, base),
                None => (fields.clone(), base.clone()),
            });
            let is_reverted = merged.as_ref().is_some_and(|(fields, _)| fields.is_empty());
            let scheduled = (!is_reverted && !undo_delay.is_zero()).then(|| merged.unwrap_or_default());
            (record.to_owned(), InFlightEffect { seq, scheduled })
        };
        let in_flight: Vec<_> = changes.into_iter().map(to_effect).collect();
        self.in_flight.extend(in_flight);
    }

    /// Forgets the effects that the newest snapshot reflects.
    pub(crate) fn forget_handled(&mut self) {
        let handled = self.snapshot.handled;
        self.in_flight.retain(|_, effect| effect.seq > handled);
    }

    /// Returns the number of scheduled writes. It includes effects that the newest snapshot does not reflect yet.
    #[must_use]
    pub fn scheduled_count(&self) -> usize {
        let now = self.now;
        let scheduled =
            |write: &&PendingWrite| matches!(write.state, WriteState::Scheduled { until } if until > now);
        let scheduled = self.snapshot.writes.iter().filter(scheduled);
        if self.in_flight.is_empty() {
            return scheduled.count();
        }
        let mut records: HashSet<&str> = scheduled.map(|write| write.record.as_str()).collect();
        for (record, effect) in &self.in_flight {
            if effect.scheduled.is_some() {
                records.insert(record);
            } else {
                records.remove(record.as_str());
            }
        }
        records.len()
    }

    /// Returns the status that the user intends; a recent request counts before the engine answers.
    pub(crate) fn intended_status(&self, deal: &str, displayed: &str) -> String {
        let expected = self.expected.iter().find(|(id, _)| id.as_str() == deal);
        let expected =
            expected.and_then(|(_, (_, fields))| fields.text("status").map(std::borrow::Cow::into_owned));
        expected.unwrap_or_else(|| displayed.to_owned())
    }

    /// Returns the intended status of a deal, or `None` if the deal is missing.
    pub(crate) fn current_intended_status(&self, deal: &str) -> Option<String> {
        let table = &self.snapshot.deals;
        let row = table.find(deal).and_then(|ix| table.row(ix))?;
        Some(self.intended_status(row.id, row.status))
    }

    pub(crate) fn expect(&mut self, deal: &DealId, fields: &Fields) {
        self.expect_after(0, deal, fields);
    }

    /// Expects the fields of a write that is submitted behind `earlier_writes` others, until its turn has come.
    pub(crate) fn expect_after(&mut self, earlier_writes: usize, deal: &DealId, fields: &Fields) {
        // `AppCx::finish` counts these effects next.
        let seq = self.submitted + 1 + earlier_writes as u64;
        let entry = self.expected.entry(deal.clone()).or_insert_with(|| (seq, Fields::new()));
        entry.0 = seq;
        entry.1.merge(fields);
    }
}

/// The change of one record by an effect.
struct RecordChange<'a> {
    record: &'a str,
    /// New and old values of an update.
    fields: Option<(&'a Fields, &'a Fields)>,
    /// Delay before it is sent; zero if it only cancels a write.
    undo_delay: Duration,
}

/// Returns the changes of an effect, one for each record.
fn record_changes(effect: &Effect) -> Vec<RecordChange<'_>> {
    let other = |record, undo_delay| RecordChange { record, fields: None, undo_delay };
    match effect {
        Effect::Update { deal, fields, base, undo_delay, .. } => {
            vec![RecordChange { fields: Some((fields, base)), ..other(deal.as_str(), *undo_delay) }]
        }
        Effect::UpdateRecord { id, fields, base, undo_delay, .. } => {
            vec![RecordChange { fields: Some((fields, base)), ..other(id, *undo_delay) }]
        }
        Effect::Delete { deal, undo_delay, .. } => vec![other(deal.as_str(), *undo_delay)],
        Effect::CancelDelete(deal) => vec![other(deal.as_str(), Duration::ZERO)],
        Effect::MarkRead { ids, undo_delay } => {
            ids.iter().map(|id| other(id.as_str(), *undo_delay)).collect()
        }
        Effect::CancelRead(ids) => ids.iter().map(|id| other(id.as_str(), Duration::ZERO)).collect(),
        _ => Vec::new(),
    }
}

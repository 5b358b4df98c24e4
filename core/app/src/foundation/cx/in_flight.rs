//! Effects that the engine has not handled yet, and the writes they will schedule. The quit confirmation counts them,
//! so its number is right even during a bulk change of thousands of deals.

use crate::contract::ids::DealId;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::expected_writes::{
    InFlightEffect, InFlightEffects, ScheduledChange, restores_base,
};
use std::collections::{HashMap, HashSet};

use crate::contract::patch::Fields;
use crate::model::effect::Effect;
use crate::model::pending_write::{PendingWrite, WriteState};

impl AppCx {
    /// Records the effects that are sent to the engine.
    pub(crate) fn record_in_flight(&mut self, effects: &[Effect]) {
        let seq = self.submitted + effects.len() as u64;
        let in_flight: Vec<(String, Option<ScheduledChange>)> = {
            let unsent = self.unsent_writes(effects);
            effects.iter().flat_map(|effect| self.scheduled_by(effect, &unsent)).collect()
        };
        let in_flight =
            in_flight.into_iter().map(|(record, scheduled)| (record, InFlightEffect { seq, scheduled }));
        self.in_flight.0.extend(in_flight);
    }

    /// Forgets the effects that the newest snapshot reflects.
    pub(crate) fn forget_handled(&mut self) {
        let handled = self.snapshot.handled;
        if !self.in_flight.0.is_empty() {
            self.in_flight.0.retain(|_, effect| effect.seq > handled);
        }
        if self.in_flight.0.is_empty() {
            self.in_flight = InFlightEffects::default();
        }
    }

    /// Returns, by record, the unsent writes that these effects may cancel.
    fn unsent_writes(&self, effects: &[Effect]) -> HashMap<&str, &PendingWrite> {
        let changed = effects.iter().filter_map(|effect| match effect {
            Effect::Update { deal, .. } => Some(deal.as_str()),
            Effect::UpdateRecord { id, .. } => Some(id.as_str()),
            _ => None,
        });
        let mut changed: Vec<&str> = changed.collect();
        if changed.is_empty() {
            return HashMap::new();
        }
        changed.sort_unstable();
        let unsent = self.snapshot.writes.iter().filter(|write| {
            let is_pending = matches!(write.state, WriteState::Scheduled { .. } | WriteState::Waiting { .. });
            is_pending && write.attempts == 0 && changed.binary_search(&write.record.as_str()).is_ok()
        });
        unsent.map(|write| (write.record.as_str(), write)).collect()
    }

    /// Returns the write that an effect leaves scheduled for each of its records.
    fn scheduled_by(
        &self,
        effect: &Effect,
        unsent: &HashMap<&str, &PendingWrite>,
    ) -> Vec<(String, Option<ScheduledChange>)> {
        let empty_change = || ScheduledChange { fields: Fields::new(), base: Fields::new() };
        let (record, fields, base, undo_delay) = match effect {
            Effect::Update { deal, fields, base, undo_delay, .. } => {
                (deal.as_str(), fields, base, undo_delay)
            }
            Effect::UpdateRecord { id, fields, base, undo_delay, .. } => {
                (id.as_str(), fields, base, undo_delay)
            }
            Effect::Delete { deal, undo_delay, .. } => {
                let scheduled = (!undo_delay.is_zero()).then(empty_change);
                return vec![(deal.as_str().to_owned(), scheduled)];
            }
            Effect::CancelDelete(deal) => return vec![(deal.as_str().to_owned(), None)],
            Effect::MarkRead { ids, undo_delay } => {
                let to_entry = |id: &str| (id.to_owned(), (!undo_delay.is_zero()).then(empty_change));
                return ids.iter().map(|id| to_entry(id.as_str())).collect();
            }
            Effect::CancelRead(ids) => {
                return ids.iter().map(|id| (id.as_str().to_owned(), None)).collect();
            }
            _ => return Vec::new(),
        };
        let is_reverted = if let Some(in_flight) = self.in_flight.0.get(record) {
            in_flight.scheduled.as_ref().is_some_and(|scheduled| scheduled.is_cancelled_by(fields))
        } else {
            let write = unsent.get(record);
            write.is_some_and(|write| restores_base((&write.fields, &write.base), fields))
        };
        let scheduled = (!is_reverted && !undo_delay.is_zero())
            .then(|| ScheduledChange { fields: fields.clone(), base: base.clone() });
        vec![(record.to_owned(), scheduled)]
    }

    /// Returns the number of scheduled writes. It includes effects that the newest snapshot does not reflect yet.
    #[must_use]
    pub fn scheduled_count(&self) -> usize {
        let now = self.now;
        let scheduled =
            |write: &&PendingWrite| matches!(write.state, WriteState::Scheduled { until } if until > now);
        let scheduled = self.snapshot.writes.iter().filter(scheduled);
        if self.in_flight.0.is_empty() {
            return scheduled.count();
        }
        let mut records: HashSet<&str> = scheduled.map(|write| write.record.as_str()).collect();
        for (record, effect) in &self.in_flight.0 {
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

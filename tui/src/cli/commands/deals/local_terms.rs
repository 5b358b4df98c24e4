//! Conditions on data outside the table: received fields, observed changes, states, follow-ups and notes.

use std::sync::Arc;

use encours_core::engine::{field_kinds, observed_changes};
use encours_core::model::history::filter_data::{ChangeIndex, FilterData, marked_deals};
use encours_core::model::local_deals::LocalDeals;
use encours_core::query::local_test::LocalTest;
use encours_core::query::time_test::ReferenceTime;
use encours_core::query::{FieldKinds, Query};

use crate::cli::prelude::*;

/// The data that the conditions of a query read.
pub struct LocalTerms {
    data: FilterData,
}

impl LocalTerms {
    /// Loads the observed changes, if the query reads them.
    pub fn load(session: &Session, query: &Query) -> Result<Self, Error> {
        let needs = query.needs();
        let changes =
            if needs.changes { observed_changes(session.store()?)? } else { ChangeIndex::default() };
        let kinds = if needs.fields.is_empty() { FieldKinds::new() } else { field_kinds(session.store()?)? };
        Ok(Self { data: FilterData::new(needs, kinds, Arc::new(changes)) })
    }

    /// Adds the received fields of deals.
    pub fn add(&mut self, deals: &[Record]) {
        if self.data.needs_deals() {
            for deal in deals {
                self.data.add_deal(deal);
            }
        }
    }

    /// Returns the query with the deals that meet these conditions. Warns about fields that no deal has.
    pub fn resolve(self, context: &CommandContext, session: &Session, query: &Query) -> Result<Query, Error> {
        if !query.has_local_terms() {
            return Ok(query.clone());
        }
        let (style, needs) = (context.out.style(), self.data.needs());
        let local_date = |at| date::local(at, &style.zone).date();
        let (report, messages) = (context.report, context.report.error_messages());
        for path in needs.fields.iter().filter(|path| self.data.is_unknown_field(path)) {
            let text = messages.with("cli-query-field-unknown", &[("field", format!(".{path}").into())]);
            report.warning("field_unknown", "kept-damaged-said", &[("text", text.into())]);
        }
        if needs.changes {
            let since = self.data.changes().observed_since.and_then(|at| Timestamp::from_second(at).ok());
            let since = since.map(|since| date::date_short(local_date(since)));
            let key = if since.is_some() { "cli-observed-since" } else { "cli-history-nothing" };
            let args = [("date", since.unwrap_or_default().into())];
            report.warning("short_history", key, &args);
        }
        let (store, clock) = (session.store()?, style.age_clock());
        let today = local_date(Timestamp::from_second(clock.now()).unwrap_or_default());
        let time = ReferenceTime { clock, today, zone: &style.zone };
        let local_deals = LocalDeals::from_settings(&store.all_settings()?);
        let entries = if query.has_marks() { store.outbox().entries()? } else { Vec::new() };
        let visit = store.history().visit()?.filter(|_| query.has_marks());
        let changes =
            visit.map(|visit| store.history().changes_since(visit.seq)).transpose()?.unwrap_or_default();
        Ok(query.clone().with_local_deals(|test| match test {
            LocalTest::Marks(marks) => {
                let of_deals = |operation| {
                    use OperationId::{DealsCreate, DealsDelete, DealsUpdate};
                    matches!(operation, DealsCreate | DealsUpdate | DealsDelete)
                };
                let writes = entries.iter().filter(|entry| of_deals(entry.operation));
                let writes = writes.map(|entry| (entry.record.as_str(), entry.state == EntryState::Conflict));
                marked_deals(marks, local_deals.stars(), writes, &changes)
            }
            LocalTest::Received(_) | LocalTest::Change(_) => self.data.deals_matching(test, time),
            _ => local_deals.deals_matching(test, today),
        }))
    }
}

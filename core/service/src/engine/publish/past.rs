//! Snapshots of a past time: rebuilt in the background, then shown instead of the present until the user returns.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::contract::models::deal::Deal;
use crate::contract::models::portfolio::PortfolioSummary;
use crate::contract::patch::Fields;
use crate::engine::actor::Actor;
use crate::engine::blocking::blocking;
use crate::engine::messages::Msg;
use crate::engine::publish::past_state::{PastState, PastView, RebuiltPast};
use crate::engine::sync::rows::cached_rows::parse_body;
use crate::engine::sync::rows::past_rows::past_table;
use crate::error::Error;
use crate::model::as_of::AsOf;
use crate::model::fetched::Fetched;
use crate::model::history::history_entry::HistoryEntry;
use crate::model::history::net::compare;
use crate::model::history::observed::ObservedHistory;
use crate::model::history::series::Series;
use crate::model::history::visit::Visit;
use crate::model::snapshot::{Coverage, DealDetail, EventKind, Snapshot};
use crate::store::{PastDeal, StoreError};
use jiff::Timestamp;
use serde_json::value::RawValue;

/// Maximum number of published differences; their total is published too.
const MAX_CHANGES: usize = 2_000;

impl Actor {
    /// Begins to show a past time, or returns to the present.
    pub(in crate::engine) fn show_as_of(&mut self, as_of: Option<AsOf>) {
        self.past.requested = as_of;
        let Some(as_of) = as_of else {
            self.past.shown = None;
            return;
        };
        let (store, zone) = (self.store.clone(), self.settings.zone.clone());
        let until = as_of.until.unwrap_or_else(|| self.server_now());
        // What was shown before stays until both are there.
        self.spawn(async move {
            let history = store.clone();
            let table = blocking(move || past_table(&store, as_of.at, &zone).map(Arc::new));
            let changes = blocking(move || {
                let mut entries = history.history().changes_between(as_of.at, until)?;
                history.mark_in_doubt(&mut entries)?;
                Ok(compare(&entries))
            });
            Msg::Past(as_of, tokio::try_join!(table, changes))
        });
    }

    /// Takes over a rebuilt past, unless the user asked for another time meanwhile.
    pub(in crate::engine) fn on_past(&mut self, as_of: AsOf, rebuilt: Result<RebuiltPast, Error>) {
        if self.past.requested != Some(as_of) {
            return;
        }
        match rebuilt {
            Ok(rebuilt) => self.past.shown = Some(self.past_view(as_of, rebuilt)),
            Err(error) => {
                self.past = PastState::default();
                self.push_event(EventKind::StoreFailed { error });
            }
        }
        self.view.changed();
    }

    /// Adds the recorded numbers to a rebuilt past, and leaves out everything that is not part of it.
    fn past_view(&self, as_of: AsOf, (deals, mut changes): RebuiltPast) -> PastView {
        let present = &self.history.published;
        let mut series = Series::clone(&present.series);
        for points in series.values_mut() {
            points.retain(|point| point.at <= as_of.at);
        }
        series.retain(|_, points| !points.is_empty());
        let mut portfolio = Fetched::default();
        if let Some(summary) = past_portfolio(&series, as_of.at) {
            portfolio.receive(summary, as_of.at);
        }
        let change_count = changes.len();
        changes.drain(..change_count.saturating_sub(MAX_CHANGES));
        let history = Arc::new(ObservedHistory {
            visit: Some(Visit { seq: 0, at: as_of.at }),
            series: Arc::new(series),
            changes_since_visit: Arc::new(changes),
            change_count,
            missing_since: Arc::default(),
            ..ObservedHistory::clone(present)
        });
        PastView { as_of, deals, portfolio, history, details: Arc::default() }
    }

    /// Replaces the parts of a snapshot that show the present, while a past time is shown.
    pub(super) fn with_past(&mut self, present: Snapshot) -> Snapshot {
        let opened = self.details.order.back().cloned();
        let Some(past) = &mut self.past.shown else { return present };
        let (as_of, deals) = (past.as_of, past.deals.clone());
        if let Some(deal) = opened.filter(|deal| !past.details.contains_key(deal)) {
            let entries = self.store.history().entries_of(deal.as_str());
            match entries.and_then(|entries| past_detail(entries, as_of)) {
                Ok(detail) => past.details = Arc::new(BTreeMap::from([(deal, detail)])),
                Err(error) => tracing::warn!(%error, "failed to read the history of a deal"),
            }
        }
        let codes = present.status_totals.keys().map(String::as_str);
        let codes = codes.chain(deals.statuses().iter().map(|(_, code)| code));
        let status_totals: BTreeMap<String, u64> =
            codes.map(|code| (code.to_owned(), deals.count_of_status(code) as u64)).collect();
        Snapshot {
            as_of: Some(as_of),
            status_totals: Arc::new(status_totals),
            coverage: Coverage {
                fetched: deals.len() as u64,
                complete_at: Some(as_of.at),
                ..Coverage::default()
            },
            deals,
            deals_error: None,
            history: past.history.clone(),
            portfolio: past.portfolio.clone(),
            details: past.details.clone(),
            ..present
        }
    }
}

/// Returns the portfolio totals as recorded last until `at`, if any were.
pub fn past_portfolio(series: &Series, at: Timestamp) -> Option<PortfolioSummary> {
    let mut totals = Fields::new();
    for (name, points) in series {
        let last = points.iter().rev().find(|point| point.at <= at);
        let value = last.and_then(|point| RawValue::from_string(point.value.clone()).ok());
        if let (Some(name), Some(value)) = (name.strip_prefix("portfolio:"), value) {
            totals.set_raw(name, value);
        }
    }
    let summary = totals.to_record().and_then(PortfolioSummary::from_record);
    summary.ok().filter(|_| !totals.is_empty())
}

/// Returns a deal with its history up to the past time.
fn past_detail(mut entries: Vec<HistoryEntry>, as_of: AsOf) -> Result<DealDetail, StoreError> {
    entries.retain(|entry| entry.at <= as_of.at);
    let mut deal = Fetched::default();
    if let Some(then) = PastDeal::from_entries(&entries)?.and_then(|past| parse_body::<Deal>(&past.body)) {
        deal.receive(then, as_of.at);
    }
    Ok(DealDetail { deal, history: Arc::new(entries), ..DealDetail::default() })
}

//! Records that were loaded one by one, and the reports of loading them.

use crate::contract::ids::DealId;
use crate::contract::json::dynamic_body::JsonBody;
use crate::contract::models::deal::Deal;
use crate::contract::models::entity::Entity;
use crate::contract::models::portfolio::PortfolioSummary;
use crate::contract::record::Record;
use crate::engine::sync::list_walk::FetchedList;
use crate::error::Error;
use crate::model::discovery::{DiscoveryState, ListStatus};
use crate::model::fetched::{Fetched, RouteRequest};
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::snapshot::DealDetail;
use crate::store::WriteSeq;
use jiff::Timestamp;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// The result of a single fetch.
#[derive(Debug)]
pub(in crate::engine) enum DetailReport {
    /// A deal.
    Deal(DealId, WriteSeq, Result<Deal, Error>),
    /// The notes of a deal.
    Notes(DealId, WriteSeq, Result<FetchedList, Error>),
    /// The entity.
    Entity(Result<Entity, Error>),
    /// The portfolio summary.
    Portfolio(Result<PortfolioSummary, Error>),
    /// The result of discovering a list route.
    Discovered(Box<DiscoveryResult>),
    /// The list of a resource kind.
    ResourceList(ResourceKind, WriteSeq, Result<FetchedList, Error>),
    /// Watched ids of a resource kind, each fetched singly.
    Watched(ResourceKind, WriteSeq, SingleFetches),
    /// A route requested on its own.
    Route(RouteRequest, Result<JsonBody, Error>),
}

/// The singly fetched resources.
#[derive(Debug, Default)]
pub(crate) struct Details {
    pub(in crate::engine) entity: Fetched<Entity>,
    pub(in crate::engine) portfolio: Fetched<PortfolioSummary>,
    /// True once the portfolio was requested, so that a refresh fetches it too.
    pub(crate) portfolio_wanted: bool,
    pub(in crate::engine) deals: BTreeMap<DealId, DealDetail>,
    /// The deals cached as whole records, the last opened at the end.
    pub(crate) order: VecDeque<DealId>,
    pub(in crate::engine) published: Option<Arc<BTreeMap<DealId, DealDetail>>>,
}

impl Details {
    /// Returns the whole deals for publication.
    pub(in crate::engine) fn publish(&mut self) -> Arc<BTreeMap<DealId, DealDetail>> {
        self.published.get_or_insert_with(|| Arc::new(self.deals.clone())).clone()
    }

    pub(crate) fn edit(&mut self, deal: &DealId, change: impl FnOnce(&mut DealDetail)) {
        if let Some(detail) = self.deals.get_mut(deal) {
            change(detail);
            self.published = None;
        }
    }

    /// Updates a deal from a server response, if it is open.
    pub(in crate::engine) fn confirm(&mut self, deal: &Deal, now: Timestamp) {
        self.edit(deal.id(), |detail| detail.deal.receive(deal.clone(), now));
    }

    /// Closes a deal under its temporary id; returns whether it was open.
    pub(in crate::engine) fn rename(&mut self, old: &str, now: &DealId) -> bool {
        let open = self.deals.keys().any(|id| id.as_str() == old);
        if open && now.as_str() != old {
            self.forget(old);
        }
        open
    }

    /// Closes a deleted deal.
    pub(in crate::engine) fn forget(&mut self, deal: &str) {
        self.order.retain(|id| id.as_str() != deal);
        self.deals.retain(|id, _| id.as_str() != deal);
        self.published = None;
    }

    /// Returns the open deals.
    pub(in crate::engine) fn open(&self) -> Vec<DealId> {
        self.deals.keys().cloned().collect()
    }

    /// Returns which of these deals are open.
    pub(crate) fn open_among(&self, ids: &[&str]) -> Vec<DealId> {
        let open = |id: &&DealId| ids.contains(&id.as_str());
        self.deals.keys().filter(open).cloned().collect()
    }

    pub(crate) fn open_deal(&mut self, deal: &DealId) -> bool {
        self.order.retain(|id| id != deal);
        self.order.push_back(deal.clone());
        if self.order.len() > MAX_DEALS
            && let Some(oldest) = self.order.pop_front()
        {
            self.deals.remove(&oldest);
        }
        self.published = None;
        let new = !self.deals.contains_key(deal);
        self.deals.entry(deal.clone()).or_default();
        new
    }
}

/// The result of discovering a list route.
#[derive(Debug)]
pub(crate) struct DiscoveryResult {
    pub(in crate::engine) kind: ResourceKind,
    pub(in crate::engine) state: DiscoveryState,
    pub(in crate::engine) outcome: Result<ListStatus, Error>,
}

/// Results for watched ids.
pub(crate) type SingleFetches = Vec<(String, Result<Record, Error>)>;

/// Maximum number of deals cached as whole records.
pub(crate) const MAX_DEALS: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> DealId {
        DealId::new(text).unwrap()
    }

    #[test]
    fn opened_deals_are_limited_to_the_last() {
        let mut details = Details::default();
        let ids: Vec<DealId> = (0..MAX_DEALS).map(|number| id(&format!("d{number:02}"))).collect();
        assert!(ids.iter().all(|deal| details.open_deal(deal)));
        assert_eq!(details.open(), ids);
        assert!(!details.open_deal(&ids[0]), "it is open");
        assert_eq!(details.open().len(), MAX_DEALS);
        assert!(details.open_deal(&id("new")));
        assert!(details.open_among(&["d01"]).is_empty(), "the one opened first of the others is closed");
        assert_eq!(details.open_among(&["d00", "new", "x"]), [id("d00"), id("new")]);
        assert_eq!((details.open().len(), details.order.len()), (MAX_DEALS, MAX_DEALS));
    }

    #[test]
    fn renamed_or_deleted_deal_is_closed() {
        let mut details = Details::default();
        for deal in ["a", "temporary"] {
            details.open_deal(&id(deal));
        }
        assert_eq!(details.publish().len(), 2);
        assert!(!details.rename("x", &id("b")), "it was not open");
        assert!(details.rename("a", &id("a")) && details.open() == [id("a"), id("temporary")]);
        assert!(details.rename("temporary", &id("b")));
        assert_eq!((details.open(), details.order.len(), details.publish().len()), (vec![id("a")], 1, 1));
        details.forget("a");
        assert!(details.open().is_empty() && details.order.is_empty() && details.publish().is_empty());
    }
}

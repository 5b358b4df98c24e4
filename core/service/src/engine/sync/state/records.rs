//! Records that were loaded one by one, and the reports of loading them.

use crate::contract::ids::DealId;
use crate::contract::json::dynamic_body::Body;
use crate::contract::models::deal::Deal;
use crate::contract::models::entity::Entity;
use crate::contract::models::note::DealNote;
use crate::contract::models::notification::Notification;
use crate::contract::models::portfolio::PortfolioSummary;
use crate::contract::record::Record;
use crate::engine::sync::list_fetch::List;
use crate::error::Error;
use crate::model::discovery::{Knowledge, Standing};
use crate::model::fetched::{Asked, Remote};
use crate::model::resources::resource_kind::Family;
use crate::model::snapshot::DealDetail;
use crate::store::Change;
use jiff::Timestamp;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// The result of a single fetch.
#[derive(Debug)]
pub(in crate::engine) enum DetailReport {
    /// A deal.
    Deal(DealId, Change, Result<Deal, Error>),
    /// The notes of a deal.
    Notes(DealId, Change, Result<List<DealNote>, Error>),
    /// The entity.
    Entity(Result<Entity, Error>),
    /// The portfolio summary.
    Portfolio(Result<PortfolioSummary, Error>),
    /// The notifications.
    Notifications(Change, Result<List<Notification>, Error>),
    /// The result of discovering a list route.
    Climbed(Box<Climbed>),
    /// The list of a resource kind.
    Family(Family, Change, Result<List<Record>, Error>),
    /// Watched ids of a resource kind, each fetched singly.
    Watched(Family, Change, OneByOne),
    /// A route requested on its own.
    Explored(Asked, Result<Body, Error>),
}

/// The singly fetched resources.
#[derive(Debug, Default)]
pub(crate) struct Details {
    pub(in crate::engine) entity: Remote<Entity>,
    pub(in crate::engine) portfolio: Remote<PortfolioSummary>,
    /// True once the portfolio was requested, so that a refresh fetches it too.
    pub(crate) portfolio_wanted: bool,
    pub(in crate::engine) deals: BTreeMap<DealId, DealDetail>,
    /// The deals cached as whole records, the last opened at the end.
    pub(crate) order: VecDeque<DealId>,
    pub(in crate::engine) shown: Option<Arc<BTreeMap<DealId, DealDetail>>>,
}

impl Details {
    /// Returns the whole deals for publication.
    pub(in crate::engine) fn shown(&mut self) -> Arc<BTreeMap<DealId, DealDetail>> {
        self.shown
            .get_or_insert_with(|| Arc::new(self.deals.clone()))
            .clone()
    }

    pub(crate) fn edit(&mut self, deal: &DealId, change: impl FnOnce(&mut DealDetail)) {
        if let Some(detail) = self.deals.get_mut(deal) {
            change(detail);
            self.shown = None;
        }
    }

    /// Updates a deal from a server answer, if it is open.
    pub(in crate::engine) fn confirm(&mut self, deal: &Deal, now: Timestamp) {
        self.edit(deal.id(), |detail| detail.deal.receive(deal.clone(), now));
    }

    /// Closes a deal under its temporary id; returns whether it was open.
    pub(in crate::engine) fn rename(&mut self, was: &str, now: &DealId) -> bool {
        let open = self.deals.keys().any(|id| id.as_str() == was);
        if open && now.as_str() != was {
            self.forget(was);
        }
        open
    }

    /// Closes a deleted deal.
    pub(in crate::engine) fn forget(&mut self, deal: &str) {
        self.order.retain(|id| id.as_str() != deal);
        self.deals.retain(|id, _| id.as_str() != deal);
        self.shown = None;
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

    pub(crate) fn take_up(&mut self, deal: &DealId) -> bool {
        self.order.retain(|id| id != deal);
        self.order.push_back(deal.clone());
        if self.order.len() > KEPT
            && let Some(oldest) = self.order.pop_front()
        {
            self.deals.remove(&oldest);
        }
        self.shown = None;
        let new = !self.deals.contains_key(deal);
        self.deals.entry(deal.clone()).or_default();
        new
    }
}

/// The result of discovering a list route.
#[derive(Debug)]
pub(crate) struct Climbed {
    pub(in crate::engine) family: Family,
    pub(in crate::engine) known: Knowledge,
    pub(in crate::engine) outcome: Result<Standing, Error>,
}

/// Results for watched ids.
pub(crate) type OneByOne = Vec<(String, Result<Record, Error>)>;

/// Maximum number of deals cached as whole records.
pub(crate) const KEPT: usize = 32;

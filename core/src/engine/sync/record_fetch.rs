//! What is read on its own: one deal with its notes, the entity, the portfolio summary.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use jiff::Timestamp;

use super::discovery_job::Climbed;
use super::list_fetch::{List, read_list};
use super::watched_ids::OneByOne;
use crate::client::Call;
use crate::contract::OperationId;
use crate::contract::ids::{DealId, is_temporary};
use crate::contract::json::dynamic_body::Body;
use crate::contract::models::deal::Deal;
use crate::contract::models::entity::Entity;
use crate::contract::models::note::DealNote;
use crate::contract::models::notification::Notification;
use crate::contract::models::portfolio::PortfolioSummary;
use crate::contract::record::Record;
use crate::engine::actor::initial_load::{ENTITY, PORTFOLIO, read};
use crate::engine::actor::{Actor, Msg};
use crate::error::{Error, ErrorKind};
use crate::model::fetched::{Asked, Remote};
use crate::model::resource_kind::Family;
use crate::model::snapshot::DealDetail;
use crate::store::{Change, Kind, Received, Source, Swept};

/// How many deals are kept read whole.
const KEPT: usize = 32;

/// What a reading brought.
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
    /// What came of looking for a family's list.
    Climbed(Box<Climbed>),
    /// The list of a family.
    Family(Family, Change, Result<List<Record>, Error>),
    /// Watched identifiers of a family, each read on its own.
    Watched(Family, Change, OneByOne),
    /// A route that was asked for on its own.
    Explored(Asked, Result<Body, Error>),
}

/// What was read on its own.
#[derive(Debug, Default)]
pub(in crate::engine) struct Details {
    pub(in crate::engine) entity: Remote<Entity>,
    pub(in crate::engine) portfolio: Remote<PortfolioSummary>,
    /// Whether the portfolio has been asked for, so that a refresh reads it too.
    portfolio_wanted: bool,
    deals: BTreeMap<DealId, DealDetail>,
    /// The deals read whole, the one opened last at the end.
    order: VecDeque<DealId>,
    shown: Option<Arc<BTreeMap<DealId, DealDetail>>>,
}

impl Details {
    /// The deals read whole, as they are published.
    pub(in crate::engine) fn shown(&mut self) -> Arc<BTreeMap<DealId, DealDetail>> {
        self.shown
            .get_or_insert_with(|| Arc::new(self.deals.clone()))
            .clone()
    }

    fn edit(&mut self, deal: &DealId, change: impl FnOnce(&mut DealDetail)) {
        if let Some(detail) = self.deals.get_mut(deal) {
            change(detail);
            self.shown = None;
        }
    }

    /// Takes in a deal that the service has given, if it is open.
    pub(in crate::engine) fn confirm(&mut self, deal: &Deal, now: Timestamp) {
        self.edit(deal.id(), |detail| detail.deal.receive(deal.clone(), now));
    }

    /// Closes a deal under its temporary id. Whether it was open.
    pub(in crate::engine) fn rename(&mut self, was: &str, now: &DealId) -> bool {
        let open = self.deals.keys().any(|id| id.as_str() == was);
        if open && now.as_str() != was {
            self.forget(was);
        }
        open
    }

    /// Closes a deal that is gone.
    pub(in crate::engine) fn forget(&mut self, deal: &str) {
        self.order.retain(|id| id.as_str() != deal);
        self.deals.retain(|id, _| id.as_str() != deal);
        self.shown = None;
    }

    /// The deals read whole.
    pub(in crate::engine) fn open(&self) -> Vec<DealId> {
        self.deals.keys().cloned().collect()
    }

    /// Which of these deals are read whole.
    pub(super) fn open_among(&self, ids: &[&str]) -> Vec<DealId> {
        let open = |id: &&DealId| ids.contains(&id.as_str());
        self.deals.keys().filter(open).cloned().collect()
    }

    fn take_up(&mut self, deal: &DealId) -> bool {
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

impl Actor {
    pub(in crate::engine) fn load_deal(&mut self, deal: &DealId) {
        let new = self.details.take_up(deal);
        self.view.changed();
        // What is not created yet can't be read; what waits for it is in the outbox.
        if is_temporary(deal.as_str()) {
            return;
        }
        if new {
            self.recall_deal(deal);
            self.recall_history(deal);
        }
        self.ask_deal(deal);
    }

    /// Shows what the store holds of a deal while the service is asked.
    pub(super) fn recall_deal(&mut self, deal: &DealId) {
        let stored = self.store.cache().get(Kind::Deal, "", deal.as_str());
        let stored = self.kept(stored).flatten();
        let mut notes: Vec<DealNote> = Vec::new();
        let mut notes_at = None;
        let read_notes = self.store.cache().each(Kind::Note, deal.as_str(), |stored| {
            notes_at = Some(notes_at.map_or(stored.fetched_at, |at: Timestamp| at.max(stored.fetched_at)));
            notes.extend(read::<DealNote>(&stored.body));
        });
        self.kept(read_notes);
        self.details.edit(deal, |detail| {
            if let Some((deal, at)) =
                stored.and_then(|stored| Some((read::<Deal>(&stored.body)?, stored.fetched_at)))
            {
                detail.deal.receive(deal, at);
            }
            if let Some(at) = notes_at {
                detail.notes.receive(notes, at);
            }
        });
    }

    /// Shows what was observed of a deal.
    pub(super) fn recall_history(&mut self, deal: &DealId) {
        let entries = self.store.history().of(deal.as_str());
        if let Some(entries) = self.kept(entries) {
            let entries = self.claim(entries);
            self.details
                .edit(deal, |detail| detail.history = Arc::new(entries));
        }
    }

    fn ask_deal(&mut self, deal: &DealId) {
        let Some(asked) = self.change_now() else { return };
        let mut busy = false;
        self.details.edit(deal, |detail| {
            busy = detail.deal.loading || detail.notes.loading;
            detail.deal.loading = true;
            detail.notes.loading = true;
        });
        if busy {
            return;
        }
        let (client, id) = (self.client.clone(), deal.clone());
        self.spawn(async move {
            let answer = client.deal(&id).await;
            Msg::Detail(Box::new(DetailReport::Deal(id, asked, answer)))
        });
        let (client, id) = (self.client.clone(), deal.clone());
        self.spawn(async move {
            let call = Call::new(OperationId::DealsNotesList).parameter("deal_id", &id);
            let notes = read_list(&client, call, |note: &DealNote| note.id().as_str()).await;
            Msg::Detail(Box::new(DetailReport::Notes(id, asked, notes)))
        });
    }

    pub(super) fn change_now(&mut self) -> Option<Change> {
        let change = self.store.cache().change();
        self.kept(change)
    }

    pub(in crate::engine) fn load_portfolio(&mut self) {
        self.details.portfolio_wanted = true;
        if !std::mem::replace(&mut self.details.portfolio.loading, true) {
            let client = self.client.clone();
            self.spawn(async move {
                Msg::Detail(Box::new(DetailReport::Portfolio(
                    client.portfolio_summary().await,
                )))
            });
        }
        if !std::mem::replace(&mut self.details.entity.loading, true) {
            let client = self.client.clone();
            self.spawn(async move { Msg::Detail(Box::new(DetailReport::Entity(client.entity().await))) });
        }
        self.view.changed();
    }

    /// Reads again what open screens show beside the pipeline.
    pub(super) fn read_aside(&mut self) {
        if self.details.portfolio_wanted {
            self.load_portfolio();
        }
        self.families_aside();
        for deal in self.taken_back.unread() {
            self.ask_deal(&deal);
        }
        if let Some(deal) = self
            .details
            .order
            .back()
            .filter(|deal| !is_temporary(deal.as_str()))
            .cloned()
        {
            self.ask_deal(&deal);
        }
    }

    pub(in crate::engine) fn take_detail(&mut self, report: DetailReport) {
        let now = self.now();
        self.view.changed();
        match report {
            DetailReport::Deal(id, asked, answer) => {
                self.heard(&answer);
                match answer {
                    Ok(deal) => {
                        self.taken_back.read(&id);
                        self.confirm_deal(&deal, Source::Read { asked }, now);
                    }
                    Err(error) => self.deal_unread(&id, error),
                }
            }
            DetailReport::Notes(id, asked, answer) => {
                self.heard(&answer);
                match answer {
                    Ok(list) => {
                        self.keep_notes(&id, asked, &list, now);
                        self.details
                            .edit(&id, |detail| detail.notes.receive(list.items, now));
                    }
                    Err(error) => self.details.edit(&id, |detail| detail.notes.fail(error)),
                }
            }
            DetailReport::Entity(answer) => {
                self.heard(&answer);
                match answer {
                    Ok(entity) => {
                        let kept = self
                            .store
                            .cache()
                            .put_single(ENTITY, entity.record().as_str(), now);
                        self.kept(kept);
                        self.details.entity.receive(entity, now);
                    }
                    Err(error) => self.details.entity.fail(error),
                }
            }
            DetailReport::Portfolio(answer) => {
                self.heard(&answer);
                match answer {
                    Ok(summary) => {
                        let kept = self
                            .store
                            .cache()
                            .put_single(PORTFOLIO, summary.record().as_str(), now);
                        self.kept(kept);
                        self.families.words.see_portfolio(&summary, now);
                        self.words_changed();
                        self.note_portfolio(&summary);
                        self.details.portfolio.receive(summary, now);
                    }
                    Err(error) => self.details.portfolio.fail(error),
                }
            }
            DetailReport::Notifications(asked, answer) => self.take_notifications(asked, answer, now),
            DetailReport::Climbed(climbed) => self.take_climb(*climbed),
            DetailReport::Family(family, asked, answer) => self.take_family(family, asked, answer, now),
            DetailReport::Watched(family, asked, read) => self.take_watched(family, (asked, read), now),
            DetailReport::Explored(asked, answer) => self.take_explored(&asked, answer, now),
        }
        self.follow_history();
    }

    /// A deal that can't be read. One that the last reading did not show either is deleted if the service says so.
    fn deal_unread(&mut self, id: &DealId, error: Error) {
        if error.kind() == ErrorKind::NotFound && self.was_deleted(id) {
            return;
        }
        let missed = self.history.shown.not_seen.contains_key(id.as_str());
        if missed && error.kind() == ErrorKind::NotFound {
            let removed = self
                .store
                .cache()
                .remove(Kind::Deal, id.as_str(), false, self.observed_now());
            self.kept(removed);
            self.reread_deal(id.as_str());
        }
        self.details.edit(id, |detail| detail.deal.fail(error));
    }

    fn keep_notes(&mut self, deal: &DealId, asked: Change, list: &List<DealNote>, now: Timestamp) {
        let received: Vec<Received> = list
            .items
            .iter()
            .zip(0..)
            .map(|(note, position)| Received {
                id: note.id().as_str().to_owned(),
                body: note.record().as_str().to_owned(),
                position,
                status: None,
            })
            .collect();
        self.keep_list(Kind::Note, deal.as_str(), asked, &received, list.clean, now);
    }

    /// Keeps a list that was read whole; what is not in it any more is taken out.
    pub(super) fn keep_list(
        &mut self,
        kind: Kind,
        parent: &str,
        asked: Change,
        received: &[Received],
        clean: bool,
        now: Timestamp,
    ) {
        let cache = self.store.cache();
        let seen = received.iter().map(|record| record.id.as_str()).collect();
        let kept = cache
            .begin_pass()
            .and_then(|pass| cache.save_page(kind, parent, pass, asked, now, received))
            .and_then(|_| {
                if clean {
                    cache.sweep(kind, parent, &seen, asked, (now, now))
                } else {
                    Ok(Swept::default())
                }
            });
        self.kept(kept);
    }
}

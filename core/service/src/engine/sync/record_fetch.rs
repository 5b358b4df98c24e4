//! Fetching of single resources: a deal with its notes, the entity, the portfolio summary.

use super::list_walk::cache_pass::CachePass;
use super::list_walk::{FetchedList, fetch_list};
use crate::client::Call;
use crate::contract::OperationId;
use crate::contract::ids::{DealId, is_temporary};
use crate::contract::models::deal::Deal;
use crate::contract::models::note::DealNote;
use crate::contract::operation::PageForm;
use crate::engine::actor::Actor;
use crate::engine::messages::Msg;
use crate::engine::sync::rows::cached_rows::{ENTITY, PORTFOLIO, parse_body};
use crate::engine::sync::state::records::DetailReport;
use crate::error::{Error, ErrorKind};
use crate::store::{RecordKind, RecordOrigin, WriteSeq};
use std::sync::Arc;

use jiff::Timestamp;

impl Actor {
    pub(in crate::engine) fn load_deal(&mut self, deal: &DealId) {
        let new = self.details.open_deal(deal);
        self.view.changed();
        // A deal that is not yet created cannot be fetched; its changes are in the outbox.
        if is_temporary(deal.as_str()) {
            return;
        }
        if new {
            self.show_cached_deal(deal);
            self.show_history(deal);
        }
        self.fetch_deal(deal);
    }

    /// Shows the cached deal while the server is asked.
    pub(super) fn show_cached_deal(&mut self, deal: &DealId) {
        let stored = self.store.cache().get(RecordKind::Deal, "", deal.as_str());
        let stored = self.ok_or_report(stored).flatten();
        let mut notes: Vec<DealNote> = Vec::new();
        let mut notes_at = None;
        let read_notes = self.store.cache().for_each(RecordKind::Note, deal.as_str(), |stored| {
            notes_at = Some(notes_at.map_or(stored.fetched_at, |at: Timestamp| at.max(stored.fetched_at)));
            notes.extend(parse_body::<DealNote>(&stored.body));
        });
        self.ok_or_report(read_notes);
        self.details.edit(deal, |detail| {
            if let Some((deal, at)) =
                stored.and_then(|stored| Some((parse_body::<Deal>(&stored.body)?, stored.fetched_at)))
            {
                detail.deal.receive(deal, at);
            }
            if let Some(at) = notes_at {
                detail.notes.receive(notes, at);
            }
        });
    }

    /// Shows the history of a deal.
    pub(super) fn show_history(&mut self, deal: &DealId) {
        let entries = self.store.history().entries_of(deal.as_str());
        if let Some(entries) = self.ok_or_report(entries) {
            let entries = self.attribute(entries);
            self.details.edit(deal, |detail| detail.history = Arc::new(entries));
        }
    }

    fn fetch_deal(&mut self, deal: &DealId) {
        let Some(request_seq) = self.write_seq() else {
            return;
        };
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
            let response = client.deal(&id).await;
            Msg::Detail(Box::new(DetailReport::Deal(id, request_seq, response)))
        });
        let (client, id) = (self.client.clone(), deal.clone());
        self.spawn(async move {
            let call = Call::new(OperationId::DealsNotesList).parameter("deal_id", &id);
            let notes = fetch_list(&client, call, PageForm::Items).await;
            Msg::Detail(Box::new(DetailReport::Notes(id, request_seq, notes)))
        });
    }

    pub(super) fn write_seq(&mut self) -> Option<WriteSeq> {
        let change = self.store.cache().write_seq();
        self.ok_or_report(change)
    }

    pub(in crate::engine) fn load_portfolio(&mut self) {
        self.details.portfolio_wanted = true;
        if !std::mem::replace(&mut self.details.portfolio.loading, true) {
            let client = self.client.clone();
            self.spawn(async move {
                Msg::Detail(Box::new(DetailReport::Portfolio(client.portfolio_summary().await)))
            });
        }
        if !std::mem::replace(&mut self.details.entity.loading, true) {
            let client = self.client.clone();
            self.spawn(async move { Msg::Detail(Box::new(DetailReport::Entity(client.entity().await))) });
        }
        self.view.changed();
    }

    /// Fetches again the resources that open screens show besides the pipeline.
    pub(super) fn refetch_open(&mut self) {
        if self.details.portfolio_wanted {
            self.load_portfolio();
        }
        self.refetch_lists();
        for deal in self.cancelled_deletions.to_fetch() {
            self.fetch_deal(&deal);
        }
        if let Some(deal) = self.details.order.back().filter(|deal| !is_temporary(deal.as_str())).cloned() {
            self.fetch_deal(&deal);
        }
    }

    pub(in crate::engine) fn on_detail(&mut self, report: DetailReport) {
        let now = self.now();
        self.view.changed();
        match report {
            DetailReport::Deal(id, request_seq, response) => {
                self.on_response(&response);
                match response {
                    Ok(deal) => {
                        self.cancelled_deletions.take_fetched(&id);
                        self.confirm_deal(&deal, RecordOrigin::Fetched { request_seq }, now);
                    }
                    Err(error) => self.on_fetch_failed(&id, error),
                }
            }
            DetailReport::Notes(id, request_seq, response) => {
                self.on_response(&response);
                match response {
                    Ok(list) => {
                        self.store_list((RecordKind::Note, id.as_str()), request_seq, &list, now);
                        let notes =
                            list.items.into_iter().filter_map(|note| DealNote::from_record(note).ok());
                        self.details.edit(&id, |detail| detail.notes.receive(notes.collect(), now));
                    }
                    Err(error) => self.details.edit(&id, |detail| detail.notes.fail(error)),
                }
            }
            DetailReport::Entity(response) => {
                self.on_response(&response);
                match response {
                    Ok(entity) => {
                        let result = self.store.cache().put_single(ENTITY, entity.record().as_str(), now);
                        self.ok_or_report(result);
                        self.details.entity.receive(entity, now);
                    }
                    Err(error) => self.details.entity.fail(error),
                }
            }
            DetailReport::Portfolio(response) => {
                self.on_response(&response);
                match response {
                    Ok(summary) => {
                        let result = self.store.cache().put_single(PORTFOLIO, summary.record().as_str(), now);
                        self.ok_or_report(result);
                        self.resource_lists.codes.record_portfolio(&summary, now);
                        self.save_codes();
                        self.note_portfolio(&summary);
                        self.details.portfolio.receive(summary, now);
                    }
                    Err(error) => self.details.portfolio.fail(error),
                }
            }
            DetailReport::Discovered(discovered) => self.on_discovered(*discovered),
            DetailReport::ResourceList(kind, request_seq, response) => {
                self.on_resource_list(kind, request_seq, response, now);
            }
            DetailReport::Watched(kind, request_seq, fetched) => {
                self.on_watched(kind, (request_seq, fetched), now);
            }
            DetailReport::Route(request_seq, response) => self.on_route_response(&request_seq, response, now),
        }
        self.follow_history();
    }

    /// Handles a failed fetch of a deal. A deal that was missing from the last pass is deleted if the server does not
    /// know it.
    fn on_fetch_failed(&mut self, id: &DealId, error: Error) {
        if error.kind() == ErrorKind::NotFound && self.was_deleted(id) {
            return;
        }
        let is_missing = self.history.published.missing_since.contains_key(id.as_str());
        if is_missing && error.kind() == ErrorKind::NotFound {
            let removed = self.store.cache().remove(RecordKind::Deal, id.as_str(), false, self.server_now());
            self.ok_or_report(removed);
            self.reload_deal(id.as_str());
        }
        self.details.edit(id, |detail| detail.deal.fail(error));
    }

    /// Stores a fully fetched list; records no longer in it are removed.
    pub(super) fn store_list(
        &mut self,
        list_of: (RecordKind, &str),
        request_seq: WriteSeq,
        list: &FetchedList,
        now: Timestamp,
    ) {
        let pass = CachePass::begin(self.store.cache(), list_of, request_seq, Arc::new(move || now));
        let result = pass.and_then(|mut pass| {
            pass.cache_page(request_seq, &list.items)?;
            pass.finish(list.is_consistent)
        });
        self.ok_or_report(result);
    }
}

//! Fetching of single resources: a deal with its notes, the entity, the portfolio summary.

use super::list_fetch::{List, read_list};
use crate::client::Call;
use crate::contract::OperationId;
use crate::contract::ids::{DealId, is_temporary};
use crate::contract::models::deal::Deal;
use crate::contract::models::note::DealNote;
use crate::engine::actor::Actor;
use crate::engine::messages::Msg;
use crate::engine::sync::rows::cached_rows::{ENTITY, PORTFOLIO, read};
use crate::engine::sync::state::records::DetailReport;
use crate::error::{Error, ErrorKind};
use crate::store::{Change, Kind, Received, Source, Swept};
use std::sync::Arc;

use jiff::Timestamp;

impl Actor {
    pub(in crate::engine) fn load_deal(&mut self, deal: &DealId) {
        let new = self.details.take_up(deal);
        self.view.changed();
        // A deal that is not yet created cannot be fetched; its changes are in the outbox.
        if is_temporary(deal.as_str()) {
            return;
        }
        if new {
            self.recall_deal(deal);
            self.recall_history(deal);
        }
        self.ask_deal(deal);
    }

    /// Shows the cached deal while the server is asked.
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

    /// Shows the history of a deal.
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

    /// Fetches again the resources that open screens show besides the pipeline.
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

    /// Handles a failed fetch of a deal. A deal that was missing from the last pass is deleted if the server does not
    /// know it.
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

    /// Stores a fully fetched list; records no longer in it are removed.
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

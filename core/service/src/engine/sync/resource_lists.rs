//! Resource kinds whose list route the contract does not document. A route is discovered when a screen first needs it.
//! If there is a list it is fetched, otherwise watched ids are fetched singly. Discovered routes, permissions and codes
//! are stored here.

use crate::engine::sync::state::resource_lists::kept_as;
use std::sync::Arc;

use jiff::Timestamp;

use super::list_fetch::{List, read_list};
use crate::client::Call;
use crate::contract::operation::Method;
use crate::contract::record::Record;
use crate::discovery::Insist;
use crate::engine::actor::Actor;
use crate::engine::messages::Msg;
use crate::engine::sync::state::records::DetailReport;
use crate::error::Error;
use crate::model::discovery::Step;
use crate::model::resources::probe_result::{Answer, Verdict};
use crate::model::resources::resource_kind::Family;
use crate::store::{Change, Kind, Received};

impl Actor {
    /// Fetches a resource kind: its list or its watched ids. If the list route is unknown, discovery comes first.
    pub(in crate::engine) fn load_family(&mut self, family: Family, insist: Insist) {
        if self.families.wanted.insert(family) {
            self.recall(family);
        }
        if self.families.is_loading(family) {
            return;
        }
        let now = self.now();
        match self.families.known.next(family, now) {
            Step::Read => self.read_family(family),
            Step::Watch => self.read_watched(family),
            Step::Refused | Step::Wait(_) if insist == Insist::No => self.families.edit(family, |_| ()),
            _ => self.climb(family, insist),
        }
        self.view.changed();
    }

    /// Fetches the requested resource kinds again, and retries failed discoveries.
    pub(super) fn families_aside(&mut self) {
        let insist = if std::mem::take(&mut self.families.insist) {
            Insist::Yes
        } else {
            Insist::No
        };
        for family in self.families.wanted.clone() {
            self.load_family(family, insist);
        }
    }

    /// Shows the cached records of a resource kind while the server is asked.
    pub(in crate::engine) fn recall(&mut self, family: Family) {
        self.rewatch(family);
        let Some(kind) = kept_as(family).filter(|kind| *kind != Kind::Notification) else {
            return;
        };
        let (mut records, mut read_at) = (Vec::new(), None);
        let read = self.store.cache().each(kind, "", |stored| {
            read_at = read_at.max(Some(stored.fetched_at));
            records.extend(Record::parse(&stored.body).ok());
        });
        if self.kept(read).is_some() {
            self.families.edit(family, |list| {
                list.records = Arc::new(records);
                list.read_at = list.read_at.max(read_at);
            });
        }
    }

    /// Notes how a list route answered, and returns the next discovery step. Without a list route, the step is to fetch
    /// watched ids.
    pub(super) fn list_answered<T>(
        &mut self,
        family: Family,
        answer: &Result<T, Error>,
        now: Timestamp,
    ) -> Step {
        let path = self.families.standing(family).path;
        let learned = match answer {
            Ok(_) => Some(Answer::open(&path, 200, now)),
            Err(error) => {
                self.families.rights.refused(error);
                Answer::of_error(&path, error, family.is_delegated(), now)
            }
        };
        let step = learned.map_or(Step::Read, |answer| {
            let verdict = answer.verdict;
            self.families.known.learn(family, answer);
            match verdict {
                Verdict::Absent | Verdict::Ambiguous => Step::Watch,
                Verdict::Forbidden | Verdict::NeedsParameters => Step::Refused,
                Verdict::Open | Verdict::Later => Step::Read,
            }
        });
        self.keep_learned();
        self.families.edit(family, |_| ());
        if step == Step::Watch {
            self.read_watched(family);
        }
        step
    }

    fn read_family(&mut self, family: Family) {
        let path = self.families.standing(family).path;
        if family == Family::Notifications {
            return self.read_notifications(&path);
        }
        let Some(asked) = self.change_now() else { return };
        self.families.edit(family, |list| list.loading = true);
        let client = self.client.clone();
        self.spawn(async move {
            let call = Call::raw(Method::Get, &*path);
            let list = read_list(&client, call, identity).await;
            Msg::Detail(Box::new(DetailReport::Family(family, asked, list)))
        });
    }

    pub(super) fn take_family(
        &mut self,
        family: Family,
        asked: Change,
        answer: Result<List<Record>, Error>,
        now: Timestamp,
    ) {
        self.heard(&answer);
        self.families.edit(family, |list| list.loading = false);
        let step = self.list_answered(family, &answer, now);
        match answer {
            Ok(list) => {
                if let Some(kind) = kept_as(family) {
                    let received: Vec<Received> = list
                        .items
                        .iter()
                        .zip(0..)
                        .filter_map(|(record, position)| received(record, position))
                        .collect();
                    self.keep_list(kind, "", asked, &received, list.clean, now);
                }
                self.learn_words(family, &list.items, now);
                self.families.edit(family, |shown| {
                    shown.records = Arc::new(list.items);
                    shown.read_at = Some(now);
                    shown.error = None;
                });
            }
            Err(error) => {
                let told = (step != Step::Watch).then_some(error);
                self.families.edit(family, |shown| shown.error = told);
            }
        }
    }
}

/// Returns the identity of a record: its raw id, or else the whole text.
fn identity(record: &Record) -> &str {
    record.raw("id").map_or(record.as_str(), |raw| raw.get())
}

pub(in crate::engine) fn received(record: &Record, position: i64) -> Option<Received> {
    Some(Received {
        id: record.text("id")?.into_owned(),
        body: record.as_str().to_owned(),
        position,
        status: None,
    })
}

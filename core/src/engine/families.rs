//! The families whose list the contract does not document: discovered when a screen first asks, read where there is a
//! list, watched identifier by identifier where there is none. What was learned of routes, rights and codes lives here.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use futures_util::{StreamExt, stream};
use jiff::Timestamp;

use crate::client::{Call, Client};
use crate::contract::notification::Notification;
use crate::contract::operation::Method;
use crate::contract::record::Record;
use crate::discovery::{
    self, Answer, Family, Insist, Knowledge, Origin, Rights, Source, Standing, Step, Verdict, Vocabulary,
    Watched,
};
use crate::error::{Error, ErrorKind};
use crate::store::{Change, Kind, Received};

use super::actor::{Actor, Msg};
use super::details::DetailReport;
use super::lists::{List, read_list};

/// Most watched identifiers that are read in one round: the ones asked longest ago come first.
const ROUND: usize = 100;

/// A family as a front end shows it.
#[derive(Clone, Debug)]
pub struct FamilyList {
    /// How its list came to be known, where it is, and what the route answered last.
    pub standing: Standing,
    /// The records read, in the order of their list, or the watched ones that the service knows.
    pub records: Arc<Vec<Record>>,
    /// The identifiers watched, with what the service said of each.
    pub watched: Arc<Vec<Watched>>,
    /// When the records were last read.
    pub read_at: Option<Timestamp>,
    /// Why the last reading failed, if it did.
    pub error: Option<Error>,
    /// Whether a reading, or a discovery, is under way.
    pub loading: bool,
}

/// What came of looking for a family's list.
#[derive(Debug)]
pub(super) struct Climbed {
    family: Family,
    known: Knowledge,
    outcome: Result<Standing, Error>,
}

/// What was read of watched identifiers.
pub(super) type OneByOne = Vec<(String, Result<Record, Error>)>;

/// What is known of the families.
#[derive(Debug, Default)]
pub(super) struct Families {
    known: Knowledge,
    pub(super) rights: Rights,
    pub(super) words: Vocabulary,
    lists: BTreeMap<Family, FamilyList>,
    wanted: BTreeSet<Family>,
    climbing: bool,
    /// Whether the person has asked for everything again.
    insist: bool,
    queue: VecDeque<(Family, Insist)>,
    /// How many requests of the log have been looked at.
    requests: u64,
    shown: Option<Arc<BTreeMap<Family, FamilyList>>>,
    shown_rights: Option<Arc<Rights>>,
    shown_words: Option<Arc<Vocabulary>>,
}

impl Families {
    /// The families asked for so far, as they are published.
    pub(super) fn shown(&mut self) -> Arc<BTreeMap<Family, FamilyList>> {
        self.shown
            .get_or_insert_with(|| Arc::new(self.lists.clone()))
            .clone()
    }

    /// The rights learned, as they are published.
    pub(super) fn shown_rights(&mut self) -> Arc<Rights> {
        self.shown_rights
            .get_or_insert_with(|| Arc::new(self.rights.clone()))
            .clone()
    }

    /// The codes learned, as they are published.
    pub(super) fn shown_words(&mut self) -> Arc<Vocabulary> {
        self.shown_words
            .get_or_insert_with(|| Arc::new(self.words.clone()))
            .clone()
    }

    /// The person asks for everything again: a refusal is not believed once more.
    pub(super) fn insist(&mut self) {
        self.insist = true;
    }

    pub(super) fn standing(&self, family: Family) -> Standing {
        self.known.standing(family)
    }

    fn edit(&mut self, family: Family, change: impl FnOnce(&mut FamilyList)) {
        let standing = self.known.standing(family);
        let list = self.lists.entry(family).or_insert_with(|| FamilyList {
            standing: standing.clone(),
            records: Arc::default(),
            watched: Arc::default(),
            read_at: None,
            error: None,
            loading: false,
        });
        list.standing = standing;
        change(list);
        self.shown = None;
    }

    fn is_loading(&self, family: Family) -> bool {
        self.lists.get(&family).is_some_and(|list| list.loading)
    }
}

/// Where the records of a family are kept, if they are.
fn kept_as(family: Family) -> Option<Kind> {
    Some(match family {
        Family::Notifications => Kind::Notification,
        Family::Tasks => Kind::Task,
        Family::Alerts => Kind::Alert,
        Family::SavedViews => Kind::View,
        Family::CustomDashboards => Kind::Dashboard,
        Family::FieldDefinitions => Kind::Field,
        Family::Operations | Family::Spvs | Family::Operateurs | Family::Fonds | Family::Taxonomies => {
            return None;
        }
    })
}

impl Actor {
    /// Takes in what former runs learned.
    pub(super) fn load_learned(&mut self) {
        let cache = self.store.cache();
        let known = Knowledge::load(cache);
        let rights = Rights::load(cache);
        let words = Vocabulary::load(cache);
        self.families.known = self.kept(known).unwrap_or_default();
        self.families.rights = self.kept(rights).unwrap_or_default();
        self.families.words = self.kept(words).unwrap_or_default();
    }

    /// Reads a family: its list, or what is watched of it; looks for its list first where it is not known.
    pub(super) fn load_family(&mut self, family: Family, insist: Insist) {
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

    /// Reads again what was asked for. A discovery that failed is tried again with it.
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

    /// Looks for every list that is not known, one after the other.
    pub(super) fn discover(&mut self) {
        for family in Family::ALL {
            if family.is_delegated() && self.settings.client.delegated_user.is_none() {
                continue;
            }
            self.load_family(family, Insist::Yes);
        }
    }

    /// Watches identifiers of a family that a person gave, and reads them.
    pub(super) fn watch(&mut self, family: Family, ids: &[String]) {
        let now = self.now();
        let watched = self.store.outbox().watch(family.name(), ids, Origin::Given, now);
        self.kept(watched);
        self.rewatch(family);
        self.load_family(family, Insist::No);
    }

    /// Stops watching identifiers.
    pub(super) fn unwatch(&mut self, family: Family, ids: &[String]) {
        let gone = self.store.outbox().unwatch(family.name(), ids);
        self.kept(gone);
        self.rewatch(family);
    }

    fn rewatch(&mut self, family: Family) {
        let watched = self.store.outbox().watched(family.name());
        if let Some(watched) = self.kept(watched) {
            self.families
                .edit(family, |list| list.watched = Arc::new(watched));
        }
        self.view.changed();
    }

    /// Shows what the store holds of a family while the service is asked.
    fn recall(&mut self, family: Family) {
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
                list.read_at = read_at;
            });
        }
    }

    fn climb(&mut self, family: Family, insist: Insist) {
        self.families.edit(family, |list| list.loading = true);
        if self.families.climbing {
            self.families.queue.push_back((family, insist));
            return;
        }
        self.families.climbing = true;
        let (client, clock) = (self.client.clone(), self.settings.clock.clone());
        let mut known = self.families.known.clone();
        self.spawn(async move {
            let outcome = discovery::settle(&client, &mut known, family, || clock(), insist).await;
            Msg::Detail(Box::new(DetailReport::Climbed(Box::new(Climbed {
                family,
                known,
                outcome,
            }))))
        });
    }

    pub(super) fn take_climb(&mut self, climbed: Climbed) {
        let Climbed {
            family,
            known,
            outcome,
        } = climbed;
        self.heard(&outcome);
        self.families.known.absorb(known);
        self.keep_learned();
        self.families.climbing = false;
        self.families.edit(family, |list| list.loading = false);
        match outcome {
            Ok(standing) => {
                self.families.edit(family, |list| list.error = None);
                if standing.mode.lists()
                    || matches!(self.families.known.next(family, self.now()), Step::Watch)
                {
                    self.load_family(family, Insist::No);
                }
            }
            Err(error) => {
                self.families.rights.refused(&error);
                self.families.shown_rights = None;
                // What concerns every family ends the climb: a 429 before all.
                if matches!(
                    error.kind(),
                    ErrorKind::RateLimited | ErrorKind::Unreachable | ErrorKind::Auth
                ) {
                    for (waiting, _) in std::mem::take(&mut self.families.queue) {
                        self.families.edit(waiting, |list| list.loading = false);
                    }
                }
                self.families
                    .edit(family, |list| list.error = Some(error.clone()));
                if family == Family::Notifications {
                    self.inbox_without_list(Some(error));
                }
            }
        }
        if family == Family::Notifications {
            self.inbox_mode();
        }
        // What turns out to need no climb lets the next one pass.
        while !self.families.climbing
            && let Some((next, insist)) = self.families.queue.pop_front()
        {
            self.families.edit(next, |list| list.loading = false);
            self.load_family(next, insist);
        }
    }

    fn keep_learned(&mut self) {
        let store = self.store.clone();
        let families = &mut self.families;
        let kept = families
            .known
            .keep(store.cache())
            .and_then(|()| families.rights.keep(store.cache()))
            .and_then(|()| families.words.keep(store.cache()));
        self.kept(kept);
    }

    /// Takes note of how a list answered, and goes on to what is watched where there is none.
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

    fn learn_words(&mut self, family: Family, records: &[Record], now: Timestamp) {
        let words = &mut self.families.words;
        match family {
            Family::Taxonomies => records.iter().for_each(|record| words.see_taxonomy(record, now)),
            Family::FieldDefinitions => records.iter().for_each(|record| words.see_field(record, now)),
            Family::Tasks => {
                let mut counts: BTreeMap<String, u64> = BTreeMap::new();
                for code in records.iter().filter_map(|record| record.text("statut")) {
                    *counts.entry(code.into_owned()).or_default() += 1;
                }
                for (code, count) in counts {
                    words.see("statut", &code, Source::Record, Some(count), now);
                }
            }
            _ => return,
        }
        self.words_changed();
    }

    /// Keeps the codes learned, if there is news of them.
    pub(super) fn words_changed(&mut self) {
        self.families.shown_words = None;
        if self.families.words.has_news() {
            let store = self.store.clone();
            let kept = self.families.words.keep(store.cache());
            self.kept(kept);
            self.view.changed();
        }
    }

    /// Looks at the requests sent since the last time: what they were answered says what the key may do.
    pub(super) fn observe_requests(&mut self) {
        let log = self.client.observe();
        let sent = *log.changes().borrow();
        let entries = log.entries();
        let new = usize::try_from(sent.saturating_sub(self.families.requests)).unwrap_or(usize::MAX);
        for entry in entries.iter().skip(entries.len().saturating_sub(new)) {
            self.families.rights.observe(entry);
        }
        self.families.requests = sent;
        if self.families.rights.has_news() {
            self.families.shown_rights = None;
            let store = self.store.clone();
            let kept = self.families.rights.keep(store.cache());
            self.kept(kept);
        }
    }

    /// Reads what is watched, each on its own, where the contract has a route for one record.
    pub(super) fn read_watched(&mut self, family: Family) {
        let Some(kind) = kept_as(family) else { return };
        let now = self.now();
        let mut met = Vec::new();
        let each = self.store.cache().each(kind, "", |stored| met.push(stored.id));
        self.kept(each);
        let watched = self.store.outbox().watch(family.name(), &met, Origin::Met, now);
        self.kept(watched);
        self.rewatch(family);
        let (Some(one), true) = (family.one(), family.reads_one()) else {
            return;
        };
        let Some(parameter) = one.spec().path_parameters().next() else {
            return;
        };
        let watched = self.store.outbox().watched(family.name());
        let mut watched = self.kept(watched).unwrap_or_default();
        watched.sort_by_key(|watched| watched.checked_at);
        let ids: Vec<String> = watched
            .into_iter()
            .take(ROUND)
            .map(|watched| watched.id)
            .collect();
        if ids.is_empty() {
            return;
        }
        self.families.edit(family, |list| list.loading = true);
        let (client, parallel) = (self.client.clone(), self.settings.parallel);
        self.spawn(async move {
            let read = stream::iter(ids)
                .map(|id| one_of(&client, Call::new(one).parameter(parameter, &id), id))
                .buffered(parallel)
                .collect()
                .await;
            Msg::Detail(Box::new(DetailReport::Watched(family, read)))
        });
    }

    pub(super) fn take_watched(&mut self, family: Family, read: OneByOne, now: Timestamp) {
        self.families.edit(family, |list| list.loading = false);
        let Some(kind) = kept_as(family) else { return };
        let mut failed = None;
        for (place, (id, answer)) in read.into_iter().enumerate() {
            match answer {
                Ok(record) => {
                    self.heard::<()>(&Ok(()));
                    let checked = self.store.outbox().checked(family.name(), &id, 200, None, now);
                    self.kept(checked);
                    if let Some(received) = received(&record, i64::try_from(place).unwrap_or(i64::MAX)) {
                        let confirmed = self.store.cache().confirm(kind, "", now, &received, false);
                        self.kept(confirmed);
                    }
                    if family == Family::Notifications
                        && let Ok(notification) = Notification::from_record(record)
                    {
                        self.inbox.confirm(notification, now);
                    }
                }
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    let problem = error.problem();
                    let reason = problem.and_then(|problem| problem.detail().or_else(|| problem.title()));
                    let status = error.status().unwrap_or(404);
                    let checked =
                        self.store
                            .outbox()
                            .checked(family.name(), &id, status, reason.as_deref(), now);
                    self.kept(checked);
                }
                Err(error) => {
                    self.heard::<()>(&Err(error.clone()));
                    failed = Some(error);
                }
            }
        }
        self.recall(family);
        self.families.edit(family, |list| {
            list.read_at = Some(now);
            list.error.clone_from(&failed);
        });
        if family == Family::Notifications {
            self.inbox_without_list(failed);
        }
        self.view.changed();
    }
}

async fn one_of(client: &Client, call: Call, id: String) -> (String, Result<Record, Error>) {
    let answer = match client.call(call).await {
        Ok(response) => response.record(),
        Err(error) => Err(error),
    };
    (id, answer)
}

/// What tells records apart: the identifier's token, else the whole text.
fn identity(record: &Record) -> &str {
    record.raw("id").map_or(record.as_str(), |raw| raw.get())
}

fn received(record: &Record, position: i64) -> Option<Received> {
    Some(Received {
        id: record.text("id")?.into_owned(),
        body: record.as_str().to_owned(),
        position,
        status: None,
        digest: Vec::new(),
    })
}

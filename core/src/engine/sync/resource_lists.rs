//! The families whose list the contract does not document: discovered when a screen first asks, read where there is a
//! list, watched identifier by identifier where there is none. What was learned of routes, rights and codes lives here.

use crate::model::resource_list::FamilyList;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use jiff::Timestamp;

use super::list_fetch::{List, read_list};
use super::record_fetch::DetailReport;
use crate::client::Call;
use crate::contract::operation::Method;
use crate::contract::record::Record;
use crate::discovery::Insist;
use crate::engine::actor::{Actor, Msg};
use crate::error::Error;
use crate::model::discovery::{Knowledge, Standing, Step};
use crate::model::learned_codes::Vocabulary;
use crate::model::list_source::Mode;
use crate::model::permissions::Rights;
use crate::model::probe_result::{Answer, Verdict};
use crate::model::resource_kind::Family;
use crate::store::{Change, Kind, Received};

/// What is known of the families.
#[derive(Debug, Default)]
pub(in crate::engine) struct Families {
    pub(in crate::engine) known: Knowledge,
    pub(in crate::engine) rights: Rights,
    pub(in crate::engine) words: Vocabulary,
    lists: BTreeMap<Family, FamilyList>,
    wanted: BTreeSet<Family>,
    pub(super) climbing: bool,
    /// Whether the person has asked for everything again.
    insist: bool,
    pub(super) queue: VecDeque<(Family, Insist)>,
    /// How many requests of the log have been looked at.
    pub(in crate::engine) requests: u64,
    shown: Option<Arc<BTreeMap<Family, FamilyList>>>,
    pub(in crate::engine) shown_rights: Option<Arc<Rights>>,
    pub(in crate::engine) shown_words: Option<Arc<Vocabulary>>,
}

impl Families {
    /// The families asked for so far, as they are published. What an earlier right let the key read is not shown once the
    /// service refuses the list to it.
    pub(in crate::engine) fn shown(&mut self) -> Arc<BTreeMap<Family, FamilyList>> {
        let published = || {
            let mut lists = self.lists.clone();
            let refused = lists.values_mut();
            for list in refused.filter(|list| list.standing.mode == Mode::Forbidden) {
                list.records = Arc::default();
            }
            Arc::new(lists)
        };
        self.shown.get_or_insert_with(published).clone()
    }

    /// The rights learned, as they are published.
    pub(in crate::engine) fn shown_rights(&mut self) -> Arc<Rights> {
        self.shown_rights
            .get_or_insert_with(|| Arc::new(self.rights.clone()))
            .clone()
    }

    /// The codes learned, as they are published.
    pub(in crate::engine) fn shown_words(&mut self) -> Arc<Vocabulary> {
        self.shown_words
            .get_or_insert_with(|| Arc::new(self.words.clone()))
            .clone()
    }

    /// The person asks for everything again: a refusal is not believed once more.
    pub(in crate::engine) fn insist(&mut self) {
        self.insist = true;
    }

    pub(in crate::engine) fn standing(&self, family: Family) -> Standing {
        self.known.standing(family)
    }

    pub(super) fn edit(&mut self, family: Family, change: impl FnOnce(&mut FamilyList)) {
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

    /// Whether a list of the family is shown.
    pub(super) fn shows(&self, family: Family) -> bool {
        self.lists.contains_key(&family)
    }

    fn is_loading(&self, family: Family) -> bool {
        self.lists.get(&family).is_some_and(|list| list.loading)
    }
}

/// Where the records of a family are kept, if they are.
pub(in crate::engine) fn kept_as(family: Family) -> Option<Kind> {
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
    /// Reads a family: its list, or what is watched of it; looks for its list first where it is not known.
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

    /// Shows what the store holds of a family while the service is asked.
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
}

/// What tells records apart: the identifier's token, else the whole text.
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

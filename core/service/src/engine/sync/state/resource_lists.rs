//! The loaded lists, by resource kind.

use crate::discovery::Insist;
use crate::model::discovery::{Knowledge, Standing};
use crate::model::resources::learned_codes::Vocabulary;
use crate::model::resources::list_source::Mode;
use crate::model::resources::permissions::Rights;
use crate::model::resources::resource_kind::Family;
use crate::model::resources::resource_list::FamilyList;
use crate::store::Kind;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// The state of all resource kinds.
#[derive(Debug, Default)]
pub(crate) struct Families {
    pub(in crate::engine) known: Knowledge,
    pub(in crate::engine) rights: Rights,
    pub(in crate::engine) words: Vocabulary,
    pub(in crate::engine) lists: BTreeMap<Family, FamilyList>,
    pub(crate) wanted: BTreeSet<Family>,
    pub(crate) climbing: bool,
    /// True after the user requested a refresh of everything.
    pub(crate) insist: bool,
    pub(crate) queue: VecDeque<(Family, Insist)>,
    /// Number of log entries already evaluated.
    pub(in crate::engine) requests: u64,
    pub(in crate::engine) shown: Option<Arc<BTreeMap<Family, FamilyList>>>,
    pub(in crate::engine) shown_rights: Option<Arc<Rights>>,
    pub(in crate::engine) shown_words: Option<Arc<Vocabulary>>,
}

impl Families {
    /// Returns the requested resource kinds for publication. If the server refuses a list, records from an earlier
    /// permission are hidden.
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

    /// Returns the discovered permissions for publication.
    pub(in crate::engine) fn shown_rights(&mut self) -> Arc<Rights> {
        self.shown_rights
            .get_or_insert_with(|| Arc::new(self.rights.clone()))
            .clone()
    }

    /// Returns the discovered codes for publication.
    pub(in crate::engine) fn shown_words(&mut self) -> Arc<Vocabulary> {
        self.shown_words
            .get_or_insert_with(|| Arc::new(self.words.clone()))
            .clone()
    }

    /// Notes a manual refresh: refused routes are tried again.
    pub(in crate::engine) fn insist(&mut self) {
        self.insist = true;
    }

    pub(in crate::engine) fn standing(&self, family: Family) -> Standing {
        self.known.standing(family)
    }

    pub(crate) fn edit(&mut self, family: Family, change: impl FnOnce(&mut FamilyList)) {
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

    /// Returns whether a list of the resource kind is shown.
    pub(crate) fn shows(&self, family: Family) -> bool {
        self.lists.contains_key(&family)
    }

    pub(crate) fn is_loading(&self, family: Family) -> bool {
        self.lists.get(&family).is_some_and(|list| list.loading)
    }
}

/// Returns the cache kind of a resource kind, if it is cached.
pub(crate) fn kept_as(family: Family) -> Option<Kind> {
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
